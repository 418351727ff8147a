"""Traces: what became of one message, and why."""

from __future__ import annotations

from inspector.ui.view import ViewKind
from inspector.workspace.source import Source


def can_trace(source: Source) -> bool:
    """Whether a source, or one below it, is of a family whose messages can be traced."""
    return any(one.family.tracing is not None for one in source.walk())


VIEWS = (
    ViewKind(
        "trace",
        "Message trace",
        "ph.path",
        "inspector.ui.trace.view:TraceView",
        order=45,
        applies=can_trace,
    ),
)
