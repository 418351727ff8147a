"""Which graph is asked for, as a Location names it: one of the offered, the rows around a row, or an answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from inspector.clock import Clock
from inspector.db.rows import RowRef
from inspector.workspace.location import Location, location
from inspector.workspace.rows.row_location import ref_in, row_location

VIEW = "graph"
AROUND, QUERY = "around", "query"
"""Ids of the graphs that need more than their id: a row, or a question."""
HOPS, MOST_HOPS = 1, 4
"""Steps from the row in the middle that are looked at first, and at most."""
_GIVEN = "p."
_OWN = "own"


@dataclass(frozen=True)
class WantedGraph:
    """What is to be read."""

    projection: str = ""
    """Id of the projection; empty for the first that has any nodes."""
    whole: bool = False
    """Whether to read beyond the usual limits."""
    row: RowRef | None = None
    """For ``around``: the row in the middle."""
    hops: int = HOPS
    """For ``around``: how many steps from it."""
    query: str = ""
    """For ``query``: name of a saved question; empty for a statement of one's own."""
    sql: str = ""
    """For ``query``: the statement."""
    given: Mapping[str, str] = field(default_factory=dict)
    """For ``query``: texts of the parameters by name."""
    clock: Clock = field(default_factory=Clock)
    """For ``query``: the "as of" time."""


def wanted_in(place: Location, clock: Clock | None = None) -> WantedGraph:
    """What a Location of the graph view asks for. Raises InvalidInput for a spoiled key."""
    hops = place.get("hops")
    query = place.get("query")
    return WantedGraph(
        place.get("graph"),
        row=ref_in(place) if place.get("graph") == AROUND else None,
        hops=min(max(int(hops), 1), MOST_HOPS) if hops.isdecimal() and len(hops) < 9 else HOPS,
        query="" if query == _OWN else query,
        sql=place.get("sql"),
        given={name.removeprefix(_GIVEN): value for name, value in place.params if name.startswith(_GIVEN)},
        clock=clock or Clock(),
    )


def around_location(path: str, ref: RowRef, hops: int = HOPS) -> Location:
    """Where the rows around a row are drawn."""
    row = row_location(path, ref)
    more = () if hops == HOPS else (("hops", str(hops)),)
    return replace(row, view=VIEW, params=(("graph", AROUND), *row.params, *more))


def answer_location(path: str, sql: str, query: str = "", given: Mapping[str, str] | None = None) -> Location:
    """Where the answer to a statement, or to a saved question, is drawn."""
    asked = {"query": query} if query else {"sql": sql}
    return location(path, VIEW, graph=QUERY, **asked, **{f"{_GIVEN}{k}": v for k, v in (given or {}).items()})
