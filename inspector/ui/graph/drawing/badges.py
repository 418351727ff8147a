"""Small marks at nodes: a pin on those held in place, "+12" on those with edges to nodes that are not shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from inspector.ui.graph.drawing.camera import node_pixels
from inspector.ui.graph.drawing.frame import Frame
from inspector.ui.graph.drawing.scene import GraphScene
from inspector.ui.graph.drawing.texts import Texts
from inspector.ui.theme.theme import Theme

READ_FROM = 9.0
"""Diameter in pixels from which nodes carry such marks."""
MOST = 1_500
"""Nodes in view up to which they are drawn."""
_BATCH = 40


def badged(scene: GraphScene, frame: Frame, nodes: NDArray[Any]) -> NDArray[Any]:
    """Those of the nodes that carry a mark at this scale."""
    wanted = np.zeros(len(scene.graph), bool)
    if scene.pinned is not None:
        wanted |= scene.pinned
    if scene.outside is not None:
        wanted |= np.asarray(scene.outside) > 0
    marked = nodes[wanted[nodes]]
    large = node_pixels(scene.sizes[marked], frame.camera.scale) >= READ_FROM
    return marked[large] if len(marked) <= MOST else marked[:0]


def draw_badges(
    painter: QPainter, theme: Theme, texts: Texts, scene: GraphScene, frame: Frame, nodes: NDArray[Any]
) -> Iterator[None]:
    """Draw the marks of these nodes."""
    marked = badged(scene, frame, nodes)
    points, diameters = frame.place(scene.positions[marked]), node_pixels(scene.sizes[marked], frame.camera.scale)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for number, (node, (x, y), size) in enumerate(
        zip(marked.tolist(), points.tolist(), diameters.tolist(), strict=True)
    ):
        if scene.pinned is not None and scene.pinned[node]:
            _pin(painter, theme, QPointF(x - size * 0.42, y - size * 0.42))
        if scene.outside is not None and scene.outside[node] > 0:
            _count(painter, theme, texts, f"+{int(scene.outside[node]):,}", x + size * 0.4, y + size * 0.34)
        if number % _BATCH == _BATCH - 1:
            yield
    yield


def _pin(painter: QPainter, theme: Theme, at: QPointF) -> None:
    """A pin whose needle points at the node."""
    painter.setPen(QPen(theme.colour("background"), 3.2))
    painter.drawLine(at, at + QPointF(-3.5, -3.5))
    painter.setPen(QPen(theme.colour("text"), 1.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawLine(at, at + QPointF(-3.5, -3.5))
    painter.setPen(QPen(theme.colour("background"), 1))
    painter.setBrush(theme.colour("text"))
    painter.drawEllipse(at + QPointF(-5, -5), 3.4, 3.4)


def _count(painter: QPainter, theme: Theme, texts: Texts, text: str, left: float, top: float) -> None:
    font = texts.font()
    font.setPixelSize(max(9, font.pixelSize() - 2))
    painter.setFont(font)
    metrics = painter.fontMetrics()
    box = QRectF(left, top, metrics.horizontalAdvance(text) + 6, metrics.height() - 1)
    painter.setPen(QPen(theme.colour("border"), 1))
    painter.setBrush(theme.colour("raised"))
    painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
    painter.setPen(theme.colour("text"))
    painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)
