"""How fast a table of 2 million rows is shown, jumped through, sorted and filtered: run by hand, prints medians.

    python tests/benchmarks/bench_table.py [--rows N] [--file PATH] [--times N]

Beside it, in the same run, a bare window: a QTableView over a model that asks apsw itself, on the UI thread, with a
count before the first row, OFFSET for a jump, and a whole list of rowids for a sort or filter. DB Browser for SQLite is
timed from start to its window where it and Xvfb are installed.

Aims: first rows <= 300 ms; any place <= 100 ms.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("AGENTDB_INSPECTOR_HOME", tempfile.mkdtemp(prefix="bench-home-"))
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import apsw
from PySide6.QtCore import QAbstractTableModel, QEventLoop, QModelIndex, Qt, QTimer
from PySide6.QtWidgets import QApplication, QHeaderView, QTableView

from inspector.clock import Clock
from inspector.db.browse.question import Sort
from inspector.sample import make_rows_db
from inspector.settings import Settings
from inspector.ui.commands import CommandRegistry
from inspector.ui.icons import Icons
from inspector.ui.states import ViewState
from inspector.ui.table.view import TableView
from inspector.ui.tasks import TaskRunner
from inspector.ui.theme.theme import Theme
from inspector.ui.view import ViewContext
from inspector.workspace.location import location
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.workspace import Workspace

TABLE, SORTED, TEXT, SOUGHT = "positions", "speed", "note", "night"
SIZE = (1280, 720)
WAIT_S = 120.0
NO_PARENT = QModelIndex()


def until(application: QApplication, done: Callable[[], bool]) -> None:
    """Run the event loop until ``done``; it waits as a real one does, and takes no time from the threads that work."""
    ends = time.perf_counter() + WAIT_S
    wake = QTimer(interval=5)
    wake.start()
    while not done():
        application.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        if time.perf_counter() > ends:
            raise SystemExit("it does not come to an end")


class Ours:
    """The table view of this program."""

    def __init__(self, application: QApplication, file: Path) -> None:
        self.application = application
        self.file = str(file)
        settings = Settings()
        self.theme = Theme(settings)
        self.theme.start()
        self.runner = TaskRunner()
        icons = Icons(self.theme)
        self.context = ViewContext(self.runner, Clock(), settings, self.theme, icons, CommandRegistry(), Workspace())
        self.view: TableView | None = None

    def first_rows(self) -> None:
        """From nothing to painted rows; recognising the file is part of it."""
        source = open_source(self.file)
        self.view = TableView(self.context, source, location(source.path, "table", table=TABLE))
        self.view.resize(*SIZE)
        self.view.show()
        self._painted()

    def jump(self, part: float) -> None:
        """To a place that was not read yet."""
        view = self._view()
        view.grid.put_at_top(int(view.rows.rowCount() * part))
        self._painted()

    def sort(self) -> None:
        """By a column without an index, to painted rows."""
        self._ask(lambda view: view.sort_by(Sort(SORTED)))

    def unsort(self) -> None:
        """Back, untimed."""
        self._ask(lambda view: view.sort_by(None))
        self.idle()

    def filter_first(self) -> None:
        """A text in a column without an index, to the first painted rows."""
        view = self._view()
        view.grid.header.filters.set_texts({TEXT: SOUGHT})
        self._ask(lambda view: view.grid.header.filters.changed.emit())

    def filter_all(self) -> None:
        """The same, until the whole table was looked through."""
        self.filter_first()
        self.idle()

    def unfilter(self) -> None:
        """Back, untimed."""
        self._ask(lambda view: view.clear_filters())
        self.idle()

    def idle(self) -> None:
        """Until nothing is read any more."""
        until(self.application, lambda: not self.runner.running())

    def close(self) -> None:
        """Put the view away."""
        self.idle()
        view = self._view()
        view.close()
        view.deleteLater()
        self.application.processEvents()

    def _view(self) -> TableView:
        assert self.view is not None
        return self.view

    def _ask(self, change: Callable[[TableView], object]) -> None:
        view = self._view()
        before = view.loaded
        question = before.question if before else None
        change(view)
        until(self.application, lambda: view.loaded is not None and view.loaded.question is not question)
        self._painted()

    def _painted(self) -> None:
        view = self._view()

        def done() -> bool:
            if view.loaded is None or view.overlay.state() is not ViewState.CONTENT:
                return False
            rows = view.grid.rows_on_screen()
            return rows[1] > rows[0] and not view.rows.missing(rows, view.grid.columns_on_screen())

        until(self.application, done)
        view.grid.viewport().repaint()


class BareModel(QAbstractTableModel):
    """What a program writes first: it counts, and reads pages of 100 rows as they are asked for."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.connection = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)
        self.names = [row[1] for row in self.connection.execute(f"PRAGMA table_info({TABLE})")]
        self.rows = self.connection.execute(f"SELECT count(*) FROM {TABLE}").get
        self.rowids: list[int] | None = None
        self.pages: dict[int, list[Any]] = {}

    def rowCount(self, parent: Any = NO_PARENT) -> int:
        return 0 if parent.isValid() else self.rows

    def columnCount(self, parent: Any = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self.names)

    def data(self, index: Any, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        page = index.row() // 100
        if page not in self.pages:
            self.pages[page] = self._page(page)
        value = self.pages[page][index.row() % 100][index.column()]
        return "" if value is None else str(value)

    def _page(self, page: int) -> list[Any]:
        if self.rowids is None:
            sql = f"SELECT * FROM {TABLE} LIMIT 100 OFFSET ?"
            return self.connection.execute(sql, (page * 100,)).fetchall()
        wanted = self.rowids[page * 100 : page * 100 + 100]
        return [self.connection.execute(f"SELECT * FROM {TABLE} WHERE rowid = ?", (i,)).fetchone() for i in wanted]

    def pick(self, tail: str) -> None:
        """Keep the rowids of a sort or filter."""
        self.beginResetModel()
        self.rowids = [row[0] for row in self.connection.execute(f"SELECT rowid FROM {TABLE} {tail}")]
        self.rows = len(self.rowids)
        self.pages.clear()
        self.endResetModel()


class Bare:
    """The bare window."""

    def __init__(self, application: QApplication, file: Path) -> None:
        self.application = application
        self.file = file
        self.view: QTableView | None = None

    def first_rows(self) -> None:
        """From nothing to painted rows."""
        self.model = BareModel(self.file)
        self.view = QTableView()
        self.view.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.view.setModel(self.model)
        self.view.resize(*SIZE)
        self.view.show()
        self._painted()

    def jump(self, part: float) -> None:
        """By OFFSET."""
        assert self.view is not None
        self.model.pages.clear()
        self.view.verticalScrollBar().setValue(int(self.model.rows * part))
        self._painted()

    def sort(self) -> None:
        """All rowids in order, as a list."""
        self.model.pick(f"ORDER BY {SORTED}, rowid")
        self._painted()

    def filter_all(self) -> None:
        """All rowids that match, as a list."""
        self.model.pick(f"WHERE {TEXT} LIKE '%{SOUGHT}%'")
        self._painted()

    def close(self) -> None:
        """Put the window away."""
        assert self.view is not None
        self.view.close()
        self.view.deleteLater()
        self.model.connection.close()
        self.application.processEvents()

    def _painted(self) -> None:
        assert self.view is not None
        self.application.processEvents()
        self.view.viewport().repaint()


def timed(work: Callable[[], object]) -> float:
    """Milliseconds."""
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


def measure(application: QApplication, file: Path, times: int) -> dict[str, tuple[list[float], list[float]]]:
    """Milliseconds of each deed: ours and bare, in turns."""
    found: dict[str, tuple[list[float], list[float]]] = {}

    def note(what: str, ours: float, bare: float | None) -> None:
        a, b = found.setdefault(what, ([], []))
        a.append(ours)
        if bare is not None:
            b.append(bare)

    ours, bare = Ours(application, file), Bare(application, file)
    for turn in range(times + 1):
        first = timed(ours.first_rows), timed(bare.first_rows)
        if not turn:
            # the first turn fills the caches of both
            ours.close()
            bare.close()
            continue
        note("first rows", *first)
        note("jump at once", timed(lambda turn=turn: ours.jump(0.3 + turn / 100)), None)
        ours.idle()
        note("jump to 90 %", timed(lambda turn=turn: ours.jump(0.9 + turn / 1000)), timed(lambda: bare.jump(0.9)))
        note("filter, first rows", timed(ours.filter_first), None)
        ours.unfilter()
        note("filter, all rows", timed(ours.filter_all), timed(bare.filter_all))
        ours.unfilter()
        note("sort", timed(ours.sort), timed(bare.sort))
        note("jump in the sorted", timed(lambda: ours.jump(0.9)), timed(lambda: bare.jump(0.9)))
        ours.close()
        bare.close()
    ours.runner.shutdown()
    return found


def browser_ms(file: Path, times: int) -> list[float]:
    """From start to the window of DB Browser for SQLite with the table asked for."""
    program = shutil.which("sqlitebrowser")
    if program is None or not all(map(shutil.which, ("Xvfb", "xwininfo"))):
        return []
    display = f":{90 + os.getpid() % 9}"
    environment = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "HOME": tempfile.mkdtemp()}
    server = subprocess.Popen(["Xvfb", display, "-screen", "0", "1600x1000x24"], stderr=subprocess.DEVNULL)
    found = []
    try:
        time.sleep(1)
        for _ in range(times + 1):
            copy = Path(tempfile.mkdtemp()) / file.name
            shutil.copy(file, copy)
            started = time.perf_counter()
            child = subprocess.Popen(
                [program, "-t", TABLE, str(copy)], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            look = ["xwininfo", "-root", "-tree", "-display", display]
            while time.perf_counter() - started < 30:
                tree = subprocess.run(look, capture_output=True, text=True, check=False).stdout
                if file.name in tree:
                    found.append((time.perf_counter() - started) * 1000)
                    break
                time.sleep(0.005)
            child.kill()
            child.wait()
            shutil.rmtree(copy.parent)
    finally:
        server.terminate()
        server.wait()
    return found[1:]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=2_000_000)
    parser.add_argument("--file", type=Path, help="a database that make_rows_db made; else one is made")
    parser.add_argument("--times", type=int, default=5)
    given = parser.parse_args()
    file = given.file
    if file is None:
        file = Path(tempfile.mkdtemp(prefix="bench-")) / "rows.db"
        print(f"making {given.rows:,} rows…", flush=True)
        make_rows_db(file, rows=given.rows)
    application = QApplication(sys.argv[:1])
    print(f"{'milliseconds, median (worst)':30}{'ours':>18}{'bare':>18}{'ratio':>8}")
    for what, (ours, bare) in measure(application, file, given.times).items():
        line = f"{what:30}{statistics.median(ours):9.1f} ({max(ours):6.1f})"
        if bare:
            ratio = statistics.median(ours) / statistics.median(bare)
            line += f"{statistics.median(bare):9.1f} ({max(bare):6.1f}){ratio:8.2f}"
        print(line, flush=True)
    browser = browser_ms(file, given.times)
    if browser:
        print(f"DB Browser for SQLite, start to its window: {statistics.median(browser):.0f} ms")
    else:
        print("DB Browser for SQLite or Xvfb is not installed: not timed.")


if __name__ == "__main__":
    main()
