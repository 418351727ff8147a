"""A graph of a source as a file shows it: read, filtered, laid out, with what it is a picture of."""

from __future__ import annotations

from typing import Any

import numpy as np

from inspector.cancel import CancelToken
from inspector.errors import InvalidInput
from inspector.graph.export.shown import ShownGraph
from inspector.graph.filters import GraphFilter
from inspector.graph.model import Graph
from inspector.workspace.graphs.read_graph import ReadGraph, read_graph
from inspector.workspace.graphs.wanted import WantedGraph
from inspector.workspace.source import Source


def shown_graph(
    source: Source, wanted: WantedGraph, chosen: GraphFilter, layout: str = "", cancel: CancelToken | None = None
) -> ShownGraph:
    """Read a graph and place what is left of it by ``chosen``; an empty ``layout`` is the graph's own.

    What is hidden takes no room: it is laid out as if it were not there. Raises KnownError, Cancelled.
    """
    token = cancel or CancelToken()
    read = read_graph(source, wanted, token)
    if wanted.projection and read.projection.id != wanted.projection:
        raise InvalidInput(
            f"There is no graph “{wanted.projection}” here.", path=source.path, advice=f"There are: {_names(read)}."
        )
    return shown_of(source, read, chosen, layout, token)


def shown_of(
    source: Source, read: ReadGraph, chosen: GraphFilter, layout: str = "", cancel: CancelToken | None = None
) -> ShownGraph:
    """The same of a graph that was read. Raises InvalidInput, Cancelled."""
    token, graph = cancel or CancelToken(), read.graph
    if chosen.around and chosen.around not in graph.index:
        raise InvalidInput(f"The graph has no node “{chosen.around}”.", path=source.path)
    nodes, edges = chosen.masks(graph)
    positions = np.zeros((len(graph), 2), np.float32)
    positions[nodes] = _placed(graph, np.flatnonzero(nodes), edges, read, layout, token)
    about = {"source": source.path, "graph": read.projection.title, "left out": "; ".join(graph.left_out)}
    return ShownGraph(
        graph,
        positions,
        nodes,
        edges,
        f"{source.title}: {read.projection.title}",
        {k: v for k, v in about.items() if v},
    )


def _placed(graph: Graph, nodes: Any, edges: Any, read: ReadGraph, layout: str, cancel: CancelToken) -> Any:
    # late: scipy takes a quarter of a second to import
    from inspector.graph.layout.arrange import arrange

    whole = len(nodes) == len(graph) and edges.all()
    part = graph if whole else graph.subgraph(nodes, edges)
    return arrange(part, layout or read.projection.layout, cancel, columns=read.projection.columns)


def _names(read: ReadGraph) -> str:
    return ", ".join(one.id for one in read.projections)
