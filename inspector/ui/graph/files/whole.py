"""The frame of a picture file: everything that is shown, with room for labels at its border."""

from __future__ import annotations

import numpy as np

from inspector.ui.graph.drawing.camera import Camera
from inspector.ui.graph.drawing.frame import Frame
from inspector.ui.graph.drawing.scene import GraphScene

BORDER = 96.0
"""Room around the graph for labels, pixels."""
LONGEST_SIDE = 10_000
"""Longest side of a PNG, pixels."""
MOST_PIXELS = 60_000_000
"""Pixels of a PNG: more than 256 MB of them are refused by many programs that open pictures."""
FINE = 2_000
"""Nodes up to which a picture is drawn with four pixels for one."""


def whole_frame(scene: GraphScene, ratio: float = 1.0) -> Frame:
    """The frame that shows everything that is not filtered out, at scale 1 unless that is too large."""
    points = scene.positions[scene.show_nodes]
    if not len(points):
        return Frame(Camera(), 2 * BORDER, 2 * BORDER, ratio)
    low, high = points.min(0).astype(float), points.max(0).astype(float)
    span = high - low
    scale = min(1.0, (LONGEST_SIDE / ratio - 2 * BORDER) / max(float(span.max()), 1.0))
    area = float(np.prod(span * scale + 2 * BORDER)) * ratio * ratio
    scale *= min(1.0, (MOST_PIXELS / area) ** 0.5)
    middle = (low + high) / 2
    width, height = (span * scale + 2 * BORDER).tolist()
    return Frame(Camera(float(middle[0]), float(middle[1]), scale), round(width), round(height), ratio)


def ratio_of(scene: GraphScene) -> float:
    """Device pixels to a logical one in a PNG."""
    return 2.0 if len(scene.graph) <= FINE else 1.0
