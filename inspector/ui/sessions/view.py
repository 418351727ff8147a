"""All sessions of an install or folder in one list, those that need a look first; each leads to its files."""

from __future__ import annotations

from functools import partial

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
from inspector.errors import KnownError
from inspector.ui.changes.line import ChangedLine, databases_of
from inspector.ui.commands import Command
from inspector.ui.labels import plain, tone
from inspector.ui.sessions.columns import COLUMNS
from inspector.ui.sessions.model import ROW, SessionsModel
from inspector.ui.states import StateOverlay
from inspector.ui.view import View, ViewContext
from inspector.workspace.conversations.offered import has_conversation
from inspector.workspace.location import Location
from inspector.workspace.rows.row_location import card_location
from inspector.workspace.source import Source
from inspector.workspace.traces.sessions import SessionRow, read_sessions
from inspector.workspace.traces.sessions_text import sessions_text

_WIDEST = 260
_NARROWEST = 56


class SessionsView(View):
    """Lists sessions. Params: ``filter``: a text that rows hold, ``look``: 1 for those that need a look alone."""

    def __init__(
        self, context: ViewContext, source: Source | None, location: Location, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, source, location, parent)
        self._fitted = False
        self._build()
        self._wire()
        self._take(location)
        self._read()

    # --- the contract of views ---

    def title(self) -> str:
        return "Sessions"

    def location(self) -> Location:
        text, look = self.filter.text(), self.bad.isChecked()
        return Location(self._location.path, "sessions").with_params(filter=text, look="1" if look else "")

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

    def commands(self) -> tuple[Command, ...]:
        has, one = self._has_rows, self._has_files
        return (
            Command("sessions.open", "Open the session", self.open_session, "", one, "ph.chats", "Sessions"),
            Command(
                "sessions.card", "Open the card of the session", self.open_card, "", self._has_row, menu="Sessions"
            ),
            Command("sessions.copy", "Copy the list as text", self.copy_text, "", has, "ph.copy", "Sessions"),
        )

    # --- building ---

    def _build(self) -> None:
        self.filter = QLineEdit(self)
        self.filter.setPlaceholderText("Filter sessions")
        self.filter.setAccessibleName("Filter sessions")
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
        self.model = SessionsModel(self.context.theme, self.context.clock, self)
        self.table = QTableView(content)
        self.table.setModel(self.model)
        self.table.setAccessibleName("Sessions")
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setSortingEnabled(True)
        self.table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.table.horizontalHeader().setSortIndicatorClearable(True)
        self.table.setWordWrap(False)
        self.table.setShowGrid(False)
        self.table.verticalHeader().hide()
        self.table.setTabKeyNavigation(False)
        self.table.setStyleSheet("QTableView::item { padding-left: 6px; padding-right: 6px; }")
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
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

    def _wire(self) -> None:
        self.filter.textChanged.connect(self._narrow)
        self.bad.toggled.connect(self._narrow)
        self.table.selectionModel().currentRowChanged.connect(self._moved)
        self.table.activated.connect(self.open_session)
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
        if not self.model.count():
            self.states.show_loading("Looking at the sessions…", self._stop)

        def work(cancel: CancelToken) -> tuple[SessionRow, ...]:
            def tell(rows: tuple[SessionRow, ...]) -> None:
                runner.tell(cancel, f"{len(rows):,} sessions")

            return read_sessions(source, self.context.clock, cancel, tell)

        self.changed.run(
            databases_of(tuple(source.walk())),
            work,
            self._show,
            self._failed,
            owner=self,
            key="sessions",
            title="Looking at the sessions",
            cancelled=self._stopped,
        )

    def _show(self, rows: tuple[SessionRow, ...]) -> None:
        current = self.current()
        self.model.show_sessions(rows)
        if not self._fitted and rows:
            self._fitted = True
            self._fit()
        self._after(current)

    def _failed(self, error: KnownError) -> None:
        if self.model.count() and self.changed.keep("sessions", error):
            self.states.show_content()
            return
        self.states.show_error(error, self.refresh)

    def _stop(self) -> None:
        self.context.runner.cancel(self, "sessions")

    def _stopped(self) -> None:
        if not self.model.count():
            self.states.show_empty("Looking was stopped.", action="Look again", run=self.refresh)

    # --- showing ---

    @Slot()
    def _narrow(self) -> None:
        current = self.current()
        self.model.narrow(self.filter.text(), self.bad.isChecked())
        self._after(current)
        self.move_to(self.location())

    def _after(self, current: SessionRow | None) -> None:
        """The rows are others: the session that was chosen stays so, and what is shown is told."""
        place = self.model.place_of(current.path, current.id) if current is not None else -1
        if place >= 0:
            self.table.selectRow(place)
        shown, count, bad = len(self.model.shown), self.model.count(), self.model.bad()
        self._told.setText(f"{bad:,} of {count:,} need a look")
        self.set_note(f"{shown:,} of {count:,} sessions" if shown != count else f"{count:,} sessions")
        if not count:
            self.states.show_empty("There are no sessions here.", "A session is a folder below data/v2-sessions.")
        elif not shown:
            self.states.show_empty("No session is as wanted.", "Clear the filter to see all.")
        else:
            self.states.show_content()

    def _fit(self) -> None:
        self.table.resizeColumnsToContents()
        for place in range(len(COLUMNS)):
            width = self.table.columnWidth(place) + 8
            self.table.setColumnWidth(place, max(_NARROWEST, min(_WIDEST, width)))

    # --- doing ---

    def current(self) -> SessionRow | None:
        """The chosen session."""
        index = self.table.currentIndex()
        row = index.data(ROW) if index.isValid() else None
        return row if isinstance(row, SessionRow) else None

    @Slot(QModelIndex, QModelIndex)
    def _moved(self) -> None:
        row = self.current()
        install = self._source_at(row.install) if row is not None and row.ref is not None else None
        self.rowSelected.emit((install, row.ref) if row is not None and install is not None else None)

    def _has_conversation(self, path: str) -> bool:
        source = self._source_at(path)
        return source is not None and has_conversation(source)

    def _source_at(self, path: str) -> Source | None:
        assert self.source is not None
        return next((one for one in self.source.walk() if one.path == path), None)

    @Slot()
    def open_session(self) -> None:
        """Open what is known of the session, or its card where it has no files."""
        row = self.current()
        if row is not None and row.path:
            self.openRequested.emit(Location(row.path, "chat" if self._has_conversation(row.path) else "timeline"))
        else:
            self.open_card()

    @Slot()
    def open_card(self) -> None:
        """Open the card of the session."""
        row = self.current()
        if row is not None and row.ref is not None and row.install:
            self.openRequested.emit(card_location(row.install, row.ref))

    @Slot()
    def copy_text(self) -> None:
        """Put the sessions that are shown on the clipboard as a table of text."""
        QGuiApplication.clipboard().setText(sessions_text(self.model.shown, self.context.clock))
        self.set_note(f"Copied {len(self.model.shown):,} sessions")

    @Slot(QPoint)
    def _show_menu(self, at: QPoint) -> None:
        row = self.current()
        if row is None:
            return
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        talks = bool(row.path) and self._has_conversation(row.path)
        for words, view, can in (
            ("Open its conversation", "chat", talks),
            ("Open its timeline", "timeline", bool(row.path)),
            ("Open its overview", "overview", bool(row.path)),
        ):
            action = menu.addAction(words, partial(self.openRequested.emit, Location(row.path, view)))
            action.setEnabled(can)
        card = menu.addAction("Open the card", self.open_card)
        card.setEnabled(self._has_row())
        menu.addAction("Copy the id", partial(QGuiApplication.clipboard().setText, row.id))
        menu.popup(self.table.viewport().mapToGlobal(at))

    def _has_rows(self) -> bool:
        return bool(self.model.shown)

    def _has_files(self) -> bool:
        row = self.current()
        return row is not None and bool(row.path)

    def _has_row(self) -> bool:
        row = self.current()
        return row is not None and row.ref is not None and bool(row.install)
