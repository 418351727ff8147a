"""How are all sessions of a source asked, one after the other, so that one that cannot be read stops no other?"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.errors import InvalidInput, KnownError
from inspector.families.rosters import Rosters
from inspector.families.trace_reader import TraceReader
from inspector.workspace.source import Source
from inspector.workspace.traces.reading import ask
from inspector.workspace.traces.sessions import homes

T = TypeVar("T")


@dataclass
class Asked:
    """What came of asking many."""

    problems: list[str] = field(default_factory=list)
    """What could not be read, in words."""

    def remark(self) -> str:
        """The same in a few words; empty where all could be read."""
        if not self.problems:
            return ""
        more = f", and {len(self.problems) - 1:,} more" if len(self.problems) > 1 else ""
        return f"not read: {self.problems[0]}{more}"


def rosters_of(source: Source) -> Rosters:
    """What the family of a source can list. Raises InvalidInput where it can list nothing."""
    for one in source.walk():
        if one.family.rosters is not None:
            return one.family.rosters
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
        if along is not None and along.family.rosters is not None:
            yield along


def try_to(
    told: Asked, source: Source, work: Callable[[TraceReader], T], clock: Clock, cancel: CancelToken
) -> T | None:
    """What one source answers; None where it cannot, which is noted. Raises Cancelled."""
    cancel.check()
    # a half that cannot be read makes what the other tells a part of it
    told.problems += [f"{source.title}: {os.path.basename(one.path)}: {one.what}" for one in source.problems]
    if source.database is None or source.family.rosters is None:
        return None
    try:
        return ask(source, work, clock, cancel)
    except KnownError as error:
        told.problems.append(f"{source.title}: {error.what}")
        return None
