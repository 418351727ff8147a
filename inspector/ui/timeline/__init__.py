"""Timelines: what happened, one below the other; a widget for any view, and the view of what a source offers."""

from __future__ import annotations

from inspector.ui.view import ViewKind
from inspector.workspace.source import Source


def has_entries(source: Source) -> bool:
    """Whether there is a file whose rows may have times."""
    return source.database is not None or bool(source.children and source.family.timelines)


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
