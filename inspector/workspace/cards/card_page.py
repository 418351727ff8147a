"""What a card says, ready to be shown: sections of lines, each with where it leads; and as one plain text."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.families.card import Tone
from inspector.families.gathering import DayCount
from inspector.timeline.instants import Instant
from inspector.workspace.location import Location
from inspector.workspace.rows.row_details import RowDetails

VIEW = "card"


@dataclass(frozen=True)
class PageLine:
    """One line; all texts are plain, on one line or several, secrets masked."""

    name: str
    """What it is."""
    text: str = ""
    """What holds."""
    note: str = ""
    """Where that comes from, what it means."""
    instant: Instant | None = None
    """Its time."""
    stored: str = ""
    """Its time as stored, where it cannot be read as one."""
    tone: Tone = ""
    """Whether it deserves a look."""
    card: Location | None = None
    """The card of the row that it stands for, where its family makes one of such rows."""
    row: Location | None = None
    """That row in its table, or the rows that it counts."""
    lead: Location | None = None
    """What is opened before card and row: a conversation, a trace."""
    lead_words: str = ""
    """What opening it is called."""


@dataclass(frozen=True)
class PageSection:
    """One section."""

    id: str
    """Stable id."""
    title: str
    """Its heading."""
    lines: tuple[PageLine, ...] = ()
    """Its lines."""
    words: str = ""
    """What is said in place of lines, or below them: that there is none, what is missing, that there are more."""
    problem: str = ""
    """Why it could not be read; the other sections are whole all the same."""
    stands: bool = False
    """Whether it stands by itself also without a line: more is on its way, or it says more than "none"."""
    days: tuple[DayCount, ...] = ()
    """Days side by side, drawn as bars; the newest last."""


@dataclass(frozen=True)
class CardPage:
    """A whole card."""

    kind: str
    """What it is a card of: "Agent"."""
    details: RowDetails
    """Its row."""
    place: Location
    """Its address."""
    sections: tuple[PageSection, ...]
    """What is known so far."""
    whole: bool = True
    """Whether everything was read."""
    files: tuple[str, ...] = ()
    """Of a card that sources below tell too: all files that it is made of; empty for those of its own source alone."""

    def text(self) -> str:
        """All of it as plain text."""
        parts = [f"{self.kind}: {self.details.title}", self.place.link()]
        for section in self.sections:
            parts += ["", section.title]
            parts += [f"  {_line_text(line)}" for line in section.lines]
            parts += [f"  {day_words(day)}" for day in section.days if day.incoming or day.outgoing]
            parts += [f"  {line}" for words in (section.words, section.problem) for line in words.splitlines()]
        return "\n".join(parts) + "\n"


def _line_text(line: PageLine) -> str:
    told = ": ".join(part for part in (line.name, line.text) if part)
    at = line.instant.moment.isoformat() if line.instant is not None else line.stored
    more = "; ".join(part for part in (line.note, at) if part)
    return f"{told} ({more})" if more else told


def day_words(day: DayCount) -> str:
    """What a day tells: ``2026-05-19: 12 in, 9 out``."""
    told = (f"{word} not known" if n is None else f"{n:,} {word}" for n, word in _sides(day))
    return f"{day.day}: {', '.join(told)}"


def _sides(day: DayCount) -> tuple[tuple[int | None, str], tuple[int | None, str]]:
    return (day.incoming, "in"), (day.outgoing, "out")
