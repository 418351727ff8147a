"""What one picture of a scene shows: a camera over so many pixels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.ui.graph.drawing.camera import Camera

PREVIEW = object()
"""Step of a drawing after which what is drawn so far is worth showing."""


@dataclass(frozen=True)
class Frame:
    """What one picture shows: a camera over so many pixels."""

    camera: Camera
    """Middle and scale."""
    width: float
    """Width in device-independent pixels."""
    height: float
    """Height in device-independent pixels."""
    ratio: float = 1.0
    """Device pixels per pixel."""
    seen: float = 1.0
    """Share of width and height that is not margin: no label is cut off at its border."""

    def bounds(self, room: float = 0.0) -> tuple[float, float, float, float]:
        """Left, top, right, bottom of what is seen, in the scene, with ``room`` pixels more on every side."""
        half_x = (self.width / 2 + room) / self.camera.scale
        half_y = (self.height / 2 + room) / self.camera.scale
        return (self.camera.x - half_x, self.camera.y - half_y, self.camera.x + half_x, self.camera.y + half_y)

    def place(self, points: NDArray[Any]) -> NDArray[np.float64]:
        """Scene points as pixels."""
        return self.camera.to_widget(points, self.width, self.height)

    def inner(self) -> Frame:
        """What is seen without the margin."""
        return Frame(self.camera, self.width * self.seen, self.height * self.seen, self.ratio)
