"""Everything that can become of a message, each told of the smallest install that shows it, with the rows that do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import apsw
import pytest

from inspector import resources
from inspector.families.nanoclaw.trace.outcomes import OUTCOMES
from inspector.families.trace import SEVERITIES

Row = Any
HOUR = 3600.0


@dataclass(frozen=True)
class Case:
    """One message and what became of it."""

    outcome: str
    """What is told of it first."""
    words: str
    """A part of what is said."""
    central: Sequence[Row] = ()
    inbound: Sequence[Row] = ()
    outbound: Sequence[Row] = ()
    """What is in the files besides the sound install."""
    name: str = "x"
    """What the message is called."""
    shown_by: str = ""
    """Tables and files of the rows that show it, in order."""
    heartbeat: float | None = 10
    """Seconds since the last heartbeat."""
    without: str = ""
    """The half that is not there."""
    also: str = ""
    """What is told besides."""


def row(table: str, **values: object) -> Row:
    return (table, values)


def inn(id: str = "x", seq: int | None = 8, **more: object) -> Row:
    return row(
        "messages_in", **{"id": id, "seq": seq, "status": "pending", "timestamp": "2026-06-01T11:00:00Z", **more}
    )


def out(id: str = "x", seq: int | None = 9, **more: object) -> Row:
    return row("messages_out", id=id, seq=seq, **more)


def ack(status: str, changed: str = "2026-06-01 11:58:00", id: str = "x") -> Row:
    return row("processing_ack", message_id=id, status=status, status_changed=changed)


def done(**more: object) -> Row:
    return row("delivered", message_out_id="x", **more)


def dropped(reason: str, **more: object) -> Row:
    seen = {"first_seen": "2026-06-01T11:00:00Z", "last_seen": "2026-06-01T11:30:00Z", "message_count": 3}
    where = {"channel_type": "telegram", "platform_id": "telegram:7", "sender_name": "Mei"}
    return row("unregistered_senders", reason=reason, **{**where, **seen, **more})


STOPPED = "UPDATE sessions SET container_status = 'stopped'"
BASH = "INSERT INTO container_state VALUES (1, 'Bash', 600000, '2026-06-01T11:55:00Z', '2026-06-01T11:55:00Z')"
LATER, JUST_NOW = "2026-06-01T12:30:00Z", "2026-06-01 11:59:30"
TO_OPS = {"channel_type": "agent", "platform_id": "ag-2"}
MAY_SEND = row("agent_destinations", agent_group_id="ag-1", local_name="ops", target_type="agent", target_id="ag-2")
POLICY = row("agent_message_policies", from_agent_group_id="ag-1", to_agent_group_id="ag-2", approver="telegram:1")
EVENT = '{"channelType":"telegram","message":{"id":"x","content":"{\\"text\\":\\"hi\\"}"}}'
LIVE = "messages_in processing_ack sessions .heartbeat"


def gate(status: str = "pending", **more: object) -> Row:
    return row(
        "pending_approvals",
        approval_id="g",
        session_id="sess-1",
        action="a2a_message_gate",
        payload='{"id":"x","platform_id":"ag-2","content":"{\\"text\\":\\"drain it\\"}"}',
        status=status,
        approver_user_id="telegram:1",
        **more,
    )


DOOR = [
    Case("no_agent_wired", "3 messages dropped, the last from Mei at 2026-06-01 11:30:00 UTC: no_agent_wired",
         [dropped("no_agent_wired")], name="telegram:7", shown_by="unregistered_senders"),
    Case("no_agent_engaged", "no_agent_engaged", [dropped("no_agent_engaged")], name="telegram:7"),
    Case("unknown_sender_strict", "unknown_sender_strict", [dropped("unknown_sender_strict")], name="telegram:7"),
    Case("unknown_sender_request_approval", "unknown_sender_request_approval",
         [dropped("unknown_sender_request_approval")], name="telegram:7"),
    Case("dropped", "quota_spent", [dropped("quota_spent", message_count=1)], name="telegram:7"),
    Case("channel_denied", "The chat was denied at 2026-05-20 00:00:00 UTC",
         [dropped("no_agent_wired"), row("messaging_groups", id="mg-7", platform_id="telegram:7",
                                         denied_at="2026-05-20T00:00:00Z")],
         name="telegram:7", shown_by="messaging_groups", also="no_agent_wired"),
    Case("sender_held", "Tia Rosa waits since 2026-06-01 09:00:00 UTC for Gabi to be let in",
         [row("pending_sender_approvals", id="p", sender_identity="telegram:5", sender_name="Tia Rosa",
              approver_user_id="telegram:1", original_message=EVENT)],
         shown_by="pending_sender_approvals"),
    Case("channel_held", "The chat waits since 2026-06-01 09:00:00 UTC for Gabi to connect it",
         [row("messaging_groups", id="mg-7", platform_id="telegram:7"),
          row("pending_channel_approvals", messaging_group_id="mg-7", agent_group_id="ag-1", original_message=EVENT,
              approver_user_id="telegram:1", created_at="2026-06-01T09:00:00Z")],
         shown_by="pending_channel_approvals"),
    Case("never_recorded", "No message is called “x”"),
    Case("gone", "delivered names it", inbound=[done()], shown_by="delivered"),
    Case("gone", "processing_ack names it", outbound=[ack("completed")], shown_by="processing_ack"),
]  # fmt: skip

IN = [
    Case("context_only", "It will be read along as context; it wakes nobody", inbound=[inn(trigger=0)],
         shown_by="messages_in"),
    Case("context_only", "which does not match",
         ["UPDATE messaging_group_agents SET engage_pattern = 'andy', ignored_message_policy = 'accumulate'"],
         [inn(trigger=0, status="completed")], also=""),
    Case("waits_until", "It waits until 2026-06-01 12:30:00 UTC, for 30 min", inbound=[inn(process_after=LATER)]),
    Case("retry", "Retry 4 of 5 is at 2026-06-01 12:00:20 UTC, in 20 s, 40 s after it failed",
         inbound=[inn(tries=4, process_after="2026-06-01T12:00:20Z")]),
    Case("waits_for_fresh_container", "by its first poll", inbound=[inn(on_wake=1)],
         shown_by="messages_in sessions .heartbeat"),
    Case("paused", "Paused", inbound=[inn(status="paused", kind="task")]),
    Case("cancelled", "Cancelled", inbound=[inn(status="cancelled", kind="task")]),
    Case("claimed_live", "Claimed 45 s ago", inbound=[inn()],
         outbound=[ack("processing", "2026-06-01 11:59:15")], heartbeat=50, shown_by=LIVE),
    Case("claimed_live", "Claimed 5 min ago; Bash runs and may take 10 min", inbound=[inn()],
         outbound=[BASH, ack("processing", "2026-06-01 11:55:00")], heartbeat=301, shown_by=f"{LIVE} container_state"),
    Case("claimed_live", "Claimed 10 min ago", inbound=[inn()],
         outbound=[ack("processing", "2026-06-01 11:50:00")], heartbeat=10),
    Case("claimed_stuck", "Claimed 120 s ago, and no heartbeat since", inbound=[inn()],
         outbound=[ack("processing")], heartbeat=121, shown_by=LIVE),
    Case("claimed_dead", "Claimed 3 h ago; the container's last heartbeat is 2 h old", inbound=[inn()],
         outbound=[ack("processing", "2026-06-01 09:00:00")], heartbeat=2 * HOUR, shown_by=LIVE),
    Case("orphan_claim", "Claimed 2 min ago by a container that was stopped", [STOPPED], [inn()], [ack("processing")],
         shown_by=LIVE),
    Case("starved", "12 due system rows stand before it",
         inbound=[*(inn(f"s{i}", 100 + 2 * i, kind="system", trigger=0) for i in range(12)), inn(seq=200)],
         shown_by="messages_in messages_in messages_in messages_in"),
    Case("failed", "It failed after 5 tries of 5", inbound=[inn(status="failed", tries=5)]),
    Case("failed", "It failed at once at 2026-06-01 11:58:00 UTC", inbound=[inn()], outbound=[ack("failed")],
         shown_by="messages_in processing_ack"),
    Case("script_skipped", "script-skip:error", inbound=[inn(kind="task", status="failed")],
         outbound=[ack("script-skip:error")]),
    Case("replied", "Answered by o (in_reply_to, a hint): Delivered at",
         inbound=[inn(), row("delivered", message_out_id="o")],
         outbound=[ack("completed"), out("o", in_reply_to="x")],
         shown_by="messages_in processing_ack messages_out delivered"),
    Case("replied", "Answered by o", inbound=[inn()], outbound=[ack("completed"), out("o", in_reply_to="x")],
         also="not_delivered"),
    Case("completed_no_reply", "nothing was sent since", inbound=[inn()], outbound=[ack("completed")],
         shown_by="messages_in processing_ack messages_out"),
    Case("completed_no_reply", "the next message sent is o at 2026-06-01 11:59:30 UTC",
         inbound=[inn()], outbound=[ack("completed"), out("o", timestamp=JUST_NOW)]),
    Case("done", "rows of kind task need no reply", inbound=[inn(kind="task")], outbound=[ack("completed")]),
    Case("replies_unknown", "the outbound half is not read", inbound=[inn(status="completed")], without="outbound"),
    Case("claims_unknown", "the outbound half is not read", inbound=[inn()], without="outbound"),
    Case("due", "Due for 30 s; the container runs", inbound=[inn(timestamp=JUST_NOW)],
         shown_by="messages_in sessions .heartbeat"),
    Case("not_picked_up", "Due for 60 min, and nobody claimed it; the container is stopped", [STOPPED], [inn()],
         shown_by="messages_in sessions .heartbeat"),
    Case("not_picked_up", "the container is dead", inbound=[inn()], heartbeat=HOUR),
    Case("session_closed", "its session is closed", ["UPDATE sessions SET status = 'closed'", STOPPED], [inn()],
         shown_by="messages_in sessions"),
    Case("unreadable_time", "“soon”, which is no time", inbound=[inn(process_after="soon")]),
    Case("unknown_status", "“napping”", inbound=[inn(status="napping")]),
    Case("not_engaged", "Ops did not hear it: it engages when it is mentioned, and was not",
         [row("messaging_group_agents", id="w-2", messaging_group_id="mg-1", agent_group_id="ag-2",
              engage_mode="mention", engage_pattern=None)],
         [inn(status="completed", content='{"text":"hello","isMention":false}'), done()],
         [out(in_reply_to="x", id="y")], also="not_engaged"),
]  # fmt: skip

ELSEWHERE = row("messaging_groups", id="mg-2", platform_id="telegram:2")

OUT = [
    Case("on_its_way", "It could be sent for 30 s", outbound=[out(timestamp=JUST_NOW)],
         shown_by="delivered messages_out"),
    Case("not_delivered", "there is no row in delivered", outbound=[out()], shown_by="delivered messages_out"),
    Case("held_until", "It is held until 2026-06-01 12:30:00 UTC", outbound=[out(deliver_after=LATER)],
         shown_by="messages_out"),
    Case("held_for_approval", "Held for approval by Gabi, since 2026-06-01 09:00:00 UTC", [MAY_SEND, POLICY, gate()],
         outbound=[out(**TO_OPS)], shown_by="pending_approvals agent_message_policies messages_out"),
    Case("held_for_approval", "who has yet to say why not", [MAY_SEND, gate("awaiting_reason")],
         [done(platform_message_id=None)], [out(**TO_OPS)]),
    Case("held_for_approval", "the card expired at 2026-06-01 10:00:00 UTC",
         [gate(expires_at="2026-06-01T10:00:00Z")], shown_by="pending_approvals", also="gone"),
    Case("held_for_approval", "waits for Gabi; no card", [MAY_SEND, POLICY], outbound=[out(**TO_OPS)],
         shown_by="agent_message_policies messages_out"),
    Case("approval_refused", "is rejected", [MAY_SEND, gate("rejected")], outbound=[out(**TO_OPS)]),
    Case("not_allowed", "To telegram:2: the agent has no destination for it", [ELSEWHERE],
         outbound=[out(platform_id="telegram:2")], shown_by="messages_out agent_destinations", also="not_delivered"),
    Case("unknown_chat", "To telegram:9: this chat is not known", outbound=[out(platform_id="telegram:9")],
         shown_by="messages_out messaging_groups"),
    Case("unknown_agent", "there is no such agent", outbound=[out(channel_type="agent", platform_id="ag-9")],
         shown_by="messages_out agent_groups"),
    Case("chat_closed", "this chat is denied or detached",
         ["UPDATE messaging_groups SET detached_at = '2026-05-30T00:00:00Z'"], outbound=[out()],
         shown_by="messages_out messaging_groups"),
    Case("refused", "The host refused it at 2026-06-01 10:00:06 UTC: caller-reason",
         inbound=[done(status="refused", reason_code="caller-reason")], outbound=[out()],
         shown_by="delivered messages_out"),
    Case("failed_delivery", "gave up after 3 attempts at 2026-06-01 10:00:06 UTC: Missing Permissions",
         [row("delivery_attempts", message_id="x", session_id="sess-1", attempts=3, last_error="Missing Permissions")],
         [done(status="failed", platform_message_id=None)], [out()],
         shown_by="delivered messages_out delivery_attempts"),
    Case("failed_delivery", "gave up after 3 attempts", [ELSEWHERE],
         [done(status="failed", platform_message_id=None)], [out(platform_id="telegram:2")], also="not_allowed"),
    Case("retrying_delivery", "Attempt 2 of 3 failed: 50013; the next is at 2026-06-01 12:00:20 UTC",
         [row("delivery_attempts", message_id="x", session_id="sess-1", attempts=2, last_error="50013",
              next_attempt_at="2026-06-01T12:00:20Z")],
         outbound=[out()], shown_by="delivered messages_out delivery_attempts"),
    Case("delivered", "its id there is tg-1", inbound=[done()], outbound=[out()], shown_by="delivered messages_out"),
    Case("delivered_suspect", "no adapter gave it an id", inbound=[done(platform_message_id=None)], outbound=[out()]),
    Case("delivered_to_agent", "Handed to the agent Ops", [MAY_SEND], [done(platform_message_id=None)],
         [out(**TO_OPS)]),
    Case("carried_out", "rows of kind system have no id", inbound=[done(platform_message_id=None)],
         outbound=[out(kind="system", channel_type=None, platform_id=None)]),
    Case("reacted", "a reaction has no id", inbound=[done(platform_message_id=None)],
         outbound=[out(content='{"operation":"reaction","messageId":"1","emoji":"+1"}')]),
    Case("delivery_unknown", "the inbound half is not read", outbound=[out()], without="inbound"),
    Case("unknown_delivery", "“sideways”", inbound=[done(status="sideways")], outbound=[out()]),
    Case("unreadable_hold", "“soon”, which is no time", outbound=[out(deliver_after="soon")]),
]  # fmt: skip

CASES = [*DOOR, *IN, *OUT]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.outcome}-{case.words[:24]}")
def test_each_outcome_is_told_of_the_smallest_install_that_shows_it(
    case: Case, make_install: Callable[..., Any], traced: Callable[..., Any]
) -> None:
    install = make_install()
    install.run(case.central, case.inbound, case.outbound)
    install.heartbeat(case.heartbeat)
    if case.without:
        (install.folder() / f"{case.without}.db").unlink()
    trace = traced(install.data, case.name)
    told = [verdict.outcome.id for verdict in trace.verdicts]
    if case.outcome == case.also:
        assert case.outcome in told[1:]
    else:
        assert told[0] == case.outcome
        assert case.also in told[1:] or not case.also
    verdict = trace.verdicts[told.index(case.outcome)]
    assert case.words in verdict.words
    assert verdict.outcome.rule.endswith(".")
    assert verdict.outcome.severity in SEVERITIES
    tables = [proof.table or Path(proof.path).name for proof in verdict.proofs]
    assert not case.shown_by or tables == case.shown_by.split()
    assert tables or case.outcome == "never_recorded"
    assert all(Path(proof.path).is_file() for proof in verdict.proofs if proof.ref is not None)


def test_no_outcome_is_without_such_an_install() -> None:
    shown_elsewhere = {"delivered_old", "dead_container"}
    assert {one.id for one in OUTCOMES} - shown_elsewhere == {case.outcome for case in CASES}
    assert len({one.id for one in OUTCOMES}) == len(OUTCOMES)


def test_the_help_tells_of_each_outcome_with_its_rule() -> None:
    page = resources.text("help", "traces.md")
    assert [one.id for one in OUTCOMES if f"| {one.title} | {one.rule} |" not in page] == []


LEGACY = (
    "CREATE TABLE messages_in (id TEXT PRIMARY KEY, kind TEXT NOT NULL, timestamp TEXT NOT NULL, status TEXT, "
    "status_changed TEXT, process_after TEXT, recurrence TEXT, tries INTEGER DEFAULT 0, platform_id TEXT, "
    "channel_type TEXT, thread_id TEXT, content TEXT NOT NULL)",
    "CREATE TABLE messages_out (id TEXT PRIMARY KEY, in_reply_to TEXT, timestamp TEXT NOT NULL, delivered INTEGER "
    "DEFAULT 0, deliver_after TEXT, recurrence TEXT, kind TEXT NOT NULL, platform_id TEXT, channel_type TEXT, "
    "thread_id TEXT, content TEXT NOT NULL)",
    "INSERT INTO messages_in VALUES ('a', 'chat', '2026-06-01T11:00:00Z', 'completed', '2026-06-01T11:00:09Z', NULL, "
    'NULL, 0, NULL, NULL, NULL, \'{"text":"hi"}\')',
    "INSERT INTO messages_out VALUES ('b', 'a', '2026-06-01T11:00:05Z', 1, NULL, NULL, 'chat', NULL, NULL, NULL, '{}')",
    "INSERT INTO messages_out VALUES ('c', NULL, '2026-06-01T11:00:05Z', 0, NULL, NULL, 'chat', NULL, NULL, NULL, "
    "'{}')",
)


def test_a_session_in_one_file_tells_what_it_has(tmp_path: Path, traced: Callable[..., Any]) -> None:
    folder = tmp_path / "ag-x" / "sess-x"
    folder.mkdir(parents=True)
    connection = apsw.Connection(str(folder / "session.db"))
    for statement in LEGACY:
        connection.execute(statement)
    connection.close()
    assert traced(folder, "b").verdict.outcome.id == "delivered_old"
    assert traced(folder, "c").verdict.outcome.id == "not_delivered"
    answered = traced(folder, "a")
    assert answered.verdict.outcome.id == "replied"
    assert [step.kind for step in answered.steps] == ["arrived", "replied", "finished"]
    assert len(answered.gaps) == 2
