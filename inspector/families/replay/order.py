"""In which order did everything in a conversation happen? Keys, times and sizes, not what is said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from inspector.families.replay.beside import CriterionResult, Happening, Pin, Plan, Rating, TodoBoard

StepKind = Literal["session", "entry", "event", "plan", "rating", "pin"]


@dataclass(frozen=True, slots=True)
class Step:
    """One place of a replay: what it is and how large, not what it says."""

    kind: StepKind
    """Whose row it is; ``session`` begins a session."""
    rowid: int
    """Its row."""
    session: int
    """Place of its session in :attr:`Replay.sessions`; -1 before the first."""
    type: str
    """entry_type or event_type as stored; the kind for all others."""
    at: str = ""
    """Its time as stored; empty where it stands behind a long payload: then it is read with that."""
    sequence: int | None = None
    """Its number in its session."""
    call: str = ""
    """The call that a result answers."""
    size: int = 0
    """Bytes of its payload."""


@dataclass(frozen=True)
class SessionPart:
    """A process, or a subagent, of a conversation."""

    id: str
    """Its id."""
    started: str
    """When, as stored; empty where no row of sessions tells of it."""
    subagent: str | None = None
    """What the subagent was started for; None of what is none."""
    parent: int = -1
    """Place of the session that started it; -1 of none."""
    inferred: bool = False
    """Whether ``parent`` is inferred from time: no hook recorded it."""
    stopped: str = ""
    """When the subagent stopped, as stored."""
    entries: int = 0
    """Rows of its transcript."""

    @property
    def depth(self) -> int:
        """How deep it is nested."""
        return 1 if self.parent >= 0 else 0


@dataclass(frozen=True)
class Turn:
    """What a person asked, and what is between that and the next thing asked."""

    number: int
    """From 1."""
    place: int
    """Place of its entry among the steps."""
    words: str
    """How it begins, on one line."""
    at: str
    """When, as stored."""
    entries: int
    """Rows of the transcript in it, those of subagents included."""


@dataclass(frozen=True, eq=False)
class Replay:
    """A conversation in order: what there is, not what it says."""

    id: str
    """Id of the conversation; empty for entries that belong to none."""
    project: str
    """Its folder."""
    phase: str
    """Its phase now."""
    created: str
    """When it was begun, as stored."""
    sessions: tuple[SessionPart, ...]
    """Its sessions, those that started others before them."""
    steps: tuple[Step, ...]
    """Everything, one after the other."""
    plans: tuple[Plan, ...] = ()
    """Its plans."""
    happenings: tuple[Happening, ...] = ()
    """Its events."""
    tests: tuple[CriterionResult, ...] = ()
    """Results of tests among the events."""
    ratings: tuple[Rating, ...] = ()
    """Its ratings."""
    pins: tuple[Pin, ...] = ()
    """Pinned context of its sessions."""
    todos: TodoBoard | None = None
    """The list as it is now; None where no row tells of one."""
    summary: str = ""
    """Its summary."""
    missing: tuple[str, ...] = ()
    """Tables and columns that the file does not have, so that what is in them is not shown."""
    known_calls: dict[int, Mapping[str, int]] = field(default_factory=dict, repr=False)
    """Place of a session -> call -> row of the entry that has it first; filled as entries of sessions are read."""

    @cached_property
    def results(self) -> Mapping[tuple[int, str], int]:
        """(session, call) -> place of its result; of several the first."""
        found: dict[tuple[int, str], int] = {}
        for place, step in enumerate(self.steps):
            if step.kind == "entry" and step.call and step.type == "tool_result":
                found.setdefault((step.session, step.call), place)
        return found

    @cached_property
    def beside(self) -> Mapping[tuple[StepKind, int], Happening | Plan | Rating | Pin]:
        """(kind, row) -> what a step is that is neither a session nor an entry."""
        found: dict[tuple[StepKind, int], Happening | Plan | Rating | Pin] = {}
        found.update({("event", one.rowid): one for one in self.happenings})
        found.update({("plan", one.rowid): one for one in self.plans})
        found.update({("rating", one.rowid): one for one in self.ratings})
        found.update({("pin", one.rowid): one for one in self.pins})
        return found

    @cached_property
    def entry_places(self) -> Mapping[int, int]:
        """Row of the transcript -> its place."""
        return {step.rowid: place for place, step in enumerate(self.steps) if step.kind == "entry"}


@dataclass(frozen=True)
class ConversationLine:
    """A conversation in the list of all."""

    id: str
    """Its id; empty for entries that belong to none."""
    project: str
    """Its folder."""
    phase: str
    """Its phase."""
    created: str
    """When it was begun, as stored."""
    last: str
    """The time of its newest entry, as stored."""
    sessions: int
    """Processes and subagents."""
    entries: int
    """Rows of its transcript."""
    turns: int
    """Times that a person said something."""
    calls: int
    """Calls of tools, each id once."""
    failures: int
    """Results marked as errors, and those that hide one."""


@dataclass(frozen=True)
class Origin:
    """Where a memory was learned, as far as that is recorded."""

    conversation: str
    """Id of the conversation."""
    entry: int | None
    """Row of the transcript; None where only the session is known."""
    session: str
    """Id of the session."""
