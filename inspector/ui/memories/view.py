"""Memories as a tab: their kinds with counts at the left, those of the kinds that are chosen at the right."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Qt, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QSplitter, QVBoxLayout, QWidget

from inspector.cancel import CancelToken
from inspector.errors import KnownError
from inspector.ui.changes.line import ChangedLine
from inspector.ui.commands import Command
from inspector.ui.labels import PlainLabel, tip, tone
from inspector.ui.lines.line import Line
from inspector.ui.lines.list import LineList
from inspector.ui.memories import words
from inspector.ui.memories.list import MemoryList
from inspector.ui.search.chips import FilterChips
from inspector.ui.search.filter import HitFilter, filter_in, with_filter
from inspector.ui.states import PartialStrip, StateOverlay
from inspector.ui.view import View, ViewContext
from inspector.workspace.answers.memory_shelf import SHOWN, Shelf, ShelfChoice, read_shelf
from inspector.workspace.location import Location, location
from inspector.workspace.rows.row_location import row_location
from inspector.workspace.source import Source

_MORE = 4


class MemoriesView(View):
    """The memories of one source. Params: ``order``, and ``in.`` with a facet."""

    def __init__(
        self, context: ViewContext, source: Source | None, location: Location, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, source, location, parent)
        self._kept = filter_in(location)
        self._limit = SHOWN
        self._shelf: Shelf | None = None
        self._build()
        self._wire()
        self._take(location)

    # --- the contract of views ---

    def location(self) -> Location:
        return with_filter(self._location.with_params(order=self.order.currentData()), self._kept)

    def show_location(self, location: Location) -> None:
        super().show_location(location)
        self._take(location)

    def refresh(self) -> None:
        self._read()

    def find(self) -> None:  # type: ignore[override]  # see View
        self.search_these()

    def commands(self) -> tuple[Command, ...]:
        search = self.search_these
        return (Command("memories.search", "Search these memories", search, icon="ph.magnifying-glass", menu="View"),)

    # --- building ---

    def _build(self) -> None:
        theme = self.context.theme
        content = QWidget(self)
        self.kinds = LineList(theme, "Kinds of memories", content, fitted=False)
        self.list = MemoryList(theme, "Memories", content, fitted=False)
        self._split = QSplitter(Qt.Orientation.Horizontal, content)
        self._split.setChildrenCollapsible(False)
        self._split.addWidget(self.kinds)
        self._split.addWidget(self.list)
        self._split.setStretchFactor(1, 1)
        self._split.setSizes([220, 560])
        inside = QVBoxLayout(content)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self._split)
        self.states = StateOverlay(self.list)
        self.partial = PartialStrip(self)
        self.changed = ChangedLine(self.context, self.refresh, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._build_bar())
        column.addWidget(content, 1)
        column.addWidget(self.partial)
        column.addWidget(self.changed)
        self.setFocusProxy(self.list)

    def _build_bar(self) -> QVBoxLayout:
        self.summary = PlainLabel("", self)
        tone(self.summary, "muted")
        self.order = QComboBox(self)
        self.order.setAccessibleName("Order of the memories")
        shelf = self.source.family.memories if self.source is not None else None
        self.order.addItem("In order of their kind", "")
        for order in shelf.orders if shelf is not None else ():
            self.order.addItem(order.title, order.id)
        self.search = QPushButton("Search these…", self)
        self.search.setToolTip(tip("Search with these filters (Ctrl+F)"))
        self.chips = FilterChips(self.context, self)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.summary, 1)
        row.addWidget(self.order)
        row.addWidget(self.search)
        bar = QVBoxLayout()
        bar.setContentsMargins(8, 8, 8, 8)
        bar.setSpacing(8)
        bar.addLayout(row)
        bar.addWidget(self.chips)
        return bar

    def _wire(self) -> None:
        self.kinds.lineChosen.connect(self._kind_chosen)
        self.chips.takenBack.connect(self._choose)
        self.order.activated.connect(self._order_chosen)
        self.search.clicked.connect(self.search_these)
        self.list.entered.connect(self._open)
        self.list.lineSelected.connect(self._selected)

    # --- asking ---

    def _take(self, place: Location) -> None:
        self._kept, self._limit = replace(filter_in(place), time=""), SHOWN
        with QSignalBlocker(self.order):
            self.order.setCurrentIndex(max(0, self.order.findData(place.get("order"))))
        self._read()

    def _read(self) -> None:
        source, clock = self.source, self.context.clock
        if source is None or source.database is None:
            return
        choice = ShelfChoice(self._kept.chosen, self.order.currentData(), self._limit)
        if self._shelf is None:
            self.states.show_loading("Reading the memories…", self._stop)

        def work(cancel: CancelToken) -> Shelf:
            return read_shelf(source, choice, clock, cancel)

        self.chips.show_chips(words.kind_chips(self._shelf, self._kept))
        self.changed.run(
            (source.database,),
            work,
            self._show,
            self._failed,
            owner=self,
            key="shelf",
            title="Reading the memories",
            cancelled=self._stopped,
        )

    def _show(self, shelf: Shelf) -> None:
        source = self.source
        assert source is not None
        self._shelf = shelf
        now = self.context.clock.now()
        self.kinds.show_groups(words.kind_groups(shelf, self._kept))
        self.list.show_lines([words.memory_line(source, memory, now) for memory in shelf.memories])
        self.chips.show_chips(words.kind_chips(shelf, self._kept))
        said = words.shelf_words(shelf)
        self.summary.setText(said)
        self.set_note(said)
        if not shelf.total:
            self.states.show_empty("No memories are kept here.", "They come once the agent stores what it learnt.")
        elif not shelf.matching:
            self.states.show_empty("No memory is of all these kinds.", action="Clear filters", run=self._clear)
        else:
            self.states.show_content()
        left = shelf.matching - len(shelf.memories)
        if left > 0:
            self.partial.show_partial(f"The first {len(shelf.memories):,} are listed.", self._more, action="List more")
        else:
            self.partial.show_whole()

    def _failed(self, error: KnownError) -> None:
        if self._shelf is not None and self.changed.keep("shelf", error):
            return
        self.states.show_error(error, self._read)
        self.changed.shown("shelf")

    @Slot()
    def _stop(self) -> None:
        self.context.runner.cancel(self, "shelf")
        self._stopped()

    def _stopped(self) -> None:
        if self._shelf is None:
            self.states.show_empty("Reading was stopped.", action="Read again", run=self._read)

    # --- choosing ---

    def _choose(self, kept: HitFilter) -> None:
        self._kept, self._limit = kept, SHOWN
        self._read()
        self.move_to(self.location())

    @Slot()
    def _clear(self) -> None:
        self._choose(HitFilter())

    @Slot(object)
    def _kind_chosen(self, line: Line) -> None:
        facet, _, value = line.key.removeprefix(words.KEY).partition(":")
        self._choose(self._kept.toggled(facet, value))

    @Slot()
    def _order_chosen(self) -> None:
        self._choose(self._kept)

    @Slot()
    def _more(self) -> None:
        self._limit *= _MORE
        self._read()

    @Slot(object)
    def _selected(self, line: Line | None) -> None:
        self.rowSelected.emit(line.selects if line is not None else None)

    @Slot(object)
    def _open(self, line: Line) -> None:
        if isinstance(line.selects, tuple) and self.source is not None:
            self.openRequested.emit(row_location(self.source.path, line.selects[1]))

    @Slot()
    def search_these(self) -> None:
        """Search with the filters that are chosen, as far as hits can be told apart by them."""
        source = self.source
        shelf = source.family.memories if source is not None else None
        if source is None or shelf is None:
            return
        known = {facet.id for facet in source.family.row_facets if facet.table == shelf.table}
        chosen = {facet: values for facet, values in self._kept.chosen.items() if facet in known}
        if shelf.search:
            chosen["table"] = frozenset((shelf.search,))
        self.openRequested.emit(with_filter(location(source.path, "search"), HitFilter(chosen)))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.list.line() is not None:
            self._selected(self.list.line())
