"""The start page: what can be opened on this machine, what was opened before, sample data."""

from __future__ import annotations

from inspector.ui.view import ViewKind

VIEWS = (
    ViewKind(
        "start",
        "Start",
        "ph.house-line",
        "inspector.ui.start.view:StartView",
        order=5,
        in_tree=False,
        needs_source=False,
    ),
)
