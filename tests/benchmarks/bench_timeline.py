"""How long a timeline takes: run by hand, prints milliseconds beside a bare list view of the same entries.

    python tests/benchmarks/bench_timeline.py [--entries N] [--times N] [--file PATH]

A state graph with a ledger of N events is made (or PATH is opened) and shown in the very view of the window. The peer
is a QListView of uniform rows over a QAbstractListModel that gives one text a row, in the same process.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import SimpleNamespace

os.environ.setdefault("AGENTDB_INSPECTOR_HOME", tempfile.mkdtemp(prefix="bench-home-"))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import apsw
from PySide6.QtCore import QAbstractListModel, QEventLoop, QModelIndex, Qt, QTimer
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QListView

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.settings import Settings
from inspector.timeline.arranging import arranged
from inspector.timeline.filtering import KIND, LANE, TimelineFilter, filtered
from inspector.timeline.local_times import LocalTimes
from inspector.timeline.merging import merged
from inspector.timeline.timeline import Timeline
from inspector.timeline.words import entry_line
from inspector.ui.session import Session
from inspector.ui.timeline.view import TimelineView
from inspector.workspace.location import location
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.timelines.read_timeline import read_timeline
from tests.ui.heartbeat import Heartbeat

KINDS = ("node_created", "node_updated", "edge_created", "edge_deleted", "node_deleted")


def state(number: int, status: str) -> str:
    """A node as the ledger keeps it."""
    return f'{{"id": "n{number % 5000}", "type": "task", "title": "Task {number}", "status": "{status}"}}'


def made(path: Path, entries: int) -> None:
    """A graph.db whose ledger has so many events of a year."""
    connection = apsw.Connection(str(path))
    connection.execute(
        "PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF;"
        "CREATE TABLE schema_meta (key TEXT PRIMARY KEY, value);"
        "CREATE TABLE nodes (id TEXT PRIMARY KEY, type, title, status, project, metadata, tags);"
        "CREATE TABLE edges (id TEXT PRIMARY KEY, source_id, target_id, type, project);"
        "CREATE TABLE sessions (id TEXT PRIMARY KEY, agent_id, started_at, ended_at, metadata);"
        "CREATE TABLE events (id TEXT PRIMARY KEY, session_id, event_type, entity_type, entity_id, before_state, "
        "after_state, timestamp, metadata); BEGIN"
    ).fetchall()
    connection.executemany(
        "INSERT INTO sessions VALUES (?, ?, '2026-01-01T00:00:00Z', NULL, '{}')",
        ((f"s{n}", f"agent {n % 12}") for n in range(40)),
    )
    connection.executemany(
        "INSERT INTO events VALUES (?, ?, ?, 'node', ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%fZ', ?, 'unixepoch'), '{}')",
        (
            (
                f"e{n}",
                f"s{n % 40}",
                KINDS[n % 5],
                f"n{n % 5000}",
                state(n, "pending") if n % 5 == 1 else None,
                state(n, "done"),
                1_767_225_600 + n * 100 + (n % 7) / 8,
            )
            for n in range(entries)
        ),
    )
    connection.execute("COMMIT").fetchall()
    connection.close()


class BareModel(QAbstractListModel):
    """One text a row, made when it is asked for."""

    def __init__(self, timeline: Timeline) -> None:
        super().__init__()
        self._timeline = timeline

    def rowCount(self, parent: QModelIndex | None = None) -> int:
        return len(self._timeline)

    def data(self, index: QModelIndex, role: int = 0) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            return entry_line(self._timeline.entry(index.row())).replace("\t", "  ")
        return None


def wait(milliseconds: int) -> None:
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 120
    while not condition():
        if time.monotonic() > end:
            raise SystemExit("It took more than two minutes.")
        wait(5)


def timed(work: Callable[[], object], times: int) -> str:
    """Median and worst."""
    took = []
    for _ in range(times):
        started = time.perf_counter()
        work()
        took.append((time.perf_counter() - started) * 1000)
    return f"{statistics.median(took):10.1f} {max(took):10.1f}"


def values(timeline: Timeline, times: int) -> None:
    """The pure numbers."""
    every = filtered(timeline, TimelineFilter())
    wanted = TimelineFilter().toggled(KIND, timeline.kinds.names[0]).toggled(LANE, timeline.lanes.names[0])
    zone = LocalTimes()
    half = len(timeline) // 2
    parts = [timeline.taken(every.shown[:half]), timeline.taken(every.shown[half:])]
    print("filter, all counts     ", timed(lambda: filtered(timeline, wanted), times))
    timeline.folded
    print("text                   ", timed(lambda: filtered(timeline, TimelineFilter(text="task 77")), times))
    print("arrange days and gaps  ", timed(lambda: arranged(timeline, every.shown, zone), times))
    print("merge two halves       ", timed(lambda: merged(parts), times))


def scrolled(area: QAbstractScrollArea, times: int) -> str:
    """One frame at places all over."""
    bar, place = area.verticalScrollBar(), iter(range(times))

    def frame() -> None:
        bar.setValue(bar.maximum() * next(place) // times)
        area.viewport().repaint()

    return timed(frame, times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=300_000)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--file", type=Path)
    options = parser.parse_args()
    folder = tempfile.TemporaryDirectory()
    path = options.file or Path(folder.name) / "graph.db"
    if options.file is None:
        made(path, options.entries)
    app = QApplication([])
    session = Session(Clock(), Settings())
    session.start([])
    wait(800)
    source = open_source(str(path))
    assert source.database is not None
    source.database.catalog(CancelToken())
    started = time.perf_counter()
    whole = read_timeline(source, "", Clock(), CancelToken()).timeline
    print(f"{len(whole):,} entries; milliseconds, median and worst")
    print(f"read all of it, on this thread  {(time.perf_counter() - started) * 1000:10.0f}")
    values(whole, options.times)
    workspace = SimpleNamespace(sources=(source,), find=lambda path: source)
    context = replace(session.context, workspace=workspace)
    beat = Heartbeat()
    with beat:
        started = time.perf_counter()
        view = TimelineView(context, source, location(source.path, "timeline"))
        view.resize(900, 800)
        view.show()
        until(lambda: len(view.pane.timeline()) > 0)
        view.pane.list.viewport().repaint()
        print(f"first screen of the view        {(time.perf_counter() - started) * 1000:10.0f}")
        until(lambda: not context.runner.running())
    print(f"all of it in the view           {(time.perf_counter() - started) * 1000:10.0f}")
    print(f"longest time without an answer  {beat.longest_ms:10.0f}")
    print("scroll, a frame        ", scrolled(view.pane.list, options.times * 3))
    moment = whole.entry(len(whole) // 3).instant
    assert moment is not None
    names, turns = whole.kinds.names, count()

    def jump() -> None:
        view.pane.list.to_end()
        view.pane.go_to(moment.moment)
        view.pane.list.viewport().repaint()

    def narrow() -> None:
        view.pane.set_filter(TimelineFilter().toggled(KIND, names[next(turns) % len(names)]))
        view.pane.list.viewport().repaint()

    print("jump and draw          ", timed(jump, options.times))
    print("filter and draw        ", timed(narrow, options.times))
    started = time.perf_counter()
    bare = QListView()
    bare.setUniformItemSizes(True)
    bare.setModel(BareModel(whole))
    bare.resize(900, 640)
    bare.show()
    wait(1)
    bare.viewport().repaint()
    print(f"bare list: first screen         {(time.perf_counter() - started) * 1000:10.0f}")
    print("bare list: a frame     ", scrolled(bare, options.times * 3))
    view.close()
    source.close()
    session.window.close()
    session.end()
    app.processEvents()
    os._exit(0)


if __name__ == "__main__":
    main()
