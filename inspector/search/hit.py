"""What a search gives: hits, each with its place and why it is one, and what was and was not searched."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inspector.db.rows import RowKey, RowRef
from inspector.search.snippet import Snippet


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


@dataclass(frozen=True)
class SearchAnswer:
    """The answer of one database."""

    hits: tuple[Hit, ...] = ()
    """The hits, the best first."""
    searched: tuple[Searched, ...] = ()
    """What was searched, and what could not be."""
