"""What is drawn, as arrays: where nodes and edges are, how large, how edges bend, what is shown and what is hit."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from inspector.graph.model import Graph
from inspector.graph.sizes import SMALLEST, diameters

MEASURED = 48.0
"""Diameter of the node with the largest value, where nodes are sized by a measure."""
FAN_GAP = 18.0
"""Distance of parallel edges in their middle, scene pixels."""
FAN_WIDTH = 96.0
"""Widest fan of parallel edges."""
ARCH = 16.0
"""How far an edge that goes around others bends at least, scene pixels; longer ones bend further."""
LOOP = 20.0
"""Height of the first self-loop of a node, scene pixels; each further one is half as much higher."""
CURVE_STEPS = 10
"""Straight pieces that a bent edge is drawn and hit with."""


_SHAPES: WeakKeyDictionary[Graph, tuple[NDArray[np.int32], NDArray[np.float32]]] = WeakKeyDictionary()


class GraphScene:
    """Mirrors one graph with positions; decides nothing. Arrays are per node (n) or per edge (m)."""

    def __init__(self, graph: Graph, positions: NDArray[Any]) -> None:
        self.graph = graph
        self.sizes = np.zeros(0, np.float32)
        """(n,) diameters, scene pixels."""
        self.by_importance = np.zeros(0, np.int64)
        """Nodes, those with most edges (or the largest measure) first."""
        self.importance = np.zeros(0, np.int64)
        """(n,) place of each node in ``by_importance``."""
        self.measure(None)
        self.pinned: NDArray[np.bool_] | None = None
        """(n,) whether a node is held in its place by hand."""
        self.outside: NDArray[Any] | None = None
        """(n,) edges of each node to nodes that are not shown."""
        self.backward: NDArray[np.bool_] | None = None
        """(m,) edges that run against the layers of a layout, because they close a cycle."""
        self.arched: NDArray[np.bool_] | None = None
        """(m,) edges that bend around what stands between their ends; those that run backward among them."""
        self.lifted = np.zeros(0, np.intp)
        """Nodes that are being dragged: they are drawn live, not in the picture."""
        self.loops, self.bends = edge_shapes(graph)
        self.show_nodes: NDArray[np.bool_] = np.ones(len(graph), bool)
        self.show_edges: NDArray[np.bool_] = np.ones(graph.edge_count, bool)
        self.version = 0
        """Counts every change of what is shown or where it stands."""
        self.placed = 0
        """Counts the times that nodes were placed."""
        self.positions = positions
        self._edge_boxes: tuple[NDArray[np.float32], NDArray[np.float32]] | None = None
        self._extent: NDArray[np.float64] | None = None
        self.place(positions)

    def place(self, positions: NDArray[Any]) -> None:
        """Move the nodes to other (n, 2) scene positions."""
        self.positions = np.ascontiguousarray(positions, np.float32)
        self._edge_boxes = None
        self._extent = None
        self.version += 1
        self.placed += 1

    def extent(self) -> NDArray[np.float64]:
        """(2, 2) left upper and right lower corner of the middles of all shown nodes; nothing shown is a point."""
        if self._extent is None:
            points = self.positions if self.show_nodes.all() else self.positions[self.show_nodes]
            # one column after the other takes a tenth of the time of both at once
            ends = [(column.min(), column.max()) for column in points.T] if len(points) else np.zeros((2, 2))
            self._extent = np.array(ends, np.float64).T
        return self._extent

    def _boxes_of_edges(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """(m, 2) corners of what edges may touch; made when edges are first looked for, as clusters need none."""
        if self._edge_boxes is None:
            ends = self.positions[self.graph.source], self.positions[self.graph.target]
            bends = np.abs(self.bends if self.arched is None else self.bends_of(np.arange(len(self.bends))))
            reach = bends[:, None] + np.where(self.loops >= 0, LOOP * (1.5 + self.loops), 0.0)[:, None]
            low, high = np.minimum(*ends) - reach, np.maximum(*ends) + reach
            self._edge_boxes = low.astype(np.float32), high.astype(np.float32)
        return self._edge_boxes

    def measure(self, values: NDArray[Any] | None) -> None:
        """Let (n,) values say how large and how important nodes are; without, their number of edges does."""
        graph = self.graph
        known: NDArray[Any] = graph.degrees
        if values is not None:
            known = np.nan_to_num(np.asarray(values, np.float64), nan=-np.inf)
        self.sizes = diameters(known) if values is None else _sizes_of(known)
        self.by_importance = np.argsort(-known, kind="stable")
        self.importance = np.empty(len(graph), np.int64)
        self.importance[self.by_importance] = np.arange(len(graph))

    def move(self, nodes: NDArray[Any], positions: NDArray[Any]) -> None:
        """Move some nodes, while they are being dragged; :meth:`place` tells the rest once they stand."""
        self.positions = self.positions.copy()
        self.positions[nodes] = positions

    def edges_of(self, nodes: NDArray[Any]) -> NDArray[Any]:
        """Shown edges with at least one end among some nodes."""
        among = np.zeros(len(self.graph), bool)
        among[nodes] = True
        return np.flatnonzero(self.show_edges & (among[self.graph.source] | among[self.graph.target]))

    def around(self, node: int) -> NDArray[Any]:
        """Shown edges of a node, clockwise from the top by where they leave it."""
        edges = np.flatnonzero(self.show_edges & ((self.graph.source == node) | (self.graph.target == node)))
        lines = self.polylines(edges)
        away = np.where((self.graph.source[edges] == node)[:, None], lines[:, 1], lines[:, -2]) - self.positions[node]
        return edges[np.argsort(np.arctan2(away[:, 0], -away[:, 1]) % (2 * np.pi), kind="stable")]

    def within(self, left: float, top: float, right: float, bottom: float) -> NDArray[Any]:
        """Shown nodes whose middle is in a rectangle of the scene, given by any two corners."""
        return self.nodes_in(min(left, right), min(top, bottom), max(left, right), max(top, bottom))

    def filter(self, nodes: NDArray[np.bool_], edges: NDArray[np.bool_]) -> None:
        """Show only these nodes, and of these edges those between shown nodes."""
        self.show_nodes = nodes
        self.show_edges = edges & nodes[self.graph.source] & nodes[self.graph.target]
        self._extent = None
        self.version += 1

    def nodes_in(self, left: float, top: float, right: float, bottom: float) -> NDArray[Any]:
        """Shown nodes whose middle is in a rectangle of the scene."""
        x, y = self.positions[:, 0], self.positions[:, 1]
        return np.flatnonzero(self.show_nodes & (x >= left) & (x <= right) & (y >= top) & (y <= bottom))

    def edges_in(self, left: float, top: float, right: float, bottom: float) -> NDArray[Any]:
        """Shown edges that may touch a rectangle of the scene."""
        low, high = self._boxes_of_edges()
        touches = (high[:, 0] >= left) & (low[:, 0] <= right) & (high[:, 1] >= top) & (low[:, 1] <= bottom)
        return np.flatnonzero(self.show_edges & touches)

    def controls(self, edges: NDArray[Any]) -> NDArray[np.float32]:
        """(k, 2) control points of edges as quadratic curves; the middle for straight ones."""
        start, end = self.positions[self.graph.source[edges]], self.positions[self.graph.target[edges]]
        along = end - start
        length = np.maximum(np.sqrt((along * along).sum(1)), 1e-6)[:, None]
        aside = np.column_stack([-along[:, 1], along[:, 0]]) / length
        return ((start + end) / 2 + aside * (2 * self.bends_of(edges))[:, None]).astype(np.float32)

    def bend(self, arched: NDArray[np.bool_] | None, backward: NDArray[np.bool_] | None) -> None:
        """Bend edges (m,) around what stands between their ends, and mark those that close a cycle."""
        self.backward = backward
        self.arched = backward if arched is None else arched if backward is None else arched | backward
        self.place(self.positions)

    def bends_of(self, edges: NDArray[Any]) -> NDArray[np.float32]:
        """(k,) how far the middles of edges stand aside, scene pixels."""
        bends = self.bends[edges]
        if self.arched is None or not self.arched[edges].any():
            return bends
        along = self.positions[self.graph.target[edges]] - self.positions[self.graph.source[edges]]
        wide = ARCH + 0.12 * np.sqrt((along * along).sum(1))
        return np.where(self.arched[edges], bends + np.where(bends < 0, -wide, wide), bends).astype(np.float32)

    def polylines(self, edges: NDArray[Any]) -> NDArray[np.float32]:
        """(k, CURVE_STEPS + 1, 2) scene points along edges, bent ones and self-loops too."""
        start, end = self.positions[self.graph.source[edges]], self.positions[self.graph.target[edges]]
        middle = self.controls(edges)
        t = np.linspace(0, 1, CURVE_STEPS + 1, dtype=np.float32)[None, :, None]
        points = (1 - t) ** 2 * start[:, None] + 2 * t * (1 - t) * middle[:, None] + t**2 * end[:, None]
        loops = self.loops[edges]
        looped = np.flatnonzero(loops >= 0)
        if len(looped):
            points[looped] = start[looped][:, None] + loop_shape(loops[looped])
        return points.astype(np.float32)

    def node_at(self, x: float, y: float, radii: NDArray[Any]) -> int | None:
        """The shown node whose disc of ``radii`` (n,), scene pixels, holds a scene point; the nearest of several."""
        away = (self.positions[:, 0] - x) ** 2 + (self.positions[:, 1] - y) ** 2
        away = np.where(self.show_nodes & (away <= radii**2), away, np.inf)
        nearest = int(away.argmin()) if len(away) else 0
        return nearest if len(away) and np.isfinite(away[nearest]) else None

    def edge_at(self, x: float, y: float, reach: float) -> int | None:
        """The shown edge nearest to a scene point, if it is within ``reach`` scene pixels."""
        edges = self.edges_in(x - reach, y - reach, x + reach, y + reach)
        if not len(edges):
            return None
        lines = self.polylines(edges)
        start, along = lines[:, :-1], np.diff(lines, axis=1)
        to_point = np.array([x, y], np.float32) - start
        share = (to_point * along).sum(2) / np.maximum((along * along).sum(2), 1e-9)
        nearest = to_point - along * np.clip(share, 0, 1)[:, :, None]
        away = np.sqrt((nearest * nearest).sum(2)).min(1)
        best = int(away.argmin())
        return int(edges[best]) if away[best] <= reach else None

    def neighbourhood(self, node: int) -> tuple[NDArray[Any], NDArray[Any]]:
        """Shown nodes beside a node (itself included) and the shown edges that join them to it."""
        graph = self.graph
        edges = np.flatnonzero(self.show_edges & ((graph.source == node) | (graph.target == node)))
        nodes = np.unique(np.concatenate([[node], graph.source[edges], graph.target[edges]]))
        return nodes, edges

    def toward(self, node: int, dx: int, dy: int) -> int | None:
        """The shown node to go to from ``node`` by an arrow key: near, and not too far off the direction."""
        offset = self.positions - self.positions[node]
        ahead = offset[:, 0] * dx + offset[:, 1] * dy
        aside = np.abs(offset[:, 0] * dy) + np.abs(offset[:, 1] * dx)
        fits = self.show_nodes & (ahead > 1e-3) & (aside <= 2 * ahead)
        fits[node] = False
        cost = np.where(fits, ahead + 2 * aside, np.inf)
        best = int(cost.argmin())
        return best if np.isfinite(cost[best]) else None


def edge_shapes(graph: Graph) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """(m,) numbers of self-loops and (m,) bends of edges; made once for each graph, in any thread."""
    found = _SHAPES.get(graph)
    if found is None:
        found = _SHAPES[graph] = _loop_numbers(graph), _bends(graph)
    return found


def loop_shape(numbers: NDArray[Any]) -> NDArray[np.float32]:
    """(k, CURVE_STEPS + 1, 2) the outline of self-loops above a node, relative to it; higher numbers are larger."""
    angle = np.linspace(-np.pi * 0.82, np.pi * 0.82, CURVE_STEPS + 1, dtype=np.float32)
    tall = (LOOP * (1 + 0.5 * numbers))[:, None]
    x = np.sin(angle)[None, :] * tall * 0.62
    y = -tall * (0.55 + 0.55 * np.cos(angle))[None, :]
    # both ends in the node, a little apart
    ends = np.abs(np.linspace(-1, 1, CURVE_STEPS + 1))[None, :] ** 6
    return np.stack([x * (1 - 0.5 * ends), y * (1 - ends)], axis=2).astype(np.float32)


def _sizes_of(values: NDArray[np.float64]) -> NDArray[np.float32]:
    """Diameters whose area grows with the values, the least known one smallest; unknown values are smallest too."""
    known = np.isfinite(values)
    if not known.any():
        return np.full(len(values), SMALLEST, np.float32)
    low, high = float(values[known].min()), float(values[known].max())
    share = np.where(known, (values - low) / max(high - low, 1e-12), 0.0)
    grown = np.sqrt(SMALLEST**2 + share * (MEASURED**2 - SMALLEST**2))
    return (np.round(grown / 2) * 2).astype(np.float32)


def _loop_numbers(graph: Graph) -> NDArray[np.int32]:
    """(m,) for self-loops their number among those of their node, -1 for all other edges."""
    numbers = np.full(graph.edge_count, -1, np.int32)
    loops = np.flatnonzero(graph.source == graph.target)
    if len(loops):
        order = loops[np.argsort(graph.source[loops], kind="stable")]
        numbers[order] = _runs(graph.source[order])[0]
    return numbers


def _bends(graph: Graph) -> NDArray[np.float32]:
    """(m,) how far the middle of each edge stands aside, scene pixels: 0 for an edge that is alone between its ends.

    Edges between the same two nodes, in either direction, are fanned out evenly.
    """
    bends = np.zeros(graph.edge_count, np.float32)
    apart = np.flatnonzero(graph.source != graph.target)
    if not len(apart):
        return bends
    low = np.minimum(graph.source[apart], graph.target[apart]).astype(np.int64)
    high = np.maximum(graph.source[apart], graph.target[apart])
    pair = low * len(graph) + high
    # a stable sort takes twice as long, and few edges have others beside them
    order = np.argsort(pair)
    beside = np.sort(order[_runs(pair[order])[1] > 1])
    order = beside[np.argsort(pair[beside], kind="stable")]
    number, count = _runs(pair[order])
    gap = np.minimum(FAN_GAP, FAN_WIDTH / np.maximum(count - 1, 1))
    aside = (number - (count - 1) / 2) * gap
    edges = apart[order]
    # a bend is to the left of its edge's own direction: turn it for those that run the other way
    bends[edges] = np.where(graph.source[edges] < graph.target[edges], aside, -aside)
    return bends


def _runs(values: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For sorted values: the number of each within its run of equals, and the length of that run."""
    starts = np.flatnonzero(np.append(len(values) > 0, values[1:] != values[:-1]))
    lengths = np.diff(np.append(starts, len(values)))
    return np.arange(len(values)) - np.repeat(starts, lengths), np.repeat(lengths, lengths)
