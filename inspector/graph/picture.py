"""What exactly is seen of a graph at one moment: what is left out, where everything stands, how it is looked at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.graph.filters import GraphFilter
from inspector.graph.model import Graph

EdgeKey = tuple[str, str, str, str]
"""Ids of source and target, type and own id of an edge: what names it in the graph read again."""


@dataclass(frozen=True)
class Sight:
    """How the scene is looked at."""

    x: float = 0.0
    """Scene x in the middle of the widget."""
    y: float = 0.0
    """Scene y in the middle."""
    scale: float = 1.0
    """Widget pixels per scene pixel."""
    fitted: bool = True
    """Whether it follows what is shown; False once the reader went somewhere by hand."""


@dataclass(frozen=True, eq=False)
class Picture:
    """One state of a graph view. Nodes are named by id: a picture holds for the graph read again."""

    ids: tuple[str, ...]
    """Ids of the nodes in the order of ``positions``, n."""
    positions: NDArray[Any]
    """(n, 2) scene positions; never changed in place."""
    home: NDArray[Any]
    """(n, 2) where the layout of the whole graph put the nodes; the very ``positions`` while nothing else was done."""
    filter: GraphFilter = field(default_factory=GraphFilter)
    """What is left out."""
    layout: str = ""
    """Layout that placed what is shown."""
    home_layout: str = ""
    """Layout that placed the whole graph."""
    pinned: frozenset[str] = frozenset()
    """Ids of nodes that layouts leave where they are."""
    expanded: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Id of a node -> ids of the nodes that expanding it brought in."""
    marked: frozenset[str] = frozenset()
    """Ids of nodes that are drawn strong while the rest is dimmed, as those of a path."""
    marked_edges: frozenset[EdgeKey] = frozenset()
    """The edges drawn strong with them."""
    selected: tuple[str, ...] = ()
    """Ids of the selected nodes, the one that leads first."""
    selected_edge: EdgeKey | None = None
    """The selected edge."""
    sight: Sight = field(default_factory=Sight)
    """How it is looked at."""

    def positions_in(self, graph: Graph, otherwise: NDArray[Any]) -> NDArray[Any]:
        """(n, 2) where the nodes of ``graph`` stand in this picture; nodes it does not know stay at ``otherwise``."""
        return self._told(self.positions, graph, otherwise)

    def home_in(self, graph: Graph, otherwise: NDArray[Any]) -> NDArray[Any]:
        """The same of where they are at home."""
        return self._told(self.home, graph, otherwise)

    def _told(self, positions: NDArray[Any], graph: Graph, otherwise: NDArray[Any]) -> NDArray[Any]:
        if self.ids is graph.ids:
            return positions
        index = graph.index
        pairs = [(index[id], at) for at, id in enumerate(self.ids) if id in index]
        found = np.array(otherwise, np.float32)
        if pairs:
            here, there = np.array(pairs, np.intp).T
            found[here] = positions[there]
        return found


def edge_key(graph: Graph, edge: int) -> EdgeKey:
    """What names an edge."""
    source, target = graph.ids[graph.source[edge]], graph.ids[graph.target[edge]]
    return source, target, graph.edge_type_names[graph.edge_types[edge]], graph.edge_ids[edge]


def edges_of(graph: Graph, keys: frozenset[EdgeKey], nodes: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(m,) whether each edge has one of these names; only edges between nodes of a (n,) mask are looked at."""
    found = np.zeros(graph.edge_count, bool)
    if keys:
        between = np.flatnonzero(nodes[graph.source] & nodes[graph.target]).tolist()
        found[[at for at in between if edge_key(graph, at) in keys]] = True
    return found


def edge_of(graph: Graph, key: EdgeKey) -> int | None:
    """The edge of this name, the first of several; None where there is none any more."""
    source, target, kind, id = key
    if source not in graph.index or target not in graph.index or kind not in graph.edge_type_names:
        return None
    found = (graph.source == graph.index[source]) & (graph.target == graph.index[target])
    found &= graph.edge_types == graph.edge_type_names.index(kind)
    return next((at for at in np.flatnonzero(found).tolist() if graph.edge_ids[at] == id), None)
