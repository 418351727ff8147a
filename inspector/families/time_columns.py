"""Are the values of a column to be read as times? By its documented kind, else by its name or declared type."""

from __future__ import annotations

from inspector.db.catalog import Column
from inspector.families.docs import ColumnDoc
from inspector.queries.time_names import named_like_time


def holds_times(column: Column, doc: ColumnDoc | None) -> bool:
    """Whether values of ``column`` are times; a documented column is what its documentation says."""
    if doc is not None:
        return doc.kind in ("time", "time_unix")
    return named_like_time(column)
