"""Where the components of a graph stand beside each other, so that the picture is full and nothing is lost."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.graph.layout.adjacency import Floats
from inspector.graph.layout.boxes import BARE
from inspector.graph.model import Graph

RATIO = 1.5
"""Width over height of the whole picture: that of a usual window."""
COMPONENT_GAP = 36.0
"""Free room between components, scene pixels."""
_FEW = 400
"""Components up to which several shapes of the block of isolated nodes are tried."""


def members(graph: Graph) -> list[NDArray[Any]]:
    """The nodes of each component, largest first."""
    order = np.argsort(graph.components, kind="stable")
    bounds = np.cumsum(np.bincount(graph.components, minlength=graph.component_count))[:-1]
    return np.split(order, bounds)


def packed(positions: Floats, parts: list[NDArray[Any]], boxes: Floats, ratio: float = RATIO) -> Floats:
    """(n, 2) components side by side, the largest first; isolated nodes as one block; the whole centred on 0, 0.

    ``positions`` says how the nodes of each component stand to each other.
    """
    joined = [nodes for nodes in parts if len(nodes) > 1]
    single = np.sort(np.concatenate([nodes for nodes in parts if len(nodes) == 1] or [np.zeros(0, np.intp)]))
    groups = [*joined, single] if len(single) else joined
    # the block may be slender, to stand below or beside what is there
    shapes = (1.0, 3.0, 8.0, 1 / 3) if len(single) and joined and len(groups) < _FEW else (1.0,)
    best: tuple[float, Floats] | None = None
    for shape in shapes:
        found = positions.copy()
        found[single] = tidy_block(boxes[single], ratio * shape, labelled=len(boxes) < BARE)
        found = _side_by_side(found, groups, boxes, ratio)
        wide, tall = np.ptp(found, axis=0).tolist()
        needed = max(wide / ratio, tall)
        if best is None or needed < best[0] * 0.99:
            best = needed, found
    assert best is not None
    return best[1]


def _side_by_side(found: Floats, groups: list[NDArray[Any]], boxes: Floats, ratio: float) -> Floats:
    order = np.concatenate(groups)
    starts = np.cumsum([0, *(len(nodes) for nodes in groups[:-1])])
    lows = np.minimum.reduceat((found - boxes / 2)[order], starts).astype(np.float64)
    sizes = np.maximum.reduceat((found + boxes / 2)[order], starts) - lows + COMPONENT_GAP
    dominant = len(groups) > 1 and sizes[0].prod() > 0.4 * (sizes[:, 0] * sizes[:, 1]).sum()
    corners = around(sizes, ratio) if dominant else shelves(sizes, ratio)
    group = np.repeat(np.arange(len(groups)), [len(nodes) for nodes in groups])
    found[order] += (corners - lows)[group].astype(np.float32)
    found -= (found.min(0) + found.max(0)) / 2
    return found


def shelves(sizes: NDArray[Any], ratio: float = RATIO) -> NDArray[Any]:
    """(k, 2) lower corners of k rectangles of (k, 2) width and height, none overlapping, in rows, tall ones first.

    The rows are as wide as makes the whole fill a window of this ratio best.
    """
    if not len(sizes):
        return np.zeros((0, 2))
    order = np.argsort(-sizes[:, 1], kind="stable").tolist()
    usual = float(np.sqrt((sizes[:, 0] * sizes[:, 1]).sum() * ratio))
    best: tuple[float, list[tuple[float, float]]] | None = None
    for factor in (1.0, 1.12, 1.25, 0.9) if len(sizes) < 3_000 else (1.1,):
        placed, whole = _rows(sizes.tolist(), order, max(usual * factor, float(sizes[:, 0].max())))
        needed = max(whole[0] / ratio, whole[1])
        if best is None or needed < best[0] * 0.999:
            best = needed, placed
    assert best is not None
    return np.array(best[1])


def _rows(
    sizes: list[list[float]], order: list[int], widest: float
) -> tuple[list[tuple[float, float]], tuple[float, float]]:
    """Corners of rectangles in rows of at most this width, and width and height of the whole."""
    placed = [(0.0, 0.0)] * len(sizes)
    x = y = height = width = 0.0
    for i in order:
        wide, tall = sizes[i]
        if x and x + wide > widest:
            x, y, height = 0.0, y + height, 0.0
        placed[i] = x, y
        x += wide
        width, height = max(width, x), max(height, tall)
    return placed, (width, y + height)


def around(sizes: NDArray[Any], ratio: float = RATIO) -> NDArray[Any]:
    """(k, 2) lower corners: the first rectangle, then the others in rows under it or columns beside it, whichever
    brings the whole nearer to ``ratio``.
    """
    if len(sizes) < 2:
        return np.zeros((len(sizes), 2))
    first, rest = sizes[0], sizes[1:]
    area = float((rest[:, 0] * rest[:, 1]).sum())
    best: tuple[float, NDArray[Any]] | None = None
    for axis in (0, 1):
        # beside (axis 0): the others fill a strip as tall as the first; under (axis 1): one as wide
        along = max(float(first[1 - axis]), float(rest[:, 1 - axis].max()))
        strip = max(area / along, float(rest[:, axis].max()))
        shape = strip / along if axis == 0 else along / strip
        corners = shelves(rest, max(shape * 1.05, 0.05))
        corners[:, axis] += first[axis]
        whole = np.maximum(first, (corners + rest).max(0))
        # what a window of this ratio must hold
        needed = max(float(whole[0]) / ratio, float(whole[1]))
        if best is None or needed < best[0]:
            best = needed, corners
    assert best is not None
    return np.vstack([np.zeros(2), best[1]])


def tidy_block(boxes: Floats, ratio: float = RATIO, *, labelled: bool = True) -> Floats:
    """(n, 2) places of nodes without edges: a grid in their order, row by row, about as wide as ``ratio`` asks."""
    n = len(boxes)
    if not n:
        return np.zeros((0, 2), np.float32)
    cell = boxes.max(0).astype(np.float64)
    if labelled:
        cell[0] *= 1.8  # room for labels beside, when the picture is small
    across = max(1, round(float(np.sqrt(n * ratio * cell[1] / cell[0]))))
    at = np.arange(n)
    found: Floats = np.column_stack([at % across * cell[0], at // across * cell[1]]).astype(np.float32)
    return found
