"""What a check found: how many rows break which rule, with the rows that show it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from inspector.db.rows import RowRef


class Level(IntEnum):
    """How bad it is."""

    INFORMATION = 1
    """Worth knowing; nothing is wrong."""
    SUSPICIOUS = 2
    """May be wrong, or will be."""
    BROKEN = 3
    """Something does not work."""

    @property
    def word(self) -> str:
        """``broken``, ``suspicious`` or ``information``."""
        return self.name.lower()


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
    """The outcome of one check that found something, or could not be made to its end."""

    check: str
    """Id of the check."""
    title: str
    """What was found, a few words."""
    level: Level
    """How bad it is."""
    count: int
    """How many rows or files; 0 if the check failed, or found nothing in the part that it saw."""
    rule: str
    """The rule in words."""
    evidence: tuple[Evidence, ...] = ()
    """The first of them."""
    problem: str = ""
    """Why the check could not be made, or not to its end without a find; empty if it was."""
    busy: bool = False
    """Whether it could not be made because another program stood in the way just now."""
    partial: str = ""
    """What was not looked at although rows were found; empty if all was."""
    advice: str = ""
    """What to do about it."""
    method: str = ""
    """How it was found: the SQL, or the way in words."""
    known: tuple[str, ...] = ()
    """Public reports of this fault, as ``owner/repository#number``."""

    @property
    def is_sql(self) -> bool:
        """Whether :attr:`method` is a statement that can be run."""
        return self.method.startswith(("SELECT ", "WITH "))
