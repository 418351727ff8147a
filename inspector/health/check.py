"""What a check is: a rule in words, what it needs, and how it finds the rows that break it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from inspector.clock import Clock
from inspector.db.catalog import Catalog
from inspector.db.needs import Needs
from inspector.db.reader import Reader
from inspector.health.finding import Evidence, Level


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
