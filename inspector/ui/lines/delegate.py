"""How a line is drawn: sign, text, what stands at its right, a second row; headings and folds in their own form."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from inspector.ui.labels import one_line
from inspector.ui.lines.line import Line
from inspector.ui.lines.marks import SIZE, draw_mark
from inspector.ui.lines.model import LINE_ROLE
from inspector.ui.theme.theme import Theme

_PAD = 8
_DETAIL_ROW = 18
_RADIUS = 4
_TRAILING_SHARE = 0.5


class LineDelegate(QStyledItemDelegate):
    """Draws the lines of one list."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def height(self, line: Line) -> int:
        """Pixels of a row."""
        return self._theme.row_height + (self._theme.scaled(_DETAIL_ROW) if line.detail else 0)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(0, self.height(index.data(LINE_ROLE)))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        line: Line = index.data(LINE_ROLE)
        state, area = option.state, QRect(option.rect)
        painter.save()
        selected = bool(state & QStyle.StateFlag.State_Selected)
        if line.kind == "heading":
            self._heading(painter, line, area)
        else:
            self._ground(painter, area, selected, bool(state & QStyle.StateFlag.State_MouseOver), _leads(line))
            self._line(painter, line, area, selected)
        painter.restore()

    def _ground(self, painter: QPainter, area: QRect, selected: bool, hover: bool, leads: bool) -> None:
        if selected or (hover and leads):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour("selection" if selected else "raised"))
            painter.drawRoundedRect(QRectF(area).adjusted(0, 0.5, 0, -0.5), _RADIUS, _RADIUS)

    def _heading(self, painter: QPainter, line: Line, area: QRect) -> None:
        font = self._theme.font("dense")
        painter.setPen(self._theme.colour("muted"))
        inner = area.adjusted(_PAD, 0, -_PAD, 0)
        taken = draw_text(painter, font, line.trailing, inner, right=True)
        font.setWeight(QFont.Weight.DemiBold)
        draw_text(painter, font, line.text, inner.adjusted(0, 0, -taken, 0))

    def _line(self, painter: QPainter, line: Line, area: QRect, selected: bool) -> None:
        first = QRect(area.x() + _PAD, area.y(), area.width() - 2 * _PAD, self._theme.row_height)
        if line.detail:
            first.translate(0, 1)
        if line.mark:
            square = QRectF(first.x(), first.y() + (first.height() - SIZE) / 2, SIZE, SIZE)
            draw_mark(painter, line.mark, square, self._theme)
            first.setLeft(first.left() + SIZE + _PAD)
        muted = self._theme.colour("selection_text" if selected else "muted")
        painter.setPen(self._theme.colour(line.tone) if line.tone and not selected else muted)
        room = QRect(first)
        room.setLeft(first.right() - int(first.width() * _TRAILING_SHARE))
        taken = draw_text(painter, self._theme.font("dense"), line.trailing, room, right=True)
        role = "link" if line.kind == "more" else "text"
        painter.setPen(self._theme.colour("selection_text" if selected else role))
        draw_text(painter, self._theme.font("body"), line.text, first.adjusted(0, 0, -taken, 0))
        if line.detail:
            painter.setPen(muted)
            below = self._theme.scaled(_DETAIL_ROW)
            second = QRect(first.x(), first.bottom() - self._theme.scaled(5), first.width(), below)
            font = self._theme.font("mono_dense" if line.path else "dense")
            draw_text(painter, font, line.detail, second, middle=line.path)


def _leads(line: Line) -> bool:
    return line.kind == "more" or line.goal is not None or line.selects is not None


def draw_text(
    painter: QPainter, font: QFont, text: str, area: QRect, *, right: bool = False, middle: bool = False
) -> int:
    """Draw one elided line; gives the pixels taken from the side it stands on, with a gap."""
    if not text:
        return 0
    metrics = QFontMetrics(font)
    elide = Qt.TextElideMode.ElideMiddle if middle else Qt.TextElideMode.ElideRight
    shown = metrics.elidedText(one_line(text), elide, area.width())
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    painter.setFont(font)
    painter.drawText(area, int(side | Qt.AlignmentFlag.AlignVCenter) | Qt.TextFlag.TextSingleLine, shown)
    return metrics.horizontalAdvance(shown) + _PAD
