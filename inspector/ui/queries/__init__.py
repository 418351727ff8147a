"""Queries: the saved questions of a source, and one's own SQL, with their answers."""

from __future__ import annotations

from inspector.ui.view import ViewKind

VIEWS = (ViewKind("queries", "Queries", "ph.terminal-window", "inspector.ui.queries.view:QueriesView", order=50),)
