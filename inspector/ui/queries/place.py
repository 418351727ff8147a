"""The address of a statement of one's own in the query editor."""

from __future__ import annotations

from inspector.ui.queries.listed import OWN
from inspector.workspace.location import Location, location

SQL, RUN = "sql", "run"
"""Params of a Location: the statement, and whether it is asked at once."""


def sql_location(path: str, sql: str) -> Location:
    """Where ``sql`` stands in the editor, and is asked."""
    return location(path, "queries", query=OWN, **{SQL: sql, RUN: "1"})
