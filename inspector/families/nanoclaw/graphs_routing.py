"""NanoClaw as a picture: who talks to which agent in which session, and who may send to whom.

Ids carry a prefix by kind: an agent and a chat of a fork may share an id.
"""

from __future__ import annotations

from inspector.db.needs import needs
from inspector.families.nanoclaw.statuses import STATUSES
from inspector.graph.projection import EdgeGroup, FieldQuery, GraphProjection, GraphQuery

EVERYTHING = "everything"
"""Node for roles that are not tied to one agent."""

_USERS = GraphQuery(
    "SELECT 'user:' || id, 'user', NULL, COALESCE(display_name, id), rowid FROM users", "users", needs=needs("users.id")
)
# a column that a version does not have is found in the outer SELECT, as NULL
_CHATS = GraphQuery(
    "SELECT 'chat:' || c.chat, 'chat', (SELECT CASE WHEN denied_at IS NOT NULL THEN 'denied' "
    "WHEN detached_at IS NOT NULL THEN 'detached' END FROM messaging_groups WHERE id = c.chat), c.label, c.key "
    "FROM (SELECT id AS chat, COALESCE(name, platform_id) || ' (' || channel_type || ')' AS label, rowid AS key, "
    "NULL AS denied_at, NULL AS detached_at FROM messaging_groups) c",
    "messaging_groups",
)
_AGENTS = GraphQuery("SELECT 'agent:' || id, 'agent_group', NULL, name, rowid FROM agent_groups", "agent_groups")
_EVERYTHING = GraphQuery(
    f"SELECT '{EVERYTHING}', 'agent_group', NULL, 'All agents' "
    "WHERE EXISTS (SELECT 1 FROM user_roles WHERE agent_group_id IS NULL)",
    needs=needs("user_roles.agent_group_id"),
)
_SESSIONS = GraphQuery(
    "SELECT 'session:' || s.id, 'session', CASE WHEN s.status = 'active' OR s.status IS NULL THEN "
    "COALESCE(s.container_status, 'stopped') ELSE s.status END, COALESCE(c.name, c.platform_id, "
    "CASE WHEN s.thread_id LIKE 'system:tasks:%' THEN 'tasks ' || substr(s.thread_id, 14) END, 'between agents') "
    "|| CASE WHEN s.thread_id IS NOT NULL AND c.id IS NOT NULL THEN ' · …' || substr(s.thread_id, -6) ELSE '' END, "
    "s.rowid FROM sessions s LEFT JOIN messaging_groups c ON c.id = s.messaging_group_id",
    "sessions",
    needs=needs("sessions.thread_id", "sessions.messaging_group_id"),
)
_APPROVALS = GraphQuery(
    "SELECT 'approval:' || approval_id, 'approval', status, COALESCE(NULLIF(title, ''), action), rowid "
    "FROM pending_approvals",
    "pending_approvals",
    needs=needs("pending_approvals.title"),
)
_NEW_SENDERS = GraphQuery(
    "SELECT 'sender:' || id, 'approval', 'pending', 'New sender ' || COALESCE(sender_name, sender_identity), rowid "
    "FROM pending_sender_approvals",
    "pending_sender_approvals",
    needs=needs("pending_sender_approvals.sender_name"),
)
_NEW_CHATS = GraphQuery(
    "SELECT 'new-chat:' || messaging_group_id, 'approval', 'pending', 'New chat', rowid FROM pending_channel_approvals",
    "pending_channel_approvals",
    needs=needs("pending_channel_approvals.messaging_group_id"),
)

_WIRINGS = GraphQuery(
    "SELECT 'chat:' || w.chat, 'agent:' || w.agent, 'wired_to', (SELECT COALESCE(engage_mode || ' / ', '') "
    "|| COALESCE(session_mode, 'shared') FROM messaging_group_agents WHERE rowid = w.key), 1, NULL, w.key "
    "FROM (SELECT messaging_group_id AS chat, agent_group_id AS agent, rowid AS key, NULL AS engage_mode, "
    "NULL AS session_mode FROM messaging_group_agents) w",
    "messaging_group_agents",
)
_OWNERS = GraphQuery(
    f"SELECT 'user:' || user_id, COALESCE('agent:' || agent_group_id, '{EVERYTHING}'), "
    "CASE role WHEN 'owner' THEN 'owner_of' WHEN 'admin' THEN 'admin_of' ELSE role END, role, 1, NULL, rowid "
    "FROM user_roles",
    "user_roles",
    needs=needs("user_roles.role"),
)
_MEMBERS = GraphQuery(
    "SELECT 'user:' || user_id, 'agent:' || agent_group_id, 'member_of', NULL, 1, NULL, rowid FROM agent_group_members",
    "agent_group_members",
    needs=needs("agent_group_members.user_id"),
)
_DIRECT = GraphQuery(
    "SELECT 'user:' || user_id, 'chat:' || messaging_group_id, 'direct_chat', channel_type, 1, NULL, rowid "
    "FROM user_dms",
    "user_dms",
    needs=needs("user_dms.user_id"),
)
_TARGET = "CASE d.target_type WHEN 'agent' THEN 'agent:' ELSE 'chat:' END || d.target_id"
_POLICY = "p.from_agent_group_id = d.agent_group_id AND d.target_type = 'agent' AND p.to_agent_group_id = d.target_id"
# where there is no table of policies yet all are free
_ALL_FREE = GraphQuery(
    f"SELECT 'agent:' || d.agent_group_id, {_TARGET}, 'may_send_to', group_concat(d.local_name, ', ') || ' (free)', "
    "1, NULL, min(d.rowid) FROM agent_destinations d GROUP BY d.agent_group_id, d.target_type, d.target_id",
    "agent_destinations",
    needs=needs("agent_destinations.target_type"),
)
# an agent may know one target by several names: the right to send there is one all the same
_FREE = GraphQuery(
    f"SELECT 'agent:' || d.agent_group_id, {_TARGET}, 'may_send_to', group_concat(d.local_name, ', ') || ' (free)', "
    "1, NULL, min(d.rowid) FROM agent_destinations d WHERE NOT EXISTS "
    f"(SELECT 1 FROM agent_message_policies p WHERE {_POLICY}) GROUP BY d.agent_group_id, d.target_type, d.target_id",
    "agent_destinations",
    needs=needs("agent_destinations.target_type", "agent_message_policies"),
    instead=_ALL_FREE,
)
_HELD = GraphQuery(
    f"SELECT 'agent:' || d.agent_group_id, {_TARGET}, 'may_send_if_approved', group_concat(d.local_name, ', ') "
    "|| ' (held for ' || COALESCE((SELECT u.display_name FROM users u WHERE u.id = p.approver), p.approver) || ')', "
    f"1, NULL, min(d.rowid) FROM agent_destinations d JOIN agent_message_policies p ON {_POLICY} "
    "GROUP BY d.agent_group_id, d.target_id",
    "agent_destinations",
    needs=needs("agent_destinations.target_type", "agent_message_policies.approver", "users.display_name"),
    optional=True,
)
_OF_AGENT = GraphQuery(
    "SELECT 'agent:' || agent_group_id, 'session:' || id, 'runs_in', NULL, 1, NULL, rowid FROM sessions", "sessions"
)
_OF_CHAT = GraphQuery(
    "SELECT 'chat:' || messaging_group_id, 'session:' || id, 'talks_in', thread_id, 1, NULL, rowid FROM sessions "
    "WHERE messaging_group_id IS NOT NULL",
    "sessions",
    needs=needs("sessions.messaging_group_id"),
)
_ASKS = GraphQuery(
    "SELECT COALESCE('session:' || session_id, 'agent:' || agent_group_id), 'approval:' || approval_id, 'asks', "
    "action, 1, NULL, rowid FROM pending_approvals WHERE session_id IS NOT NULL OR agent_group_id IS NOT NULL",
    "pending_approvals",
    needs=needs("pending_approvals.title", "pending_approvals.agent_group_id"),
)
_APPROVERS = GraphQuery(
    "SELECT 'approval:' || approval_id, 'user:' || approver_user_id, 'waits_for', NULL, 1, NULL, rowid "
    "FROM pending_approvals WHERE approver_user_id IS NOT NULL",
    "pending_approvals",
    needs=needs("pending_approvals.title", "pending_approvals.approver_user_id"),
    # before messages could be held nobody was named
    optional=True,
)
_NEW_SENDER_ASKS = GraphQuery(
    "SELECT 'chat:' || messaging_group_id, 'sender:' || id, 'asks', sender_identity, 1, NULL, rowid "
    "FROM pending_sender_approvals",
    "pending_sender_approvals",
    needs=needs("pending_sender_approvals.sender_name"),
)
_NEW_SENDER_WAITS = GraphQuery(
    "SELECT 'sender:' || id, 'user:' || approver_user_id, 'waits_for', NULL, 1, NULL, rowid "
    "FROM pending_sender_approvals",
    "pending_sender_approvals",
    needs=needs("pending_sender_approvals.sender_name", "pending_sender_approvals.approver_user_id"),
)
_NEW_CHAT_ASKS = GraphQuery(
    "SELECT 'chat:' || messaging_group_id, 'new-chat:' || messaging_group_id, 'asks', NULL, 1, NULL, rowid "
    "FROM pending_channel_approvals",
    "pending_channel_approvals",
    needs=needs("pending_channel_approvals.messaging_group_id"),
)
_NEW_CHAT_WAITS = GraphQuery(
    "SELECT 'new-chat:' || messaging_group_id, 'user:' || approver_user_id, 'waits_for', NULL, 1, NULL, rowid "
    "FROM pending_channel_approvals",
    "pending_channel_approvals",
    needs=needs("pending_channel_approvals.approver_user_id"),
)


_USERS_CHANNEL = FieldQuery(
    "channel", "Channel", "choice", "SELECT 'user:' || id, kind FROM users", needs("users.kind")
)
_CHATS_CHANNEL = FieldQuery("channel", "Channel", "choice", "SELECT 'chat:' || id, channel_type FROM messaging_groups")
_SESSIONS_CHANNEL = FieldQuery(
    "channel",
    "Channel",
    "choice",
    "SELECT 'session:' || s.id, c.channel_type FROM sessions s JOIN messaging_groups c ON c.id = s.messaging_group_id",
    needs("sessions.messaging_group_id"),
)


def _times(id: str, title: str, column: str, *tables: tuple[str, str, str]) -> tuple[FieldQuery, ...]:
    """A time of the rows of several tables: (prefix of the node's id, table, column of its id)."""
    return tuple(
        FieldQuery(id, title, "time", f"SELECT '{prefix}:' || {key}, {column} FROM {table}", needs(f"{table}.{column}"))
        for prefix, table, key in tables
    )


_CHAT_TIMES = _times(
    "created", "Created", "created_at", ("chat", "messaging_groups", "id"), ("agent", "agent_groups", "id")
)
_FIELDS = (
    _USERS_CHANNEL,
    _CHATS_CHANNEL,
    _SESSIONS_CHANNEL,
    *_CHAT_TIMES,
    *_times(
        "created",
        "Created",
        "created_at",
        ("user", "users", "id"),
        ("session", "sessions", "id"),
        ("approval", "pending_approvals", "approval_id"),
        ("sender", "pending_sender_approvals", "id"),
        ("new-chat", "pending_channel_approvals", "messaging_group_id"),
    ),
    *_times("last_active", "Last active", "last_active", ("session", "sessions", "id")),
)

WIRING = EdgeGroup("wiring", "Wiring", ("wired_to",))
ROLES = EdgeGroup("roles", "Roles and membership", ("owner_of", "admin_of", "member_of", "direct_chat"))
DESTINATIONS = EdgeGroup("destinations", "Destinations", ("may_send_to", "may_send_if_approved"))
SESSIONS = EdgeGroup("sessions", "Sessions", ("runs_in", "talks_in"), node_types=("session",))
APPROVALS = EdgeGroup("approvals", "Approvals", ("asks", "waits_for"), node_types=("approval",))

_CENTRAL = needs(
    "agent_groups.name", "messaging_groups.platform_id", "messaging_group_agents", "sessions.agent_group_id"
)

ROUTING_GRAPHS = (
    GraphProjection(
        "routing",
        "Routing",
        "People, chats, agents and sessions: who is wired to whom, who may do what, where it is talked.",
        (_USERS, _CHATS, _AGENTS, _EVERYTHING, _SESSIONS, _APPROVALS, _NEW_SENDERS, _NEW_CHATS),
        (
            _WIRINGS,
            _OWNERS,
            _MEMBERS,
            _DIRECT,
            _FREE,
            _HELD,
            _OF_AGENT,
            _OF_CHAT,
            _ASKS,
            _APPROVERS,
            _NEW_SENDER_ASKS,
            _NEW_SENDER_WAITS,
            _NEW_CHAT_ASKS,
            _NEW_CHAT_WAITS,
        ),
        _CENTRAL,
        STATUSES,
        layout="columns",
        columns=(("user",), ("chat",), ("agent_group",), ("session",), ("approval",)),
        fields=_FIELDS,
        edge_groups=(WIRING, ROLES, DESTINATIONS, SESSIONS, APPROVALS),
    ),
    GraphProjection(
        "agents",
        "Agents and their chats",
        "Agents and chats alone: a wiring lets an agent hear a chat, a destination lets it send there.",
        (_CHATS, _AGENTS),
        (_WIRINGS, _FREE, _HELD),
        _CENTRAL,
        STATUSES,
        fields=(_CHATS_CHANNEL, *_CHAT_TIMES),
        edge_groups=(WIRING, DESTINATIONS),
    ),
)
