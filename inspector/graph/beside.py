"""Where nodes go that are brought in beside one that is shown: in rings around it, where nothing else stands."""

from __future__ import annotations

from math import pi
from typing import Any

import numpy as np
from numpy.typing import NDArray

GAP = 72.0
"""Least distance between two nodes, scene pixels."""
NEAREST = 120.0
"""Radius of the first ring."""
_RING_STEP = 84.0
_RINGS = 400
"""Rings that are looked through; a crowd beyond them stands on the last one."""


def place_beside(
    positions: NDArray[Any], node: int, brought: NDArray[Any], shown: NDArray[np.bool_], toward: float = 0.0
) -> NDArray[np.float32]:
    """(n, 2) the same positions, but for ``brought``: the first ones nearest to ``node``, in the direction ``toward``
    (radians). All other nodes stay exactly where they are.
    """
    from scipy.spatial import cKDTree

    placed = np.array(positions, np.float32)
    if not len(brought):
        return placed
    middle = placed[node].astype(float)
    standing = shown.copy()
    standing[brought] = False
    standing[node] = True
    others = cKDTree(placed[standing])
    free: list[NDArray[Any]] = []
    missing = len(brought)
    for ring in range(_RINGS):
        spots = middle + _ring(NEAREST + ring * _RING_STEP, toward)
        away, _ = others.query(spots, distance_upper_bound=GAP)
        found = spots[np.isinf(away)][:missing]
        free.append(found)
        missing -= len(found)
        if not missing:
            break
    if missing:
        free.append(middle + _ring(NEAREST + _RINGS * _RING_STEP, toward, missing))
    placed[brought] = np.concatenate(free)
    return placed


def away_from(positions: NDArray[Any], node: int, neighbours: NDArray[Any]) -> float:
    """The direction (radians) from the middle of its neighbours to a node and beyond: where there is room."""
    if not len(neighbours):
        return 0.0
    x, y = (positions[node] - positions[neighbours].mean(0)).tolist()
    return float(np.arctan2(y, x))


def _ring(radius: float, toward: float, count: int = 0) -> NDArray[np.float64]:
    """(k, 2) spots on a circle around the origin, the one in the direction ``toward`` first, then by turns both sides.

    As many as have room, or ``count``.
    """
    spots = count or max(1, int(2 * pi * radius / GAP))
    number = np.arange(spots)
    turn = np.where(number % 2, (number + 1) // 2, -(number // 2)) * (2 * pi / spots)
    return np.column_stack([np.cos(toward + turn), np.sin(toward + turn)]) * radius
