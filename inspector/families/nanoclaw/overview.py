"""What the overview of NanoClaw files shows: figures, what waits for a person, what happened last."""

from __future__ import annotations

from inspector.db.needs import needs
from inspector.families.family import ActivityList, Figure, Members
from inspector.families.nanoclaw.addresses import address
from inspector.families.nanoclaw.rules.incoming import DUE

_TEXT = (
    "CASE WHEN json_valid({t}.content) THEN COALESCE(json_extract({t}.content, '$.text'), "
    "json_extract({t}.content, '$.prompt'), json_extract({t}.content, '$.question'), "
    "json_extract({t}.content, '$.fallbackText'), json_extract({t}.content, '$.action'), {t}.kind) "
    "ELSE {t}.content END"
)
_IN, _OUT = _TEXT.format(t="m"), _TEXT.format(t="o")


def _count(title: str, table: str, where: str = "", *columns: str) -> Figure:
    sql = f"SELECT count(*) FROM {table}" + (f" WHERE {where}" if where else "")
    return Figure(title, sql, needs(table, *(f"{table}.{column}" for column in columns)), table)


FIGURES = (
    _count("Agents", "agent_groups"),
    _count("Chats", "messaging_groups"),
    _count("Wirings", "messaging_group_agents"),
    _count("People", "users"),
    _count("Sessions", "sessions"),
    _count("Sessions that run", "sessions", "container_status = 'running'", "container_status"),
    _count("Approvals waiting", "pending_approvals", "status IN ('pending', 'awaiting_reason')", "status"),
    _count("Questions waiting", "pending_questions"),
    _count("Senders that were dropped", "unregistered_senders"),
    _count("Messages in", "messages_in"),
    _count("Messages out", "messages_out"),
    Figure(
        "Messages that are due",
        f"SELECT count(*) FROM messages_in m LEFT JOIN processing_ack a ON a.message_id = m.id WHERE {DUE} "
        "AND m.trigger = 1",
        needs("messages_in.trigger", "messages_in.process_after", "processing_ack.message_id"),
        "messages_in",
    ),
    Figure(
        "Messages being worked on",
        "SELECT count(*) FROM processing_ack WHERE status = 'processing'",
        needs("processing_ack.status"),
        "processing_ack",
    ),
    Figure(
        "Messages not delivered",
        "SELECT count(*) FROM messages_out m LEFT JOIN delivered d ON d.message_out_id = m.id "
        "WHERE d.message_out_id IS NULL",
        needs("messages_out.id", "delivered.message_out_id"),
        "messages_out",
    ),
    Figure(
        "Live tasks",
        "SELECT count(*) FROM messages_in m LEFT JOIN processing_ack a ON a.message_id = m.id WHERE m.kind = 'task' "
        "AND COALESCE(a.status, m.status) IN ('pending', 'paused')",
        needs("messages_in.kind", "processing_ack.message_id"),
        "messages_in",
    ),
)

ATTENTION = (
    ActivityList(
        "approvals",
        "Approvals waiting",
        "SELECT 'pending_approvals', p.rowid, COALESCE(NULLIF(p.title, ''), p.action) || ' (' || p.action || ')' "
        "|| COALESCE(', for ' || g.name, '') || CASE WHEN julianday(p.expires_at) < julianday(:now) "
        "THEN ', expired' ELSE '' END, p.created_at FROM pending_approvals p LEFT JOIN sessions s "
        "ON s.id = p.session_id LEFT JOIN agent_groups g ON g.id = COALESCE(p.agent_group_id, s.agent_group_id) "
        "WHERE p.status IN ('pending', 'awaiting_reason') ORDER BY julianday(p.created_at)",
        needs("pending_approvals.status", "pending_approvals.expires_at", "pending_approvals.title", "sessions.id"),
    ),
    ActivityList(
        "questions",
        "Questions waiting for an answer",
        "SELECT 'pending_questions', q.rowid, q.title || COALESCE(', asked by ' || g.name, ''), q.created_at "
        "FROM pending_questions q LEFT JOIN sessions s ON s.id = q.session_id "
        "LEFT JOIN agent_groups g ON g.id = s.agent_group_id ORDER BY julianday(q.created_at)",
        needs("pending_questions.title", "sessions.agent_group_id", "agent_groups.name"),
    ),
    ActivityList(
        "senders",
        "New senders waiting to be let in",
        "SELECT 'pending_sender_approvals', p.rowid, COALESCE(u.display_name, p.sender_name, p.sender_identity) "
        "|| ' in ' || COALESCE(c.name, c.platform_id, p.messaging_group_id), p.created_at "
        "FROM pending_sender_approvals p LEFT JOIN users u ON u.id = p.sender_identity "
        "LEFT JOIN messaging_groups c ON c.id = p.messaging_group_id ORDER BY julianday(p.created_at)",
        needs("pending_sender_approvals.sender_identity", "users.display_name", "messaging_groups.name"),
    ),
    ActivityList(
        "chats",
        "New chats waiting to be connected",
        f"SELECT 'pending_channel_approvals', p.rowid, COALESCE(c.name, {address('c')}, "
        "p.messaging_group_id) || COALESCE(', for ' || g.name, ''), p.created_at FROM pending_channel_approvals p "
        "LEFT JOIN messaging_groups c ON c.id = p.messaging_group_id "
        "LEFT JOIN agent_groups g ON g.id = p.agent_group_id ORDER BY julianday(p.created_at)",
        needs("pending_channel_approvals.messaging_group_id", "messaging_groups.name", "agent_groups.name"),
    ),
    ActivityList(
        "asked",
        "Questions of the agent without an answer",
        "SELECT 'messages_out', o.key, COALESCE(json_extract(o.said, '$.title') || ': ', '') "
        "|| COALESCE(json_extract(o.said, '$.question'), ''), o.timestamp FROM (SELECT rowid AS key, timestamp, "
        "CASE WHEN json_valid(content) THEN content END AS said FROM messages_out WHERE kind = 'chat-sdk') o "
        "WHERE json_extract(o.said, '$.type') = 'ask_question' AND json_extract(o.said, '$.questionId') NOT IN ("
        "SELECT COALESCE(json_extract(CASE WHEN json_valid(m.content) THEN m.content END, '$.questionId'), '') "
        "FROM messages_in m WHERE m.kind = 'system') ORDER BY julianday(o.timestamp)",
        needs("messages_out.content", "messages_out.timestamp", "messages_in.content"),
    ),
)

RECENT = (
    ActivityList(
        "sessions",
        "Sessions",
        "SELECT 'sessions', s.rowid, COALESCE(g.name, s.agent_group_id) || ' · ' || COALESCE(c.name, c.platform_id, "
        "s.thread_id, 'between agents') || ' (' || COALESCE(s.status, 'active') || ', ' "
        "|| COALESCE(s.container_status, 'stopped') || ')', s.last_active FROM sessions s "
        "LEFT JOIN agent_groups g ON g.id = s.agent_group_id LEFT JOIN messaging_groups c "
        "ON c.id = s.messaging_group_id WHERE s.last_active IS NOT NULL ORDER BY julianday(s.last_active) DESC",
        needs("sessions.last_active", "agent_groups.name", "messaging_groups.name"),
    ),
    ActivityList(
        "dropped",
        "Dropped senders",
        "SELECT 'unregistered_senders', d.rowid, COALESCE(d.sender_name, d.user_id, d.platform_id) || ': ' "
        "|| d.reason, d.last_seen FROM unregistered_senders d ORDER BY julianday(d.last_seen) DESC",
        needs("unregistered_senders.reason", "unregistered_senders.last_seen"),
    ),
    ActivityList(
        "messages_in",
        "Messages in",
        f"SELECT 'messages_in', m.rowid, substr({_IN}, 1, 200), m.timestamp FROM messages_in m "
        "ORDER BY julianday(m.timestamp) DESC",
        needs("messages_in.content", "messages_in.timestamp"),
    ),
    ActivityList(
        "messages_out",
        "Messages out",
        f"SELECT 'messages_out', o.rowid, substr({_OUT}, 1, 200), o.timestamp FROM messages_out o "
        "ORDER BY julianday(o.timestamp) DESC",
        needs("messages_out.content", "messages_out.timestamp"),
    ),
)

MEMBERS = Members(
    "SELECT s.agent_group_id || '/' || s.id, "
    f"COALESCE(c.name, {address('c')}, 'task ' || SUBSTR(s.thread_id, NULLIF(INSTR(s.thread_id, 'system:tasks:'), 0) "
    "+ LENGTH('system:tasks:')), s.thread_id, 'between agents'), "
    "COALESCE(g.name, s.agent_group_id), "
    "COALESCE(s.status, 'active') || ', ' || COALESCE(s.container_status, 'stopped'), "
    "s.last_active, 'sessions', s.rowid FROM sessions s LEFT JOIN agent_groups g ON g.id = s.agent_group_id "
    "LEFT JOIN messaging_groups c ON c.id = s.messaging_group_id",
    needs(
        *(
            "sessions.agent_group_id",
            "sessions.messaging_group_id",
            "sessions.last_active",
            "sessions.container_status",
        ),
        *("agent_groups.name", "messaging_groups.name", "messaging_groups.channel_type"),
    ),
)
