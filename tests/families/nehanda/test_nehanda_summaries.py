"""JSON cells of ona-session.db become one line that a person can read, whatever shape they have."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.families.nehanda import FAMILY
from inspector.families.nehanda.summaries import event_detail, hook_input, payload, reason, settings, state_value

TEXT = {"type": "text", "text": "Reading."}
READ = {"type": "tool_use", "id": "t1", "name": "Read", "input": {"file_path": "a.py", "limit": 20}}


def entry(kind: str, content: object, **more: object) -> str:
    return json.dumps({"_t": kind, "uuid": "u", "content": content, **more})


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (entry("user", [{"type": "text", "text": "Fix\n  it"}]), "Fix it"),
        (entry("user", "a plain string"), "a plain string"),
        (entry("user", []), "(empty)"),
        (entry("assistant", [TEXT, READ]), "Reading. · Read a.py"),
        (
            entry("assistant", [{"type": "thinking", "thinking": "Check first."}, READ, {**READ, "name": "Grep"}]),
            "(thinking) Check first. · Read a.py · Grep a.py",
        ),
        (
            entry("assistant", [{**READ, "name": "TodoWrite", "input": {"todos": [{}, {}]}}]),
            "TodoWrite 2 todos",
        ),
        (entry("assistant", [{**READ, "name": "EnterPlanMode", "input": {}}]), "EnterPlanMode"),
        (
            entry("assistant", [{**READ, "name": "Bash", "input": {"_parseError": True, "_raw": '{"command": "ec'}}]),
            'Bash (its arguments could not be parsed) {"command": "ec',
        ),
        (entry("assistant", ["odd", {"type": "image", "source": {"data": "A" * 4_000_000}}]), "odd · (image"),
        (entry("tool_result", "done", is_error=False), "→ done"),
        (entry("tool_result", "no such file", is_error=True), "failed: no such file"),
        (entry("tool_result", [TEXT, {"type": "text", "text": "part 2"}]), "→ Reading. · part 2"),
        (entry("tool_result", "out\n--- stderr ---\nboom"), "(stderr) out --- stderr --- boom"),
        ('{"_t":"tool_use","id":"t1","name":"Read","input":{"file_path":"a.py"}}', "Read a.py"),
        (
            '{"_t":"collapse_commit","summary":"What was done","compacted_count":36,"compacted_from_sequence":0}',
            "compacted 36 entries: What was done",
        ),
        ('{"_t":"ai_title","title":"Fix fetcher"}', "title Fix fetcher"),
        ('{"_t":"progress","data":{"pct":40}}', "pct 40"),
        ('{"_t":"attachment","attachment":{"type":"file","path":"x.png"}}', "type file, path x.png"),
        ('{"_t":"assistant","content":[{"type":"text","text":"cut o', "cut o"),
        ("not json at all", "not json at all"),
        ("[1, 2]", "[1, 2]"),
        ("null", "null"),
    ],
)
def test_an_entry_says_what_was_said_or_done(text: str, line: str) -> None:
    # a picture of 3 MB is cut with the rest of a long cell: that it is a picture is still told
    assert payload(text) == line or (line.endswith("(image") and payload(text).startswith(line))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            '{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Bash","tool_input":{"command":"ls -la"}}',
            "PreToolUse · Bash ls -la",
        ),
        ('{"hook_event_name":"UserPromptSubmit","prompt":"Fix it"}', "UserPromptSubmit · Fix it"),
        ('{"hook_event_name":"Stop"}', "Stop"),
        ("{}", "{}"),
    ],
)
def test_the_input_of_a_hook_says_what_it_was_asked_about(text: str, line: str) -> None:
    assert hook_input(text) == line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("planning", "planning"),
        ('{"description":"reviewer"}', "reviewer"),
        ('{"criterion":"It works","template":"t","passed":true,"output":"fine"}', "passed: It works"),
        ('{"criterion":"It works","passed":false}', "failed: It works"),
        ('{"task_id":"t1","output":"retry.py written"}', "retry.py written"),
        ('{"count":3}', "count 3"),
    ],
)
def test_an_event_says_what_it_tells(text: str, line: str) -> None:
    assert event_detail(text) == line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{"id":"1","content":"Add retries","status":"in_progress"}', "in_progress: Add retries"),
        ('{"title":"Old shape"}', "Old shape"),
        ('"/worktrees/x"', '"/worktrees/x"'),
        ("plain", "plain"),
    ],
)
def test_a_state_shows_the_todo_item(text: str, line: str) -> None:
    assert state_value(text) == line


def test_a_reason_is_told_in_words() -> None:
    assert reason('{"interactive":true}') == "asked in an interactive session"
    assert reason('{"source":"permission_rules"}') == "by the permission rules"
    assert reason('{"rule":"Bash(*)"}') == "rule Bash(*)"


def test_settings_show_the_model_and_no_secret() -> None:
    text = json.dumps({"model_config": {"model_id": "m", "provider": "p", "api_key": "nh-secret"}, "hooks": [1, 2]})
    assert settings(text) == "m, p, 2 hooks"


@given(st.text(max_size=60), st.sampled_from(sorted(FAMILY.summaries)))
def test_no_text_makes_one_fail(text: str, column: tuple[str, str]) -> None:
    assert "\n" not in FAMILY.summaries[column](text)
    assert FAMILY.summaries[column]('{"_t":"user","content":[{"type":"text","text":"' + text) is not None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["_t", "type", "content", "input", "name", "data", "status"]), JSON))
def test_no_json_makes_one_fail(value: dict[str, object]) -> None:
    for summary in FAMILY.summaries.values():
        assert isinstance(summary(json.dumps({"content": [value], **value})), str)
