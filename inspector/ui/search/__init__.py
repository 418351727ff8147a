"""Search: one box over the text of one source, or of everything that is open."""

from __future__ import annotations

from inspector.ui.view import ViewKind

VIEWS = (
    ViewKind(
        "search",
        "Search",
        "ph.magnifying-glass",
        "inspector.ui.search.view:SearchView",
        order=40,
        needs_source=False,
    ),
)
