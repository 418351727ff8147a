"""Messages of each day as bars: in above the line, out below it; one day is chosen and told in numbers."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from inspector.families.gathering import DayCount
from inspector.ui.labels import tip
from inspector.ui.theme.theme import Theme
from inspector.workspace.cards.card_page import day_words

_SIDE, _LINE = 34, 16
"""Pixels of one side of the bars, and of a line of text below them."""
_INSET = 8
"""Pixels at the left and right, as lists have them."""
_LEAST = 2
"""Pixels of the smallest bar: one message is seen beside thousands."""
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class DayBars(QWidget):
    """Days side by side, the newest at the right. Left, Right, Home and End choose one, and so does the mouse."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._days: tuple[DayCount, ...] = ()
        self._chosen = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Messages by day")
        theme.changed.connect(self.update)

    def show_days(self, days: Sequence[DayCount]) -> None:
        """Show these; the newest with a message is chosen, where none was."""
        kept = self._days[self._chosen].day if 0 <= self._chosen < len(self._days) else ""
        self._days = tuple(days)
        names = [day.day for day in self._days]
        busy = (place for place in reversed(range(len(names))) if _total(self._days[place]))
        self._choose(names.index(kept) if kept in names else next(busy, len(names) - 1))
        self.setVisible(bool(self._days))

    def days(self) -> tuple[DayCount, ...]:
        """The days that are shown."""
        return self._days

    def chosen(self) -> DayCount | None:
        """The day that is told in numbers."""
        return self._days[self._chosen] if 0 <= self._chosen < len(self._days) else None

    def words(self) -> str:
        """What is told of the chosen day."""
        day = self.chosen()
        return day_words(day) if day is not None else ""

    def place_of(self, x: float) -> int:
        """The place of the day at this x; -1 without any."""
        wide = self.width() - 2 * _INSET
        share = (x - _INSET) / max(wide, 1)
        return min(max(0, int(share * len(self._days))), len(self._days) - 1)

    def sizeHint(self) -> QSize:
        return QSize(160, self._theme.scaled(2 * _SIDE + 2 * _LINE) + 1)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    # --- painting ---

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self._theme, QPainter(self)
        side, line = theme.scaled(_SIDE), theme.scaled(_LINE)
        most = max((max(day.incoming or 0, day.outgoing or 0) for day in self._days), default=0)
        wide = (self.width() - 2 * _INSET) / max(len(self._days), 1)
        for place, day in enumerate(self._days):
            left = _INSET + place * wide
            if place == self._chosen:
                painter.fillRect(QRectF(left, 0, wide, 2 * side + 1), theme.colour("selection"))
            for count, colour, up in ((day.incoming, "received", True), (day.outgoing, "sent", False)):
                if count:
                    size = max(_LEAST, count / most * (side - 1))
                    top = side - size if up else side + 1
                    painter.fillRect(QRectF(left + 1, top, max(wide - 2, 1), size), theme.node_colour(colour))
        axis = theme.colour("focus") if self.hasFocus() else theme.colour("border")
        painter.fillRect(QRectF(_INSET, side, self.width() - 2 * _INSET, 1), axis)
        self._write(painter, 2 * side + 1, line)
        painter.end()

    def _write(self, painter: QPainter, top: int, line: int) -> None:
        """The first and last day, then what is told of the chosen one, each side in its colour."""
        if not self._days:
            return
        theme = self._theme
        painter.setFont(theme.font("dense"))
        painter.setPen(theme.colour("muted"))
        area = QRectF(_INSET, top, self.width() - 2 * _INSET, line)
        middle = int(Qt.AlignmentFlag.AlignVCenter)
        painter.drawText(area, int(Qt.AlignmentFlag.AlignLeft) | middle, self._days[0].day)
        painter.drawText(area, int(Qt.AlignmentFlag.AlignRight) | middle, self._days[-1].day)
        day = self.chosen()
        if day is None:
            return
        metrics, x = QFontMetrics(theme.font("dense")), float(_INSET)
        in_words, out_words = day_words(day).removeprefix(f"{day.day}: ").split(", ")
        parts = (
            (f"{day.day}   ", theme.colour("text")),
            (f"▲ {in_words}   ", theme.node_colour("received")),
            (f"▼ {out_words}", theme.node_colour("sent")),
        )
        for words, colour in parts:
            painter.setPen(colour)
            painter.drawText(QRectF(x, top + line, self.width() - x, line), middle, words)
            x += metrics.horizontalAdvance(words)

    # --- choosing ---

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, last = event.key(), len(self._days) - 1
        if key in _STEPS and self._days:
            self._choose(min(max(0, self._chosen + _STEPS[Qt.Key(key)]), last))
        elif key == Qt.Key.Key_Home:
            self._choose(0)
        elif key == Qt.Key.Key_End:
            self._choose(last)
        elif key == Qt.Key.Key_Down:
            self.focusNextChild()
        elif key == Qt.Key.Key_Up:
            self.focusPreviousChild()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._days:
            self._choose(self.place_of(event.position().x()))
        super().mousePressEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self._days:
            QToolTip.showText(event.globalPos(), tip(day_words(self._days[self.place_of(event.pos().x())])), self)
            return True
        return super().event(event)

    def _choose(self, place: int) -> None:
        self._chosen = place
        self.setAccessibleDescription(
            f"{self.words()}. Left and Right choose another day." if self._days else "No day is known."
        )
        self.update()


def _total(day: DayCount) -> int:
    return (day.incoming or 0) + (day.outgoing or 0)
