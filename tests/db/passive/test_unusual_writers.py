"""Writers that do what few do: drop their journal, wait for readers for long, die before a database is whole."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
import time

import pytest

from inspector.db.access import AccessMode
from inspector.errors import FileBusy, NotADatabase
from tests.db.bank import FILL, TRANSFER, bank, total

SPILL = "PRAGMA cache_size = 1; PRAGMA cache_spill = 1"


@pytest.fixture
def path(build):
    return bank(build, "bank.db", "delete")


def test_a_journal_that_its_holder_does_not_use_says_nothing(path, writer, opened, hurried, eventually):
    """A persistent journal stays beside a program that goes on without one, and is as quiet as before."""
    other = writer(path)
    other.sql("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = PERSIST")
    other.sql(TRANSFER.format(2))
    database = opened(path)
    assert database.read(total) == 0
    assert database.reports()[0].mode is AccessMode.HELD
    other.sql("PRAGMA journal_mode = MEMORY")
    other.sql(SPILL)
    other.sql("BEGIN; UPDATE t SET v = v + 1")
    with pytest.raises(FileBusy, match="without the journal"):
        database.read(total)
    other.sql("COMMIT; PRAGMA journal_mode = PERSIST")
    other.sql("UPDATE t SET v = v - 1")
    assert database.read(total) == 0


def test_a_writer_that_waits_for_another_reader_keeps_nobody_waiting(path, writer, opened, eventually):
    """What it will write is in its memory and its journal; the file is as it was."""
    reader, other = writer(path), writer(path)
    reader.sql("BEGIN; SELECT count(*) FROM t")
    other.sql("PRAGMA busy_timeout = 20000")
    other.begin_sql(TRANSFER.format(2))
    database = opened(path)
    third = writer(path)
    third.sql("PRAGMA busy_timeout = 0")
    eventually(lambda: "BusyError" in str(third.sql("SELECT count(*) FROM t")), "the writer waits")
    began = time.monotonic()
    assert database.read(total) == 0
    assert time.monotonic() - began < 5, "it waited for the writer"
    assert database.reports()[0].locks == 0
    reader.sql("COMMIT")
    assert other.answer() == []
    assert database.read(lambda one: one.value("SELECT v FROM t WHERE id = 1")) == -1


@pytest.fixture
def unfinished(tmp_path, writer):
    """A new database whose writer is in the middle of its first transaction: its first page is not written yet."""
    path = tmp_path / "data" / "new.db"
    path.parent.mkdir()
    other = writer(path)
    other.sql(SPILL)
    other.sql("BEGIN; CREATE TABLE t(id INTEGER PRIMARY KEY, text); " + FILL.format(2000, "hex(zeroblob(200))"))
    with path.open("rb") as file:
        assert file.read(16) != b"SQLite format 3\0"
    return path, other


def test_a_database_that_is_being_made_is_busy_and_then_there(unfinished, opened, hurried):
    path, other = unfinished
    database = opened(path)
    with pytest.raises(FileBusy, match="is making this database"):
        database.read(lambda reader: reader.value("SELECT count(*) FROM t"))
    other.sql("COMMIT")
    assert database.read(lambda reader: reader.value("SELECT count(*) FROM t")) == 2000


def test_one_that_was_never_finished_is_an_empty_database(unfinished, opened, footprint):
    path, other = unfinished
    other.crash()
    before = footprint(path.parent)
    database = opened(path)
    assert database.read(lambda reader: reader.value("SELECT count(*) FROM sqlite_master")) == 0
    assert database.reports()[0].mode is AccessMode.HOT_JOURNAL
    assert footprint(path.parent) == before


def test_what_is_no_database_is_said_to_be_none(tmp_path, opened):
    path = tmp_path / "notes.db"
    path.write_bytes(bytes(8192))
    database = opened(path)
    with pytest.raises(NotADatabase):
        database.read(total)
    path.with_name("notes.db-journal").write_bytes(b"no journal at all")
    with contextlib.suppress(FileBusy), pytest.raises(NotADatabase):
        database.read(total)


DIES_BEFORE_IT_DELETES = """
import os, signal, sys
import apsw

class Dying(apsw.VFS):
    def __init__(self):
        super().__init__("dying", "unix")

    def xDelete(self, name, sync):
        os.kill(os.getpid(), signal.SIGKILL)

vfs = Dying()
apsw.Connection(sys.argv[1], vfs="dying").execute(sys.argv[2])
"""


@pytest.mark.parametrize("page_size", [512, 1024, 4096, 65536])
def test_a_hot_journal_of_a_page_or_two_is_rolled_back(build, opened, page_size):
    """Shorter than many a sector of a disk, and a journal all the same."""
    path = build("x.db", f"PRAGMA page_size = {page_size}", "CREATE TABLE t(a); INSERT INTO t VALUES ('old')")
    change = [sys.executable, "-c", DIES_BEFORE_IT_DELETES, str(path), "UPDATE t SET a = 'new'"]
    assert subprocess.run(change, check=False).returncode == -signal.SIGKILL
    assert path.with_name("x.db-journal").stat().st_size < 512 * 3 + 2 * (page_size + 8)
    assert b"new" in path.read_bytes()
    database = opened(path)
    assert database.read(lambda reader: reader.value("SELECT a FROM t")) == "old"
    assert database.reports()[0].mode is AccessMode.HOT_JOURNAL
