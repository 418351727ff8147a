"""Tasks, what waits and what agents say: each rule on the smallest install that shows it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from inspector.clock import Clock, parse_as_of
from inspector.errors import InvalidInput
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.rosters.flow import FlowRow, pairs, read_flow
from inspector.workspace.rosters.tasks import TaskRow, read_tasks
from inspector.workspace.rosters.waiting import WaitingRow, read_waiting

CLOCK = Clock(parse_as_of("2026-06-01T12:00:00Z"))


def asked(read: Callable[..., Any], folder: Path | str, clock: Clock = CLOCK) -> tuple[tuple[Any, ...], list[str]]:
    source = open_source(str(folder))
    try:
        rows, told = read(source, clock)
        return rows, told.problems
    finally:
        source.close()


def tasks(install: Any) -> tuple[TaskRow, ...]:
    return asked(read_tasks, install.data)[0]


def waits(install: Any) -> tuple[WaitingRow, ...]:
    return asked(read_waiting, install.data)[0]


def task(id: str = "t", seq: int = 2, **more: object) -> tuple[str, dict[str, object]]:
    values = {"content": '{"prompt":"Water the plants","script":null}', "series_id": "t", "status": "pending"}
    return ("messages_in", {"id": id, "seq": 1000 + seq, "kind": "task", **values, **more})


# --- tasks ---


@pytest.mark.parametrize(
    ("cells", "state", "problem"),
    [
        ({"process_after": "2026-06-01T13:00:00Z"}, "planned", ""),
        ({"process_after": "2026-06-01T11:58:00Z"}, "due", ""),
        ({"process_after": "2026-06-01T09:00:00Z"}, "overdue", ""),
        ({"process_after": "2026-06-01T12:00:20Z", "tries": 3}, "retry 3 of 5", ""),
        ({"status": "paused"}, "paused", ""),
        ({"status": "cancelled"}, "cancelled", ""),
        ({"status": "completed"}, "completed", ""),
        ({"status": "completed", "recurrence": "0 9 * * *"}, "completed", "its next run was not planned"),
        ({"recurrence": "every day", "process_after": "2026-06-01T13:00:00Z"}, "planned", "is no cron expression"),
    ],
)
def test_a_task_says_what_it_is_at(install: Any, cells: dict[str, object], state: str, problem: str) -> None:
    install.run(inbound=[task(**cells)])
    (row,) = tasks(install)
    assert (row.series.prompt, row.series.state) == ("Water the plants", state)
    assert problem in "".join(row.series.problems)
    assert bool(row.series.problems) == bool(problem)


def test_rows_of_one_series_are_one_task_with_its_runs(install: Any) -> None:
    install.run(
        inbound=[
            task("t", 2, status="completed", process_after="2026-05-30T09:00:00Z"),
            task("t2", 4, status="failed", process_after="2026-05-31T09:00:00Z"),
            task("t3", 6, recurrence="0 9 * * *", process_after="2026-06-02T09:00:00Z"),
            task("u", 8, series_id=None, status="completed", content='{"prompt":"Once"}'),
        ],
        outbound=[("processing_ack", {"message_id": "t2", "status": "script-skip:error"})],
    )
    daily, once = tasks(install)
    assert [(run.status, run.is_failed) for run in daily.series.runs] == [
        ("script-skip:error", True),
        ("completed", False),
    ]
    assert daily.series.next is not None
    assert daily.series.next.moment.isoformat() == "2026-06-02T09:00:00+00:00"
    assert (daily.failures, daily.series.recurrence) == (1, "0 9 * * *")
    assert (once.series.prompt, once.series.is_live) == ("Once", False)


def test_several_live_rows_of_a_series_are_marked(install: Any) -> None:
    install.run(inbound=[task("t", 2), task("t2", 4)])
    (row,) = tasks(install)
    assert row.series.problems == ("2 rows of it are live: it will run as often",)


def test_a_claimed_task_is_live(install: Any) -> None:
    install.run(inbound=[task()], outbound=[("processing_ack", {"message_id": "t", "status": "processing"})])
    (row,) = tasks(install)
    assert (row.series.state, row.series.is_live) == ("processing", True)


def test_secrets_in_a_task_are_masked(install: Any) -> None:
    install.run(inbound=[task(content='{"prompt":"use sk-ant-api03-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}')])
    (row,) = tasks(install)
    assert "sk-ant-api03-AAAA" not in row.series.prompt


# --- what waits ---


def test_each_kind_that_waits_is_told_the_oldest_first(install: Any) -> None:
    install.run(
        central=[
            ("users", {"id": "telegram:9", "display_name": "Nora"}),
            ("pending_approvals", {"approval_id": "a", "session_id": "sess-1", "status": "pending"}),
            ("pending_approvals", {"approval_id": "b", "status": "approved"}),
            ("pending_questions", {"question_id": "q", "message_out_id": "q", "options_json": '[{"label":"Yes"}]'}),
            (
                "pending_sender_approvals",
                {
                    "id": "s",
                    "sender_identity": "telegram:7",
                    "sender_name": "Stranger",
                    "approver_user_id": "telegram:9",
                    "created_at": "2026-06-01T08:00:00Z",
                },
            ),
        ],
        outbound=[("messages_out", {"id": "q", "seq": 1001})],
    )
    sender, *rest = waits(install)
    assert (sender.one.kind, sender.one.title, sender.one.who) == ("new sender", "Stranger wants to be let in", "Nora")
    assert {row.one.kind: (row.one.who, row.one.problems) for row in rest} == {
        "approval": ("", ()),
        "question": ("", ()),
    }
    (question,) = [row.one for row in rest if row.one.kind == "question"]
    assert question.options == ("Yes",)


def test_what_nobody_will_decide_is_marked(install: Any) -> None:
    install.run(
        central=[
            ("pending_approvals", {"approval_id": "a", "status": "pending", "expires_at": "2026-06-01T11:00:00Z"}),
            ("pending_questions", {"question_id": "q", "message_out_id": "q", "created_at": "2026-06-01T09:30:00Z"}),
            ("pending_questions", {"question_id": "r", "message_out_id": "r", "created_at": "2026-06-01T09:40:00Z"}),
        ],
        inbound=[
            (
                "messages_in",
                {
                    "id": "x",
                    "seq": 1002,
                    "kind": "system",
                    "content": '{"type":"question_response","questionId":"q","selectedOption":"Yes"}',
                },
            )
        ],
        outbound=[("messages_out", {"id": "q", "seq": 1001})],
    )
    told = [row.one.problems for row in waits(install)]
    assert told == [
        ("expired: it can no longer be answered",),
        ("answered: Yes, and still pending",),
        ("the message that asked is not there",),
    ]


def test_a_closed_session_gets_no_answer(install: Any) -> None:
    install.run(
        central=[
            "UPDATE sessions SET status = 'closed'",
            ("pending_approvals", {"approval_id": "a", "session_id": "sess-1", "status": "pending"}),
        ]
    )
    (row,) = waits(install)
    assert row.one.problems == ("its session is closed",)


def test_an_approval_of_a_message_names_what_it_holds(install: Any) -> None:
    payload = '{"id":"msg-1","platform_id":"ag-9","content":"{\\"text\\":\\"hello\\"}"}'
    install.run(
        central=[
            (
                "pending_approvals",
                {"approval_id": "a", "action": "a2a_message_gate", "payload": payload, "status": "pending"},
            )
        ]
    )
    (row,) = waits(install)
    assert (row.one.holds, row.one.about) == ("msg-1", "Message to ag-9: hello")


# --- between agents ---


@pytest.fixture
def two(install: Any) -> Any:
    """Two agents with a session each."""
    install.run(
        central=[
            ("agent_groups", {"id": "ag-9", "name": "Second", "folder": "second"}),
            ("sessions", {"id": "sess-9", "agent_group_id": "ag-9"}),
        ]
    )
    install.add_session("sess-9", "ag-9")
    return install


def said(id: str, seq: int, text: str, to: str = "ag-9", **more: object) -> tuple[str, dict[str, object]]:
    cells = {"id": id, "seq": 1000 + seq, "channel_type": "agent", "platform_id": to, "content": f'{{"text":"{text}"}}'}
    return ("messages_out", {**cells, **more})


def came(install: Any, id: str, seq: int, text: str, at: str) -> None:
    from tests.families.nanoclaw.conftest import execute, sql_of

    cells = {"id": id, "seq": 1000 + seq, "channel_type": "agent", "platform_id": "ag-1", "source_session_id": "sess-1"}
    row = ("messages_in", {**cells, "content": f'{{"text":"{text}"}}', "timestamp": at})
    execute(install.folder("sess-9", "ag-9") / "inbound.db", sql_of(row))


def flow(install: Any) -> tuple[FlowRow, ...]:
    return asked(read_flow, install.data)[0]


def test_both_ends_of_a_message_are_one(two: Any) -> None:
    two.run(outbound=[said("o", 1, "hello"), said("p", 3, "hello", timestamp="2026-06-01 10:05:00")])
    came(two, "i", 2, "hello", "2026-06-01T10:00:07.500Z")
    lost, whole = flow(two)
    assert (whole.receiver, whole.status, whole.took_s) == ("Second", "arrived", 2.5)
    assert (lost.arrived, lost.status) == (None, "not delivered")
    (pair,) = pairs((lost, whole))
    assert (pair.receiver, pair.count, pair.lost) == ("Second", 2, 1)


def test_one_that_is_held_failed_or_refused_says_so_with_its_approver(two: Any) -> None:
    two.run(
        central=[
            ("users", {"id": "telegram:9", "display_name": "Nora"}),
            (
                "agent_message_policies",
                {"from_agent_group_id": "ag-1", "to_agent_group_id": "ag-9", "approver": "telegram:9"},
            ),
            (
                "pending_approvals",
                {"approval_id": "a", "action": "a2a_message_gate", "payload": '{"id":"o"}', "status": "pending"},
            ),
        ],
        inbound=[("delivered", {"message_out_id": "p", "status": "failed", "platform_message_id": None})],
        outbound=[
            said("o", 1, "one"),
            said("p", 3, "two"),
            said("q", 5, "three", deliver_after="2026-06-02T00:00:00Z"),
        ],
    )
    told = {row.end.message.text: (row.status, row.origin.message.approver) for row in flow(two)}
    assert {row.end.message.text: row.is_lost for row in flow(two)} == {"one": False, "two": True, "three": False}
    assert told == {
        "one": ("held for approval", "Nora"),
        "two": ("failed", "Nora"),
        "three": ("held until its time", "Nora"),
    }


@pytest.mark.parametrize(("status", "count"), [("pending", 1), ("awaiting_reason", 1), ("rejected", 0)])
def test_one_that_stands_in_its_approval_alone_is_held(two: Any, status: str, count: int) -> None:
    payload = '{"id":"o","platform_id":"ag-9","content":"{\\"text\\":\\"drain node 3\\"}"}'
    approval = {"approval_id": "a", "session_id": "sess-1", "action": "a2a_message_gate", "payload": payload}
    two.run(central=[("pending_approvals", {**approval, "status": status})])
    told = [(row.sent.session, row.receiver, row.status, row.end.message.text) for row in flow(two) if row.sent]
    assert told == [("sess-1", "Second", "held for approval", "drain node 3")] * count


def test_notices_of_the_host_are_no_messages_of_an_agent(two: Any) -> None:
    notice = {"id": "n", "seq": 1002, "channel_type": "agent", "platform_id": "ag-1", "content": '{"text":"added"}'}
    two.run(inbound=[("messages_in", notice)])
    assert flow(two) == ()


# --- real files ---


def test_a_half_that_cannot_be_read_is_told(real_database: Callable[[str], Path]) -> None:
    _, problems = asked(read_tasks, real_database("nanoclaw/install-broken"))
    assert any("inbound.db: This is not an SQLite database." in problem for problem in problems)


def test_the_tasks_of_a_real_install_are_those_that_sql_counts(real_database: Callable[[str], Path]) -> None:
    import apsw

    folder = real_database("nanoclaw/install-newest")
    series: set[tuple[str, str]] = set()
    for file in folder.glob("data/v2-sessions/*/*/inbound.db"):
        connection = apsw.Connection(f"file:{file}?immutable=1", apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
        sql = "SELECT DISTINCT series_id FROM messages_in WHERE kind = 'task'"
        series |= {(file.parent.name, id) for (id,) in connection.execute(sql)}
    clock = Clock(parse_as_of("2026-06-21T09:05:00Z"))
    rows, problems = asked(read_tasks, folder, clock)
    assert {(row.session, row.series.id) for row in rows} == series
    assert problems == []
    (briefing,) = [row for row in rows if row.series.id == "weekday-briefing-3f2a"]
    assert (briefing.series.state, len(briefing.series.runs), briefing.failures) == ("planned", 6, 2)
    waiting, _ = asked(read_waiting, folder, clock)
    assert len(waiting) == 12
    central = f"file:{folder / 'data/v2.db'}?immutable=1"
    connection = apsw.Connection(central, apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
    sql = (
        "SELECT s.agent_group_id, json_extract(p.payload, '$.platform_id') FROM pending_approvals p "
        "JOIN sessions s ON s.id = p.session_id WHERE p.action = 'a2a_message_gate'"
    )
    gated = sorted(connection.execute(sql).fetchall())
    messages, _ = asked(read_flow, folder, clock)
    held = [row.origin for row in messages if row.status == "held for approval"]
    assert sorted((end.agent, end.message.other) for end in held) == gated
    assert len(gated) == 2
    assert {(pair.sender, pair.receiver): (pair.count, pair.lost) for pair in pairs(messages)} == {
        ("Andy", "Research"): (13, 0),
        ("Research", "Andy"): (13, 0),
        ("Andy", "Ops Bot"): (1, 0),
        ("Ops Bot", "Andy"): (1, 0),
    }


@pytest.mark.parametrize("name", ["legacy-pair", "legacy-single"])
def test_old_files_are_listed_with_what_they_have(real_database: Callable[[str], Path], name: str) -> None:
    for read in (read_tasks, read_waiting, read_flow):
        _, problems = asked(read, real_database(f"nanoclaw/{name}"))
        assert problems == []


def test_a_source_without_sessions_says_so(real_database: Callable[[str], Path]) -> None:
    with pytest.raises(InvalidInput, match="no sessions"):
        asked(read_tasks, real_database("state-memory/small"))


@pytest.mark.parametrize(("read", "name"), [(read_tasks, "tasks"), (read_waiting, "waiting"), (read_flow, "flow")])
def test_what_is_left_out_is_told(
    two: Any, monkeypatch: pytest.MonkeyPatch, read: Callable[..., Any], name: str
) -> None:
    two.run(
        central=[("pending_approvals", {"approval_id": id, "status": "pending"}) for id in "ab"],
        inbound=[task("t", 2), task("u", 4, series_id="u")],
        outbound=[said("o", 1, "one"), said("p", 3, "two")],
    )
    assert asked(read, two.data)[1] == []
    monkeypatch.setattr(import_module(f"inspector.families.nanoclaw.rosters.{name}"), "_MOST", 1)
    rows, problems = asked(read, two.data)
    assert len(rows) == 1
    assert any("were read" in problem for problem in problems)


def test_ends_are_joined_however_long_a_message_is(two: Any) -> None:
    two.run(outbound=[said("o", 1, "x" * 30_000)])
    came(two, "i", 2, "x" * 30_000, "2026-06-01T10:00:07.500Z")
    (row,) = flow(two)
    assert (row.sent is not None, row.arrived is not None) == (True, True)
