"""Which tasks do the sessions of a source have, and when does each run next?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.families.rosters import TaskSeries
from inspector.workspace.rosters.reading import Asked, members, rosters_of, try_to
from inspector.workspace.source import Source

LIVE = ("pending", "paused", "processing")
"""Statuses of what is to be done."""


@dataclass(frozen=True)
class TaskRow:
    """A task and the session that it belongs to."""

    series: TaskSeries
    """The task."""
    path: str
    """Path of the session's source."""
    agent: str
    """The agent."""
    session: str
    """Id of the session."""

    @property
    def is_live(self) -> bool:
        """Whether it is to be done (again)."""
        return self.series.status in LIVE

    @property
    def state(self) -> str:
        """What it is at, in a few words."""
        one = self.series
        if one.status == "pending" and one.tries and one.next is not None and not one.is_due:
            return f"retry {one.tries} of {one.most_tries}"
        if one.status == "pending":
            return "overdue" if one.is_late else "due" if one.is_due else "planned"
        return one.status

    @property
    def failures(self) -> int:
        """How many of its runs failed."""
        return sum(run.is_failed for run in self.series.runs)


def read_tasks(
    source: Source, clock: Clock, cancel: CancelToken | None = None, tell: Callable[[int], object] = lambda count: None
) -> tuple[tuple[TaskRow, ...], Asked]:
    """All tasks, the live ones first, those that run soonest before the others; ``tell`` hears how many there are.

    A session that cannot be read is noted. Raises InvalidInput where nothing in the source has tasks, Cancelled.
    """
    token, told = cancel or CancelToken(), Asked()
    rosters = rosters_of(source)
    found: list[TaskRow] = []
    for member in members(source):
        answer = try_to(told, member, lambda asked: (rosters.agent(asked), rosters.tasks(asked)), clock, token)
        if answer is not None:
            (_, agent, session), series = answer
            found += [TaskRow(one, member.path, agent, session) for one in series]
            tell(len(found))
    return tuple(sorted(found, key=_order)), told


def _order(row: TaskRow) -> tuple[bool, float, str]:
    at = row.series.next.moment.timestamp() if row.series.next is not None else 0.0
    return not row.is_live, at, row.series.id
