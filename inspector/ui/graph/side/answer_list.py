"""The lines of an answer: the sign of the node, what it is about, and below it why, broken into lines that fit."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QResizeEvent,
    QTextLayout,
)
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from inspector.graph.analysis import AnalysisLine
from inspector.graph.model import Graph
from inspector.ui.graph.drawing.marks import draw_mark
from inspector.ui.labels import one_line, tip
from inspector.ui.lines.line import Mark
from inspector.ui.lines.marks import SIZE
from inspector.ui.lines.marks import draw_mark as draw_sign
from inspector.ui.theme.theme import Theme

LINE_ROLE = int(Qt.ItemDataRole.UserRole) + 1
"""The :class:`AnalysisLine`."""
_PAD, _SIGN, _ABOVE = 8, 18, 4
_TEXT_ROWS, _DETAIL_ROWS = 3, 6
_MEASURED = 600
"""Characters of a text that are broken into rows; no more can be seen."""
_CHOOSING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Up, Qt.Key.Key_Down)
"""Keys that choose the line they lead to, even where they lead nowhere else."""
_SIGNS: dict[str, Mark] = {"negative": "error", "warning": "warning", "positive": "good"}


class AnswerModel(QAbstractListModel):
    """The lines in the order of the answer."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: tuple[AnalysisLine, ...] = ()
        self.graph: Graph | None = None
        """The graph that they are about."""

    def show(self, graph: Graph | None, lines: tuple[AnalysisLine, ...]) -> None:
        """Show other lines."""
        if lines is not self._lines:
            self.beginResetModel()
            self.graph, self._lines = graph, lines
            self.endResetModel()

    def line(self, index: QModelIndex | QPersistentModelIndex) -> AnalysisLine | None:
        """The line at ``index``."""
        return self._lines[index.row()] if index.isValid() else None

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008  Qt's form
        return 0 if parent.isValid() else len(self._lines)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        line = self.line(index)
        if line is None:
            return None
        if role == LINE_ROLE:
            return line
        if role == Qt.ItemDataRole.DisplayRole:
            return one_line(line.text)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return one_line(f"{index.row() + 1}. {line.text}. {line.detail}")
        return tip(f"{line.text}\n{line.detail}") if role == Qt.ItemDataRole.ToolTipRole else None


class AnswerDelegate(QStyledItemDelegate):
    """Draws one line over as many rows as it needs, within limits."""

    def __init__(self, theme: Theme, model: AnswerModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._model = theme, model
        self._width = 200

    def set_width(self, width: int) -> None:
        """Break lines to this width."""
        self._width = width

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        line: AnalysisLine = index.data(LINE_ROLE)
        text, detail = self._rows(line)
        body, dense = (QFontMetrics(self._theme.font(name)).lineSpacing() for name in ("body", "dense"))
        return QSize(0, len(text) * body + len(detail) * dense + 2 * _ABOVE + 2)

    def _rows(self, line: AnalysisLine) -> tuple[list[str], list[str]]:
        room = max(40, self._width - 3 * _PAD - _SIGN)
        beside = SIZE + _PAD if line.tone in _SIGNS else 0
        text = broken(line.text, self._theme.font("body"), max(40, room - beside), _TEXT_ROWS)
        return text, broken(line.detail, self._theme.font("dense"), room, _DETAIL_ROWS)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        line: AnalysisLine = index.data(LINE_ROLE)
        theme, area, state = self._theme, QRect(option.rect), option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        if selected or state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(area, theme.colour("selection" if selected else "raised"))
        first = area.y() + _ABOVE + QFontMetrics(theme.font("body")).lineSpacing() / 2
        self._mark(painter, line, QPointF(area.x() + _PAD + _SIGN / 2, first))
        if line.tone in _SIGNS:
            square = QRectF(area.right() - _PAD - SIZE, first - SIZE / 2, SIZE, SIZE)
            draw_sign(painter, _SIGNS[line.tone], square, theme)
        text, detail = self._rows(line)
        muted = theme.colour("selection_text" if selected else "muted")
        plain = muted if line.tone == "muted" else theme.colour("selection_text" if selected else "text")
        at = area.y() + _ABOVE
        for font, rows, colour in ((theme.font("body"), text, plain), (theme.font("dense"), detail, muted)):
            painter.setFont(font)
            painter.setPen(colour)
            height = QFontMetrics(font).lineSpacing()
            for row in rows:
                place = QRect(area.x() + 2 * _PAD + _SIGN, at, area.width() - 2 * _PAD - _SIGN, height)
                painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter) | Qt.TextFlag.TextSingleLine, row)
                at += height
        painter.restore()

    def _mark(self, painter: QPainter, line: AnalysisLine, middle: QPointF) -> None:
        graph, node = self._model.graph, line.node
        if graph is None or node is None:
            return
        kind, missing = graph.type_names[graph.types[node]], bool(graph.placeholder[node])
        draw_mark(painter, self._theme, kind, int(graph.statuses[node]), missing, middle, 13)


class AnswerList(QListView):
    """The lines of an answer; moving through them selects what they are about."""

    lineChosen = Signal(object)
    """The :class:`AnalysisLine` that was clicked, or moved to by the keyboard."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = AnswerModel(self)
        self._delegate = AnswerDelegate(theme, self._model, self)
        self.setModel(self._model)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName("Lines of the answer")
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setMouseTracking(True)
        self.clicked.connect(self._chosen)
        theme.changed.connect(self._restyle)

    def show_lines(self, graph: Graph | None, lines: tuple[AnalysisLine, ...]) -> None:
        """Show the lines of an answer about a graph."""
        self._model.show(graph, lines)

    def lines(self) -> list[AnalysisLine]:
        """What is shown, top down."""
        return [self._model.index(row, 0).data(LINE_ROLE) for row in range(self._model.rowCount())]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        before = self.currentIndex()
        if event.matches(QKeySequence.StandardKey.Copy):
            line = self._model.line(before)
            if line is not None:
                QGuiApplication.clipboard().setText(f"{line.text}\n{line.detail}")
            return
        super().keyPressEvent(event)
        moved = self.currentIndex().row() != before.row()
        if self.currentIndex().isValid() and (moved or event.key() in _CHOOSING):
            self._chosen(self.currentIndex())

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._delegate.set_width(self.viewport().width())
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    @Slot(QModelIndex)
    def _chosen(self, index: QModelIndex) -> None:
        line = self._model.line(index)
        if line is not None:
            self.lineChosen.emit(line)

    @Slot()
    def _restyle(self) -> None:
        self.scheduleDelayedItemsLayout()
        self.viewport().update()


def broken(text: str, font: QFont, width: int, most: int) -> list[str]:
    """A text broken into rows of a width, the last of ``most`` rows elided."""
    line = one_line(text[:_MEASURED])
    if not line:
        return []
    layout = QTextLayout(line, font)
    rows: list[str] = []
    layout.beginLayout()
    while len(rows) < most:
        part = layout.createLine()
        if not part.isValid():
            break
        part.setLineWidth(width)
        start, length = part.textStart(), part.textLength()
        if len(rows) == most - 1 and start + length < len(line):
            rows.append(QFontMetrics(font).elidedText(line[start:], Qt.TextElideMode.ElideRight, width))
        else:
            rows.append(line[start : start + length].strip())
    layout.endLayout()
    return rows
