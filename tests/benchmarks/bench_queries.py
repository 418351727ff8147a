"""How fast is a statement of a person's, and what does it take of the memory? Run by hand, prints its figures.

    python tests/benchmarks/bench_queries.py [ROWS]

A table of 1,000,000 rows: the first 1,000 rows of all; all of them handed on, masked; written to a file in every form;
the same through the `sqlite3` shell where it is installed. Each runs in a process of its own, whose peak of memory is
told. Then what would take all memory, and how soon a run is stopped.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import apsw

from inspector.cancel import Cancelled, CancelToken
from inspector.clock import Clock
from inspector.db.database import Database, open_database
from inspector.errors import KnownError
from inspector.queries.plan import explain
from inspector.queries.run import Limits, run_sql
from inspector.queries.sandbox import run_in_sandbox
from inspector.queries.script import run_script
from inspector.queries.stream import stream_rows
from inspector.redaction import Redactor
from inspector.workspace.answers.block_text import FILE_FORMS
from inspector.workspace.answers.export_answer import Manner, Question, save_answer
from inspector.workspace.opening.open_source import open_source

ALL = "SELECT id, kind, at, body FROM events"
GROUPED = "SELECT kind, count(*), max(at) FROM events GROUP BY kind"
CLOCK = Clock(datetime(2026, 5, 1, tzinfo=UTC))
_N = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000) "
HUNGRY = {
    "a value of 600 MB": "SELECT hex(zeroblob(300000000))",
    "30 values of 120 MB in a row": f"SELECT {', '.join(f'hex(zeroblob(60000000 + {n}))' for n in range(30))}",
    "a join of 10^9 rows": f"{_N} SELECT a.i, b.i, c.i FROM n a, n b, n c",
    "the same, sorted": f"{_N} SELECT a.i, b.i, c.i FROM n a, n b, n c ORDER BY random()",
    "40 answers of 40 MB": ";".join([f"{_N} SELECT zeroblob(4000) FROM n a, n b LIMIT 10000"] * 40),
}


class Counting:
    """Takes rows and counts them; knows when the first came."""

    def __init__(self) -> None:
        self.rows = 0
        self.first_ms = 0.0
        self._began = time.perf_counter()

    def begin(self, columns: object) -> None:
        self.rows = 0

    def add(self, rows: object) -> None:
        self.first_ms = self.first_ms or (time.perf_counter() - self._began) * 1000
        self.rows += len(rows)  # type: ignore[arg-type]


def first(database: Database) -> object:
    return len(run_sql(database, ALL, {}, CLOCK, Redactor(), Limits(rows=1_000)))


def grouped(database: Database) -> object:
    return len(run_sql(database, GROUPED, {}, CLOCK, Redactor()))


def streamed(database: Database) -> object:
    sink = Counting()
    stream_rows(database, ALL, {}, CLOCK, Redactor(), sink)
    return f"{sink.rows:,}, first after {sink.first_ms:.0f} ms"


def planned(database: Database) -> object:
    return len(explain(database, GROUPED, {}, CLOCK))


def sandboxed(database: Database) -> object:
    answer = run_in_sandbox(database, "UPDATE events SET kind = 'other' WHERE id % 10 = 0", {}, CLOCK, Redactor())
    return f"{answer.changes[0].updated:,} changed"


def stopped(database: Database) -> object:
    """Milliseconds from the stop to the end of the run."""
    token, at = CancelToken(), [0.0]

    def stop() -> None:
        at[0] = time.perf_counter()
        token.cancel()

    threading.Timer(0.3, stop).start()
    with suppress(Cancelled):
        run_sql(database, HUNGRY["a join of 10^9 rows"].replace("a.i, b.i, c.i", "count(*)"), {}, CLOCK, Redactor(),
                cancel=token)  # fmt: skip
    return f"{(time.perf_counter() - at[0]) * 1000:.0f} ms after the stop"


def written(form: str) -> Callable[[Database], object]:
    """Writes all rows to a file beside the database, as Save does."""

    def run(database: Database) -> object:
        source = open_source(database.path)
        path = f"{database.path}.{form}"
        began = time.perf_counter()
        told = save_answer(Question(source, None, ALL, {}, CLOCK), Manner(form), path, (), CancelToken())  # type: ignore[arg-type]
        seconds, size = time.perf_counter() - began, os.path.getsize(path) / 1e6
        os.unlink(path)
        source.close()
        return f"{told.rows:,} rows, {size:.0f} MB of text, {size / seconds:.1f} MB/s"

    return run


def hungry(name: str) -> Callable[[Database], object]:
    def run(database: Database) -> object:
        ran = run_script(database, HUNGRY[name], {}, CLOCK, Redactor())
        return type(ran.error).__name__ if ran.error else f"{sum(len(one.rows) for one in ran.done):,} rows kept"

    return run


RUNS: dict[str, Callable[[Database], object]] = {
    "first 1,000 rows of all": first,
    "all rows handed on, masked": streamed,
    **{f"written as {words}": written(form) for form, words, _ in FILE_FORMS},
    "grouped": grouped,
    "its plan": planned,
    "a tenth changed in the sandbox": sandboxed,
    "a run is stopped": stopped,
    **{name: hungry(name) for name in HUNGRY},
}


def child(name: str, path: str) -> None:
    """One run, and what it took."""
    database = open_database(path)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.perf_counter()
    try:
        told = RUNS[name](database)
    except KnownError as error:
        told = error.what
    seconds = time.perf_counter() - began
    print(json.dumps([str(told), seconds, before // 1024, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024]))


def make(path: Path, rows: int) -> None:
    connection = apsw.Connection(str(path))
    connection.execute(
        "PRAGMA synchronous = OFF; CREATE TABLE events(id INTEGER PRIMARY KEY, kind TEXT, at INTEGER, body TEXT);"
        f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT {rows}) INSERT INTO events "
        "SELECT i, 'kind ' || (i % 7), 1700000000000 + i, 'the agent said ' || i || ' words to row ' || (i * 7) FROM n"
    ).fetchall()
    connection.close()


def shell(path: Path) -> None:
    """The same rows through the shell of SQLite."""
    program = shutil.which("sqlite3")
    if program is None:
        print("sqlite3 is not installed")
        return
    for mode in ("-list", "-csv", "-json"):
        began = time.perf_counter()
        with subprocess.Popen([program, "-readonly", mode, str(path), ALL], stdout=subprocess.PIPE) as running:
            assert running.stdout is not None
            size = sum(len(block) for block in iter(lambda: running.stdout.read(1 << 20), b""))
        seconds = time.perf_counter() - began
        print(f"{'sqlite3 ' + mode:32} {seconds:6.2f} s  {size / 1e6:.0f} MB of text, {size / 1e6 / seconds:.1f} MB/s")


def main() -> None:
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "events.db"
        make(path, rows)
        print(f"{rows:,} rows, {path.stat().st_size / 1e6:.0f} MB")
        for name in RUNS:
            ran = subprocess.run([sys.executable, __file__, "--child", name, str(path)], capture_output=True, text=True)
            if ran.returncode:
                print(f"{name:32} failed: {ran.stderr.strip().splitlines()[-1]}")
                continue
            told, seconds, before, peak = json.loads(ran.stdout)
            print(f"{name:32} {seconds:6.2f} s  {before:4} -> {peak:4} MB  {told}")
        shell(path)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        child(*sys.argv[2:4])
    else:
        main()
