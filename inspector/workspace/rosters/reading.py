"""How are all sessions of a source asked, one after the other, so that one that cannot be read stops no other?"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.errors import InvalidInput, KnownError
from inspector.families.rosters import Listed, Rosters
from inspector.families.trace_reader import TraceReader
from inspector.workspace.source import Source
from inspector.workspace.traces.reading import ask
from inspector.workspace.traces.sessions import homes

T = TypeVar("T")
Row = TypeVar("Row")


@dataclass
class Asked:
    """What came of asking many."""

    problems: list[str] = field(default_factory=list)
    """What could not be read, in words."""

    def note(self, source: Source, what: str) -> None:
        """Something of a source could not be read, or not all of it; nothing where ``what`` is empty."""
        if what:
            self.problems.append(f"{source.title}: {what}")

    def remark(self) -> str:
        """The same in a few words; empty where all could be read."""
        if not self.problems:
            return ""
        more = f", and {len(self.problems) - 1:,} more" if len(self.problems) > 1 else ""
        return f"not read: {self.problems[0]}{more}"


@dataclass(frozen=True)
class FromSession(Generic[Row]):
    """What one session told."""

    path: str
    """Path of its source."""
    session: str
    """Its id."""
    agent: str
    """Id of its agent."""
    name: str
    """Name of its agent."""
    rows: tuple[Row, ...]
    """The rows."""


def require_rosters(source: Source) -> None:
    """Raises InvalidInput where nothing in a source has tasks, approvals and messages between agents."""
    if not any(one.family.rosters is not None for one in source.walk()):
        raise InvalidInput(
            f"{source.title} is of {source.family.title}, which has no sessions with tasks and approvals.",
            advice="Open a session, an install or a folder of them.",
        )


def members(source: Source) -> Iterator[Source]:
    """The sessions of a source and below it."""
    for home in homes(source):
        yield from home.members


def centrals(source: Source) -> Iterator[Source]:
    """The sources whose central file is read: an install once, not each of its sessions."""
    for home in homes(source):
        along = next((one for one in (home.source, *home.members) if one.database is not None), None)
        if along is not None:
            yield along


def from_sessions(
    told: Asked,
    source: Source,
    pick: Callable[[Rosters], Callable[[TraceReader], Listed[Row]]],
    clock: Clock,
    cancel: CancelToken,
) -> Iterator[FromSession[Row]]:
    """What each session tells of one list; those that cannot be read are noted. Raises InvalidInput, Cancelled."""
    require_rosters(source)
    for member in members(source):
        found = try_to(told, member, lambda rosters, asked: (rosters.agent(asked), pick(rosters)(asked)), clock, cancel)
        if found is not None:
            (agent, name, session), listed = found
            told.note(member, listed.left_out)
            yield FromSession(member.path, session, agent, name, listed.rows)


def try_to(
    told: Asked, source: Source, work: Callable[[Rosters, TraceReader], T], clock: Clock, cancel: CancelToken
) -> T | None:
    """What one source answers; None where it cannot, which is noted. Raises Cancelled."""
    cancel.check()
    for problem in source.problems:
        # a half that cannot be read makes what the other tells a part of it
        told.note(source, f"{os.path.basename(problem.path)}: {problem.what}")
    rosters = source.family.rosters
    if source.database is None or rosters is None:
        return None
    try:
        return ask(source, lambda asked: work(rosters, asked), clock, cancel)
    except KnownError as error:
        told.note(source, error.what)
        return None
