"""The graph view: nodes and edges of a source, drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.ui.view import ViewKind

if TYPE_CHECKING:
    from inspector.workspace.source import Source


def _can_be_drawn(source: Source) -> bool:
    """A folder has nothing to draw: the files inside it have."""
    return source.database is not None


VIEWS = (
    ViewKind(
        "graph", "Graph", "ph.share-network", "inspector.ui.graph.view:GraphView", order=20, applies=_can_be_drawn
    ),
)
