"""The whole program in its window, beside other programs, driven as a person would."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import apsw
import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from inspector.ui.session import Session
from inspector.ui.shell.access_panel import AccessPanel
from inspector.ui.states import StateOverlay, ViewState
from inspector.ui.view import View
from inspector.workspace.location import Location, location

CHILD = Path(__file__).resolve().parent.parent.parent / "db" / "writing_child.py"


class Writer:
    """Another program that has a database open, with a timeout of a second."""

    def __init__(self, path: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(CHILD), str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def tell(self, **command: object) -> Any:
        """``sql=``, ``loop=`` with ``pause=``, ``stop=``, ``close=``, ``die=``; its answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        return json.loads(line) if line else None


@pytest.fixture
def writer() -> Iterator[Callable[[Path], Writer]]:
    """``writer(path)``: another program."""
    made: list[Writer] = []

    def make(path: Path) -> Writer:
        made.append(Writer(path))
        return made[-1]

    yield make
    for one in made:
        one.process.kill()
        one.process.communicate()


@pytest.fixture
def build(tmp_path: Path) -> Callable[..., Path]:
    """``build("x.db", "CREATE ...", ("INSERT ...", (1,)))``: a database at rest in a folder of its own."""

    def make(name: str, *statements: str | tuple[str, tuple[object, ...]]) -> Path:
        path = tmp_path / "data" / name
        path.parent.mkdir(exist_ok=True)
        connection = apsw.Connection(str(path))
        connection.execute("PRAGMA synchronous = OFF")
        for statement in statements:
            sql, values = (statement, ()) if isinstance(statement, str) else statement
            connection.execute(sql, values)
        connection.close()
        return path

    return make


class Program:
    """A run of the program."""

    def __init__(self, session: Session, qtbot: QtBot) -> None:
        self.session = session
        self.window = session.window
        self.runner = session.context.runner
        self.qtbot = qtbot

    def wait(self, condition: Callable[[], bool], ms: int = 20_000) -> None:
        self.qtbot.waitUntil(condition, timeout=ms)

    def settle(self) -> None:
        """Until nothing is read any more."""
        self.wait(lambda: not self.runner.running(), 30_000)

    def view(self) -> View:
        view = self.window.tabs.view()
        assert view is not None
        return view

    def go(self, path: Path | str, view: str = "overview", **params: str) -> View:
        """Open a place and wait until it is shown."""
        place: Location = location(str(path), view, **params)
        self.window.navigation.open(place)
        self.wait(lambda: (now := self.window.tabs.view()) is not None and now.location().view == view)
        self.settle()
        return self.view()

    def table(self, path: Path | str, table: str, **params: str) -> View:
        return self.go(path, "table", table=table, **params)

    def cells(self, column: str) -> list[str]:
        """What stands in a column of the grid in front."""
        rows = self.view().rows
        at = rows.look.index(column)
        return [rows.cell(row, at).text for row in range(rows.rowCount())]

    def errors(self) -> list[str]:
        """What is said in place of content in the view in front."""
        overlays = self.view().findChildren(StateOverlay)
        return [one.text() for one in overlays if one.state() is ViewState.ERROR]

    def refused(self) -> list[str]:
        """What is said above the views."""
        return [notice.report for notice in self.window.notices.notices()]

    def access(self) -> str:
        """What the access report says of the source in front."""
        self.window.context.commands.run("source.access")
        panel = self.window.findChild(AccessPanel)
        text = panel.text()
        panel.close()
        return text

    def tree(self) -> dict[str, str]:
        """Every line of the workspace, tables read: its text and its tip."""
        model, lines = self.window.sources, {}

        def walk(parent) -> None:
            for row in range(model.rowCount(parent)):
                index = model.index(row, 0, parent)
                if model.canFetchMore(index):
                    model.fetchMore(index)
                    self.settle()
                lines[str(index.data())] = str(index.data(3))
                walk(index)

        walk(self.window.tree.rootIndex())
        return lines


@pytest.fixture
def program(make_session: Callable[[], Session], qtbot: QtBot) -> Program:
    """The program with nothing open."""
    session = make_session()
    session.window.resize(1400, 860)
    session.start([])
    qtbot.waitUntil(lambda: session.window.tabs.count() > 0, timeout=20_000)
    made = Program(session, qtbot)
    made.settle()
    return made


class Pulse:
    """Measures how long the window did not answer."""

    def __init__(self) -> None:
        import time

        self._clock = time.perf_counter
        self.longest = 0.0
        self._last = self._clock()
        self._timer = QTimer(interval=10)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def _beat(self) -> None:
        now = self._clock()
        self.longest, self._last = max(self.longest, now - self._last), now


@pytest.fixture
def pulse(qapp) -> Iterator[Callable[[], Pulse]]:
    """``pulse()`` begins to measure; ``.longest`` are seconds."""
    made: list[Pulse] = []

    def begin() -> Pulse:
        made.append(Pulse())
        return made[-1]

    yield begin
    for one in made:
        one._timer.stop()
