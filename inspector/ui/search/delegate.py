"""How a hit is drawn: title and age, the snippet with its matches marked, the type and the place below; plain text."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from inspector.clock import Clock
from inspector.search.snippet import Piece
from inspector.ui.search.model import HIT_ROLE, HitsModel
from inspector.ui.search.row import NO_INDEX, HitRow
from inspector.ui.theme.theme import Theme

_PAD, _TOP, _GAP = 8, 8, 8
_TITLE, _SNIPPET, _PLACE = 20, 20, 18
HEIGHT = 2 * _TOP + _TITLE + _SNIPPET + _PLACE
"""Pixels of a row beside dense text; in proportion for a larger font."""
_LEAD = 0.4
"""Share of the width that the text before the first match may take."""


class HitDelegate(QStyledItemDelegate):
    """Draws the rows of a list of hits."""

    def __init__(self, theme: Theme, clock: Clock, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._clock = clock

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(0, HEIGHT + 3 * max(0, QFontMetrics(self._theme.font("body")).height() - 17))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        row: HitRow = index.data(HIT_ROLE)
        area: QRect = option.rect
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        if selected or option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(area, self._theme.colour("selection" if selected else "panel"))
        painter.setPen(self._theme.colour("border"))
        painter.drawLine(area.left() + _PAD, area.bottom(), area.right() - _PAD, area.bottom())
        inner = area.adjusted(_PAD, _TOP, -_PAD, -_TOP)
        third = inner.height() / (_TITLE + _SNIPPET + _PLACE)
        first = QRect(inner.left(), inner.top(), inner.width(), round(_TITLE * third))
        second = QRect(inner.left(), first.bottom() + 1, inner.width(), round(_SNIPPET * third))
        last = QRect(inner.left(), second.bottom() + 1, inner.width(), round(_PLACE * third))
        self._paint_title(painter, row, first, selected)
        self._paint_snippet(painter, row, second, selected)
        model = index.model()
        named = isinstance(model, HitsModel) and model.of_several()
        self._paint_place(painter, row, last, selected, named=named)
        painter.restore()

    def _paint_title(self, painter: QPainter, row: HitRow, area: QRect, selected: bool) -> None:
        dense, bold = self._theme.font("dense"), self._theme.font("body")
        bold.setWeight(QFont.Weight.DemiBold)
        age = row.age(self._clock.now())
        used = QFontMetrics(dense).horizontalAdvance(age) + 2 * _GAP if age else 0
        quiet = self._theme.colour("selection_text" if selected else "muted")
        _draw(painter, area, age, dense, quiet, right=True)
        colour = self._theme.colour("selection_text" if selected else "warning" if row.lost else "text")
        _draw(painter, area.adjusted(0, 0, -used, 0), row.title, bold, colour)

    def _paint_snippet(self, painter: QPainter, row: HitRow, area: QRect, selected: bool) -> None:
        font = self._theme.font("body")
        metrics = QFontMetrics(font)
        text = self._theme.colour("selection_text" if selected else "text")
        at, end = area.left(), area.right()
        for piece in _fitting(row.pieces, metrics, area.width()):
            room = end - at
            if room < metrics.averageCharWidth() * 2:
                break
            shown = piece.text
            width = metrics.horizontalAdvance(shown)
            if width > room:
                shown = metrics.elidedText(shown, Qt.TextElideMode.ElideRight, room)
                width = metrics.horizontalAdvance(shown)
            if piece.match:
                mark = QRectF(at - 1, area.top() + 1, width + 2, area.height() - 2)
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(self._theme.colour("match"))
                painter.drawRoundedRect(mark, 3, 3)
            colour = self._theme.colour("text") if piece.match else text
            at += _draw(painter, QRect(at, area.top(), room, area.height()), shown, font, colour)

    def _paint_place(self, painter: QPainter, row: HitRow, area: QRect, selected: bool, *, named: bool) -> None:
        font = self._theme.font("dense")
        metrics = QFontMetrics(font)
        quiet = self._theme.colour("selection_text" if selected else "muted")
        at = area.left()
        kind = row.type
        if kind:
            kind = metrics.elidedText(kind, Qt.TextElideMode.ElideRight, min(160, area.width() // 3))
            colour = self._theme.node_colour(row.found.hit.type)
            width = metrics.horizontalAdvance(kind) + 12
            chip = QRectF(at + 0.5, area.top() + 0.5, width, area.height() - 1)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(colour)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(chip, 4, 4)
            _draw(painter, QRect(at + 6, area.top(), width, area.height()), kind, font, colour)
            at += width + _GAP
        words = " · ".join(part for part in (row.source if named else "", row.place) if part)
        if row.why and row.why != NO_INDEX:
            words += f" · found by looking through the text: {row.why}"
        _draw(painter, QRect(at, area.top(), area.right() - at, area.height()), words, font, quiet)


def _fitting(pieces: tuple[Piece, ...], metrics: QFontMetrics, width: int) -> tuple[Piece, ...]:
    """The pieces with so little before the first match that it is seen."""
    first = next((place for place, piece in enumerate(pieces) if piece.match), None)
    if first is None:
        return pieces
    lead = "".join(piece.text for piece in pieces[:first])
    if metrics.horizontalAdvance(lead) > width * _LEAD:
        lead = metrics.elidedText(lead, Qt.TextElideMode.ElideLeft, int(width * _LEAD))
    return (Piece(lead), *pieces[first:])


def _draw(painter: QPainter, area: QRect, text: str, font: QFont, colour: QColor, *, right: bool = False) -> int:
    """One elided line; gives the pixels it took."""
    if not text or area.width() < 8:
        return 0
    metrics = QFontMetrics(font)
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, area.width() + 1)
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    painter.setFont(font)
    painter.setPen(colour)
    painter.drawText(area, int(side | Qt.AlignmentFlag.AlignVCenter) | Qt.TextFlag.TextSingleLine, shown)
    return metrics.horizontalAdvance(shown)
