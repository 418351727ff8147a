"""Bars of a column's statistics: a histogram side by side, or the most frequent values one below the other."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from inspector.ui.labels import tip
from inspector.ui.table.column_summary import Bar
from inspector.ui.theme.theme import Theme

_UPRIGHT = 112
_LINE = 22
_LEGEND = 18
_LEAST = 2


class Bars(QWidget):
    """Draws bars; a tip names the one beneath the mouse."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._bars: tuple[Bar, ...] = ()
        self._upright = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_bars(self, bars: tuple[Bar, ...], *, upright: bool) -> None:
        """Show these."""
        self._bars, self._upright = bars, upright
        self.setVisible(bool(bars))
        self.setAccessibleName("; ".join(f"{bar.label}: {bar.rows:,}" for bar in bars))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, _UPRIGHT + _LEGEND if self._upright else _LINE * len(self._bars))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.sizeHint().height())

    def bar_at(self, at: QPoint) -> Bar | None:
        """The bar at a place."""
        if not self._bars or not self.rect().contains(at):
            return None
        if not self._upright:
            place = at.y() // _LINE
        else:
            place = at.x() * len(self._bars) // max(1, self.width())
        return self._bars[min(place, len(self._bars) - 1)]

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            bar = self.bar_at(event.pos())
            QToolTip.showText(event.globalPos(), tip(f"{bar.label}\n{bar.rows:,} rows") if bar else "", self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._bars:
            return
        painter = QPainter(self)
        most = max(1, *(bar.rows for bar in self._bars))
        if self._upright:
            self._paint_upright(painter, most)
        else:
            self._paint_list(painter, most)
        painter.end()

    def _paint_upright(self, painter: QPainter, most: int) -> None:
        count, width = len(self._bars), self.width()
        colour, border, muted = (self._theme.colour(role) for role in ("accent", "border", "muted"))
        for place, bar in enumerate(self._bars):
            left, right = width * place // count, width * (place + 1) // count
            height = max(_LEAST, (_UPRIGHT - 4) * bar.rows // most) if bar.rows else 0
            painter.fillRect(left, _UPRIGHT - height, max(1, right - left - 1), height, colour)
        painter.fillRect(0, _UPRIGHT, width, 1, border)
        painter.setFont(self._theme.font("dense"))
        painter.setPen(muted)
        below = QRect(0, _UPRIGHT + 2, width, _LEGEND - 2)
        metrics = QFontMetrics(painter.font())
        first, last = self._bars[0].label.partition(" to ")[0], self._bars[-1].label.rpartition(" to ")[2]
        half = width // 2 - 4
        for text, align in ((first, Qt.AlignmentFlag.AlignLeft), (last, Qt.AlignmentFlag.AlignRight)):
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, half)
            painter.drawText(below, int(align) | Qt.TextFlag.TextSingleLine, shown)

    def _paint_list(self, painter: QPainter, most: int) -> None:
        painter.setFont(self._theme.font("dense"))
        metrics = QFontMetrics(painter.font())
        counts = max(metrics.horizontalAdvance(f"{bar.rows:,}") for bar in self._bars) + 8
        ground = QColor(self._theme.colour("selection"))
        flags = int(Qt.AlignmentFlag.AlignVCenter) | Qt.TextFlag.TextSingleLine
        for place, bar in enumerate(self._bars):
            rect = QRect(0, place * _LINE, self.width(), _LINE - 3)
            room = rect.width() - counts
            painter.fillRect(rect.left(), rect.top(), max(_LEAST, room * bar.rows // most), rect.height(), ground)
            painter.setPen(self._theme.colour("text"))
            shown = metrics.elidedText(bar.label, Qt.TextElideMode.ElideRight, room - 8)
            painter.drawText(rect.adjusted(4, 0, -counts, 0), flags | int(Qt.AlignmentFlag.AlignLeft), shown)
            painter.setPen(self._theme.colour("muted"))
            painter.drawText(rect, flags | int(Qt.AlignmentFlag.AlignRight), f"{bar.rows:,}")
