"""How long the window does not answer while wide tables, big cells and many rows are looked at: run by hand.

    python tests/benchmarks/bench_stalls.py [--only WORD ...] [--folder PATH]

For each deed: milliseconds until it is done (rows painted, value shown), until all that follows from it is, and the
longest gap between two beats of a timer that should beat every 5 ms. Aims: a gap of 300 ms at the most, a value shown
within 300 ms.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("AGENTDB_INSPECTOR_HOME", tempfile.mkdtemp(prefix="bench-home-"))
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import apsw
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from inspector.clock import Clock
from inspector.settings import Settings
from inspector.ui.details.panel import VALUE, DetailsPanel
from inspector.ui.queries.view import QueriesView
from inspector.ui.session import Session
from inspector.ui.states import ViewState
from inspector.ui.table.view import TableView
from inspector.workspace.location import location
from tests.ui.heartbeat import Heartbeat

WAIT_S = 180.0


class Window:
    """The whole program, driven."""

    def __init__(self, application: QApplication) -> None:
        self.application = application
        self.session = Session(Clock(), Settings())
        self.window = self.session.window
        self.window.resize(1280, 800)
        self.session.start([])
        self.window.show()
        self.idle()

    def until(self, done: Callable[[], bool]) -> None:
        """Run the event loop until ``done``."""
        ends = time.perf_counter() + WAIT_S
        wake = QTimer(interval=5)
        wake.start()
        while not done():
            self.application.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
            if time.perf_counter() > ends:
                raise SystemExit("it does not come to an end")

    def idle(self) -> None:
        """Until no work is under way."""
        self.until(lambda: not self.session.context.runner.running())

    def open(self, path: Path, table: str) -> None:
        """A table, to painted rows."""
        self.window.navigation.open(location(str(path), "table", table=table))
        self.until(lambda: self._in_front(path, table) and self.painted())

    def _in_front(self, path: Path, table: str) -> bool:
        view = self.window.tabs.view()
        if not isinstance(view, TableView):
            return False
        return (view.location().path, view.location().get("table")) == (str(path), table)

    @property
    def view(self) -> TableView:
        """The table in front."""
        view = self.window.tabs.view()
        assert isinstance(view, TableView)
        return view

    @property
    def details(self) -> DetailsPanel:
        """The details beside it."""
        found = self.window.findChild(DetailsPanel)
        assert found is not None
        return found

    def painted(self) -> bool:
        """Whether all that is on screen was read."""
        view = self.view
        if view.loaded is None or view.overlay.state() is not ViewState.CONTENT:
            return False
        rows = view.grid.rows_on_screen()
        return rows[1] >= rows[0] and not view.rows.missing(rows, view.grid.columns_on_screen())

    def go(self, row: int, column: int = 0) -> None:
        """Select a cell, to its value in the details."""
        self.view.grid.setCurrentIndex(self.view.rows.index(row, column))
        name = self.view.rows.look.columns[column].name if self.view.rows.look else ""
        details = self.details
        self.until(lambda: self._tells(details))
        details.tabs.setCurrentIndex(VALUE)
        details.show_value(name)
        page = details.value
        self.until(
            lambda: page._ready is not None and page._ready.column == name and page.overlay.state() is ViewState.CONTENT
        )

    def _tells(self, details: DetailsPanel) -> bool:
        told, key = details.details(), self.view.current_key()
        return told is not None and key is not None and told.ref.key == key


class Deeds:
    """Prints each deed as it is measured."""

    def __init__(self, window: Window) -> None:
        self.window = window
        print(f"{'milliseconds':54}{'done':>8}{'all':>8}{'gap':>8}")

    def measure(self, what: str, deed: Callable[[], object]) -> None:
        """Do it, wait until all that follows from it is done, print."""
        started = time.perf_counter()
        with Heartbeat() as beat:
            deed()
            done = (time.perf_counter() - started) * 1000
            self.window.idle()
            self.window.application.processEvents()
            settled = (time.perf_counter() - started) * 1000
        print(f"{what:54}{done:8.0f}{settled:8.0f}{beat.longest_ms:8.0f}", flush=True)


def build(path: Path, *statements: str | tuple[str, Iterator[tuple[object, ...]]]) -> Path:
    """A database, unless it is there."""
    if not path.exists():
        connection = apsw.Connection(str(path))
        with connection:
            for statement in statements:
                if isinstance(statement, str):
                    connection.execute(statement)
                else:
                    connection.executemany(*statement)
        connection.close()
    return path


def wide(window: Window, deeds: Deeds, folder: Path) -> None:
    """2,000 columns x 1,000 rows."""
    names = [f"column_{i}" for i in range(2_000)]
    rows = ((*(f"{r}.{c}" for c in range(2_000)),) for r in range(1_000))
    marks = ", ".join("?" * 2_000)
    path = build(folder / "wide.db", f"CREATE TABLE w({', '.join(names)})", (f"INSERT INTO w VALUES ({marks})", rows))
    deeds.measure("2,000 columns: open", lambda: window.open(path, "w"))
    bar = window.view.grid.horizontalScrollBar()

    def scroll(to: int) -> None:
        bar.setValue(to)
        window.until(window.painted)

    deeds.measure("2,000 columns: to the right end", lambda: scroll(bar.maximum()))
    deeds.measure("2,000 columns: to the middle", lambda: scroll(bar.maximum() // 2))
    deeds.measure("2,000 columns: fit those in sight", window.view.tools.columns.fit_all)
    deeds.measure("2,000 columns: pin one", lambda: window.view.tools.columns.pin(1_000))
    deeds.measure("2,000 columns: list of columns, find one", lambda: _choose(window))
    deeds.measure("2,000 columns: hide all but ten", lambda: window.view.tools.columns.show_only(range(10)))
    deeds.measure("2,000 columns: show all", lambda: window.view.tools.columns.show_only(()))
    deeds.measure("2,000 columns: select a cell, its value", lambda: window.go(3, 3))
    window.view.tools.columns.reset()


def _choose(window: Window) -> None:
    window.view.tools.choose_columns()
    chooser = window.view.tools._chooser
    assert chooser is not None
    chooser.field.setText("1999")
    window.application.processEvents()
    chooser._go()


def schema(window: Window, deeds: Deeds, folder: Path) -> None:
    """300 tables x 100 columns."""
    columns = ", ".join(f"c{i} TEXT" for i in range(100))
    path = build(folder / "schema.db", *(f"CREATE TABLE table_{t}({columns})" for t in range(300)))
    deeds.measure("300 tables x 100 columns: open", lambda: _open_overview(window, path))

    def tree() -> None:
        model = window.window.sources
        source = model.index(model.rowCount() - 1, 0)
        for row in range(model.rowCount(source)):
            index = model.index(row, 0, source)
            if model.canFetchMore(index):
                model.fetchMore(index)
                window.idle()
            window.window.tree.expand(index)
        window.application.processEvents()

    deeds.measure("300 tables x 100 columns: the tree", tree)
    deeds.measure("300 tables x 100 columns: queries, SQL of one's own", lambda: _queries(window, path))
    deeds.measure("300 tables x 100 columns: one table", lambda: _table(window, path))


def _table(window: Window, path: Path) -> None:
    # it has no rows: shown is what says so
    window.window.navigation.open(location(str(path), "table", table="table_7"))
    window.until(lambda: isinstance(window.window.tabs.view(), TableView) and window.view.loaded is not None)


def _open_overview(window: Window, path: Path) -> None:
    window.window.navigation.open(location(str(path), "overview"))
    window.until(lambda: (view := window.window.tabs.view()) is not None and view.location().path == str(path))
    window.idle()


def _queries(window: Window, path: Path) -> None:
    window.window.navigation.open(location(str(path), "queries"))
    window.until(lambda: isinstance(window.window.tabs.view(), QueriesView))
    window.idle()
    view = window.window.tabs.view()
    assert isinstance(view, QueriesView)
    view.write_own()
    window.application.processEvents()


def cells(window: Window, deeds: Deeds, folder: Path) -> None:
    """50 x 5 MB, and JSON on one line."""
    path = build(
        folder / "cells.db",
        "CREATE TABLE big(id INTEGER PRIMARY KEY, body TEXT, raw BLOB)",
        ("INSERT INTO big VALUES (?, ?, ?)", ((i, "word " * 1_000_000, None) for i in range(50))),
    )
    deeds.measure("50 x 5 MB: open", lambda: window.open(path, "big"))
    deeds.measure("50 x 5 MB: select one, its value", lambda: window.go(7, 1))
    deeds.measure("50 x 5 MB: select another", lambda: window.go(30, 1))
    deeds.measure("50 x 5 MB: copy one", lambda: window.view.copying.copy())
    deeds.measure("50 x 5 MB: statistics", lambda: window.view.tools.show_statistics(1))
    window.view.tools.statistics.close_panel()
    window.view.grid.selectAll()
    deeds.measure("50 x 5 MB: copy all (bounded)", lambda: window.view.copying.copy("json"))
    row = {"name": "a value", "numbers": [1, 2, 3], "inner": {"text": "some words that stand here"}}
    sizes = (("30 KB", 30_000), ("400 KB", 400_000), ("5 MB", 5_000_000), ("50 MB", 50_000_000))
    one = json.dumps(row)

    def documents() -> Iterator[tuple[object, ...]]:
        for at, (_, size) in enumerate(sizes):
            yield at, "[" + ",".join([one] * (size // len(one))) + "]"
        yield 4, "[" * 10_000 + "]" * 10_000
        yield 5, "[" + ",".join([one] * 4_000) + ",oops"

    path = build(
        folder / "json.db",
        "CREATE TABLE docs(id INTEGER PRIMARY KEY, body TEXT)",
        ("INSERT INTO docs VALUES (?, ?)", documents()),
    )
    deeds.measure("JSON: open", lambda: window.open(path, "docs"))
    told = [*(f"JSON of {name} on one line" for name, _ in sizes), "JSON 10,000 deep", "JSON that breaks off"]
    for at, words in enumerate(told):
        deeds.measure(f"{words}: its value", lambda at=at: window.go(at, 1))
        for mode in ("stored", "tree"):
            deeds.measure(f"{words}: as {mode}", lambda mode=mode: _mode(window, mode))


def _mode(window: Window, mode: str) -> None:
    window.details.value.set_mode(mode)
    window.application.processEvents()


def many(window: Window, deeds: Deeds, folder: Path) -> None:
    """1 million rows x 20 columns, and views of 100 million."""
    names = ", ".join(f"c{i} INTEGER" for i in range(20))
    numbers = ", ".join(f"x * {i + 1} % 9973" for i in range(20))
    series = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < {}) SELECT {} FROM n"
    path = build(
        folder / "many.db",
        f"CREATE TABLE m({names})",
        "INSERT INTO m " + series.format(1_000_000, numbers),
        "CREATE VIEW hundred AS " + series.format(100_000_000, "x, x * 2 AS y"),
    )
    deeds.measure("1,000,000 x 20: open", lambda: window.open(path, "m"))
    deeds.measure("1,000,000 x 20: fit", window.view.tools.columns.fit_all)
    deeds.measure("1,000,000 x 20: select all", window.view.grid.selectAll)
    deeds.measure("1,000,000 x 20: copy (100,000 rows)", lambda: window.view.copying.copy())
    deeds.measure("1,000,000 x 20: statistics", lambda: window.view.tools.show_statistics(3))
    window.view.tools.statistics.close_panel()
    deeds.measure("1,000,000 x 20: find what is not there", lambda: _find(window))
    deeds.measure("100,000,000 rows in a view: open", lambda: window.open(path, "hundred"))


def _find(window: Window) -> None:
    window.view.tools.find_bar.start()
    window.view.tools.finder.seek("no such value")
    window.view.tools.finder.step(1)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="*", default=[], help="wide, schema, cells, many")
    parser.add_argument("--folder", type=Path, help="where the databases are made, or were")
    given = parser.parse_args()
    folder = given.folder or Path(tempfile.mkdtemp(prefix="bench-"))
    folder.mkdir(parents=True, exist_ok=True)
    application = QApplication(sys.argv[:1])
    window = Window(application)
    # what is imported for the first table is measured by bench_start
    window.open(build(folder / "small.db", "CREATE TABLE s(a)", "INSERT INTO s VALUES (1)"), "s")
    window.idle()
    window.go(0)
    window.idle()
    deeds = Deeds(window)
    for part in (wide, schema, cells, many):
        if not given.only or part.__name__ in given.only:
            part(window, deeds, folder)
    window.window.close()
    window.session.end()


if __name__ == "__main__":
    main()
