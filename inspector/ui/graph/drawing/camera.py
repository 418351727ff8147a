"""Which part of the scene is seen, and how large."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

CLOSEST, FARTHEST = 8.0, 0.002
"""Largest and smallest scale."""
_MARGIN_SHARE = 0.11
"""Most of a side that is spared around a whole graph."""


@dataclass(frozen=True)
class Camera:
    """Scene point in the middle of the widget, and widget pixels per scene pixel."""

    x: float = 0.0
    """Scene x in the middle."""
    y: float = 0.0
    """Scene y in the middle."""
    scale: float = 1.0
    """Widget pixels per scene pixel."""

    def to_widget(self, points: NDArray[Any], width: float, height: float) -> NDArray[np.float64]:
        """(n, 2) scene points as points of a widget of this size."""
        moved = np.asarray(points, np.float64) - (self.x, self.y)
        return moved * self.scale + (width / 2, height / 2)

    def to_scene(self, x: float, y: float, width: float, height: float) -> tuple[float, float]:
        """The scene point under a widget point."""
        return self.x + (x - width / 2) / self.scale, self.y + (y - height / 2) / self.scale

    def panned(self, dx: float, dy: float) -> Camera:
        """After the picture was dragged by so many widget pixels."""
        return replace(self, x=self.x - dx / self.scale, y=self.y - dy / self.scale)

    def zoomed(self, factor: float, x: float, y: float, width: float, height: float) -> Camera:
        """After zooming by ``factor`` with the scene point under widget point (x, y) kept in place."""
        scale = float(np.clip(self.scale * factor, FARTHEST, CLOSEST))
        at_x, at_y = self.to_scene(x, y, width, height)
        return Camera(at_x - (x - width / 2) / scale, at_y - (y - height / 2) / scale, scale)

    def centred(self, x: float, y: float, scale: float | None = None) -> Camera:
        """With this scene point in the middle."""
        return Camera(x, y, self.scale if scale is None else float(np.clip(scale, FARTHEST, CLOSEST)))


def fitting(
    points: NDArray[Any], width: float, height: float, margins: tuple[float, float] = (64.0, 44.0), largest: float = 1.1
) -> Camera:
    """The camera that shows all points with room for labels around them, never larger than ``largest``.

    ``margins`` are pixels at the sides and above and below; a narrow picture spares less.
    """
    if not len(points):
        return Camera()
    margins = min(margins[0], _MARGIN_SHARE * width), min(margins[1], _MARGIN_SHARE * height)
    low, high = points.min(0).astype(float), points.max(0).astype(float)
    room_x, room_y = max(width - 2 * margins[0], width / 4), max(height - 2 * margins[1], height / 4)
    span = np.maximum(high - low, 1e-6)
    scale = min(room_x / span[0], room_y / span[1], largest)
    middle = (low + high) / 2
    return Camera(float(middle[0]), float(middle[1]), float(np.clip(scale, FARTHEST, CLOSEST)))


def node_pixels(sizes: NDArray[Any], scale: float) -> NDArray[np.float64]:
    """Diameters of nodes in widget pixels: they shrink and grow less than the scene, so that they stay visible far
    away and leave room for text close by.
    """
    grown = np.asarray(sizes, np.float64) * min(scale, 1.0) ** 0.8 * max(scale, 1.0) ** 0.4
    return np.maximum(grown, 1.8)
