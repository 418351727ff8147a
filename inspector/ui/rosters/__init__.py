"""Tasks, what waits for a person, what agents say to one another: lists over all sessions of a source."""

from __future__ import annotations

from inspector.ui.view import ViewKind
from inspector.workspace.source import Source


def has_sessions(source: Source) -> bool:
    """Whether a source is a session, or holds some, whose tasks and messages can be listed."""
    if source.kind == "folder":
        return any(one.family.rosters is not None for one in source.walk())
    return source.family.rosters is not None


def has_decisions(source: Source) -> bool:
    """Whether a source has a central file that tells what waits for a person."""
    return has_sessions(source) and (source.kind in ("install", "folder") or bool(source.children))


VIEWS = (
    ViewKind(
        "tasks",
        "Tasks",
        "ph.calendar-check",
        "inspector.ui.rosters.tasks:TasksView",
        order=16,
        applies=has_sessions,
    ),
    ViewKind(
        "waiting",
        "Waiting",
        "ph.hand-palm",
        "inspector.ui.rosters.waiting:WaitingView",
        order=17,
        applies=has_decisions,
    ),
    ViewKind(
        "flow",
        "Between agents",
        "ph.arrows-left-right",
        "inspector.ui.rosters.flow:FlowView",
        order=18,
        applies=has_decisions,
    ),
)
