"""Where there is room for one more node, near to where it would best stand."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.graph.layout.adjacency import Floats

SPOTS = 420
"""Places that are looked at around a goal before looking further away."""


class FreeRoom:
    """The room that is free between boxes."""

    def __init__(self, found: Floats, placed: NDArray[np.bool_], boxes: Floats) -> None:
        self._found, self._placed, self._boxes = found, placed, boxes
        number = np.arange(SPOTS)
        spiral = np.sqrt(number)[:, None] * np.column_stack([np.cos(number * 2.399963), np.sin(number * 2.399963)])
        self._spiral = spiral * 0.5

    def near(self, node: int, goal: NDArray[Any], reach: tuple[float, float]) -> NDArray[Any]:
        """(2,) the free place nearest to ``goal``, looking further and further away."""
        box = self._boxes[node]
        scale = 1.0
        while True:
            spots = goal + self._spots(reach) * box * scale
            low, high = spots.min(0) - box, spots.max(0) + box
            widest = self._boxes.max(0) / 2
            inside = (self._found > low - widest) & (self._found < high + widest)
            close = np.flatnonzero(inside.all(1) & self._placed)
            close = close[close != node]
            lack = (self._boxes[close] + box) / 2 - np.abs(spots[:, None] - self._found[close][None])
            clear = np.flatnonzero(~(lack > 0).all(2).any(1))
            if len(clear):
                return np.asarray(spots[clear[0]])
            scale *= 2

    def _spots(self, reach: tuple[float, float]) -> NDArray[Any]:
        if reach[0] and reach[1]:
            return np.asarray(self._spiral * np.array(reach))
        number = (np.arange(SPOTS) + 1) // 2 * np.where(np.arange(SPOTS) % 2, 1.0, -1.0) * 0.5
        return np.asarray(number[:, None] * np.array(reach))
