"""Where a row, or a table, of a source is seen: its Location in the table view."""

from __future__ import annotations

from collections.abc import Mapping

from inspector.db.browse.key_text import key_text
from inspector.db.catalog import Table
from inspector.db.rows import RowKey, RowRef
from inspector.db.values import BadText, Value
from inspector.workspace.location import Location

VIEW = "table"
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
