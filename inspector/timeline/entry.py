"""What stands on a timeline: an entry with its time, lane, kind, status, text and the row that it was made of."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.db.rows import RowRef
from inspector.timeline.instants import Instant

ERROR, SUSPECT, PENDING, HELD, DUE, CONTEXT, UNDONE, INFERRED = FLAGS = (
    "error",
    "suspect",
    "pending",
    "held",
    "due",
    "context",
    "undone",
    "inferred",
)
"""Flags that every timeline knows the look of; an entry may have others too."""


@dataclass(frozen=True)
class Link:
    """Where an entry comes from."""

    path: str
    """Path of the source."""
    ref: RowRef | None = None
    """Its row; None where it stands for no one row."""


@dataclass(frozen=True)
class Entry:
    """One thing that happened."""

    instant: Instant | None
    """When; None where the stored time cannot be read: it stands at its place by sequence."""
    title: str
    """What happened, a few words; masked."""
    text: str = ""
    """The beginning of what was said or changed; masked."""
    kind: str = ""
    """What it is: ``tool_result``, ``status_changed``."""
    lane: str = ""
    """Who did it, or where: an agent, a session, a direction."""
    status: str = ""
    """What became of it, as stored; empty where it has none."""
    sequence: int | None = None
    """Its number within its source; None: the order of reading."""
    span_ms: float | None = None
    """How long it took; None where it has no length."""
    depth: int = 0
    """How deep it is nested: what a subagent does stands one deeper than what started it."""
    flags: tuple[str, ...] = ()
    """What deserves a look, e.g. ``error``, ``pending``."""
    link: Link | None = None
    """Where it comes from."""
    stored: str = ""
    """Its time as it is stored, where that cannot be read."""
