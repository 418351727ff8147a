"""Which are the shortest ways from one node to another, along chosen edges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.graph.model import Graph

LISTED = 20
"""Ways that are told one by one; all of them are drawn and counted."""


@dataclass(frozen=True, eq=False)
class Paths:
    """All shortest ways between two nodes."""

    length: int
    """Edges of each; -1 when there is no way."""
    count: int
    """How many there are, parallel edges counted once."""
    nodes: NDArray[Any]
    """Indices of the nodes on any of them, by distance from the start."""
    edges: NDArray[Any]
    """Indices of the edges on any of them."""
    listed: tuple[tuple[int, ...], ...] = ()
    """The first LISTED ones, node by node."""

    @property
    def found(self) -> bool:
        """Whether there is a way."""
        return self.length >= 0


def shortest_paths(
    graph: Graph, start: int, end: int, usable: NDArray[np.bool_] | None = None, *, directed: bool = False
) -> Paths:
    """The shortest ways from ``start`` to ``end`` over the edges of a (m,) mask, along their direction or any way."""
    every = np.arange(graph.edge_count) if usable is None else np.flatnonzero(usable)
    tail, head = graph.source[every], graph.target[every]
    numbers = every
    if not directed:
        tail, head, numbers = np.append(tail, head), np.append(head, tail), np.append(every, every)
    from_start, to_end = _distances(len(graph), tail, head, start), _distances(len(graph), head, tail, end)
    length = from_start[end]
    if not np.isfinite(length):
        nothing = np.zeros(0, np.intp)
        return Paths(-1, 0, nothing, nothing)
    on_way = from_start[tail] + 1 + to_end[head] == length
    tail, head = tail[on_way], head[on_way]
    nodes = np.flatnonzero(from_start + to_end == length)
    nodes = nodes[np.lexsort((nodes, from_start[nodes]))]
    following = _following(tail, head, graph)
    return Paths(
        int(length),
        _count(nodes, following, start, end),
        nodes,
        np.unique(numbers[on_way]),
        _listed(following, start, end),
    )


def _distances(count: int, tail: NDArray[Any], head: NDArray[Any], start: int) -> NDArray[np.float64]:
    """(n,) edges from ``start``; infinite where no way leads."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import dijkstra

    matrix = coo_matrix((np.ones(len(tail), np.int8), (tail, head)), shape=(count, count)).tocsr()
    found: NDArray[np.float64] = dijkstra(matrix, unweighted=True, indices=start)
    return found


def _following(tail: NDArray[Any], head: NDArray[Any], graph: Graph) -> dict[int, list[int]]:
    """Node -> the nodes after it on the ways, those with most edges first."""
    pairs = np.unique(np.column_stack([tail, head]), axis=0)
    pairs = pairs[np.lexsort((pairs[:, 1], -graph.degrees[pairs[:, 1]], pairs[:, 0]))]
    found: dict[int, list[int]] = {}
    for one, other in pairs.tolist():
        found.setdefault(one, []).append(other)
    return found


def _count(nodes: NDArray[Any], following: dict[int, list[int]], start: int, end: int) -> int:
    """How many ways there are; ``nodes`` come by distance, so that a node is counted before those after it."""
    ways = {start: 1}
    for node in nodes.tolist():
        if node != end:
            for after in following.get(node, ()):
                ways[after] = ways.get(after, 0) + ways.get(node, 0)
    return ways.get(end, 0)


def _listed(following: dict[int, list[int]], start: int, end: int) -> tuple[tuple[int, ...], ...]:
    """The first ways, looked for without recursion: a chain may be ten thousand nodes long."""
    found: list[tuple[int, ...]] = []
    way, branches = [start], [iter(following.get(start, ()))]
    if start == end:
        return ((start,),)
    while branches and len(found) < LISTED:
        after = next(branches[-1], None)
        if after is None:
            branches.pop()
            way.pop()
        elif after == end:
            found.append((*way, end))
        else:
            way.append(after)
            branches.append(iter(following.get(after, ())))
    return tuple(found)
