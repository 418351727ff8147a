"""What can become of a NanoClaw message, each with its rule: turned away, waiting, claimed, failed, delivered, ..."""

from __future__ import annotations

from inspector.families.nanoclaw.rules.delivery import ATTEMPTS, WAIT_S
from inspector.families.nanoclaw.rules.incoming import BACKOFF_S, BATCH, PATIENCE_S, TRIES
from inspector.families.nanoclaw.rules.liveness import DEAD_S, STUCK_S
from inspector.families.trace import Outcome, Severity

_BACKOFF = ", ".join(map(str, BACKOFF_S))


def _door(id: str, title: str, rule: str, severity: Severity, advice: str = "") -> Outcome:
    return Outcome(id, "door", title, rule, severity, advice)


def _in(id: str, title: str, rule: str, severity: Severity, advice: str = "", *, living: bool = False) -> Outcome:
    return Outcome(id, "in", title, rule, severity, advice, living)


def _out(id: str, title: str, rule: str, severity: Severity, advice: str = "", *, living: bool = False) -> Outcome:
    return Outcome(id, "out", title, rule, severity, advice, living)


NO_AGENT_WIRED = _door(
    "no_agent_wired",
    "Dropped: no agent is wired to the chat",
    "A message of a chat that no agent is wired to is dropped, and counted in unregistered_senders.",
    "suspicious",
    "Wire an agent to the chat.",
)
NO_AGENT_ENGAGED = _door(
    "no_agent_engaged",
    "Dropped: no agent was engaged",
    "A message that engages none of the chat's agents (by pattern, mention or sender), none of which accumulates the "
    "rest, is dropped and counted in unregistered_senders.",
    "suspicious",
    "Mention the agent or match its pattern, let the sender in, or loosen how the wiring engages.",
)
UNKNOWN_SENDER_STRICT = _door(
    "unknown_sender_strict",
    "Dropped: the sender is not known and the chat is strict",
    "In a chat whose unknown_sender_policy is 'strict' a message of somebody without a role or membership is dropped.",
    "suspicious",
    "Make the sender a member of the agent, or change the policy of the chat.",
)
UNKNOWN_SENDER_REQUEST_APPROVAL = _door(
    "unknown_sender_request_approval",
    "Dropped: the sender waits for approval",
    "In a chat whose unknown_sender_policy is 'request_approval' messages of an unknown sender are dropped until a "
    "person has decided on the first of them.",
    "waiting",
    "Decide on the card of the sender; the first message is then delivered, the others are not.",
)
DROPPED = _door(
    "dropped",
    "Dropped for a reason that is not known here",
    "unregistered_senders counts messages that were never stored, with the reason in a word of the host.",
    "suspicious",
    "See what the host means by the reason.",
)
CHANNEL_DENIED = _door(
    "channel_denied",
    "Dropped: the chat was denied",
    "Messages of a chat whose messaging_groups.denied_at is set are dropped without a word.",
    "suspicious",
    "Clear denied_at, or wire the chat again, if it should be heard after all.",
)
SENDER_HELD = _door(
    "sender_held",
    "Held until a person lets the sender in",
    "A row in pending_sender_approvals keeps the first message of an unknown sender; it is played again on approval.",
    "waiting",
    "Decide on the card.",
)
CHANNEL_HELD = _door(
    "channel_held",
    "Held until a person connects the chat",
    "A row in pending_channel_approvals keeps the message that came from a chat nobody knew; it is played again on "
    "approval.",
    "waiting",
    "Decide on the card.",
)
NEVER_RECORDED = _door(
    "never_recorded",
    "Never recorded",
    "No row of messages_in or messages_out has this id, number or platform id.",
    "suspicious",
    "See whether the id is whole; a message that was dropped leaves no row but a count in unregistered_senders.",
)
GONE = _door(
    "gone",
    "Not there any more",
    "Other rows name the message, and neither messages_in nor messages_out has it.",
    "suspicious",
    "The file was made anew, or rows of it were deleted.",
)

NOT_ENGAGED = _in(
    "not_engaged",
    "Another agent of the chat was not engaged",
    "An agent that is wired to the chat hears what matches its pattern or mentions it; the rest it drops or keeps as "
    "context, as its ignored_message_policy says.",
    "waiting",
    "Mention the agent or match its pattern, if it should have answered.",
)
CONTEXT_ONLY = _in(
    "context_only",
    "Kept as context, wakes nobody",
    "A row with trigger 0 is read along with the next message that wakes the agent, and never answered by itself.",
    "fine",
)
WAITS_UNTIL = _in(
    "waits_until",
    "Waits for its time",
    "A pending row is not due before its process_after.",
    "waiting",
)
RETRY = _in(
    "retry",
    "Waits for its next try",
    f"After a failure a message waits {_BACKOFF} s; {TRIES} retries are all it gets.",
    "suspicious",
    "Look at the container's log for why the tries before it failed.",
)
WAITS_FOR_FRESH_CONTAINER = _in(
    "waits_for_fresh_container",
    "Waits for a fresh container",
    "A row with on_wake 1 is read by the first poll of a container that has just started, and by no other.",
    "waiting",
    "It is read when the session's container starts the next time.",
)
PAUSED = _in("paused", "Paused", "A row whose status is 'paused' is not due until it is resumed.", "waiting")
CANCELLED = _in("cancelled", "Cancelled", "A row whose status is 'cancelled' is never worked on.", "fine")
CLAIMED_LIVE = _in(
    "claimed_live",
    "Being worked on",
    f"processing_ack says 'processing', the container is not stopped, and the claim is younger than {STUCK_S} s or "
    "than what Bash declared it would take, or the heartbeat is newer than the claim.",
    "fine",
    living=True,
)
CLAIMED_STUCK = _in(
    "claimed_stuck",
    "Claimed by a container that is stuck",
    f"The claim is older than {STUCK_S} s and than what Bash declared it would take, without a newer heartbeat, and "
    "the container is not dead.",
    "broken",
    "Look at the tool it runs and at the container's log; kill the container if it hangs.",
    living=True,
)
CLAIMED_DEAD = _in(
    "claimed_dead",
    "Claimed by a container that is dead",
    f"The container is said to run, and its heartbeat is older than {DEAD_S // 60} minutes and than what Bash declared "
    "it would take.",
    "broken",
    "Restart the session: the host then clears the claim and tries the message again.",
    living=True,
)
ORPHAN_CLAIM = _in(
    "orphan_claim",
    "Claimed by a container that was stopped",
    "The session is stopped, processing_ack still says 'processing', and the row in messages_in is still pending.",
    "suspicious",
    "Nothing, if the session starts again: it clears the claim. Else wake it.",
    living=True,
)
STARVED = _in(
    "starved",
    "Starved by system rows",
    f"{BATCH} or more due system rows fill the {BATCH} rows that a container reads at once: nothing else is read.",
    "broken",
    "Complete or cancel the old system rows.",
    living=True,
)
FAILED = _in(
    "failed",
    "Failed",
    f"messages_in or processing_ack says 'failed'; after {TRIES} tries the host gives a message up.",
    "broken",
    "Read the container's log of that time and send the message again; the host will not.",
)
SCRIPT_SKIPPED = _in(
    "script_skipped",
    "Not run: the task's script said so",
    "processing_ack says 'script-skip': the script of the task ran first, and the agent was not woken.",
    "suspicious",
    "Run the script of the task by hand and see why it failed or skipped.",
)
REPLIED = _in(
    "replied",
    "Replied",
    "A row of messages_out names it in in_reply_to, which is a guess of the system's own: a hint.",
    "fine",
)
COMPLETED_NO_REPLY = _in(
    "completed_no_reply",
    "Completed without a reply",
    "Its status is 'completed', it wakes the agent, and no row of messages_out names it in in_reply_to.",
    "suspicious",
    "See what the agent sent next: one reply may answer several messages. Else read its log of that time.",
)
DONE = _in(
    "done",
    "Done",
    "Its status is 'completed', and a task or system row needs no reply.",
    "fine",
)
REPLIES_UNKNOWN = _in(
    "replies_unknown",
    "Completed; whether it was answered is not known",
    "Replies stand in the outbound half, which is not there or cannot be read.",
    "suspicious",
    "Restore the outbound half.",
)
CLAIMS_UNKNOWN = _in(
    "claims_unknown",
    "Due; whether anybody claimed it is not known",
    "Claims stand in the outbound half, which is not there or cannot be read.",
    "suspicious",
    "Restore the outbound half.",
)
DUE = _in(
    "due",
    "Due, and soon picked up",
    f"A pending row that wakes the agent is due, not claimed, and has waited for up to {PATIENCE_S // 60} minutes.",
    "waiting",
    living=True,
)
NOT_PICKED_UP = _in(
    "not_picked_up",
    "Due, and nobody picked it up",
    f"A pending row that wakes the agent has been due for more than {PATIENCE_S // 60} minutes, and is not claimed.",
    "suspicious",
    "See that the host runs and that the session's container can start.",
    living=True,
)
SESSION_CLOSED = _in(
    "session_closed",
    "Waits in a session that is closed",
    "The row is pending, and sessions.status is 'closed': no container is started for it.",
    "suspicious",
    "Send it again: a new session is made for it.",
)
UNREADABLE_TIME = _in(
    "unreadable_time",
    "Its time cannot be read",
    "What is due cannot be told of a process_after that is no time; the host's comparison leaves such a row out.",
    "broken",
    "Write a time into process_after, or NULL.",
)
UNKNOWN_STATUS = _in(
    "unknown_status",
    "Its status is not a known one",
    "The status is pending, completed, failed, paused or cancelled; of a claim processing, completed or failed.",
    "suspicious",
    "See whether a newer version means something by it.",
)

ON_ITS_WAY = _out(
    "on_its_way",
    "On its way",
    f"There is no row in delivered yet, and the message could be sent for no longer than {WAIT_S} s.",
    "waiting",
    living=True,
)
NOT_DELIVERED = _out(
    "not_delivered",
    "Not picked up by the host",
    f"There is no row in delivered, and the message could have been sent for more than {WAIT_S} s.",
    "suspicious",
    "See that the host runs; it delivers what waits as soon as it does.",
    living=True,
)
HELD_UNTIL = _out(
    "held_until", "Held until its time", "A message with a deliver_after is not delivered before it.", "waiting"
)
HELD_FOR_APPROVAL = _out(
    "held_for_approval",
    "Held until a person approves it",
    "A row in agent_message_policies holds every message of that pair of agents; it waits in pending_approvals.",
    "waiting",
    "Decide on the card.",
)
APPROVAL_REFUSED = _out(
    "approval_refused",
    "Not approved",
    "The row in pending_approvals that held the message is rejected or expired.",
    "suspicious",
    "Have the agent ask again.",
)
NOT_ALLOWED = _out(
    "not_allowed",
    "Not allowed: the agent has no such destination",
    "An agent may send where agent_destinations has a row for it, and to its own chat; no row is no permission.",
    "broken",
    "Add the destination; then have the agent send it once more.",
)
UNKNOWN_CHAT = _out(
    "unknown_chat",
    "The chat is not known",
    "No row of messaging_groups has this channel_type and platform_id.",
    "broken",
    "Register the chat and add the destination.",
)
UNKNOWN_AGENT = _out(
    "unknown_agent",
    "The agent it is for is not known",
    "A message of channel 'agent' goes to the agent group whose id is its platform_id.",
    "broken",
    "See whether that agent was removed.",
)
CHAT_CLOSED = _out(
    "chat_closed",
    "The chat is denied or detached",
    "All rows of messaging_groups with this address have denied_at or detached_at set.",
    "broken",
    "Open the chat again; then have the agent send it once more.",
)
REFUSED = _out(
    "refused",
    "Refused by the host",
    "delivered.status is 'refused'; reason_code tells why.",
    "broken",
    "Grant what the reason names; then have the agent send it again.",
)
FAILED_DELIVERY = _out(
    "failed_delivery",
    f"Given up after {ATTEMPTS} attempts",
    f"delivered.status is 'failed': the host gave up after {ATTEMPTS} attempts.",
    "broken",
    "Look at the destination and at the host's log of that minute; send it again, for nobody tries it any more.",
)
RETRYING_DELIVERY = _out(
    "retrying_delivery",
    "Delivery failed and is tried again",
    f"A row in delivery_attempts counts the attempts; {ATTEMPTS} are all it gets.",
    "suspicious",
    "Read last_error: most are permissions or a limit of the platform.",
)
DELIVERED = _out(
    "delivered", "Delivered", "delivered.status is 'delivered', with the id that the platform gave it.", "fine"
)
SUSPECT = _out(
    "delivered_suspect",
    "Called delivered, but no adapter took it",
    "delivered without platform_message_id, of kind chat or chat-sdk, not to an agent and not a reaction: those, and "
    "rows of other kinds, never have one.",
    "suspicious",
    "See that the channel's adapter runs and serves this chat; ask the person whether the message came.",
)
DELIVERED_TO_AGENT = _out(
    "delivered_to_agent",
    "Handed to the other agent",
    "A message to an agent is put into its session by the host; it never has a platform id.",
    "fine",
)
CARRIED_OUT = _out(
    "carried_out",
    "Taken by the host",
    "Rows of kind system and task_log are for the host itself; they never have a platform id.",
    "fine",
)
REACTED = _out(
    "reacted", "Delivered", "A reaction is delivered without a platform id: it is no message of its own.", "fine"
)
DELIVERED_OLD = _out(
    "delivered_old",
    "Delivered, as far as this version tells",
    "This version keeps no platform id and no status with a delivery: the row alone says delivered.",
    "fine",
)
DELIVERY_UNKNOWN = _out(
    "delivery_unknown",
    "Whether it was delivered is not known",
    "Deliveries stand in the inbound half, which is not there or cannot be read.",
    "suspicious",
    "Restore the inbound half.",
)
UNKNOWN_DELIVERY = _out(
    "unknown_delivery",
    "The status of its delivery is not a known one",
    "delivered.status is delivered, failed or refused.",
    "suspicious",
    "See whether a newer version means something by it.",
)
UNREADABLE_HOLD = _out(
    "unreadable_hold",
    "Its time cannot be read",
    "deliver_after holds what is no time: when it may be delivered cannot be told.",
    "broken",
    "Write a time into deliver_after, or NULL.",
)

DEAD_CONTAINER = _in(
    "dead_container",
    "The container is dead",
    f"container_status is 'running', and the heartbeat is older than {DEAD_S // 60} minutes and than what Bash "
    "declared it would take.",
    "broken",
    "Restart the session.",
    living=True,
)

OUTCOMES = tuple(value for value in globals().values() if isinstance(value, Outcome))
"""All of them."""

DROPS = {
    one.id: one for one in (NO_AGENT_WIRED, NO_AGENT_ENGAGED, UNKNOWN_SENDER_STRICT, UNKNOWN_SENDER_REQUEST_APPROVAL)
}
"""unregistered_senders.reason -> what it says."""
OBSTACLES = {one.id: one for one in (NOT_ALLOWED, UNKNOWN_CHAT, UNKNOWN_AGENT, CHAT_CLOSED)}
"""What stands in the way of a message -> what is said of it."""
