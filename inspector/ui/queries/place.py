"""The address of a statement of one's own in the query editor."""

from __future__ import annotations

from inspector.workspace.location import Location, location

OWN = "own"
"""Key of the line of one's own SQL, and the ``query`` of its Location."""
SQL, RUN = "sql", "run"
"""Params of a Location: the statement, and whether it is asked at once."""


def sql_location(path: str, sql: str) -> Location:
    """Where ``sql`` stands in the editor, and is asked."""
    return location(path, "queries", query=OWN, **{SQL: sql, RUN: "1"})
