"""The columns of a list: what each shows, what it sorts by, what its head means (no Qt)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, Literal, TypeVar

from inspector.clock import Clock
from inspector.db.display import visible
from inspector.timeline.instants import age_words, local_text

Row = TypeVar("Row")
SortKey = tuple[int, float, str]
Tone = Literal["", "muted", "warning", "negative", "info"]
UNKNOWN = "?"
"""What stands for what is not known."""


@dataclass(frozen=True)
class Column(Generic[Row]):
    """One column."""

    id: str
    """Stable id."""
    title: str
    """What its head says."""
    about: str
    """What it means."""
    text: Callable[[Row, Clock], str]
    """What a cell shows."""
    key: Callable[[Row, Clock], SortKey]
    """What rows are sorted by; what is not known comes last."""
    numeric: bool = False
    """Whether cells stand at the right."""
    tip: Callable[[Row, Clock], str] | None = None
    """All of a cell in words; None: what it shows."""
    tone: Callable[[Row], Tone] | None = None
    """The role of its colour."""


@dataclass(frozen=True)
class Listing(Generic[Row]):
    """What a list is of."""

    columns: Sequence[Column[Row]]
    """Its columns, in order."""
    identity: Callable[[Row], object]
    """By what a row is known again when the list is read anew."""
    badness: Callable[[Row], int]
    """How much it needs a look: 0 not at all, from 2 on it counts as needing one."""
    noun: str
    """What one is called: ``session``."""
    nouns: str
    """What several are called."""

    def matches(self, row: Row, clock: Clock, text: str) -> bool:
        """Whether all words of a text stand somewhere in the row."""
        told = " ".join(column.text(row, clock) for column in self.columns if not column.numeric).lower()
        return all(word in told for word in text.lower().split())

    def counted(self, count: int) -> str:
        """So many of them in words."""
        return f"{count:,} {self.noun if count == 1 else self.nouns}"


def words(
    id: str,
    title: str,
    about: str,
    get: Callable[[Any], str],
    *,
    missing: str = UNKNOWN,
    tip: Callable[[Any, Clock], str] | None = None,
    tone: Callable[[Any], Tone] | None = None,
) -> Column[Any]:
    """A column of words; ``missing`` stands where there are none."""

    def told(row: Any, clock: Clock) -> str:
        return visible(tip(row, clock)) if tip is not None else visible(get(row))

    return Column(
        id,
        title,
        about,
        lambda row, _: visible(get(row)).replace("\n", " ") or missing,
        lambda row, _: (int(not get(row)), 0.0, get(row).lower()),
        tip=told,
        tone=tone,
    )


def count(
    id: str, title: str, about: str, get: Callable[[Any], int | None], tone: Tone = "", none: str = "·"
) -> Column[Any]:
    """A column of numbers; None is not known, never 0."""

    def text(row: Any, _clock: Clock) -> str:
        number = get(row)
        return UNKNOWN if number is None else f"{number:,}" if number else none

    def key(row: Any, _clock: Clock) -> SortKey:
        number = get(row)
        return (int(number is None), -float(number or 0), "")

    def toned(row: Any) -> Tone:
        return tone if get(row) else "muted"

    return Column(id, title, about, text, key, numeric=True, tone=toned)


def when(
    id: str,
    title: str,
    about: str,
    get: Callable[[Any], datetime | None],
    *,
    soonest: bool = False,
    tip: Callable[[Any, Clock], str] | None = None,
    tone: Callable[[Any], Tone] | None = None,
) -> Column[Any]:
    """A column of times; ``soonest``: the earliest comes first, else the latest."""

    def text(row: Any, clock: Clock) -> str:
        moment = get(row)
        return "" if moment is None else age_words(moment, clock.now())

    def key(row: Any, _clock: Clock) -> SortKey:
        moment = get(row)
        at = moment.timestamp() if moment is not None else 0.0
        return (int(moment is None), at if soonest else -at, "")

    def told(row: Any, clock: Clock) -> str:
        moment = get(row)
        parts = (local_text(moment) if moment is not None else "", tip(row, clock) if tip is not None else "")
        return "\n".join(part for part in parts if part)

    return Column(id, title, about, text, key, tip=told, tone=tone)


def toned(badness: int) -> Tone:
    """The colour of how much something needs a look."""
    return ("", "info", "warning", "negative")[badness]
