"""A table view on a database of the test, driven as a person would."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import apsw
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from pytestqt.qtbot import QtBot

from inspector.db.rows import RowRef
from inspector.ui.states import ViewState
from inspector.ui.table.cells import Cell
from inspector.ui.table.view import TableView
from inspector.ui.view import ViewContext, discover
from inspector.workspace.location import Location, location
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.source import Source

Statement = str | tuple[str, list]


@dataclass
class Shown:
    """A table view, what it told, and words for what a person does with it."""

    view: TableView
    qtbot: QtBot
    opened: list[Location]
    selected: list[object]
    moved: list[Location]

    def wait(self, condition: Callable[[], bool], timeout: int = 8000) -> None:
        self.qtbot.waitUntil(condition, timeout=timeout)

    def settle(self) -> Shown:
        """Until nothing is read any more."""
        self.wait(lambda: self.view.loaded is not None or self.view.overlay.state() is ViewState.ERROR)
        self.wait(lambda: not self.view.context.runner.running() and not self._wants())
        return self

    def _wants(self) -> bool:
        rows = self.view.grid.rows_on_screen()
        if self.view.loaded is None or rows[1] < rows[0]:
            return False
        return bool(self.view.rows.missing(rows, self.view.grid.columns_on_screen()))

    def cell(self, row: int, column: str | int = 0) -> Cell:
        look = self.view.rows.look
        assert look is not None
        at = look.index(column) if isinstance(column, str) else column
        assert at is not None
        found = self.view.rows.cell(row, at)
        assert found is not None, f"row {row} is not read"
        return found

    def column(self, name: str, count: int = 20) -> list:
        return [self.cell(row, name).value for row in range(min(count, self.view.rows.rowCount()))]

    def texts(self, name: str, count: int = 50) -> list[str]:
        return [self.cell(row, name).text for row in range(min(count, self.view.rows.rowCount()))]

    def filter(self, column: str, text: str) -> Shown:
        """Type a filter and press Enter."""
        look = self.view.rows.look
        assert look is not None
        at = look.index(column)
        assert at is not None
        field = self.view.grid.header.filters.field(at)
        assert field is not None
        field.clear()
        self.qtbot.keyClicks(field, text)
        if not text:
            field.textEdited.emit("")
        self.qtbot.keyClick(field, Qt.Key.Key_Return)
        return self.settle()

    def sort(self, column: str) -> Shown:
        """Click a header."""
        look = self.view.rows.look
        assert look is not None
        header = self.view.grid.header
        section = look.index(column)
        assert section is not None
        at = header.viewport().rect().topLeft()
        at.setX(header.sectionViewportPosition(section) + 20)
        at.setY(10)
        self.qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at)
        return self.settle()

    def go(self, row: int, column: int = 0) -> Shown:
        self.view.grid.setCurrentIndex(self.view.rows.index(row, column))
        return self.settle()

    def key(self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> Shown:
        self.qtbot.keyClick(self.view.grid, key, modifier)
        return self.settle()

    @property
    def ref(self) -> RowRef | None:
        """The row that was told last."""
        last = self.selected[-1] if self.selected else None
        return last[1] if isinstance(last, tuple) else None


@pytest.fixture
def build(tmp_path: Path) -> Callable[..., Path]:
    """``build("CREATE TABLE t(a)", ("INSERT INTO t VALUES (?)", [(1,)]))``: a database at rest."""

    def make(*statements: Statement, name: str = "shown.db") -> Path:
        path = tmp_path / "data" / name
        path.parent.mkdir(exist_ok=True)
        connection = apsw.Connection(str(path))
        connection.execute("PRAGMA synchronous = OFF")
        with connection:
            for statement in statements:
                if isinstance(statement, str):
                    connection.execute(statement)
                else:
                    connection.executemany(*statement)
        connection.close()
        return path

    return make


@pytest.fixture
def show(context: ViewContext, qtbot: QtBot) -> Iterator[Callable[..., Shown]]:
    """``show(path, table="t")`` opens a table view and waits until it stands still."""
    sources: list[Source] = []
    # a view that nothing holds would be collected by whatever thread comes first, and Qt dies of that
    views: list[TableView] = []

    def make(path: Path | Source, *, size: tuple[int, int] = (1000, 600), settle: bool = True, **params: str) -> Shown:
        source = path if isinstance(path, Source) else open_source(str(path))
        sources.append(source)
        kind = discover().get("table")
        assert kind is not None
        view = kind.create(context, source, location(source.path, "table", **params))
        assert isinstance(view, TableView)
        views.append(view)
        shown = Shown(view, qtbot, [], [], [])
        view.openRequested.connect(shown.opened.append)
        view.rowSelected.connect(shown.selected.append)
        view.locationChanged.connect(shown.moved.append)
        qtbot.addWidget(view)
        view.resize(*size)
        with qtbot.waitExposed(view):
            view.show()
        return shown.settle() if settle else shown

    yield make
    context.runner.shutdown(5000)
    for view in views:
        view.close()
        view.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    views.clear()
    for source in sources:
        source.close()


@pytest.fixture
def write() -> Callable[..., None]:
    """``write(path, "INSERT ...")``: another program writes to the file."""
    return _write


def _write(path: Path, *statements: str) -> None:
    code = (
        "import apsw, sys\nc = apsw.Connection(sys.argv[1])\nc.set_busy_timeout(1000)\n"
        "for s in sys.argv[2:]: c.execute(s)\nc.close()"
    )
    subprocess.run([sys.executable, "-c", code, str(path), *statements], check=True, timeout=60)
