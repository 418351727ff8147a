"""Sessions: what all sessions of an install do, and which of them need a look."""

from __future__ import annotations

from inspector.ui.view import ViewKind
from inspector.workspace.source import Source


def has_sessions(source: Source) -> bool:
    """Whether a source is, or holds, sessions whose state can be told."""
    if source.family.tracing is not None:
        return source.kind in ("install", "folder") or bool(source.children)
    return source.kind == "folder" and any(one.family.tracing is not None for one in source.walk())


VIEWS = (
    ViewKind(
        "sessions",
        "Sessions",
        "ph.list-bullets",
        "inspector.ui.sessions.view:SessionsView",
        order=15,
        applies=has_sessions,
    ),
)
