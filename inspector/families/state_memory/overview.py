"""What does the overview of a graph.db say: its figures, what needs a person, what happened last, its version?"""

from __future__ import annotations

from inspector.db.catalog import Catalog
from inspector.db.needs import needs
from inspector.db.reader import Reader
from inspector.errors import KnownError
from inspector.families.family import ActivityList, Figure
from inspector.families.state_memory.graphs import WAITING_EDGES
from inspector.families.state_memory.statuses import FINISHED_SQL

FIGURES = (
    Figure("Nodes", "SELECT count(*) FROM nodes", needs("nodes"), "nodes"),
    Figure("Edges", "SELECT count(*) FROM edges", needs("edges"), "edges"),
    Figure(
        "Open tasks",
        f"SELECT count(*) FROM nodes WHERE type = 'task' AND lower(status) NOT IN {FINISHED_SQL}",
        needs("nodes.type", "nodes.status"),
        "nodes",
    ),
    Figure(
        "Active blockers",
        "SELECT count(*) FROM nodes WHERE type = 'blocker' AND status = 'active'",
        needs("nodes.type", "nodes.status"),
        "nodes",
    ),
    Figure("Events", "SELECT count(*) FROM events", needs("events"), "events"),
    Figure("Sessions", "SELECT count(*) FROM sessions", needs("sessions"), "sessions"),
    Figure(
        "Sessions not ended",
        "SELECT count(*) FROM sessions WHERE ended_at IS NULL",
        needs("sessions.ended_at"),
        "sessions",
    ),
    Figure("Snapshots", "SELECT count(*) FROM snapshots", needs("snapshots"), "snapshots"),
    Figure("Notes on the board", "SELECT count(*) FROM blackboard", needs("blackboard"), "blackboard"),
    Figure("Projects", "SELECT count(DISTINCT project) FROM nodes", needs("nodes.project"), "nodes"),
    Figure("Branches", "SELECT count(DISTINCT git_branch) FROM nodes", needs("nodes.git_branch"), "nodes"),
)

_NODES = needs("nodes.id", "nodes.type", "nodes.title", "nodes.status", "nodes.updated_at")
_GRAPH = needs(*_NODES.names, "edges.source_id", "edges.target_id", "edges.type")

ATTENTION = (
    ActivityList(
        "state_memory.blocked",
        "Blocked work",
        f"""
        WITH w AS MATERIALIZED ({WAITING_EDGES}), held AS MATERIALIZED (
          SELECT w.waiting AS id, group_concat(b.title, '; ') AS by_what FROM w JOIN nodes b
            ON b.id = w.awaited AND b.type = 'blocker' AND b.status = 'active' GROUP BY w.waiting),
        blocked AS (
          SELECT n.rowid AS place, n.title || ' · waits for ' || held.by_what AS text, n.updated_at, n.type, n.status
          FROM held JOIN nodes n ON n.id = held.id UNION ALL
          SELECT rowid, title || ' · status ' || status, updated_at, type, status FROM nodes
          WHERE status = 'blocked' AND id NOT IN (SELECT id FROM held))
        SELECT 'nodes', place, text, updated_at FROM blocked
        WHERE type IN ('task', 'milestone', 'plan') AND lower(status) NOT IN {FINISHED_SQL}
        ORDER BY updated_at LIMIT 50""",
        _GRAPH,
    ),
    ActivityList(
        "state_memory.proposed",
        "Decisions to be made",
        "SELECT 'nodes', rowid, title || ' · ' || status, updated_at FROM nodes "
        "WHERE type = 'decision' AND lower(status) IN ('proposed', 'draft') ORDER BY updated_at DESC LIMIT 50",
        _NODES,
    ),
    ActivityList(
        "state_memory.contradiction",
        "Decisions that contradict",
        "SELECT 'edges', e.rowid, a.title || ' ↯ ' || b.title, max(a.updated_at, b.updated_at) FROM edges e "
        "JOIN nodes a ON a.id = e.source_id JOIN nodes b ON b.id = e.target_id "
        "WHERE e.type = 'contradicts' AND a.type = 'decision' AND b.type = 'decision' "
        "AND a.status = 'accepted' AND b.status = 'accepted' ORDER BY e.rowid LIMIT 50",
        _GRAPH,
    ),
    ActivityList(
        "state_memory.missed",
        "Milestones missed",
        "SELECT 'nodes', rowid, title || coalesce(' · was due ' || CASE WHEN json_valid(metadata) "
        "THEN json_extract(metadata, '$.due') END, ''), updated_at FROM nodes "
        "WHERE type = 'milestone' AND lower(status) = 'missed' ORDER BY updated_at DESC LIMIT 50",
        needs(*_NODES.names, "nodes.metadata"),
    ),
    ActivityList(
        "state_memory.active_session",
        "Sessions at work",
        "SELECT 'sessions', rowid, agent_id || ' in ' || project || ', not ended', started_at FROM sessions "
        "WHERE ended_at IS NULL AND julianday(:now) - julianday(started_at) <= 1 ORDER BY started_at DESC LIMIT 50",
        needs("sessions.agent_id", "sessions.project", "sessions.started_at", "sessions.ended_at"),
    ),
)

# what an event is called, and of what: from the state after it, or before it where it is gone
_STATE = (
    "CASE WHEN json_valid(coalesce(v.after_state, v.before_state)) THEN coalesce(v.after_state, v.before_state) END"
)
_STATUS = (
    "CASE WHEN json_valid(v.before_state) AND json_valid(v.after_state) AND "
    "json_extract(v.before_state, '$.status') <> json_extract(v.after_state, '$.status') THEN ' · status ' || "
    "json_extract(v.before_state, '$.status') || ' → ' || json_extract(v.after_state, '$.status') ELSE '' END"
)

RECENT = (
    ActivityList(
        "state_memory.events",
        "Ledger",
        f"""
        WITH v AS (SELECT rowid AS place, * FROM events ORDER BY rowid DESC LIMIT 50)
        SELECT 'events', v.place, replace(v.event_type, '_', ' ') || ': ' || coalesce(
          json_extract({_STATE}, '$.title'),
          json_extract({_STATE}, '$.type') || ' from ' || coalesce(s.title, json_extract({_STATE}, '$.source_id'))
            || ' to ' || coalesce(t.title, json_extract({_STATE}, '$.target_id')),
          v.entity_id) || {_STATUS}, v.timestamp
        FROM v LEFT JOIN nodes s ON s.id = json_extract({_STATE}, '$.source_id')
          LEFT JOIN nodes t ON t.id = json_extract({_STATE}, '$.target_id')
        ORDER BY v.place DESC""",
        needs("events.event_type", "events.entity_id", "events.before_state", "events.after_state", "events.timestamp"),
    ),
    ActivityList(
        "state_memory.changed",
        "Nodes changed last",
        "SELECT 'nodes', rowid, type || ': ' || title || ' · ' || status, updated_at FROM nodes "
        "ORDER BY julianday(updated_at) DESC LIMIT 50",
        _NODES,
    ),
    ActivityList(
        "state_memory.notes",
        "Message board",
        "SELECT 'blackboard', rowid, agent_id || ', ' || topic || ': ' || content, created_at FROM blackboard "
        "ORDER BY rowid DESC LIMIT 20",
        needs("blackboard.agent_id", "blackboard.topic", "blackboard.content"),
    ),
    ActivityList(
        "state_memory.notes_documented",
        "Message board",
        "SELECT 'blackboard', rowid, sender_agent_id || ', ' || channel || ': ' || message, created_at FROM blackboard "
        "ORDER BY rowid DESC LIMIT 20",
        needs("blackboard.sender_agent_id", "blackboard.channel", "blackboard.message"),
    ),
)


def version(reader: Reader, catalog: Catalog) -> str:
    """The schema version that the file states, and whether its tables are those of the reference document."""
    try:
        stated = reader.value("SELECT value FROM schema_meta WHERE key = 'version'")
    except KnownError:
        stated = None
    words = f"Schema version {stated!s}" if stated is not None else "Schema version not stated"
    board = catalog.table("blackboard")
    if board is not None and board.column("channel") is not None:
        words += ", tables as the reference document describes them"
    return words
