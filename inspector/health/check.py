"""What a check is: a rule in words, what it needs, how it finds the rows that break it, and what to do about them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from inspector.clock import Clock
from inspector.db.catalog import Catalog
from inspector.db.needs import Needs
from inspector.db.reader import Reader
from inspector.health.finding import Evidence, Level


def _undocumented(table: str, column: str) -> str:
    return ""


@dataclass(frozen=True)
class CheckContext:
    """What a check may look at."""

    reader: Reader
    """The database; all files of a set are attached."""
    catalog: Catalog
    """Its catalog."""
    clock: Clock
    """The "as of" time."""
    folder: str
    """Folder of the file (or of the pair, or of the install), for checks about files beside it."""
    read_along: tuple[str, ...] = ()
    """Schemas of files that belong to another source: they tell of the others and are checked there."""
    files: Mapping[str, str] = field(default_factory=dict)
    """Schema -> path of its file, to be looked at by stat alone."""
    documented: Callable[[str, str], str] = _undocumented
    """(table, column) -> the kind of its documented meaning (``json``, ``time``, ...); empty without one."""
    thorough: bool = False
    """Whether all is to be looked at, however long it takes."""
    ends: float = float("inf")
    """Monotonic time at which a check that goes through much stops by itself and says how far it came."""
    remarks: list[str] = field(default_factory=list)
    """What the running check did not look at; it adds to it."""
    beyond: list[int] = field(default_factory=list)
    """Numbers of rows that the running check counted and did not tell one by one; it adds to it."""

    @property
    def out_of_time(self) -> bool:
        """Whether a check that goes through much should stop now."""
        return time.monotonic() > self.ends

    def leave_out(self, words: str) -> None:
        """Say what was not looked at, for the reader: the finding is then called partial."""
        self.remarks.append(words)

    def count_more(self, rows: int) -> None:
        """So many more rows break the rule than are told as evidence."""
        self.beyond.append(rows)


@dataclass(frozen=True)
class HealthCheck:
    """One rule that a database should keep."""

    id: str
    """Stable id, e.g. ``nanoclaw.stuck_claim``."""
    title: str
    """What it finds, a few words."""
    level: Level
    """How bad a find is."""
    rule: str
    """The rule in words, with its numbers."""
    needs: Needs = field(default_factory=Needs)
    """Tables and columns without which the check does not apply."""
    sql: str = ""
    """A SELECT of the rows that break it, with columns ``tbl, key, text[, at]`` (``key`` is the rowid or the single
    primary key value). Parameters ``:now`` (ISO), ``:now_ms``, ``:now_s`` may be used. Or:"""
    run: Callable[[CheckContext], Iterable[Evidence]] | None = None
    """A function that yields what breaks it."""
    parts: tuple[str, ...] = ()
    """Parts of the family it applies to; empty for any whose needs are met."""
    advice: str = ""
    """What to do about a find, one or two sentences."""
    method: str = ""
    """For a function: how it looks, in words or as SQL."""
    known: tuple[str, ...] = ()
    """Public reports of this fault, as ``owner/repository#number``."""
    twice: bool = False
    """Whether a find must hold on two reads: what lives may have been seen in the middle of a step."""
    thorough: bool = False
    """Whether it is made only when a thorough look is asked for."""

    @property
    def how(self) -> str:
        """How it looks: the SQL, or the way in words."""
        return self.method or " ".join(self.sql.split())
