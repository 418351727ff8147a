"""SQL: the workbench, one document of one source in each tab, with its answers, its drafts and the history of runs."""

from __future__ import annotations

from inspector.ui.view import ViewKind

VIEWS = (
    ViewKind(
        "sql",
        "SQL editor",
        "ph.code",
        "inspector.ui.sql.view:SqlView",
        order=55,
        tab_params=("doc",),
        settle="inspector.ui.sql.place:settled",
    ),
)
