"""A tour over files in every state, while their programs hold them: nothing is left, nobody waits, all is shown."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import apsw
import pytest

from tests.tour.trace import toured

CHILD = Path(__file__).resolve().parent.parent / "db" / "writing_child.py"
ROWS = 400
FILL = (
    "CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT); WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < "
    f"{ROWS}) INSERT INTO t SELECT i, 'the row ' || i || hex(zeroblob(60)) FROM n"
)
CHANGE = "UPDATE t SET b = 'changed' || b"
"""What no committed state holds."""


NUDGE = "UPDATE t SET b = b || '.' WHERE a = 1"
"""A commit. Writing what is there already would write nothing."""


class Program:
    """Another program that has a database open."""

    def __init__(self, path: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(CHILD), str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def tell(self, **command: object) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(command), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        return json.loads(line) if line else None


@pytest.fixture
def program() -> Iterator[Callable[..., Program]]:
    """``program(path, "SQL", ...)``: one that has run these statements."""
    made: list[Program] = []

    def start(path: Path, *statements: str) -> Program:
        made.append(Program(path))
        for statement in statements:
            assert isinstance(made[-1].tell(sql=statement), list), statement
        return made[-1]

    yield start
    for one in made:
        one.process.kill()
        one.process.communicate()


def make(path: Path, journal: str) -> Path:
    connection = apsw.Connection(str(path))
    connection.execute(f"PRAGMA page_size = 1024; PRAGMA journal_mode = {journal}; {FILL}").fetchall()
    connection.close()
    return path


WAL = ("rest wal", "live wal", "linked wal", "crashed wal", "lost wal", "exclusive wal")
SPILL = ("PRAGMA cache_size = 1", "PRAGMA cache_spill = 1")


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX")
def test_C05_C10_C102_a_tour_of_every_state_leaves_no_trace(
    tmp_path: Path, app_home: Path, program: Callable[..., Program]
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    paths = {
        name: make(data / f"{name}.db", "wal" if "wal" in name else "delete")
        for name in (*WAL, "rest", "begun", "held", "hot")
    }
    writers = {name: program(paths[name], NUDGE) for name in ("live wal", "linked wal")}
    for name in ("crashed wal", "lost wal"):
        program(paths[name], NUDGE).tell(die=True)
    os.remove(f"{paths['lost wal']}-shm")
    program(paths["exclusive wal"], "PRAGMA locking_mode = EXCLUSIVE", NUDGE)
    writers["begun"] = program(paths["begun"], "BEGIN IMMEDIATE", CHANGE)
    writers["held"] = program(paths["held"], "PRAGMA locking_mode = EXCLUSIVE", NUDGE)
    program(paths["hot"], *SPILL, "BEGIN", CHANGE).tell(die=True)
    assert os.path.getsize(f"{paths['hot']}-journal") > 0
    empty = data / "empty.db"
    empty.touch()
    Path(f"{empty}-wal").write_bytes(b"not of this file" * 100)
    link = data / "link.db"
    link.symlink_to(paths["linked wal"])
    shown = [path for name, path in paths.items() if name != "linked wal"]
    told = toured(data, app_home, [*shown, empty, link], tables=3)
    assert told["errors"] == []
    for name, other in writers.items():
        other.tell(sql="ROLLBACK") if name == "begun" else None
        other.tell(close=True)
        assert not os.path.exists(f"{paths[name]}-shm"), name
        assert not os.path.exists(f"{paths[name]}-wal"), name
    assert not os.path.exists(f"{paths['begun']}-journal")
