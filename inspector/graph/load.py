"""How a projection becomes a graph: its SELECTs are run in one read, bounded, and what is left out is counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from inspector.cancel import CancelToken
from inspector.db.catalog import Catalog
from inspector.db.database import Database
from inspector.db.reader import Reader
from inspector.db.values import Large, Value
from inspector.errors import UnsupportedSchema
from inspector.graph.fields import Field, build_field
from inspector.graph.gathered import NO_MEMBERS, Gathered
from inspector.graph.model import LABEL_LIMIT, Graph, build_graph
from inspector.graph.projection import EDGE_LIMIT, NODE_LIMIT, FieldQuery, GraphProjection, GraphQuery

VALUE_LIMIT = 2_000_000
"""Values of one field that are read; what is beyond is said."""
_NODE_COLUMNS, _EDGE_COLUMNS, _LABEL = 4, 6, 3


@dataclass
class _Read:
    """Rows of several SELECTs, up to a limit over all of them."""

    limit: int
    """Rows to read at most."""
    columns: int
    """Columns before the key."""
    rows: list[tuple[object, ...]] = field(default_factory=list)
    """Rows, padded to ``columns``, then schema, table, key."""
    total: int = 0
    """Rows there are."""

    def add(self, reader: Reader, query: GraphQuery, catalog: Catalog) -> None:
        """Read one more SELECT as far as the limit goes; what is beyond it is counted only."""
        room = self.limit - len(self.rows)
        found = reader.rows(query.sql, limit=room) if room > 0 else None
        if found is None or found.truncated:
            count = reader.value(f"SELECT count(*) FROM ({query.sql})")
            self.total += count if isinstance(count, int) else 0
        else:
            self.total += len(found)
        if found is not None:
            place = (_schema_of(query, catalog), query.table or None)
            told = found if query.tell is None else [_told(row, query.tell) for row in found]
            self.rows += [self._padded(row, place) for row in told]

    def _padded(self, row: tuple[object, ...], place: tuple[object, ...]) -> tuple[object, ...]:
        head, key = row[: self.columns], row[self.columns :]
        return (*head, *(None,) * (self.columns - len(head)), *place, key if any(p is not None for p in key) else None)


def usable_query(query: GraphQuery, catalog: Catalog) -> GraphQuery | None:
    """The query, or what is read in its place in a file that lacks what it needs; None where nothing can be."""
    chosen: GraphQuery | None = query
    while chosen is not None and not chosen.needs.met_by(catalog):
        chosen = chosen.instead
    return chosen


def _told(row: tuple[Value, ...], tell: Callable[[str], str]) -> tuple[Value, ...]:
    """The row with a line in place of the text of its label."""
    label = row[_LABEL]
    text = str(label.prefix) if isinstance(label, Large) else label
    return (*row[:_LABEL], tell(text), *row[_LABEL + 1 :]) if isinstance(text, str) else row


def _schema_of(query: GraphQuery, catalog: Catalog) -> str:
    """Where the table of a SELECT is: a file stands under ``main`` alone, and under its own name in a set."""
    table = catalog.table(query.table, query.schema) or catalog.table(query.table)
    return table.schema if table else query.schema


def load_graph(
    database: Database,
    projection: GraphProjection,
    cancel: CancelToken,
    *,
    node_limit: int = NODE_LIMIT,
    edge_limit: int = EDGE_LIMIT,
    redact: Callable[[str], str] | None = None,
    gathered: Gathered = NO_MEMBERS,
) -> Graph:
    """The graph of a projection, as of one committed state; labels go through ``redact``. ``gathered``: edges that
    were counted in other databases.

    Raises UnsupportedSchema when the database lacks what the projection needs, and what reading raises.
    """
    catalog = database.catalog(cancel)
    missing = projection.needs.missing(catalog)
    if missing:
        raise UnsupportedSchema(
            f"This file has no {', '.join(missing)}, which '{projection.title}' is drawn from.", path=database.path
        )
    graph = database.read(partial(_load, projection, catalog, (node_limit, edge_limit), gathered), cancel)
    if redact is None:
        return graph
    labels, edge_labels = tuple(map(redact, graph.labels)), tuple(map(redact, graph.edge_labels))
    fields = tuple(field.told(redact) for field in graph.fields)
    return replace(graph, labels=labels, edge_labels=edge_labels, fields=fields)


def _load(
    projection: GraphProjection, catalog: Catalog, limits: tuple[int, int], gathered: Gathered, reader: Reader
) -> Graph:
    nodes, edges = _Read(limits[0], _NODE_COLUMNS), _Read(limits[1], _EDGE_COLUMNS)
    left_out: list[str] = []
    for read, queries, what in ((nodes, projection.nodes, "nodes"), (edges, projection.edges, "edges")):
        for query in queries:
            usable = usable_query(query, catalog)
            if usable is not None:
                read.add(reader, usable, catalog)
            elif not query.optional:
                lacking = ", ".join(query.needs.missing(catalog))
                left_out.append(f"{what} that need {lacking}, which this file does not have")
            reader.cancel.check()
    edges.rows += [(*row, None, None, None, None) for row in gathered.edges]
    edges.total += len(gathered.edges)
    left_out += gathered.left_out
    shown = edges.rows
    if nodes.total > len(nodes.rows):
        # an end beyond the limit is there in the file: a placeholder would say that it is missing
        known = {str(row[0]) for row in nodes.rows}
        shown = [row for row in shown if str(row[0]) in known and str(row[1]) in known]
    words = tuple(dict.fromkeys(left_out))
    graph = build_graph(nodes.rows, shown, projection.statuses, nodes.total, edges.total, words)
    cut: list[str] = []
    fields = tuple(field for field in _fields(projection, catalog, graph, reader, cut) if not field.is_empty)
    return replace(graph, fields=fields, left_out=(*words, *cut))


def _fields(
    projection: GraphProjection, catalog: Catalog, graph: Graph, reader: Reader, cut: list[str]
) -> Iterator[Field]:
    """The fields of a graph: queries of one id give one field. What has too many values is named in ``cut``."""
    usable: dict[str, list[FieldQuery]] = {}
    for query in projection.fields:
        if query.needs.met_by(catalog):
            usable.setdefault(query.id, []).append(query)
    for first, *more in usable.values():
        rows: list[Sequence[object]] = []
        for query in (first, *more):
            found = reader.rows(query.sql, limit=VALUE_LIMIT, cell_limit=LABEL_LIMIT)
            rows.extend(found)
            if found.truncated:
                cut.append(f"some values of {first.title}: there are more than {VALUE_LIMIT:,}")
        yield build_field(first.id, first.title, first.kind, rows, graph.index, len(graph))
