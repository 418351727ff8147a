"""The ways along the arrows of a graph: how far each node is, what goes round in a circle, which way is longest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.graph.model import Graph


@dataclass(frozen=True, eq=False)
class Arrows:
    """Some edges of a graph with the direction a rule gives them, which may be against that of the edge; k arrows."""

    count: int
    """Nodes of the graph, n."""
    tail: NDArray[Any]
    """(k,) indices of the nodes they start at."""
    head: NDArray[Any]
    """(k,) indices of the nodes they end at."""
    edges: NDArray[Any]
    """(k,) indices of the edges."""

    def __len__(self) -> int:
        return len(self.edges)

    def only(self, mask: NDArray[np.bool_]) -> Arrows:
        """Those of a (k,) mask."""
        return Arrows(self.count, self.tail[mask], self.head[mask], self.edges[mask])

    def between(self, nodes: NDArray[np.bool_]) -> Arrows:
        """Those that start and end at nodes of a (n,) mask."""
        return self.only(nodes[self.tail] & nodes[self.head])

    def into(self, nodes: NDArray[np.bool_]) -> Arrows:
        """Those that end at nodes of a (n,) mask."""
        return self.only(nodes[self.head])

    def turned(self) -> Arrows:
        """The same the other way round."""
        return Arrows(self.count, self.head, self.tail, self.edges)

    def apart(self) -> Arrows:
        """Those that do not end where they start."""
        return self.only(self.tail != self.head)

    def pairs(self) -> NDArray[Any]:
        """(k, 2) indices of the nodes where each starts and ends."""
        return np.column_stack([self.tail, self.head])

    def by_tail(self) -> dict[int, list[int]]:
        """Node -> places (in these arrays) of the arrows that start there."""
        found: dict[int, list[int]] = {}
        for place, tail in enumerate(self.tail.tolist()):
            found.setdefault(tail, []).append(place)
        return found


def arrows(graph: Graph, ways: Mapping[str, int]) -> Arrows:
    """The edges of these types: 1 where the arrow runs as the edge does, -1 where it runs against it."""
    turn = np.array([ways.get(name, 0) for name in graph.edge_type_names], np.int8)
    each = turn[graph.edge_types] if len(turn) else np.zeros(graph.edge_count, np.int8)
    edges = np.flatnonzero(each)
    along = each[edges] > 0
    source, target = graph.source[edges], graph.target[edges]
    return Arrows(len(graph), np.where(along, source, target), np.where(along, target, source), edges)


def steps_from(ways: Arrows, start: int) -> NDArray[np.int32]:
    """(n,) arrows from ``start`` to each node by the shortest way; -1 where none leads."""
    from scipy.sparse.csgraph import dijkstra

    distances = dijkstra(_matrix(ways), unweighted=True, indices=start)
    found = np.full(ways.count, -1, np.int32)
    reached = np.isfinite(distances)
    found[reached] = distances[reached].astype(np.int32)
    return found


def knots(ways: Arrows) -> list[NDArray[Any]]:
    """Groups of two or more nodes each of which can be reached from every other, in the order of their first nodes."""
    from scipy.sparse.csgraph import connected_components

    if not ways.count:
        return []
    _, labels = connected_components(_matrix(ways), directed=True, connection="strong")
    sizes = np.bincount(labels)
    inside = np.flatnonzero(sizes[labels] > 1)
    groups: dict[int, list[int]] = {}
    for node in inside.tolist():
        groups.setdefault(int(labels[node]), []).append(node)
    return [np.array(nodes, np.intp) for nodes in groups.values()]


def loops(ways: Arrows) -> NDArray[Any]:
    """Places of the arrows that end where they start."""
    return np.flatnonzero(ways.tail == ways.head)


def round_trip(ways: Arrows, knot: NDArray[Any]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A shortest way round through the first node of a knot: its nodes, beginning with that one, and its edges, each
    from one node to the next and the last back to the first.
    """
    inside = np.zeros(ways.count, bool)
    inside[knot] = True
    within = ways.between(inside).apart()
    leaving, start = within.by_tail(), int(knot[0])
    came_by: dict[int, int] = {}
    queue = [start]
    for node in queue:
        for place in leaving.get(node, ()):
            head = int(within.head[place])
            if head == start:
                return _back_to(within, start, came_by, place)
            if head not in came_by:
                came_by[head] = place
                queue.append(head)
    return (), ()


def _back_to(
    ways: Arrows, start: int, came_by: Mapping[int, int], last: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    places = [last]
    while int(ways.tail[places[-1]]) != start:
        places.append(came_by[int(ways.tail[places[-1]])])
    places.reverse()
    return tuple(int(ways.tail[at]) for at in places), tuple(int(ways.edges[at]) for at in places)


@dataclass(frozen=True, eq=False)
class LongestWay:
    """The way that weighs most."""

    nodes: tuple[int, ...]
    """Its nodes, beginning with the one that was asked of."""
    edges: tuple[int, ...]
    """Its edges, from each node to the next."""
    weight: float
    """Sum of the weights of its nodes."""
    knotted: int
    """Nodes on the ways that go round in circles: arrows within a circle were left out."""


def longest_way(ways: Arrows, weights: NDArray[Any], start: int) -> LongestWay:
    """The way from ``start`` along the arrows whose nodes weigh most together ((n,) weights of 0 or more).

    A way that goes round in a circle has no end; so no arrow within a circle is followed.
    """
    reached = steps_from(ways, start) >= 0
    near = ways.between(reached).apart()
    group = np.arange(ways.count)
    circles = knots(near)
    for circle in circles:
        group[circle] = circle[0]
    straight = near.only(group[near.tail] != group[near.head])
    leaving = straight.by_tail()
    best: dict[int, float] = {}
    goes_by: dict[int, int] = {}
    for node in reversed(_in_order(straight, leaving, np.flatnonzero(reached))):
        onward = 0.0
        for place in leaving.get(node, ()):
            further = best[int(straight.head[place])]
            if node not in goes_by or further > onward:
                onward, goes_by[node] = further, place
        best[node] = float(weights[node]) + onward
    nodes, edges = [start], []
    while nodes[-1] in goes_by:
        place = goes_by[nodes[-1]]
        edges.append(int(straight.edges[place]))
        nodes.append(int(straight.head[place]))
    return LongestWay(tuple(nodes), tuple(edges), best[start], sum(len(circle) for circle in circles))


def _in_order(ways: Arrows, leaving: Mapping[int, list[int]], nodes: NDArray[Any]) -> list[int]:
    """The nodes so that every arrow leads on to a later one; there must be no circle."""
    entering = np.bincount(ways.head, minlength=ways.count)
    ready = [node for node in nodes.tolist() if not entering[node]]
    left = entering.tolist()
    for node in ready:
        for place in leaving.get(node, ()):
            head = int(ways.head[place])
            left[head] -= 1
            if not left[head]:
                ready.append(head)
    return ready


def shortest_way(ways: Arrows, start: int, end: int) -> tuple[int, ...]:
    """Places of the arrows of one shortest way; none where there is no way."""
    leaving = ways.by_tail()
    came_by: dict[int, int] = {}
    queue = [start]
    for node in queue:
        for place in leaving.get(node, ()):
            head = int(ways.head[place])
            if head != start and head not in came_by:
                came_by[head] = place
                queue.append(head)
    places: list[int] = []
    while end in came_by:
        places.append(came_by[end])
        end = int(ways.tail[places[-1]])
    return tuple(reversed(places))


def _matrix(ways: Arrows) -> Any:
    from scipy.sparse import coo_matrix

    shape = (ways.count, ways.count)
    return coo_matrix((np.ones(len(ways), np.int8), (ways.tail, ways.head)), shape=shape).tocsr()
