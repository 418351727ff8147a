"""The whole in a corner: where what is seen lies in it; a press or a drag goes there."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent, QPen

from inspector.ui.graph.drawing.scene import GraphScene
from inspector.ui.graph.picture.panels import Panel
from inspector.ui.graph.picture.surface import GraphSurface
from inspector.ui.theme.theme import Theme

WIDTH, HEIGHT = 176, 120
PADDING = 6
FEWEST = 30
"""Nodes from which there is something to lose sight of."""
SEEN_WHOLE = 0.92
"""Share of width and height in view from which the map says nothing new."""


class Minimap(Panel):
    """Shows every shown node as a dot, and the rectangle that is seen."""

    def __init__(self, theme: Theme, surface: GraphSurface) -> None:
        super().__init__(theme, surface, opacity=246)
        self._surface = surface
        self._drawn: tuple[GraphScene, int, QImage] | None = None
        self.setFixedSize(WIDTH, HEIGHT)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.setAccessibleName("Map of the whole graph")
        self.setToolTip("Where the view is; press or drag to go elsewhere")
        theme.changed.connect(self._forget)

    @property
    def useful(self) -> bool:
        """Whether there is more than what is seen."""
        scene = self._surface.scene
        if scene is None or np.count_nonzero(scene.show_nodes) < FEWEST:
            return False
        low, high = scene.extent()
        left, top, right, bottom = self._surface.frame().bounds()
        seen_x = (min(right, high[0]) - max(left, low[0])) / max(high[0] - low[0], 1e-6)
        seen_y = (min(bottom, high[1]) - max(top, low[1])) / max(high[1] - low[1], 1e-6)
        return bool(min(seen_x, seen_y) < SEEN_WHOLE)

    def view_rect(self) -> QRectF:
        """What is seen, in the map."""
        left, top, right, bottom = self._surface.frame().bounds()
        corner, other = self._to_map(np.array([[left, top], [right, bottom]])).tolist()
        return QRectF(QPointF(*corner), QPointF(*other))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        scene = self._surface.scene
        if scene is None or not scene.show_nodes.any():
            return
        painter = QPainter(self)
        painter.drawImage(QPointF(0, 0), self._picture(scene))
        painter.setClipRect(self.rect().adjusted(2, 2, -2, -2))
        inside = QColor(self._theme.colour("accent"))
        inside.setAlpha(40)
        painter.setBrush(inside)
        painter.setPen(QPen(self._theme.colour("accent"), 1.5))
        # far inside, the rectangle would be too small to be seen
        seen = self.view_rect()
        grow = max(0.0, 6 - seen.width()) / 2, max(0.0, 6 - seen.height()) / 2
        painter.drawRect(seen.adjusted(-grow[0], -grow[1], grow[0], grow[1]))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._go(event.position())
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go(event.position())
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def _go(self, point: QPointF) -> None:
        scene = self._surface.scene
        if scene is not None:
            scale, middle = self._scale(scene)
            x, y = (np.array([point.x(), point.y()]) - (WIDTH / 2, HEIGHT / 2)) / scale + middle
            self._surface.look(self._surface.camera.centred(float(x), float(y)))

    def _forget(self) -> None:
        self._drawn = None
        self.update()

    def _scale(self, scene: GraphScene) -> tuple[float, NDArray[np.float64]]:
        low, high = scene.extent()
        room = np.array([WIDTH - 2 * PADDING, HEIGHT - 2 * PADDING])
        return float((room / np.maximum(high - low, 1.0)).min()), (low + high) / 2

    def _to_map(self, points: NDArray[Any]) -> NDArray[np.float64]:
        scene = self._surface.scene
        if scene is None:
            return np.zeros_like(points)
        scale, middle = self._scale(scene)
        moved: NDArray[np.float64] = (points - middle) * scale + (WIDTH / 2, HEIGHT / 2)
        return moved

    def _picture(self, scene: GraphScene) -> QImage:
        """Dots, stronger where many nodes stand; made anew when the scene changed."""
        if self._drawn is None or self._drawn[:2] != (scene, scene.version):
            ratio = self.devicePixelRatioF()
            wide, tall = round(WIDTH * ratio), round(HEIGHT * ratio)
            at = (self._to_map(scene.positions[scene.show_nodes]) * ratio).astype(int)
            # few nodes are larger dots, or they would not be seen
            side = round((1 + (len(at) < 3000) + (len(at) < 400)) * ratio)
            offsets = np.array([[x, y] for x in range(side) for y in range(side)]) - side // 2
            spread = np.clip((at[:, None] + offsets).reshape(-1, 2), 0, (wide - 1, tall - 1))
            counts = np.bincount(spread[:, 1] * wide + spread[:, 0], minlength=wide * tall)
            strength = np.where(counts > 0, np.minimum(110 + 45 * np.log2(np.maximum(counts, 1)), 255), 0)
            image = QImage(strength.astype(np.uint8).tobytes(), wide, tall, wide, QImage.Format.Format_Alpha8)
            picture = QImage(wide, tall, QImage.Format.Format_ARGB32_Premultiplied)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            painter.drawImage(0, 0, image)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
            painter.fillRect(picture.rect(), self._theme.colour("muted"))
            painter.end()
            picture.setDevicePixelRatio(ratio)
            self._drawn = scene, scene.version, picture
        return self._drawn[2]
