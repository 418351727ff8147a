"""How long do the checks of a database take, beside the bare SQL of the same checks? Run by hand, prints medians.

    python tests/benchmarks/bench_health.py [--graph PATH] [--folder PATH] [--only NAME ...] [--times N] [--scale S]

Cases: ``real`` (a large graph.db of real data, with --graph), ``graph`` (a sample graph.db of 100,000 nodes),
``rows`` (a file of 2 million rows with JSON, times, indexes and a full-text index), ``pair`` (an install whose first
session has 200,000 messages in and as many out).

For each: when the first finding is told, when all checks are made, the ten slowest checks, what the access report says
of locks, what was left out; how long a cancelled check goes on; and the gaps of the window's event loop while its
health view checks. "bare" is another process: an immutable connection of apsw that runs every statement that the
checks ran, one after the other, ``PRAGMA quick_check`` among them. The ratio is of processor time.

Aims: a first finding within a second, no gap over 16 ms, a cancel ends within 200 ms, the pair in 10 s.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("AGENTDB_INSPECTOR_HOME", tempfile.mkdtemp(prefix="bench-home-"))
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import apsw

from inspector.cancel import Cancelled, CancelToken
from inspector.clock import Clock
from inspector.db.database import Database
from inspector.db.reader import Reader
from inspector.db.values import Parameters
from inspector.sample import make_graph_db, make_nanoclaw_install
from inspector.workspace.condition.health_report import HealthReport, health_report
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.source import Source

CANCELS = 12
"""At how many moments of a run it is cancelled."""
SLOWEST = 10
"""Checks that are listed."""
GAP_MS = 16
"""Milliseconds that the event loop may not answer; on a busy machine its own processor time tells more."""


@dataclass
class Run:
    """One look at a source."""

    first_s: float | None = None
    """Until a finding was told; None if none was."""
    whole_s: float = 0.0
    """Until all checks were made."""
    processor_s: float = 0.0
    """Processor time of it."""
    by_check: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    """Title of a check -> seconds until the next one."""
    report: HealthReport = field(default_factory=HealthReport)
    """What was found."""


def look(source: Source, cancel: CancelToken | None = None) -> Run:
    """Make all checks of a source, with the times."""
    run = Run()
    began, processor = time.perf_counter(), time.thread_time()
    doing, since = "", began

    def tell(report: HealthReport) -> None:
        nonlocal doing, since
        now = time.perf_counter()
        if doing:
            run.by_check[doing] += now - since
        doing, since = report.doing, now
        if run.first_s is None and any(part.findings for part in report.parts):
            run.first_s = now - began

    run.report = health_report(source, Clock(), cancel, tell)
    run.whole_s, run.processor_s = time.perf_counter() - began, time.thread_time() - processor
    return run


# --- the peer --------------------------------------------------------------------------------------------------------

Asked = dict[str, Any]
"""``files`` (schema -> path) and ``statements`` (sql, parameters, limit) of one database."""


@contextmanager
def recorded() -> Iterator[list[Asked]]:
    """Every statement that is run to its end meanwhile, by database, in order."""
    found: list[Asked] = []
    read, rows = Database.read, Reader.rows
    now: dict[str, Asked] = {}

    def reading(self: Database, work: Callable[[Reader], Any], cancel: CancelToken | None = None) -> Any:
        files = {schema: file.real for schema, file in self.files.items()}
        if not found or found[-1]["files"] != files:
            found.append({"files": files, "statements": []})
        now["to"] = found[-1]
        return read(self, work, cancel)

    def running(self: Reader, sql: str, params: Parameters = (), **more: Any) -> Any:
        answer = rows(self, sql, params, **more)
        now["to"]["statements"].append((sql, params, more.get("limit")))
        return answer

    Database.read, Reader.rows = reading, running  # type: ignore[method-assign,assignment]
    try:
        yield found
    finally:
        Database.read, Reader.rows = read, rows  # type: ignore[method-assign]


def bare(asked: list[Asked]) -> tuple[float, float]:
    """The same statements on immutable connections: seconds, and seconds of processor time."""
    began, processor = time.perf_counter(), time.thread_time()
    for one in asked:
        alone = one["files"].get("main")
        way = apsw.SQLITE_OPEN_READONLY if alone else apsw.SQLITE_OPEN_READWRITE
        name = f"file:{alone}?mode=ro&immutable=1" if alone else ":memory:"
        connection = apsw.Connection(name, flags=way | apsw.SQLITE_OPEN_URI)
        for schema, path in one["files"].items():
            if schema != "main":
                connection.execute(f'ATTACH ? AS "{schema}"', (f"file:{path}?mode=ro&immutable=1",))
        for sql, params, limit in one["statements"]:
            cursor = connection.execute(sql, params)
            if limit is None:
                cursor.fetchall()
            else:
                for _ in zip(range(limit + 1), cursor, strict=False):
                    pass
            cursor.close(True)
        connection.close()
    return time.perf_counter() - began, time.thread_time() - processor


def peer(asked: list[Asked], times: int) -> list[tuple[float, float]]:
    """:func:`bare` in a process of its own, so often."""
    command = [sys.executable, __file__, "--peer", str(times)]
    answer = subprocess.run(command, input=json.dumps(asked), stdout=subprocess.PIPE, text=True, check=True)
    return [tuple(one) for one in json.loads(answer.stdout)]


# --- what is measured ------------------------------------------------------------------------------------------------


def measure(name: str, path: Path, times: int, *, window: bool) -> None:
    """Print all figures of one case."""
    print(f"\n=== {name}: {path}", flush=True)
    source = open_source(str(path))
    with recorded() as asked:
        look(source)
    runs = [look(source) for _ in range(times)]
    theirs = peer(asked, times)
    first = statistics.median(run.first_s for run in runs) if all(run.first_s is not None for run in runs) else None
    whole, worst = statistics.median(run.whole_s for run in runs), max(run.whole_s for run in runs)
    processor = statistics.median(run.processor_s for run in runs)
    bare_s, bare_processor = (statistics.median(one) for one in zip(*theirs, strict=True))
    told = f"{first:.2f} s" if first is not None else "nothing found"
    print(f"first finding {told}; all {whole:.2f} s (worst {worst:.2f})")
    statements = sum(len(one["statements"]) for one in asked)
    print(f"bare {bare_s:.2f} s for {statements:,} statements; ", end="")
    print(f"processor time {processor:.2f} s to {bare_processor:.2f} s: ratio {processor / bare_processor:.2f}")
    _slowest(runs)
    _limits(runs[-1].report)
    _locks(source)
    _cancels(source, whole)
    for one in source.walk():
        if one.database is not None:
            one.database.close()
    if window:
        _window(path)


def _slowest(runs: list[Run]) -> None:
    titles = {title for run in runs for title in run.by_check}
    medians = {title: statistics.median(run.by_check.get(title, 0.0) for run in runs) for title in titles}
    for title in sorted(medians, key=lambda title: -medians[title])[:SLOWEST]:
        print(f"  {medians[title] * 1000:8.0f} ms  {title}")


def _limits(report: HealthReport) -> None:
    print(f"{report.words()}; {report.count()} kinds of findings")
    for source, finding in report.failed:
        print(f"  not made: {finding.title} ({report.name(source)}): {finding.problem}")
    for source, finding in report.partial:
        print(f"  in part: {finding.title} ({report.name(source)}): {finding.partial}")


def _locks(source: Source) -> None:
    reports = [r for one in source.walk() if one.database is not None for r in one.database.reports()]
    lock, mark = max(r.longest_lock_ms for r in reports), max(r.longest_mark_ms for r in reports)
    counts = [sum(getattr(r, name) for r in reports) for name in ("locks", "marks", "retries", "copies")]
    print(f"longest lock {lock:.0f} ms, longest read mark {mark:.0f} ms; locks, marks, retries, copies: {counts}")


def _cancels(source: Source, whole_s: float) -> None:
    took = []
    for place in range(CANCELS):
        token = CancelToken()
        ended: list[float] = []

        def work(token: CancelToken = token, ended: list[float] = ended) -> None:
            try:
                look(source, token)
            except Cancelled:
                ended.append(time.perf_counter())

        thread = threading.Thread(target=work)
        thread.start()
        thread.join((place + 0.5) / CANCELS * whole_s)
        asked = time.perf_counter()
        token.cancel()
        thread.join()
        if ended:
            took.append((ended[0] - asked) * 1000)
    print(f"cancelled at {len(took)} moments: ended after {statistics.median(took):.0f} ms (worst {max(took):.0f})")


def _window(path: Path) -> None:
    """The gaps of a window that shows the health view, in a process of its own."""
    subprocess.run([sys.executable, __file__, "--window", str(path)], check=True)


def watch_window(path: str) -> None:
    """Open the health view of a source, and print how long the event loop did not answer while it checked."""
    from PySide6.QtCore import QEventLoop, Qt, QTimer
    from PySide6.QtWidgets import QApplication

    from inspector.settings import Settings
    from inspector.ui.health.reports import HealthReports
    from inspector.ui.health.view import HealthView
    from inspector.ui.session import Session
    from inspector.workspace.location import location

    application = QApplication(sys.argv[:1])
    session = Session(Clock(), Settings())
    session.window.resize(1280, 800)
    session.start([])
    session.window.show()
    wake = QTimer(interval=5, timerType=Qt.TimerType.PreciseTimer)
    wake.start()

    def until(done: Callable[[], bool]) -> None:
        while not done():
            application.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)

    def settle() -> None:
        until(lambda: not session.context.runner.running())
        for _ in range(20):
            application.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)

    session.window.navigation.open(location(path, "health"))
    until(lambda: isinstance(session.window.tabs.view(), HealthView))
    settle()
    view = session.window.tabs.view()
    assert isinstance(view, HealthView)
    gaps: list[tuple[float, float]] = []
    last = time.perf_counter(), time.thread_time()

    def beat() -> None:
        nonlocal last
        now = time.perf_counter(), time.thread_time()
        gaps.append(((now[0] - last[0]) * 1000, (now[1] - last[1]) * 1000))
        last = now

    wake.timeout.connect(beat)
    reports = HealthReports.of(session.context)
    assert view.source is not None
    for again in (False, True):
        if not again:
            # as if it was looked at for the first time: findings come part by part
            reports._states.clear()
            reports._asked.clear()
        gaps.clear()
        began = time.perf_counter()
        last = began, time.thread_time()
        view.refresh()
        settle()
        took = time.perf_counter() - began
        words = "again" if again else "first"
        print(f"window, {words}: {took:.2f} s, {len(gaps)} beats", flush=True)
        for kind, found in zip(("gaps", "of it processor time of the window"), zip(*gaps, strict=True), strict=True):
            longest = ", ".join(f"{gap:.0f}" for gap in sorted(found)[-5:])
            print(f"  {kind}: {sum(gap > GAP_MS for gap in found)} over {GAP_MS} ms; longest {longest} ms", flush=True)
    session.window.close()
    session.end()


# --- the files -------------------------------------------------------------------------------------------------------

_ROWS = """
CREATE TABLE entry(id INTEGER PRIMARY KEY, made_at TEXT NOT NULL, kind TEXT, title TEXT, body TEXT, about TEXT,
  weight REAL);
WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < {rows}) INSERT INTO entry SELECT i,
  strftime('%Y-%m-%dT%H:%M:%SZ', 1760000000 + i * 7, 'unixepoch'), 'kind ' || i % 12, 'entry number ' || i,
  'the ferry of ' || i * 7919 % 100003 || ' leaves for island ' || i % 977 || ' with ' || i % 31 || ' on board',
  json_object('from', i % 977, 'tags', json_array('a' || i % 7, 'b' || i % 11), 'ok', i % 2), i * 0.5 FROM n;
UPDATE entry SET about = '{{"from": 7, "tags": [' WHERE id % 400009 = 0;
UPDATE entry SET made_at = 'yesterday' WHERE id % 500009 = 0;
CREATE INDEX entry_made ON entry(made_at);
CREATE INDEX entry_kind ON entry(kind);
CREATE INDEX entry_kind_made ON entry(kind, made_at);
CREATE VIRTUAL TABLE entry_words USING fts5(title, body, content='entry', content_rowid='id');
INSERT INTO entry_words(entry_words) VALUES ('rebuild');
UPDATE entry SET title = 'renamed without its index' WHERE id % 300007 = 0;
"""


def make_rows(path: Path, rows: int) -> Path:
    """A file of many rows with a few faults in each column."""
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF").fetchall()
    with connection:
        connection.execute(_ROWS.format(rows=rows)).fetchall()
    connection.execute("PRAGMA journal_mode = DELETE").fetchall()
    connection.close()
    return path


def cases(folder: Path, scale: float) -> dict[str, tuple[Path, Callable[[Path], object]]]:
    """Name -> (what is opened, how it is made)."""
    many = {name: int(count * scale) for name, count in (("graph", 100_000), ("rows", 2_000_000), ("pair", 200_000))}
    return {
        "graph": (folder / "graph" / "graph.db", lambda path: make_graph_db(path, nodes=many["graph"])),
        "rows": (folder / "rows.db", lambda path: make_rows(path, many["rows"])),
        "pair": (folder / "install", lambda path: make_nanoclaw_install(path, messages=many["pair"])),
    }


def main() -> None:
    """Make the files, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--graph", type=Path, help="a large graph.db of real data")
    parser.add_argument("--folder", type=Path, help="where the files are, or are made")
    parser.add_argument("--only", nargs="*", default=[], help="real, graph, rows, pair")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--scale", type=float, default=1.0, help="of the sizes of what is made")
    parser.add_argument("--no-window", action="store_true", help="without the window")
    parser.add_argument("--peer", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--window", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.peer:
        asked = json.load(sys.stdin)
        json.dump([bare(asked) for _ in range(given.peer)], sys.stdout)
        return
    if given.window:
        watch_window(given.window)
        return
    with tempfile.TemporaryDirectory(prefix="bench-health-") as own:
        folder = given.folder or Path(own)
        folder.mkdir(parents=True, exist_ok=True)
        if given.graph is not None and (not given.only or "real" in given.only):
            measure("real", given.graph, given.times, window=not given.no_window)
        for name, (path, make) in cases(folder, given.scale).items():
            if given.only and name not in given.only:
                continue
            if not path.exists():
                print(f"making {name}…", flush=True)
                make(path)
            measure(name, path, given.times, window=not given.no_window)


if __name__ == "__main__":
    main()
