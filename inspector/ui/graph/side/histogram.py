"""How values are spread, as bars, with a range that is drawn over them with the mouse or moved with keys."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, isinf

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.ui.theme.theme import Theme

BINS = 40
_HEIGHT, _FOOT = 48, 3
_GRIP = 6
"""Pixels beside a border of the range where it is taken."""


class Histogram(QWidget):
    """Bars; a range is drawn by dragging, a border of it is dragged alone, a click beside it takes it away."""

    rangeChanged = Signal(object, object)
    """``(low, high)`` that was drawn; ``(-inf, inf)`` when it was taken away."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._counts: Sequence[int] = ()
        self._limits = 0.0, 1.0
        self._range = -inf, inf
        self._held: float | None = None
        self._pressed_at, self._at_end = 0.0, False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_counts(self, counts: Sequence[int], low: float, high: float) -> None:
        """Show these bars, equally wide, from ``low`` to ``high``."""
        self._counts, self._limits = counts, (low, high if high > low else low + 1)
        self.update()

    def counts(self) -> Sequence[int]:
        """The bars."""
        return self._counts

    def show_range(self, low: float, high: float) -> None:
        """Mark a range; infinite ends are open."""
        if self._held is None:
            self._range = low, high
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(160, self._theme.scaled(_HEIGHT))

    def x_of(self, value: float) -> float:
        """Where a value stands."""
        low, high = self._limits
        return min(1.0, max(0.0, (value - low) / (high - low))) * self.width()

    def value_at(self, x: float) -> float:
        """The value at a place."""
        low, high = self._limits
        return low + min(1.0, max(0.0, x / max(self.width(), 1))) * (high - low)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self._theme, QPainter(self)
        tall, most = self.height() - _FOOT, max(self._counts, default=0)
        left, right = self.x_of(self._range[0]), self.x_of(self._range[1])
        chosen = self._range != (-inf, inf)
        if chosen:
            painter.fillRect(QRectF(left, 0, max(right - left, 1), tall), theme.colour("selection"))
        wide = self.width() / max(len(self._counts), 1)
        inside, outside = theme.colour("accent"), theme.colour("border")
        for place, count in enumerate(self._counts):
            if count:
                size = max(2.0, count / most * (tall - 2))
                middle = (place + 0.5) * wide
                colour = inside if not chosen or left - wide / 2 <= middle <= right + wide / 2 else outside
                painter.fillRect(QRectF(place * wide, tall - size, max(wide - 1, 1), size), colour)
        self._foot(painter, left, right, chosen, QColor(outside))
        painter.end()

    def _foot(self, painter: QPainter, left: float, right: float, chosen: bool, ground: QColor) -> None:
        tall = self.height() - _FOOT
        focus = self._theme.colour("accent") if self.hasFocus() else ground
        painter.fillRect(QRectF(0, tall, self.width(), 1), focus)
        if chosen:
            for x, open_end in ((left, isinf(self._range[0])), (right, isinf(self._range[1]))):
                if not open_end:
                    painter.fillRect(QRectF(min(x, self.width() - 2), 0, 2, self.height()), self._theme.colour("text"))

    # --- by hand ---------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or not self._counts:
            return
        x = event.position().x()
        self._pressed_at = x
        end = self._end_at(x)
        self._at_end = end is not None
        # the other border stays while one is dragged
        self._held = self.value_at(x) if end is None else self._fixed(1 - end)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        if self._held is None:
            on_end = self._end_at(x) is not None
            self.setCursor(Qt.CursorShape.SplitHCursor if on_end else Qt.CursorShape.CrossCursor)
            return
        if abs(x - self._pressed_at) > 2:
            self._set(*sorted((self._held, self.value_at(x))))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        held, self._held = self._held, None
        still = abs(event.position().x() - self._pressed_at) <= 2
        if held is not None and still and not self._at_end and self._range != (-inf, inf):
            self._set(-inf, inf)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move the start of the range, with Shift its end; Escape takes it away."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        low, high = self._limits
        if event.key() in steps and self._counts:
            by = steps[Qt.Key(event.key())] * (high - low) / len(self._counts)
            start, end = self._fixed(0), self._fixed(1)
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self._set(start, min(high, max(start, end + by)))
            else:
                self._set(max(low, min(end, start + by)), end)
        elif event.key() == Qt.Key.Key_Escape and self._range != (-inf, inf):
            self._set(-inf, inf)
        else:
            super().keyPressEvent(event)

    def _fixed(self, end: int) -> float:
        """The border of the range, or of the bars where it is open."""
        value = self._range[end]
        return self._limits[end] if isinf(value) else value

    def _end_at(self, x: float) -> int | None:
        near = [
            (abs(self.x_of(value) - x), end)
            for end, value in enumerate(self._range)
            if not isinf(value) and abs(self.x_of(value) - x) <= _GRIP
        ]
        return min(near)[1] if near else None

    def _set(self, low: float, high: float) -> None:
        self._range = low, high
        self.update()
        self.rangeChanged.emit(low, high)
