"""What does reading without a trace cost, beside SQLite's immutable mode on the same file? Run by hand, prints medians.

    python tests/benchmarks/bench_opening.py [--quick] [--mb 600] [--rows 2000000] [--rounds N] [--only NAME ...]

"ours" is Database.read. "immutable" does the same work through the same Reader on a connection that is kept open with
immutable=1; "bare" runs the statement alone with apsw on such a connection. Both are other processes, asked in turns:
SQLite's own VFS never has a file open in the process in which ours has. Times are processor time in ms, so that what
else the machine does decides little. Then: how long a writer may have to wait for each kind of statement, and what
looking at 100 files costs.

Aims: read of an open database <= 1.3x immutable, full scan <= 1.6x.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import apsw

from inspector.cancel import CancelToken
from inspector.db.browse.browsing import orders
from inspector.db.browse.question import RowQuestion
from inspector.db.cells import PREFIX
from inspector.db.database import open_database
from inspector.db.introspect import read_catalog
from inspector.db.reader import Reader
from inspector.db.watch import ChangeWatch
from inspector.sample import make_rows_db

ROWS, SCAN, WORDS = "rows.db", "scan.db", "words.db"
PAGE = 60
ONE = "SELECT * FROM positions WHERE id = ?"
SCREEN = "SELECT * FROM positions WHERE id > ? ORDER BY id LIMIT 60"
WHOLE = "SELECT count(*), sum(v), max(length(s)) FROM t NOT INDEXED"
FOUND = "SELECT rowid, snippet(note, 0, '[', ']', '…', 12), rank FROM note WHERE note MATCH ? ORDER BY rank LIMIT 50"
THEMES = ("alpha", "beta", "gamma", "delta", "wind", "rain", "stone", "light")

Read = Callable[[Callable[[Reader], Any]], Any]


@dataclass(frozen=True)
class Case:
    """One kind of work."""

    file: str
    """Which database."""
    statement: Callable[[], tuple[str, tuple]] | None
    """What is asked; None: a page as the table view reads it."""
    statements: int = 1
    """How many of them one read runs."""
    times: int = 200
    """Runs in a round."""
    aim: float | None = None
    """Largest ratio to immutable that is aimed at."""
    anew: bool = False
    """Whether the database is opened for each read."""


class Immutable:
    """A connection without locks, kept open: the peer."""

    def __init__(self, path: Path) -> None:
        flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
        self.path = path
        self.connection = apsw.Connection(f"file:{path}?mode=ro&immutable=1", flags=flags)

    def read(self, work: Callable[[Reader], Any], cancel: CancelToken | None = None) -> Any:
        """Without any validation."""
        return work(Reader(self.connection, path=str(self.path), cancel=cancel or CancelToken()))

    def close(self) -> None:
        """Close it."""
        self.connection.close()


def any_row(rows: int) -> tuple[int]:
    return (random.randint(1, rows - PAGE),)


def cases(rows: int, quick: bool) -> dict[str, Case]:
    """Everything that is measured beside a peer."""
    one: Callable[[], tuple[str, tuple]] = lambda: (ONE, any_row(rows))  # noqa: E731
    return {
        "open, one row, close": Case(ROWS, one, anew=True),
        "open: one row": Case(ROWS, one, aim=1.3),
        "open: a screen of 60 rows": Case(ROWS, lambda: (SCREEN, any_row(rows)), aim=1.3),
        "open: 20 screens in one read": Case(ROWS, lambda: (SCREEN, any_row(rows)), 20, times=30, aim=1.3),
        "full scan": Case(SCAN, lambda: (WHOLE, ()), times=2, aim=1.6),
        "full-text query": Case(WORDS, lambda: (FOUND, (random.choice(THEMES),)), times=3 if quick else 5),
        "a page of all rows, anywhere": Case(ROWS, None, times=100, aim=1.3),
    }


def paging(read: Read, path: Path) -> Callable[[Reader], Any]:
    """A page of the table view: read from the nearest place that was remembered while the rows were counted."""
    table = next(t for t in read(lambda reader: read_catalog(reader, ("main",))).catalog if t.name == "positions")
    names = tuple(column.name for column in table.visible_columns)
    # only `read` is asked of it
    database: Any = type("Readable", (), {"read": staticmethod(lambda work, cancel=None: read(work))})
    *_, order = orders(database, RowQuestion(table), CancelToken(), prefix=PREFIX)
    assert order.exact
    return lambda reader: order.read(reader, names, random.randrange(order.total - PAGE), PAGE, PREFIX)


class Measured:
    """Runs cases one way: ``ours``, ``immutable`` or ``bare``."""

    def __init__(self, way: str, folder: Path, rows: int, quick: bool) -> None:
        self.way, self.folder = way, folder
        self.cases = cases(rows, quick)
        self._open: dict[str, Any] = {}
        self._paging: Callable[[Reader], Any] | None = None

    def run(self, name: str) -> list[float]:
        """Processor time in ms of each run of a round."""
        case = self.cases[name]
        once = self._once(case)
        once()
        found = []
        for _ in range(case.times):
            began = time.thread_time()
            once()
            found.append((time.thread_time() - began) * 1000)
        return found

    def close(self) -> None:
        """Close what is open."""
        for one in self._open.values():
            one.close()

    def _once(self, case: Case) -> Callable[[], Any]:
        path = self.folder / case.file
        opened = partial(open_database, path) if self.way == "ours" else partial(Immutable, path)
        kept = self._open.setdefault(case.file, None if case.anew else opened()) or opened()
        if case.anew:
            kept.close()
            self._open.pop(case.file)
            return partial(self._anew, opened, case)
        self._open[case.file] = kept
        if case.statement is None:
            self._paging = self._paging or paging(kept.read, path)
            return partial(kept.read, self._paging)
        return partial(self._ask, kept, case)

    def _anew(self, opened: Callable[[], Any], case: Case) -> None:
        one = opened()
        self._ask(one, case)
        one.close()

    def _ask(self, one: Any, case: Case) -> None:
        assert case.statement is not None
        asked = [case.statement() for _ in range(case.statements)]
        if self.way == "bare":
            for sql, params in asked:
                one.connection.execute(sql, params).fetchall()
        else:
            one.read(lambda reader: [reader.rows(sql, params) for sql, params in asked])


class Peer:
    """A process that measures another way."""

    def __init__(self, way: str, folder: Path, rows: int, quick: bool) -> None:
        command = [sys.executable, __file__, "--peer", way, "--folder", str(folder), "--rows", str(rows)]
        self._process = subprocess.Popen(
            command + (["--quick"] if quick else []), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def run(self, name: str) -> list[float]:
        """Measured there."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(name, file=self._process.stdin, flush=True)
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        """End it."""
        self._process.communicate()


def serve(measured: Measured) -> None:
    """The peer's side."""
    for line in sys.stdin:
        print(json.dumps(measured.run(line.rstrip("\n"))), flush=True)


def compare(folder: Path, rows: int, quick: bool, rounds: int, only: list[str]) -> None:
    """Ours, immutable and bare in turns."""
    ours, immutable, bare = Measured("ours", folder, rows, quick), *(
        Peer(way, folder, rows, quick) for way in ("immutable", "bare")
    )  # fmt: skip
    print(f"{'processor time in ms, medians':34}{'ours':>10}{'immutable':>11}{'ratio':>7}{'bare':>10}{'ratio':>7}  aim")
    for name, case in ours.cases.items():
        if only and not any(name.startswith(one) for one in only):
            continue
        taken: tuple[list[float], ...] = ([], [], [])
        ways = (ours, immutable, bare) if case.statement else (ours, immutable)
        for _ in range(rounds):
            for one, into in zip(ways, taken, strict=False):
                into.extend(one.run(name))
        mine, peers = (statistics.median(found) for found in taken[:2])
        alone = statistics.median(taken[2]) if taken[2] else 0.0
        apart = f"{alone:10.3f}{mine / alone:7.2f}" if alone else " " * 17
        aim = f"{case.aim:.1f}" if case.aim else ""
        print(f"{name:34}{mine:10.3f}{peers:11.3f}{mine / peers:7.2f}{apart}  {aim}", flush=True)
    for one in (ours, immutable, bare):
        one.close()


# --- beside a writer -------------------------------------------------------------------------------------------------

WRITER = """
import apsw, json, sys, time
path, pause = sys.argv[1], float(sys.argv[2])
connection = apsw.Connection(path)
connection.set_busy_timeout(1000)
connection.execute("PRAGMA synchronous = OFF")
print("ready", flush=True)
import threading
stop = threading.Event()
threading.Thread(target=lambda: (sys.stdin.read(), stop.set()), daemon=True).start()
done, failed, longest = 0, 0, 0.0
while not stop.is_set():
    began = time.perf_counter()
    try:
        connection.execute("UPDATE t SET v = v + 1 WHERE id = ?", (done % 1000 + 1,))
        done += 1
    except apsw.Error:
        failed += 1
    longest = max(longest, time.perf_counter() - began)
    time.sleep(pause)
connection.close()
print(json.dumps([done, failed, longest * 1000]))
"""
STATEMENTS = {
    "200 rows": "SELECT * FROM t LIMIT 200",
    "count": "SELECT count(*) FROM t",
    "scan": WHOLE,
    "sort without an index": "SELECT * FROM t ORDER BY s LIMIT 200",
    "group": "SELECT v % 10, count(*), max(s) FROM t GROUP BY 1",
    "LIKE": "SELECT id FROM t WHERE s LIKE '%99999%'",
    "quick_check": "PRAGMA quick_check(1)",
    "a join of seconds": "SELECT count(*) FROM t AS a, (SELECT 1 FROM t LIMIT 40) AS b WHERE a.v + 1 > 0",
}


def holds(path: Path, pause_s: float) -> None:
    """How long each statement keeps a writer waiting, which commits all the time in a rollback journal."""
    size = path.stat().st_size >> 20
    print(f"\nbeside a writer that commits every {pause_s * 1000:.0f} ms (rollback journal, {size} MB)")
    head = ("took ms", "lock ms", "locks", "copies", "retries", "commits", "failed", "longest")
    print(" " * 26 + "".join(f"{word:>9}" for word in head))
    for name, sql in STATEMENTS.items():
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path), str(pause_s)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert writer.stdout is not None
        writer.stdout.readline()
        time.sleep(0.1)
        database = open_database(path)
        began = time.perf_counter()
        try:
            for _ in range(3):
                database.read(lambda reader, sql=sql: reader.rows(sql))
            took = f"{(time.perf_counter() - began) * 1000 / 3:.0f}"
        except Exception as error:  # noqa: BLE001  told in the table, the next statement is measured
            took = type(error).__name__
        (report,) = database.reports()
        database.close()
        commits, failed, longest = json.loads(writer.communicate()[0])
        figures = (report.longest_lock_ms, getattr(report, "locks", 0), report.copies, report.retries)
        figures += (commits, failed, longest)
        print(f"{name:26}{took:>9}" + "".join(f"{figure:9.0f}" for figure in figures), flush=True)


def polls(folder: Path, count: int = 100) -> None:
    """What a look at many files costs."""
    place = folder / "many"
    place.mkdir()
    paths = [place / f"{i}.db" for i in range(count)]
    for i, path in enumerate(paths):
        connection = apsw.Connection(str(path))
        connection.execute(f"PRAGMA journal_mode = {('wal', 'delete')[i % 2]}")
        connection.execute("CREATE TABLE t(a)")
        connection.close()
    databases = [open_database(path) for path in paths]
    watch = ChangeWatch()
    watch.follow(map(str, paths))
    for name, look in (
        ("Database.signature", lambda: [database.signature() for database in databases]),
        ("ChangeWatch.poll", watch.poll),
    ):
        look()
        times = []
        for _ in range(100):
            began = time.thread_time()
            look()
            times.append((time.thread_time() - began) * 1e6)
        print(f"{name} of {count} files: {statistics.median(times):.0f} µs")
    for database in databases:
        database.close()


# --- the files -------------------------------------------------------------------------------------------------------


def make_scan(path: Path, mb: int) -> None:
    """Rows of about 350 bytes."""
    connection = apsw.Connection(str(path))
    for sql in (
        "PRAGMA journal_mode = OFF",
        "PRAGMA synchronous = OFF",
        "CREATE TABLE t(id INTEGER PRIMARY KEY, v, s)",
    ):
        connection.execute(sql).fetchall()
    fill = (
        "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?) "
        "INSERT INTO t SELECT i, i % 1000, printf('%d-%0330d', i * 7919 % 1000003, i) FROM n"
    )
    connection.execute(fill, (mb * 2900,))
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()


def make_words(path: Path, notes: int) -> None:
    """Notes of some dozen words with a full-text index."""
    chance = random.Random(7)
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF; CREATE VIRTUAL TABLE note USING fts5(words)")
    with connection:
        for i in range(notes):
            words = (f"w{chance.randrange(5000)}" for _ in range(30))
            connection.execute("INSERT INTO note VALUES (?)", (f"{' '.join(words)} {THEMES[i % len(THEMES)]}",))
    connection.close()


def main() -> None:
    """Make the files, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a run of seconds on small files")
    parser.add_argument("--mb", type=int, help="size of the file that is scanned (200; 40 if quick)")
    parser.add_argument("--rows", type=int, help="rows of the table that is paged (2,000,000; 100,000 if quick)")
    parser.add_argument("--rounds", type=int, help="turns (7; 3 if quick)")
    parser.add_argument("--only", nargs="*", default=[], help="beginnings of names; also: holds, polls")
    parser.add_argument("--peer", help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help="where the files are, or are made")
    given = parser.parse_args()
    quick = given.quick
    rows = given.rows or (100_000 if quick else 2_000_000)
    if given.peer:
        measured = Measured(given.peer, given.folder, rows, quick)
        serve(measured)
        measured.close()
        return
    with tempfile.TemporaryDirectory(prefix="bench-opening-") as own:
        folder = given.folder or Path(own)
        folder.mkdir(exist_ok=True)
        make = {
            ROWS: lambda path: make_rows_db(path, rows=rows),
            SCAN: lambda path: make_scan(path, given.mb or (40 if quick else 200)),
            WORDS: lambda path: make_words(path, 3_000 if quick else 50_000),
        }
        for name, made in make.items():
            if not (folder / name).exists():
                print(f"making {name}…", flush=True)
                made(folder / name)
        sizes = ", ".join(f"{name} {(folder / name).stat().st_size >> 20} MB" for name in make)
        print(f"{sizes}; {rows:,} rows")
        compare(folder, rows, quick, given.rounds or (3 if quick else 7), given.only)
        if not given.only or "holds" in given.only:
            for pause_s in (0.01,) if quick else (0.01, 0.5):
                holds(folder / SCAN, pause_s)
        if not given.only or "polls" in given.only:
            polls(Path(own))


if __name__ == "__main__":
    main()
