"""Folders that may not be written and files that may not be read, as another user than root."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from inspector.db.way import Way, way

pytestmark = pytest.mark.usefixtures("each_way")
TABLE = "CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), (3)"
NOBODY = 65534
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
from inspector.db.way import Way, choose_way
choose_way(Way(sys.argv[2]))
try:
    open(sys.argv[1] + "-probe", "w")
    print("writable", file=sys.stderr)
except OSError:
    pass
database = open_database(sys.argv[1])
table = database.catalog().table("t")
print(database.read(lambda r: r.value("SELECT count(*) FROM t")), database.reports()[0].mode.name)
print(*database.reports()[0].warnings)
database.close()
"""


def run_as_nobody(path: Path, code: str = AS_NOBODY) -> str:
    """In a child that is not root; modules are found by importing them before the rights are given up."""
    home = tempfile.mkdtemp(prefix="nobody-home-")
    os.chmod(home, 0o777)
    early = (
        "import apsw, encodings.idna, inspector.db.database, inspector.db.cells, hashlib, random, concurrent.futures\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", early + code, str(path), way().value],
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


MODES = {
    "rest wal": ("AT_REST", "AT_REST"),
    "rest rollback": ("AT_REST", "AT_REST"),
    "writing": ("LIVE_ROLLBACK", "LIVE_ROLLBACK"),
    "live wal": ("LIVE_WAL", "LIVE_WAL"),
    "crashed": ("LIVE_WAL", "LIVE_WAL"),
    "crashed no shm": ("LIVE_WAL", "PRIVATE_COPY"),
    "hot": ("HOT_JOURNAL", "PRIVATE_COPY"),
}
"""Through our VFS, and through SQLite's own ways."""


@not_windows
@pytest.mark.parametrize("state", MODES)
def test_c07_c08_every_state_opens_in_a_locked_folder(writer, footprint, locked_folder, state, big, make_hot, each_way):
    made = big("x.db", "delete" if state in ("rest rollback", "writing", "hot") else "wal")
    for part in made.parent.iterdir():
        part.rename(locked_folder / part.name)
    path = locked_folder / "x.db"
    if state == "hot":
        make_hot(path)
    elif state == "writing":
        writer(path).sql("BEGIN; INSERT INTO t VALUES ('new')")
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
        # their owner may read without moving the time of access; it is not he who owns the folder
        os.chown(part, NOBODY, NOBODY)
    os.chmod(locked_folder, 0o555)
    before = footprint(locked_folder)
    rows, found, *warnings = run_as_nobody(path).split()
    assert int(rows) == (2001 if state.startswith(("live", "crashed")) else 2000)
    assert found == MODES[state][each_way is Way.SQLITE]
    assert warnings == []
    assert footprint(locked_folder) == before


@not_windows
def test_a_file_of_somebody_else_is_read_with_a_warning(build, locked_folder, each_way):
    if os.getuid() != 0 or each_way is not Way.PASSIVE:
        pytest.skip("needs two users")
    path = locked_folder / "x.db"
    build("x.db", TABLE).rename(path)
    os.chmod(locked_folder, 0o555)
    found, warning = run_as_nobody(path).splitlines()
    assert found == "3 AT_REST"
    assert warning == "The file is not yours, so its access time may move when it is read."


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
from inspector.db.way import Way, choose_way
from inspector.errors import AccessDenied
choose_way(Way(sys.argv[2]))
try:
    inspector.db.database.open_database(sys.argv[1])
except AccessDenied as error:
    print(error.what)
"""
    assert run_as_nobody(path, code) == "You are not allowed to read this file."


TAKEN_AWAY = """
import os, sys
from inspector.db.way import Way, choose_way
from inspector.errors import AccessDenied
choose_way(Way(sys.argv[2]))
if os.getuid() == 0:
    os.setgroups([]); os.setgid(65534); os.setuid(65534)
database = inspector.db.database.open_database(sys.argv[1])
count = lambda: database.read(lambda r: r.value("SELECT count(*) FROM t"))
print(count(), count())
os.chmod(sys.argv[1], 0)
try:
    count()
except AccessDenied as error:
    print(error.what, error.advice)
os.chmod(sys.argv[1], 0o400)
print(count())
"""


@not_windows
def test_permissions_that_are_taken_away_between_two_reads_are_noticed(build, locked_folder):
    path = locked_folder / "x.db"
    build("x.db", TABLE).rename(path)
    os.chmod(locked_folder, 0o755)
    if os.getuid() == 0:
        os.chown(path, NOBODY, NOBODY)
    assert run_as_nobody(path, TAKEN_AWAY).splitlines() == [
        "3 3",
        "You are not allowed to read this file. Check its permissions.",
        "3",
    ]
