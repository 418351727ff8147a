"""Which columns are worth a facet? Found from a bounded sample of the rows: few values, JSON arrays, times."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from inspector.db.browse.counting import first_order
from inspector.db.browse.facets import Facet
from inspector.db.browse.question import RowQuestion
from inspector.db.catalog import Column, Table
from inspector.db.cells import read_cells
from inspector.db.reader import Reader
from inspector.db.values import BadText, Value

SAMPLE = 2_000
"""Rows that are looked at, in slices from all over the table where it has rowids."""
COLUMNS = 120
"""Columns that are looked at: the first ones of a very wide table."""

_CELLS = 60_000
_SLICES = 8
_PREFIX = 512
_FEW = 30
_SHARE = 0.5
_LONG_TEXT = 60


@dataclass(frozen=True)
class Suggestions:
    """Facets that are worth a look."""

    facets: tuple[Facet, ...]
    """In the order of their columns."""
    rows: int
    """Rows that were looked at."""
    columns: int
    """Columns that were looked at."""
    all_rows: bool = False
    """Whether these were all rows of the table."""


def suggest(reader: Reader, table: Table, times: Collection[str] = (), leave_out: Collection[str] = ()) -> Suggestions:
    """Facets of a table; ``times`` are names, in lower case, of columns that hold times; secrets are left out."""
    usable = [c for c in table.visible_columns if not c.problem and c.name.lower() not in leave_out][:COLUMNS]
    most = max(100, min(SAMPLE, _CELLS // max(1, len(usable))))
    slices, whole = _sample(reader, table, usable, most)
    rows = [row for part in slices for row in part]
    facets = []
    for place, column in enumerate(usable):
        facet = _facet(table, column, [row[place] for row in rows], column.name.lower() in times)
        if facet is None or (facet.kind == "value" and _runs(slices, place)):
            continue
        facets.append(facet)
    return Suggestions(tuple(facets), len(rows), len(usable), whole)


def _sample(
    reader: Reader, table: Table, columns: Sequence[Column], most: int
) -> tuple[list[list[tuple[Value, ...]]], bool]:
    """Rows in slices, and whether these are all."""
    names = [column.name for column in columns]
    span = first_order(reader, RowQuestion(table)).span
    if span is None or span.width <= most:
        found = read_cells(reader, table, names, limit=most + 1, prefix=_PREFIX)
        return [[cells for _, cells in found[:most]]], len(found) <= most
    key = table.rowid_name
    slices = []
    for part in range(_SLICES):
        start = span.low + span.width * part // _SLICES
        each = most // _SLICES
        rows = read_cells(reader, table, names, f"{key} >= ?", (start,), key, limit=each, prefix=_PREFIX)
        slices.append([cells for _, cells in rows])
    return slices, False


def _runs(slices: Sequence[Sequence[tuple[Value, ...]]], place: int) -> bool:
    """Whether a value stands only beside itself, as the number of a trip does: there are many more than were seen."""
    found = [{row[place] for row in part if row[place] is not None} for part in slices]
    return len(found) > 1 and sum(map(len, found)) == len(set().union(*found)) > 2


def _facet(table: Table, column: Column, values: Sequence[Value], times: bool) -> Facet | None:
    given = [value for value in values if value is not None and value != ""]
    if not given:
        return None
    if times:
        return Facet(column.name, "time") if len({_hour(value) for value in given}) > 1 else None
    if any(isinstance(value, BadText) or not isinstance(value, int | float | str) for value in given):
        return None
    texts = [value for value in given if isinstance(value, str)]
    if len(texts) == len(given) and sum(map(_is_list, texts)) >= _SHARE * len(given):
        return Facet(column.name, "element") if any(text.strip() != "[]" for text in texts) else None
    kinds = len(set(values))
    if table.primary_key == (column.name,) or kinds < 2 or kinds > _FEW or len(set(given)) == len(given) > 3:
        return None
    # what repeats only by chance, and prose, says nothing as a group
    if len(set(given)) > len(given) * _SHARE or sum(len(text) > _LONG_TEXT for text in texts) > _SHARE * len(given):
        return None
    return Facet(column.name)


def _hour(value: Value) -> object:
    """Something that differs from hour to hour, whatever the form of the time."""
    if isinstance(value, int | float):
        size = 1
        while value / size >= 1e10:
            size *= 1000
        return int(value / size // 3_600)
    return str(value)[:13]


def _is_list(text: str) -> bool:
    if len(text) > 2 and text.startswith("|") and text.endswith("|"):
        return True
    if not text.startswith("["):
        return False
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, list) and all(isinstance(one, str | int | float) and len(str(one)) < 100 for one in found)
