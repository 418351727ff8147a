"""The start page: opening, what was found on this machine, what was opened before, sample data, the promise."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Slot
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from inspector.cancel import CancelToken
from inspector.clock import real_now
from inspector.errors import KnownError
from inspector.settings import private_dir
from inspector.ui.labels import enlarge, plain, tone
from inspector.ui.lines.card import Card, CardColumns, Page
from inspector.ui.lines.flow import FlowBox
from inspector.ui.lines.list import LineList
from inspector.ui.sql.documents import Documents
from inspector.ui.start.places import Look, Recent, find_line, look_around, look_at, recent_line
from inspector.ui.states import PartialStrip
from inspector.ui.view import View, ViewContext
from inspector.workspace.location import Location, location

if TYPE_CHECKING:
    from inspector.workspace.source import Source

_WIDTH = 1120
_SHOWN = 8
PROMISE = (
    "Every file is opened read-only: not a byte of it, or beside it, is ever written. Nothing leaves this machine."
)


class StartView(View):
    """Where a reader begins."""

    def __init__(
        self, context: ViewContext, source: Source | None, location: Location, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, source, location, parent)
        self._recent: tuple[Recent, ...] = ()
        self._look: Look | None = None
        self._documents = Documents.of(context)
        self._build()
        self._wire()
        self._show_unsaved()
        self._read_recent()
        if context.settings.get("open.find_on_start"):
            self.look()
        else:
            self._offer_look("Looking when the start page is shown is turned off.")

    # --- composition -----------------------------------------------------------------------------------------------

    def _build(self) -> None:
        theme = self.context.theme
        self.page = Page(theme, self)
        self.partial = PartialStrip(self)
        self.found_card = Card(theme, "Found on this machine", self)
        self.found = LineList(theme, "Found on this machine", self.found_card)
        self.found_card.add(self.found)
        self.recent_card = Card(theme, "Opened before", self)
        self.recent = LineList(theme, "Opened before", self.recent_card)
        self.recent.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.recent_card.add(self.recent)
        self._unsaved: QWidget | None = None
        self.columns = CardColumns(self)
        self.columns.add(self.recent_card, 0, 0)
        self.columns.add(self.found_card, 1, 1)
        centre = QWidget(self.page.content)
        centre.setMaximumWidth(_WIDTH)
        middle = QVBoxLayout(centre)
        middle.setContentsMargins(0, 16, 0, 0)
        middle.setSpacing(16)
        middle.addLayout(self._head())
        middle.addWidget(self.partial)
        middle.addWidget(self.columns)
        self._middle = middle
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(centre, 100)
        row.addStretch(1)
        self.page.column.addLayout(row)
        self.page.column.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.page)

    def _head(self) -> QVBoxLayout:
        title = plain("Open the databases of your agents", self, wrap=True)
        enlarge(title, 20)
        about = plain(
            "NanoClaw installs and sessions, state-memory graphs, Nehanda sessions, and any other SQLite file: a file, "
            "or a folder that holds some.",
            self,
            wrap=True,
        )
        self.promise = plain(PROMISE, self, wrap=True)
        tone(self.promise, "muted")
        self.open_file = QPushButton("Open file…", self)
        self.open_file.setDefault(True)
        self.open_folder = QPushButton("Open folder…", self)
        self.open_sample = QPushButton("Open sample data", self)
        hint = plain("or drop a file or a folder anywhere on this window", self)
        tone(hint, "muted")
        buttons = FlowBox(self)
        for button, icon in (
            (self.open_file, "ph.file"),
            (self.open_folder, "ph.folder-open"),
            (self.open_sample, "ph.flask"),
        ):
            role = "accent_text" if button is self.open_file else "text"
            self.context.icons.dress(button, icon, role)
            buttons.add(button)
        hint.setContentsMargins(0, 6, 0, 0)
        buttons.add(hint)
        column = QVBoxLayout()
        column.setSpacing(8)
        for label in (title, about, self.promise):
            column.addWidget(label)
        column.addSpacing(8)
        column.addWidget(buttons)
        return column

    def _wire(self) -> None:
        self.open_file.clicked.connect(partial(self._command, "file.open"))
        self.open_folder.clicked.connect(partial(self._command, "file.open_folder"))
        self.open_sample.clicked.connect(self.make_sample)
        self.found.openRequested.connect(self.openRequested)
        self._documents.changed.connect(self._show_unsaved)
        self.recent.openRequested.connect(self.openRequested)
        self.recent.customContextMenuRequested.connect(self._recent_menu)
        self.context.settings.on_change(self._setting_changed)
        self.setFocusProxy(self.open_file)

    # --- what is on this machine -----------------------------------------------------------------------------------

    def refresh(self) -> None:
        self._read_recent()
        if self._look is not None or self.context.settings.get("open.find_on_start"):
            self.look()

    def look(self) -> None:
        """Look at the well-known places."""
        self.found_card.set_words("Looking at well-known places…")
        self.found_card.offer("Cancel", self._cancel_look)
        self.context.runner.run(
            partial(look_around, self._paths()),
            self._looked,
            self._look_failed,
            owner=self,
            key="look",
            title="Looking for databases",
            cancelled=self._look_cancelled,
        )

    def _looked(self, look: Look) -> None:
        self._look = look
        now = real_now()
        lines = [find_line(find, now) for find in look.finds.found]
        self.found.show_lines(lines, _SHOWN)
        self.found.setVisible(bool(lines))
        self.found_card.set_count(f"{len(lines):,}" if lines else "")
        nothing = "No database of a known agent system stands at a well-known place. "
        self._offer_look(("" if lines else nothing) + look.words())

    def _look_failed(self, error: KnownError) -> None:
        self._offer_look(str(error))

    def _cancel_look(self) -> None:
        self.context.runner.cancel(self, "look")
        self._look_cancelled()

    def _look_cancelled(self) -> None:
        self._offer_look("The look was cancelled.")

    def _offer_look(self, words: str) -> None:
        self.found_card.set_words(words)
        self.found_card.offer("Look again" if self._look is not None else "Look now", self.look)
        self.found.setVisible(bool(self.found.lines()))

    @Slot()
    def _show_unsaved(self) -> None:
        """Show the queries of earlier runs that stand in no file, once they were read and if there are any."""
        if self._unsaved is None and self._documents.loaded and self._documents.unsaved():
            from inspector.ui.sql.unsaved import UnsavedQueries  # late: seldom wanted

            self._unsaved = card = UnsavedQueries(self.context, self)
            card.openRequested.connect(self.openRequested)
            self._middle.insertWidget(self._middle.indexOf(self.columns), card)

    # --- what was opened before ------------------------------------------------------------------------------------

    def remove(self, path: str) -> None:
        """Forget a path that was opened before; the file itself is left alone."""
        self.context.settings.set("open.recent", [one for one in self._paths() if one != path])

    def remove_missing(self) -> None:
        """Forget every path where nothing is any more."""
        gone = {one.path for one in self._recent if one.changed is None}
        self.context.settings.set("open.recent", [path for path in self._paths() if path not in gone])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        line = self.recent.line()
        if event.key() == Qt.Key.Key_Delete and self.recent.hasFocus() and line is not None:
            self.remove(line.identity)
        else:
            super().keyPressEvent(event)

    def _paths(self) -> tuple[str, ...]:
        return tuple(path for path in self.context.settings.get("open.recent") if isinstance(path, str))

    def _setting_changed(self, id: str) -> None:
        # settings outlive the tab
        if id == "open.recent" and isValid(self):
            self._read_recent()

    def _read_recent(self) -> None:
        # a path on a network share that is gone may take long to answer
        self.context.runner.run(partial(look_at, self._paths()), self._show_recent, owner=self, key="recent")

    def _show_recent(self, recent: tuple[Recent, ...]) -> None:
        self._recent = recent
        now = real_now()
        self.recent.show_lines([recent_line(one, now) for one in recent], _SHOWN)
        self.recent.setVisible(bool(recent))
        self.recent_card.set_count(f"{len(recent):,}" if recent else "")
        self.recent_card.set_words("" if recent else "Nothing was opened yet: what you open is listed here.")
        gone = any(one.changed is None for one in recent)
        self.recent_card.offer("Remove missing", self.remove_missing if gone else None)

    @Slot(QPoint)
    def _recent_menu(self, at: QPoint) -> None:
        line = self.recent.line_at(at)
        if line is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("Open", partial(self.recent.open_line, line))
        menu.addAction("Copy path", partial(QGuiApplication.clipboard().setText, line.identity))
        menu.addAction("Remove from this list", partial(self.remove, line.identity))
        menu.popup(self.recent.viewport().mapToGlobal(at))

    # --- opening ---------------------------------------------------------------------------------------------------

    def _command(self, id: str) -> None:
        self.context.commands.run(id)

    @Slot()
    def make_sample(self) -> None:
        """Make the sample world in the program's own folder and open it; one that is open is shown."""
        folder = private_dir().parent / "demo"
        if self.context.workspace.find(str(folder)) is not None:
            self._sample_made(folder)
            return
        self.open_sample.setEnabled(False)
        self.open_sample.setText("Making sample data…")
        self.context.runner.run(
            partial(_make_sample, folder),
            self._sample_made,
            self._sample_failed,
            owner=self,
            key="sample",
            title="Making sample data",
            cancelled=self._sample_ready,
        )

    def _sample_made(self, folder: Path) -> None:
        self._sample_ready()
        self.openRequested.emit(location(os.fspath(folder)))

    def _sample_failed(self, error: KnownError) -> None:
        self._sample_ready()
        self.partial.show_partial(str(error), self.make_sample, action="Try again")

    def _sample_ready(self) -> None:
        self.partial.show_whole()
        self.open_sample.setText("Open sample data")
        self.open_sample.setEnabled(True)


def _make_sample(folder: Path, cancel: CancelToken) -> Path:
    from inspector.sample.world import make_sample  # late: few readers ask for it

    make_sample(folder, cancel=cancel)
    return folder
