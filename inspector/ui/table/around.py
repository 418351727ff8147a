"""What stands around the rows of a table view: column menu and list, statistics beside, find bar below."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from inspector.cancel import CancelToken
from inspector.db.browse.facets import Facet
from inspector.ui.commands import Command
from inspector.ui.deed import Deed
from inspector.ui.table.cells import Cell
from inspector.ui.table.column_chooser import ColumnChooser
from inspector.ui.table.column_control import ColumnControl
from inspector.ui.table.column_menu import ColumnMenu
from inspector.ui.table.find_bar import FindBar
from inspector.ui.table.finder import Finder, Look
from inspector.ui.table.finding import Looked, Needle, look_at_hand, look_on
from inspector.ui.table.loading import Loaded
from inspector.ui.table.statistics_panel import StatisticsPanel

if TYPE_CHECKING:
    from inspector.ui.table.view import TableView


class TableTools(QObject):
    """The tools of one table view."""

    def __init__(self, view: TableView) -> None:
        super().__init__(view)
        self._view = view
        context = view.context
        self.columns = ColumnControl(context.settings, view.grid, view.rows, self)
        self.menus = ColumnMenu(self.columns, view.sort_by, self.choose_columns, view)
        self.menus.offers += [self._offer_statistics, self._offer_facet]
        self.statistics = StatisticsPanel(context, view)
        self.finder = Finder(context.runner, view.grid, view.rows, _TableSearched(view), self)
        self.find_bar = FindBar(self.finder, view)
        self._chooser: ColumnChooser | None = None
        self._wire()

    def around(self, rows: QWidget) -> QWidget:
        """The rows with the tools around them."""
        whole = QWidget(self._view)
        row = QHBoxLayout()
        row.setSpacing(0)
        row.addWidget(rows, 1)
        row.addWidget(self.statistics)
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row, 1)
        column.addWidget(self.find_bar)
        return whole

    def commands(self) -> tuple[Command, ...]:
        """While the view is in front."""
        some = self._any
        return (
            Command("table.column_menu", "Menu of the column…", self.open_menu, "Ctrl+M", some, menu="Table"),
            Command("table.columns", "Choose columns…", self.choose_columns, "", some, menu="Table"),
            Command("table.statistics", "Statistics of the column", self.show_statistics, "", some, menu="Table"),
            Command("table.fit", "Fit columns to their contents", self.columns.fit_all, "", some, menu="Table"),
            Command("table.reset_columns", "Reset columns", self.columns.reset, "", some, menu="Table"),
            Command("table.filter", "Filter by the column", self.filter, "Ctrl+L", some, menu="Table"),
            Command("table.find_next", "Find next", partial(self.find_next, 1), "F3", some, menu="Table"),
            Command("table.find_back", "Find previous", partial(self.find_next, -1), "Shift+F3", some, menu="Table"),
        )

    # --- what the view tells ---

    def shown(self, loaded: Loaded, *, newly: bool) -> None:
        """A first answer is on screen; ``newly``: of a table that was not before."""
        if newly:
            table = loaded.look.table
            self.columns.show_table((self._view.location().path, table.schema, table.name))
        self.statistics.follow(self._view.source, loaded)
        self.finder.again()

    def fit(self) -> None:
        """Fit the columns whose width nobody chose."""
        self._view.grid.fit_columns(self.columns.chosen_widths())

    @Slot()
    def rows_came(self) -> None:
        """Further rows were read."""
        self.finder.rows_came()

    # --- what the reader does ---

    def find(self) -> None:
        """Seek in the rows."""
        self.find_bar.start()

    def find_next(self, direction: int) -> None:
        """Go to the next match; asks what to seek while nothing is."""
        if self.find_bar.isHidden():
            self.find_bar.start()
        else:
            self.finder.step(direction)

    def filter(self) -> None:
        """Put the keyboard into the filter of the current column."""
        column = max(0, self._view.grid.currentIndex().column())
        self._view.grid.scrollTo(self._view.rows.index(max(0, self._view.grid.rows_on_screen()[0]), column))
        self._view.grid.header.filters.focus(column)

    def open_menu(self) -> None:
        """The menu of the current column, below its name."""
        grid = self._view.grid
        section = max(0, grid.currentIndex().column())
        grid.scrollTo(self._view.rows.index(max(0, grid.rows_on_screen()[0]), section))
        left = grid.header.pinned.left(section)
        at = grid.header.sectionViewportPosition(section) if left is None else left
        self._popup((grid.header.viewport().mapToGlobal(QPoint(at + 8, 40)), section))

    def choose_columns(self) -> None:
        """The list of all columns."""
        if self._chooser is not None:
            self._chooser.close()
        self._chooser = ColumnChooser(self.columns, self._view)
        self._chooser.destroyed.connect(self._chooser_gone)
        self._chooser.show()

    def show_statistics(self, section: int | None = None) -> None:
        """What the column holds, the current one unless it is named."""
        loaded, source = self._view.loaded, self._view.source
        if loaded is None or source is None:
            return
        column = max(0, self._view.grid.currentIndex().column()) if section is None else section
        self.statistics.ask(source, loaded, loaded.look.columns[column].name)

    # --- within ---

    def _wire(self) -> None:
        header = self._view.grid.header
        header.menuRequested.connect(self._popup)
        self.columns.changed.connect(self.finder.again)
        self.find_bar.left.connect(self._view.grid.setFocus)
        self.statistics.closed.connect(self._view.grid.setFocus)
        self._view.windows.arrived.connect(self.rows_came)

    @Slot(object)
    def _popup(self, at: tuple[QPoint, int]) -> None:
        point, section = at
        if section < len(self.columns.looks):
            self.menus.menu(section).popup(point)

    def _offer_statistics(self, menu: QMenu, section: int) -> None:
        action = QAction("Statistics", menu)
        Deed(action, partial(self.show_statistics, section))
        menu.addAction(action)

    def _offer_facet(self, menu: QMenu, section: int) -> None:
        column = self.columns.looks[section]
        action = QAction("Facet", menu)
        Deed(action, partial(self._view.facets.show_facet, Facet(column.name)))
        action.setEnabled(not column.secret)
        menu.addAction(action)

    @Slot()
    def _chooser_gone(self) -> None:
        self._chooser = None

    def _any(self) -> bool:
        return self._view.loaded is not None


class _TableSearched:
    """Seeks in the cells that were read, then in the table."""

    def __init__(self, view: TableView) -> None:
        self._view = view

    def at_hand(self, needle: Needle, columns: list[int]) -> Look | None:
        rows = self._view.rows
        blocks = rows.at_hand()

        def shown(cell: Cell, column: int) -> Cell:
            return rows.shown_as(cell, column) or cell

        def work(cancel: CancelToken) -> Looked:
            return look_at_hand(blocks, needle, columns, rows.name, shown, cancel)

        return work

    def further(self, needle: Needle, columns: list[int], start: int, told: Callable[[int], None]) -> Look | None:
        source, loaded = self._view.source, self._view.loaded
        if source is None or source.database is None or loaded is None:
            return None
        database, redactor = source.database, source.redactor

        def work(cancel: CancelToken) -> Looked:
            return look_on(database, loaded.order, loaded.look, redactor, needle, columns, start, cancel, told)

        return work
