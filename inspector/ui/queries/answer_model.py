"""Rows of an answer as the model that the grid's delegate paints: cells are made when they come on screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject

from inspector.clock import Clock
from inspector.db.browse.question import Sort
from inspector.db.rows import RowKey
from inspector.db.values import BadText, Large, Value
from inspector.families.links import Link
from inspector.redaction import MASK, Redactor
from inspector.ui.queries.answer import AnswerGrid
from inspector.ui.table.blocks import BlockPlace
from inspector.ui.table.cells import Cell, make_cell
from inspector.ui.table.model import RowsModel
from inspector.workspace.source import Source

_KEPT = 200_000
_SHOWN = Redactor(reveal=True)
"""The rows of an answer are masked already, by where each cell comes from."""


class AnswerModel(RowsModel):
    """Holds one answer, sorted in memory."""

    def __init__(self, clock: Clock, parent: QObject | None = None) -> None:
        super().__init__(clock, parent)
        self._answer: AnswerGrid | None = None
        self._places: list[int] = []
        self._cells: dict[tuple[int, int], Cell] = {}

    @property
    def answer(self) -> AnswerGrid | None:
        """What is shown."""
        return self._answer

    def show_answer(self, answer: AnswerGrid | None) -> None:
        """Show an answer in its own order, or nothing."""
        self.beginResetModel()
        self._answer = answer
        self._look = answer.look if answer is not None else None
        self._places = list(range(len(answer.rows))) if answer is not None else []
        self._forms = {}
        self._rows = len(self._places)
        self._cells = {}
        self.endResetModel()

    def sort_by(self, sort: Sort | None) -> None:
        """Sort as SQLite sorts: NULL, numbers, text, bytes; None for the order of the answer."""
        answer = self._answer
        if answer is None:
            return
        self.layoutAboutToBeChanged.emit()
        self._places = list(range(len(answer.rows)))
        column = answer.look.index(sort.column) if sort is not None else None
        if sort is not None and column is not None:
            self._places.sort(key=lambda place: sort_key(answer.rows[place][column]), reverse=sort.descending)
        self._cells = {}
        self.layoutChanged.emit()

    def value(self, row: int, column: int) -> Value:
        """The cell as it was read."""
        assert self._answer is not None
        return self._answer.rows[self._places[row]][column]

    def places(self) -> tuple[int, ...]:
        """Which row of the answer stands where."""
        return tuple(self._places)

    def source(self, row: int) -> Source:
        """Whose row it is."""
        assert self._answer is not None
        return self._answer.sources[self._places[row]]

    def stored(self, row: int, column: int) -> Cell | None:
        if self._answer is None or row >= len(self._places):
            return None
        place = (row, column)
        made = self._cells.get(place)
        if made is None:
            if len(self._cells) > _KEPT:
                self._cells.clear()
            made = self._cells[place] = _cell(self.value(row, column), self._answer, column)
        return made

    def key(self, row: int) -> RowKey | None:
        return None

    def link(self, row: int, column: int) -> tuple[Link, tuple[Value, ...]] | None:
        if self._answer is None:
            return None
        look, value = self._answer.look, self.value(row, column)
        places = look.columns[column].links
        if not places or value is None or isinstance(value, Large | BadText):
            return None
        return look.links[places[0]], (value,)

    def name(self, row: int, column: int) -> str:
        return ""

    def missing(self, rows: tuple[int, int], columns: Sequence[int]) -> list[BlockPlace]:
        return []


def sort_key(value: Value) -> tuple[int, float | int, str, bytes]:
    """Compares cells as SQLite does."""
    match value:
        case None:
            return 0, 0, "", b""
        case int() | float():
            return 1, value, "", b""
        case str():
            return 2, 0, value, b""
        case bytes():
            return 3, 0, "", value
        case BadText():
            return 2, 0, str(value), b""
        case Large(prefix=prefix):
            return sort_key(prefix)
    raise AssertionError(value)


def _cell(value: Value, answer: AnswerGrid, column: int) -> Cell:
    made = make_cell(value, answer.look.columns[column], "", _SHOWN)
    if value == MASK:
        return replace(made, look="secret", marks=((0, len(MASK)),), redacted=True)
    return replace(made, redacted=True) if isinstance(value, str) and MASK in value else made
