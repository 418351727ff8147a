"""Where every node of a whole graph stands when linked nodes attract each other: all its components, at scene scale."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.cancel import CancelToken
from inspector.graph.layout.adjacency import Floats, adjacency, block
from inspector.graph.layout.boxes import BARE
from inspector.graph.layout.force import force_positions
from inspector.graph.layout.packing import members, packed
from inspector.graph.layout.spacing import separated, spaced
from inspector.graph.layout.stress import STRESS_LIMIT, batch_positions
from inspector.graph.model import Graph

EDGE_LENGTH = 84.0
"""Length of a usual edge of a small graph, scene pixels."""
LARGE_SPACING = 26.0
"""Least distance of nodes of a large graph, scene pixels."""
AIRY = 1.5
"""Distance of nodes, in widths of their boxes, before those are moved apart: in a crowd all would have to move."""
MOST_STRETCH = 1.25
"""How much wider than tall a component may be drawn for the sake of the window; labels are wide, too."""

Report = Callable[[Floats], None]
"""Is handed (n, 2) scene positions of all nodes while a layout runs, on its thread."""


@dataclass(frozen=True)
class _Whole:
    """What all steps need to know."""

    graph: Graph
    """The graph."""
    boxes: Floats
    """(n, 2) the room of each node, scene pixels."""
    ratio: float
    """Width over height of the window."""
    cancel: CancelToken
    """Ends the work."""
    report: Report | None
    """Is handed pictures on the way."""

    @property
    def small(self) -> bool:
        """Whether there are few enough nodes to keep their boxes apart one by one."""
        return len(self.graph) <= BARE


def force_picture(graph: Graph, boxes: Floats, ratio: float, cancel: CancelToken, report: Report | None) -> Floats:
    """(n, 2) scene positions of all nodes, filling a window of this width over height. Raises Cancelled."""
    whole = _Whole(graph, boxes, ratio, cancel, report)
    matrix = adjacency(len(graph), graph.source, graph.target)
    parts = members(graph)
    positions = np.zeros((len(graph), 2), np.float32)
    small = [nodes for nodes in parts if 1 < len(nodes) <= STRESS_LIMIT]
    _place_small(matrix, small, positions, cancel)
    for nodes in small:
        found = _landscape(positions[nodes], ratio) * np.float32(EDGE_LENGTH if whole.small else LARGE_SPACING * 1.5)
        positions[nodes] = spaced(found, boxes[nodes], cancel) if whole.small else found
    for nodes in parts:
        if len(nodes) > STRESS_LIMIT:
            _place_large(whole, block(matrix, nodes), nodes, parts, positions)
    return packed(positions, parts, boxes, ratio)


def _place_large(whole: _Whole, matrix: Any, nodes: NDArray[Any], parts: list[NDArray[Any]], positions: Floats) -> None:
    """Put a large component into ``positions``, and hand out the whole picture while it takes shape."""

    spacing = LARGE_SPACING * 1.6
    if whole.small:
        spacing = AIRY * float(np.sqrt(whole.boxes[nodes].prod(1).mean()))

    def scaled(found: Floats) -> Floats:
        spread = np.sqrt(np.prod(np.ptp(np.percentile(found, [2, 98], axis=0), axis=0)) / len(found))
        return _landscape(found, whole.ratio) * np.float32(spacing / max(float(spread), 1e-6))

    def handed_out(found: Floats) -> None:
        if whole.report is not None:
            so_far = positions.copy()
            so_far[nodes] = scaled(found)
            whole.report(packed(so_far, parts, whole.boxes, whole.ratio))

    found = scaled(force_positions(matrix, whole.cancel, handed_out))
    if whole.small:
        positions[nodes] = spaced(found, whole.boxes[nodes], whole.cancel)
    else:
        positions[nodes] = separated(found, LARGE_SPACING, 12 if len(nodes) <= 20_000 else 6, whole.cancel)


def _place_small(matrix: Any, small: list[NDArray[Any]], positions: Floats, cancel: CancelToken) -> None:
    """Put components of similar size into ``positions``, all of one size class at once."""
    rank = np.zeros(len(positions), np.int32)
    slot = np.full(len(positions), -1, np.int32)
    rows, columns = np.repeat(np.arange(len(positions)), np.diff(matrix.indptr)), matrix.indices
    width = 2
    while small and width < 2 * STRESS_LIMIT:
        chosen = [nodes for nodes in small if width // 2 < len(nodes) <= width]
        if chosen:
            sizes = np.array([len(nodes) for nodes in chosen], np.int32)
            nodes = np.concatenate(chosen)
            slot[nodes] = np.repeat(np.arange(len(chosen), dtype=np.int32), sizes)
            rank[nodes] = np.arange(len(nodes)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
            inside = slot[rows] >= 0
            ends = slot[rows[inside]], rank[rows[inside]], rank[columns[inside]]
            found = batch_positions(sizes, *ends, int(sizes.max()), cancel)
            positions[nodes] = found[slot[nodes], rank[nodes]]
            slot[nodes] = -1
        width *= 2


def _landscape(positions: Floats, ratio: float) -> Floats:
    """Positions turned so that they are widest the way the window is, and stretched a little toward its shape."""
    centred = positions - positions.mean(0)
    if len(positions) < 3:
        along = np.arange(len(positions)) - 0.5
        return np.column_stack([along, np.zeros(len(positions))]).astype(np.float32)
    values, axes = np.linalg.eigh(centred.T.astype(np.float64) @ centred.astype(np.float64))
    axes = axes[:, ::-1] if values[1] > values[0] else axes
    axes = axes * np.where(axes[np.abs(axes).argmax(0), [0, 1]] < 0, -1.0, 1.0)
    turned = centred @ axes
    wide, tall = np.maximum(np.ptp(turned, axis=0), 1e-6).tolist()
    stretch = min(max(max(ratio, 1 / ratio) * tall / wide, 1.0), MOST_STRETCH) ** 0.5
    found: Floats = (turned * (stretch, 1 / stretch)).astype(np.float32)
    return found if ratio >= 1 else np.ascontiguousarray(found[:, ::-1])
