"""The overview: what a source is, what needs a person, what is broken, what is recent."""

from __future__ import annotations

from inspector.ui.view import ViewKind

VIEWS = (ViewKind("overview", "Overview", "ph.house", "inspector.ui.overview.view:OverviewView", order=10),)
