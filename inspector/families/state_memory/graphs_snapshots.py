"""How is a snapshot drawn: the nodes and edges that it keeps as JSON, one graph for each snapshot?"""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import UTC, datetime

from inspector.db import quoting
from inspector.db.browse.key_text import bindable
from inspector.db.catalog import Catalog
from inspector.db.needs import needs
from inspector.db.reader import Reader
from inspector.db.values import Value
from inspector.families.state_memory.statuses import STATUSES
from inspector.graph.projection import FieldQuery, GraphProjection, GraphQuery

OFFERED = 40
"""Snapshots that are offered, the newest; any other is drawn where its id is asked for."""
TELLING_S = 0.1
"""Seconds for reading when they were made and how large they are; the rest tells that by its id."""
PREFIX = "snapshot:"
"""In front of a snapshot's id in the id of its graph."""
_NEEDS = needs("snapshots.id", "snapshots.snapshot", "nodes.id")
_ULID, _ULID_TIME, _ULID_SIGNS = 26, 10, "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_ROW = "(SELECT {table}.rowid FROM {table} WHERE {table}.id = json_extract(j.value, '$.id'))"


def snapshot_graphs(reader: Reader, catalog: Catalog, wanted: str) -> tuple[GraphProjection, ...]:
    """A graph for each of the newest snapshots, and for the one that is wanted."""
    if not _NEEDS.met_by(catalog):
        return ()
    newest = "SELECT rowid, id FROM snapshots WHERE id IS NOT NULL"
    rows = list(reader.rows(f"{newest} ORDER BY rowid DESC LIMIT {OFFERED}"))
    id = wanted.removeprefix(PREFIX)
    if wanted.startswith(PREFIX) and id not in {str(row[1]) for row in rows}:
        rows += reader.rows(f"{newest} AND id = ?", (id,), limit=1)
    table = catalog.table("snapshots")
    columns = [one if table and table.column(one) else "NULL" for one in ("created_at", "node_count", "project")]
    told: dict[str, tuple[Value, ...]] = {}
    until = time.monotonic() + TELLING_S
    for rowid, name in rows:
        # what tells of a snapshot stands behind its megabytes: SQLite walks over all of them
        sql = f"SELECT {', '.join(columns)} FROM snapshots WHERE rowid = ?"
        late = time.monotonic() > until
        told[str(name)] = () if late else next(iter(reader.rows(sql, (bindable(rowid),))), ())
    several = len({row[2] for row in told.values() if row}) > 1
    return tuple(_graph(name, row, several=several) for name, row in told.items())


def _graph(id: str, told: Sequence[Value], *, several: bool) -> GraphProjection:
    created, count, project = told or (None, None, None)
    parts = [str(created)[:19].replace("T", " ") if created else _made_at(id)]
    parts += [str(project)] if several and project else []
    size = f" ({count:,} nodes)" if isinstance(count, int) else ""
    return GraphProjection(
        id=f"{PREFIX}{id}",
        title=f"Snapshot {', '.join(parts)}{size}",
        about="Nodes and edges as this snapshot keeps them; a click shows the row of today, where it is still there.",
        nodes=(
            GraphQuery(
                f"SELECT {_of('id')}, {_of('type')}, {_of('status')}, {_of('title')}, {_ROW.format(table='nodes')} "
                f"FROM {_each(id, 'nodes')} ORDER BY j.id",
                "nodes",
            ),
        ),
        edges=(
            GraphQuery(
                f"SELECT {_of('source_id')}, {_of('target_id')}, {_of('type')}, NULL, NULL, {_of('id')}, "
                f"{_ROW.format(table='edges')} FROM {_each(id, 'edges')} ORDER BY j.id",
                "edges",
                needs=needs("edges.id"),
            ),
        ),
        needs=_NEEDS,
        statuses=STATUSES,
        fields=(
            _field(id, "branch", "Branch", "git_branch"),
            _field(id, "project", "Project", "project"),
            _tags(id),
            _field(id, "priority", "Priority", "metadata.priority"),
            _estimate(id),
            FieldQuery("created", "Created", "time", _values(id, "created_at")),
            FieldQuery("updated", "Updated", "time", _values(id, "updated_at")),
        ),
    )


def _made_at(id: str) -> str:
    """When an id was made, where it tells that (a ULID begins with its milliseconds); else the id."""
    milliseconds = 0
    for sign in id[:_ULID_TIME]:
        at = _ULID_SIGNS.find(sign)
        if at < 0 or len(id) != _ULID:
            return id
        milliseconds = 32 * milliseconds + at
    try:
        return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
    except (ValueError, OverflowError, OSError):
        return id


def _each(id: str, what: str) -> str:
    """The nodes or edges of a snapshot, a row each; malformed JSON is an error, and no empty snapshot."""
    return f"snapshots s, json_each(s.snapshot, '$.{what}') j WHERE s.id = {quoting.literal(id)} AND j.type = 'object'"


def _of(member: str) -> str:
    return f"json_extract(j.value, '$.{member}')"


def _values(id: str, member: str) -> str:
    return f"SELECT {_of('id')}, {_of(member)} FROM {_each(id, 'nodes')} ORDER BY j.id"


def _field(id: str, name: str, title: str, member: str) -> FieldQuery:
    return FieldQuery(name, title, "choice", _values(id, member))


def _estimate(id: str) -> FieldQuery:
    # a number, or a text that begins with one
    each = f"SELECT {_of('id')} AS node, {_of('metadata.estimate')} AS value FROM {_each(id, 'nodes')}"
    sql = f"SELECT node, CAST(value AS REAL) FROM ({each}) WHERE value GLOB '[0-9.]*'"
    return FieldQuery("estimate", "Estimate", "number", sql)


def _tags(id: str) -> FieldQuery:
    # tags are a list, or that list as text
    listed = f"SELECT {_of('id')} AS node, {_of('tags')} AS tags FROM {_each(id, 'nodes')}"
    return FieldQuery(
        "tags",
        "Tags",
        "list",
        f"SELECT n.node, t.value FROM ({listed}) n, json_each(CASE WHEN json_valid(n.tags) THEN n.tags END) t "
        "WHERE t.type = 'text'",
    )
