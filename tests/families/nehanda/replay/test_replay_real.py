"""Real files are replayed without a gap, and counts agree with SQL that is written here, apart from the program's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.cancel import CancelToken
from inspector.families.replay.parts import ToolCall
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.replays.read_replay import WholeReplay, list_conversations, read_audit, read_whole_replay
from inspector.workspace.source import Source

FILES = ("real", "small", "v3", "hybrid", "wal-live")
CALLS = """
WITH blocks AS (
  SELECT t.id AS entry, t.session_id AS session, t.created_at AS at, block.value AS block
  FROM transcript_entries AS t JOIN json_each(t.payload_json, '$.content') AS block
  WHERE t.entry_type = 'assistant' AND json_valid(t.payload_json) AND json_type(t.payload_json, '$.content') = 'array')
SELECT session, block ->> '$.id' AS call, at FROM blocks WHERE block ->> '$.type' = 'tool_use'"""
WAYS = f"""
WITH calls AS ({CALLS}), judged AS (
SELECT CASE
  WHEN EXISTS (SELECT 1 FROM hook_invocations h WHERE h.session_id = c.session AND h.tool_use_id = c.call
    AND h.hook_event = 'PreToolUse' AND h.exit_code = 2) THEN 'blocked by hook'
  WHEN p.id IS NULL THEN 'automatic (not logged)'
  WHEN p.decision = 'deny' AND p.reason_json IS NULL THEN 'by policy'
  WHEN p.decision = 'allow' AND unixepoch(p.created_at) - unixepoch(c.at) < 1 THEN 'allowed with nobody asked'
  ELSE 'asked' END AS way
FROM calls c LEFT JOIN tool_permission_log p ON p.id = (SELECT max(id) FROM tool_permission_log q
  WHERE q.session_id = c.session AND q.tool_use_id = c.call))
SELECT way, count(*) FROM judged GROUP BY way"""
HOOKS = """
SELECT hook_event, matcher, command, sum(skipped_reason IS NULL),
  count(*) FILTER (WHERE exit_code = 0), sum(skipped_reason IS NOT NULL),
  sum(skipped_reason IS NULL AND exit_code IS NULL AND completed_at IS NOT NULL),
  count(*) FILTER (WHERE exit_code = 2 AND hook_event = 'PreToolUse') FROM hook_invocations GROUP BY 1, 2, 3"""


def ask(source: Source, sql: str) -> list[tuple[object, ...]]:
    assert source.database is not None
    return source.database.read(lambda reader: list(reader.rows(sql)), CancelToken())


@pytest.fixture(scope="module")
def opened() -> dict[str, tuple[Source, list[WholeReplay]]]:
    return {}


@pytest.fixture(params=FILES)
def real_one(
    request: pytest.FixtureRequest,
    real_database: Callable[[str], Path],
    opened: dict[str, tuple[Source, list[WholeReplay]]],
) -> tuple[Source, list[WholeReplay]]:
    if request.param not in opened:
        source = open_source(str(real_database(f"nehanda/{request.param}/ona-session.db")))
        lines = list_conversations(source, CancelToken())
        opened[request.param] = source, [read_whole_replay(source, line.id, CancelToken()) for line in lines]
    return opened[request.param]


Real = tuple[Source, list[WholeReplay]]


def test_every_row_of_the_transcript_is_replayed_once_and_in_its_order(real_one: Real) -> None:
    source, replays = real_one
    rows = [step.rowid for whole in replays for step in whole.replay.steps if step.kind == "entry"]
    assert sorted(rows) == [row[0] for row in ask(source, "SELECT id FROM transcript_entries ORDER BY id")]
    for whole in replays:
        entries = {place for place, step in enumerate(whole.replay.steps) if step.kind == "entry"}
        assert set(whole.entries) == entries
        for number, session in enumerate(whole.replay.sessions):
            told = [step.sequence for step in whole.replay.steps if step.kind == "entry" and step.session == number]
            assert told == sorted(told), session.id


def test_every_event_plan_rating_and_pin_is_replayed_once(real_one: Real) -> None:
    source, replays = real_one
    tables = [("event", "events"), ("plan", "plans"), ("rating", "task_ratings")]
    if ask(source, "SELECT 1 FROM sqlite_master WHERE name = 'pinned_context'"):
        tables.append(("pin", "pinned_context"))
    for kind, table in tables:
        rows = [step.rowid for whole in replays for step in whole.replay.steps if step.kind == kind]
        assert sorted(rows) == [row[0] for row in ask(source, f"SELECT id FROM {table} ORDER BY id")]


def test_calls_and_their_results_are_those_of_the_file(real_one: Real) -> None:
    source, replays = real_one
    found = [
        (whole.replay.sessions[whole.replay.steps[place].session].id, part)
        for whole in replays
        for place, entry in whole.entries.items()
        for part in entry.parts
        if isinstance(part, ToolCall) and not part.repeats
    ]
    assert sorted((session, call.id) for session, call in found) == sorted({row[:2] for row in ask(source, CALLS)})
    answered = ask(
        source,
        f"SELECT c.session, c.call, min(r.id) FROM ({CALLS}) c JOIN transcript_entries r ON r.session_id = c.session "
        "AND r.tool_use_id = c.call AND r.entry_type = 'tool_result' GROUP BY 1, 2 ORDER BY 1, 2",
    )
    assert sorted((session, call.id, call.result.rowid) for session, call in found if call.result) == answered
    shown = [entry.shown_with for whole in replays for entry in whole.entries.values() if entry.shown_with]
    assert len(shown) == len(answered)


def test_the_ways_of_calls_are_counted_as_by_sql(real_one: Real) -> None:
    source, replays = real_one
    audit = read_audit(source, CancelToken())
    expected = dict(ask(source, WAYS))
    assert {way: count for way, count in audit.counts().items() if count} == expected
    replayed = Counter(
        part.permission.how
        for whole in replays
        for entry in whole.entries.values()
        for part in entry.parts
        if isinstance(part, ToolCall) and not part.repeats
    )
    assert replayed == expected
    assert audit.logged == ask(source, "SELECT count(*) FROM tool_permission_log")[0][0]


def test_hooks_fare_as_sql_counts_them(real_one: Real) -> None:
    source, _ = real_one
    found = {
        (one.event, one.matcher, one.command, one.runs, one.ok, one.skips, one.killed, one.blocks)
        for one in read_audit(source, CancelToken()).hooks
    }
    assert found == set(ask(source, HOOKS))


def test_the_list_counts_as_sql_does(real_one: Real) -> None:
    source, _ = real_one
    lines = list_conversations(source, CancelToken())
    expected = ask(
        source,
        "SELECT s.conversation_id, count(*), max(t.created_at) FROM transcript_entries t JOIN sessions s "
        "USING (session_id) GROUP BY 1 ORDER BY 3 DESC",
    )
    assert [(line.id, line.entries, line.last) for line in lines if line.entries] == expected
    assert sum(line.calls for line in lines) == len({row[:2] for row in ask(source, CALLS)})


def test_the_session_of_odd_shapes_is_told_with_its_faults(real_database: Callable[[str], Path]) -> None:
    source = open_source(str(real_database("nehanda/small/ona-session.db")))
    ids = [line.id for line in list_conversations(source, CancelToken())]
    whole = read_whole_replay(source, next(id for id in ids if id.startswith("b753a67f")), CancelToken())
    session = next(place for place, one in enumerate(whole.replay.sessions) if one.id == "tolerance-session")
    flags = {
        step.sequence: whole.entries[place].flags
        for place, step in enumerate(whole.replay.steps)
        if step.kind == "entry" and step.session == session
    }
    assert len(flags) == 13
    assert {number: found for number, found in flags.items() if found} == {
        1: ("no result",),
        4: ("no call", "failed"),
        10: ("malformed payload",),
        12: ("no result", "unparsed input"),
    }
