"""Which rows stand around one row: those it refers to and those that refer to it, some steps far, as a graph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from inspector.cancel import CancelToken
from inspector.db import quoting
from inspector.db.browse.key_text import bindable, key_text
from inspector.db.catalog import Catalog, Table
from inspector.db.cells import key_columns
from inspector.db.display import display
from inspector.db.reader import Reader
from inspector.db.redacted import redacted_key, redacted_value
from inspector.db.rows import RowKey, RowRef
from inspector.db.values import BadText, Large, Value
from inspector.errors import FileBusy, KnownError, TimeLimitReached
from inspector.families.docs import FamilyDocs, load_docs
from inspector.families.links import Link, links_of
from inspector.graph.model import Graph, build_graph
from inspector.graph.status import NONE, STATUSES
from inspector.workspace.rows.row_details import RowDetails, details_in
from inspector.workspace.rows.row_links import COUNT_S, LinkOut, count_referrers
from inspector.workspace.source import Source

PER_KEY = 12
"""Rows of one key of one row that are drawn; the rest is one node that counts them."""
MOST_ROWS = 400
"""Rows that are drawn in all; where more would come, no row is looked around any more, and that is said."""
MORE = "more rows"
"""Type of the nodes that count rows which are not drawn."""

_Links = tuple[tuple[Link, ...], tuple[Link, ...]]


def rows_around(source: Source, ref: RowRef, hops: int, cancel: CancelToken) -> Graph:
    """The graph of the rows at most ``hops`` steps from a row, as of one committed state; the row is node 0.

    Raises KnownError where there is no such row, and what reading raises.
    """
    if source.database is None:
        raise KnownError("No file of this source can be read.", path=source.path)
    catalog = source.database.catalog(cancel)
    docs = load_docs(source.family.id, source.family.docs_root)
    return source.database.read(partial(_look, source=source, catalog=catalog, docs=docs, ref=ref, hops=hops), cancel)


def _look(reader: Reader, source: Source, catalog: Catalog, docs: FamilyDocs, ref: RowRef, hops: int) -> Graph:
    return _Look(reader, source, catalog, docs).around(ref, hops)


@dataclass
class _Look:
    """One look around."""

    reader: Reader
    """Reads it."""
    source: Source
    """Whose rows."""
    catalog: Catalog
    """Its tables."""
    docs: FamilyDocs
    """What they mean."""
    rows: dict[RowRef, RowDetails] = field(default_factory=dict)
    """The rows found, in the order in which they were."""
    ids: dict[RowRef, str] = field(default_factory=dict)
    """What their nodes are called."""
    edges: dict[tuple[str, str, str], tuple[object, ...]] = field(default_factory=dict)
    """(source, target, type) -> the edge."""
    counted: dict[str, str] = field(default_factory=dict)
    """Id -> label of each node that counts rows."""
    left_out: list[str] = field(default_factory=list)
    """What could not be looked for."""
    slow: set[int] = field(default_factory=set)
    """Identities of links that took too long once: they are not asked again."""
    links: dict[tuple[str, str], _Links] = field(default_factory=dict)
    """(schema, table) -> the links of its rows, and to them."""

    def around(self, ref: RowRef, hops: int) -> Graph:
        """The graph."""
        table = self.catalog.table(ref.table, ref.schema) or self.catalog.table(ref.table)
        if table is None:
            raise KnownError(f"There is no table called “{ref.table}” here (any more).", path=self.source.path)
        first = self._details(table, ref.key)
        self._add(first)
        frontier = [first]
        for _ in range(hops):
            found: list[RowDetails] = []
            for row in frontier:
                self.reader.cancel.check()
                found += self._neighbours(row)
            frontier = found
        for row in frontier:
            self._known_targets(row)
        return self._graph()

    def _neighbours(self, row: RowDetails) -> Iterator[RowDetails]:
        """Draw what one row leads to and what leads to it; gives the rows that are new."""
        for out in row.links:
            if out.state == "missing":
                self._edge(out.link, self.ids[row.ref], self._missing(out))
            elif out.state == "not looked":
                self._leave_out(out.link, "finding them would take long: there is no index")
            yield from self._targets(row, out)
        for link in row.referrers:
            yield from self._referrers(row, link)

    def _targets(self, row: RowDetails, out: LinkOut) -> Iterator[RowDetails]:
        for target in out.targets:
            yield from self._reach(out.link.target, target.ref.key)
            if target.ref in self.ids:
                self._edge(out.link, self.ids[row.ref], self.ids[target.ref])
        if out.more:
            self._count(out.link, self.ids[row.ref], f"More of {out.link.target.name}", outward=True)

    def _known_targets(self, row: RowDetails) -> None:
        """Every edge between rows that are drawn is drawn."""
        for out in row.links:
            for target in out.targets:
                if target.ref in self.ids:
                    self._edge(out.link, self.ids[row.ref], self.ids[target.ref])

    def _referrers(self, row: RowDetails, link: Link) -> Iterator[RowDetails]:
        held = tuple(row.raw.get(column.lower()) for column in link.target_columns)
        if id(link) in self.slow or not key_columns(link.origin) or any(one is None or _cut(one) for one in held):
            return
        try:
            keys = self._referring(link, held)
        except FileBusy:
            raise
        except TimeLimitReached:
            self.slow.add(id(link))
            self._leave_out(link, "looking for them takes long")
            return
        except KnownError as error:
            self._leave_out(link, error.what)
            return
        for key in keys[:PER_KEY]:
            yield from self._reach(link.origin, key)
            found = RowRef(link.origin.schema, link.origin.name, key)
            if found in self.ids:
                self._edge(link, self.ids[found], self.ids[row.ref])
        if len(keys) > PER_KEY:
            self._count_rest(row, link)

    def _referring(self, link: Link, held: tuple[Value, ...]) -> list[RowKey]:
        terms = [
            f"{quoting.name(column)} = {'CAST(? AS TEXT)' if isinstance(value, BadText) else '?'}"
            for column, value in zip(link.columns, held, strict=True)
        ]
        where = " AND ".join([*terms, *([f"({link.when})"] if link.when else [])])
        origin = quoting.qualified(link.origin.schema, link.origin.name)
        sql = f"SELECT {', '.join(key_columns(link.origin))} FROM {origin} WHERE {where} LIMIT {PER_KEY + 1}"
        params = tuple(bindable(value) for value in held)
        return list(self.reader.user_rows(sql, params, limit=PER_KEY + 1, time_limit_s=COUNT_S))

    def _count_rest(self, row: RowDetails, link: Link) -> None:
        counted = count_referrers(self.reader, link, row.raw)
        rest = counted.count - PER_KEY if counted is not None and counted.count is not None else None
        more = "" if counted is None or not counted.more else "over "
        words = f"More of {link.origin.name}" if rest is None else f"{more}{rest:,} more of {link.origin.name}"
        self._count(link, self.ids[row.ref], words, outward=False)

    def _reach(self, table: Table, key: RowKey) -> Iterator[RowDetails]:
        """The row, if it is new and there is room for it."""
        ref = RowRef(table.schema, table.name, key)
        if ref in self.rows:
            return
        if len(self.rows) >= MOST_ROWS:
            self._say(f"rows beyond the first {MOST_ROWS:,}: look around one of them, or take fewer steps")
            return
        try:
            found = self._details(table, key)
        except FileBusy:
            raise
        except KnownError as error:
            self._say(f"a row of {table.name}: {error.what}")
            return
        self._add(found)
        yield found

    def _details(self, table: Table, key: RowKey) -> RowDetails:
        place = (table.schema, table.name)
        if place not in self.links:
            self.links[place] = links_of(self.catalog, table, self.source.family, self.docs)
        out, referrers = self.links[place]
        ref = RowRef(table.schema, table.name, key)
        return details_in(self.reader, self.catalog, self.source, table, ref, self.docs, out, referrers)

    def _add(self, row: RowDetails) -> None:
        if row.ref in self.rows:
            return
        shown = redacted_key(row.ref.key, row.table, self.source.redactor)
        name = f"{row.table.name}:{key_text(shown)}"
        name = name if row.table.schema == "main" else f"{row.table.schema}.{name}"
        taken = set(self.ids.values())
        self.ids[row.ref] = name if name not in taken else f"{name} #{len(taken)}"
        self.rows[row.ref] = row

    def _edge(self, link: Link, source: str, target: str) -> None:
        kind = f"{link.origin.name}.{', '.join(link.columns)}"
        label = link.label if link.stated else f"{link.label} (stated by no constraint)".strip()
        self.edges.setdefault((source, target, kind), (source, target, kind, label))

    def _missing(self, out: LinkOut) -> str:
        """The id of a row that is not there."""
        columns = zip(out.values, out.link.target_columns, strict=True)
        name = out.link.target.name
        words = [display(redacted_value(v, self.source.redactor, name, column), 80).text for v, column in columns]
        return f"{name} {', '.join(words)}"

    def _count(self, link: Link, node: str, words: str, *, outward: bool) -> None:
        """A node that stands for rows which are not drawn."""
        name = f"more:{node}:{link.origin.name}.{','.join(link.columns)}:{link.target.name}"
        self.counted[name] = words
        self._edge(link, *((node, name) if outward else (name, node)))

    def _leave_out(self, link: Link, why: str) -> None:
        self._say(f"rows joined by {link.origin.name}.{', '.join(link.columns)}: {why}")

    def _say(self, words: str) -> None:
        if words not in self.left_out:
            self.left_out.append(words)

    def _graph(self) -> Graph:
        nodes: list[tuple[object, ...]] = [
            (self.ids[ref], ref.table, row.status or None, row.title, ref.schema, ref.table, ref.key)
            for ref, row in self.rows.items()
        ]
        nodes += [(name, MORE, None, words, None, None, None) for name, words in self.counted.items()]
        graph = build_graph(nodes, self.edges.values(), left_out=tuple(self.left_out))
        # what a status means depends on the type of the row, and here the types are those of tables
        states = [STATUSES.index(row.state) for row in self.rows.values()]
        return replace(graph, statuses=np.array(states + [NONE] * (len(graph) - len(states)), np.int8))


def _cut(value: Value) -> bool:
    """Whether only the beginning of a value is known."""
    return isinstance(value, Large)
