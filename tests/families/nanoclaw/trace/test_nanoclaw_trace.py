"""A message is told with its steps and delays, its replies, its other half elsewhere, and who was part of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import pytest

from inspector.cancel import CancelToken
from inspector.clock import Clock, parse_as_of
from inspector.families.trace import Trace
from inspector.families.trace_reader import TraceReader
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.traces.reading import ask, tracing_of

NOON = Clock(parse_as_of("2026-06-01T12:00:00Z"))
Traced = Callable[..., Trace]


def inn(id: str = "x", seq: int | None = 8, **more: object) -> tuple[str, dict[str, object]]:
    return ("messages_in", {"id": id, "seq": seq, "timestamp": "2026-06-01T11:00:00.250Z", **more})


def out(id: str = "o", seq: int | None = 9, **more: object) -> tuple[str, dict[str, object]]:
    return ("messages_out", {"id": id, "seq": seq, "timestamp": "2026-06-01 11:00:12", **more})


def ack(id: str, status: str, changed: str) -> tuple[str, dict[str, object]]:
    return ("processing_ack", {"message_id": id, "status": status, "status_changed": changed})


def done(id: str, at: str, **more: object) -> tuple[str, dict[str, object]]:
    return ("delivered", {"message_out_id": id, "delivered_at": at, **more})


def topics(trace: Trace, topic: str) -> list[str]:
    return [f"{fact.text} | {fact.note}" for fact in trace.facts if fact.topic == topic]


# --- steps ---


def test_the_steps_are_in_order_with_what_lay_between(install: Any, traced: Traced) -> None:
    install.run(
        inbound=[
            inn(content='{"text":"hi","metadata":{"dateSent":"2026-06-01T10:59:58.250Z"}}'),
            done("o", "2026-06-01 11:00:14"),
        ],
        outbound=[out(in_reply_to="x"), ack("x", "completed", "2026-06-01 11:00:13")],
    )
    trace = traced(install.data, "x")
    told = [(step.kind, None if step.after_s is None else round(step.after_s, 2), step.hint) for step in trace.steps]
    assert told == [
        ("sent", None, False),
        ("arrived", 2.0, False),
        ("replied", 11.75, True),
        ("finished", 1.0, False),
        ("delivered", 1.0, False),
    ]
    assert [step.proof.table for step in trace.steps if step.proof] == [
        "messages_in", "messages_in", "messages_out", "processing_ack", "delivered",
    ]  # fmt: skip


def test_a_second_is_no_order_between_the_halves(install: Any, traced: Traced) -> None:
    """The container writes whole seconds: its reply of the same second did not come before what it answers."""
    install.run(inbound=[inn()], outbound=[out(in_reply_to="x", timestamp="2026-06-01 11:00:00")])
    steps = traced(install.data, "x").steps
    assert [step.kind for step in steps] == ["arrived", "replied"]
    assert steps[1].after_s == 0.0


def test_a_time_that_cannot_be_read_stays_at_its_place(install: Any, traced: Traced) -> None:
    install.run(
        inbound=[inn(), done("o", "2026-06-01 11:00:14")],
        outbound=[out(in_reply_to="x", timestamp="yesterday")],
    )
    steps = traced(install.data, "x").steps
    assert [(step.kind, step.instant is None, step.stored) for step in steps] == [
        ("arrived", False, "2026-06-01T11:00:00.250Z"),
        ("replied", True, "yesterday"),
        ("delivered", False, "2026-06-01 11:00:14"),
    ]
    assert [step.after_s for step in steps] == [None, None, 13.75]


# --- statuses, replies ---


def test_what_the_container_says_counts_before_what_the_host_says(install: Any, traced: Traced) -> None:
    install.run(inbound=[inn(status="pending")], outbound=[ack("x", "completed", "2026-06-01 11:00:13")])
    trace = traced(install.data, "x")
    assert (trace.status, trace.stored_status) == ("completed", "pending")
    assert trace.verdict.outcome.id == "completed_no_reply"


def test_replies_are_hints_each_with_its_own_fate(install: Any, traced: Traced) -> None:
    install.run(
        inbound=[inn(), done("o", "2026-06-01 11:00:14"), done("p", "2026-06-01 11:00:20", status="failed")],
        outbound=[out(in_reply_to="x"), out("p", 11, in_reply_to="x"), ack("x", "completed", "2026-06-01 11:00:13")],
    )
    trace = traced(install.data, "x")
    assert [(one.relation, one.id, one.seq, one.verdict.outcome.id) for one in trace.linked if one.verdict] == [
        ("reply", "o", 9, "delivered"),
        ("reply", "p", 11, "failed_delivery"),
    ]
    assert all("guess" in one.hint for one in trace.linked)
    assert [verdict.outcome.id for verdict in trace.verdicts] == ["replied", "failed_delivery"]


def test_what_a_message_out_answers_is_linked_and_one_that_is_gone_said_so(install: Any, traced: Traced) -> None:
    install.run(inbound=[inn()], outbound=[out(in_reply_to="x"), out("p", 11, in_reply_to="gone")])
    (there,) = traced(install.data, "o").linked
    assert (there.relation, there.id, there.ref.table if there.ref else "") == ("answers", "x", "messages_in")
    (gone,) = traced(install.data, "p").linked
    assert gone.ref is None
    assert "not there" in gone.hint


# --- who is part of it ---


def test_all_adapters_of_a_chat_are_told_never_the_first_alone(install: Any, traced: Traced) -> None:
    install.run(
        [("messaging_groups", {"id": "mg-2", "platform_id": "telegram:1", "instance": "second", "name": "Home"})],
        [inn()],
    )
    assert topics(traced(install.data, "x"), "chat") == [
        "Home by telegram | one of 2 with this address, by adapter instance; the session's own chat; "
        "unknown senders: strict",
        "Home by second | one of 2 with this address, by adapter instance; unknown senders: strict",
    ]


def test_a_message_without_an_address_goes_where_the_session_routes(install: Any, traced: Traced) -> None:
    install.run(outbound=[out(channel_type=None, platform_id=None)])
    trace = traced(install.data, "o")
    assert topics(trace, "destination")[0] == "telegram:1 | from session_routing"
    install.run(inbound=["DELETE FROM session_routing"])
    assert topics(traced(install.data, "o"), "destination")[0] == "telegram:1 | the session's own chat"


def test_c100_a_destination_that_the_session_does_not_know_is_told_with_the_message(
    install: Any, traced: Traced
) -> None:
    install.run(inbound=["DELETE FROM destinations"], outbound=[out()])
    trace = traced(install.data, "o")
    (right,) = [fact for fact in trace.facts if fact.topic == "destination" and fact.text == "as “home”"]
    assert right.severity == "waiting"
    assert "does not know of it" in right.note
    assert trace.verdict.outcome.id == "not_delivered"


def test_the_session_its_agent_container_wiring_and_host_are_joined_in(install: Any, traced: Traced) -> None:
    install.run(
        [
            ("session_claims", {"session_id": "sess-1", "claimed_by": "inst-1", "updated_at": "2026-06-01T11:00:00Z"}),
            (
                "host_instances",
                {
                    "instance_id": "inst-1",
                    "install_id": "b",
                    "started_at": "2026-06-01T11:00:00Z",
                    "lease_expires_at": "2026-06-01T12:00:45Z",
                },
            ),
        ],
        [inn(status="pending")],
    )
    trace = traced(install.data, "x")
    assert topics(trace, "session") == ["sess-1 · Home | active, container running"]
    assert topics(trace, "agent") == ["Andy | "]
    assert topics(trace, "heartbeat") == ["10 s old | "]
    assert topics(trace, "wiring") == [
        "Andy: it engages on every message (pattern .) | what it ignores: drop",
    ]
    assert topics(trace, "host") == ["held by inst-1 | "]
    assert trace.session == "sess-1"
    assert trace.gaps == ()


def test_who_wrote_it_is_told_with_the_right_to(install: Any, traced: Traced) -> None:
    install.run(
        [
            ("users", {"id": "telegram:2", "display_name": "Leo"}),
            ("users", {"id": "telegram:3", "display_name": "Mei"}),
            ("agent_group_members", {"user_id": "telegram:2", "agent_group_id": "ag-1", "added_at": "2026"}),
        ],
        [inn(f"m{at}", 8 + 2 * at, content=f'{{"text":"hi","senderId":"{who}"}}')
         for at, who in enumerate(("1", "telegram:2", "3", "4"))],
    )  # fmt: skip
    assert [topics(traced(install.data, f"m{at}"), "sender")[0] for at in range(4)] == [
        "Gabi | owner of everything",
        "Leo | member",
        "Mei | neither role nor membership: the sender scope of the wiring and the policy of the chat decide",
        "4 | not in users: a stranger, as far as the central file knows",
    ]


def test_a_question_says_whether_it_was_answered(install: Any, traced: Traced) -> None:
    asked = '{"type":"ask_question","questionId":"q","title":"Which?","options":[]}'
    install.run(
        [("pending_questions", {"question_id": "q", "message_out_id": "q"})],
        outbound=[out("q", kind="chat-sdk", content=asked)],
    )
    assert topics(traced(install.data, "q"), "question") == ["waits for an answer since 2026-06-01 09:00:00 UTC | "]
    reply = '{"type":"question_response","questionId":"q","selectedOption":"left","userId":"telegram:1"}'
    install.run(inbound=[inn(kind="system", content=reply)])
    assert topics(traced(install.data, "q"), "question") == [
        "answered with “left” at 2026-06-01 11:00:00.250 UTC | telegram:1"
    ]


def test_a_host_that_is_gone_and_a_call_nobody_heard_are_told(install: Any, traced: Traced) -> None:
    install.run(
        [
            ("host_instances", {"instance_id": "i", "install_id": "b", "started_at": "2026",
                                "lease_expires_at": "2026-06-01T11:00:00Z"}),
            ("session_claims", {"session_id": "sess-1", "claimed_by": "i", "updated_at": "2026-06-01T11:00:00Z"}),
            ("wake_signals", {"id": "w", "session_id": "sess-1", "reason": "inbound",
                              "created_at": "2026-06-01T11:30:00Z"}),
        ],
        [inn(status="pending")],
    )  # fmt: skip
    assert topics(traced(install.data, "x"), "host") == [
        "held by i | that host is gone",
        "called to wake the session since 2026-06-01 11:30:00 UTC | no host has",
    ]


def test_a_half_in_wal_mode_is_told_with_every_message(install: Any, traced: Traced) -> None:
    install.run(inbound=["PRAGMA journal_mode = wal", inn(status="pending")])
    (fact,) = [fact for fact in traced(install.data, "x").facts if fact.topic == "journal"]
    assert (fact.text, fact.severity) == ("the inbound half is in WAL mode", "broken")


def test_an_agent_of_another_adapter_is_not_said_to_have_missed_it(install: Any, traced: Traced) -> None:
    wired = {"id": "w-2", "agent_group_id": "ag-2", "engage_mode": "mention", "engage_pattern": None}
    install.run(
        [
            ("messaging_groups", {"id": "mg-2", "platform_id": "telegram:1", "instance": "second"}),
            ("messaging_group_agents", {**wired, "messaging_group_id": "mg-2"}),
        ],
        [inn(content='{"text":"hi","isMention":false}')],
    )
    assert "not_engaged" not in [one.outcome.id for one in traced(install.data, "x").verdicts]


# --- from one session to another ---


@pytest.fixture
def two_sessions(install: Any) -> Any:
    install.add_session("sess-2", "ag-2")
    install.run(
        [
            ("sessions", {"id": "sess-2", "agent_group_id": "ag-2", "container_status": "stopped"}),
            ("agent_destinations", {"agent_group_id": "ag-1", "local_name": "ops", "target_type": "agent",
                                    "target_id": "ag-2"}),
        ],
        [done("o", "2026-06-01 11:00:14", platform_message_id=None)],
        [out(channel_type="agent", platform_id="ag-2", content='{"text":"drain node 3"}')],
    )  # fmt: skip
    connection = apsw.Connection(str(install.folder("sess-2", "ag-2") / "inbound.db"))
    for id, seq, text in (("a2a-1", 2, "drain node 3"), ("a2a-2", 4, "something else")):
        connection.execute(
            "INSERT INTO messages_in (id, seq, kind, timestamp, status, channel_type, platform_id, content, "
            "source_session_id) VALUES (?, ?, 'chat', '2026-06-01T11:00:14.500Z', 'pending', 'agent', 'ag-1', ?, "
            "'sess-1')",
            (id, seq, '{"text":"' + text + '","files":[]}'),
        )
    connection.close()
    return install


@pytest.mark.parametrize("alone", [False, True], ids=["install", "pair alone"])
def test_a_message_to_an_agent_leads_to_what_became_of_it_there(two_sessions: Any, alone: bool, traced: Traced) -> None:
    trace = traced(two_sessions.folder() if alone else two_sessions.data, "o")
    (other,) = trace.linked
    assert (other.relation, other.id, other.seq) == ("received as", "a2a-1", 2)
    assert other.source == str(two_sessions.folder("sess-2", "ag-2"))
    assert other.verdict is not None
    assert other.verdict.outcome.id == "not_picked_up"
    assert "by its text and time" in other.hint


def test_and_from_there_back(two_sessions: Any, traced: Traced) -> None:
    (other,) = traced(two_sessions.data, "a2a-1").linked
    assert (other.relation, other.way, other.id) == ("sent as", "out", "o")
    assert other.verdict is not None
    assert other.verdict.outcome.id == "delivered_to_agent"


def test_a_session_id_that_is_a_path_opens_nothing(install: Any, traced: Traced) -> None:
    elsewhere = install.data.parent / "elsewhere"
    elsewhere.mkdir()
    install.run(inbound=[inn(channel_type="agent", platform_id="..", source_session_id="../../../elsewhere")])
    trace = traced(install.data, "x")
    assert trace.linked == ()
    assert trace.gaps == ("The files of the other session are not there: its half of the message is not known.",)


# --- secrets ---


def test_secrets_are_masked_in_whatever_a_trace_says(install: Any, traced: Traced) -> None:
    key = "sk-ant-api03-" + "a1B2" * 20
    install.run(
        [("delivery_attempts", {"message_id": "o", "session_id": "sess-1", "attempts": 1, "last_error": key})],
        [inn(content='{"text":"the key is ' + key + '"}')],
        [out(content='{"text":"' + key + '"}')],
    )
    for name in ("x", "o"):
        assert key not in repr(traced(install.data, name))
    assert "Attempt 1 of 3 failed" in traced(install.data, "o").verdict.words


# --- two looks ---


def running_clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(clock, "now", lambda: parse_as_of("2026-06-01T12:00:00Z"))
    return clock


def test_what_is_told_of_now_must_be_told_twice(install: Any, traced: Traced, monkeypatch: pytest.MonkeyPatch) -> None:
    """The container finishes the message just after the first look."""
    install.run(inbound=[inn(status="pending")], outbound=[ack("x", "processing", "2026-06-01 11:31:00")])
    install.heartbeat(29.5 * 60)
    assert traced(install.data, "x").verdict.outcome.id == "claimed_stuck"

    def finish(seconds: float, token: object) -> None:
        install.run(outbound=["UPDATE processing_ack SET status = 'completed' WHERE message_id = 'x'"])

    monkeypatch.setattr("inspector.workspace.traces.reading.pause", finish)
    trace = traced(install.data, "x", running_clock(monkeypatch))
    assert trace.verdict.outcome.id == "completed_no_reply"
    assert trace.settled


def test_what_never_settles_is_said_to_be_so(install: Any, traced: Traced, monkeypatch: pytest.MonkeyPatch) -> None:
    install.run(inbound=[inn(status="pending")])
    states = iter(("stopped", "running", "stopped", "running", "stopped", "running"))

    def change(seconds: float, token: object) -> None:
        state = next(states)
        changed = "2026-06-01 11:59:50" if state == "running" else "2026-06-01 11:00:00"
        install.run(
            [f"UPDATE sessions SET container_status = '{state}' WHERE id = 'sess-1'"],
            (),
            [f"INSERT OR REPLACE INTO processing_ack VALUES ('x', 'processing', '{changed}')"],
        )

    monkeypatch.setattr("inspector.workspace.traces.reading.pause", change)
    trace = traced(install.data, "x", running_clock(monkeypatch))
    assert not trace.settled
    assert any("changed from one look to the next" in gap for gap in trace.gaps)


# --- what users met ---


def test_c98_each_of_four_messages_has_its_own_verdict(install: Any, traced: Traced) -> None:
    install.run(
        inbound=[
            done("a", "2026-06-01 11:00:14"),
            done("b", "2026-06-01 11:00:14", platform_message_id=None),
            done("c", "2026-06-01 11:00:14", status="failed", platform_message_id=None),
        ],
        outbound=[out(id, 11 + 2 * at) for at, id in enumerate("abcd")],
    )
    told = {id: traced(install.data, id).verdict.outcome.id for id in "abcd"}
    assert told == {"a": "delivered", "b": "delivered_suspect", "c": "failed_delivery", "d": "not_delivered"}


def test_c99_a_message_behind_twelve_system_rows_is_starved(install: Any, traced: Traced) -> None:
    rows = [inn(f"s{i}", 100 + 2 * i, kind="system", status="pending", trigger=0) for i in range(12)]
    install.run(inbound=[*rows, inn(status="pending", seq=300)])
    verdict = traced(install.data, "x").verdict
    assert verdict.outcome.id == "starved"
    assert verdict.outcome.severity == "broken"
    assert "12 due system rows" in verdict.words
    install.run(inbound=["UPDATE messages_in SET status = 'completed' WHERE id IN ('s0', 's1', 's2')"])
    assert traced(install.data, "x").verdict.outcome.id == "not_picked_up"


def test_c101_a_claim_of_three_hours_with_a_heartbeat_of_two_is_dead_not_running(install: Any, traced: Traced) -> None:
    install.run(inbound=[inn(status="pending")], outbound=[ack("x", "processing", "2026-06-01 09:00:00")])
    install.heartbeat(2 * 3600)
    assert traced(install.data, "x").verdict.outcome.id == "claimed_dead"
    # so it is of a pair alone, where nothing says that it runs
    install.central_file.rename(install.data.parent / "elsewhere.db")
    trace = traced(install.folder(), "x")
    assert trace.verdict.outcome.id == "claimed_dead"
    assert any("No central file" in gap for gap in trace.gaps)


# --- what is odd ---

ODD: tuple[object, ...] = (
    b"\x00\xff",
    "",
    "2026-13-45",
    "\x00'\"; DROP",
    2**62,
    -1.5,
    "1e400",
    "x" * 50_000,
    "ü\u202e",
)
COLUMNS = ("kind", "timestamp", "status", "process_after", "recurrence", "tries", "trigger", "on_wake", "channel_type",
           "platform_id", "content", "source_session_id", "series_id", "seq")  # fmt: skip


def inserted(table: str, cells: dict[str, object]) -> str:
    """The statement that adds a row; a number that is there already is taken over."""
    return f"INSERT OR REPLACE INTO {table} (id, {', '.join(cells)}) VALUES (?{', ?' * len(cells)})"


def test_no_cell_however_odd_makes_a_trace_fail(install: Any) -> None:
    inbound = apsw.Connection(str(install.folder() / "inbound.db"))
    outbound = apsw.Connection(str(install.folder() / "outbound.db"))
    ids = []
    for at, value in enumerate(ODD):
        for column in COLUMNS:
            id = f"in-{at}-{column}"
            cells = {
                "kind": "chat",
                "timestamp": "2026-06-01T11:00:00Z",
                "content": "{}",
                "status": "pending",
                column: value,
            }
            inbound.execute(inserted("messages_in", cells), [id, *cells.values()])
            ids.append(id)
        for column in ("timestamp", "deliver_after", "channel_type", "platform_id", "in_reply_to", "content", "kind"):
            id = f"out-{at}-{column}"
            cells = {"kind": "chat", "timestamp": "2026-06-01 11:00:00", "content": "{}", column: value}
            outbound.execute(inserted("messages_out", cells), [id, *cells.values()])
            ids.append(id)
        inbound.execute("INSERT INTO delivered VALUES (?, ?, 'delivered', ?, NULL)", [f"out-{at}-kind", value, value])
        inbound.execute("INSERT INTO delivered VALUES (?, NULL, 'delivered', ?, NULL)", [f"out-{at}-content", value])
        outbound.execute("INSERT INTO processing_ack VALUES (?, 'processing', ?)", [f"in-{at}-seq", value])
    inbound.close()
    outbound.close()
    source = open_source(str(install.folder()))
    tracing = tracing_of(source)

    def of_all(asked: TraceReader) -> list[str]:
        return [tracing.trace(asked, match.ref).id for id in ids for match in tracing.find(asked, id)]

    assert ask(source, of_all, NOON, CancelToken()) == ids
    source.close()


def test_a_file_of_a_fork_without_columns_tells_what_it_can(tmp_path: Path, traced: Traced) -> None:
    folder = tmp_path / "ag" / "s"
    folder.mkdir(parents=True)
    for half, sql in (
        ("inbound", "CREATE TABLE messages_in (id, kind, status, tries, content, process_after); "
                    "CREATE TABLE delivered (message_out_id); "
                    "INSERT INTO messages_in VALUES ('x', 'chat', 'pending', 0, '{}', NULL)"),
        ("outbound", "CREATE TABLE messages_out (id, kind, in_reply_to, deliver_after, content); "
                     "CREATE TABLE processing_ack (message_id, status, status_changed); "
                     "INSERT INTO messages_out VALUES ('o', 'chat', 'x', NULL, '{}')"),
    ):  # fmt: skip
        connection = apsw.Connection(str(folder / f"{half}.db"))
        connection.execute(sql)
        connection.close()
    assert traced(folder, "x").verdict.outcome.id == "not_picked_up"
    assert traced(folder, "o").verdict.outcome.id == "not_delivered"
