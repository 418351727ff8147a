"""What a card tells of the sources below its own: each is looked at by itself, all looks are told together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, Literal, TypeVar

from inspector.db.needs import Needs
from inspector.db.rows import RowRef
from inspector.families.card import CardLine, CardReader
from inspector.families.trace import SessionState
from inspector.families.trace_reader import TraceReader

S = TypeVar("S")
R = TypeVar("R")
T = TypeVar("T")

Leads = Literal["row", "trace", "conversation", "sessions"]
"""What a line opens: a row, the trace of the message of that row, all that went through a source, all sessions."""


@dataclass(frozen=True)
class GatheredLine:
    """A line of a card with where it leads in a source below; masks and times are as those of any line."""

    line: CardLine
    """What it says; its table and key are of the card's own source."""
    path: str = ""
    """Path of the source below that it leads to; empty for the card's own."""
    ref: RowRef | None = None
    """A row there, for ``row`` and ``trace``; None for that of the line."""
    leads: Leads = "row"
    """What is opened."""


@dataclass(frozen=True)
class DayCount:
    """What came in and went out on one day; None is not known, never 0."""

    day: str
    """The day in UTC: ``2026-05-19``."""
    incoming: int | None
    """Messages in."""
    outgoing: int | None
    """Messages out."""


@dataclass(frozen=True)
class Told:
    """What one section tells."""

    lines: tuple[GatheredLine, ...] = ()
    """Its lines."""
    words: tuple[str, ...] = ()
    """What is said below them, a line each: how it was counted, what is not known, that there is none."""
    days: tuple[DayCount, ...] = ()
    """Days side by side, the newest last; drawn as bars."""


@dataclass(frozen=True)
class Look(Generic[T]):
    """What one source below told."""

    path: str
    """Its path."""
    ending: str
    """How its path ends, which is its name in the card's own source."""
    title: str
    """Its name for people."""
    found: T | None = None
    """What it holds of the card's row; None where it could not be read, or holds nothing of it."""
    state: SessionState | None = None
    """What it does; None where that could not be read."""
    problems: tuple[str, ...] = ()
    """What is wrong with its files."""


@dataclass(frozen=True)
class Progress:
    """How far the looks are."""

    now: datetime
    """The "as of" time."""
    done: bool
    """Whether all sources below were looked at."""
    whole: bool
    """Whether all sources there are stand below: what is not among them does not exist."""


@dataclass(frozen=True)
class GatheredSection:
    """A section that sources below tell."""

    id: str
    """Stable id."""
    title: str
    """Its heading."""


@dataclass(frozen=True)
class Gathering(Generic[S, R, T]):
    """Sections of one card that are told by the sources below."""

    sections: tuple[GatheredSection, ...]
    """Its sections."""
    needs: Needs
    """What the card's own database must have for them."""
    subject: Callable[[CardReader], S]
    """What the card's own database tells of the row: read once, in one read."""
    wanted: Callable[[S, str], bool]
    """(subject, ending) -> whether a source below may hold something of it."""
    look: Callable[[TraceReader, S, str], R | None]
    """(read, subject, ending) -> what one source holds of it, by one committed state; None where that is nothing."""
    digest: Callable[[R], T]
    """What follows from that: no file is asked any more."""
    tell: Callable[[S, tuple[Look[T], ...], Progress], Mapping[str, Told]]
    """(subject, looks so far, how far) -> section -> what it tells; a section it leaves out is still being counted."""
