"""Where every node of a whole graph stands: the layouts by name, their components packed, at scene scale."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.cancel import CancelToken
from inspector.graph.layout.adjacency import Floats, adjacency, block
from inspector.graph.layout.boxes import boxes as node_boxes
from inspector.graph.layout.columns import column_positions
from inspector.graph.layout.force import force_positions
from inspector.graph.layout.layered import layered_positions
from inspector.graph.layout.packing import around, shelves, tidy_block
from inspector.graph.layout.radial import radial_positions
from inspector.graph.layout.spacing import SHAPE_LIMIT, separated, spaced
from inspector.graph.layout.stress import STRESS_LIMIT, batch_positions
from inspector.graph.model import Graph

EDGE_LENGTH = 84.0
"""Length of a usual edge of a small graph, scene pixels."""
STRETCH = np.array([1.28, 0.92], np.float32)
"""Small graphs are drawn wider than tall, because labels and windows are."""
LARGE_SPACING = 26.0
"""Least distance of nodes of a large graph, scene pixels."""
COMPONENT_GAP = 36.0

Report = Callable[[Floats], None]
"""Is handed (n, 2) scene positions of all nodes while a layout runs, on its thread."""


def arrange(
    graph: Graph,
    layout: str,
    cancel: CancelToken,
    report: Report | None = None,
    columns: Sequence[Sequence[str]] = (),
) -> Floats:
    """(n, 2) float32 scene positions (y grows downwards) by the layout of this id. Deterministic; ends by itself.

    ``columns`` are the node types of each column of the ``columns`` layout. Raises Cancelled, and ValueError for an
    unknown id.
    """
    if not len(graph):
        return np.zeros((0, 2), np.float32)
    cancel.check()
    boxes = node_boxes(graph.labels)
    if layout == "columns":
        return column_positions(graph, columns, boxes)
    if layout == "layered":
        return _by_component(graph, boxes, cancel, _Layered(graph, boxes))
    if layout == "radial":
        return _by_component(graph, boxes, cancel, _Radial(boxes, cancel))
    if layout == "force":
        return _force(graph, boxes, cancel, report)
    raise ValueError(f"no layout {layout!r}")


def first_picture(graph: Graph, cancel: CancelToken) -> Floats:
    """(n, 2) scene positions at once: rings around the busiest node, and a block of isolated nodes."""
    return _by_component(graph, node_boxes(graph.labels), cancel, _radial)


Place = Callable[[Any, NDArray[Any]], Floats]
"""Positions, in scene pixels, of one component, given its matrix and its nodes."""


def _by_component(graph: Graph, boxes: Floats, cancel: CancelToken, place: Place) -> Floats:
    matrix = adjacency(len(graph), graph.source, graph.target)
    members = _members(graph)
    positions = np.zeros((len(graph), 2), np.float32)
    for nodes in members:
        cancel.check()
        if len(nodes) > 1:
            positions[nodes] = place(block(matrix, nodes), nodes)
    return _packed(positions, members, boxes)


def _radial(matrix: Any, nodes: NDArray[Any]) -> Floats:
    return radial_positions(matrix) * np.float32(EDGE_LENGTH if len(nodes) <= SHAPE_LIMIT else LARGE_SPACING * 1.5)


class _Radial:
    """Places a component on rings, labels apart where there are few enough to be read."""

    def __init__(self, boxes: Floats, cancel: CancelToken) -> None:
        self._boxes, self._cancel = boxes, cancel

    def __call__(self, matrix: Any, nodes: NDArray[Any]) -> Floats:
        found = _radial(matrix, nodes)
        return spaced(found, self._boxes[nodes], self._cancel) if len(nodes) <= SHAPE_LIMIT else found


class _Layered:
    """Places a component by layers, seen with the directions its edges have in the graph."""

    def __init__(self, graph: Graph, boxes: Floats) -> None:
        self._graph, self._boxes = graph, boxes

    def __call__(self, matrix: Any, nodes: NDArray[Any]) -> Floats:
        part = self._graph.subgraph(nodes)
        return layered_positions(len(part), part.source, part.target, self._boxes[nodes])


def _force(graph: Graph, boxes: Floats, cancel: CancelToken, report: Report | None) -> Floats:
    matrix = adjacency(len(graph), graph.source, graph.target)
    members = _members(graph)
    positions = np.zeros((len(graph), 2), np.float32)
    small = [nodes for nodes in members if 1 < len(nodes) <= STRESS_LIMIT]
    _place_small(matrix, small, positions, cancel)
    for nodes in small:
        positions[nodes] = _landscape(positions[nodes]) * STRETCH * np.float32(EDGE_LENGTH)
        if len(graph) <= SHAPE_LIMIT:
            positions[nodes] = spaced(positions[nodes], boxes[nodes], cancel)
    for nodes in members:
        if len(nodes) > STRESS_LIMIT:
            _place_large(graph, block(matrix, nodes), nodes, members, boxes, positions, cancel, report)
    return _packed(positions, members, boxes)


def _place_large(
    graph: Graph,
    matrix: Any,
    nodes: NDArray[Any],
    members: list[NDArray[Any]],
    boxes: Floats,
    positions: Floats,
    cancel: CancelToken,
    report: Report | None,
) -> None:
    """Put a large component into ``positions``, and hand out the whole picture while it takes shape."""

    def scaled(found: Floats) -> Floats:
        spread = np.sqrt(np.prod(np.ptp(np.percentile(found, [2, 98], axis=0), axis=0)) / len(found))
        return _landscape(found) * np.float32(LARGE_SPACING * 1.6 / max(float(spread), 1e-6))

    def handed_out(found: Floats) -> None:
        if report is not None:
            so_far = positions.copy()
            so_far[nodes] = scaled(found)
            report(_packed(so_far, members, boxes))

    found = scaled(force_positions(matrix, cancel, handed_out))
    if len(graph) <= SHAPE_LIMIT:
        positions[nodes] = spaced(found, boxes[nodes], cancel)
    else:
        positions[nodes] = separated(found, LARGE_SPACING, 12, cancel)


def _place_small(matrix: Any, small: list[NDArray[Any]], positions: Floats, cancel: CancelToken) -> None:
    """Put components of similar size into ``positions``, all of one size class at once."""
    width = 2
    while small and width < 2 * STRESS_LIMIT:
        chosen = [nodes for nodes in small if width // 2 < len(nodes) <= width]
        if chosen:
            first, second, slots = [], [], []
            for slot, nodes in enumerate(chosen):
                part = block(matrix, nodes).tocoo()
                first.append(part.row)
                second.append(part.col)
                slots.append(np.full(len(part.row), slot, np.int32))
            widest = max(len(nodes) for nodes in chosen)
            sizes = np.array([len(nodes) for nodes in chosen], np.int32)
            found = batch_positions(
                sizes, np.concatenate(slots), np.concatenate(first), np.concatenate(second), widest, cancel
            )
            for slot, nodes in enumerate(chosen):
                positions[nodes] = found[slot, : len(nodes)]
        width *= 2


def _members(graph: Graph) -> list[NDArray[Any]]:
    """The nodes of each component, largest first."""
    order = np.argsort(graph.components, kind="stable")
    bounds = np.cumsum(np.bincount(graph.components, minlength=graph.component_count))[:-1]
    return np.split(order, bounds)


def _landscape(positions: Floats) -> Floats:
    """Positions turned so that they are widest from left to right, as windows and labels are."""
    centred = positions - positions.mean(0)
    if len(positions) < 3:
        return np.column_stack([np.arange(len(positions)) - 0.5, np.zeros(len(positions))]).astype(np.float32)
    values, axes = np.linalg.eigh(centred.T.astype(np.float64) @ centred.astype(np.float64))
    axes = axes[:, ::-1] if values[1] > values[0] else axes
    axes = axes * np.where(axes[np.abs(axes).argmax(0), [0, 1]] < 0, -1.0, 1.0)
    turned: Floats = (centred @ axes).astype(np.float32)
    return turned


def _packed(positions: Floats, members: list[NDArray[Any]], boxes: Floats) -> Floats:
    """Components side by side, the largest first; isolated nodes as one block; the whole centred on 0, 0."""
    found = positions.copy()
    joined = [nodes for nodes in members if len(nodes) > 1]
    single = np.sort(np.concatenate([nodes for nodes in members if len(nodes) == 1] or [np.zeros(0, np.intp)]))
    groups = joined
    if len(single):
        groups = [*joined, single]
        found[single] = tidy_block(boxes[single])
    lows, sizes = np.zeros((len(groups), 2)), np.zeros((len(groups), 2))
    for i, nodes in enumerate(groups):
        low = (found[nodes] - boxes[nodes] / 2).min(0)
        lows[i] = low
        sizes[i] = (found[nodes] + boxes[nodes] / 2).max(0) - low + COMPONENT_GAP
    dominant = len(groups) > 1 and sizes[0].prod() > 0.4 * (sizes[:, 0] * sizes[:, 1]).sum()
    corners = around(sizes) if dominant else shelves(sizes)
    for i, nodes in enumerate(groups):
        found[nodes] += (corners[i] - lows[i]).astype(np.float32)
    found -= (found.min(0) + found.max(0)) / 2
    return found
