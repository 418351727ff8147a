"""Which tasks do the sessions of a source have, and when does each run next?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.families.rosters import TaskSeries
from inspector.workspace.rosters.reading import Asked, from_sessions
from inspector.workspace.source import Source


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
    def failures(self) -> int:
        """How many of its runs failed."""
        return sum(run.is_failed for run in self.series.runs)


def read_tasks(
    source: Source, clock: Clock, cancel: CancelToken | None = None, tell: Callable[[int], object] = lambda count: None
) -> tuple[tuple[TaskRow, ...], Asked]:
    """All tasks, the live ones first, those that run soonest before the others; ``tell`` hears how many there are.

    A session that cannot be read is noted. Raises InvalidInput where nothing in the source has tasks, Cancelled.
    """
    told = Asked()
    found: list[TaskRow] = []
    for one in from_sessions(told, source, lambda rosters: rosters.tasks, clock, cancel or CancelToken()):
        found += [TaskRow(series, one.path, one.name, one.session) for series in one.rows]
        tell(len(found))
    return tuple(sorted(found, key=_order)), told


def _order(row: TaskRow) -> tuple[bool, float, str]:
    at = row.series.next.moment.timestamp() if row.series.next is not None else 0.0
    return not row.series.is_live, at, row.series.id
