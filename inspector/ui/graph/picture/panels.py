"""The ground of small panels that lie over the picture."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QWidget

from inspector.ui.theme.theme import Theme

RADIUS = 6


class Panel(QFrame):
    """A rounded ground with a border, in the colours of the theme."""

    def __init__(self, theme: Theme, parent: QWidget, opacity: int = 235) -> None:
        super().__init__(parent)
        self._theme, self._opacity = theme, opacity

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = QColor(self._theme.colour("panel"))
        ground.setAlpha(self._opacity)
        painter.setPen(QPen(self._theme.colour("border"), 1))
        painter.setBrush(ground)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
        painter.end()
