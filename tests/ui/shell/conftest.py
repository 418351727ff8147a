"""A window over real database files, with views of the tests' own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import apsw
import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from inspector.db.rows import RowRef
from inspector.ui.commands import Command, CommandRegistry
from inspector.ui.labels import PlainLabel
from inspector.ui.view import View, ViewContext, ViewKind, ViewKinds
from inspector.ui.window import MainWindow
from inspector.workspace.location import Location
from inspector.workspace.source import Source
from inspector.workspace.workspace import Workspace


class NoteView(View):
    """A view that shows its own place and remembers what was asked of it."""

    def __init__(
        self, context: ViewContext, source: Source | None, location: Location, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, source, location, parent)
        self.asked: list[str] = []
        self.label = PlainLabel(location.link(), self)
        QVBoxLayout(self).addWidget(self.label)
        self.set_note(f"note of {location.get('table') or location.view}")

    def title(self) -> str:
        return self._location.get("table")

    def refresh(self) -> None:
        self.asked.append("refresh")

    def find(self) -> None:  # type: ignore[override]
        self.asked.append("find")

    def commands(self) -> tuple[Command, ...]:
        if self._location.view == "table":
            return (Command("table.sort", "Sort", lambda: self.asked.append("sort"), "Ctrl+Shift+S", menu="Table"),)
        return ()

    def select(self, key: int) -> None:
        """Select a row, as a reader would."""
        self.rowSelected.emit((self.source, RowRef("main", self._location.get("table"), (key,))))


def note_kinds() -> ViewKinds:
    """Overview, table, search and start, all of them NoteViews."""
    factory = f"{NoteView.__module__}:NoteView"
    return ViewKinds(
        (
            ViewKind("overview", "Overview", "ph.house", factory, order=10),
            ViewKind("table", "Table", "ph.table", factory, order=20, in_tree=False, tab_params=("schema", "table")),
            ViewKind("search", "Search", "ph.magnifying-glass", factory, 30, in_tree=False, needs_source=False),
            ViewKind("start", "Start", "ph.house", factory, 40, in_tree=False, needs_source=False),
        )
    )


def make_database(path: Path, sql: str) -> Path:
    """A database file, closed before anything else looks at it."""
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(sql)
    connection.close()
    return path


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Tables, a view and a full-text index."""
    return make_database(
        tmp_path / "things.db",
        """
        CREATE TABLE nodes (id INTEGER PRIMARY KEY, title TEXT);
        INSERT INTO nodes VALUES (1, 'one'), (2, 'two');
        CREATE TABLE "<b>bold</b>" (x);
        CREATE VIEW titles AS SELECT title FROM nodes;
        CREATE VIRTUAL TABLE nodes_fts USING fts5(title);
        CREATE TABLE notes_data (x);
        """,
    )


@pytest.fixture
def kinds() -> ViewKinds:
    return note_kinds()


@pytest.fixture
def make_window(context: ViewContext, kinds: ViewKinds, qapp: QApplication) -> Iterator[Callable[[], MainWindow]]:
    """Makes a window that is shown and closed again."""
    made: list[MainWindow] = []

    def make() -> MainWindow:
        window = MainWindow(replace(context, workspace=Workspace(), commands=CommandRegistry()), kinds)
        made.append(window)
        painted = QSignalSpy(window.firstPainted)
        window.show()
        assert painted.count() or painted.wait(10_000)
        return window

    yield make
    for window in made:
        window.close()
        window.deleteLater()
    # else they die at any time later, also in the middle of a change of the style sheet
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    qapp.processEvents()


@pytest.fixture
def window(make_window: Callable[[], MainWindow]) -> MainWindow:
    return make_window()
