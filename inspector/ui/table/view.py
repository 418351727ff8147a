"""The view of one table: asks for what is on screen, shows it, and says what it covers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from inspector.cancel import CancelToken
from inspector.db.browse.question import Sort
from inspector.db.display import visible
from inspector.db.rows import RowKey
from inspector.errors import InvalidInput, KnownError
from inspector.ui.changes.line import ChangedLine
from inspector.ui.commands import Command
from inspector.ui.facets.table_facets import TableFacets
from inspector.ui.table.actions import TableActions
from inspector.ui.table.around import TableTools
from inspector.ui.table.copy_actions import CopyActions
from inspector.ui.table.cover import Cover
from inspector.ui.table.current_row import Bearings, CurrentRow
from inspector.ui.table.grid import RowsGrid
from inspector.ui.table.loading import Loaded, Wanted, load
from inspector.ui.table.model import RowsModel
from inspector.ui.table.place import TablePlace, place_in
from inspector.ui.table.remarks import Remarks
from inspector.ui.table.windows import WindowReader
from inspector.ui.view import View, ViewContext
from inspector.workspace.location import Location
from inspector.workspace.source import Source

_ABOVE = 4
"""Rows above one that a link leads to: what stands before it is part of the story."""
_AGES_MS = 30_000
"""Milliseconds between two repaints that keep "12 min ago" true."""


class TableView(View):
    """Rows of one table, view or virtual table."""

    def __init__(
        self, context: ViewContext, source: Source | None, location: Location, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, source, location, parent)
        self._place = place_in(location)
        self._shown: TablePlace | None = None
        self._loaded: Loaded | None = None
        self._stopped = False
        self._going = False
        self._aim: Bearings | None = None
        self._fitted = self._measured = False
        self._ages = QTimer(self, interval=_AGES_MS)
        self._build()
        self._wire()
        self.grid.header.filters.set_texts(self._place.filters)
        self.grid.header.set_sort(self._place.sort)
        self.facets.restore()
        self._load(Wanted(self._place, above=_ABOVE))

    # --- the contract of views ---

    def title(self) -> str:
        return visible(self._place.table)

    def location(self) -> Location:
        if self._loaded is None or self._going:
            return self._location
        return self._place.with_key(self.current_key()).at(self._location.path)

    def address(self) -> Location:
        loaded, key = self._loaded, self.current.key()
        if loaded is None or key is None or self._going:
            return self.location()
        return self._place.with_key(self.current.lasting_key(loaded, key)).at(self._location.path)

    def show_location(self, location: Location) -> None:
        before = self._place
        self._location, self._place = location, place_in(location)
        if self._shown is not None and replace(before, key="") == replace(self._place, key=""):
            # a place that names no row, or the current one, is where the reader left it
            if self._place.key and (self._going or self._place.key != before.with_key(self.current_key()).key):
                self._going = True
                self._load(self.current.wanted_at_key(self._place, self._aim))
            elif self._aim is not None:
                self.grid.put_at_top(self._aim.top)
            return
        self._going = True
        self.grid.header.filters.set_texts(self._place.filters)
        self.grid.header.set_sort(self._place.sort)
        top, above = (self._aim.top, self._aim.above) if self._aim is not None else (0, _ABOVE)
        self._load(Wanted(self._place, top, above, self.grid.rows_that_fit()))

    def reveal(self) -> None:
        if self.grid.currentIndex().isValid():
            self.grid.scrollTo(self.grid.currentIndex())

    def bearings(self) -> object:
        return self.current.bearings()

    def return_to(self, location: Location, bearings: object) -> None:
        self._aim = bearings if isinstance(bearings, Bearings) else None
        self.show_location(location)
        self._aim = None

    def set_source(self, source: Source) -> None:
        # what was read with secrets may not stay in place of an error
        self._changed_strip.release()
        super().set_source(source)

    def refresh(self) -> None:
        self._load(self.current.wanted_again(self._place))

    def find(self) -> None:  # type: ignore[override]  # see View
        self.tools.find()

    def commands(self) -> tuple[Command, ...]:
        return (
            *self.actions_here.commands(),
            *self.copying.commands(),
            *self.tools.commands(),
            *self.facets.commands(),
        )

    # --- what its parts ask ---

    @property
    def loaded(self) -> Loaded | None:
        """What is shown; None before the first answer."""
        return self._loaded

    @property
    def place(self) -> TablePlace:
        """What is asked for."""
        return self._place

    def current_key(self) -> RowKey | None:
        """The key of the current row; None if there is none or its row has none."""
        return self.current.key()

    def sort_by(self, sort: Sort | None) -> None:
        """Show the rows in another order, from the top."""
        self._ask(replace(self._place, sort=sort, key=""))

    def clear_filters(self) -> None:
        """Show all rows again."""
        self.show_place(replace(self._place, filters={}, picks={}, key=""))

    def show_place(self, place: TablePlace) -> None:
        """Show the rows of another place of this table, from the top."""
        self.grid.header.filters.set_texts(place.filters)
        self._ask(place)

    def say(self, words: str, run: Callable[[], object] | None = None, *, action: str = "Close") -> None:
        """Tell something that happened, above the grid, until the next thing happens; ``run`` is done by ``action``."""
        self.remarks.say(words, run, action=action)

    # --- building ---

    def _build(self) -> None:
        self.rows = RowsModel(self.context.clock, self)
        self.grid = RowsGrid(self.context.theme, self.rows, self)
        self.cover = Cover(self.grid)
        self.overlay = self.cover.overlay
        self.current = CurrentRow(self)
        self.remarks = Remarks(self)
        self.windows = WindowReader(self.context.runner, self.rows, self.grid, self)
        self.actions_here = TableActions(self)
        self.tools = TableTools(self)
        self.copying = CopyActions(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.remarks.message, self.remarks.limits):
            column.addWidget(widget)
        self._changed_strip = ChangedLine(self.context, self.refresh, self)
        self.facets = TableFacets(self, self._changed_strip)
        column.insertWidget(0, self.facets.bar)
        column.addWidget(self.tools.around(self.facets.splitter), 1)
        column.addWidget(self._changed_strip)
        self.setFocusProxy(self.grid)

    def _wire(self) -> None:
        self.windows.arrived.connect(self.current.tell)
        self.windows.named.connect(self._named)
        self.windows.failed.connect(self._window_failed)
        self._ages.timeout.connect(self.grid.viewport().update)
        self.grid.moved.connect(self._tell_note)
        self.grid.currentMoved.connect(self.current.tell)
        self.grid.entered.connect(self.actions_here.show_details)
        self.grid.copyRequested.connect(self.copying.copy)
        self.grid.linkRequested.connect(self.actions_here.follow)
        self.grid.menuRequested.connect(self.actions_here.show_menu)
        self.grid.header.sortRequested.connect(self.sort_by)
        self.grid.header.filters.changed.connect(self._filters_changed)
        self.grid.header.filters.left.connect(self.grid.setFocus)

    # --- asking ---

    def _ask(self, place: TablePlace) -> None:
        if replace(place, key="") == replace(self._place, key="") and self._shown is not None:
            return
        self._place = place
        self.grid.header.set_sort(place.sort)
        self._load(Wanted(place, rows=self.grid.rows_that_fit(), columns=self.grid.columns_on_screen()))
        self.move_to(place.at(self._location.path))

    def _load(self, wanted: Wanted) -> None:
        source, runner, now = self.source, self.context.runner, self.context.clock.now()
        assert source is not None
        self._stopped = False
        self.windows.stop()
        self.overlay.show_loading(self._doing(wanted.place), self._cancel_load)

        def work(cancel: CancelToken) -> Loaded:
            return load(
                source, wanted, now, cancel, lambda answer: runner.deliver(self, self._arrived, (cancel, answer))
            )

        databases = (source.database,) if source.database is not None else ()
        self._token = self._changed_strip.run(
            databases,
            work,
            self._finished,
            self._load_failed,
            owner=self,
            key="load",
            title=self._doing(wanted.place),
            cancelled=self._load_stopped,
        )

    def _doing(self, place: TablePlace) -> str:
        table = visible(place.table)
        if place.sort is not None:
            return f"Sorting {table} by {visible(place.sort.column)}…"
        return f"Looking through {table}…" if place.filtered else f"Reading {table}…"

    def _arrived(self, told: tuple[CancelToken, Loaded]) -> None:
        token, answer = told
        if token is self._token and not token.cancelled:
            self._take(answer)

    def _finished(self, answer: Loaded) -> None:
        if answer is not self._loaded:
            self._take(answer)
        self.facets.finished(answer)
        self.current.make_only()
        self._tell_note()

    def _take(self, answer: Loaded) -> None:
        if answer.first:
            self._show(answer)
        elif self._loaded is not None and self._loaded.question is answer.question:
            self._grow(answer)
        else:
            # nothing found yet: how far it has come
            done = int(getattr(answer.order, "looked_at", 0.0) * 100)
            words = self._doing(answer.wanted.place)
            self.overlay.show_loading(words, self._cancel_load, progress=(done, 100) if done else None)

    def _show(self, answer: Loaded) -> None:
        self._going = False
        newly = self._loaded is None or self._loaded.look.table.name != answer.look.table.name
        self._loaded, self._shown = answer, answer.wanted.place
        self.grid.header.filters.set_columns(answer.look.columns)
        self.grid.header.filters.set_faults({})
        self.remarks.message.show_whole()
        assert self.source is not None
        self.windows.follow(self.source, answer)
        self.rows.show(answer)
        self.tools.shown(answer, newly=newly)
        if newly or not self._measured:
            self._fitted, self._measured = False, answer.order.total > 0
            self.tools.fit()
            self.titleChanged.emit(self.title())
        self.grid.put_at_top(answer.top)
        self.current.make(answer.current)
        self._changed_strip.shown("load")
        if answer.order.total:
            self.overlay.show_content()
        else:
            self.remarks.say_nothing(answer)
        if answer.wanted.place.key and answer.current is None and (answer.order.exact or answer.key is None):
            self.say("The row that was asked for is not among these rows.")
        self._say_limits()
        self.windows.name(answer.blocks)
        self.facets.follow(answer)
        self._tell_note()

    def _grow(self, answer: Loaded) -> None:
        before, self._loaded = self._loaded, answer
        assert before is not None
        assert self.source is not None
        self.windows.follow(self.source, answer)
        self.rows.grow(answer.order)
        if answer.order.exact and not before.order.exact and answer.question.in_key_order:
            self.current.settle()
        self.facets.tell(answer)
        self._say_limits()
        self._tell_note()

    def _load_failed(self, error: KnownError) -> None:
        self._going = False
        if isinstance(error, InvalidInput) and self._loaded is not None:
            self.overlay.show_content()
            self.remarks.say_fault(error)
            return
        if self._loaded is not None and self._changed_strip.keep("load", error):
            self._put_back()
            if not self._loaded.order.total:
                self.remarks.say_nothing(self._loaded)
            return
        if self._loaded is not None and self._loaded.order.total and self._changed_strip.holds("load"):
            # what was read stays on screen: an older answer is better than none
            self.overlay.show_content()
            self.remarks.message.show_partial(f"It could not be read again: {error}", self.refresh, action="Try again")
            return
        self.overlay.show_error(error, self.refresh)
        self._changed_strip.shown("load")

    def _cancel_load(self) -> None:
        self._token.cancel()

    def _load_stopped(self) -> None:
        self._stopped, self._going = True, False
        if self._loaded is None:
            self.overlay.show_empty("Reading was stopped.", action="Read again", run=self.refresh)
            return
        self._put_back()
        self._say_limits()
        self._tell_note()

    def _put_back(self) -> None:
        """The rows that are there stay, with the sort and the filters that they were read by."""
        self.overlay.show_content()
        loaded = self._loaded
        if loaded is not None and self._shown not in (None, self._place) and loaded.wanted.place is self._shown:
            self._place = self._shown
            self.grid.header.set_sort(self._shown.sort)
            self.grid.header.filters.set_texts(self._shown.filters)

    # --- windows ---

    @Slot()
    def _named(self) -> None:
        """Names need room too: the first ones that come widen the columns."""
        if not self._fitted:
            self._fitted = True
            self.tools.fit()

    @Slot(object)
    def _window_failed(self, error: KnownError) -> None:
        self.remarks.message.show_partial(f"These rows could not be read: {error}", self.refresh, action="Try again")

    # --- what changes around it ---

    @Slot()
    def _filters_changed(self) -> None:
        self._ask(replace(self._place, filters=self.grid.header.filters.texts(), key=""))

    def _say_limits(self) -> None:
        if self._loaded is not None:
            self.remarks.say_limits(self._loaded, stopped=self._stopped)

    @Slot()
    def _tell_note(self) -> None:
        if self._loaded is not None:
            self.remarks.tell_note(self._loaded, stopped=self._stopped)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._ages.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._ages.stop()
