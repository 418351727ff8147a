"""What a check found: how many rows break which rule, with the rows that show it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from inspector.db.rows import RowRef


class Level(IntEnum):
    """How bad it is."""

    INFO = 1
    """Worth knowing; nothing is wrong."""
    WARNING = 2
    """May be wrong, or will be."""
    ERROR = 3
    """Something does not work."""


@dataclass(frozen=True)
class Evidence:
    """One row or file that shows a finding."""

    text: str
    """What it is, in one line."""
    ref: RowRef | None = None
    """The row; None for a file."""
    path: str = ""
    """The file, when the evidence is one or stands in another one than the source."""
    when: str = ""
    """Its time as stored; empty if it has none."""


@dataclass(frozen=True)
class Finding:
    """The outcome of one check that found something, or could not be made."""

    check: str
    """Id of the check."""
    title: str
    """What was found, a few words."""
    level: Level
    """How bad it is."""
    count: int
    """How many rows or files; 0 if the check failed."""
    rule: str
    """The rule in words."""
    evidence: tuple[Evidence, ...] = ()
    """The first of them."""
    problem: str = ""
    """Why the check could not be made; empty if it was."""
    busy: bool = False
    """Whether it could not be made because another program stood in the way just now."""
