"""The rows of a grid as a Qt model: cells that were read, and a word of those that are wanted and were not.

A row of the model is a place in the order, never a rowid. Nothing is read here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from inspector.clock import Clock
from inspector.db.browse.order import RowOrder
from inspector.db.rows import RowKey
from inspector.db.values import Value
from inspector.families.links import Link, Names
from inspector.ui.labels import tip
from inspector.ui.table.blocks import COLUMNS, ROWS, Block, BlockCache, BlockPlace, place_of, places_of
from inspector.ui.table.cell_forms import FORM_WORDS, formed
from inspector.ui.table.cells import Cell, cell_tip
from inspector.ui.table.columns import TableLook
from inspector.ui.table.loading import Loaded

MOST_ROWS = 60_000_000
"""Rows that Qt's table can scroll over: at 32 pixels a row more would not fit into its 31 bits."""
SORT_ROLE = int(Qt.ItemDataRole.UserRole) + 1
"""The value itself, to be compared."""
OBJECT_ROLE = int(Qt.ItemDataRole.UserRole) + 2
"""The :class:`~inspector.ui.table.cells.Cell`."""

Index = QModelIndex | QPersistentModelIndex
_NONE = QModelIndex()


class RowsModel(QAbstractTableModel):
    """The cells of a table, as far as they were read."""

    wanted = Signal()
    """A cell was asked for that was not read yet."""

    def __init__(self, clock: Clock, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self._look: TableLook | None = None
        self._order: RowOrder | None = None
        self._rows = 0
        self._cache = BlockCache()
        self._names: Names = {}
        self._asked = False
        self._forms: Mapping[int, str] = {}
        self.found: frozenset[tuple[int, int]] = frozenset()
        """Row and column of the cells that hold what is sought."""

    # --- what Qt asks ---

    def rowCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else self._rows

    def columnCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() or self._look is None else len(self._look.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(index)
        if role not in _CELL_ROLES:
            return None
        cell = self.cell(index.row(), index.column())
        if cell is None:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return cell.text
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(self.tip_of(index.row(), index.column()))
        return cell if role == OBJECT_ROLE else cell.value

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Vertical:
            return f"{section + 1:,}" if role == Qt.ItemDataRole.DisplayRole else None
        if self._look is None or not 0 <= section < len(self._look.columns):
            return None
        column = self._look.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(column.tip(self._look.links))
        if role != OBJECT_ROLE:
            return None
        form = FORM_WORDS.get(self._forms.get(section, ""))
        return replace(column, below=f"{column.below} · {form}".removeprefix(" · ")) if form else column

    # --- what the grid asks ---

    @property
    def look(self) -> TableLook | None:
        """The columns; None before the first answer."""
        return self._look

    @property
    def order(self) -> RowOrder | None:
        """The rows; None before the first answer."""
        return self._order

    @property
    def now(self) -> datetime:
        """The "as of" time."""
        return self._clock.now()

    def cell(self, row: int, column: int) -> Cell | None:
        """The cell at a place as it is to be shown; None while it is not read, which asks for it."""
        return self.shown_as(self.stored(row, column), column)

    def stored(self, row: int, column: int) -> Cell | None:
        """The cell as it shows itself, whatever form was chosen for its column."""
        place = place_of(row, column)
        block = self._cache.get(place)
        if not self._cache.fresh(place) and not self._asked:
            self._asked = True
            self.wanted.emit()
        if block is None:
            return None
        at_row, at_column = row % ROWS, column % COLUMNS
        if at_row >= len(block.cells) or at_column >= len(block.cells[at_row]):
            return None
        return block.cells[at_row][at_column]

    def shown_as(self, cell: Cell | None, column: int) -> Cell | None:
        """A cell in the form that was chosen for its column."""
        form = self._forms.get(column)
        return cell if cell is None or not form else formed(cell, form, self.now)

    def set_forms(self, forms: Mapping[int, str]) -> None:
        """Show columns in other forms than their own: column -> form."""
        if forms != self._forms:
            self._forms = dict(forms)
            self._repaint()
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, max(0, self.columnCount() - 1))

    def set_found(self, places: frozenset[tuple[int, int]]) -> None:
        """Mark the cells that hold what is sought."""
        if places != self.found:
            self.found = places
            self._repaint()

    def at_hand(self) -> tuple[Block, ...]:
        """What was read of the rows and is still at hand."""
        return self._cache.blocks()

    def key(self, row: int) -> RowKey | None:
        """The key of a row; None while it is not read, or where rows have none."""
        for column in range(0, max(1, self.columnCount()), COLUMNS):
            block = self._cache.get(place_of(row, column))
            if block is not None and row % ROWS < len(block.keys):
                return block.keys[row % ROWS]
        return None

    def link(self, row: int, column: int) -> tuple[Link, tuple[Value, ...]] | None:
        """The link that begins at a cell and holds for its row, and the values it goes by."""
        found = self._link_at(row, column)
        return None if found is None or self._look is None else (self._look.links[found[0]], found[1])

    def name(self, row: int, column: int) -> str:
        """The name of what a cell refers to; empty if it refers to nothing or has no name."""
        if self._look is None or not self._look.columns[column].links or self._forms.get(column):
            return ""
        found = self._link_at(row, column)
        return self._names.get(found, "") if found else ""

    def tip_of(self, row: int, column: int) -> str:
        """The words of a cell's tip, plain."""
        cell = self.cell(row, column)
        if cell is None or self._look is None:
            return ""
        link = self.link(row, column)
        name = (self.name(row, column) or link[0].target.name) if link else ""
        return cell_tip(cell, self._look.columns[column], self.now, name)

    def missing(self, rows: tuple[int, int], columns: Sequence[int]) -> list[BlockPlace]:
        """The blocks of a part of the grid that are to be read; asking again is allowed from here on."""
        self._asked = False
        places = places_of(rows, columns)
        for place in places:
            self._cache.touch(place)
        return [place for place in places if not self._cache.fresh(place)]

    # --- what the view tells ---

    def show(self, loaded: Loaded) -> None:
        """Take a first answer: columns, rows and the windows around the place wanted."""
        same = self._look is not None and [c.name for c in self._look.columns] == [c.name for c in loaded.look.columns]
        if not same:
            self.beginResetModel()
            self._look, self._order = loaded.look, loaded.order
            self._rows = _rows(loaded.order)
            self._start_again(loaded)
            self.endResetModel()
            return
        self._look = loaded.look
        self._start_again(loaded)
        self.grow(loaded.order)
        self._repaint()

    def grow(self, order: RowOrder) -> None:
        """Take an order that knows more of the same rows."""
        self._order = order
        rows = _rows(order)
        if rows > self._rows:
            self.beginInsertRows(_NONE, self._rows, rows - 1)
            self._rows = rows
            self.endInsertRows()
        elif rows < self._rows:
            self.beginRemoveRows(_NONE, rows, self._rows - 1)
            self._rows = rows
            self.endRemoveRows()

    def put(self, blocks: tuple[Block, ...]) -> None:
        """Take windows that were read."""
        for block in blocks:
            self._cache.put(block)
            first, last = block.place[0] * ROWS, block.place[0] * ROWS + len(block.cells) - 1
            left = block.place[1] * COLUMNS
            right = min(left + COLUMNS, self.columnCount()) - 1
            if 0 <= first <= last < self._rows and right >= left:
                self.dataChanged.emit(self.index(first, left), self.index(last, right))

    def age(self) -> None:
        """Places moved: what is shown is read again, and stays until then."""
        self._cache.age()
        self._asked = False
        self._repaint()

    def add_names(self, names: Names) -> None:
        """Take names of linked rows."""
        self._names.update(names)
        self._repaint()

    def unnamed(self, blocks: tuple[Block, ...]) -> set[tuple[int, tuple[Value, ...]]]:
        """Links of these blocks whose names were not asked for yet; they count as asked from here on."""
        if self._look is None:
            return set()
        found = set()
        for block in blocks:
            start = block.place[1] * COLUMNS
            linked = [c for c in range(start, min(start + COLUMNS, self.columnCount())) if self._look.columns[c].links]
            for at in range(len(block.cells)):
                for column in linked:
                    link = self._link_at(block.place[0] * ROWS + at, column)
                    if link is not None and link not in self._names:
                        found.add(link)
        self._names.update(dict.fromkeys(found, ""))
        return found

    def _start_again(self, loaded: Loaded) -> None:
        self._cache.clear()
        self._names = {}
        self._asked = False
        for block in loaded.blocks:
            self._cache.put(block)

    def _repaint(self) -> None:
        if self._rows and self.columnCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self._rows - 1, self.columnCount() - 1))

    def _link_at(self, row: int, column: int) -> tuple[int, tuple[Value, ...]] | None:
        assert self._look is not None
        at = row % ROWS
        block = self._cache.get(place_of(row, column))
        if block is None or at >= len(block.keys):
            return None
        for place in self._look.columns[column].links:
            link = self._look.links[place]
            if link.when and block.keys[at] not in block.links.get(place, frozenset()):
                continue
            values = tuple(self._raw(row, name) for name in link.columns)
            if all(value is not None for value in values):
                return place, values
        return None

    def _raw(self, row: int, name: str) -> Value:
        assert self._look is not None
        column = self._look.index(name)
        block = None if column is None else self._cache.get(place_of(row, column))
        return None if block is None else block.raw.get((row % ROWS, name.lower()))

    def _alignment(self, index: Index) -> Any:
        cell = self.cell(index.row(), index.column())
        right = cell is not None and cell.numeric
        return Qt.AlignmentFlag.AlignVCenter | (Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft)


_CELL_ROLES = frozenset(
    (
        int(Qt.ItemDataRole.DisplayRole),
        int(Qt.ItemDataRole.AccessibleTextRole),
        int(Qt.ItemDataRole.ToolTipRole),
        SORT_ROLE,
        OBJECT_ROLE,
    )
)


def _rows(order: RowOrder) -> int:
    return min(order.total, MOST_ROWS)
