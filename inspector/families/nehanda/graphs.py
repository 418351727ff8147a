"""How is ona-session.db drawn: memories as they relate, concepts they share, and who worked on what?"""

from __future__ import annotations

from inspector.db.needs import needs
from inspector.families.nehanda.statuses import STATUSES
from inspector.graph.projection import FieldQuery, GraphProjection, GraphQuery

# |a/b|c/d| becomes a JSON array; json_quote keeps quotes and backslashes of a tag from ending it
TAGS = (
    "SELECT m.rowid AS place, m.id AS memory, t.value AS tag FROM memories m, "
    "json_each('[' || replace(json_quote(trim(CAST(m.concept_tags AS TEXT), '| ')), '|', '\",\"') || ']') t "
    "WHERE trim(coalesce(m.concept_tags, ''), '| ') <> '' AND t.value <> ''"
)
"""One row for each tag of each memory: place (rowid), memory (id), tag."""


def _memory_fields(prefix: str = "") -> tuple[FieldQuery, ...]:
    """What memories can be filtered by, their ids behind a prefix."""

    def of(value: str) -> str:
        return f"SELECT '{prefix}' || id, {value} FROM memories ORDER BY rowid"

    tier = (
        "CASE WHEN attention_score >= 0.7 THEN 'HOT' WHEN attention_score >= 0.25 THEN 'WARM' "
        "WHEN attention_score IS NOT NULL THEN 'COLD' END"
    )
    return (
        FieldQuery("project", "Project", "choice", of("project_scope"), needs("memories.project_scope")),
        FieldQuery(
            "concepts",
            "Concepts",
            "list",
            f"SELECT '{prefix}' || memory, tag FROM ({TAGS}) ORDER BY place",
            needs("memories.concept_tags"),
        ),
        FieldQuery("tier", "Attention tier", "choice", of(tier), needs("memories.attention_score")),
        FieldQuery("attention", "Attention", "number", of("attention_score"), needs("memories.attention_score")),
        FieldQuery("used", "Times used", "number", of("access_count"), needs("memories.access_count")),
        FieldQuery("created", "Created", "time", of("created_at"), needs("memories.created_at")),
        FieldQuery("last_used", "Last used", "time", of("last_accessed"), needs("memories.last_accessed")),
    )


MEMORIES = GraphProjection(
    id="memories",
    title="Memories",
    about="Every memory, joined by the relations the agent stored: semantic, temporal, causal, of one entity.",
    nodes=(GraphQuery("SELECT id, type, NULL, title, rowid FROM memories ORDER BY rowid", "memories"),),
    edges=(
        GraphQuery(
            "SELECT src_id, dst_id, relation, printf('%.2f', weight), weight, id, rowid FROM memory_edges "
            "ORDER BY rowid",
            "memory_edges",
        ),
    ),
    needs=needs("memories.id", "memories.type", "memories.title", "memory_edges.src_id", "memory_edges.relation"),
    fields=_memory_fields(),
)

CONCEPTS = GraphProjection(
    id="concepts",
    title="Memories by concept and project",
    about="Derived, not stored: memories are joined to the concept tags and the project that their rows name, "
    "so what shares one stands together.",
    nodes=(
        GraphQuery("SELECT 'm:' || id, type, NULL, title, rowid FROM memories ORDER BY rowid", "memories"),
        GraphQuery(
            f"SELECT 'c:' || tag, 'concept', NULL, tag FROM (SELECT DISTINCT tag FROM ({TAGS}))",
            needs=needs("memories.concept_tags"),
        ),
        GraphQuery(
            "SELECT DISTINCT 'p:' || project_scope, 'project', NULL, project_scope FROM memories "
            "WHERE project_scope <> ''",
            needs=needs("memories.project_scope"),
        ),
    ),
    edges=(
        GraphQuery(
            f"SELECT 'm:' || memory, 'c:' || tag, 'tagged', NULL, NULL, NULL, place FROM ({TAGS})",
            "memories",
            needs=needs("memories.concept_tags"),
        ),
        GraphQuery(
            "SELECT 'm:' || id, 'p:' || project_scope, 'in project', NULL, NULL, NULL, rowid FROM memories "
            "WHERE project_scope <> ''",
            "memories",
            needs=needs("memories.project_scope"),
        ),
    ),
    needs=needs("memories.id", "memories.type", "memories.title"),
    fields=_memory_fields("m:"),
)

_SUBAGENTS = "SELECT session_id FROM events WHERE event_type = 'subagent_start' AND session_id IS NOT NULL"

# nobody stores which session started a subagent: the newest other session of the conversation before it is taken
PARENTS = f"""
SELECT s.rowid AS place, s.session_id AS child, coalesce((
  SELECT p.session_id FROM sessions p WHERE p.conversation_id = s.conversation_id AND p.session_id <> s.session_id
    AND p.session_id NOT IN ({_SUBAGENTS})
    AND (julianday(p.started_at), p.rowid) <= (julianday(s.started_at), s.rowid)
  ORDER BY julianday(p.started_at) DESC, p.rowid DESC LIMIT 1), '') AS parent
FROM sessions s WHERE s.session_id IN ({_SUBAGENTS})"""

WORK_FIELDS = (
    FieldQuery(
        "project",
        "Project",
        "choice",
        "SELECT 'c:' || id, project_dir FROM conversations UNION ALL SELECT 's:' || s.session_id, c.project_dir "
        "FROM sessions s JOIN conversations c ON c.id = s.conversation_id",
    ),
    FieldQuery(
        "created",
        "Created",
        "time",
        "SELECT 'c:' || id, created_at FROM conversations",
        needs("conversations.created_at"),
    ),
    FieldQuery("created", "Created", "time", "SELECT 's:' || session_id, started_at FROM sessions"),
    FieldQuery("created", "Created", "time", "SELECT 'p:' || id, created_at FROM plans", needs("plans.created_at")),
    FieldQuery(
        "last_active",
        "Last active",
        "time",
        "SELECT 'c:' || id, last_active FROM conversations",
        needs("conversations.last_active"),
    ),
)

WORK = GraphProjection(
    id="work",
    title="Conversations, sessions and subagents",
    about="A conversation leads to its sessions, plans and summary, a session to the subagents it started; which "
    "session started a subagent is inferred from time.",
    nodes=(
        GraphQuery(
            "SELECT 'c:' || id, 'conversation', phase, project_dir, rowid FROM conversations ORDER BY rowid",
            "conversations",
        ),
        GraphQuery(
            f"SELECT 's:' || s.session_id, 'subagent', NULL, coalesce((SELECT CASE WHEN json_valid(e.detail) "
            "THEN json_extract(e.detail, '$.description') ELSE e.detail END FROM events e WHERE "
            "e.session_id = s.session_id AND e.event_type = 'subagent_start'), s.session_id), s.rowid "
            f"FROM sessions s WHERE s.session_id IN ({_SUBAGENTS}) ORDER BY s.rowid",
            "sessions",
            needs=needs("events.session_id", "events.event_type", "events.detail"),
        ),
        GraphQuery(
            "SELECT 's:' || session_id, 'session', NULL, started_at || ' · ' || session_id, rowid FROM sessions "
            "ORDER BY rowid",
            "sessions",
        ),
        GraphQuery(
            "SELECT 'p:' || id, 'plan', status, coalesce(file_path, substr(content, 1, 80)), rowid FROM plans "
            "ORDER BY rowid",
            "plans",
            needs=needs("plans.status", "plans.content", "plans.file_path"),
        ),
    ),
    edges=(
        GraphQuery(
            "SELECT 'c:' || conversation_id, 's:' || session_id, 'session', NULL, NULL, NULL, rowid FROM sessions",
            "sessions",
        ),
        GraphQuery(
            f"SELECT 's:' || parent, 's:' || child, 'started (inferred)', NULL, NULL, NULL, place FROM ({PARENTS}) "
            "WHERE parent <> ''",
            "sessions",
            needs=needs("events.session_id", "events.event_type"),
        ),
        GraphQuery(
            "SELECT 'c:' || conversation_id, 'p:' || id, 'plan', NULL, NULL, NULL, rowid FROM plans",
            "plans",
            needs=needs("plans.conversation_id"),
        ),
    ),
    needs=needs("conversations.id", "conversations.phase", "conversations.project_dir", "sessions.conversation_id"),
    statuses=STATUSES,
    layout="layered",
    fields=WORK_FIELDS,
)
