"""What a search gives: hits, each with its place and why it is one, and what was and was not searched."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from inspector.db.rows import RowKey, RowRef
from inspector.search.snippet import Snippet
from inspector.search.why import Why


@dataclass(frozen=True)
class Hit:
    """One row that matches."""

    source: str
    """Title of the search source: "Memories"."""
    title: str
    """The row's title, or its key."""
    ref: RowRef
    """The row; its key is for finding it and may be a secret."""
    key: RowKey
    """The key as it may be shown."""
    snippet: Snippet
    """The text around the match."""
    column: str = ""
    """Column the snippet is of."""
    type: str = ""
    """The row's type, if it has one."""
    when: str = ""
    """The row's time as stored, if it has one."""
    via: Literal["index", "scan"] = "index"
    """How it was found: by the full-text index, or by looking through the text."""
    why: str = ""
    """Why it was found that way, where that is not plain."""
    rank: float = 0.0
    """Smaller is better; scans rank behind the index."""
    because: Why = field(default_factory=Why)
    """Why it is a hit: words, tokens, columns, index, rank and place."""
    source_id: str = ""
    """Id of the search source."""

    @property
    def order(self) -> tuple[bool, int, float]:
        """Sorts hits of several sources: the best of each index first, then the second of each, and so on; what was
        found by looking through the text follows in the same manner."""
        return self.via == "scan", self.because.place, self.rank


@dataclass(frozen=True)
class Unjoined:
    """A match of an index whose row is gone, or does not hold what was indexed."""

    source: str
    """Title of the search source."""
    index: str
    """The index that has drifted."""
    rowid: int
    """The number of the entry."""
    table: str
    """The table that it should lead to."""
    row: RowRef | None
    """The row that has this number now; None if there is none."""
    because: Why
    """What of it matched."""
    text: str = ""
    """The beginning of what was indexed, where the index keeps it; secrets masked."""

    @property
    def words(self) -> str:
        """ "nodes_fts has zebrafish in title under number 51; the row with that number holds other text"."""
        found = "; ".join(phrase.words for phrase in self.because.phrases)
        now = "the row with that number holds other text" if self.row else f"{self.table} has no such row"
        return f"{self.index} has {found} under number {self.rowid}; {now}"


@dataclass(frozen=True)
class After:
    """Where to go on for more hits of a source: what was given so far, so that nothing is lost or said twice."""

    source_id: str
    """Id of the search source."""
    entries: frozenset[int] = frozenset()
    """Numbers of the entries of the index that were looked at."""
    refs: frozenset[RowRef] = frozenset()
    """Rows that are hits already."""
    below: int | None = None
    """The scan goes on below this rowid; None at the newest."""
    indexed: int = 0
    """Hits of the index so far."""
    scanned: int = 0
    """Hits of the scan so far."""
    index_done: bool = False
    """Whether the index has no more."""


@dataclass(frozen=True)
class Searched:
    """What was done for one search source."""

    source: str
    """Title of the source."""
    hits: int
    """Hits that were found."""
    more: bool = False
    """Whether there are more than are shown."""
    note: str = ""
    """What the reader must know: a drifted index, a scan that was ended early."""
    problem: str = ""
    """Why it could not be searched; empty if it could."""
    source_id: str = ""
    """Id of the source."""
    after: After | None = None
    """Where more of its hits begin; None where there are none, or none can be told."""
    index: str = ""
    """The index that was asked; empty if none."""
    table: str = ""
    """The table whose rows are its hits."""


@dataclass(frozen=True)
class SearchAnswer:
    """The answer of one database."""

    hits: tuple[Hit, ...] = ()
    """The hits, the best first."""
    searched: tuple[Searched, ...] = ()
    """What was searched, and what could not be."""
    unjoined: tuple[Unjoined, ...] = ()
    """Matches of drifted indexes that lead to no row, or to another."""
