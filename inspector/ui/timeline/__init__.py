"""Timelines: what happened, one below the other; a widget for any view, and the view of what a source offers."""

from __future__ import annotations

from inspector.ui.view import ViewKind
from inspector.workspace.source import Source


def has_entries(source: Source) -> bool:
    """Whether there is a file whose rows may have times, or sources below that have a timeline in common."""
    if source.database is not None:
        return True
    return any(one.members for below in source.walk() if below is not source for one in below.family.timelines)


VIEWS = (
    ViewKind(
        "timeline",
        "Timeline",
        "ph.clock-counter-clockwise",
        "inspector.ui.timeline.view:TimelineView",
        order=25,
        applies=has_entries,
    ),
)
