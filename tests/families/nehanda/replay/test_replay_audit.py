"""With whose permission calls were made, how hooks fare, what was set, where memories were learned."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.cancel import CancelToken
from inspector.families.nehanda.replay.permissions import permission_of
from inspector.families.replay.audit import Audit, settings_difference
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.replays.read_replay import origin_of, read_audit, read_whole_replay

Made = Callable[..., Any]
ASKED = '{"interactive":true}'
RULES = '{"source":"permission_rules"}'
AT, LATER = "2026-07-02 10:00:00", "2026-07-02 10:00:04"


def audit_of(path: Path) -> Audit:
    return read_audit(open_source(str(path)), CancelToken())


@pytest.mark.parametrize(
    ("decision", "why", "decided", "blocked", "how"),
    [
        ("", "", "", False, "automatic (not logged)"),
        ("allow", ASKED, LATER, False, "asked"),
        ("allow", ASKED, AT, False, "allowed with nobody asked"),
        ("deny", ASKED, AT, False, "asked"),
        ("deny", "", AT, False, "by policy"),
        ("deny", RULES, AT, False, "by policy"),
        ("allow", RULES, AT, False, "by policy"),
        ("allow", "", AT, False, "asked"),
        ("allow", ASKED, "no time", False, "asked"),
        ("allow", ASKED, LATER, True, "blocked by hook"),
    ],
)
def test_the_way_of_a_call_follows_from_log_hooks_and_time(
    decision: str, why: str, decided: str, blocked: bool, how: str
) -> None:
    assert permission_of(decision, why, blocked=blocked, asked_at=AT, decided_at=decided).how == how


def test_all_calls_are_audited_those_that_no_log_has_too(session_file: Made) -> None:
    file = session_file()
    file.call("asked").call("auto").call("stopped").entry(
        "assistant", {"content": [{"type": "tool_use", "name": "Bash", "input": {}}]}
    )
    file.entry("tool_use", {"_t": "tool_use", "id": "auto", "name": "Bash", "input": {}})
    file.hook(exit_code=2, tool_use_id="stopped")
    for call, decision in (("asked", "deny"), ("asked", "allow"), ("gone", "deny")):
        file.insert(
            "tool_permission_log", session_id="s", tool_use_id=call, tool_name="Bash", decision=decision,
            reason_json=ASKED, created_at=LATER,
        )  # fmt: skip
    file.db.close()
    audit = audit_of(file.path)
    assert [(one.id, one.how, one.decision) for one in audit.calls] == [
        ("asked", "asked", "allow"),
        ("auto", "automatic (not logged)", ""),
        ("stopped", "blocked by hook", ""),
        ("", "automatic (not logged)", ""),
    ]
    assert [(one.call, one.decision) for one in audit.loose] == [("gone", "deny")]
    assert audit.logged == 3


def test_an_empty_log_is_normal(session_file: Made) -> None:
    file = session_file()
    file.call("a")
    file.sql("DROP TABLE tool_permission_log")
    file.db.close()
    audit = audit_of(file.path)
    assert [one.how for one in audit.calls] == ["automatic (not logged)"]
    assert audit.missing == ("tool_permission_log",)


def test_the_health_of_a_hook_counts_every_end_and_measures_runs(session_file: Made) -> None:
    file = session_file()
    for ms in range(1, 10):
        file.hook(completed_at=f"2026-07-02T10:00:00.{ms:03}Z", stdout_text="x" * ms)
    file.hook(exit_code=1, completed_at="2026-07-02T10:00:01.000Z").hook(exit_code=2)
    file.hook(exit_code=None).hook(exit_code=None, completed_at=None).hook(exit_code=None, skipped_reason="prior_block")
    file.hook("PostToolUse", exit_code=2)
    file.db.close()
    post, pre = sorted(audit_of(file.path).hooks, key=lambda one: one.event)
    assert (pre.runs, pre.ok, pre.failures, pre.blocks, pre.killed, pre.open, pre.skips) == (13, 9, 1, 1, 1, 1, 1)
    # 12 runs have an end: 1 to 9 ms, twice 250 ms, 1,000 ms
    assert (pre.median_ms, pre.p90_ms, pre.max_ms) == (6, 250, 1_000)
    assert (pre.output, pre.largest) == (45, 9)
    assert (post.failures, post.blocks) == (1, 0)


def test_settings_are_masked_and_compared(session_file: Made) -> None:
    file = session_file()
    text = (
        '{"model_config": {"model_id": "m", "api_key": "nh-0123456789abcdef"}, "mcp": {"env": {"GITHUB_TOKEN": "t0p"}}}'
    )
    file.sql("INSERT INTO settings_snapshot VALUES ('effective', ?, ?)", text, AT)
    file.sql("INSERT INTO settings_snapshot VALUES ('broken', '{', ?)", AT)
    for conversation, model in (("c", "small"), ("d", "large")):
        given = f'{{"model": "{model}", "permission_mode": "default", "cwd": "/w"}}'
        file.hook("SessionStart", input_json=given, conversation_id=conversation)
    file.db.close()
    effective, broken, one, two = audit_of(file.path).settings
    assert effective.values["model_config.model_id"] == "m"
    assert not {"nh-0123456789abcdef", "t0p"} & set(effective.values.values())
    assert broken.problem
    (change,) = settings_difference(one, two)
    assert (change.path, change.before, change.after) == ("model", "small", "large")


def test_a_memory_leads_to_the_turn_it_was_learned_in_and_back(session_file: Made) -> None:
    file = session_file()
    file.call("a")
    file.memory("m1", source_entry_id=2, session_id="s").memory("m2", session_id="s").memory("m3")
    file.memory("m4", source_entry_id=99)
    file.db.close()
    source = open_source(str(file.path))
    found = {id: origin_of(source, id, CancelToken()) for id in ("m1", "m2", "m3", "m4", "none")}
    first, second = found["m1"], found["m2"]
    assert first is not None
    assert second is not None
    assert (first.conversation, first.entry, first.session) == ("c", 2, "s")
    assert (second.conversation, second.entry, second.session) == ("c", None, "s")
    assert (found["m3"], found["m4"], found["none"]) == (None, None, None)
    assert read_whole_replay(source, "c", CancelToken()).learned == {2: ("m1",)}
