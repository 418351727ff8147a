"""Folders that may not be written and files that may not be read, as another user than root."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

TABLE = "CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), (3)"
not_windows = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX")


def count(database, table="t"):
    return database.read(lambda reader: reader.value(f"SELECT count(*) FROM {table}"))


def mode(database):
    return database.reports()[0].mode


# --- folders that may not be written ----------------------------------------------------------------------------------

AS_NOBODY = """
import os, sys
if os.getuid() == 0:
    os.setgroups([]); os.setgid(65534); os.setuid(65534)
from inspector.db.database import open_database
try:
    open(sys.argv[1] + "-probe", "w")
    print("writable", file=sys.stderr)
except OSError:
    pass
database = open_database(sys.argv[1])
table = database.catalog().table("t")
print(database.read(lambda r: r.value("SELECT count(*) FROM t")), database.reports()[0].mode.name)
database.close()
"""


def run_as_nobody(path: Path, code: str = AS_NOBODY) -> str:
    """In a child that is not root; modules are found by importing them before the rights are given up."""
    home = tempfile.mkdtemp(prefix="nobody-home-")
    os.chmod(home, 0o777)
    early = "import apsw, encodings.idna, inspector.db.database, inspector.db.cells, hashlib, random\n"
    run = subprocess.run(
        [sys.executable, "-c", early + code, str(path)],
        env={**os.environ, "AGENTDB_INSPECTOR_HOME": home, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
        cwd=Path(__file__).parent.parent.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    shutil.rmtree(home)
    assert run.returncode == 0, run.stderr
    assert "writable" not in run.stderr
    return run.stdout.strip()


@pytest.fixture
def locked_folder():
    """A folder outside root's own, whose mode a test sets to 555."""
    folder = Path(tempfile.mkdtemp(prefix="locked-"))
    yield folder
    os.chmod(folder, 0o755)
    for part in folder.iterdir():
        part.unlink()
    folder.rmdir()


@not_windows
@pytest.mark.parametrize("state", ["rest wal", "rest rollback", "live wal", "crashed", "crashed no shm", "hot"])
def test_c07_c08_every_state_opens_in_a_locked_folder(writer, footprint, locked_folder, state, big, make_hot):
    made = big("x.db", "delete" if state in ("rest rollback", "hot") else "wal")
    for part in made.parent.iterdir():
        part.rename(locked_folder / part.name)
    path = locked_folder / "x.db"
    other = None
    if state == "hot":
        make_hot(path)
    elif not state.startswith("rest"):
        other = writer(path)
        other.sql("CREATE TABLE only_in_the_wal(a)")
        other.sql("INSERT INTO t VALUES ('new')")
        if state.startswith("crashed"):
            other.crash()
        if state.endswith("no shm"):
            os.remove(f"{path}-shm")
    for part in locked_folder.iterdir():
        os.chmod(part, 0o444)
    os.chmod(locked_folder, 0o555)
    before = footprint(locked_folder)
    rows, found = run_as_nobody(path).split()
    assert int(rows) == (2000 if state in ("rest wal", "rest rollback", "hot") else 2001)
    expected = {"crashed no shm": "PRIVATE_COPY", "hot": "PRIVATE_COPY", "live wal": "LIVE_WAL", "crashed": "LIVE_WAL"}
    assert found == expected.get(state, "AT_REST")
    assert footprint(locked_folder) == before


@not_windows
def test_a_file_that_may_not_be_read_says_so(build, locked_folder):
    made = build("x.db", TABLE)
    path = locked_folder / "x.db"
    made.rename(path)
    os.chmod(path, 0o000)
    os.chmod(locked_folder, 0o755)
    code = """
import os, sys
if os.getuid() == 0:
    os.setgroups([]); os.setgid(65534); os.setuid(65534)
from inspector.errors import AccessDenied
try:
    inspector.db.database.open_database(sys.argv[1])
except AccessDenied as error:
    print(error.what)
"""
    assert run_as_nobody(path, code) == "You are not allowed to read this file."
