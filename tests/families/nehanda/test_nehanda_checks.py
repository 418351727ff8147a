"""Each rule about an ona-session.db finds the rows that break it, and keeps quiet where they are mended."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from inspector.families import any_file
from inspector.families.nehanda import FAMILY

Build = Callable[[Any], Any]

NOW_S = 1_782_993_600
ASKED = '{"interactive":true}'
LATE = "2026-07-02 10:00:05"


def asked(g: Any, decision: str = "allow", reason: str | None = ASKED, at: str = "2026-07-02 10:00:00") -> Any:
    return g.insert(
        "tool_permission_log",
        session_id="s",
        tool_use_id="t1",
        tool_name="Bash",
        decision=decision,
        reason_json=reason,
        created_at=at,
    )


def event(g: Any, what: str, session: str | None = "s", at: str = "2026-07-01 10:00:00", detail: str = "x") -> Any:
    return g.insert("events", conversation_id="c", session_id=session, timestamp=at, event_type=what, detail=detail)


def plan(g: Any, status: str, completed: str | None = None) -> Any:
    times = {"approved_at": "2026-07-01 10:00:00", "completed_at": completed}
    return g.insert("plans", conversation_id="c", content="# Plan: retry", hash="x", status=status, **times)


CASES: list[tuple[str, Build, list[str], Build]] = [
    (
        "broken_json",
        lambda g: g.insert("settings_snapshot", scope="effective", json="{", updated_at="2026-07-02 10:00:00"),
        ["settings_snapshot.json begins with '{'"],
        lambda g: event(g, "task_output", detail="no JSON, and need not be"),
    ),
    (
        "unknown_value",
        lambda g: asked(g, "perhaps"),
        ["tool_permission_log.decision is 'perhaps'; known are allow, deny, ask"],
        lambda g: asked(g, "deny"),
    ),
    (
        "skipped_hooks",
        lambda g: g.hook(exit_code=None, skipped_reason="prior_block_or_deny"),
        ["PreToolUse · guard.sh · prior_block_or_deny"],
        lambda g: g.hook(),
    ),
    (
        "large_output",
        lambda g: g.hook(stdout_text="x" * 1_500_000),
        ["PreToolUse · guard.sh · 1464 KB"],
        lambda g: g.hook(stdout_text="x" * 1_000_000),
    ),
    (
        "cold",
        lambda g: g.memory("a", attention_score=0.1),
        ["note: A · attention 0.1"],
        lambda g: g.memory("a", attention_score=0.25),
    ),
    (
        "often_corrected",
        lambda g: g.memory("a", correction_count=3),
        ["note: A · 3 corrections"],
        lambda g: g.memory("a", correction_count=2),
    ),
    (
        "malformed_payload",
        lambda g: g.entry("assistant", '{"_t":"assistant","content":[{"type":"te'),
        ['assistant: {"_t":"assistant","content":[{"type":"te'],
        lambda g: g.entry("assistant", {"_t": "assistant", "content": []}),
    ),
    (
        "dangling_call",
        lambda g: g.call("t1", before="Looking.").call("t2").result("t2"),
        ['Bash {"command":"ls"}'],
        lambda g: asked(g.call("t1").call("t2", before="No.").hook(exit_code=2, tool_use_id="t2"), "deny", None),
    ),
    (
        "orphan_result",
        lambda g: g.result("t9", "late"),
        ["t9: late"],
        lambda g: g.call("t9", before="Both").result("t9"),
    ),
    (
        "hidden_failure",
        lambda g: g.call("t1").result("t1", "out\n--- stderr ---\nFAILED test_a"),
        ["FAILED test_a"],
        lambda g: g.call("t1").result("t1", "out\n--- stderr ---\nFAILED", is_error=True).call("t2").result("t2"),
    ),
    (
        "unparsed_arguments",
        lambda g: g.call("t1", given={"_parseError": True, "_raw": '{"command": "ec'}).result("t1"),
        ['Bash: {"command": "ec'],
        lambda g: g.call("t1").result("t1"),
    ),
    (
        "unknown_entry_type",
        lambda g: g.entry("progress", {"_t": "progress", "data": {}}),
        ['progress: {"_t": "progress", "data": {}}'],
        lambda g: g.entry("collapse_commit", {"_t": "collapse_commit", "summary": ""}),
    ),
    (
        "allowed_by_nobody",
        lambda g: asked(g.call("t1").result("t1")),
        ['Bash {"command":"ls"}'],
        lambda g: asked(g.call("t1").result("t1"), at=LATE),
    ),
    (
        "failing_hooks",
        lambda g: g.hook(exit_code=127, stderr_text="not found"),
        ["PreToolUse · guard.sh · exit code 127: not found"],
        lambda g: g.hook().hook(exit_code=2),
    ),
    (
        "killed_hooks",
        lambda g: g.hook("SessionEnd", None, completed_at="2026-07-02T10:00:01.500Z"),
        ["SessionEnd · guard.sh · no exit code after 1.5 s"],
        lambda g: g.hook(exit_code=None, completed_at=None, skipped_reason="prior_block_or_deny"),
    ),
    (
        "unfinished_hooks",
        lambda g: g.hook("Stop", None, completed_at=None),
        ["Stop · guard.sh · never ended"],
        lambda g: g.hook("Stop", None, completed_at=None, started_at="2026-07-02T11:30:00.000Z").hook(
            exit_code=None, completed_at=None, skipped_reason="no match"
        ),
    ),
    (
        "blocking_hooks",
        lambda g: g.hook(exit_code=2, tool_name="Bash", stderr_text="Blocked by policy"),
        ["PreToolUse Bash · guard.sh · Blocked by policy"],
        lambda g: g.hook("PostToolUse", 2),
    ),
    (
        "slow_hooks",
        lambda g: g.hook(completed_at="2026-07-02T10:00:10.500Z"),
        ["PreToolUse · guard.sh · 10.5 s"],
        lambda g: g.hook(completed_at="2026-07-02T10:00:09.900Z"),
    ),
    (
        "index_drift",
        lambda g: g.memory("a").sql("UPDATE memories SET title = 'New'"),
        ["a hit on “A” leads to New"],
        lambda g: g.memory("a"),
    ),
    (
        "hot_unused",
        lambda g: g.memory("a", attention_score=0.7, access_count=0),
        ["note: A · attention 0.7"],
        lambda g: g.memory("a", attention_score=0.7).memory("b", attention_score=0.69, access_count=0),
    ),
    (
        "never_used",
        lambda g: g.memory("a", access_count=None),
        ["note: A"],
        lambda g: g.memory("a"),
    ),
    (
        "untouched",
        lambda g: g.memory("a", updated_at=(NOW_S - 91 * 86400) * 1000),
        ["note: A · untouched for 91 days"],
        lambda g: g.memory("a", updated_at=NOW_S - 90 * 86400).memory(
            "b", updated_at=NOW_S - 200 * 86400, last_accessed=(NOW_S - 86400) * 1000
        ),
    ),
    (
        "duplicate_titles",
        lambda g: g.memory("a", title="Same").memory("b", title="Same"),
        ["note: Same", "note: Same"],
        lambda g: g.memory("a", title="Same").memory("b", title="Same", project_scope="/other"),
    ),
    (
        "mixed_times",
        lambda g: g.memory("a").memory("b").memory("m", created_at=NOW_S * 1000),
        ["note: M · milliseconds"],
        lambda g: g.memory("a", created_at=NOW_S * 1000, updated_at=NOW_S * 1000),
    ),
    (
        "lost_relations",
        lambda g: g.memory("a").sql("INSERT INTO memory_edges VALUES (1, 'a', 'gone', 'causal', 1, NULL, 1)"),
        ["causal from a to gone"],
        lambda g: g.memory("a").memory("b").sql("INSERT INTO memory_edges VALUES (1, 'a', 'b', 'causal', 1, NULL, 1)"),
    ),
    (
        "ownerless",
        lambda g: event(g, "phase", "gone").insert("state", conversation_id="lost", key="k", value="1"),
        ["events: session_id gone is not in sessions", "state: conversation_id lost is not in conversations"],
        lambda g: event(g, "phase", None).insert("state", conversation_id="c", key="k", value="1"),
    ),
    (
        "empty_sessions",
        lambda g: g.sql("INSERT INTO sessions VALUES ('t', 'c', '2026-07-02')"),
        ["t"],
        lambda g: g,
    ),
    (
        "unfinished_plans",
        lambda g: plan(g, "approved"),
        ["# Plan: retry"],
        lambda g: plan(plan(g, "completed", "2026-07-02"), "superseded"),
    ),
    (
        "half_migrated",
        lambda g: g.sql("UPDATE schema_meta SET value = '1'").sql("DROP TABLE pinned_context"),
        [
            "schema_version says 1, and memory_edges of version 2 is there",
            "schema_version says 1, and laya_jev_state of version 2 is there",
            "schema_version says 1, and memories has conversation_id, provenance, entities_json, t_semantic, "
            "source_entry_id of version 2",
        ],
        lambda g: g,
    ),
    (
        "stored_secrets",
        lambda g: g.sql(
            "INSERT INTO settings_snapshot VALUES ('effective', "
            '\'{"model_config":{"api_key":"nh-1"},"mcp":[{"env":{"GITHUB_TOKEN":"x","PORT":"1"}}]}\', \'2026-07-02\')'
        ),
        ["effective settings hold model_config.api_key", "effective settings hold mcp[0].env.GITHUB_TOKEN"],
        lambda g: g.sql(
            "INSERT INTO settings_snapshot VALUES ('effective', "
            '\'{"model_config":{"api_key":"","max_tokens":"5"},"apiKeyHelper":null}\', \'2026-07-02\')'
        ),
    ),
    (
        "unanswered_subagents",
        lambda g: event(g, "subagent_start", detail='{"description":"reviewer"}', at="2026-07-01 09:00:00"),
        ['started and never stopped: {"description":"reviewer"}'],
        lambda g: event(
            event(event(g, "subagent_start", at="2026-07-01 09:00:00"), "subagent_stop"),
            "subagent_start",
            at="2026-07-02 11:00:00",
        ).sql("INSERT INTO sessions VALUES ('u', 'c', '2026-07-02')"),
    ),
    (
        "broken_times",
        lambda g: event(g, "phase", at="noon"),
        ["events.timestamp is not a time: noon"],
        lambda g: event(g, "phase").hook(completed_at=None, skipped_reason="x"),
    ),
    (
        "generic.references",
        lambda g: g.sql("INSERT INTO sessions VALUES ('t', 'gone', '2026-07-02')"),
        ["sessions: conversation_id names a row that conversations does not have: gone"],
        lambda g: g,
    ),
]


@pytest.mark.parametrize(("check", "broken", "texts", "whole"), CASES, ids=[case[0] for case in CASES])
def test_a_rule_finds_what_breaks_it_and_nothing_else(
    session_file: Callable, check_session: Callable, check: str, broken: Build, texts: list[str], whole: Build
) -> None:
    found = check_session(broken(session_file()).open())
    assert [one.text for one in found[check].evidence] == texts
    assert found[check].count == len(texts)
    assert check not in check_session(whole(session_file()).open())


def test_every_rule_is_told_in_words_and_tested() -> None:
    ids = [check.id.removeprefix("nehanda.") for check in FAMILY.checks]
    of_any_file = {check.id for check in any_file.CHECKS}
    assert len(set(ids)) == len(ids)
    assert set(ids) - of_any_file == {case[0] for case in CASES} - of_any_file
    assert all(len(check.rule) > 20 and check.title for check in FAMILY.checks)


@pytest.mark.parametrize("shape", ["real", "documented"])
def test_a_file_of_either_shape_with_little_in_it_has_no_findings(
    session_file: Callable, check_session: Callable, shape: str
) -> None:
    assert check_session(session_file(shape).open()) == {}


def test_a_call_that_may_be_running_is_told_as_the_newest(session_file: Callable, check_session: Callable) -> None:
    found = check_session(session_file().call("t1").open())
    assert [one.text for one in found["dangling_call"].evidence] == [
        'Bash {"command":"ls"} (the newest of its session)'
    ]


def test_one_malformed_entry_hides_no_call(session_file: Callable, check_session: Callable) -> None:
    file = session_file().entry("assistant", "{").call("t1", before="Text first").entry("user", "[1,")
    assert check_session(file.open())["dangling_call"].count == 1


def test_calls_of_the_same_id_in_another_session_are_others(session_file: Callable, check_session: Callable) -> None:
    file = session_file().sql("INSERT INTO sessions VALUES ('t', 'c', '2026-07-02')").call("call_1")
    file.entry("tool_result", {"_t": "tool_result", "content": "x"}, "t", tool_use_id="call_1")
    found = check_session(file.open())
    assert (found["dangling_call"].count, found["orphan_result"].count) == (1, 1)


def test_an_index_that_lost_and_kept_rows_is_told_row_by_row(session_file: Callable, check_session: Callable) -> None:
    file = session_file().memory("a").memory("b").sql("DELETE FROM memories WHERE id = 'a'")
    file.sql("DELETE FROM memories_fts WHERE rowid = 2")
    assert [one.text for one in check_session(file.open())["index_drift"].evidence] == [
        "not in the index: B",
        "in the index, and no row of memories any more: number 1",
    ]


def test_no_secret_is_read_out(session_file: Callable, check_session: Callable) -> None:
    file = session_file().sql(
        "INSERT INTO settings_snapshot VALUES ('effective', '{\"api_key\":\"top-secret\"}', '2026-07-02')"
    )
    assert "top-secret" not in repr(check_session(file.open()))


def test_a_table_of_a_fork_without_rowid_spoils_no_check(session_file: Callable, check_session: Callable) -> None:
    file = session_file().sql("CREATE TABLE notes (id TEXT PRIMARY KEY, session_id TEXT) WITHOUT ROWID")
    file.sql("INSERT INTO notes VALUES ('n', 'gone')")
    (told,) = check_session(file.open())["ownerless"].evidence
    assert (told.text, told.ref) == ("notes: session_id gone is not in sessions", None)
