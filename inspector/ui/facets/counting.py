"""What a worker reads for the facets of a table: counts, suggestions, the number of all rows (no Qt)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from inspector.cancel import CancelToken
from inspector.db.browse.facet_counts import LIMIT_S, FacetCounts, count_facet
from inspector.db.browse.facet_sql import facet_sql
from inspector.db.browse.facets import Facet
from inspector.db.browse.statement import written
from inspector.db.browse.suggesting import Suggestions, suggest
from inspector.db.browse.table_total import table_total
from inspector.db.database import Database
from inspector.errors import FileBusy, KnownError
from inspector.ui.table.columns import ColumnLook, TableLook
from inspector.ui.table.filtering import question_of
from inspector.ui.table.place import TablePlace

COUNT_ALL_S = 600.0
"""Seconds that counting all rows may take when it was asked for; it can be cancelled."""


@dataclass(frozen=True)
class FacetWork:
    """What is to be counted."""

    database: Database
    """Where."""
    look: TableLook
    """Of which table."""
    place: TablePlace
    """With which filters and choices."""
    now: datetime
    """The moment that "last 2 days" ends with."""
    facets: tuple[Facet, ...]
    """What."""
    whole: frozenset[Facet] = frozenset()
    """Facets that are counted to the end, however long it takes."""


@dataclass(frozen=True)
class FacetAnswer:
    """One facet, as far as it was counted."""

    facet: Facet
    """The facet."""
    counts: FacetCounts | None
    """Its groups; None where they could not be counted."""
    fault: str = ""
    """Why not."""


def count_facets(work: FacetWork, cancel: CancelToken, told: Callable[[FacetAnswer], None]) -> None:
    """Count one facet after the other; ``told`` is given each as it grows. Raises FileBusy, Cancelled."""
    for facet in work.facets:
        limit = COUNT_ALL_S if facet in work.whole else LIMIT_S
        try:
            question = question_of(work.look, work.place, work.now, but=facet)
            for counts in count_facet(work.database, question, facet, cancel, limit):
                cancel.check()
                told(FacetAnswer(facet, counts))
        except FileBusy:
            raise
        except KnownError as error:
            # one column that cannot be read does not spoil the others
            told(FacetAnswer(facet, None, error.what))


def suggest_facets(database: Database, look: TableLook, cancel: CancelToken) -> Suggestions:
    """Facets that may be worth a look. Raises what reading raises, Cancelled."""
    times = frozenset(column.name.lower() for column in look.columns if column.times)
    secret = frozenset(column.name.lower() for column in look.columns if column.secret)
    return database.read(lambda reader: suggest(reader, look.table, times, secret), cancel)


def count_rows(database: Database, look: TableLook, cancel: CancelToken) -> int | None:
    """All rows of the table; None where counting takes too long."""
    return table_total(database, look.table, cancel)


def facet_statement(look: TableLook, place: TablePlace, now: datetime, facet: Facet) -> str:
    """The statement that counts a facet. Raises InvalidInput."""
    question = question_of(look, place, now, but=facet)
    sql, params = facet_sql(question, facet)
    lines = (
        "WITH counted(kind, value, row_count) AS (",
        f"  {written(sql, params)}",
        ")",
        "SELECT kind, value, row_count FROM counted ORDER BY row_count DESC",
    )
    return "\n".join(lines)


def default_facet(column: ColumnLook, suggested: Sequence[Facet]) -> Facet:
    """How a column is best grouped."""
    known = next((facet for facet in suggested if facet.column == column.name), None)
    return known or Facet(column.name, "time" if column.times else "value")
