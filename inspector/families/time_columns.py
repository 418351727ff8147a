"""Are the values of a column to be read as times? By its documented kind, else by its name or declared type."""

from __future__ import annotations

import re

from inspector.db.catalog import Column
from inspector.families.docs import ColumnDoc

_TIME_NAME = re.compile(
    r"(?:^|_)(?:at|time|timestamp|ts|date|datetime|created|updated|modified|started|ended|expires|when|due|seen"
    r"|active|accessed)$",
    re.IGNORECASE,
)
_TIME_TYPE = re.compile(r"DATE|TIME", re.IGNORECASE)


def holds_times(column: Column, doc: ColumnDoc | None) -> bool:
    """Whether values of ``column`` are times; a documented column is what its documentation says."""
    if doc is not None:
        return doc.kind in ("time", "time_unix")
    return bool(_TIME_NAME.search(column.name) or _TIME_TYPE.search(column.declared_type))
