"""A list of things of an install or folder, those that need a look first; each leads to its row and its files."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar

from PySide6.QtCore import QModelIndex, QPoint, Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db.rows import RowRef
from inspector.errors import KnownError
from inspector.ui.changes.line import ChangedLine, databases_of
from inspector.ui.labels import plain, tone
from inspector.ui.listing.columns import Listing
from inspector.ui.listing.model import ROW, ListingModel
from inspector.ui.states import StateOverlay
from inspector.ui.view import View, ViewContext
from inspector.workspace.location import Location
from inspector.workspace.source import Source

_WIDEST = 260
_NARROWEST = 56
MenuEntry = tuple[str, Callable[[], object], bool]
"""What a line of the menu of a row says, what it does, whether it can."""


class ListingView(View):
    """Lists rows. Params: ``filter``: a text that rows hold, ``look``: 1 for those that need a look alone."""

    kind: ClassVar[str]
    """Id of the kind of view."""
    listing: ClassVar[Listing[Any]]
    """What it lists."""
    empty: ClassVar[tuple[str, str]]
    """What is said where there is nothing, and why that may be."""

    def __init__(
        self, context: ViewContext, source: Source | None, location: Location, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, source, location, parent)
        self._fitted = False
        self._build()
        self._wire()
        self._take(location)
        self._read()

    # --- what a list adds ---

    @abstractmethod
    def read(
        self, source: Source, clock: Clock, cancel: CancelToken, tell: Callable[[int], object]
    ) -> tuple[Sequence[Any], str]:
        """The rows, in a worker, and what is told below them; ``tell`` hears how many there are so far."""

    @abstractmethod
    def row_of(self, row: Any) -> tuple[str, RowRef] | None:
        """Path of the source and address of the row that the details show for a row of the list."""

    @abstractmethod
    def place_of(self, row: Any) -> Location | None:
        """Where a row of the list leads to."""

    @abstractmethod
    def menu_of(self, row: Any) -> Sequence[MenuEntry]:
        """What can be done with a row."""

    @abstractmethod
    def as_text(self, rows: Sequence[Any], clock: Clock) -> str:
        """Rows as a table of text."""

    # --- the contract of views ---

    def location(self) -> Location:
        text, look = self.filter.text(), self.bad.isChecked()
        return Location(self._location.path, self.kind).with_params(filter=text, look="1" if look else "")

    def show_location(self, location: Location) -> None:
        super().show_location(location)
        self._take(location)

    def set_source(self, source: Source) -> None:
        self.changed.release()
        super().set_source(source)

    def refresh(self) -> None:
        self._read()

    def find(self) -> None:  # type: ignore[override]  # see View
        self.filter.setFocus()
        self.filter.selectAll()

    # --- building ---

    def _build(self) -> None:
        nouns = self.listing.nouns
        self.filter = QLineEdit(self)
        self.filter.setPlaceholderText(f"Filter {nouns}")
        self.filter.setAccessibleName(f"Filter {nouns}")
        self.filter.setClearButtonEnabled(True)
        self.bad = QCheckBox("Only those that need a look", self)
        self._told = plain("", self)
        tone(self._told, "muted")
        bar = QHBoxLayout()
        bar.setContentsMargins(8, 8, 8, 8)
        bar.setSpacing(8)
        bar.addWidget(self.filter, 1)
        bar.addWidget(self.bad)
        bar.addWidget(self._told)
        content = QWidget(self)
        self.model = ListingModel(self.listing, self.context.theme, self.context.clock, self)
        self.table = self._make_table(content)
        inside = QVBoxLayout(content)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.table)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar)
        column.addWidget(content, 1)
        self.changed = ChangedLine(self.context, self.refresh, self)
        column.addWidget(self.changed)
        self.states = StateOverlay(content)
        self.setFocusProxy(self.table)
        self._dress()

    def _make_table(self, parent: QWidget) -> QTableView:
        table = QTableView(parent)
        table.setModel(self.model)
        table.setAccessibleName(self.listing.nouns.capitalize())
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setSortingEnabled(True)
        table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        table.horizontalHeader().setSortIndicatorClearable(True)
        table.setWordWrap(False)
        table.setShowGrid(False)
        table.verticalHeader().hide()
        table.setTabKeyNavigation(False)
        table.setStyleSheet("QTableView::item { padding-left: 6px; padding-right: 6px; }")
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        return table

    def _wire(self) -> None:
        self.filter.textChanged.connect(self._narrow)
        self.bad.toggled.connect(self._narrow)
        self.table.selectionModel().currentRowChanged.connect(self._moved)
        self.table.activated.connect(self.open_current)
        self.table.customContextMenuRequested.connect(self._show_menu)
        self.context.theme.changed.connect(self._dress)

    @Slot()
    def _dress(self) -> None:
        self.table.verticalHeader().setDefaultSectionSize(self.context.theme.row_height)

    def _take(self, location: Location) -> None:
        self.filter.setText(location.get("filter"))
        self.bad.setChecked(location.get("look") == "1")

    # --- reading ---

    def _read(self) -> None:
        source, runner = self.source, self.context.runner
        assert source is not None
        doing = f"Looking at the {self.listing.nouns}"
        if not self.model.count():
            self.states.show_loading(f"{doing}…", self._stop)

        def work(cancel: CancelToken) -> tuple[Sequence[Any], str]:
            def tell(count: int) -> None:
                runner.tell(cancel, self.listing.counted(count))

            return self.read(source, self.context.clock, cancel, tell)

        self.changed.run(
            databases_of(tuple(source.walk())),
            work,
            self._show,
            self._failed,
            owner=self,
            key="listing",
            title=doing,
            cancelled=self._stopped,
        )

    def _show(self, read: tuple[Sequence[Any], str]) -> None:
        rows, self._remark = read
        current = self.current()
        self.model.show_rows(rows)
        if not self._fitted and rows:
            self._fitted = True
            self._fit()
        self._after(current)

    def _failed(self, error: KnownError) -> None:
        if self.model.count() and self.changed.keep("listing", error):
            self.states.show_content()
            return
        self.states.show_error(error, self.refresh)

    def _stop(self) -> None:
        self.context.runner.cancel(self, "listing")

    def _stopped(self) -> None:
        if not self.model.count():
            self.states.show_empty("Looking was stopped.", action="Look again", run=self.refresh)

    # --- showing ---

    _remark = ""

    @Slot()
    def _narrow(self) -> None:
        current = self.current()
        self.model.narrow(self.filter.text(), self.bad.isChecked())
        self._after(current)
        self.move_to(self.location())

    def _after(self, current: Any) -> None:
        """The rows are others: the one that was chosen stays so, and what is shown is told."""
        place = self.model.place_of(current) if current is not None else -1
        if place >= 0:
            self.table.selectRow(place)
        shown, count, bad = len(self.model.shown), self.model.count(), self.model.bad()
        self._told.setText(f"{bad:,} of {count:,} need a look")
        told = f"{shown:,} of {self.listing.counted(count)}" if shown != count else self.listing.counted(count)
        self.set_note(" · ".join(part for part in (told, self._remark) if part))
        if not count:
            what, why = self.empty
            self.states.show_empty(what, "\n".join(part for part in (self._remark, why) if part))
        elif not shown:
            self.states.show_empty(f"No {self.listing.noun} is as wanted.", "Clear the filter to see all.")
        else:
            self.states.show_content()

    def _fit(self) -> None:
        self.table.resizeColumnsToContents()
        for place in range(len(self.listing.columns)):
            width = self.table.columnWidth(place) + 8
            self.table.setColumnWidth(place, max(_NARROWEST, min(_WIDEST, width)))

    # --- doing ---

    def current(self) -> Any:
        """The chosen row; None without one."""
        index = self.table.currentIndex()
        return index.data(ROW) if index.isValid() else None

    @Slot(QModelIndex, QModelIndex)
    def _moved(self) -> None:
        row = self.current()
        found = self.row_of(row) if row is not None else None
        source = self.source_at(found[0]) if found is not None else None
        self.rowSelected.emit((source, found[1]) if source is not None and found is not None else None)

    def source_at(self, path: str) -> Source | None:
        """The source at a path, of those that are listed."""
        assert self.source is not None
        return next((one for one in self.source.walk() if one.path == path), None)

    @Slot()
    def open_current(self) -> None:
        """Open what the chosen row leads to."""
        row = self.current()
        place = self.place_of(row) if row is not None else None
        if place is not None:
            self.openRequested.emit(place)

    @Slot()
    def copy_text(self) -> None:
        """Put the rows that are shown on the clipboard as a table of text."""
        QGuiApplication.clipboard().setText(self.as_text(self.model.shown, self.context.clock))
        self.set_note(f"Copied {self.listing.counted(len(self.model.shown))}")

    @Slot(QPoint)
    def _show_menu(self, at: QPoint) -> None:
        row = self.current()
        if row is None:
            return
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        for words, deed, can in self.menu_of(row):
            menu.addAction(words, deed).setEnabled(can)
        menu.popup(self.table.viewport().mapToGlobal(at))

    def opening(self, place: Location) -> Callable[[], object]:
        """What opens a place."""
        return partial(self.openRequested.emit, place)

    def has_rows(self) -> bool:
        """Whether any row is shown."""
        return bool(self.model.shown)

    def leads_somewhere(self) -> bool:
        """Whether the chosen row leads to a place."""
        row = self.current()
        return row is not None and self.place_of(row) is not None
