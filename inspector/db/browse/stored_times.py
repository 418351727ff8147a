"""SQL that reads stored times whatever their form: ISO and SQLite text, Unix s / ms / µs / ns, Julian days, in UTC.

The forms are those that a cell is read by; numbers outside of 1973 to 2100 are no times. Ranges are written so that an
index on the column is used.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from fractions import Fraction

from inspector.db.catalog import Column, Table
from inspector.db.values import Bindable

FIRST_S, LAST_S = 100_000_000, 4_102_444_800
"""Unix seconds from which and before which a number is a time."""
SCALES = (1, 10**3, 10**6, 10**9)
"""Units of a number by second: s, ms, µs, ns."""
FIRST_DAY, LAST_DAY = 2_440_587.5, 2_488_069.5
"""Julian days from which and before which a REAL is a time."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LONGEST = 40
_DATED = "'[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*'"
_FAR = timedelta(days=2)

Part = tuple[str, tuple[Bindable, ...]]
"""SQL and the values of its question marks."""


def affinity(column: Column) -> str:
    """``integer``, ``text``, ``blob`` (none), ``real`` or ``numeric``: what SQLite tries to make of a value."""
    declared = column.declared_type.upper()
    if "INT" in declared:
        return "integer"
    if any(word in declared for word in ("CHAR", "CLOB", "TEXT")):
        return "text"
    if not declared or "BLOB" in declared:
        return "blob"
    return "real" if any(word in declared for word in ("REAL", "FLOA", "DOUB")) else "numeric"


def keeps_numbers(table: Table, column: Column) -> bool:
    """Whether a text that reads like a number cannot stand in this column: it was made one when it was written."""
    return table.kind in ("table", "shadow") and affinity(column) in ("integer", "real", "numeric")


def second_sql(name: str) -> str:
    """Whole Unix seconds of the time in a column, as SQL; NULL for what is no time."""
    return (
        f"CASE WHEN typeof({name}) IN ('integer', 'real') THEN {_second_of_number(name, julian=True)} "
        f"WHEN typeof({name}) = 'text' AND octet_length({name}) <= {_LONGEST} THEN "
        f"CASE WHEN {name} GLOB {_DATED} THEN unixepoch({_with_zone(name)}) "
        f"WHEN octet_length({name}) >= 9 AND {name} NOT GLOB '*[^0-9.]*' "
        f"THEN {_second_of_number(f'CAST({name} AS NUMERIC)')} END END"
    )


def between(table: Table, column: Column, name: str, start: datetime | None, end: datetime | None) -> Part:
    """The condition that a column holds a time from ``start`` on and before ``end``, in any form."""
    found: list[Part] = []
    text_only = table.kind in ("table", "shadow") and affinity(column) == "text"
    if not text_only:
        found += _numbers(name, start, end)
    found.append(_dates(name, start, end))
    if not keeps_numbers(table, column):
        found += _digits(name, start, end)
    return "(" + " OR ".join(sql for sql, _ in found) + ")", tuple(value for _, values in found for value in values)


def _second_of_number(value: str, *, julian: bool = False) -> str:
    cases = [
        f"WHEN {value} >= {FIRST_S * scale} AND {value} < {LAST_S * scale} THEN CAST({value} / {scale} AS INTEGER)"
        for scale in SCALES
    ]
    day = (
        f"WHEN typeof({value}) = 'real' AND {value} >= {FIRST_DAY} AND {value} < {LAST_DAY} "
        f"THEN CAST(round(({value} - {_JULIAN}) * 86400000) / 1000 AS INTEGER)"
    )
    return f"CASE {' '.join(cases)} {day if julian else ''} END"


_JULIAN = 2_440_587.5


def _with_zone(name: str) -> str:
    """The text with its zone and fraction as SQLite reads them: ``+0200`` and ``+02`` need a colon."""
    dotted = f"replace({name}, ',', '.')"
    return (
        f"CASE WHEN octet_length({name}) IN (10, 16) OR substr({name}, 17) GLOB ':??' THEN {name} "
        f"WHEN substr({name}, -1) = 'Z' THEN {dotted} "
        f"WHEN {name} GLOB '*:*[+-][0-9][0-9][0-9][0-9]' "
        f"THEN substr({dotted}, 1, length({name}) - 2) || ':' || substr({name}, -2) "
        f"WHEN {name} GLOB '*:*[+-][0-9][0-9]' THEN {dotted} || ':00' ELSE {dotted} END"
    )


def _numbers(name: str, start: datetime | None, end: datetime | None) -> list[Part]:
    found: list[Part] = []
    kind = f"typeof({name}) IN ('integer', 'real')"
    for scale in SCALES:
        low, high = _ends(scale, start, end)
        if low < high:
            found.append((f"({kind} AND {name} >= ? AND {name} < ?)", (low, high)))
    first = FIRST_DAY if start is None else max(FIRST_DAY, _julian_day(start))
    last = LAST_DAY if end is None else min(LAST_DAY, _julian_day(end))
    if first < last:
        found.append((f"(typeof({name}) = 'real' AND {name} >= ? AND {name} < ?)", (first, last)))
    return found


def _dates(name: str, start: datetime | None, end: datetime | None) -> Part:
    """Dates as text: an index finds the days around, and what is read of them decides."""
    terms = [f"typeof({name}) = 'text'", f"{name} >= ?", f"{name} < ?", f"octet_length({name}) <= {_LONGEST}"]
    params: list[Bindable] = [
        _day(start, -1) or "0",
        _day(end, 1) or ":",
    ]
    terms.append(f"{name} GLOB {_DATED}")
    seconds = f"unixepoch({_with_zone(name)}, 'subsec')"
    if start is not None:
        terms.append(f"{seconds} >= ?")
        params.append(_seconds(start))
    if end is not None:
        terms.append(f"{seconds} < ?")
        params.append(_seconds(end))
    if start is None and end is None:
        terms.append(f"{seconds} IS NOT NULL")
    return f"({' AND '.join(terms)})", tuple(params)


def _digits(name: str, start: datetime | None, end: datetime | None) -> list[Part]:
    """Numbers that were stored as text: of the same length they stand in the order of their digits."""
    found: list[Part] = []
    number = f"CAST({name} AS NUMERIC)"
    for scale in SCALES:
        low, high = _ends(scale, start, end)
        if low < high:
            same = len(str(low)) == len(str(high))
            first, last = (str(low), str(high) + ":") if same else ("0", ":")
            found.append(
                (
                    f"(typeof({name}) = 'text' AND {name} >= ? AND {name} < ? AND octet_length({name}) <= {_LONGEST} "
                    f"AND {name} NOT GLOB '*[^0-9.]*' AND {number} >= ? AND {number} < ?)",
                    (first, last, low, high),
                )
            )
    return found


def _ends(scale: int, start: datetime | None, end: datetime | None) -> tuple[int, int]:
    """The whole numbers of this unit from which and before which a time lies."""
    low, high = FIRST_S * scale, LAST_S * scale
    if start is not None:
        low = max(low, _up(Fraction((start - _EPOCH) // timedelta(microseconds=1), 10**6) * scale))
    if end is not None:
        high = min(high, _up(Fraction((end - _EPOCH) // timedelta(microseconds=1), 10**6) * scale))
    return low, high


def _up(value: Fraction) -> int:
    return -(-value.numerator // value.denominator)


def _seconds(moment: datetime) -> float:
    return (moment - _EPOCH) / timedelta(seconds=1)


def _julian_day(moment: datetime) -> float:
    return _JULIAN + (moment - _EPOCH) / timedelta(days=1)


def _day(moment: datetime | None, direction: int) -> str | None:
    """A day as text so far away that no zone reaches over it; None where there is none."""
    if moment is None:
        return None
    try:
        return (moment + direction * _FAR).strftime("%Y-%m-%d").rjust(10, "0")
    except OverflowError:
        return None
