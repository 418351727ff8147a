"""Where nodes stand on rings around the busiest one: a first picture in no time, and a layout of its own."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.graph.layout.adjacency import Floats, neighbours


def radial_positions(matrix: Any, root: int | None = None) -> Floats:
    """(n, 2) positions of a connected graph: a breadth-first tree, the depth is the ring, each branch gets an angle
    in proportion to its leaves. Without ``root`` the node of most neighbours stands in the middle.
    """
    n = matrix.shape[0]
    start = int(np.diff(matrix.indptr).argmax()) if root is None else root
    parent, rings = _tree(matrix, start)
    leaves = np.zeros(n)
    for ring in reversed(rings[1:]):
        leaves[ring] = np.maximum(leaves[ring], 1)
        leaves += np.bincount(parent[ring], leaves[ring], n)
    begin, wide, depth = np.zeros(n), np.zeros(n), np.zeros(n)
    wide[start] = 2 * np.pi
    for level, ring in enumerate(rings[1:], 1):
        ring = ring[np.argsort(parent[ring], kind="stable")]
        above = parent[ring]
        wide[ring] = leaves[ring] / leaves[above] * wide[above]
        run = np.cumsum(wide[ring]) - wide[ring]
        first = np.append(True, above[1:] != above[:-1])
        since = run[np.maximum.accumulate(np.where(first, np.arange(len(ring)), 0))]
        begin[ring] = begin[above] + run - since
        depth[ring] = level
    angle = begin + wide / 2
    radius = _radii(rings)[depth.astype(int)]
    found: Floats = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)]).astype(np.float32)
    return found


def _tree(matrix: Any, start: int) -> tuple[NDArray[Any], list[NDArray[Any]]]:
    parent = np.full(matrix.shape[0], -1)
    parent[start] = start
    rings = [np.array([start])]
    while True:
        origins, reached = neighbours(matrix, rings[-1])
        new = parent[reached] < 0
        origins, reached = origins[new], reached[new]
        ring, first = np.unique(reached, return_index=True)
        if not len(ring):
            return parent, rings
        parent[ring] = origins[first]
        rings.append(ring)


def _radii(rings: list[NDArray[Any]]) -> NDArray[Any]:
    """The radius of each ring: at least one more than the one inside, and long enough for its nodes."""
    radii = [0.0]
    for ring in rings[1:]:
        radii.append(max(radii[-1] + 1, len(ring) / (2 * np.pi)))
    return np.array(radii)
