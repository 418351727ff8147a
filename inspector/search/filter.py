"""Which rows may be hits at all: of some sources, of some types, of a time, or those for which a condition holds."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class RowCondition:
    """A condition on the rows of one table, that a family states."""

    table: str
    """The table."""
    sql: str
    """An expression over its columns, that may use :now (ISO 8601 text), :now_s and :now_ms; ours, never a user's."""
    words: str
    """The same for people: "type is gotcha"."""


@dataclass(frozen=True)
class SearchFilter:
    """What hits are narrowed to; what is empty narrows nothing. A row must satisfy all."""

    sources: frozenset[str] = frozenset()
    """Ids of search sources."""
    types: frozenset[str] = frozenset()
    """Values of the type column; rows of a source without one are left out."""
    projects: frozenset[str] = frozenset()
    """Values of the column ``project``; rows of a table without one are left out."""
    since: datetime | None = None
    """The earliest time of a row; rows without a time are left out."""
    until: datetime | None = None
    """The time before which rows are."""
    conditions: tuple[RowCondition, ...] = ()
    """Conditions on rows: of each table that has any, one must hold; rows of tables without one are left out."""
    now: datetime | None = None
    """The time that conditions are told by."""

    @property
    def empty(self) -> bool:
        """Whether all rows may be hits."""
        return not (self.sources or self.types or self.projects or self.since or self.until or self.conditions)


EVERYTHING = SearchFilter()
"""Narrows nothing."""
