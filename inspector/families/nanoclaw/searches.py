"""What of NanoClaw files can be searched for words; none has a full-text index."""

from __future__ import annotations

from inspector.search.source import SearchSource


def _source(
    id: str, title: str, columns: tuple[str, ...], *, name: str = "", time: str = "", type: str = ""
) -> SearchSource:
    return SearchSource(id, title, id, columns, title_column=name, time_column=time, type_column=type)


SEARCH = (
    _source("messages_in", "Messages in", ("content",), time="timestamp", type="kind"),
    _source("messages_out", "Messages out", ("content",), time="timestamp", type="kind"),
    _source("agent_groups", "Agents", ("name", "folder"), name="name", time="created_at"),
    _source("messaging_groups", "Chats", ("name", "platform_id"), name="name", time="created_at", type="channel_type"),
    _source("users", "People", ("display_name", "id"), name="display_name", time="created_at", type="kind"),
    _source("sessions", "Sessions", ("id", "thread_id"), name="id", time="last_active", type="status"),
    _source("pending_approvals", "Approvals", ("title", "payload"), name="title", time="created_at", type="action"),
    _source("pending_questions", "Questions", ("title", "options_json"), name="title", time="created_at"),
    _source(
        "pending_sender_approvals",
        "New senders",
        ("sender_name", "sender_identity", "original_message"),
        name="sender_name",
        time="created_at",
    ),
    _source("pending_channel_approvals", "New chats", ("title", "original_message"), name="title", time="created_at"),
    _source(
        "unregistered_senders",
        "Dropped senders",
        ("sender_name", "user_id", "platform_id"),
        name="sender_name",
        time="last_seen",
        type="reason",
    ),
    _source("agent_destinations", "Destinations", ("local_name",), name="local_name", type="target_type"),
    _source("token_usage_log", "Prompts", ("prompt_preview",), time="timestamp"),
)
