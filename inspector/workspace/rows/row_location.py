"""Where a row, or a table, of a source is seen: its Location in the table view."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from inspector.db.browse.key_text import key_text, parse_key
from inspector.db.catalog import Table
from inspector.db.rows import RowKey, RowRef
from inspector.db.values import BadText, Value
from inspector.workspace.location import Location

VIEW, CARD = "table", "card"
FILTER = "filter."
"""In front of the column that a parameter filters."""
_LONGEST = 200
"""Characters of a part of a key that a link holds."""


def table_location(path: str, table: str, schema: str = "main") -> Location:
    """A table of the source at ``path``."""
    params = [] if schema == "main" else [("schema", schema)]
    return Location(path, VIEW, (*params, ("table", table)))


def row_location(path: str, ref: RowRef) -> Location:
    """A row of the source at ``path``, in its table."""
    place = table_location(path, ref.table, ref.schema)
    return Location(path, VIEW, (*place.params, ("key", key_text(ref.key))))


def filtered_location(path: str, table: Table, filters: Mapping[str, str]) -> Location:
    """The rows of a table that the texts of a filter row find."""
    place = table_location(path, table.name, table.schema)
    return replace(place, params=(*place.params, *((f"{FILTER}{name}", text) for name, text in filters.items())))


def card_location(path: str, ref: RowRef) -> Location:
    """The card of a row: everything about it."""
    return replace(row_location(path, ref), view=CARD)


def ref_in(location: Location) -> RowRef | None:
    """The row that the address of a row or card names; None if it names none. Raises InvalidInput for a spoiled key."""
    if not location.get("table") or not location.get("key"):
        return None
    return RowRef(location.get("schema", "main"), location.get("table"), parse_key(location.get("key")))


def lasting_key(table: Table, key: RowKey, values: Mapping[str, Value]) -> RowKey:
    """The key for a link that is kept: a rowid is given anew when a file is packed, a primary key is not.

    ``values``: of the columns of the primary key, by name in lower case, unmasked; those that are secret are left out.
    """
    held = tuple(values.get(column.lower()) for column in table.primary_key)
    if not table.has_rowid or not held or not all(_lasts(part) for part in held):
        return key
    # a number alone would be taken for the rowid
    return key if len(held) == 1 and isinstance(held[0], int) else held


def _lasts(part: Value) -> bool:
    if isinstance(part, str | bytes):
        return len(part) <= _LONGEST
    return isinstance(part, int | float | BadText)
