"""A whole row becomes one line, whichever of its cells are there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.families.docs import load_docs
from inspector.families.registry import family_of

FAMILIES = ("state_memory", "nehanda")


@pytest.mark.parametrize(
    ("family", "table", "row", "line"),
    [
        (
            "state_memory",
            "events",
            {
                "event_type": "node_updated",
                "before_state": '{"title":"Docs","status":"pending"}',
                "after_state": '{"title":"Docs","status":"done"}',
                "metadata": "{}",
            },
            "node updated: Docs · status pending → done",
        ),
        (
            "state_memory",
            "events",
            {
                "event_type": "edge_created",
                "after_state": '{"type":"blocks","source_id":"a"}',
                "metadata": '{"undone":true}',
            },
            "edge created: blocks (undone)",
        ),
        ("state_memory", "events", {"event_type": "node_deleted", "entity_id": "01M"}, "node deleted: 01M"),
        (
            "state_memory",
            "snapshots",
            {"node_count": "85", "edge_count": "101", "snapshot": '{"nodes":[{"id'},
            "85 nodes, 101 edges",
        ),
        (
            "state_memory",
            "blackboard",
            {"agent_id": "coder", "topic": "locks", "content": "src/**"},
            "coder, locks: src/**",
        ),
        (
            "state_memory",
            "blackboard",
            {"sender_agent_id": "coder", "channel": "locks", "message": "a\nb"},
            "coder, locks: a b",
        ),
        (
            "nehanda",
            "hook_invocations",
            {"hook_event": "PreToolUse", "tool_name": "Bash", "command": "guard.sh", "exit_code": "2"},
            "PreToolUse Bash · guard.sh · blocked the call",
        ),
        (
            "nehanda",
            "hook_invocations",
            {"hook_event": "SessionEnd", "command": "sleep 5", "completed_at": "x"},
            "SessionEnd · sleep 5 · killed or timed out",
        ),
        (
            "nehanda",
            "hook_invocations",
            {"hook_event": "Stop", "command": "x", "skipped_reason": "prior_block_or_deny"},
            "Stop · x · skipped: prior block or deny",
        ),
        (
            "nehanda",
            "tool_permission_log",
            {"tool_name": "Bash", "decision": "deny", "reason_json": '{"interactive":true}'},
            "Bash denied, asked in an interactive session",
        ),
        (
            "nehanda",
            "memories",
            {"type": "gotcha", "title": "Read first", "attention_score": "0.7"},
            "gotcha: Read first · hot",
        ),
        (
            "nehanda",
            "transcript_entries",
            {"entry_type": "user", "payload_json": '{"_t":"user","content":"hi"}'},
            "user: hi",
        ),
        ("nehanda", "events", {"event_type": "phase", "detail": "planning"}, "phase: planning"),
        (
            "nehanda",
            "state",
            {"key": "todo:1", "value": '{"content":"Retry","status":"pending"}'},
            "pending: Retry",
        ),
        ("nehanda", "plans", {"status": "draft", "content": "# Plan: retry"}, "draft: Plan: retry"),
    ],
)
def test_a_row_says_what_it_is(family: str, table: str, row: dict[str, str], line: str) -> None:
    assert family_of(family).row_lines[table](row) == line


@pytest.mark.parametrize("family", FAMILIES)
@given(data=st.data())
def test_no_row_makes_one_fail(family: str, data: st.DataObject) -> None:
    for table, read in family_of(family).row_lines.items():
        doc = load_docs(family).table(table)
        assert doc is not None
        columns = [name.lower() for name in doc.columns]
        row = data.draw(st.dictionaries(st.sampled_from(columns), st.text(max_size=12), max_size=5))
        assert "\n" not in read(row)
