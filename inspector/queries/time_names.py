"""Is a column named or declared like one that holds times?"""

from __future__ import annotations

import re

from inspector.db.catalog import Column

_TIME_NAME = re.compile(
    r"(?:^|_)(?:at|time|timestamp|ts|date|datetime|created|updated|modified|started|ended|expires|when|due|seen"
    r"|active|accessed)$",
    re.IGNORECASE,
)
_TIME_TYPE = re.compile(r"DATE|TIME", re.IGNORECASE)


def named_like_time(column: Column) -> bool:
    """Whether its name or declared type says so; what stands in it may still be anything."""
    return bool(_TIME_NAME.search(column.name) or _TIME_TYPE.search(column.declared_type))
