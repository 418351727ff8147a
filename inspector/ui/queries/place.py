"""The address of a statement of one's own, which stands in the SQL editor; older addresses of it lead there too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from inspector.workspace.location import Location, location

if TYPE_CHECKING:
    from inspector.ui.view import ViewContext

OWN = "own"
"""The ``query`` of an older Location of one's own SQL; under it the values of its parameters are remembered."""
SQL, RUN = "sql", "run"
"""Params of a Location: the statement, and whether it is asked at once."""
TITLE, QUESTION = "title", "question"
"""Params of a Location: what a document is called, and the question of one's own that it is the SQL of."""
VALUE = "p."
"""What stands before the name of a parameter whose value a Location gives."""
EDITOR = "sql"
"""Id of the kind of view that one's own SQL is written in."""


def sql_location(path: str, sql: str) -> Location:
    """Where ``sql`` stands in the editor, and is asked."""
    return location(path, EDITOR, **{SQL: sql, RUN: "1"})


def new_query_location(path: str, sql: str = "") -> Location:
    """Where SQL of one's own is begun."""
    return location(path, EDITOR, new="1", **({SQL: sql} if sql else {}))


def editor_location(path: str, sql: str, title: str, given: Mapping[str, str], mine: str = "") -> Location:
    """Where the SQL of a question is opened in the editor, with values of its parameters; nothing is asked by it.

    ``mine`` is the ``family/id`` of a question of the user's own, which is saved from there.
    """
    values = {f"{VALUE}{name}": text for name, text in given.items()}
    kept = {QUESTION: mine} if mine else {}
    return location(path, EDITOR, **{SQL: sql, TITLE: title}, **kept, **values)


def settled(context: ViewContext, place: Location) -> Location:
    """The same address, that of one's own SQL in the editor."""
    if place.get("query") != OWN:
        return place
    return Location(place.path, EDITOR, tuple(pair for pair in place.params if pair[0] != "query"))
