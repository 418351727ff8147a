"""Where the components of a graph stand beside each other, so that the picture is full and nothing is lost."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.graph.layout.adjacency import Floats

RATIO = 1.5
"""Width over height of the whole picture: that of a usual window."""


def shelves(sizes: NDArray[Any], ratio: float = RATIO) -> NDArray[Any]:
    """(k, 2) lower corners of k rectangles of (k, 2) width and height, none overlapping, in rows, tall ones first."""
    corners = np.zeros((len(sizes), 2))
    if not len(sizes):
        return corners
    order = np.argsort(-sizes[:, 1], kind="stable")
    widest = max(float(np.sqrt((sizes[:, 0] * sizes[:, 1]).sum() * ratio)), float(sizes[:, 0].max()))
    x = y = height = 0.0
    for i in order.tolist():
        width, tall = sizes[i].tolist()
        if x and x + width > widest:
            x, y, height = 0.0, y + height, 0.0
        corners[i] = x, y
        x += width
        height = max(height, tall)
    return corners


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


def tidy_block(boxes: Floats, ratio: float = RATIO) -> Floats:
    """(n, 2) places of nodes without edges: a grid in their order, row by row, about as wide as ``ratio`` asks."""
    n = len(boxes)
    if not n:
        return np.zeros((0, 2), np.float32)
    cell = boxes.max(0).astype(np.float64) * (1.8, 1.0)  # room for labels beside, when the picture is small
    across = max(1, round(float(np.sqrt(n * ratio * cell[1] / cell[0]))))
    at = np.arange(n)
    found: Floats = np.column_stack([at % across * cell[0], at // across * cell[1]]).astype(np.float32)
    return found
