"""What a system has planned, whom it waits for, what its agents say to one another: rows of lists, family by family.

Each function makes one look at one database; texts are masked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from inspector.db.rows import RowRef
from inspector.families.schedule_zone import ScheduleZone
from inspector.timeline.instants import Instant

if TYPE_CHECKING:
    from inspector.families.trace_reader import TraceReader


Row = TypeVar("Row")


@dataclass(frozen=True)
class Listed(Generic[Row]):
    """Rows of one list, as one database tells them."""

    rows: tuple[Row, ...] = ()
    """The rows."""
    left_out: str = ""
    """What of them is not there, since there are too many, in words; empty where all are."""


@dataclass(frozen=True)
class TaskRun:
    """One time that a task was, or is to be, done."""

    status: str
    """What became of it."""
    instant: Instant | None
    """When it was planned for, else when it was written; None where no time can be read."""
    ref: RowRef
    """Its row."""
    is_failed: bool = False
    """Whether it failed, by whoever says so."""


@dataclass(frozen=True)
class TaskSeries:
    """A task with all its runs."""

    id: str
    """Id of the series: of its first row."""
    prompt: str
    """What is to be done, in one line."""
    status: str
    """That of the live row, else of the last one."""
    state: str
    """What it is at, in a few words: planned, due, overdue, a retry, else its status."""
    ref: RowRef
    """The live row, else the last one."""
    is_live: bool = False
    """Whether it is to be done, again or still."""
    recurrence: str = ""
    """Its cron expression; empty where it runs once."""
    next: Instant | None = None
    """When the live row is due; None where no row is live, or it is due at once."""
    needs_look: bool = False
    """Whether it waits for longer than it should, or did not succeed the last time."""
    tries: int | None = None
    """How often the live row was tried; None where that is not recorded."""
    runs: tuple[TaskRun, ...] = ()
    """Those that are over, the last first."""
    problems: tuple[str, ...] = ()
    """What keeps it from going on, in words."""
    zone: ScheduleZone | None = None
    """By which time zone its schedule runs; None where nothing tells."""


@dataclass(frozen=True)
class Waiting:
    """Something that a person is to decide."""

    kind: str
    """``approval``, ``question``, ``new sender``, ``new chat``."""
    title: str
    """What is asked."""
    about: str
    """What it would allow, or what was said, in one line."""
    ref: RowRef
    """Its row."""
    path: str
    """The file of that row."""
    who: str = ""
    """Who is to decide; empty: whoever may."""
    since: Instant | None = None
    """Since when."""
    until: Instant | None = None
    """When it expires; None where it does not."""
    is_over: bool = False
    """Whether that time has passed."""
    status: str = ""
    """Its status, where it has one."""
    session: str = ""
    """Id of the session that waits."""
    ending: str = ""
    """How the path of that session's files ends; empty where nothing tells."""
    agent: str = ""
    """The agent."""
    chat: str = ""
    """The chat."""
    options: tuple[str, ...] = ()
    """What can be chosen."""
    answer: str = ""
    """What was chosen, though it still waits."""
    holds: str = ""
    """Id of the message that it holds back; empty where it holds none."""
    problems: tuple[str, ...] = ()
    """Why nobody will decide it, in words."""
    question: str = ""
    """Id by which its answer names it."""
    asked_by: str = ""
    """Id of the message that asked."""


@dataclass(frozen=True)
class Spoken:
    """A message from one agent to another, as the files of one session have it."""

    arrived: bool
    """Whether it came here; else it left from here."""
    id: str
    """Its id."""
    other: str
    """Id of the other agent."""
    other_name: str
    """Its name; its id where nothing tells."""
    text: str
    """What it says, in one line."""
    said: str
    """The beginning of the same, unmasked: to be compared, never to be shown."""
    instant: Instant | None
    """When."""
    status: str
    """What became of it."""
    ref: RowRef
    """Its row."""
    path: str
    """The file of that row."""
    session: str = ""
    """Of one that came: id of the session that sent it, where that is recorded."""
    approver: str = ""
    """Of one that left: who approves each message of this pair, where a policy says so."""


@dataclass(frozen=True)
class Rosters:
    """What a family can list."""

    tasks: Callable[[TraceReader], Listed[TaskSeries]]
    """The tasks of a session."""
    waiting: Callable[[TraceReader], Listed[Waiting]]
    """What the central file says that waits for a person."""
    settled: Callable[[TraceReader, Waiting], Waiting]
    """The same with what the files of its session tell of it."""
    spoken: Callable[[TraceReader], Listed[Spoken]]
    """What a session's agent and others said to one another."""
    agent: Callable[[TraceReader], tuple[str, str, str]]
    """Id and name of the agent of a session, and id of the session."""
