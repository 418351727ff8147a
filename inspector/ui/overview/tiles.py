"""Figures as tiles: a number and what it counts; one that is about a table opens it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QEnterEvent, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from inspector.ui.labels import one_line, tip
from inspector.ui.lines.flow import FlowBox
from inspector.ui.overview.words import figure_tip, figure_words
from inspector.ui.theme.theme import Theme
from inspector.workspace.condition.overview import FigureValue

_WIDTH, _HEIGHT = 140, 50
_PAD = 12
_VALUE_FONT = 17
_RADIUS = 6


class FigureTile(QAbstractButton):
    """One figure."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._value = ""
        self.figure = FigureValue("")
        """What it shows."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_figure(self, figure: FigureValue, *, done: bool) -> None:
        """Show a figure; ``done``: nothing more is counted."""
        self.figure = figure
        self._value = figure_words(figure, done=done)
        self.setText(f"{figure.title}: {self._value}")
        self.setAccessibleName(self.text())
        self.setToolTip(tip(figure_tip(figure)))
        leads = bool(figure.table)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if leads else Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor if leads else Qt.CursorShape.ArrowCursor)
        self.update()

    def value(self) -> str:
        """The number as it is read."""
        return self._value

    def sizeHint(self) -> QSize:
        return QSize(self._theme.scaled(_WIDTH), self._theme.scaled(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.scaled(_WIDTH) // 2, self._theme.scaled(_HEIGHT))

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        hot = bool(self.figure.table) and (self.underMouse() or self.isDown())
        painter.setPen(theme.colour("focus" if self.hasFocus() else "accent" if hot else "border"))
        painter.setBrush(theme.colour("raised" if hot else "panel"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
        inner = self.rect().adjusted(_PAD, 6, -_PAD, -6)
        known = self.figure.value is not None
        painter.setPen(theme.colour("text" if known else "muted"))
        painter.setFont(self._value_font())
        upper, lower = self._theme.scaled(21), self._theme.scaled(16)
        self._elided(painter, self._value, QRect(inner.x(), inner.y(), inner.width(), upper))
        painter.setPen(theme.colour("muted"))
        painter.setFont(theme.font("dense"))
        self._elided(painter, self.figure.title, QRect(inner.x(), inner.bottom() - lower + 1, inner.width(), lower))
        painter.end()

    def _value_font(self) -> QFont:
        """Between a section's and a page's heading, in proportion to the system's font."""
        font = self._theme.font("section")
        font.setPixelSize(round(font.pixelSize() * _VALUE_FONT / 15))
        return font

    @staticmethod
    def _elided(painter: QPainter, text: str, area: QRect) -> None:
        shown = QFontMetrics(painter.font()).elidedText(one_line(text), Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), shown)


class FigureTiles(FlowBox):
    """All figures of a source."""

    figureOpened = Signal(object)
    """The :class:`FigureValue` whose tile was clicked."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, even=theme.scaled(_WIDTH))
        self._theme = theme

    def tiles(self) -> tuple[FigureTile, ...]:
        """The tiles, in order."""
        return tuple(part for part in self.parts() if isinstance(part, FigureTile))

    def show_figures(self, figures: Sequence[FigureValue], *, done: bool) -> None:
        """Show these figures; tiles that are there already keep the keyboard."""
        for gone in self.tiles()[len(figures) :]:
            self.drop(gone)
        for _ in figures[len(self.tiles()) :]:
            made = FigureTile(self._theme, self)
            made.clicked.connect(self._clicked)
            self.add(made)
        for tile, figure in zip(self.tiles(), figures, strict=True):
            tile.show_figure(figure, done=done)
        self.setVisible(bool(figures))

    @Slot()
    def _clicked(self) -> None:
        tile = self.sender()
        if isinstance(tile, FigureTile) and tile.figure.table:
            self.figureOpened.emit(tile.figure)
