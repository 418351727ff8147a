"""Which references of ona-session.db does no constraint state?"""

from __future__ import annotations

from inspector.families.family import LogicalKey

_CONVERSATION = ("state", "plans", "events", "task_ratings", "hook_invocations", "memories")
_SESSION = ("events", "hook_invocations", "tool_permission_log", "pinned_context", "memories")
_CALL = ("session_id", "tool_use_id")

LOGICAL_KEYS = (
    *(
        LogicalKey(table, ("conversation_id",), "conversations", ("id",), "", "its conversation")
        for table in _CONVERSATION
    ),
    *(LogicalKey(table, ("session_id",), "sessions", ("session_id",), "", "its session") for table in _SESSION),
    # ids of calls are unique only within a session
    LogicalKey("hook_invocations", _CALL, "transcript_entries", _CALL, "tool_use_id IS NOT NULL", "the call's result"),
    LogicalKey("tool_permission_log", _CALL, "transcript_entries", _CALL, "", "the call's result"),
    LogicalKey("transcript_entries", _CALL, "hook_invocations", _CALL, "tool_use_id IS NOT NULL", "hooks of the call"),
    LogicalKey(
        "transcript_entries",
        _CALL,
        "tool_permission_log",
        _CALL,
        "tool_use_id IS NOT NULL",
        "what was decided on the call",
    ),
    LogicalKey("tool_permission_log", _CALL, "hook_invocations", _CALL, "", "hooks of the call"),
    LogicalKey("memories", ("source_entry_id",), "transcript_entries", ("id",), "", "the entry it was learned from"),
    LogicalKey("memories", ("project_scope",), "conversations", ("project_dir",), "", "conversations in its project"),
    LogicalKey("memory_edges", ("src_id",), "memories", ("id",), "", "where the relation starts"),
    LogicalKey("memory_edges", ("dst_id",), "memories", ("id",), "", "where the relation ends"),
)
