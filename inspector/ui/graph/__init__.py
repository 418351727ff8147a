"""The graph view: nodes and edges of a source, drawn."""

from __future__ import annotations

from inspector.ui.view import ViewKind

VIEWS = (ViewKind("graph", "Graph", "ph.share-network", "inspector.ui.graph.view:GraphView", order=20),)
