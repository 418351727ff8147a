"""Entries over time as bars, faults on top; a stretch that is drawn over them is all that the list shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from math import inf

import numpy as np
from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QHelpEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget

from inspector.timeline.bins import NO_BINS, Bins
from inspector.timeline.moments import date_time
from inspector.ui.graph.side.histogram import Histogram
from inspector.ui.labels import tip
from inspector.ui.theme.theme import Theme

BAR = 5
"""Pixels of a bar with the room behind it."""
_TALL, _AXIS = 40, 16


class Brush(Histogram):
    """The spread of a timeline; values are microseconds since 1970."""

    def __init__(self, theme: Theme, words: Callable[[datetime], str], parent: QWidget | None = None) -> None:
        """``words``: how a moment is written below the bars."""
        super().__init__(theme, parent)
        self._words = words
        self._bins = NO_BINS
        self.setAccessibleName("Entries over time")
        self.setAccessibleDescription(
            "Drag to show a stretch of time alone. Left and Right move its start, with Shift its end; Escape clears it."
        )

    def show_bins(self, bins: Bins) -> None:
        """Show these bars."""
        self._bins = bins
        self.show_counts(bins.shown.tolist(), float(bins.low), float(bins.high))

    def bins(self) -> Bins:
        """The bars."""
        return self._bins

    def sizeHint(self) -> QSize:
        return QSize(160, self._theme.scaled(_TALL + _AXIS))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self._theme, QPainter(self)
        axis = theme.scaled(_AXIS)
        tall = self.height() - axis
        left, right = self.x_of(self._range[0]), self.x_of(self._range[1])
        chosen = self._range != (-inf, inf)
        if chosen:
            painter.fillRect(QRectF(left, 0, max(right - left, 1), tall), theme.colour("selection"))
        self._bars(painter, tall, (left, right) if chosen else None)
        focus = theme.colour("focus") if self.hasFocus() else theme.colour("border")
        painter.fillRect(QRectF(0, tall, self.width(), 1), focus)
        if chosen:
            for x in (left, right):
                painter.fillRect(QRectF(min(x, self.width() - 2), 0, 2, tall), theme.colour("accent"))
        self._axis(painter, tall)
        painter.end()

    def _bars(self, painter: QPainter, tall: int, chosen: tuple[float, float] | None) -> None:
        theme, counts = self._theme, self._bins.shown
        most = int(counts.max()) if len(counts) else 0
        wide = self.width() / max(len(counts), 1)
        inside, outside, fault = theme.colour("accent"), theme.colour("border"), theme.colour("negative")
        for place in np.nonzero(counts)[0].tolist():
            # the root of the share: one entry is seen beside thousands
            size = max(2.0, (int(counts[place]) / most) ** 0.5 * (tall - 2))
            middle = (place + 0.5) * wide
            within = chosen is None or chosen[0] - wide / 2 <= middle <= chosen[1] + wide / 2
            bar = QRectF(place * wide, tall - size, max(wide - 1, 1), size)
            painter.fillRect(bar, inside if within else outside)
            faults = int(self._bins.faults[place])
            if faults and within:
                share = max(2.0, size * faults / int(counts[place]))
                painter.fillRect(QRectF(bar.left(), tall - size, bar.width(), share), fault)

    def _axis(self, painter: QPainter, tall: int) -> None:
        """The first moment, the last and, where there is room, the one between."""
        if not len(self._bins):
            return
        font = self._theme.font("dense")
        metrics = QFontMetrics(font)
        painter.setFont(font)
        painter.setPen(self._theme.colour("muted"))
        area = QRectF(0, tall + 1, self.width(), self.height() - tall - 1)
        low, high = (self._words(date_time(moment)) for moment in (self._bins.low, self._bins.high))
        middle = self._words(date_time((self._bins.low + self._bins.high) // 2))
        painter.drawText(area, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), low)
        used = sum(metrics.horizontalAdvance(text) for text in (low, high))
        if used + 24 > self.width() or low == high:
            return
        painter.drawText(area, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), high)
        if used + metrics.horizontalAdvance(middle) + 64 < self.width() and middle not in (low, high):
            painter.drawText(area, int(Qt.AlignmentFlag.AlignCenter), middle)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Everything again."""
        if event.button() == Qt.MouseButton.LeftButton and self._range != (-inf, inf):
            self._held = None
            self._set(-inf, inf)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and len(self._bins):
            place = min(len(self._bins) - 1, int(event.pos().x() / max(1, self.width()) * len(self._bins)))
            QToolTip.showText(event.globalPos(), tip(self._told(place)), self)
            return True
        return super().event(event)

    def _told(self, place: int) -> str:
        step = (self._bins.high - self._bins.low) / len(self._bins)
        ends: Sequence[str] = [self._words(date_time(int(self._bins.low + step * at))) for at in (place, place + 1)]
        count, faults = int(self._bins.shown[place]), int(self._bins.faults[place])
        failed = f", {faults:,} failed" if faults else ""
        return f"{ends[0]} – {ends[1]}\n{count:,} {'entry' if count == 1 else 'entries'}{failed}"
