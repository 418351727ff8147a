"""Which memories does an agent keep: how many of each kind, and those that a choice of kinds leaves, in an order?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db.catalog import Table
from inspector.db.cells import key_columns
from inspector.db.quoting import name, qualified
from inspector.db.reader import Reader
from inspector.db.rows import RowRef
from inspector.db.values import Bindable, Value
from inspector.errors import UnsupportedSchema
from inspector.families.row_facets import MemoryShelf, RowFacet, ShelfOrder
from inspector.health.run import time_parameters
from inspector.search.present import text_of
from inspector.workspace.answers.row_kinds import usable_facets
from inspector.workspace.source import Source

SHOWN = 500
"""Memories that are listed."""
_VALUES = 200
"""Values of a facet that are told."""
_LONGEST = 300
"""Characters of a title."""


@dataclass(frozen=True)
class Memory:
    """One memory, as a line says it."""

    ref: RowRef
    """Its row."""
    title: str
    """What names it, secrets masked."""
    about: str
    """Its facts."""
    touched: int | None
    """Unix second at which it was last read or changed."""


@dataclass(frozen=True)
class KindCount:
    """How many memories are of one kind."""

    value: str
    """Id of the choice, or the value of the facet."""
    title: str
    """In words."""
    count: int
    """How many, of those that the other facets leave."""
    about: str = ""
    """The rule behind it."""


@dataclass(frozen=True)
class ShelfFacet:
    """One facet and how many memories are of each of its kinds."""

    id: str
    """As links have it."""
    title: str
    """Stands over its kinds."""
    kinds: tuple[KindCount, ...]
    """Its kinds, in their order; of values the most frequent first."""


@dataclass(frozen=True)
class Shelf:
    """What is kept, and what is chosen of it."""

    total: int
    """Memories in all."""
    matching: int
    """Those that are chosen."""
    facets: tuple[ShelfFacet, ...] = ()
    """What they can be told apart by."""
    memories: tuple[Memory, ...] = ()
    """The first of those that are chosen."""


@dataclass(frozen=True)
class ShelfChoice:
    """Which memories are wanted, in what order."""

    kinds: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Facet -> kinds, one of which must hold; of facets that are not there all hold."""
    order: str = ""
    """Id of the order; empty: that of the kinds, or the first."""
    limit: int = SHOWN
    """How many are listed."""


def read_shelf(source: Source, choice: ShelfChoice, clock: Clock, cancel: CancelToken) -> Shelf:
    """The memories of a source. Raises UnsupportedSchema where they cannot be told, FileBusy, Cancelled."""
    shelf, database = source.family.memories, source.database
    if shelf is None or database is None:
        raise UnsupportedSchema("This source keeps no memories.", path=source.path)
    catalog = database.catalog(cancel)
    missing = shelf.needs.missing(catalog)
    table = catalog.table(shelf.table)
    if missing or table is None:
        raise UnsupportedSchema(
            f"The memories of this file cannot be told apart: {', '.join(missing)} is not there.", path=source.path
        )
    look = _Look(source, shelf, table, usable_facets(shelf.facets, catalog), choice, clock)
    return database.read(look.read, cancel)


@dataclass(frozen=True)
class _Look:
    source: Source
    shelf: MemoryShelf
    table: Table
    facets: tuple[RowFacet, ...]
    choice: ShelfChoice
    clock: Clock

    def read(self, reader: Reader) -> Shelf:
        """All that is asked, in one read."""
        sums = [
            f"sum(({self._where(facet.id, named=True)}) AND {_name(facet, place)})"
            for facet in self.facets
            for place, _ in enumerate(facet.choices)
        ]
        counted = ", ".join(["count(*)", f"sum({self._where(named=True)})", *sums])
        counts = self._rows(reader, f"WITH told AS MATERIALIZED ({self._told}) SELECT {counted} FROM told")
        total, matching, *found = (_number(cell) for cell in counts[0])
        told = iter(found)
        facets = tuple(self._facet(reader, facet, told) for facet in self.facets)
        return Shelf(total, matching, facets, self._memories(reader))

    @property
    def _told(self) -> str:
        """Of each memory what every facet tells: each condition is looked at once, those on the whole table too."""
        columns = [
            f"({sql}) AS {_name(facet, place)}"
            for facet in self.facets
            for place, sql in enumerate([one.condition for one in facet.choices] or [_value(facet)])
        ]
        return f"SELECT {', '.join(columns)} FROM {self._place}"

    def _facet(self, reader: Reader, facet: RowFacet, counts: Iterator[int]) -> ShelfFacet:
        if facet.choices:
            kinds = tuple(KindCount(one.id, one.title, next(counts), one.about) for one in facet.choices)
            return ShelfFacet(facet.id, facet.title, kinds)
        sql = (
            f"SELECT v, sum(w) AS n FROM (SELECT {_value(facet)} AS v, "
            f"({self._where(facet.id)}) AS w FROM {self._place}) WHERE v IS NOT NULL "
            f"GROUP BY v ORDER BY n DESC, v LIMIT {_VALUES}"
        )
        rows = self._rows(reader, sql)
        return ShelfFacet(facet.id, facet.title, tuple(KindCount(str(v), str(v), _number(n)) for v, n in rows))

    def _memories(self, reader: Reader) -> tuple[Memory, ...]:
        shelf, redactor = self.shelf, self.source.redactor
        key = key_columns(self.table)
        sql = (
            f"SELECT {', '.join(key)}, substr({name(shelf.title)}, 1, {_LONGEST}), {shelf.about}, {shelf.touched} "
            f"FROM {self._place} WHERE {self._where()} ORDER BY {self._order()} LIMIT {self.choice.limit}"
        )
        found = []
        for row in self._rows(reader, sql):
            title = redactor.cell(text_of(row[-3]), shelf.table, shelf.title)
            touched = row[-1] if isinstance(row[-1], int) else None
            ref = RowRef(self.table.schema, self.table.name, row[: len(key)])
            found.append(Memory(ref, title, text_of(row[-2]), touched))
        return tuple(found)

    def _where(self, without: str = "", *, named: bool = False) -> str:
        """The condition of what is chosen, but of one facet; ``named``: over what :attr:`_told` tells."""
        parts = []
        for facet in self.facets:
            wanted = self.choice.kinds.get(facet.id, frozenset())
            if not wanted or facet.id == without:
                continue
            if facet.choices:
                chosen = [(place, one) for place, one in enumerate(facet.choices) if one.id in wanted]
                held = [_name(facet, place) if named else f"({one.condition})" for place, one in chosen]
                parts.append(f"coalesce({' OR '.join(held) or '0'}, 0)")
            else:
                value = _name(facet, 0) if named else _value(facet)
                listed = ", ".join(f":{_parameter(facet, place)}" for place, _ in enumerate(sorted(wanted)))
                parts.append(f"coalesce({value} IN ({listed}), 0)")
        return " AND ".join(parts) or "1"

    def _order(self) -> str:
        order = _order_of(self.shelf.orders, self.choice.order)
        held = (
            one.order
            for facet in self.facets
            for one in facet.choices
            if one.order and one.id in self.choice.kinds.get(facet.id, ())
        )
        by_kind = "" if self.choice.order else next(held, "")
        return ", ".join(part for part in (by_kind, order.sql) if part)

    @property
    def _place(self) -> str:
        return qualified(self.table.schema, self.table.name)

    def _rows(self, reader: Reader, sql: str) -> Sequence[tuple[Value, ...]]:
        values: dict[str, Bindable] = dict(time_parameters(sql, self.clock))
        for facet in self.facets:
            for place, value in enumerate(sorted(self.choice.kinds.get(facet.id, ()))):
                if f":{_parameter(facet, place)}" in sql:
                    values[_parameter(facet, place)] = value
        return reader.rows(sql, values).rows


def _name(facet: RowFacet, place: int) -> str:
    return f"{facet.id.replace('-', '_')}_{place}"


def _value(facet: RowFacet) -> str:
    return f"substr({facet.value}, 1, {_LONGEST})"


def _parameter(facet: RowFacet, place: int) -> str:
    # closed by a letter: the name of the tenth value does not begin like that of the first
    return f"{facet.id}_{place}v"


def _order_of(orders: Sequence[ShelfOrder], id: str) -> ShelfOrder:
    return next((order for order in orders if order.id == id), orders[0])


def _number(cell: object) -> int:
    return cell if isinstance(cell, int) else 0
