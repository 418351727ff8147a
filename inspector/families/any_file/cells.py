"""Which cells do not hold what the others of their column hold: JSON that does not parse, times that are none?

For columns without a documented meaning: what a column holds is told by a sample of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from inspector.db.catalog import Column, Table
from inspector.db.quoting import name, qualified
from inspector.db.rows import RowRef
from inspector.errors import FileBusy, KnownError
from inspector.families.any_file.tables import own_tables, steps
from inspector.health.check import CheckContext, HealthCheck
from inspector.health.finding import Evidence, Level

SAMPLE = 200
"""Rows at the beginning and at the end of a table by which it is told what a column holds."""
ENOUGH = 5
"""Values that must be in a sample before it tells anything."""
SHARE = 0.8
"""Share of the values of a sample that must be of a kind before the column is."""

_TIME_NAMES = re.compile(
    r"(?:^|_)(?:at|on|time|date|timestamp|created|updated|modified|expires?|since)$|(?:At|Date|Time)$"
)
_JSON_NAMES = re.compile(r"json$", re.IGNORECASE)
_NUMBERS = re.compile(r"INT|REAL|FLOA|DOUB|NUM|DEC|BLOB|BOOL", re.IGNORECASE)
_IS_JSON = "typeof({c}) = 'text' AND substr({c}, 1, 1) IN ('{{', '[') AND json_valid({c})"
_IS_TIME = "typeof({c}) = 'text' AND {c} GLOB '????-??-??*' AND julianday({c}) IS NOT NULL"


@dataclass(frozen=True)
class Kind:
    """What the text of a column may be."""

    fits: str
    """SQL condition on a cell ``{c}``."""
    what: str
    """What an unfit cell is not: "JSON"."""


JSON, TIME = Kind(_IS_JSON, "JSON"), Kind(_IS_TIME, "a time")


def broken_json(context: CheckContext) -> Iterator[Evidence]:
    """Text that does not parse in columns whose other text is JSON."""
    yield from _unfit(context, JSON, "NOT json_valid({c})")


def broken_times(context: CheckContext) -> Iterator[Evidence]:
    """Text that is no time in columns whose other text is one."""
    yield from _unfit(context, TIME, "julianday({c}) IS NULL")


def _unfit(context: CheckContext, kind: Kind, unfit: str) -> Iterator[Evidence]:
    for table in own_tables(context):
        if table.without_rowid or not table.rowid_name:
            continue
        try:
            yield from _unfit_in(context, table, kind, unfit)
        except FileBusy:
            raise
        except KnownError as error:
            context.leave_out(f"{table.name} cannot be read: {error.details or error.what}")


def _unfit_in(context: CheckContext, table: Table, kind: Kind, unfit: str) -> Iterator[Evidence]:
    place, key = qualified(table.schema, table.name), name(table.rowid_name)
    for column in _columns(context, table, kind):
        cell = name(column.name)
        wrong = f"typeof({cell}) = 'text' AND {cell} <> '' AND {unfit.format(c=cell)}"
        sql = f"SELECT {key}, substr({cell}, 1, 80) FROM {place} WHERE {key} BETWEEN ? AND ? AND {wrong}"
        for step in steps(context, table):
            for rowid, text in context.reader.rows(sql, (step.first, step.last)):
                ref = RowRef(table.schema, table.name, (rowid,))
                yield Evidence(f"{table.name}.{column.name} is not {kind.what}: {text!s}", ref)


def _columns(context: CheckContext, table: Table, kind: Kind) -> Iterator[Column]:
    """The columns of a table whose text is of this kind."""
    place, key = qualified(table.schema, table.name), name(table.rowid_name)
    if not context.reader.value(f"SELECT EXISTS (SELECT 1 FROM {place})"):
        # a statement that names all columns of a table takes its time, and a schema may have hundreds of empty ones
        return
    asked = [c for c in table.columns if _may_be(c, kind) and not context.documented(table.name, c.name)]
    if not asked:
        return
    cells = ", ".join(
        f"sum(typeof({name(c.name)}) = 'text' AND {name(c.name)} <> ''), sum({kind.fits.format(c=name(c.name))})"
        for c in asked
    )
    ends = " UNION ".join(
        f"SELECT * FROM (SELECT {key} FROM {place} ORDER BY {key} {way} LIMIT {SAMPLE})" for way in ("ASC", "DESC")
    )
    counts = context.reader.rows(f"SELECT {cells} FROM {place} WHERE {key} IN ({ends})").rows[0]
    for column, texts, fit in zip(asked, counts[::2], counts[1::2], strict=True):
        if not isinstance(texts, int) or not isinstance(fit, int) or not fit:
            continue
        named = kind is JSON and _JSON_NAMES.search(column.name) is not None
        if fit >= SHARE * texts and (fit >= ENOUGH or named):
            yield column


def _may_be(column: Column, kind: Kind) -> bool:
    if column.problem or column.visibility == "hidden" or _NUMBERS.search(column.declared_type):
        return False
    if kind is JSON:
        return True
    declared = re.search(r"DATE|TIME", column.declared_type, re.IGNORECASE)
    return declared is not None or _TIME_NAMES.search(column.name) is not None


CELLS = (
    HealthCheck(
        "generic.broken_json",
        "JSON that does not parse",
        Level.SUSPICIOUS,
        f"Where {SHARE:.0%} of the text of a column is JSON (or its name ends in json), all of it is.",
        run=broken_json,
        advice="Open the row: text that was cut when it was written, or another kind of text in the same column.",
        method=f"json_valid of every text of a column whose first and last {SAMPLE} rows hold JSON.",
    ),
    HealthCheck(
        "generic.broken_times",
        "Times that cannot be read",
        Level.SUSPICIOUS,
        f"Where {SHARE:.0%} of the text of a column that is named like a time is one (2026-05-19 21:30:00), all of it "
        "is.",
        run=broken_times,
        advice="Open the row: sorting and comparing by this column misplaces it.",
        method=f"julianday of every text of a column whose first and last {SAMPLE} rows hold times.",
    ),
)
"""Checks of cells."""
