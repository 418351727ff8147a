"""Databases made with apsw and closed before they are used; writers are other processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import apsw
import pytest

from inspector.db.catalog import Catalog
from inspector.db.cells import read_cells
from inspector.db.database import Database, open_database
from inspector.db.way import Way, choose_way, way

Build = Callable[..., Path]
Open = Callable[[Path], Database]


@pytest.fixture
def build(tmp_path: Path) -> Build:
    """``build("x.db", "CREATE ...", ("INSERT ...", (1, 2)))``: a database at rest in a folder of its own."""

    def make(name: str, *statements: str | tuple[str, tuple]) -> Path:
        path = tmp_path / "data" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = apsw.Connection(str(path))
        connection.execute("PRAGMA synchronous = OFF")
        for statement in statements:
            sql, params = (statement, ()) if isinstance(statement, str) else statement
            connection.execute(sql, params)
        connection.close()
        return path

    return make


@pytest.fixture
def opened() -> Iterator[Open]:
    """Opens databases and closes them after the test."""
    databases: list[Database] = []

    def open_one(path: Path) -> Database:
        databases.append(open_database(path))
        return databases[-1]

    yield open_one
    for database in databases:
        database.close()


@pytest.fixture(params=list(Way), ids=lambda way: way.value)
def each_way(request: pytest.FixtureRequest) -> Iterator[Way]:
    """The test holds whichever way files are opened."""
    choose_way(request.param)
    yield request.param
    choose_way(None)


class Writer:
    """A program with the database open, as a process of its own."""

    def __init__(self, path: Path) -> None:
        script = Path(__file__).with_name("writing_child.py")
        self._process = subprocess.Popen(
            [sys.executable, str(script), str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    @property
    def pid(self) -> int:
        """Its process."""
        return self._process.pid

    def _tell(self, **command: object) -> None:
        assert self._process.stdin is not None
        print(json.dumps(command), file=self._process.stdin, flush=True)

    def _ask(self, **command: object) -> Any:
        self._tell(**command)
        return self.answer()

    def sql(self, text: str) -> Any:
        """Run SQL; its rows, or its error as text."""
        return self._ask(sql=text)

    def begin_sql(self, text: str) -> None:
        """Have it run SQL that may have to wait for us; :meth:`answer` gives what :meth:`sql` would."""
        self._tell(sql=text)

    def answer(self) -> Any:
        """What came of the last command."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        return json.loads(line) if line else None

    def commit_constantly(self, sql: str, pause_s: float = 0.002) -> None:
        """Run ``sql`` again and again until :meth:`stop`."""
        self._ask(loop=sql, pause=pause_s)

    def stop(self) -> dict[str, Any]:
        """End the constant commits; how many there were and which failed."""
        return self._ask(stop=True)

    def close(self) -> None:
        """Close its connection."""
        self._ask(close=True)

    def reopen(self) -> None:
        """Open a connection again."""
        self._ask(reopen=True)

    def crash(self) -> None:
        """Die without closing anything."""
        self._ask(die=True)
        self._process.wait()

    def end(self) -> None:
        """End the process, if it still runs."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.kill()
        self._process.wait()
        self._process.stdin.close()
        self._process.stdout.close()


@pytest.fixture
def writer() -> Iterator[Callable[[Path], Writer]]:
    """``writer(path)``: another program that has the database open."""
    writers: list[Writer] = []

    def start(path: Path) -> Writer:
        writers.append(Writer(path))
        return writers[-1]

    yield start
    for one in writers:
        one.end()


CHECKSUMS = """
import os, sys, zlib
for name in sys.argv[2:]:
    fd = os.open(os.path.join(sys.argv[1], name), os.O_RDONLY | getattr(os, "O_NOATIME", 0))
    with open(fd, "rb") as stream:
        print(zlib.crc32(stream.read()))
"""


def _checksums(folder: Path, names: list[str]) -> dict[str, str]:
    """In a child, for opening a database here would drop the locks this process may hold on it; no time is moved."""
    if not names:
        return {}
    command = [sys.executable, "-I", "-S", "-c", CHECKSUMS, str(folder), *names]
    listed = subprocess.run(command, capture_output=True, text=True, check=True)
    return dict(zip(names, listed.stdout.splitlines(), strict=True))


def _names(folder: Path) -> list[str]:
    fd = os.open(folder, os.O_RDONLY | getattr(os, "O_NOATIME", 0))
    try:
        return sorted(os.listdir(fd))
    finally:
        os.close(fd)


def _age_access_times(folder: Path, names: list[str]) -> None:
    """An access time older than that of the last write: the next plain read moves it, whatever the mount's rules."""
    for part in (folder, *(folder / name for name in names)):
        found = os.stat(part)
        os.utime(part, ns=(found.st_mtime_ns - 3_600_000_000_000, found.st_mtime_ns))


@pytest.fixture
def footprint() -> Callable[[Path], object]:
    """All that a visitor could have changed in a folder: names, bytes, sizes, times, owners, modes.

    Times of access too, but not where SQLite's own ways are chosen, which move them.
    """
    aged: set[Path] = set()

    def take(folder: Path) -> object:
        names = _names(folder)
        if folder not in aged:
            aged.add(folder)
            _age_access_times(folder, names)
        facts = {}
        for name in (".", *names):
            found = os.lstat(folder / name)
            facts[name] = (
                (found.st_mode, found.st_uid, found.st_gid, found.st_ino, found.st_size),
                (found.st_mtime_ns, found.st_ctime_ns, found.st_atime_ns if way() is Way.PASSIVE else 0),
            )
        return facts, _checksums(folder, [name for name in names if (folder / name).is_file()])

    return take


@pytest.fixture
def eventually() -> Callable[..., None]:
    """Waits until a condition holds; fails after ten seconds."""

    def wait(condition: Callable[[], bool], what: str = "") -> None:
        end = time.monotonic() + 10
        while not condition():
            assert time.monotonic() < end, f"never came true: {what or condition}"
            time.sleep(0.005)

    return wait


@pytest.fixture
def tour() -> Callable[[Database], Catalog]:
    """All that a view does with a file."""

    def visit(database: Database) -> Catalog:
        catalog = database.catalog()
        for table in catalog:
            names = [column.name for column in table.visible_columns]
            database.read(lambda reader, t=table, n=names: read_cells(reader, t, n, limit=50))
            database.read(lambda reader, t=table: reader.value(f'SELECT count(*) FROM "{t.name}"'))
        database.read(lambda reader: reader.user_rows("EXPLAIN QUERY PLAN SELECT * FROM sqlite_master", limit=10))
        database.read(lambda reader: reader.user_rows("CREATE TEMP TABLE x AS SELECT 1", limit=10))
        return catalog

    return visit


@pytest.fixture
def big(build: Build) -> Callable[..., Path]:
    """A database of 2,000 rows and some hundred pages."""

    def make(name: str, journal: str = "delete") -> Path:
        numbers = "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 2000)"
        fill = f"{numbers} INSERT INTO t SELECT 'row' || i || hex(zeroblob(50)) FROM n"
        return build(name, "PRAGMA page_size = 1024", f"PRAGMA journal_mode = {journal}", "CREATE TABLE t(a)", fill)

    return make


@pytest.fixture
def make_hot(writer: Callable[[Path], Writer]) -> Callable[[Path], None]:
    """A writer that dies after it wrote pages of an unfinished transaction."""

    def crash(path: Path) -> None:
        other = writer(path)
        other.sql("PRAGMA cache_size = 1")
        other.sql("PRAGMA cache_spill = 1")
        other.sql("BEGIN; UPDATE t SET a = 'new' || substr(a, 4)")
        other.crash()
        found = subprocess.run(["grep", "-c", "new1", str(path)], capture_output=True, text=True, check=False)
        assert int(found.stdout) > 0, "no page was written before the crash"

    return crash
