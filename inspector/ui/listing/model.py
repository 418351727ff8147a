"""A list as rows of a table: filtered, sorted, told by its columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from inspector.clock import Clock
from inspector.ui.labels import tip
from inspector.ui.listing.columns import Listing
from inspector.ui.theme.theme import Theme

ROW = Qt.ItemDataRole.UserRole
"""The row of an index, as it was read."""
SORT = Qt.ItemDataRole.UserRole + 1
"""What rows are sorted by."""
_NOWHERE = QModelIndex()


class ListingModel(QAbstractTableModel):
    """What is shown of all rows."""

    def __init__(self, listing: Listing[Any], theme: Theme, clock: Clock, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._listing, self._theme, self._clock = listing, theme, clock
        self._all: tuple[Any, ...] = ()
        self.shown: tuple[Any, ...] = ()
        """The rows, in order."""
        self._text = ""
        self._bad_only = False
        self._sort = (-1, Qt.SortOrder.AscendingOrder)

    def show_rows(self, rows: Sequence[Any]) -> None:
        """Show these, in the order in which they come where nobody sorted them."""
        self._all = tuple(rows)
        self._arrange()

    def narrow(self, text: str, bad_only: bool) -> None:
        """Show those alone that hold a text, and that need a look."""
        self._text, self._bad_only = text, bad_only
        self._arrange()

    def count(self) -> int:
        """How many there are in all."""
        return len(self._all)

    def bad(self) -> int:
        """How many of all need a look."""
        return sum(self._listing.badness(row) > 1 for row in self._all)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._sort = (column, order)
        self._arrange()

    def place_of(self, wanted: Any) -> int:
        """Where a row is that was known before; -1 where it is not shown."""
        sought = self._listing.identity(wanted)
        return next((n for n, row in enumerate(self.shown) if self._listing.identity(row) == sought), -1)

    def _arrange(self) -> None:
        listing = self._listing
        wanted = [row for row in self._all if not self._bad_only or listing.badness(row) > 1]
        if self._text.strip():
            wanted = [row for row in wanted if listing.matches(row, self._clock, self._text)]
        column, order = self._sort
        if column >= 0:
            known = listing.columns[column].key
            back = order == Qt.SortOrder.DescendingOrder
            # what is not known stays at the end, whichever way the rest is turned
            there = [row for row in wanted if not known(row, self._clock)[0]]
            there.sort(key=lambda row: known(row, self._clock), reverse=back)
            wanted = there + [row for row in wanted if known(row, self._clock)[0]]
        self.beginResetModel()
        self.shown = tuple(wanted)
        self.endResetModel()

    # --- the contract of models ---

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.shown)

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._listing.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        columns = self._listing.columns
        if orientation == Qt.Orientation.Vertical or not 0 <= section < len(columns):
            return None
        column = columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(column.about)
        return _side(column.numeric) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row, column = self.shown[index.row()], self._listing.columns[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.text(row, self._clock)
        if role == Qt.ItemDataRole.ToolTipRole:
            told = column.tip or column.text
            return tip(told(row, self._clock))
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(column.numeric)
        if role == Qt.ItemDataRole.ForegroundRole:
            tone = column.tone(row) if column.tone is not None else ""
            return QColor(self._theme.colour(tone)) if tone else None
        if role == SORT:
            return column.key(row, self._clock)
        return row if role == ROW else None


def _side(numeric: bool) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if numeric else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
