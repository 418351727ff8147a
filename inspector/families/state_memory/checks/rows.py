"""Which rows of a graph.db do not hold together: ends that are missing, times and JSON that cannot be read, counts?"""

from __future__ import annotations

from collections.abc import Iterator

from inspector.db.needs import Needs, needs
from inspector.db.quoting import literal, name
from inspector.db.rows import RowRef
from inspector.families.documented_cells import unknown_values
from inspector.families.state_memory.statuses import STATUSES
from inspector.health.check import CheckContext, HealthCheck
from inspector.health.finding import Evidence, Level
from inspector.health.run import listed

JSON_COLUMNS = (
    ("nodes", "metadata"),
    ("nodes", "tags"),
    ("edges", "properties"),
    ("events", "before_state"),
    ("events", "after_state"),
    ("events", "metadata"),
    ("sessions", "metadata"),
    ("snapshots", "snapshot"),
)
"""Columns whose text is JSON, where it is not NULL."""
TIME_COLUMNS = (
    ("nodes", "created_at"),
    ("nodes", "updated_at"),
    ("edges", "created_at"),
    ("edges", "updated_at"),
    ("events", "timestamp"),
    ("sessions", "started_at"),
    ("sessions", "ended_at"),
    ("snapshots", "created_at"),
    ("blackboard", "created_at"),
    ("blackboard", "expires_at"),
)
"""Columns whose text is a time, where it is not NULL."""
ENCRYPTED = "ENC:*:*:*"
"""How text begins that is encrypted by design (GLOB)."""


def broken_json(context: CheckContext) -> Iterator[Evidence]:
    """Cells that should be JSON and are not, encrypted ones left out."""
    for table, column in JSON_COLUMNS:
        unfit = f"NOT json_valid({name(column)}) AND {name(column)} NOT GLOB {literal(ENCRYPTED)}"
        yield from _cells(context, table, column, unfit, "is not JSON")


def broken_times(context: CheckContext) -> Iterator[Evidence]:
    """Cells that should be a time and are not."""
    for table, column in TIME_COLUMNS:
        yield from _cells(context, table, column, f"julianday({name(column)}) IS NULL", "is not a time")


def _cells(context: CheckContext, table: str, column: str, unfit: str, what: str) -> Iterator[Evidence]:
    found = context.catalog.table(table)
    if found is None or found.problem or found.column(column) is None:
        return
    sql = (
        f"SELECT rowid, substr({name(column)}, 1, 60) FROM {name(table)} "
        f"WHERE {name(column)} IS NOT NULL AND {unfit} ORDER BY rowid"
    )
    for rowid, text in listed(context, sql):
        yield Evidence(f"{table}.{column} {what}: {text!s}", RowRef(found.schema, found.name, (rowid,)))


VERSION_BROUGHT = (
    (4, "sessions"),
    (4, "events"),
    (4, "snapshots"),
    (5, "nodes.commit_hash"),
    (6, "edges.updated_at"),
    (8, "events.hash"),
    (10, "nodes.version"),
    (10, "blackboard"),
)
"""(version, table or column that it brought)."""


def version_differs(context: CheckContext) -> Iterator[Evidence]:
    """What is missing of the stated version, and what is there of a later one."""
    stated = context.reader.value("SELECT value FROM schema_meta WHERE key = 'version'")
    # the documented schema was never a version of real files: it has its own names and lacks what came in between
    if not str(stated).isdigit() or not Needs(("schema_meta.updated_at",)).missing(context.catalog):
        return
    number = int(str(stated))
    for version, brought in VERSION_BROUGHT:
        there = not Needs((brought,)).missing(context.catalog)
        if there and version > number:
            yield Evidence(f"version says {number}, and {brought} of version {version} is there")
        elif not there and version <= number:
            yield Evidence(f"version says {number}, and {brought} of version {version} is missing")


def two_forms_of_time(context: CheckContext) -> Iterator[Evidence]:
    """Times of the rarer form of a column that has both."""
    for table, column in TIME_COLUMNS:
        found = context.catalog.table(table)
        if found is None or found.problem or found.column(column) is None:
            continue
        at = name(column)
        sql = f"SELECT sum(substr({at}, 11, 1) = 'T'), sum(substr({at}, 11, 1) = ' ') FROM {name(table)}"
        ((iso, plain),) = context.reader.rows(sql)
        if not iso or not plain:
            continue
        rarer, form = ("T", "ISO 8601") if _whole(iso) < _whole(plain) else (" ", "YYYY-MM-DD HH:MM:SS")
        yield from _cells(context, table, column, f"substr({at}, 11, 1) = {literal(rarer)}", f"is {form}")


def unknown_statuses(context: CheckContext) -> Iterator[Evidence]:
    """Nodes whose status is a word of an agent's own."""
    found = context.reader.rows("SELECT type, status, min(rowid), max(rowid) FROM nodes GROUP BY 1, 2")
    for type_, status, first, last in found:
        if STATUSES.state(str(type_), status) != "unknown":
            continue
        rows = listed(
            context,
            "SELECT rowid, title, updated_at FROM nodes WHERE type = ? AND status = ? AND rowid BETWEEN ? AND ?",
            (str(type_), str(status), _whole(first), _whole(last)),
        )
        for rowid, title, updated in rows:
            yield Evidence(f"{type_!s}: {title!s} · {status!s}", RowRef("main", "nodes", (rowid,)), when=str(updated))


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0


_BOARD = """
SELECT 'blackboard', rowid, {who} || ', ' || {topic} || ': ' || {text}, expires_at FROM blackboard
WHERE julianday(expires_at) < julianday(:now) ORDER BY expires_at"""

_EXPIRED = (
    "Notes past their time",
    Level.INFORMATION,
    "A note on the message board goes when its expires_at has passed.",
)
_ENDS = needs("nodes.id", "edges.source_id", "edges.target_id", "edges.type")

CHECKS = (
    HealthCheck(
        "state_memory.dangling_edges",
        "Edges to nodes that are not there",
        Level.BROKEN,
        "Both ends of every edge are nodes.",
        _ENDS,
        """
        SELECT 'edges', e.rowid, e.type || ' from ' || coalesce(s.title, e.source_id || ' (missing)') || ' to '
          || coalesce(t.title, e.target_id || ' (missing)')
        FROM edges e LEFT JOIN nodes s ON s.id = e.source_id LEFT JOIN nodes t ON t.id = e.target_id
        WHERE s.id IS NULL OR t.id IS NULL ORDER BY e.rowid""",
        advice="Delete the edge, or restore the node from a snapshot or the ledger.",
    ),
    HealthCheck(
        "state_memory.self_edges",
        "Edges from a node to itself",
        Level.SUSPICIOUS,
        "An edge joins two different nodes.",
        _ENDS,
        "SELECT 'edges', e.rowid, e.type || ' on ' || coalesce(n.title, e.source_id) FROM edges e "
        "LEFT JOIN nodes n ON n.id = e.source_id WHERE e.source_id = e.target_id ORDER BY e.rowid",
        advice="Delete it, unless it was meant as a note.",
    ),
    HealthCheck(
        "state_memory.expired_notes",
        *_EXPIRED,
        needs("blackboard.expires_at", "blackboard.content"),
        _BOARD.format(who="agent_id", topic="topic", text="content"),
        advice="Nothing: the system deletes them when it next reads the board.",
    ),
    HealthCheck(
        "state_memory.expired_notes_documented",
        *_EXPIRED,
        needs("blackboard.expires_at", "blackboard.message"),
        _BOARD.format(who="sender_agent_id", topic="channel", text="message"),
        advice="Nothing: the system deletes them when it next reads the board.",
    ),
    HealthCheck(
        "state_memory.snapshot_counts",
        "Snapshots that hold another number than they say",
        Level.SUSPICIOUS,
        "node_count and edge_count of a snapshot are the numbers of nodes and edges in its JSON.",
        needs("snapshots.snapshot", "snapshots.node_count", "snapshots.edge_count"),
        """
        WITH s AS (SELECT rowid AS place, node_count, edge_count, created_at,
          CASE WHEN json_valid(snapshot) THEN json_array_length(snapshot, '$.nodes') END AS nodes,
          CASE WHEN json_valid(snapshot) THEN json_array_length(snapshot, '$.edges') END AS edges FROM snapshots)
        SELECT 'snapshots', place, 'says ' || node_count || ' nodes, ' || edge_count || ' edges; holds '
          || coalesce(nodes, 'no') || ' and ' || coalesce(edges, 'no'), created_at
        FROM s WHERE nodes IS NOT node_count OR edges IS NOT edge_count ORDER BY place""",
        advice="Do not restore from it before you have looked at what it holds.",
    ),
    HealthCheck(
        "state_memory.open_sessions",
        "Sessions that never ended",
        Level.INFORMATION,
        "A session ends within a day of its start.",
        needs("sessions.agent_id", "sessions.started_at", "sessions.ended_at"),
        "SELECT 'sessions', rowid, agent_id || ', not ended', started_at FROM sessions WHERE ended_at IS NULL "
        "AND julianday(:now) - julianday(started_at) > 1 ORDER BY rowid",
        advice="Nothing: its program died without saying so. The system closes such sessions at times.",
    ),
    HealthCheck(
        "state_memory.encrypted",
        "Encrypted details",
        Level.INFORMATION,
        "Text that begins with ENC: is encrypted by the system on purpose; it can be neither read nor searched here.",
        needs("nodes.metadata", "nodes.title"),
        f"SELECT 'nodes', rowid, type || ': ' || title, updated_at FROM nodes WHERE metadata GLOB {literal(ENCRYPTED)} "
        "ORDER BY rowid",
        advice="Nothing: open it with the system that holds the key.",
    ),
    HealthCheck(
        "state_memory.broken_json",
        "JSON that cannot be read",
        Level.BROKEN,
        "Metadata, tags, properties, states and snapshots are JSON (encrypted text left out).",
        run=broken_json,
        advice="Find what wrote it; the system fails on the row.",
        method="json_valid of each JSON column.",
    ),
    HealthCheck(
        "state_memory.broken_times",
        "Times that cannot be read",
        Level.BROKEN,
        "Every time is ISO 8601 or YYYY-MM-DD HH:MM:SS.",
        run=broken_times,
        advice="Find what wrote it; the row is left out wherever time matters.",
        method="julianday of each time.",
    ),
    HealthCheck(
        "state_memory.unknown_statuses",
        "Statuses of no known meaning",
        Level.INFORMATION,
        "The status of a node is a word of its type; others are shown as they stand, with a mark of their own.",
        needs("nodes.type", "nodes.status", "nodes.title", "nodes.updated_at"),
        run=unknown_statuses,
        advice="Nothing; a usual word would let the system count the node among open or finished work.",
        method="Statuses by type against the map of known ones.",
    ),
    HealthCheck(
        "state_memory.unknown_types",
        "Types of no known meaning",
        Level.INFORMATION,
        "The type of a node, an edge or an event is one of those that are known (12, 21 and 5).",
        run=unknown_values("state_memory"),
        advice="Nothing: a newer version or a fork made it. It is shown, and takes a colour of its own.",
        method="The distinct values of each documented column with a fixed set, against that set.",
    ),
    HealthCheck(
        "state_memory.edges_twice",
        "The same edge several times",
        Level.SUSPICIOUS,
        "One edge of a type leads from one node to another: newer files keep that by a constraint, older ones do not.",
        _ENDS,
        """
        SELECT 'edges', max(e.rowid), e.type || ' from ' || coalesce(s.title, e.source_id) || ' to '
          || coalesce(t.title, e.target_id) || ': ' || count(*) || ' times'
        FROM edges e LEFT JOIN nodes s ON s.id = e.source_id LEFT JOIN nodes t ON t.id = e.target_id
        GROUP BY e.source_id, e.target_id, e.type HAVING count(*) > 1 ORDER BY 2""",
        advice="Delete all but one: a newer version cannot take the file over with them.",
    ),
    HealthCheck(
        "state_memory.two_forms_of_time",
        "Times in two forms",
        Level.INFORMATION,
        "All times of a column are of one form, ISO 8601 or YYYY-MM-DD HH:MM:SS; those of the rarer one are listed.",
        run=two_forms_of_time,
        advice="Nothing here, where both are read; in the system the two sort wrongly against each other.",
        method="The eleventh character of each time: T or a space.",
    ),
    HealthCheck(
        "state_memory.version_differs",
        "Tables of another version than the file says",
        Level.SUSPICIOUS,
        "The tables and columns are those of the version that schema_meta states.",
        needs("schema_meta.key", "schema_meta.value"),
        run=version_differs,
        advice="Keep a copy, and open it once with the newest version of the system, which ends a migration.",
        method="Tables and columns of each version against schema_meta.version.",
    ),
)
