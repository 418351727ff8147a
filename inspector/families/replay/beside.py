"""What stands beside the transcript of a conversation: plans, events, tests, ratings, pinned texts, the todo list?"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Plan:
    """A plan and what became of it."""

    rowid: int
    """Its row."""
    text: str
    """What it says, or the beginning."""
    size: int
    """Characters of the whole."""
    status: str
    """As stored: draft, approved, completed, superseded."""
    created: str
    """When it was written, as stored."""
    approved: str = ""
    """When it was approved, as stored."""
    completed: str = ""
    """When it was done, as stored."""
    file: str = ""
    """The file that it names."""

    @property
    def used(self) -> bool:
        """Whether the agent works by it: only approved plans are used."""
        return self.status in ("approved", "completed") or bool(self.approved and self.status not in _UNUSED)


_UNUSED = ("draft", "superseded", "rejected")


@dataclass(frozen=True)
class Happening:
    """An event: a change of phase, a subagent, the output of a task, the result of a test."""

    rowid: int
    """Its row."""
    type: str
    """event_type as stored."""
    at: str
    """When, as stored."""
    session: str
    """Id of its session; empty where none is named."""
    detail: str
    """What it tells, or the beginning."""
    words: str
    """The same on one line."""


@dataclass(frozen=True)
class CriterionResult:
    """Whether a criterion of the plan held once."""

    rowid: int
    """The row of its event."""
    criterion: str
    """What was to hold."""
    template: str
    """How it was tested."""
    passed: bool | None
    """Whether it held; None where that is not told."""
    output: str
    """What the test printed."""
    at: str
    """When, as stored."""


@dataclass(frozen=True)
class Rating:
    """What a person said of the outcome of a task."""

    rowid: int
    """Its row."""
    rating: str
    """The number, as stored."""
    objective: str
    """Of what."""
    at: str
    """When, as stored."""


@dataclass(frozen=True)
class Pin:
    """A text that is kept in the context of a session."""

    rowid: int
    """Its row."""
    session: str
    """Id of the session."""
    key: str
    """Its name."""
    text: str
    """What is kept."""
    at: str
    """When, as stored."""


@dataclass(frozen=True)
class Todo:
    """An item of the agent's list."""

    id: str
    """Its id; empty where it has none."""
    text: str
    """What is to be done."""
    status: str
    """As stored: pending, in_progress, completed."""
    at: str = ""
    """When its row was written, as stored; empty of what a call says."""


@dataclass(frozen=True)
class TodoBoard:
    """The list of what is to be done, at a moment."""

    items: tuple[Todo, ...]
    """In the order of the agent."""
    at: str
    """The time of the call that made it so, or the newest time of the rows."""
    call: str = ""
    """Id of that call; empty of the current state, which has no history."""

    @property
    def words(self) -> str:
        """What it is of."""
        return f"as of {self.at}" if self.call else f"current state, updated {self.at or 'at an unknown time'}"
