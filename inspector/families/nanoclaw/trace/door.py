"""What became of what was never stored: turned away at the door, held for a person, or gone from the files?"""

from __future__ import annotations

from collections.abc import Iterator

from inspector.families.json_prefix import read_json
from inspector.families.nanoclaw.contents import message_line, word
from inspector.families.nanoclaw.payloads import event_line
from inspector.families.nanoclaw.trace import outcomes
from inspector.families.nanoclaw.trace.outgoing import approval_verdict
from inspector.families.nanoclaw.trace.session import (
    Session,
    address_words,
    agent_name,
    at_words,
    chat_facts,
    chats_at,
    person_name,
    wirings_of,
)
from inspector.families.nanoclaw.trace.steps import StepList, ordered
from inspector.families.trace import Fact, Trace, Verdict
from inspector.families.trace_reader import TracedRow, TraceReader, bindable

_DROPPED = (
    "channel_type",
    "platform_id",
    "user_id",
    "sender_name",
    "reason",
    "message_count",
    "first_seen",
    "last_seen",
)
_CHAT = ("id", "channel_type", "platform_id", "instance", "unknown_sender_policy", "denied_at")


def door_trace(asked: TraceReader, row: TracedRow) -> Trace:
    """What became of the messages that a row of the central file speaks of."""
    match row.table.lower():
        case "unregistered_senders":
            return _dropped_trace(asked, row)
        case "pending_sender_approvals" | "pending_channel_approvals":
            return _held_trace(asked, row)
        case "pending_approvals":
            return _gated_trace(asked, row)
    return gone_trace(asked, row)


def chat_verdicts(asked: TraceReader, channel: object, place: object) -> Iterator[Verdict]:
    """All that keeps messages of a chat out: it was denied, it or a sender waits for a person, others were dropped."""
    for chat in chats_at(asked, channel, place):
        if chat.get("denied_at") is not None:
            at = at_words(chat.instant("denied_at"), chat.raw("denied_at"))
            told = f"The chat was denied at {at}: what comes from it is dropped."
            yield Verdict(outcomes.CHANNEL_DENIED, told, (asked.proof(chat, *_CHAT),))
        held = asked.by("pending_channel_approvals", "messaging_group_id", chat.get("id"))
        if held is not None:
            yield held_verdict(asked, held)
        if asked.has("pending_sender_approvals.messaging_group_id"):
            for sender in asked.rows(
                "pending_sender_approvals", "t.messaging_group_id = ?", (bindable(chat.get("id")),)
            ):
                yield held_verdict(asked, sender)
    if isinstance(channel, str) and isinstance(place, str) and asked.has("unregistered_senders.reason"):
        where = "t.channel_type = ? AND t.platform_id = ?"
        for row in asked.rows("unregistered_senders", where, (channel, place)):
            yield dropped_verdict(asked, row)


def dropped_verdict(asked: TraceReader, row: TracedRow) -> Verdict:
    """Why messages of a chat were dropped."""
    reason = row.raw("reason")
    outcome = outcomes.DROPS.get(reason, outcomes.DROPPED)
    who = row.raw("sender_name") or row.raw("user_id") or "somebody"
    count = row.raw("message_count") or "some"
    last = at_words(row.instant("last_seen"), row.raw("last_seen"))
    told = f"{count} message{'' if count == '1' else 's'} dropped, the last from {who} at {last}: {reason}."
    return Verdict(outcome, asked.shown(told), (asked.proof(row, *_DROPPED),))


def held_verdict(asked: TraceReader, row: TracedRow) -> Verdict:
    """Why the message that a pending approval keeps was not let in yet."""
    since = at_words(row.instant("created_at"), row.raw("created_at"))
    approver = person_name(asked, row.get("approver_user_id"))
    if row.table.lower() == "pending_channel_approvals":
        told = f"The chat waits since {since} for {approver} to connect it."
        columns: tuple[str, ...] = ("messaging_group_id", "agent_group_id", "approver_user_id", "created_at")
        return Verdict(outcomes.CHANNEL_HELD, told, (asked.proof(row, *columns),))
    who = asked.shown(row.raw("sender_name") or row.raw("sender_identity"))
    columns = ("id", "messaging_group_id", "sender_identity", "approver_user_id", "created_at")
    told = f"{who} waits since {since} for {approver} to be let in."
    return Verdict(outcomes.SENDER_HELD, told, (asked.proof(row, *columns),))


def held_message(row: TracedRow) -> str:
    """The platform id of the message that a pending approval keeps; empty where it cannot be read."""
    event = read_json(row.raw("original_message"))
    message = event.get("message") if isinstance(event, dict) else None
    return word(message, "id") if isinstance(message, dict) else ""


def _dropped_trace(asked: TraceReader, row: TracedRow) -> Trace:
    channel, place = row.get("channel_type"), row.get("platform_id")
    first = dropped_verdict(asked, row)
    others = [v for v in chat_verdicts(asked, channel, place) if v.outcome.id != first.outcome.id]
    denied = [v for v in others if v.outcome is outcomes.CHANNEL_DENIED]
    steps = StepList(asked)
    steps.add("arrived", "The first one was dropped", row, "first_seen")
    steps.add("arrived", "The last one was dropped", row, "last_seen")
    id = address_words(row.raw("channel_type"), row.raw("platform_id"))
    verdicts = (*denied, first, *(v for v in others if v not in denied))
    plural = "" if row.get("message_count") == 1 else "s"
    text = f"{row.raw('message_count')} message{plural} of {row.raw('sender_name') or row.raw('user_id') or 'somebody'}"
    return _trace(asked, row, id, asked.shown(text), verdicts, steps, tuple(_facts(asked, channel, place)))


def _held_trace(asked: TraceReader, row: TracedRow) -> Trace:
    chat = asked.by("messaging_groups", "id", row.get("messaging_group_id"))
    channel = chat.get("channel_type") if chat is not None else None
    place = chat.get("platform_id") if chat is not None else None
    first = held_verdict(asked, row)
    others = (v for v in chat_verdicts(asked, channel, place) if v.outcome is not first.outcome)
    steps = StepList(asked)
    steps.add("held", "Held: a card was made", row, "created_at")
    id = held_message(row) or row.raw("id") or row.raw("messaging_group_id")
    text = asked.shown(event_line(row.raw("original_message")))
    return _trace(asked, row, id, text, (first, *others), steps, tuple(_facts(asked, channel, place)))


def _gated_trace(asked: TraceReader, row: TracedRow) -> Trace:
    """A message between agents that an approval holds, and that messages_out does not have (any more)."""
    payload = read_json(row.raw("payload"))
    found = payload if isinstance(payload, dict) else {}
    verdict = approval_verdict(Session(asked), row)
    proof = asked.proof(row, "approval_id", "session_id", "action", "status")
    told = f"{word(found, 'id') or row.raw('approval_id')} stands in no row of messages_out that is read here."
    verdicts = (*((verdict,) if verdict is not None else ()), Verdict(outcomes.GONE, asked.shown(told), (proof,)))
    steps = StepList(asked)
    steps.add("held", "Held: a card was made", row, "created_at")
    text = asked.shown(message_line(word(found, "content")))
    facts = (Fact("agent", agent_name(asked, word(found, "platform_id")), "it is for", "fine", None),)
    return _trace(asked, row, word(found, "id") or row.raw("approval_id"), text, verdicts, steps, facts)


def gone_trace(asked: TraceReader, row: TracedRow) -> Trace:
    """A message that a row names and no message table has."""
    column = next((c for c in ("message_out_id", "message_id", "in_reply_to") if c in row.values), "id")
    names = [c for c in row.values if c not in ("content", "payload")][:8]
    proof = asked.proof(row, *names)
    told = f"{row.table} names it, and neither messages_in nor messages_out has it."
    verdict = Verdict(outcomes.GONE, told, (proof,))
    return _trace(asked, row, row.raw(column), "", (verdict,), StepList(asked), ())


def never_trace(id: str, path: str) -> Trace:
    """A message that no file knows."""
    told = f"No message is called “{id}”: neither by id, nor by number, nor by the id that its platform gave it."
    verdict = Verdict(outcomes.NEVER_RECORDED, told)
    return Trace("door", id, None, "", "", "", None, path, (verdict,), source=path)


def _trace(
    asked: TraceReader,
    row: TracedRow,
    id: str,
    text: str,
    verdicts: tuple[Verdict, ...],
    steps: StepList,
    facts: tuple[Fact, ...],
) -> Trace:
    return Trace(
        "door",
        asked.shown(id),
        None,
        row.table,
        text,
        "",
        row.ref,
        asked.path_of(row),
        verdicts,
        steps=ordered(steps.steps),
        facts=facts,
    )


def _facts(asked: TraceReader, channel: object, place: object) -> Iterator[Fact]:
    """The chat, and who is wired to it."""
    yield from chat_facts(asked, channel, place)
    for chat in chats_at(asked, channel, place):
        for wiring in wirings_of(asked, chat):
            mode = wiring.raw("engage_mode") or "not set"
            pattern = f" {wiring.raw('engage_pattern')}" if wiring.raw("engage_pattern") else ""
            proof = asked.proof(
                wiring, "id", "messaging_group_id", "agent_group_id", "engage_mode", "engage_pattern", "sender_scope",
                "ignored_message_policy",
            )  # fmt: skip
            told = f"{agent_name(asked, wiring.get('agent_group_id'))}: engages by {mode}{pattern}"
            yield Fact("wiring", asked.shown(told), "", "fine", proof)
