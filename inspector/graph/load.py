"""How a projection becomes a graph: its SELECTs are run in one read, bounded, and what is left out is counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import compress

from inspector.cancel import CancelToken
from inspector.db.catalog import Catalog
from inspector.db.database import Database
from inspector.db.reader import Reader
from inspector.db.values import Large, Value
from inspector.errors import UnsupportedSchema
from inspector.graph.fields import Field, build_field
from inspector.graph.gathered import NO_MEMBERS, Gathered
from inspector.graph.model import LABEL_LIMIT, Graph, graph_of_columns
from inspector.graph.projection import EDGE_LIMIT, NODE_LIMIT, FieldQuery, GraphProjection, GraphQuery
from inspector.graph.row_columns import id_text

VALUE_LIMIT = 2_000_000
"""Values of one field that are read; what is beyond is said."""
_NODE_COLUMNS, _EDGE_COLUMNS, _LABEL = 4, 6, 3
_DATE = "[12][0-9][0-9][0-9]-[01][0-9]-[0-2][0-8]*"
"""What a text begins with that is a date of any month, for GLOB: SQLite takes the 30th of February for the 2nd of
March, and a lone number for a day of the Julian calendar."""


@dataclass
class _Read:
    """Columns of the rows of several SELECTs, up to a limit over all of them."""

    limit: int
    """Rows to read at most."""
    before_key: int
    """Columns before the key."""
    columns: list[list[object]] = field(init=False)
    """The columns before the key, then schema, table and key; NULL where a SELECT has fewer."""
    total: int = 0
    """Rows there are."""

    def __post_init__(self) -> None:
        self.columns = [[] for _ in range(self.before_key + 3)]

    def __len__(self) -> int:
        return len(self.columns[0])

    def add(self, reader: Reader, query: GraphQuery, catalog: Catalog) -> None:
        """Read one more SELECT as far as the limit goes; what is beyond it is counted only."""
        room = self.limit - len(self)
        found = reader.rows(query.sql, limit=room) if room > 0 else None
        if found is None or found.truncated:
            count = reader.value(f"SELECT count(*) FROM ({query.sql})")
            self.total += count if isinstance(count, int) else 0
        else:
            self.total += len(found)
        if found is not None and len(found):
            self._take(list(zip(*found, strict=True)), query, _schema_of(query, catalog))

    def _take(self, given: list[tuple[Value, ...]], query: GraphQuery, schema: str) -> None:
        count = len(given[0])
        head, key = given[: self.before_key], given[self.before_key :]
        if query.tell is not None and len(head) > _LABEL:
            head[_LABEL] = tuple(_told(cell, query.tell) for cell in head[_LABEL])
        nothing: tuple[Value, ...] = (None,) * count
        keys: Sequence[object] = list(zip(*key, strict=True)) if key else nothing
        if key and None in key[0]:
            keys = [None if all(part is None for part in parts) else parts for parts in zip(*key, strict=True)]
        lacking = [nothing] * (self.before_key - len(head))
        place = ([schema] * count, [query.table or None] * count, keys)
        for column, more in zip(self.columns, (*head, *lacking, *place), strict=True):
            column.extend(more)

    def add_rows(self, rows: Sequence[Sequence[object]]) -> None:
        """Rows that come from elsewhere, and stand in no table."""
        for at, column in enumerate(self.columns):
            column.extend(row[at] if at < len(row) else None for row in rows)
        self.total += len(rows)

    def keep(self, kept: Sequence[bool]) -> None:
        """Leave out the others; they count as rows that a limit left out."""
        self.columns = [list(compress(column, kept)) for column in self.columns]


def usable_query(query: GraphQuery, catalog: Catalog) -> GraphQuery | None:
    """The query, or what is read in its place in a file that lacks what it needs; None where nothing can be."""
    chosen: GraphQuery | None = query
    while chosen is not None and not chosen.needs.met_by(catalog):
        chosen = chosen.instead
    return chosen


def _told(cell: Value, tell: Callable[[str], str]) -> Value:
    """A line in place of the text of a label."""
    text = str(cell.prefix) if isinstance(cell, Large) else cell
    return tell(text) if isinstance(text, str) else cell


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
    redact: Callable[[Iterable[str]], Sequence[str]] | None = None,
    gathered: Gathered = NO_MEMBERS,
) -> Graph:
    """The graph of a projection, as of one committed state; labels go through ``redact``, all at once. ``gathered``:
    edges that were counted in other databases.

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
    labels, edge_labels = tuple(redact(graph.labels)), _redacted(graph.edge_labels, redact)
    fields = tuple(field.told(redact) for field in graph.fields)
    return replace(graph, labels=labels, edge_labels=edge_labels, fields=fields)


def _redacted(texts: tuple[str, ...], redact: Callable[[Iterable[str]], Sequence[str]]) -> tuple[str, ...]:
    """Labels of edges: most are the same."""
    known = list(set(texts))
    told = dict(zip(known, redact(known), strict=True))
    return tuple(told[text] for text in texts)


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
    edges.add_rows(gathered.edges)
    left_out += gathered.left_out
    if nodes.total > len(nodes):
        # an end beyond the limit is there in the file: a placeholder would say that it is missing
        known = set(map(id_text, nodes.columns[0]))
        ends = zip(edges.columns[0], edges.columns[1], strict=True)
        edges.keep([id_text(source) in known and id_text(target) in known for source, target in ends])
    words = tuple(dict.fromkeys(left_out))
    graph = graph_of_columns(nodes.columns, edges.columns, projection.statuses, nodes.total, edges.total, words)
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
            found = reader.rows(_short(query), limit=VALUE_LIMIT)
            rows.extend(found)
            if found.truncated:
                cut.append(f"some values of {first.title}: there are more than {VALUE_LIMIT:,}")
        yield build_field(first.id, first.title, first.kind, rows, graph.index, len(graph))


def _short(query: FieldQuery) -> str:
    """The SELECT with long texts cut, and times in the usual form read, by SQLite: quicker than to look at each cell
    here.
    """
    if query.kind == "number":
        return query.sql
    if query.kind == "time":
        read = f"CASE WHEN value GLOB '{_DATE}' THEN coalesce(unixepoch(value, 'subsec'), value) ELSE value END"
        return f"WITH field(node, value) AS ({query.sql}) SELECT node, {read} FROM field"
    cut = f"CASE typeof(value) WHEN 'text' THEN substr(value, 1, {LABEL_LIMIT}) ELSE value END"
    return f"WITH field(node, value) AS ({query.sql}) SELECT node, {cut} FROM field"
