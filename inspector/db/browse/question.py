"""Which rows are looked at, in which order: a table, its filters and its sort, as one value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inspector.db import quoting
from inspector.db.browse.condition import Condition
from inspector.db.catalog import Table
from inspector.db.cells import key_columns
from inspector.db.values import Bindable

Addressing = Literal["rowid", "key", "place"]

SORTED_BY = 256
"""Characters or bytes of a long cell that a sort without an index compares: whole cells would fill the memory."""

_ROWID_MODULES = frozenset(("fts3", "fts4", "fts5", "rtree", "rtree_i32", "geopoly"))
"""Modules that find a row by its rowid without reading those before it."""


@dataclass(frozen=True)
class Sort:
    """One column to sort by."""

    column: str
    """Its name."""
    descending: bool = False
    """Whether the greatest comes first."""


@dataclass(frozen=True)
class RowQuestion:
    """What a grid shows of a table."""

    table: Table
    """The table, view or virtual table."""
    conditions: tuple[Condition, ...] = ()
    """All of them must hold."""
    sort: Sort | None = None
    """None: in the order of the rowid or primary key."""

    @property
    def addressing(self) -> Addressing:
        """How a row is found again: by rowid, by primary key, or only by its place in the result."""
        table = self.table
        if table.kind == "view" or (table.kind == "virtual" and table.module.lower() not in _ROWID_MODULES):
            return "place"
        if table.has_rowid and table.rowid_name:
            return "rowid"
        return "key" if table.without_rowid and table.primary_key else "place"

    @property
    def keys(self) -> tuple[str, ...]:
        """SQL names of what a row is found by; empty where it has only a place."""
        return key_columns(self.table) if self.addressing != "place" else ()

    @property
    def source(self) -> str:
        """``"schema"."table"``."""
        return quoting.qualified(self.table.schema, self.table.name)

    @property
    def in_key_order(self) -> bool:
        """Whether all rows are shown in the order in which the table keeps them, forward or backward."""
        if self.conditions or self.addressing == "place":
            return False
        if self.sort is None or (self.addressing == "rowid" and self.sort.column == self.table.rowid_name):
            return True
        key = self.table.primary_key
        column = self.table.column(self.sort.column)
        if column is None or key != (column.name,):
            return False
        return self.addressing == "key" or column.declared_type.upper() == "INTEGER"

    @property
    def matched(self) -> bool:
        """Whether a full-text index is asked for its rows."""
        return any(condition.match for condition in self.conditions)

    @property
    def ranked(self) -> bool:
        """Whether its rows have a rank: without a sort the best stand first."""
        return self.matched and self.table.fts is not None and self.table.fts.version == 5

    @property
    def descending(self) -> bool:
        """Whether the sort runs backward."""
        return self.sort is not None and self.sort.descending

    @property
    def where(self) -> str:
        """The conditions as SQL; empty without one."""
        return " AND ".join(condition.sql for condition in self.conditions)

    @property
    def params(self) -> tuple[Bindable, ...]:
        """The values of the conditions."""
        return tuple(value for condition in self.conditions for value in condition.params)

    def order_by(self, *, whole: bool = True) -> str:
        """The sort as SQL, ties in the order of the keys; without one by rank, empty where there is none.

        ``whole`` False: cells that no index sorts are compared by their first :data:`SORTED_BY` bytes alone.
        """
        if self.sort is None:
            return ", ".join(("rank", *self.keys)) if self.ranked else ""
        direction = " DESC" if self.sort.descending else ""
        by_rowid = self.addressing == "rowid" and self.sort.column == self.table.rowid_name
        name = self.sort.column if by_rowid else quoting.name(self.sort.column)
        by = name if whole or by_rowid or self.indexed else _shortened(name)
        return ", ".join([by + direction, *(key + direction for key in self.keys)])

    @property
    def indexed(self) -> bool:
        """Whether an index has the rows in the order of the sort."""
        if self.sort is None:
            return False
        wanted = self.sort.column.lower()
        return any(index.columns[:1] and index.columns[0].lower() == wanted for index in self.table.indexes)


def _shortened(name: str) -> str:
    return f"CASE WHEN octet_length({name}) > {SORTED_BY} THEN substr({name}, 1, {SORTED_BY}) ELSE {name} END"
