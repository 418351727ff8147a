"""What a family says so that its rows stand on a timeline: a SELECT for each kind of thing that happens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from inspector.db.catalog import Catalog
from inspector.db.needs import Needs

ENTRY_LIMIT = 300_000
"""Entries that are read of one SELECT, the newest; what a limit left out is counted and said."""
FIRST_LOOK = 400
"""Entries of one SELECT that are shown while the rest is read."""
NOTHING = Needs()
"""Needs of what can always be read."""
Cells = Mapping[str, str]
"""Cells as text, by column name in lower case; NULL is left out."""


@dataclass(frozen=True)
class TimelineQuery:
    """One SELECT whose rows are entries.

    Columns by name: ``at`` (the time as it is stored, in any form); where there is something to say also ``seq``
    (number within the source), ``kind``, ``lane``, ``status``, ``title``, ``text``, ``until`` (when it ended),
    ``span_ms``, ``depth``, ``flags`` (words with blanks between); ``key``, ``key2``, ... is the rowid of its row in
    ``table`` (or the primary key of a table WITHOUT ROWID). All other columns are cells for ``tell``.
    ``:now``, ``:now_ms`` and ``:now_s`` may be used.
    """

    sql: str
    """One SELECT without ORDER BY and LIMIT."""
    table: str
    """Table the rows stand in."""
    needs: Needs = NOTHING
    """Tables and columns without which it cannot run; it is then left out."""
    newest: str = "seq"
    """Expression by which the newest rows are the greatest: the newest are read first, and kept where there are too
    many. An indexed one makes the first look quick."""
    kind: str = ""
    """Kind of all entries, where the SELECT gives none."""
    lane: str = ""
    """Lane of all entries, where the SELECT gives none."""
    tell: Callable[[Cells], tuple[str, str]] | None = None
    """Makes title and short text of the cells, those of ``kind`` and the like included. It never raises."""
    whole: Callable[[Cells], str] | None = None
    """Makes the whole text of one entry, for who unfolds it; None: its short text is all."""
    count: str = ""
    """A quicker statement that counts the rows; empty: the rows of the SELECT are counted."""
    instead: TimelineQuery | None = None
    """What is read where the needs are not met, as of an older version."""

    def fitting(self, catalog: Catalog) -> TimelineQuery | None:
        """The first of this and those instead of it whose needs are met."""
        if self.needs.met_by(catalog):
            return self
        return self.instead.fitting(catalog) if self.instead is not None else None


@dataclass(frozen=True)
class TimelineSource:
    """One way of seeing a database as things that happened one after the other."""

    id: str
    """Short id, unique in its family, as in ``ledger``."""
    title: str
    """What the choice of timelines calls it."""
    about: str
    """One sentence: what an entry is, what the lanes are."""
    queries: tuple[TimelineQuery, ...]
    """SELECTs of the entries; they are merged by instant."""
    needs: Needs = NOTHING
    """Tables and columns without which there is no such timeline at all."""
    icons: Mapping[str, str] = field(default_factory=dict)
    """Kind -> name of its icon."""
    members: bool = False
    """Whether an install has it of all sources below it, each a lane."""

    def fits(self, catalog: Catalog) -> bool:
        """Whether a database has it."""
        return self.needs.met_by(catalog) and any(query.fitting(catalog) is not None for query in self.queries)
