"""Every shape of message and JSON column has its line, and nothing raises."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.families.nanoclaw.contents import LINE, message_line
from inspector.families.nanoclaw.payloads import SUMMARIES

MESSAGES = [
    (
        {"_type": "chat:Message", "text": "hi  there\n", "author": {"fullName": "Gabi Mor", "userName": "gabi"}},
        "Gabi Mor: hi there",
    ),
    (
        {"text": "", "author": {"userName": "g"}, "attachments": [{"name": "photo.jpg", "type": "image"}]},
        "g: [photo.jpg]",
    ),
    ({"text": "no", "senderName": "Leo", "replyTo": {"text": "yes?", "sender": "x"}}, "Leo: (to “yes?”) no"),
    ({"text": "new", "metadata": {"edited": True}}, "new [edited]"),
    ({"text": "olá", "sender": "351@s", "senderName": "Mãe", "fromMe": False}, "Mãe: olá"),
    ({"text": "done", "sender": "system"}, "system: done"),
    ({"text": "run it", "sender": "Raj", "echo": {"surface": "sibling"}}, "Raj: run it [echo of another conversation]"),
    ({"text": "here", "files": ["a.csv"], "attachments": [{"name": "a.csv"}]}, "here [a.csv]"),
    ({"prompt": "Water the plants", "script": None}, "Task: Water the plants"),
    ({"prompt": "Check", "script": "echo"}, "Task: Check [script]"),
    ({"type": "question_response", "questionId": "q-1", "selectedOption": "left"}, "Answer left to q-1"),
    ({"type": "cli_response", "frame": {"ok": True, "data": [1, 2]}}, "Command done: 2 rows"),
    ({"type": "cli_response", "frame": {"ok": True, "data": [1]}}, "Command done: 1 row"),
    (
        {"type": "cli_response", "frame": {"ok": False, "error": {"code": "no", "message": "Not yours"}}},
        "Command failed: no: Not yours",
    ),
    ({"operation": "edit", "messageId": "7", "text": "better"}, "Edits 7: better"),
    ({"operation": "reaction", "messageId": "7", "emoji": "eyes"}, "Reacts with eyes to 7"),
    (
        {"type": "ask_question", "title": "Delete", "question": "All?", "options": [{"label": "Yes"}, {"label": "No"}]},
        "Asks Delete: All? [Yes | No]",
    ),
    ({"type": "card", "card": {"title": "T"}, "fallbackText": "T: 2 of 3"}, "Card T: 2 of 3"),
    ({"type": "card", "card": {"title": "T", "description": "d"}}, "Card T: d"),
    (
        {"action": "schedule_task", "prompt": "Digest", "recurrence": "0 8 * * *"},
        "Schedules a task (0 8 * * *): Digest",
    ),
    ({"action": "cancel_task", "taskId": "t-1"}, "Cancels task t-1"),
    ({"action": "update_task", "taskId": "t-1", "prompt": "Other"}, "Updates task t-1: Other"),
    ({"action": "cli_request", "command": "sessions-list", "args": {"all": 1}}, "Command sessions-list all=1"),
    ({"action": "install_packages", "apt": ["jq"], "npm": ["x"], "reason": "r"}, "Install packages: apt jq; npm x (r)"),
    ({"action": "add_mcp_server", "name": "l", "command": "npx", "args": ["-y", "l"]}, "Add MCP server l: npx -y l"),
    ({"action": "create_agent", "name": "R", "instructions": "Find"}, "Create agent R: Find"),
    ({"action": "dance", "name": "tango"}, "dance tango"),
]


@pytest.mark.parametrize(("content", "line"), MESSAGES, ids=[line[:30] for _, line in MESSAGES])
def test_a_message_has_its_line(content: object, line: str) -> None:
    assert message_line(json.dumps(content)) == line


def test_what_cannot_be_read_comes_back_on_one_line() -> None:
    assert message_line("not\njson") == "not json"
    assert message_line('{"strange": 1}') == '{"strange": 1}'
    assert message_line('"plain"') == "plain"


def test_a_long_text_is_cut_and_one_that_was_cut_still_tells() -> None:
    line = message_line(json.dumps({"text": "x" * 1000}))
    assert len(line) == LINE
    assert line.endswith("…")
    assert message_line('{"senderName":"Leo","text":"half of a sent') == "Leo: half of a sent"


PAYLOADS = [
    ("pending_approvals", "payload", {"frame": {"command": "wire", "args": {"a": "b"}}}, "Command wire a=b"),
    ("pending_approvals", "payload", {"apt": ["jq"], "npm": []}, "Install packages: apt jq"),
    ("pending_approvals", "payload", {"name": "l", "command": "npx", "env": {"K": "v"}}, "Add MCP server l: npx"),
    ("pending_approvals", "payload", {"method": "POST", "host": "h.net", "path": "/x"}, "POST h.net/x"),
    (
        "pending_approvals",
        "payload",
        {"id": "m", "platform_id": "ag-2", "content": '{"text":"go"}'},
        "Message to ag-2: go",
    ),
    ("pending_approvals", "payload", {"name": "Release"}, "Create agent Release"),
    ("pending_questions", "options_json", [{"label": "A"}, {"value": "b"}], "A | b"),
    (
        "pending_sender_approvals",
        "original_message",
        {"message": {"content": '{"text":"hi","senderName":"R"}'}},
        "R: hi",
    ),
    ("container_configs", "skills", "all", "all"),
    ("container_configs", "skills", ["a", "b"], "a, b"),
    ("container_configs", "packages_apt", [], "none"),
    ("container_configs", "mcp_servers", {"g": {"command": "npx", "args": ["s"], "env": {"K": "v"}}}, "g (npx s)"),
    (
        "container_configs",
        "additional_mounts",
        [{"hostPath": "/h", "containerPath": "n", "readonly": True}],
        "/h as n (read-only)",
    ),
]


@pytest.mark.parametrize(("table", "column", "value", "line"), PAYLOADS)
def test_a_json_column_has_its_line(table: str, column: str, value: object, line: str) -> None:
    assert SUMMARIES[table, column](json.dumps(value)) == line


MEMBERS = (
    "text type action operation card options frame error author attachments files prompt message content replyTo args "
    "apt name host metadata echo"
).split()
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(MEMBERS) | st.text(max_size=4),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)
KINDS = st.sampled_from(
    ["ask_question", "card", "cli_response", "schedule_task", "cli_request", "edit", "add_mcp_server"]
)


@given(JSON, KINDS)
def test_no_json_whatever_makes_a_line_fail(value: object, kind: str) -> None:
    if isinstance(value, dict):
        value = {**value, "type": kind, "action": kind} if len(value) % 2 else {**value, "operation": kind}
    text = json.dumps(value)
    for summary in SUMMARIES.values():
        for given_text in (text, text[: len(text) // 2]):
            line = summary(given_text)
            assert "\n" not in line
            assert len(line) <= LINE


@given(st.text())
def test_no_text_whatever_makes_a_line_fail(text: str) -> None:
    for summary in SUMMARIES.values():
        assert len(summary(text)) <= LINE
