"""The name of a series with its colour."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from inspector.ui.labels import PlainLabel
from inspector.ui.queries.pages.chart_plot import HUES
from inspector.ui.theme.theme import Theme

_SIDE = 10


class SeriesName(QWidget):
    """One name."""

    def __init__(self, theme: Theme, number: int, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(_Patch(theme, HUES[number % len(HUES)], self))
        self.label = PlainLabel(name, self)
        self.label.setMaximumWidth(200)
        row.addWidget(self.label)


class _Patch(QWidget):
    def __init__(self, theme: Theme, hue: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._hue = theme, hue
        self.setFixedSize(QSize(_SIDE, _SIDE))
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.node_colour(self._hue))
        painter.drawRoundedRect(self.rect(), 2, 2)
        painter.end()
