"""Small panels that lie over the picture: their ground, and the buttons that zoom."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QSizePolicy, QToolButton, QVBoxLayout, QWidget

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


class ZoomButtons(Panel):
    """Larger, smaller, all: for those who have no wheel at hand. The keys do the same."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(2, 2, 2, 2)
        column.setSpacing(0)
        self.larger = self._button(column, "+", "Zoom in (+)")
        self.smaller = self._button(column, "−", "Zoom out (-)")
        self.fit = self._button(column, "Fit", "Show everything (F)")

    def _button(self, column: QVBoxLayout, text: str, words: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setToolTip(words)
        button.setAccessibleName(words)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        column.addWidget(button)
        return button
