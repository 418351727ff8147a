"""Which columns refer to which rows though no constraint says so, in one file and from one file to another."""

from __future__ import annotations

from inspector.families.family import LogicalKey

_CHAT = ("channel_type", "platform_id")


def _key(
    table: str,
    column: str,
    target: str,
    target_column: str = "id",
    *,
    when: str = "",
    label: str = "",
    member: str = "",
) -> LogicalKey:
    return LogicalKey(table, (column,), target, (target_column,), when, label, member)


def _chat(table: str, when: str = "", label: str = "the chat") -> LogicalKey:
    """Two adapters of one platform share a chat's address: all rows that match are targets."""
    return LogicalKey(table, _CHAT, "messaging_groups", _CHAT, when, label)


_CENTRAL = (
    _key("agent_destinations", "target_id", "messaging_groups", when="target_type = 'channel'", label="may send to"),
    _key("agent_destinations", "target_id", "agent_groups", when="target_type = 'agent'", label="may send to"),
    _key("agent_message_policies", "approver", "users", label="approves every message"),
    _key("pending_approvals", "approver_user_id", "users", label="the only one who may approve"),
    _chat("pending_approvals", label="where the card was posted"),
    _key("pending_questions", "message_out_id", "messages_out", label="the message that asked", member="session_id"),
    _chat("pending_questions", label="where the question was posted"),
    _key("pending_sender_approvals", "sender_identity", "users", label="who wrote"),
    _key("pending_sender_approvals", "approver_user_id", "users", label="who was asked"),
    _key("pending_channel_approvals", "approver_user_id", "users", label="who was asked"),
    _key("unregistered_senders", "messaging_group_id", "messaging_groups", label="where it was dropped"),
    _key("unregistered_senders", "agent_group_id", "agent_groups", label="the agent it was not for"),
    _key("unregistered_senders", "user_id", "users", label="who wrote"),
    _chat("unregistered_senders"),
    _key("sessions", "thread_id", "chat_sdk_subscriptions", "thread_id", label="follows the thread"),
    _key("chat_sdk_locks", "thread_id", "sessions", "thread_id", label="the thread that is locked"),
    _key("delivery_attempts", "session_id", "sessions", label="whose message"),
    _key("delivery_attempts", "message_id", "messages_out", label="the message", member="session_id"),
    _key("session_claims", "session_id", "sessions", label="the session that is held"),
    _key("session_claims", "claimed_by", "host_instances", "instance_id", label="the host that holds it"),
    _key("wake_signals", "session_id", "sessions", label="the session to wake"),
    _key("wake_signals", "consumed_by", "host_instances", "instance_id", label="the host that woke it"),
)

_PAIR = (
    _key("messages_in", "platform_id", "agent_groups", when="channel_type = 'agent'", label="the agent that wrote"),
    _chat("messages_in", when="channel_type <> 'agent'", label="the chat it came from"),
    _key("messages_in", "source_session_id", "sessions", label="the session that sent it"),
    _key("messages_in", "series_id", "messages_in", when="series_id <> id", label="first run of the series"),
    _key("messages_out", "platform_id", "agent_groups", when="channel_type = 'agent'", label="the agent it is for"),
    _chat("messages_out", when="channel_type <> 'agent'", label="the chat it is for"),
    _key("messages_out", "in_reply_to", "messages_in", label="probably answers (a guess of the system)"),
    _key("delivered", "message_out_id", "messages_out", label="the message"),
    _key("processing_ack", "message_id", "messages_in", label="the message"),
    _key("destinations", "agent_group_id", "agent_groups", label="the agent"),
    _chat("destinations"),
    _chat("session_routing", label="where answers go"),
    _key("token_usage_log", "task_series_id", "messages_in", label="the task"),
)

LOGICAL_KEYS = (*_CENTRAL, *_PAIR)
