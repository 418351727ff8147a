"""Painting a cell: each kind of value is told apart at a glance, and never more than a bounded text is drawn."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from inspector.redaction import MASK
from inspector.timeline.instants import age_words
from inspector.ui.table.cells import Cell
from inspector.ui.table.columns import ColumnLook
from inspector.ui.table.model import RowsModel
from inspector.ui.theme.theme import Theme

PADDING = 8
"""Pixels left and right of a text."""
_GAP = 8
_LEAST_ID = 56
"""Pixels below which an id behind a name would tell nothing."""
_LEAD = 0.4
"""Share of the width that the text before the first match may take."""
_LEAST_CHARACTER = 3
"""Pixels of the narrowest character: a text is cut to what could fit before it is measured."""
_TONES = {
    "null": "null",
    "blob": "blob",
    "jsonb": "text",
    "bad text": "text",
    "secret": "warning",
    "gone": "muted",
    "unreadable": "negative",
}
_MONO = frozenset(("blob", "json", "jsonb", "bad text"))

_SELECTED = QStyle.StateFlag.State_Selected.value
_WIDTHS_KEPT = 20_000

Index = QModelIndex | QPersistentModelIndex


class CellDelegate(QStyledItemDelegate):
    """Paints the cells of a :class:`RowsModel`."""

    def __init__(self, theme: Theme, view: QTableView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self._dress()
        theme.changed.connect(self._dress)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect: QRect = option.rect
        row, column = index.row(), index.column()
        model = self._view.model()
        selected = bool(option.state.value & _SELECTED)
        current = self._view.currentIndex()
        if selected:
            painter.fillRect(rect, self._selection)
        elif current.row() == row:
            painter.fillRect(rect, self._current_row)
        if isinstance(model, RowsModel) and model.found and (row, column) in model.found:
            painter.fillRect(rect.adjusted(1, 2, -1, -3), self._match)
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, self._line)
        if isinstance(model, RowsModel) and model.look is not None:
            cell = model.cell(row, column)
            if cell is not None:
                self._paint_cell(painter, rect, cell, model.look.columns[column], model, index)
        if current.row() == row and current.column() == column and self._view.hasFocus():
            painter.setPen(self._focus)
            painter.drawRect(rect.adjusted(0, 0, -1, -1))

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        model = self._view.model()
        if not isinstance(model, RowsModel) or model.look is None:
            return QSize(0, self._theme.row_height)
        cell = model.cell(index.row(), index.column())
        if cell is None:
            return QSize(0, self._theme.row_height)
        width = self._width(cell, model.look.columns[index.column()], model, index)
        return QSize(width + 2 * PADDING + 1, self._theme.row_height)

    @Slot()
    def _dress(self) -> None:
        theme = self._theme
        self._body, self._mono = theme.font("body"), theme.font("mono_dense")
        self._italic = QFont(self._body)
        self._italic.setItalic(True)
        self._chip = theme.font("dense")
        fonts = (self._body, self._mono, self._italic, self._chip)
        self._metrics = {id(font): QFontMetrics(font) for font in fonts}
        self._widths: dict[tuple[int, str], int] = {}
        self._colours = {name: QColor(theme.colour(name)) for name in set(_TONES.values()) | {"link", "info", "muted"}}
        self._selection, self._focus = QColor(theme.colour("selection")), QColor(theme.colour("focus"))
        self._current_row = QColor(theme.colour("panel"))
        self._match = QColor(theme.colour("match"))
        self._line = QColor(theme.colour("border"))
        self._line.setAlpha(110)

    def _paint_cell(
        self, painter: QPainter, rect: QRect, cell: Cell, column: ColumnLook, model: RowsModel, index: Index
    ) -> None:
        inner = rect.adjusted(PADDING, 0, -PADDING, 0)
        muted = self._colours["muted"]
        if cell.unknown:
            inner.setRight(inner.right() - self._draw_right(painter, inner, "?", self._body, self._colours["warning"]))
        if cell.redacted and cell.look != "secret" and MASK not in cell.text:
            # what is masked may lie behind what is shown
            warning = self._colours["warning"]
            inner.setRight(inner.right() - self._draw_right(painter, inner, "••••", self._body, warning))
        tail = cell.tail or ("{ }" if cell.summary or (cell.said and cell.look == "json") else "")
        if tail and inner.width() > 60:
            inner.setRight(inner.right() - self._draw_right(painter, inner, tail, self._body, muted))
        name = model.name(index.row(), index.column()) if column.links else ""
        if name:
            used = self._draw(painter, inner, f"{name} ", self._body, self._colours["link"])
            inner.setLeft(inner.left() + used)
            if inner.width() >= _LEAST_ID:
                self._draw(painter, inner, f"· {cell.text}", self._mono, muted, Qt.TextElideMode.ElideMiddle)
            return
        if cell.instant is not None:
            self._paint_time(painter, inner, cell, model)
            return
        if cell.chip:
            self._paint_chip(painter, inner, cell)
            return
        if cell.said:
            self._paint_said(painter, inner, cell)
            return
        font, colour = self._dressed(cell, column)
        if cell.matches:
            self._draw_matches(painter, inner, cell, font, colour)
            return
        if column.links and model.link(index.row(), index.column()) is not None:
            colour = self._colours["link"]
        if cell.marks and (cell.marks[0] != (0, len(cell.text)) or len(cell.marks) > 1):
            self._draw_marked(painter, inner, cell, font, colour)
            return
        elide = Qt.TextElideMode.ElideMiddle if column.ids else Qt.TextElideMode.ElideRight
        if cell.numeric or (cell.look == "null" and column.numeric):
            self._draw_right(painter, inner, cell.text, font, colour)
        elif cell.redacted and MASK in cell.text:
            self._draw_masked(painter, inner, cell.text, font, colour)
        else:
            self._draw(painter, inner, cell.text, font, colour, elide)

    def _dressed(self, cell: Cell, column: ColumnLook) -> tuple[QFont, QColor]:
        colour = self._colours[_TONES.get(cell.look, "text")]
        if cell.length == 0 and cell.look in ("text", "blob", "bad text"):
            return self._italic, self._colours["blob" if cell.look == "blob" else "null"]
        if cell.look == "null" or cell.look in ("gone", "unreadable", "secret"):
            return self._italic, colour
        if cell.summary:
            return self._body, colour
        mono = cell.look in _MONO or (column.ids and cell.look == "text")
        return self._mono if mono else self._body, colour

    def _paint_chip(self, painter: QPainter, rect: QRect, cell: Cell) -> None:
        """One of a few known values, framed; the word says it, the colour of its state only helps."""
        room = rect.adjusted(-2, 0, 2, 0)
        text = self._metrics[id(self._chip)].elidedText(cell.text, Qt.TextElideMode.ElideRight, room.width() - 14)
        wide = min(room.width(), self._advance(self._chip, text) + 14)
        high = min(room.height() - 4, self._metrics[id(self._chip)].height() + 4)
        frame = QRectF(room.left() + 0.5, room.top() + (room.height() - high) // 2 - 0.5, wide - 1, high)
        colour = QColor(self._theme.status(cell.chip).colour) if cell.chip != "none" else self._colours["muted"]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(colour)
        painter.drawRoundedRect(frame, high / 2, high / 2)
        painter.restore()
        self._draw(painter, rect.adjusted(5, 0, 5, 0), text, self._chip, self._chip_text(cell, colour))

    def _chip_text(self, cell: Cell, colour: QColor) -> QColor:
        return colour if cell.chip != "none" else self._colours["text"]

    def _paint_said(self, painter: QPainter, rect: QRect, cell: Cell) -> None:
        """What it means, and the value itself behind it where there is room; a number's words stand right, alone."""
        if cell.numeric:
            self._draw_right(painter, rect, cell.said, self._body, self._colours["text"])
            return
        used = self._draw(painter, rect, cell.said, self._body, self._colours["text"])
        rest = rect.adjusted(used + _GAP, 0, 0, 0)
        if rest.width() > _LEAST_ID and cell.look != "json":
            self._draw(painter, rest, cell.text, self._mono, self._colours["muted"])

    def _paint_time(self, painter: QPainter, rect: QRect, cell: Cell, model: RowsModel) -> None:
        """The time as it is written, in UTC where it is a bare number, and its age behind it."""
        assert cell.instant is not None
        used = self._draw(painter, rect, f"{cell.text}  ", self._body, self._colours["text"])
        rest = rect.adjusted(used, 0, 0, 0)
        if rest.width() > 40:
            self._draw(painter, rest, age_words(cell.instant.moment, model.now), self._body, self._colours["muted"])

    def _draw(
        self,
        painter: QPainter,
        rect: QRect,
        text: str,
        font: QFont,
        colour: QColor,
        elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> int:
        """One run of text, elided to its room; gives the pixels it took."""
        width = rect.width()
        if width < 8:
            return 0
        metrics = self._metrics[id(font)]
        if elide == Qt.TextElideMode.ElideRight:
            text = text[: width // _LEAST_CHARACTER + 2]
        taken = self._advance(font, text)
        if taken > width:
            text = metrics.elidedText(text, elide, width)
            taken = min(width, metrics.horizontalAdvance(text))
        painter.setFont(font)
        painter.setPen(colour)
        painter.drawText(rect.left(), self._baseline(rect, metrics), text)
        return taken

    def _draw_right(self, painter: QPainter, rect: QRect, text: str, font: QFont, colour: QColor) -> int:
        """A text at the right end; gives the pixels it took, with the gap before it."""
        metrics = self._metrics[id(font)]
        taken = self._advance(font, text)
        if taken > rect.width():
            self._draw(painter, rect, text, font, colour)
            return rect.width()
        painter.setFont(font)
        painter.setPen(colour)
        painter.drawText(rect.right() - taken + 1, self._baseline(rect, metrics), text)
        return taken + _GAP

    def _draw_marked(self, painter: QPainter, rect: QRect, cell: Cell, font: QFont, colour: QColor) -> None:
        """Text with marks of ours in it, each in its tone."""
        at = 0
        rest = QRect(rect)
        for start, end in (*cell.marks, (len(cell.text), len(cell.text))):
            for text, tone in ((cell.text[at:start], colour), (cell.text[start:end], self._colours["info"])):
                if text and rest.width() >= 8:
                    rest.setLeft(rest.left() + self._draw(painter, rest, text, font, tone))
            at = end

    def _draw_matches(self, painter: QPainter, rect: QRect, cell: Cell, font: QFont, colour: QColor) -> None:
        """The words around a match, the match on its ground; so much is left out before it that it is seen."""
        at, rest = 0, QRect(rect)
        lead = self._metrics[id(font)].elidedText(
            cell.text[: cell.matches[0][0]], Qt.TextElideMode.ElideLeft, int(rest.width() * _LEAD)
        )
        for start, end in (*cell.matches, (len(cell.text), len(cell.text))):
            before = cell.text[at:start] if at else lead
            if before and rest.width() >= 8:
                rest.setLeft(rest.left() + self._draw(painter, rest, before, font, colour))
            if end > start and rest.width() >= 8:
                wide = min(rest.width(), self._advance(font, cell.text[start:end]))
                painter.fillRect(QRect(rest.left(), rest.top() + 3, wide, rest.height() - 6), self._match)
                rest.setLeft(rest.left() + self._draw(painter, rest, cell.text[start:end], font, colour))
            at = end

    def _draw_masked(self, painter: QPainter, rect: QRect, text: str, font: QFont, colour: QColor) -> None:
        """Text in which secrets are masked: the masks stand out."""
        rest = QRect(rect)
        for place, part in enumerate(text.split(MASK)):
            if place and rest.width() >= 8:
                rest.setLeft(rest.left() + self._draw(painter, rest, MASK, font, self._colours["warning"]))
            if part and rest.width() >= 8:
                rest.setLeft(rest.left() + self._draw(painter, rest, part, font, colour))

    def _advance(self, font: QFont, text: str) -> int:
        """Width of a text in pixels, remembered: measuring costs as much as painting."""
        key = (id(font), text)
        known = self._widths.get(key)
        if known is None:
            if len(self._widths) >= _WIDTHS_KEPT:
                self._widths.clear()
            known = self._widths[key] = self._metrics[id(font)].horizontalAdvance(text)
        return known

    def _width(self, cell: Cell, column: ColumnLook, model: RowsModel, index: Index) -> int:
        font, _ = self._dressed(cell, column)
        if cell.said:
            said = self._metrics[id(self._body)].horizontalAdvance(cell.said[:160])
            beside = 0 if cell.numeric or cell.look != "text" else self._metrics[id(self._mono)].averageCharWidth() * 14
            return said + beside + (2 * _GAP if cell.look == "json" or beside else 0)
        width = self._metrics[id(font)].horizontalAdvance(cell.text[:120]) + (14 if cell.chip else 0)
        body = self._metrics[id(self._body)]
        name = model.name(index.row(), index.column()) if column.links else ""
        if name:
            width += body.horizontalAdvance(f"{name} · ")
        if cell.instant is not None:
            width += body.horizontalAdvance("  " + age_words(cell.instant.moment, model.now))
        for extra in (cell.tail, "?" if cell.unknown else "", "{ }" if cell.summary else ""):
            width += body.horizontalAdvance(extra) + _GAP if extra else 0
        return width

    @staticmethod
    def _baseline(rect: QRect, metrics: QFontMetrics) -> int:
        return rect.top() + (rect.height() + metrics.ascent() - metrics.descent()) // 2
