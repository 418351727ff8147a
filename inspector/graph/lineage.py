"""Where does a node come from and what comes of it: everything before and after it along edges, and any cycle there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.graph.exploring import Way
from inspector.graph.model import Graph
from inspector.graph.paths import shortest_paths


@dataclass(frozen=True, eq=False)
class Lineage:
    """Everything before and after a node."""

    nodes: NDArray[np.bool_]
    """(n,) whether each node belongs to it; the node itself does."""
    edges: NDArray[np.bool_]
    """(m,) the edges that lead there."""
    before: int
    """Nodes from which a way leads to the node."""
    after: int
    """Nodes to which a way leads from it; one on a cycle with the node is counted in both."""
    cyclic: int
    """Nodes on a cycle."""
    cycle: tuple[int, ...] = ()
    """The nodes of one cycle in their order, the first one not repeated; empty when there is none."""


def lineage(
    graph: Graph, node: int, usable: NDArray[np.bool_] | None = None, ways: tuple[Way, ...] = ("out", "in")
) -> Lineage:
    """Everything that edges of a (m,) mask lead to from a node, and everything that leads to it."""
    may = np.ones(graph.edge_count, bool) if usable is None else usable
    nothing = np.zeros(len(graph), bool)
    after = _reached(graph.source[may], graph.target[may], node, len(graph)) if "out" in ways else nothing
    before = _reached(graph.target[may], graph.source[may], node, len(graph)) if "in" in ways else nothing
    edges = may & ((after[graph.source] & after[graph.target]) | (before[graph.source] & before[graph.target]))
    nodes = after | before
    nodes[node] = True
    cyclic, cycle = cycles(graph, edges)
    earlier, later = (max(0, int(np.count_nonzero(one)) - 1) for one in (before, after))
    return Lineage(nodes, edges, earlier, later, int(np.count_nonzero(cyclic)), cycle)


def cycles(graph: Graph, edges: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], tuple[int, ...]]:
    """(n,) whether each node is on a cycle of these edges, and the nodes of one cycle in their order."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    chosen = np.flatnonzero(edges)
    source, target = graph.source[chosen], graph.target[chosen]
    matrix = coo_matrix((np.ones(len(chosen), np.int8), (source, target)), shape=(len(graph), len(graph)))
    count, labels = connected_components(matrix, directed=True, connection="strong")
    found = np.bincount(labels, minlength=count)[labels] > 1
    loops = source[source == target]
    found[loops] = True
    if len(loops):
        return found, (int(loops[0]),)
    closing = np.flatnonzero((labels[source] == labels[target]) & (source != target))
    if not len(closing):
        return found, ()
    first, last = int(target[closing[0]]), int(source[closing[0]])
    return found, shortest_paths(graph, first, last, edges, directed=True).listed[0]


def _reached(tail: NDArray[Any], head: NDArray[Any], node: int, count: int) -> NDArray[np.bool_]:
    """(n,) whether a way leads from ``node`` to each node."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import breadth_first_order

    matrix = coo_matrix((np.ones(len(tail), np.int8), (tail, head)), shape=(count, count)).tocsr()
    reached = np.zeros(count, bool)
    reached[breadth_first_order(matrix, node, directed=True, return_predecessors=False)] = True
    return reached
