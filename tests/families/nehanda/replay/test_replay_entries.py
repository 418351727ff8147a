"""What entries say: parts, calls joined to results, hooks and permission, times, faults, compactions, todo lists."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.cancel import CancelToken
from inspector.families.nehanda.replay.payloads import taken_apart
from inspector.families.replay.parts import Attachment, Compaction, Other, Passage, Result
from inspector.workspace.replays.read_replay import find_words, read_board, read_entries

Made = Callable[..., Any]


def use(id: str | None, name: str = "Bash", **given: object) -> dict[str, object]:
    block: dict[str, object] = {"type": "tool_use", "name": name, "input": given}
    return block if id is None else {**block, "id": id}


def test_each_of_several_calls_in_one_entry_has_its_own_result(session_file: Made, replay_of: Made) -> None:
    file = session_file()
    blocks = [{"type": "text", "text": "Both:"}, use("a", command="ls"), use("b", "Read", file_path="x.py")]
    file.entry("assistant", {"_t": "assistant", "content": blocks})
    file.result("b", "text of x").result("a", "files")
    file.db.close()
    read = replay_of(file.path)
    assert [one.result.passages[0].text for one in read.calls()] == ["files", "text of x"]
    assert [one.argument for one in read.calls()] == ["ls", "x.py"]
    assert [read.entry(number).shown_with for number in (3, 4)] == [read.entry(2).rowid] * 2


def test_ids_of_calls_count_within_their_session_alone(session_file: Made, replay_of: Made) -> None:
    file = session_file()
    file.sql("INSERT INTO sessions VALUES ('t', 'c', '2026-07-02 11:00:00')")
    file.call("a").result("a", "mine")
    file.entry("assistant", {"content": [use("a", command="pwd")]}, session="t")
    file.hook(exit_code=2, tool_use_id="a")
    file.insert("tool_permission_log", session_id="s", tool_use_id="a", tool_name="Bash", decision="deny")
    file.db.close()
    mine, other = replay_of(file.path).calls()
    assert (mine.result is not None, other.result) == (True, None)
    assert (len(mine.hooks), len(other.hooks)) == (1, 0)
    assert (mine.permission.how, other.permission.how) == ("blocked by hook", "automatic (not logged)")


def test_a_call_that_an_entry_of_its_own_repeats_is_one_call(session_file: Made, replay_of: Made) -> None:
    file = session_file()
    file.call("a").entry("tool_use", {"_t": "tool_use", "id": "a", "name": "Bash", "input": {"command": "ls"}})
    file.result("a")
    file.db.close()
    read = replay_of(file.path)
    assert [one.id for one in read.calls()] == ["a"]
    (again,) = read.entry(3).parts
    assert (again.repeats, again.result, again.flags) == (True, None, ())


def test_faults_are_told_of_calls_results_and_payloads(session_file: Made, replay_of: Made) -> None:
    file = session_file()
    file.call("open").call("wrong", given={"_parseError": True, "_raw": '{"command": "ec'}).result(
        "wrong", is_error=True
    )
    file.result("stranger").call("quiet").result("quiet", "done\n--- stderr ---\nNo such file")
    file.entry("assistant", '{"content": [{"type": "text", "text": "cut o')
    file.db.close()
    read = replay_of(file.path)
    assert read.call("open").flags == ("no result",)
    assert read.call("wrong").flags == ("unparsed input", "failed")
    assert read.call("wrong").passages[0].text == '{"command": "ec'
    assert read.call("quiet").flags == ("hidden failure",)
    assert read.entry(5).flags == ("no call",)
    assert read.entry(8).flags == ("malformed payload",)
    (left,) = read.entry(8).parts
    assert isinstance(left, Other)
    assert "cut o" in left.line


@pytest.mark.parametrize("stop", ["hook", "denial"])
def test_a_call_that_was_stopped_needs_no_result(stop: str, session_file: Made, replay_of: Made) -> None:
    file = session_file()
    file.call("a")
    if stop == "hook":
        file.hook(exit_code=2, tool_use_id="a")
    else:
        file.insert("tool_permission_log", session_id="s", tool_use_id="a", tool_name="Bash", decision="deny")
    file.db.close()
    assert replay_of(file.path).call("a").flags == (("blocked by hook",) if stop == "hook" else ())


def test_a_duration_is_taken_between_the_hooks_else_between_the_entries(session_file: Made, replay_of: Made) -> None:
    file = session_file()
    file.call("hooked").result("hooked").call("bare")
    file.entry("tool_result", {"content": "x"}, tool_use_id="bare", created_at="2026-07-02 10:00:03")
    for ordinal, end in enumerate(("10:00:00.250", "10:00:00.400")):
        file.hook(tool_use_id="hooked", hook_ordinal=ordinal, completed_at=f"2026-07-02T{end}Z")
    for begin in ("10:00:02.000", "10:00:04.000"):
        at = f"2026-07-02T{begin}Z"
        file.hook("PostToolUse", tool_use_id="hooked", started_at=at, completed_at=at)
    file.db.close()
    read = replay_of(file.path)
    assert (read.call("hooked").ms, read.call("hooked").exact) == (1_600, True)
    assert (read.call("bare").ms, read.call("bare").exact) == (3_000, False)


def test_a_hook_without_a_code_was_killed_and_not_skipped(session_file: Made, replay_of: Made) -> None:
    file = session_file()
    file.call("a").result("a")
    file.hook(exit_code=None, tool_use_id="a").hook(exit_code=None, tool_use_id="a", completed_at=None)
    file.hook(exit_code=None, tool_use_id="a", skipped_reason="prior_block")
    file.hook("PostToolUse", exit_code=2, tool_use_id="a", stdout_text="é" * 4_000)
    file.db.close()
    hooks = replay_of(file.path).call("a").hooks
    assert [one.outcome for one in hooks] == [
        "killed or timed out", "not ended", "skipped: prior block", "failed with exit code 2",
    ]  # fmt: skip
    assert [one.ms for one in hooks] == [250, None, None, 250]
    assert (len(hooks[3].output), hooks[3].output_size, hooks[3].blocked) == (2_000, 8_000, False)


def test_code_differences_commands_and_json_are_told_apart(session_file: Made, replay_of: Made) -> None:
    file = session_file()
    blocks = [
        use("e", "Edit", file_path="a.py", old_string="x = 1\n", new_string="x = 2\n"),
        use("w", "Write", file_path="b.ts", content="let y = 1;"),
        use("b", command="make test"),
        use("g", "Glob", pattern="*.py"),
    ]
    file.entry("assistant", {"content": blocks})
    file.result("b", "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b")
    file.db.close()
    read = replay_of(file.path)
    kinds = {one.name: [(part.kind, part.language) for part in one.passages] for one in read.calls()}
    assert kinds == {
        "Edit": [("diff", "py"), ("json", "json")],
        "Write": [("code", "ts"), ("json", "json")],
        "Bash": [("command", "bash")],
        "Glob": [("json", "json")],
    }
    assert "-x = 1\n+x = 2" in read.call("e").passages[0].text
    assert read.call("b").result.passages[0].kind == "diff"


def test_a_compaction_says_what_the_model_no_longer_sees(session_file: Made, replay_of: Made) -> None:
    file = session_file()
    payload = {"_t": "collapse_commit", "summary": "It was about X", "compacted_count": 7, "compacted_from_sequence": 0}
    file.entry("collapse_commit", payload)
    file.db.close()
    (part,) = replay_of(file.path).entry(2).parts
    assert part == Compaction("It was about X", 7, 0)
    assert part.words == "the model no longer sees what is above"


def test_old_shapes_and_unknown_ones_are_shown(session_file: Made, replay_of: Made) -> None:
    file = session_file()
    file.entry("assistant", {"content": "plain"})
    file.entry(
        "assistant", {"content": [{"type": "thinking", "thinking": "hm"}, {"type": "odd", "x": 1}, "bare", None]}
    )
    file.entry("progress", {"_t": "progress", "data": {"pct": 40}}).entry("assistant", "[1, 2]").entry("x", "null")
    file.db.close()
    read = replay_of(file.path)
    assert [part.text for part in read.entry(2).parts] == ["plain"]
    assert [getattr(part, "kind", "") for part in read.entry(3).parts] == ["thinking", "odd", "text"]
    assert [part.line for part in read.entry(4).parts] == ["pct 40"]
    assert all(read.entry(number).parts for number in (5, 6))


def test_secrets_are_masked_in_every_part(session_file: Made, replay_of: Made) -> None:
    file = session_file()
    key = "sk-ant-abcdefghijklmnop1234"
    file.call("a", given={"command": f"export API_KEY={key}"}, before=f"my key is {key}").result("a", f"key {key}")
    file.call("b", "Env", {"env": {"password": "hunter22hunter"}}).call("d", "X", {"args": ["--token", "tok-123456"]})
    file.hook(tool_use_id="a", command=f"curl --token {key}", stdout_text=key)
    file.db.close()
    read = replay_of(file.path)
    told = repr(read.whole.entries)
    assert "redacted" in told
    assert not any(word in told for word in (key, "hunter22", "tok-123456"))


def test_the_todo_list_is_folded_from_its_calls_up_to_a_moment(session_file: Made, replay_of: Made) -> None:
    file = session_file()
    file.sql("INSERT INTO state VALUES ('c', 'todo:z', ?, '2026-07-03 09:00:00')", '{"title": "now", "status": "open"}')
    for number, status in enumerate(("pending", "completed")):
        todos = [{"id": "1", "content": "Fix", "status": status}]
        file.call(f"t{number}", "TodoWrite", {"todos": todos if number == 0 else [*todos, {"content": "New"}]})
    file.db.close()
    read = replay_of(file.path)

    def board(place: int) -> tuple[list[tuple[str, str]], str]:
        found = read_board(read.source, read.replay, place, CancelToken())
        assert found is not None
        return [(item.text, item.status) for item in found.items], found.words

    assert board(1) == ([("now", "open")], "current state, updated 2026-07-03 09:00:00")
    assert board(2) == ([("Fix", "pending")], "as of 2026-07-02 10:00:00")
    assert board(3)[0] == [("Fix", "completed"), ("New", "")]


def test_tests_of_criteria_are_read_from_their_events(session_file: Made, replay_of: Made) -> None:
    file = session_file()
    for passed in (False, True):
        detail = {"criterion": "It works", "template": "contract", "passed": passed, "output": "log"}
        file.insert("events", conversation_id="c", event_type="test_result", detail=json.dumps(detail))
    file.insert("events", conversation_id="c", event_type="test_result", detail="not json")
    file.db.close()
    tests = replay_of(file.path).replay.tests
    assert [(one.criterion, one.passed) for one in tests] == [
        ("It works", False),
        ("It works", True),
        ("not json", None),
    ]


def test_some_entries_are_read_without_the_others(session_file: Made, replay_of: Made) -> None:
    file = session_file()
    file.call("a").result("a", "late").call("b")
    file.db.close()
    read = replay_of(file.path)
    some = read_entries(read.source, read.replay, [2], CancelToken())
    assert list(some) == [2]
    assert some[2] == read.whole.entries[2]


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        ("LINES", ["assistant", "plan"]),
        ('say "hi"', ["assistant"]),
        ("ÄRGER", ["user"]),
        ("100%", ["tool_result"]),
        ("100_", []),
        ("toolu", []),
        ("cut o", ["assistant"]),
        ("  ", []),
    ],
)
def test_words_are_found_in_what_was_said(words: str, kinds: list[str], session_file: Made, replay_of: Made) -> None:
    file = session_file()
    file.call("toolu_1", given={"command": 'say "hi"'}, before="Two lines\n").result("toolu_1", "100% done")
    file.entry("user", {"content": "großer Ärger"}).entry("assistant", '{"content": "cut o')
    file.insert("plans", conversation_id="c", content="# Lines", hash="x")
    file.db.close()
    read = replay_of(file.path)
    found = find_words(read.source, read.replay, words, CancelToken())
    assert sorted(read.replay.steps[place].type for place in found) == kinds


def test_results_that_older_shapes_give_back_in_the_next_question_are_joined(
    session_file: Made, replay_of: Made
) -> None:
    file = session_file()
    file.call("a").entry("user", {"content": [{"type": "tool_result", "tool_use_id": "a", "content": "old"}]})
    file.db.close()
    read = replay_of(file.path)
    for found in (read.whole.entries, read_entries(read.source, read.replay, [2], CancelToken())):
        (call,) = found[2].parts
        assert (call.result.passages[0].text, call.flags) == ("old", ())


@pytest.mark.parametrize("depth", [300, 480, 900])
@pytest.mark.parametrize("padding", [0, 150_000])
def test_json_that_is_nested_deep_is_said_to_be(depth: int, padding: int, session_file: Made, replay_of: Made) -> None:
    file = session_file()
    deep = "[" * depth + "]" * depth
    file.entry(
        "assistant", f'{{"x": "{"y" * padding}", "content": [{{"type": "tool_use", "input": {{"d": {deep}}}}}]}}'
    )
    nested = '{"type": "tool_result", "content": [' * (depth // 2) + "]}" * (depth // 2)
    file.entry("user", f'{{"x": "{"y" * padding}", "content": [{nested}]}}')
    file.db.close()
    read = replay_of(file.path)
    assert all(read.entry(number).parts for number in (2, 3))


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ("_t", "type", "content", "text", "thinking", "input", "id", "name", "source", "data", "summary")
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(_JSON, st.sampled_from(("user", "assistant", "tool_result", "tool_use", "collapse_commit", "other")))
def test_no_payload_of_whatever_shape_ends_the_replay(value: object, type: str) -> None:
    found = taken_apart(value, type, 1, "", "")
    assert all(
        isinstance(part, Passage | Attachment | Result | Compaction | Other) or part.name for part in found.parts
    )
