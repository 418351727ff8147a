"""How much do agents say to one another, and what answers what in a session?"""

from __future__ import annotations

from inspector.db.needs import needs
from inspector.families.nanoclaw.contents import message_line
from inspector.families.nanoclaw.statuses import STATUSES
from inspector.graph.projection import EdgeGroup, FieldQuery, GraphProjection, GraphQuery

# notices of the host come to an agent as from itself, without a session that sent them
_ARRIVED = (
    "SELECT 'agent:' || platform_id, 'agent:' || :above, 'messages', count(*) FROM messages_in "
    "WHERE channel_type = 'agent' AND platform_id IS NOT NULL AND {sent} GROUP BY platform_id"
)
FLOW = GraphProjection(
    "flow",
    "Messages between agents",
    "How many messages arrived from one agent at another, and how many were not delivered, over all sessions.",
    (GraphQuery("SELECT 'agent:' || id, 'agent_group', NULL, name, rowid FROM agent_groups", "agent_groups"),),
    (),
    needs("agent_groups.name", "sessions.agent_group_id"),
    STATUSES,
    fields=(
        FieldQuery(
            "created",
            "Created",
            "time",
            "SELECT 'agent:' || id, created_at FROM agent_groups",
            needs("agent_groups.created_at"),
        ),
    ),
    edge_groups=(
        EdgeGroup("messages", "Arrived", ("messages",)),
        EdgeGroup("undelivered", "Not delivered", ("not_delivered",)),
    ),
    members=(
        GraphQuery(
            _ARRIVED.format(sent="(source_session_id IS NOT NULL OR platform_id <> :above)"),
            needs=needs("messages_in.platform_id", "messages_in.channel_type", "messages_in.source_session_id"),
        ),
        # files that do not name the session yet; this gives nothing where they do
        GraphQuery(
            _ARRIVED.format(
                sent="platform_id <> :above AND NOT EXISTS (SELECT 1 FROM pragma_table_info('messages_in') "
                "WHERE name = 'source_session_id')"
            ),
            needs=needs("messages_in.platform_id", "messages_in.channel_type"),
        ),
        GraphQuery(
            "SELECT 'agent:' || :above, 'agent:' || o.platform_id, 'not_delivered', count(*) FROM messages_out o "
            "LEFT JOIN delivered d ON d.message_out_id = o.id WHERE o.channel_type = 'agent' "
            "AND o.platform_id IS NOT NULL AND COALESCE(d.status, '') <> 'delivered' GROUP BY o.platform_id",
            needs=needs("messages_out.platform_id", "messages_out.channel_type", "delivered.status"),
        ),
    ),
)
"""Of an install over all its sessions, of a session over itself."""

_CONTENT = "substr({0}.content, 1, 4096)"
_PLAIN_RECEIVED = GraphQuery(
    f"SELECT 'in:' || m.id, 'received', m.status, {_CONTENT.format('m')}, m.rowid FROM messages_in m",
    "messages_in",
    "inbound",
    needs("messages_in.status", "messages_in.content"),
    tell=message_line,
)
_RECEIVED = GraphQuery(
    "SELECT 'in:' || m.id, 'received', COALESCE((SELECT a.status FROM processing_ack a WHERE a.message_id = m.id), "
    f"m.status), {_CONTENT.format('m')}, m.rowid FROM messages_in m ORDER BY m.seq",
    "messages_in",
    "inbound",
    needs("messages_in.seq", "messages_in.status", "messages_in.content", "processing_ack.status"),
    instead=_PLAIN_RECEIVED,
    tell=message_line,
)
_PLAIN_SENT = GraphQuery(
    f"SELECT 'out:' || o.id, 'sent', NULL, {_CONTENT.format('o')}, o.rowid FROM messages_out o",
    "messages_out",
    "outbound",
    needs("messages_out.content"),
    tell=message_line,
)
_SENT = GraphQuery(
    "SELECT 'out:' || o.id, 'sent', COALESCE((SELECT d.status FROM delivered d WHERE d.message_out_id = o.id), "
    f"'pending'), {_CONTENT.format('o')}, o.rowid FROM messages_out o ORDER BY o.seq",
    "messages_out",
    "outbound",
    needs("messages_out.seq", "messages_out.content", "delivered.status"),
    instead=_PLAIN_SENT,
    tell=message_line,
)
_ORDER = (
    "SELECT 'in:' || id AS node, seq, rowid AS place FROM messages_in WHERE seq IS NOT NULL "
    "UNION ALL SELECT 'out:' || id, seq, rowid FROM messages_out WHERE seq IS NOT NULL"
)
_SAID = (
    "SELECT o.id, o.rowid AS place, json_extract(o.content, '$.operation') AS operation, "
    "json_extract(o.content, '$.messageId') AS about FROM messages_out o WHERE json_valid(o.content)"
)
# what an edit or a reaction names is the id of a message, or that id without the agent behind it
_ABOUT = (
    "SELECT s.id, s.place, s.operation, COALESCE((SELECT 'in:' || i.id FROM messages_in i WHERE i.id = s.about), "
    "(SELECT 'in:' || i.id FROM messages_in i WHERE i.id > s.about || ':' AND i.id < s.about || ';'), "
    "(SELECT 'out:' || o.id FROM messages_out o WHERE o.id = s.about), "
    "(SELECT 'out:' || d.message_out_id FROM delivered d WHERE d.platform_message_id = s.about)) AS about "
    f"FROM ({_SAID}) s WHERE s.about IS NOT NULL"
)
REPLIES = GraphProjection(
    "replies",
    "Replies of the session",
    "What was received and what was sent, each leading to what answers it; the system guesses what answers what.",
    (_RECEIVED, _SENT),
    (
        GraphQuery(
            "SELECT 'in:' || in_reply_to, 'out:' || id, 'answered_by', 'a guess of the system', 1, NULL, rowid "
            "FROM messages_out WHERE in_reply_to IS NOT NULL ORDER BY rowid",
            "messages_out",
            "outbound",
        ),
        GraphQuery(
            "SELECT about, 'out:' || id, CASE operation WHEN 'edit' THEN 'edited_by' WHEN 'reaction' THEN 'reaction' "
            f"ELSE 'spoken_of_by' END, NULL, 1, NULL, place FROM ({_ABOUT}) WHERE about IS NOT NULL",
            "messages_out",
            "outbound",
            needs("messages_out.content", "delivered.platform_message_id"),
            optional=True,
        ),
        GraphQuery(
            "SELECT 'in:' || series_id, 'in:' || id, 'repeated_by', NULL, 1, NULL, rowid FROM messages_in "
            "WHERE series_id <> id",
            "messages_in",
            "inbound",
            needs("messages_in.series_id"),
            optional=True,
        ),
        GraphQuery(
            "SELECT node, later, 'then', NULL, 1 FROM (SELECT node, lead(node) OVER (ORDER BY seq, node) AS later "
            f"FROM ({_ORDER})) WHERE later IS NOT NULL",
            needs=needs("messages_in.seq", "messages_out.seq"),
            optional=True,
        ),
    ),
    needs("messages_in.id", "messages_out.id", "messages_out.in_reply_to"),
    STATUSES,
    layout="layered",
    fields=(
        FieldQuery(
            "kind",
            "Kind",
            "choice",
            "SELECT 'in:' || id, kind FROM messages_in UNION ALL SELECT 'out:' || id, kind FROM messages_out",
            needs("messages_in.kind", "messages_out.kind"),
        ),
        FieldQuery(
            "channel",
            "Channel",
            "choice",
            "SELECT 'in:' || id, channel_type FROM messages_in UNION ALL "
            "SELECT 'out:' || id, channel_type FROM messages_out",
            needs("messages_in.channel_type", "messages_out.channel_type"),
        ),
        FieldQuery(
            "created",
            "Created",
            "time",
            "SELECT 'in:' || id, timestamp FROM messages_in UNION ALL SELECT 'out:' || id, timestamp FROM messages_out",
            needs("messages_in.timestamp", "messages_out.timestamp"),
        ),
    ),
    edge_groups=(
        EdgeGroup("answers", "Answers", ("answered_by",)),
        EdgeGroup("edits", "Edits and reactions", ("edited_by", "reaction", "spoken_of_by")),
        EdgeGroup("series", "Runs of a task", ("repeated_by",)),
        # it makes the picture a thread that is read like a text
        EdgeGroup("order", "Order by seq", ("then",)),
    ),
)
"""Of a session pair, and of a file that holds both halves."""
