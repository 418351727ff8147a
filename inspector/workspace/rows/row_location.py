"""Where a row, or a table, of a source is seen: its Location in the table view."""

from __future__ import annotations

from inspector.db.browse.key_text import key_text
from inspector.db.rows import RowRef
from inspector.workspace.location import Location

VIEW = "table"


def table_location(path: str, table: str, schema: str = "main") -> Location:
    """A table of the source at ``path``."""
    params = [] if schema == "main" else [("schema", schema)]
    return Location(path, VIEW, (*params, ("table", table)))


def row_location(path: str, ref: RowRef) -> Location:
    """A row of the source at ``path``, in its table."""
    place = table_location(path, ref.table, ref.schema)
    return Location(path, VIEW, (*place.params, ("key", key_text(ref.key))))
