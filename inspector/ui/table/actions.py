"""What can be done with the rows of a grid: copy, follow links both ways, filter by a value, go to the newest."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from inspector.cancel import CancelToken
from inspector.db.browse.question import Sort
from inspector.db.catalog import Table
from inspector.db.cells import find_row
from inspector.db.display import exact_text, visible
from inspector.db.rows import RowKey
from inspector.db.values import Value
from inspector.families.links import Link, find_targets
from inspector.ui.commands import Command
from inspector.ui.deed import Deed
from inspector.ui.table.cells import Cell
from inspector.ui.table.place import TablePlace, place_of_table

if TYPE_CHECKING:
    from inspector.ui.table.view import TableView

DETAILS_COMMAND = "panes.focus_details"
"""The window's command that puts the keyboard into the details."""
NEXT_PANE_COMMAND = "panes.next"
"""Where there is no such command: the details are the pane behind the view."""
_MOST_REFERRERS = 24


class TableActions(QObject):
    """The deeds of one table view."""

    def __init__(self, view: TableView) -> None:
        super().__init__(view)
        self._view = view

    def commands(self) -> tuple[Command, ...]:
        """While the view is in front."""
        view = self._view
        return (
            Command("table.follow", "Follow the link of the cell", self.follow_current, "", self._linked, menu="Table"),
            Command("table.newest", "Newest rows first", self.newest, "", self._keyed, "ph.sort-descending", "Table"),
            Command("table.oldest", "Rows as the table keeps them", self.as_kept, "", self._sorted, menu="Table"),
            Command("table.clear", "Clear the filters", view.clear_filters, "", self._filtered, "ph.funnel-x", "Table"),
        )

    # --- sorting ---

    def newest(self) -> None:
        """Show the rows with the greatest key first."""
        loaded = self._view.loaded
        if loaded is None:
            return
        key = loaded.look.table.primary_key
        column = loaded.look.table.column(key[0]) if len(key) == 1 else None
        by_key = column is not None and (column.declared_type.upper() == "INTEGER" or not loaded.look.table.has_rowid)
        time = next((c.name for c in loaded.look.columns if c.times and c.doc is not None), "")
        name = key[0] if by_key else time or loaded.look.table.rowid_name
        if name:
            self._view.sort_by(Sort(name, True))

    def as_kept(self) -> None:
        """Show the rows in the order of their keys."""
        self._view.sort_by(None)

    # --- links ---

    @Slot(object)
    def follow(self, cell: tuple[int, int]) -> None:
        """Open the row that a cell refers to."""
        source = self._view.source
        found = self._view.rows.link(*cell)
        if found is None or source is None or source.database is None:
            return
        link, values = found
        database = source.database

        def work(cancel: CancelToken) -> tuple[RowKey, ...]:
            return database.read(lambda reader: find_targets(reader, link, values), cancel)

        self._view.context.runner.run(
            work, partial(self._found, link, values), owner=self, key="follow", title="Following a link…"
        )

    def follow_current(self) -> None:
        """Open the row that the current cell refers to."""
        index = self._view.grid.currentIndex()
        if index.isValid():
            self.follow((index.row(), index.column()))

    def _found(self, link: Link, values: tuple[Value, ...], keys: tuple[RowKey, ...]) -> None:
        if not keys:
            wanted = ", ".join(f"{c} = {exact_text(v)}" for c, v in zip(link.target_columns, values, strict=True))
            self._view.say(f"There is no row in {visible(link.target.name)} with {visible(wanted)}.")
        elif len(keys) == 1 and keys[0]:
            self._open(place_of_table(link.target, keys[0]))
        else:
            self._open_equal(link.target, link.target_columns, values)

    def _open_equal(self, table: Table, columns: tuple[str, ...], values: tuple[Value, ...]) -> None:
        """Open the rows of a table that hold these values; all its rows are not those where one cannot be typed."""
        filters = _equal(columns, values)
        if len(filters) < len(columns):
            self._view.say(
                f"These rows of {visible(table.name)} cannot be shown: no filter can be typed for their key."
            )
        else:
            self._open(place_of_table(table, filters=filters))

    def _open(self, place: TablePlace) -> None:
        self._view.openRequested.emit(place.at(self._view.location().path))

    def show_referrers(self, link: Link, row: int) -> None:
        """Open the rows of another table that refer to this one."""
        source, key, loaded = self._view.source, self._view.rows.key(row), self._view.loaded
        if source is None or source.database is None or key is None or loaded is None:
            return
        database, table = source.database, loaded.look.table

        def work(cancel: CancelToken) -> tuple[Value, ...] | None:
            return database.read(lambda reader: find_row(reader, table, key, link.target_columns), cancel)

        def done(values: tuple[Value, ...] | None) -> None:
            if values is None:
                self._view.say("This row is gone.")
            else:
                self._open_equal(link.origin, link.columns, values)

        self._view.context.runner.run(work, done, owner=self, key="follow", title="Following a link…")

    @Slot()
    def show_details(self) -> None:
        """Put the keyboard into the details of the row."""
        registry = self._view.context.commands
        known = {command.id for command in registry.all()}
        for id in (DETAILS_COMMAND, NEXT_PANE_COMMAND):
            if id in known:
                registry.run(id)
                return

    # --- the menu of a cell ---

    @Slot(object)
    def show_menu(self, at: tuple[QPoint, int, int]) -> None:
        """Offer what can be done with a cell."""
        point, row, column = at
        menu = self.menu(row, column)
        menu.popup(point)

    def menu(self, row: int, column: int) -> QMenu:
        """The menu of a cell; it goes when it is closed."""
        view, loaded = self._view, self._view.loaded
        menu = QMenu(view)
        menu.aboutToHide.connect(menu.deleteLater)
        if loaded is None:
            return menu
        view.copying.fill(menu)
        menu.addSeparator()
        link = view.rows.link(row, column)
        if link is not None:
            name = view.rows.name(row, column)
            words = f"Open {link[0].target.name}{' ' + name if name else ''}"
            self._add(menu, words, partial(self.follow, (row, column)))
        else:
            self._add_dead(menu, loaded.look.table, loaded.look.columns[column].name)
        self._add_filters(menu, view.rows.cell(row, column), loaded.look.columns[column].name)
        self._add_referrers(menu, loaded.look.referrers, row)
        return menu

    def _add_dead(self, menu: QMenu, table: Table, column: str) -> None:
        """A foreign key that leads nowhere says why."""
        for key in table.foreign_keys:
            if key.problem and column.lower() in (name.lower() for name in key.columns):
                words = f"The foreign key of {', '.join(key.columns)} cannot be followed: {key.problem}."
                self._add(menu, f"Why is it no link to {key.target}?", partial(self._view.say, visible(words)))

    def _add_filters(self, menu: QMenu, cell: Cell | None, column: str) -> None:
        text = filter_for(cell)
        if text is None:
            return
        other = "!null" if text == "null" else "!" + text
        value = "NULL" if text == "null" else _short(text.removeprefix("="))
        self._add(menu, f"Only rows where {column} is {value}", partial(self._filter, column, text))
        self._add(menu, f"Only rows where {column} is not {value}", partial(self._filter, column, other))

    def _add_referrers(self, menu: QMenu, referrers: tuple[Link, ...], row: int) -> None:
        if not referrers or self._view.rows.key(row) is None:
            return
        inner = menu.addMenu("Rows that refer to this one")
        for link in referrers[:_MOST_REFERRERS]:
            words = f"{link.origin.name}.{', '.join(link.columns)}" + (f", {link.label}" if link.label else "")
            self._add(inner, words, partial(self.show_referrers, link, row))

    def _add(self, menu: QMenu, words: str, run: Callable[[], object]) -> None:
        action = QAction(visible(words).replace("&", "&&"), menu)
        Deed(action, run)
        menu.addAction(action)

    def _filter(self, column: str, text: str) -> None:
        filters = self._view.grid.header.filters
        filters.set_texts({**filters.texts(), column: text})
        filters.changed.emit()

    # --- when ---

    def _any(self) -> bool:
        return self._view.loaded is not None

    def _keyed(self) -> bool:
        return self._view.loaded is not None and self._view.loaded.question.addressing != "place"

    def _sorted(self) -> bool:
        return self._view.grid.header.sort() is not None

    def _filtered(self) -> bool:
        return bool(self._view.grid.header.filters.texts())

    def _linked(self) -> bool:
        index = self._view.grid.currentIndex()
        return index.isValid() and self._view.rows.link(index.row(), index.column()) is not None


def filter_for(cell: Cell | None) -> str | None:
    """The filter that finds rows with the value of a cell; None for one that is masked, long or not there."""
    if cell is None or cell.redacted or cell.look in ("gone", "unreadable", "bad text"):
        return None
    match cell.value:
        case None:
            return "null"
        case bytes() as raw:
            return f"=x'{raw.hex()}'" if len(raw) <= 64 else None
        case str() as text:
            plain = text and text == text.strip() and not text.startswith('"') and len(text) <= 200
            return f"={text}" if plain else f'="{text}"' if len(text) <= 200 else None
        case int() | float() as number:
            return f"={exact_text(number)}"
    return None


def _equal(columns: tuple[str, ...], values: tuple[Value, ...]) -> dict[str, str]:
    found = {}
    for column, value in zip(columns, values, strict=True):
        text = filter_for(Cell(value, "text", ""))
        if text is not None:
            found[column] = text
    return found


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"
