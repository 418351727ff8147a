"""Which tasks, decisions and milestones of a state graph contradict one another, wait for ever or lead nowhere?"""

from __future__ import annotations

from inspector.db.needs import needs
from inspector.families.state_memory.graphs import WAITING_EDGES
from inspector.families.state_memory.statuses import FINISHED_SQL
from inspector.health.check import HealthCheck
from inspector.health.finding import Level

STALE_DAYS = 7
"""Days without a change after which work in progress is stale."""

_NODES = needs("nodes.id", "nodes.type", "nodes.title", "nodes.status", "nodes.updated_at")
_GRAPH = needs(*_NODES.names, "edges.source_id", "edges.target_id", "edges.type")

CHECKS = (
    HealthCheck(
        "state_memory.done_but_blocked",
        "Done tasks with an active blocker",
        Level.SUSPICIOUS,
        "No active blocker blocks a task that is done.",
        _GRAPH,
        f"""
        WITH w AS ({WAITING_EDGES})
        SELECT 'nodes', n.rowid, n.title || ' is done, and ' || b.title || ' still blocks it', n.updated_at
        FROM w JOIN nodes n ON n.id = w.waiting JOIN nodes b ON b.id = w.awaited
        WHERE n.type = 'task' AND n.status = 'done' AND b.type = 'blocker' AND b.status = 'active'
        ORDER BY n.rowid""",
        advice="Resolve the blocker, or reopen the task.",
    ),
    HealthCheck(
        "state_memory.done_before_dependency",
        "Done tasks that depend on open ones",
        Level.SUSPICIOUS,
        "What a done task depends on is done or cancelled.",
        _GRAPH,
        f"""
        SELECT 'nodes', n.rowid, n.title || ' is done and depends on ' || d.title || ' · ' || d.status, n.updated_at
        FROM edges e JOIN nodes n ON n.id = e.source_id JOIN nodes d ON d.id = e.target_id
        WHERE e.type = 'depends_on' AND n.type = 'task' AND n.status = 'done' AND d.type = 'task'
          AND lower(d.status) NOT IN {FINISHED_SQL} ORDER BY n.rowid""",
        advice="Finish or cancel the other task, or take the dependence away.",
    ),
    HealthCheck(
        "state_memory.contradicting_decisions",
        "Accepted decisions that contradict",
        Level.SUSPICIOUS,
        "Of two decisions that contradict each other at most one is accepted.",
        _GRAPH,
        """
        SELECT 'edges', e.rowid, a.title || ' contradicts ' || b.title || '; both are accepted',
          max(a.updated_at, b.updated_at)
        FROM edges e JOIN nodes a ON a.id = e.source_id JOIN nodes b ON b.id = e.target_id
        WHERE e.type = 'contradicts' AND a.type = 'decision' AND b.type = 'decision'
          AND a.status = 'accepted' AND b.status = 'accepted' ORDER BY e.rowid""",
        advice="Supersede one of the two, and say why in an updates edge.",
    ),
    HealthCheck(
        "state_memory.stale",
        "Work in progress that stands still",
        Level.SUSPICIOUS,
        f"What is in progress was changed within the last {STALE_DAYS} days.",
        _NODES,
        f"""
        SELECT 'nodes', rowid, type || ': ' || title || ' · unchanged for '
          || CAST(julianday(:now) - julianday(updated_at) AS INTEGER) || ' days', updated_at
        FROM nodes WHERE status = 'in_progress' AND julianday(:now) - julianday(updated_at) > {STALE_DAYS}
        ORDER BY julianday(updated_at)""",
        advice="Ask its agent; set it back to pending if nobody works on it.",
    ),
    HealthCheck(
        "state_memory.orphans",
        "Nodes without an edge",
        Level.INFORMATION,
        "Every node but observations is joined to another.",
        _GRAPH,
        """
        SELECT 'nodes', rowid, type || ': ' || title, updated_at FROM nodes n
        WHERE type <> 'observation' AND NOT EXISTS (SELECT 1 FROM edges WHERE source_id = n.id)
          AND NOT EXISTS (SELECT 1 FROM edges WHERE target_id = n.id) ORDER BY rowid""",
        advice="Join it to what it belongs to, so that impact and context find it.",
    ),
    HealthCheck(
        "state_memory.done_without_decision",
        "Done tasks without a decision",
        Level.INFORMATION,
        "A done task is joined to a decision by some edge, so that it can be told why it was done.",
        _GRAPH,
        """
        WITH decided(id) AS (
          SELECT e.source_id FROM edges e JOIN nodes d ON d.id = e.target_id WHERE d.type = 'decision' UNION
          SELECT e.target_id FROM edges e JOIN nodes d ON d.id = e.source_id WHERE d.type = 'decision')
        SELECT 'nodes', rowid, title, updated_at FROM nodes
        WHERE type = 'task' AND status = 'done' AND id NOT IN decided ORDER BY rowid""",
        advice="Nothing, unless somebody will ask why.",
    ),
    HealthCheck(
        "state_memory.empty_milestones",
        "Milestones that nothing leads to",
        Level.INFORMATION,
        "Something is child_of or part_of every milestone.",
        _GRAPH,
        """
        SELECT 'nodes', rowid, title || ' · ' || status, updated_at FROM nodes n WHERE type = 'milestone'
          AND NOT EXISTS (SELECT 1 FROM edges WHERE target_id = n.id AND type IN ('child_of', 'part_of'))
        ORDER BY rowid""",
        advice="Join its tasks by child_of or part_of; its critical path is empty until then.",
    ),
    HealthCheck(
        "state_memory.overdue",
        "Milestones past their day",
        Level.SUSPICIOUS,
        "The day in metadata.due of a milestone that is neither finished nor missed lies ahead.",
        needs(*_NODES.names, "nodes.metadata"),
        f"""
        WITH m AS (SELECT rowid AS place, title, status, CASE WHEN json_valid(metadata)
          THEN json_extract(metadata, '$.due') END AS due FROM nodes WHERE type = 'milestone')
        SELECT 'nodes', place, title || ' · ' || status || ', was due ' || due, due FROM m
        WHERE lower(status) NOT IN {FINISHED_SQL} AND lower(status) <> 'missed'
          AND julianday(due) + 1 < julianday(:now) ORDER BY due""",
        advice="Move the day, or mark the milestone missed.",
    ),
    HealthCheck(
        "state_memory.duplicate_titles",
        "Nodes of the same name",
        Level.INFORMATION,
        "No two nodes of one type, project and branch have the same title.",
        needs(*_NODES.names, "nodes.project", "nodes.git_branch"),
        """
        SELECT 'nodes', place, type || ': ' || title, updated_at FROM (
          SELECT rowid AS place, type, title, updated_at,
            count(*) OVER (PARTITION BY type, title, project, git_branch) AS same FROM nodes)
        WHERE same > 1 ORDER BY type, title, place""",
        advice="Merge them if they are the same thing made twice.",
    ),
)
