"""Does an index hold what its table holds: which rows it lacks, which entries have no row, which lead to another?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inspector.db.rows import RowRef

DriftKind = Literal["not indexed", "no row", "other row"]
"""not indexed: a row that the index does not know; no row: an entry whose row is gone; other row: an entry that holds
other words than the row it leads to."""

KINDS: tuple[DriftKind, ...] = ("not indexed", "no row", "other row")


@dataclass(frozen=True)
class DriftEntry:
    """One row or entry on which index and table do not agree."""

    kind: DriftKind
    """What is the matter."""
    rowid: int
    """Its number in the index."""
    ref: RowRef | None
    """The row; None where there is none."""
    title: str = ""
    """What names the row, its secrets masked."""
    indexed: str = ""
    """What the index holds under its number, where it keeps its text; secrets masked."""


@dataclass(frozen=True)
class DriftReport:
    """What one index and its table do not agree on."""

    source: str
    """Title of the search source."""
    source_id: str
    """Its id."""
    index: str
    """Name of the index."""
    table: str
    """Name of the table."""
    rows: int
    """Rows of the table."""
    indexed: int
    """Rows that the index knows."""
    counts: tuple[tuple[DriftKind, int], ...] = ()
    """How many of each kind, those that there are."""
    entries: tuple[DriftEntry, ...] = ()
    """The first some hundred of each kind."""
    note: str = ""
    """What was not compared, and why."""
    problem: str = ""
    """Why nothing could be compared; empty if it could."""

    @property
    def total(self) -> int:
        """Rows and entries that do not agree."""
        return sum(count for _, count in self.counts)

    def count(self, kind: DriftKind) -> int:
        """How many of a kind."""
        return dict(self.counts).get(kind, 0)

    @property
    def words(self) -> str:
        """ "nodes_fts holds 83 of 85 rows of nodes; 2 rows are not in it"; empty where all agree."""
        if not self.total:
            return ""
        told = {
            "not indexed": ("1 row is not in it", "{:,} rows are not in it"),
            "no row": ("1 entry has no row", "{:,} entries have no row"),
            "other row": ("1 entry leads to a row with other words", "{:,} entries lead to rows with other words"),
        }
        parts = [told[kind][0] if count == 1 else told[kind][1].format(count) for kind, count in self.counts]
        held = self.rows - self.count("not indexed")
        return f"{self.index} holds {held:,} of {self.rows:,} rows of {self.table}; {', '.join(parts)}"
