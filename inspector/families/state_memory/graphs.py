"""How is graph.db drawn: the state graph itself, what waits for what in it, and how decisions follow one another?"""

from __future__ import annotations

from inspector.db.needs import needs
from inspector.families.state_memory.statuses import STATUSES
from inspector.graph.projection import FieldQuery, GraphProjection, GraphQuery


def _of_metadata(column: str) -> str:
    """A value of the metadata of each node that has it; what is encrypted or no JSON has none."""
    value = f"json_extract(CASE WHEN json_valid(metadata) THEN metadata END, '$.{column}')"
    return f"SELECT id, {value} AS value FROM nodes WHERE value IS NOT NULL ORDER BY rowid"


def _column(column: str) -> str:
    return f"SELECT id, {column} FROM nodes ORDER BY rowid"


FIELDS = (
    FieldQuery("branch", "Branch", "choice", _column("git_branch"), needs("nodes.git_branch")),
    FieldQuery("project", "Project", "choice", _column("project"), needs("nodes.project")),
    FieldQuery(
        "tags",
        "Tags",
        "list",
        "SELECT n.id, t.value FROM nodes n, json_each(CASE WHEN json_valid(n.tags) THEN n.tags END) t "
        "WHERE t.type = 'text' ORDER BY n.rowid",
        needs("nodes.tags"),
    ),
    FieldQuery("priority", "Priority", "choice", _of_metadata("priority"), needs("nodes.metadata")),
    FieldQuery("phase", "Phase", "choice", _of_metadata("phase"), needs("nodes.metadata")),
    # an estimate is a number, or begins with one: "4.5 hours"; "two days" is none
    FieldQuery(
        "estimate",
        "Estimate",
        "number",
        f"SELECT id, CAST(value AS REAL) FROM ({_of_metadata('estimate')}) WHERE value GLOB '[0-9.]*'",
        needs("nodes.metadata"),
    ),
    FieldQuery("created", "Created", "time", _column("created_at"), needs("nodes.created_at")),
    FieldQuery("updated", "Updated", "time", _column("updated_at"), needs("nodes.updated_at")),
)
"""What nodes of every graph of the tables can be filtered by."""

_COLUMNS = needs("nodes.id", "nodes.type", "nodes.status", "nodes.title", "edges.source_id", "edges.target_id")

STATE = GraphProjection(
    id="state",
    title="State graph",
    about="Every node of the project, and every relation between two of them.",
    nodes=(GraphQuery("SELECT id, type, status, title, rowid FROM nodes ORDER BY rowid", "nodes"),),
    edges=(
        GraphQuery(
            "SELECT source_id, target_id, type, NULL, NULL, id, rowid FROM edges ORDER BY rowid",
            "edges",
        ),
    ),
    needs=_COLUMNS,
    statuses=STATUSES,
    fields=FIELDS,
)

WAITING_EDGES = (
    "SELECT CAST(CASE WHEN type = 'depends_on' THEN source_id ELSE target_id END AS TEXT) AS waiting, "
    "CAST(CASE WHEN type = 'depends_on' THEN target_id ELSE source_id END AS TEXT) AS awaited, "
    "type, id, rowid AS place FROM edges WHERE type IN ('depends_on', 'blocks', 'child_of')"
)
"""Who waits for whom: the source of depends_on, the target of blocks, the parent of a child_of."""

WAITING = GraphProjection(
    id="waiting",
    title="What waits for what",
    about="Arrows lead from what waits to what it waits for: over depends_on, from a blocked node to its blocker, "
    "from a parent to its children.",
    nodes=(
        GraphQuery(
            f"WITH w AS ({WAITING_EDGES}) SELECT id, type, status, title, rowid FROM nodes "
            "WHERE id IN (SELECT waiting FROM w UNION SELECT awaited FROM w) ORDER BY rowid",
            "nodes",
        ),
    ),
    edges=(
        GraphQuery(
            "SELECT waiting, awaited, CASE type WHEN 'blocks' THEN 'blocked by' WHEN 'child_of' THEN 'has child' "
            f"ELSE 'depends on' END, NULL, NULL, id, place FROM ({WAITING_EDGES}) ORDER BY place",
            "edges",
        ),
    ),
    needs=_COLUMNS,
    statuses=STATUSES,
    fields=FIELDS,
    layout="layered",
)

_DECIDED = (
    "SELECT e.source_id, e.target_id, e.type, e.id, e.rowid AS place FROM edges e "
    "JOIN nodes s ON s.id = e.source_id JOIN nodes t ON t.id = e.target_id "
    "WHERE s.type = 'decision' OR t.type = 'decision'"
)

DECISIONS = GraphProjection(
    id="decisions",
    title="Decisions",
    about="Every decision with what it replaces, what contradicts it and what it settled.",
    nodes=(
        GraphQuery(
            f"WITH d AS ({_DECIDED}) SELECT id, type, status, title, rowid FROM nodes WHERE type = 'decision' "
            "OR id IN (SELECT source_id FROM d UNION SELECT target_id FROM d) ORDER BY rowid",
            "nodes",
        ),
    ),
    edges=(GraphQuery(f"SELECT source_id, target_id, type, NULL, NULL, id, place FROM ({_DECIDED})", "edges"),),
    needs=_COLUMNS,
    statuses=STATUSES,
    fields=FIELDS,
    layout="layered",
)

GRAPHS = (STATE, WAITING, DECISIONS)
"""The state graph first: it is the one that opens."""
