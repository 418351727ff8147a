"""Queries: the library of saved questions of a source, the program's and one's own, with their answers."""

from __future__ import annotations

from inspector.ui.view import ViewKind

VIEWS = (
    ViewKind(
        "queries",
        "Queries",
        "ph.terminal-window",
        "inspector.ui.queries.view:QueriesView",
        order=50,
        settle="inspector.ui.queries.place:settled",
    ),
)
