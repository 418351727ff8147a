"""What is wrong in the sessions of the sample install on purpose, and how each of it is repaired."""

from __future__ import annotations

import os

from inspector.sample.planted import Fault, Workbench

_PENDING = "COALESCE((SELECT a.status FROM outbound.processing_ack a WHERE a.message_id = messages_in.id), status)"
_WORKED_OFF = (
    "UPDATE inbound.messages_in SET status = 'completed' WHERE status IN ('pending', 'failed') AND {which};"
    "UPDATE outbound.processing_ack SET status = 'completed' WHERE status IN ('processing', 'failed') "
    "AND message_id IN (SELECT id FROM inbound.messages_in WHERE status = 'completed');"
)
_DELIVERED = (
    "UPDATE inbound.delivered SET status = 'delivered', platform_message_id = rowid "
    "WHERE status IN ('failed', 'refused');"
)
_ANSWERED_AT_HOME = (
    "UPDATE outbound.messages_out SET (channel_type, platform_id, thread_id) = "
    "(SELECT channel_type, platform_id, thread_id FROM inbound.session_routing) "
    "WHERE platform_id = 'discord:88001:99999'"
)


def _beat(bench: Workbench) -> None:
    """The container gives a sign of life."""
    moment = bench.moments.ago(seconds=20).timestamp()
    os.utime(bench.files["folder"] / ".heartbeat", (moment, moment))


def _restarted(bench: Workbench) -> None:
    _beat(bench)
    bench.run("UPDATE outbound.container_state SET current_tool = NULL, updated_at = :now")
    bench.run(_WORKED_OFF.format(which=f"{_PENDING} = 'processing'"))


_BOOKS = (
    Fault(
        "nanoclaw.failed_delivery",
        "books",
        "The quarterly summary could not be delivered to Ines.",
        _DELIVERED,
    ),
    Fault(
        "nanoclaw.suspect_delivery",
        "books",
        "A message to Ines is called delivered, and no adapter took it.",
        "UPDATE inbound.delivered SET platform_message_id = rowid WHERE platform_message_id IS NULL "
        "AND message_out_id IN (SELECT id FROM outbound.messages_out WHERE kind = 'chat')",
    ),
    Fault(
        "nanoclaw.undelivered",
        "books",
        "A message to Ines waits for half an hour and was not delivered.",
        "INSERT INTO inbound.delivered(message_out_id, platform_message_id, status, delivered_at) "
        "SELECT id, rowid, 'delivered', :now FROM outbound.messages_out WHERE deliver_after IS NULL "
        "AND id NOT IN (SELECT message_out_id FROM inbound.delivered)",
    ),
    Fault(
        "nanoclaw.invalid_cron",
        "books",
        "The rent is due on the 32nd: a recurrence that is no cron expression.",
        "UPDATE inbound.messages_in SET recurrence = '0 9 1 * *' WHERE recurrence = '0 9 32 * *'",
    ),
    Fault(
        "nanoclaw.not_picked_up",
        "books",
        "The task of the rent is due for eight days and nobody picked it up.",
        "UPDATE inbound.messages_in SET process_after = :tomorrow WHERE recurrence = '0 9 1 * *'",
    ),
    Fault(
        "nanoclaw.recurrence_not_cloned",
        "books",
        "A daily reminder was done and never planned again.",
        "UPDATE inbound.messages_in SET recurrence = NULL WHERE status = 'completed'",
    ),
    Fault(
        "nanoclaw.series_twice",
        "books",
        "The question about holidays stands twice in its series: it will be asked twice.",
        "UPDATE inbound.messages_in SET status = 'cancelled' WHERE status = 'paused'",
        2,
    ),
    Fault(
        "nanoclaw.unknown_value",
        "books",
        "A message of the kind hologram has the status archived.",
        "UPDATE inbound.messages_in SET kind = 'chat-sdk', status = 'completed' WHERE kind = 'hologram'",
        2,
    ),
)

_RUNNING = (
    Fault(
        "nanoclaw.stuck_claim",
        "trip",
        "Marco hangs: a message was claimed eleven minutes ago and there was no heartbeat since.",
        _beat,
    ),
    Fault(
        "nanoclaw.unreachable_target",
        "trip",
        "Marco wrote to a chat that nobody knows.",
        _ANSWERED_AT_HOME,
    ),
    Fault("nanoclaw.failed_delivery", "trip", "What Marco wrote to that chat could not be delivered.", _DELIVERED),
    Fault(
        "nanoclaw.dead_container",
        "night",
        "Rack's container is said to run and died two hours ago, with a message that it had claimed.",
        _restarted,
        2,
    ),
    Fault(
        "nanoclaw.not_picked_up",
        "night",
        "“rack? 👀” waits for an hour: nobody picked it up.",
        _WORKED_OFF.format(which="trigger = 1"),
    ),
)

_STOPPED = (
    Fault(
        "nanoclaw.failed_message",
        "receipts",
        "A photo of 12 MB was given up after five tries.",
        _WORKED_OFF.format(which="tries = 5"),
    ),
    Fault(
        "nanoclaw.orphan_claim",
        "receipts",
        "A message was claimed by a container that was stopped.",
        _WORKED_OFF.format(which="trigger = 1"),
    ),
    Fault(
        "nanoclaw.unknown_value",
        "receipts",
        "A claim has the status pondering.",
        "UPDATE outbound.processing_ack SET status = 'completed' WHERE status = 'pondering'",
    ),
    Fault(
        "nanoclaw.claim_without_message",
        "receipts",
        "A claim names a message that is gone.",
        "DELETE FROM outbound.processing_ack WHERE message_id NOT IN (SELECT id FROM inbound.messages_in)",
    ),
    Fault(
        "nanoclaw.delivery_without_message",
        "receipts",
        "A delivery names a message that is gone.",
        "DELETE FROM inbound.delivered WHERE message_out_id NOT IN (SELECT id FROM outbound.messages_out)",
    ),
)

_BETWEEN_AGENTS = (
    Fault(
        "nanoclaw.source_session_missing",
        "research",
        "A message came from a session that is gone.",
        "UPDATE inbound.messages_in SET source_session_id = (SELECT max(source_session_id) FROM inbound.messages_in "
        "WHERE source_session_id NOT LIKE '%nobody') WHERE source_session_id LIKE '%nobody'",
    ),
    Fault(
        "nanoclaw.failed_message",
        "research",
        "That message failed at once.",
        _WORKED_OFF.format(which="trigger = 1"),
    ),
    Fault(
        "nanoclaw.unreachable_target",
        "research",
        "Scout wrote to Rack, for whom it has no destination.",
        "INSERT INTO central.agent_destinations(agent_group_id, local_name, target_type, target_id, created_at) "
        "SELECT a.id, 'rack', 'agent', b.id, :yesterday FROM central.agent_groups a, central.agent_groups b "
        "WHERE a.folder = 'scout' AND b.folder = 'rack'",
    ),
    Fault(
        "nanoclaw.refused_delivery",
        "research",
        "The host refused to send what Scout wrote to Rack.",
        _DELIVERED + "UPDATE inbound.delivered SET reason_code = NULL",
        1,
        ("real",),
    ),
    Fault(
        "nanoclaw.failed_delivery",
        "research",
        "What Scout wrote to Rack could not be delivered.",
        _DELIVERED,
        1,
        ("documented",),
    ),
)

_STARVED = (
    Fault(
        "nanoclaw.starved_queue",
        "mara",
        "Twelve old system rows fill every batch that the container reads.",
        _WORKED_OFF.format(which="kind = 'system'"),
        12,
    ),
    Fault(
        "nanoclaw.unreadable_time",
        "mara",
        "A message came “yesterday, after lunch”.",
        "UPDATE inbound.messages_in SET timestamp = :yesterday WHERE timestamp LIKE 'yesterday%'",
    ),
    Fault(
        "nanoclaw.not_picked_up",
        "mara",
        "Mara and the system rows before her wait: nobody picked them up.",
        _WORKED_OFF.format(which="trigger = 1"),
        14,
    ),
    Fault(
        "nanoclaw.question_over",
        "mara",
        "A question waits though the message that asked is gone.",
        "DELETE FROM central.pending_questions WHERE message_out_id = 'msg-unsent-question'",
    ),
)

SESSION_FAULTS = (*_BOOKS, *_RUNNING, *_STOPPED, *_BETWEEN_AGENTS, *_STARVED)
"""All of them, in the order in which they are repaired; their place is the key of the session."""
