"""The grid of an answer: the table's own grid and delegate, without its filter row."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QHeaderView, QWidget

from inspector.ui.queries.answer_model import AnswerModel
from inspector.ui.table.grid import RowsGrid
from inspector.ui.table.header import TableHeader
from inspector.ui.theme.theme import Theme

_HEIGHT = 42


class AnswerHeader(TableHeader):
    """Names, origins and the sort; an answer is filtered by asking otherwise."""

    def sizeHint(self) -> QSize:
        return QSize(QHeaderView.sizeHint(self).width(), self.scaled(_HEIGHT))

    def updateGeometries(self) -> None:
        self.setViewportMargins(0, 0, 0, 0)
        QHeaderView.updateGeometries(self)


class AnswerList(RowsGrid):
    """Shows an :class:`AnswerModel`."""

    def __init__(self, theme: Theme, rows: AnswerModel, parent: QWidget | None = None) -> None:
        super().__init__(theme, rows, parent)
        self.header = AnswerHeader(theme, self)
        self.setHorizontalHeader(self.header)
        self.setAccessibleName("Answer")
