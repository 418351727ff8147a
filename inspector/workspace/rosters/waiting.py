"""What waits for a person in a source, and is any of it over already?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.families.rosters import Listed, Rosters, Waiting
from inspector.families.trace_reader import TraceReader
from inspector.workspace.opening.names import ending
from inspector.workspace.rosters.reading import Asked, centrals, members, require_rosters, try_to
from inspector.workspace.source import Source


@dataclass(frozen=True)
class WaitingRow:
    """Something that waits, and where it is."""

    one: Waiting
    """What waits."""
    install: str
    """Path of the source whose central file says so."""
    path: str = ""
    """Path of the session that waits; empty where none does, or its files are not there."""


def read_waiting(
    source: Source, clock: Clock, cancel: CancelToken | None = None, tell: Callable[[int], object] = lambda count: None
) -> tuple[tuple[WaitingRow, ...], Asked]:
    """All that waits for a person, the oldest first; ``tell`` hears how much there is so far.

    What the files of a session tell of a question is told with it. Raises InvalidInput, Cancelled.
    """
    token, told = cancel or CancelToken(), Asked()
    require_rosters(source)
    sessions = {ending(member): member for member in members(source)}
    found: list[WaitingRow] = []
    for central in centrals(source):
        listed = try_to(told, central, lambda rosters, asked: rosters.waiting(asked), clock, token) or Listed()
        told.note(central, listed.left_out)
        for one in listed.rows:
            member = sessions.get(one.ending)
            if member is not None and one.kind == "question":
                one = try_to(told, member, partial(_settled, one), clock, token) or one
            found.append(WaitingRow(one, central.path, member.path if member is not None else ""))
            tell(len(found))
    return tuple(sorted(found, key=_order)), told


def _settled(one: Waiting, rosters: Rosters, asked: TraceReader) -> Waiting:
    return rosters.settled(asked, one)


def _order(row: WaitingRow) -> tuple[float, str]:
    return row.one.since.moment.timestamp() if row.one.since is not None else float("inf"), row.one.title
