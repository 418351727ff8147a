"""What of ona-session.db can be searched, and which of its columns hold secrets?"""

from __future__ import annotations

from inspector.redaction import SecretRule
from inspector.search.source import SearchSource

SEARCH = (
    SearchSource(
        "memories",
        "Memories",
        "memories",
        ("title", "content", "keywords", "anticipated_queries"),
        fts="memories_fts",
        title_column="title",
        time_column="updated_at",
        type_column="type",
    ),
    SearchSource(
        "transcript",
        "Transcript",
        "transcript_entries",
        ("payload_json",),
        time_column="created_at",
        type_column="entry_type",
    ),
    SearchSource(
        "plans",
        "Plans",
        "plans",
        ("content", "file_path"),
        title_column="file_path",
        time_column="created_at",
        type_column="status",
    ),
    SearchSource("summaries", "Summaries", "summaries", ("content",), time_column="created_at"),
    SearchSource(
        "events",
        "Events",
        "events",
        ("detail",),
        title_column="event_type",
        time_column="timestamp",
        type_column="event_type",
    ),
    SearchSource(
        "hooks",
        "Hook runs",
        "hook_invocations",
        ("command", "input_json", "stdout_text", "stderr_text"),
        title_column="command",
        time_column="started_at",
        type_column="hook_event",
    ),
    SearchSource(
        "permissions",
        "Permissions",
        "tool_permission_log",
        ("tool_name", "reason_json"),
        title_column="tool_name",
        time_column="created_at",
        type_column="decision",
    ),
    SearchSource("state", "State", "state", ("key", "value"), title_column="key", time_column="updated_at"),
    SearchSource(
        "ratings", "Task ratings", "task_ratings", ("objective",), title_column="objective", time_column="timestamp"
    ),
    SearchSource(
        "conversations",
        "Conversations",
        "conversations",
        ("project_dir", "phase"),
        title_column="project_dir",
        time_column="last_active",
        type_column="phase",
    ),
    SearchSource(
        "pinned", "Pinned context", "pinned_context", ("key", "content"), title_column="key", time_column="created_at"
    ),
    SearchSource(
        "agent_state",
        "Agent state",
        "laya_jev_state",
        ("file_target", "state_json"),
        title_column="file_target",
        time_column="updated_at",
        type_column="task_status",
    ),
)

SECRETS = (
    SecretRule("settings_snapshot", "json", ("api_key", "apiKey", "apiKeyHelper", "authToken", "auth_token")),
    SecretRule("hook_invocations", "input_json", ()),
    SecretRule("hook_invocations", "stdout_text", ()),
    SecretRule("hook_invocations", "stderr_text", ()),
    SecretRule("hook_invocations", "command", ()),
    SecretRule("transcript_entries", "payload_json", ()),
    SecretRule("memories", "content", ()),
    SecretRule("plans", "content", ()),
    SecretRule("summaries", "content", ()),
    SecretRule("events", "detail", ()),
    SecretRule("state", "value", ()),
    SecretRule("pinned_context", "content", ()),
    SecretRule("laya_jev_state", "state_json", ()),
)
"""Only the settings are known to hold secrets; the others are searched for known keys and forms."""
