"""What one line of a list says and where it leads, and how lines are folded into groups (no Qt)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from inspector.timeline.instants import local_text, utc_text
from inspector.workspace.location import Location

Mark = Literal["", "error", "warning", "info", "good", "absent"]
Tone = Literal["", "muted", "positive", "warning", "negative", "info"]
Kind = Literal["line", "heading", "more"]


@dataclass(frozen=True)
class Line:
    """One line; all texts are plain, whatever they hold."""

    text: str
    """What is read first."""
    detail: str = ""
    """A second row, muted; empty for none."""
    trailing: str = ""
    """What stands at the right: a count, an age, a size."""
    tip: str = ""
    """All of it in words; empty: the text."""
    mark: Mark = ""
    """The sign before it; each differs by form and not by colour alone."""
    tone: Tone = ""
    """Role of the colour of ``trailing``; empty for muted."""
    goal: Location | None = None
    """What opens."""
    selects: object = None
    """``(source, RowRef)`` that it stands for; None if it is no row."""
    moment: datetime | None = None
    """Its time; told exactly in the tip, which is made when it is wanted."""
    key: str = ""
    """What it is over several reads; empty: its text."""
    path: bool = False
    """Whether ``detail`` is a path: it loses its middle and not its end."""
    kind: Kind = "line"
    """A line, a heading over lines, or the way to lines that are folded away."""

    @property
    def identity(self) -> str:
        """By which it is found again after it was read anew."""
        return self.key or self.text

    def words(self) -> str:
        """All of it, for tips and screen readers."""
        words = self.tip or "\n".join(text for text in (self.text, self.detail, self.trailing) if text)
        return f"{words}\n{local_text(self.moment)}\n{utc_text(self.moment)}" if self.moment else words


@dataclass(frozen=True)
class LineGroup:
    """Lines that belong together."""

    title: str = ""
    """Stands over them; empty for none."""
    lines: tuple[Line, ...] = ()
    """The lines."""
    count: str = ""
    """How many there are, in words, at the right of the title."""
    shown: int | None = None
    """How many are shown before the rest is asked for; None for all."""
    more: str = ""
    """Said below them when not even all that can be asked for are here; empty for none."""


@dataclass
class Folding:
    """Which groups the reader unfolded; kept while lines are read anew."""

    unfolded: set[str] = field(default_factory=set)
    """Titles of the groups."""

    def rows(self, groups: Sequence[LineGroup]) -> Iterator[Line]:
        """The rows of a list, top down."""
        for group in groups:
            if group.title:
                yield Line(group.title, trailing=group.count, kind="heading", key=f"heading {group.title}")
            folded = group.shown is not None and group.title not in self.unfolded
            # a fold that hides a single line would take as much room as the line
            shown = group.shown if folded and group.shown is not None else len(group.lines)
            shown = len(group.lines) if len(group.lines) - shown <= 1 else shown
            yield from group.lines[:shown]
            if shown < len(group.lines):
                rest = len(group.lines) - shown
                yield Line(f"Show {rest:,} more", kind="more", key=group.title)
            elif group.more:
                yield Line(group.more, kind="heading", key=f"more {group.title}")
