"""Where nodes stand on rings around one of them: a first picture in no time, and a layout of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.graph.layout.adjacency import Floats, neighbours

HALVINGS = 12
"""Steps of looking for the narrowest rings."""


def radial_positions(matrix: Any, root: int | None = None) -> Floats:
    """(n, 2) positions of a connected graph: a breadth-first tree, the depth is the ring, each branch gets an angle
    in proportion to its leaves. A ring of many nodes is as thick as gives each of them a place. Without ``root`` the
    node of most neighbours stands in the middle.
    """
    tree = _tree(matrix, root)
    leaves = np.zeros(matrix.shape[0])
    for ring in reversed(tree.rings[1:]):
        leaves[ring] = np.maximum(leaves[ring], 1)
        leaves += np.bincount(tree.parent[ring], leaves[ring], len(leaves))
    return _around(tree, leaves, _bands(tree.rings))


def roomy_positions(matrix: Any, sizes: NDArray[Any], least: float, root: int | None = None) -> Floats:
    """(n, 2) scene positions on rings, at least ``least`` apart, on which each node has about ``sizes`` (n,) pixels.

    A branch gets the angle it needs, and the rings are as narrow as lets all branches have that.
    """
    tree = _tree(matrix, root)
    low, high = least, least
    angles = _needed(tree, sizes, high)
    while angles[tree.root] > 2 * np.pi:
        low, high = high, high * 2
        angles = _needed(tree, sizes, high)
    for _ in range(HALVINGS if high > low else 0):
        middle = (low + high) / 2
        tried = _needed(tree, sizes, middle)
        if tried[tree.root] > 2 * np.pi:
            low = middle
        else:
            high, angles = middle, tried
    return _around(tree, angles, [(depth * high, 1) for depth in range(len(tree.rings))])


@dataclass(frozen=True)
class _Tree:
    """Shortest ways from one node."""

    root: int
    """The node in the middle."""
    parent: NDArray[Any]
    """(n,) the node each was reached from; the root from itself."""
    rings: list[NDArray[Any]]
    """Nodes by their distance."""


def _tree(matrix: Any, root: int | None) -> _Tree:
    start = int(np.diff(matrix.indptr).argmax()) if root is None else root
    parent = np.full(matrix.shape[0], -1)
    parent[start] = start
    rings = [np.array([start])]
    while True:
        origins, reached = neighbours(matrix, rings[-1])
        new = parent[reached] < 0
        origins, reached = origins[new], reached[new]
        ring, first = np.unique(reached, return_index=True)
        if not len(ring):
            return _Tree(start, parent, rings)
        parent[ring] = origins[first]
        rings.append(ring)


def _needed(tree: _Tree, sizes: NDArray[Any], step: float) -> NDArray[Any]:
    """(n,) angle that each branch needs if rings are ``step`` apart: its own node's, or all its branches' together."""
    angles = np.zeros(len(tree.parent))
    for depth in range(len(tree.rings) - 1, 0, -1):
        ring = tree.rings[depth]
        angles[ring] = np.maximum(angles[ring], sizes[ring] / (depth * step))
        np.add.at(angles, tree.parent[ring], angles[ring])
    return angles


def _around(tree: _Tree, shares: NDArray[Any], radii: list[tuple[float, int]]) -> Floats:
    """(n, 2) positions with the angle of every node divided among its branches in proportion to ``shares``.

    ``radii`` are the radius of each ring and the number of circles, 1 apart, that it consists of.
    """
    n = len(tree.parent)
    begin, wide, radius = np.zeros(n), np.zeros(n), np.zeros(n)
    wide[tree.root] = 2 * np.pi
    for level, ring in enumerate(tree.rings[1:], 1):
        ring = ring[np.argsort(tree.parent[ring], kind="stable")]
        above = tree.parent[ring]
        first = np.append(True, above[1:] != above[:-1])
        families = np.cumsum(first) - 1
        total = np.bincount(families, shares[ring])[families]
        wide[ring] = shares[ring] / total * wide[above]
        run = np.cumsum(wide[ring]) - wide[ring]
        since = run[np.maximum.accumulate(np.where(first, np.arange(len(ring)), 0))]
        begin[ring] = begin[above] + run - since
        inner, circles = radii[level]
        radius[ring] = inner + np.arange(len(ring)) % circles
    angle = begin + wide / 2
    found: Floats = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)]).astype(np.float32)
    return found


def _bands(rings: list[NDArray[Any]]) -> list[tuple[float, int]]:
    """The radius of each ring, at least one more than the one inside, and how many circles its nodes need."""
    bands = [(0.0, 1)]
    outer = 0.0
    for ring in rings[1:]:
        inner = outer + 1
        circles = max(1, round((inner * inner + len(ring) / np.pi) ** 0.5 - inner))
        bands.append((inner, circles))
        outer = inner + circles - 1
    return bands
