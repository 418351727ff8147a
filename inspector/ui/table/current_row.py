"""Which row of a table view is current, how it is made so while nothing moves, and where it stands on screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, QObject, Slot

from inspector.db.rows import RowKey, RowRef
from inspector.ui.table.loading import Loaded, Wanted, find_place
from inspector.ui.table.place import TablePlace
from inspector.ui.table.windows import unheard
from inspector.workspace.rows.row_location import lasting_key

if TYPE_CHECKING:
    from inspector.ui.table.view import TableView


@dataclass(frozen=True)
class Bearings:
    """How a table stood on screen."""

    top: int
    """The first row on screen."""
    above: int
    """How many rows stood above the current one; negative where it was scrolled away."""


class CurrentRow(QObject):
    """The current row of one table view."""

    def __init__(self, view: TableView) -> None:
        super().__init__(view)
        self._view = view
        self._told: object = None

    # --- which it is ---

    def key(self) -> RowKey | None:
        """Its key; None if there is no current row or it has no key."""
        index = self._view.grid.currentIndex()
        return self._view.rows.key(index.row()) if index.isValid() else None

    def lasting_key(self, loaded: Loaded, key: RowKey) -> RowKey:
        """Its key in the values that a link to it holds, which outlive the rowid."""
        rows, row = self._view.rows, self._view.grid.currentIndex().row()
        places = enumerate(loaded.look.columns)
        cells = {column.name.lower(): rows.cell(row, at) for at, column in places if column.column.key_position}
        values = {name: cell.value for name, cell in cells.items() if cell is not None and not cell.redacted}
        return lasting_key(loaded.look.table, key, values)

    @Slot()
    def tell(self) -> None:
        """Tell the window of it, where it is another than was told."""
        loaded, key = self._view.loaded, self.key()
        told = None
        if loaded is not None and key is not None:
            told = (self._view.source, RowRef(loaded.look.table.schema, loaded.look.table.name, key))
        if told != self._told:
            self._told = told
            self._view.rowSelected.emit(told)

    # --- making one current ---

    def make(self, row: int | None) -> None:
        """Make a row current without scrolling: where it stands was said already."""
        grid, rows = self._view.grid, self._view.rows
        selection = grid.selectionModel()
        if row is None or row >= rows.rowCount():
            grid.clearSelection()
            selection.setCurrentIndex(rows.index(-1, -1), QItemSelectionModel.SelectionFlag.NoUpdate)
        else:
            column = max(0, grid.currentIndex().column())
            scroll = grid.hasAutoScroll()
            grid.setAutoScroll(False)
            selection.setCurrentIndex(rows.index(row, column), QItemSelectionModel.SelectionFlag.ClearAndSelect)
            grid.setAutoScroll(scroll)
        self.tell()

    def make_only(self) -> None:
        """A link often leads to a single row: it need not be chosen by hand to be read."""
        order = self._view.loaded.order if self._view.loaded is not None else None
        if order is not None and order.exact and order.total == 1 and not self._view.grid.currentIndex().isValid():
            self.make(0)

    def settle(self) -> None:
        """The rows are counted: what stood at estimated places moves to its own."""
        view, grid = self._view, self._view.grid
        loaded, source = view.loaded, view.source
        top, _ = grid.rows_on_screen()
        index = grid.currentIndex()
        row = index.row() if index.isValid() else top
        key = view.rows.key(row) or (loaded.key if loaded is not None else None)
        aimed = index.isValid() or (loaded is not None and loaded.key is not None)
        view.rows.age()
        if loaded is None or source is None or source.database is None or key is None:
            return
        database, order = source.database, loaded.order

        def settled(place: int | None) -> None:
            if place is not None and view.loaded is loaded and place != row:
                grid.put_at_top(place - (row - top))
                if aimed:
                    self.make(place)

        view.context.runner.run(
            lambda cancel: find_place(database, order, key, cancel), settled, unheard, owner=view, key="settle"
        )

    # --- where it stands ---

    def bearings(self) -> Bearings:
        """How the table stands on screen now."""
        top, _ = self._view.grid.rows_on_screen()
        index = self._view.grid.currentIndex()
        return Bearings(max(0, top), index.row() - top if index.isValid() else 0)

    def wanted_again(self, place: TablePlace) -> Wanted:
        """The same rows at the same place of the screen."""
        key, stands = self.key(), self.bearings()
        at = place.with_key(key) if key is not None or self._view.loaded else place
        return self._wanted(at, stands.top, stands.above if key is not None else 0)

    def wanted_at_key(self, place: TablePlace, aim: Bearings | None) -> Wanted:
        """The row that a place names, where ``aim`` says, else a third of the screen down."""
        top, last = self._view.grid.rows_on_screen()
        return self._wanted(place, *((aim.top, aim.above) if aim is not None else (top, max(0, (last - top) // 3))))

    def _wanted(self, place: TablePlace, top: int, above: int) -> Wanted:
        grid = self._view.grid
        return Wanted(place, top, above, grid.rows_that_fit(), grid.columns_on_screen())
