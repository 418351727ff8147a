"""What a card says, ready to be shown: sections of lines, each with where it leads; and as one plain text."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.families.card import Tone
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

    def text(self) -> str:
        """All of it as plain text."""
        parts = [f"{self.kind}: {self.details.title}", self.place.link()]
        for section in self.sections:
            parts += ["", section.title]
            parts += [f"  {_line_text(line)}" for line in section.lines]
            parts += [f"  {words}" for words in (section.words, section.problem) if words]
        return "\n".join(parts) + "\n"


def _line_text(line: PageLine) -> str:
    told = ": ".join(part for part in (line.name, line.text) if part)
    at = line.instant.moment.isoformat() if line.instant is not None else line.stored
    more = "; ".join(part for part in (line.note, at) if part)
    return f"{told} ({more})" if more else told
