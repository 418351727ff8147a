"""Every state a file is found in: how it is read, said in words, with what it cost, and without a trace."""

from __future__ import annotations

import errno
import fcntl
import os

import pytest

from inspector.db import database as reading
from inspector.db.access import AccessMode
from inspector.db.signature import look
from tests.db.bank import bank

TABLE = "CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), (3)"
WAL = "PRAGMA journal_mode = wal"


class State:
    """Builds the files of a state with real programs."""

    def __init__(self, build, writer, big, make_hot):
        self.build, self.writer, self.big, self.make_hot = build, writer, big, make_hot

    def rest(self):
        return self.build("x.db", TABLE), 3

    def rest_wal(self):
        return self.build("x.db", WAL, TABLE), 3

    def rest_persist(self):
        path = self.build("x.db", TABLE)
        other = self.writer(path)
        other.sql("PRAGMA journal_mode = persist; INSERT INTO t VALUES (4)")
        other.close()
        return path, 4

    def visited_wal(self):
        path = self.build("x.db", WAL, TABLE)
        other = self.writer(path)
        other.sql("INSERT INTO t VALUES (4)")
        other.close()
        return path, 4

    def live_wal(self):
        path = self.build("x.db", WAL, TABLE)
        self.writer(path).sql("INSERT INTO t VALUES (4)")
        return path, 4

    def live_wal_only(self):
        """The main file is empty of tables."""
        path = self.build("x.db", WAL)
        other = self.writer(path)
        other.sql("PRAGMA journal_mode = wal; PRAGMA wal_autocheckpoint = 0")
        other.sql(TABLE)
        return path, 3

    def crashed(self):
        path = self.build("x.db", WAL, TABLE)
        other = self.writer(path)
        other.sql("INSERT INTO t VALUES (4)")
        other.crash()
        return path, 4

    def crashed_alone(self):
        path, rows = self.crashed()
        os.remove(f"{path}-shm")
        return path, rows

    def crashed_in_transaction(self):
        path = self.build("x.db", WAL, TABLE)
        other = self.writer(path)
        other.sql("INSERT INTO t VALUES (4)")
        other.sql("PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN")
        other.sql(
            "WITH n(i) AS (VALUES (5) UNION ALL SELECT i + 1 FROM n WHERE i < 9999) INSERT INTO t SELECT i FROM n"
        )
        other.crash()
        return path, 4

    def index_in_heap(self):
        path = self.build("x.db", WAL, TABLE)
        other = self.writer(path)
        other.sql("PRAGMA locking_mode = EXCLUSIVE; INSERT INTO t VALUES (4)")
        return path, 4

    def exclusive_wal_with_shm(self):
        path = self.build("x.db", WAL, TABLE)
        other = self.writer(path)
        other.sql("SELECT count(*) FROM t; PRAGMA locking_mode = EXCLUSIVE; INSERT INTO t VALUES (4)")
        return path, 4

    def reserved(self):
        path = self.build("x.db", TABLE)
        self.writer(path).sql("BEGIN; INSERT INTO t VALUES (4)")
        return path, 3

    def hot(self):
        path = self.big("x.db")
        self.make_hot(path)
        return path, 2000

    def exclusive(self):
        path = self.build("x.db", TABLE)
        self.writer(path).sql("PRAGMA locking_mode = EXCLUSIVE; INSERT INTO t VALUES (4)")
        return path, 4

    def empty_with_wal(self):
        path, _ = self.crashed()
        os.truncate(path, 0)
        return path, 0

    def empty_with_journal(self):
        path = self.build("other.db", TABLE).with_name("x.db")
        path.touch()
        other = self.writer(path)
        other.sql("PRAGMA synchronous = OFF; BEGIN; CREATE TABLE t(a)")
        other.crash()
        assert os.path.getsize(path) == 0
        assert os.path.getsize(f"{path}-journal") > 0
        return path, 0


@pytest.fixture
def state(build, writer, big, make_hot):
    return State(build, writer, big, make_hot)


LIVE, REST, EMPTY = AccessMode.LIVE_WAL, AccessMode.AT_REST, AccessMode.EMPTY
STATES = {
    "rest": (REST, "nobody writes"),
    "rest_wal": (REST, "log is empty"),
    "rest_persist": (REST, "nobody writes"),
    "visited_wal": (REST, "log is empty"),
    "live_wal": (LIVE, "rows in the -wal"),
    "live_wal_only": (LIVE, "rows in the -wal"),
    "crashed": (LIVE, "rows in the -wal"),
    "crashed_alone": (LIVE, "rows in the -wal"),
    "crashed_in_transaction": (LIVE, "rows in the -wal"),
    "index_in_heap": (LIVE, "rows in the -wal"),
    "exclusive_wal_with_shm": (LIVE, "rows in the -wal"),
    "reserved": (AccessMode.LIVE_ROLLBACK, "not written to the file yet"),
    "hot": (AccessMode.HOT_JOURNAL, "hot journal"),
    "exclusive": (AccessMode.HELD, "exclusively"),
    "empty_with_wal": (EMPTY, "left alone"),
    "empty_with_journal": (EMPTY, "no bytes"),
}


def test_every_state_that_can_be_built_is_tested():
    assert {name for name in vars(State) if not name.startswith("_")} == set(STATES)


@pytest.mark.parametrize("name", STATES)
def test_each_state_is_read_right_said_in_words_and_left_alone(
    state, name, opened, footprint, tour, eventually, monkeypatch
):
    path, rows = getattr(state, name)()
    # a file whose times are old enough to tell is read without a lock
    eventually(lambda: not look(str(path)).is_young())
    before = footprint(path.parent)
    database = opened(path)
    assert {table.name for table in tour(database).tables} == ({"t"} if rows else set())
    if rows:
        assert database.read(lambda reader: reader.value("SELECT count(*) FROM t")) == rows
        assert database.read(lambda reader: reader.value("PRAGMA integrity_check")) == "ok"
    database.close()
    assert footprint(path.parent) == before
    (report,) = database.reports()
    mode, why = STATES[name]
    assert report.mode is mode
    assert why in report.why
    assert report.mode.words
    assert (report.bytes_written, report.files_left, report.copies, report.rejected) == (0, (), 0, 0)
    assert (report.marks, report.longest_mark_ms) == (0, 0.0)
    assert (report.locks, report.longest_lock_ms) == (0, 0.0)
    assert report.warnings == ()
    assert report.fallback == ""
    assert report.reads >= 3
    assert report.age_s() < 60


def test_what_is_written_beside_each_state_is_seen_next(state, opened):
    """A program comes, commits and goes, or only commits: the answer is never the former one."""
    path, _ = state.rest_wal()
    database = opened(path)

    def rows():
        return database.read(lambda reader: reader.value("SELECT count(*) FROM t"))

    assert rows() == 3
    other = state.writer(path)
    for number in range(4, 10):
        other.sql(f"INSERT INTO t VALUES ({number})")
        assert rows() == number
        other.close()
        assert sorted(os.listdir(path.parent)) == ["x.db"], "our view keeps nobody from tidying up"
        assert rows() == number
        other.reopen()
    assert database.reports()[0].files_left == ()


@pytest.mark.parametrize("journal", ["delete", "persist", "truncate", "wal"])
def test_a_program_that_closes_while_we_look_leaves_what_it_would_leave_alone(build, writer, opened, journal):
    def start(name):
        path = bank(build, name, "wal" if journal == "wal" else "delete")
        other = writer(path)
        other.sql(f"PRAGMA journal_mode = {journal}")
        other.sql("UPDATE t SET v = v WHERE id = 1")
        return path, other

    alone, unseen = start("alone/x.db")
    unseen.close()
    path, other = start("seen/x.db")
    database = opened(path)
    left = []

    def work(reader):
        first = reader.value("SELECT count(*) FROM t")
        if not left:
            other.close()
            left.extend(os.listdir(path.parent))
        return first, reader.value("SELECT sum(v) FROM t")

    assert database.read(work) == (2000, 0)
    assert sorted(left) == sorted(os.listdir(alone.parent))


def test_a_log_too_large_for_memory_is_read_in_place(state, opened, monkeypatch, footprint):
    monkeypatch.setattr("inspector.db.passive.frozen_log.IN_MEMORY_BYTES", 0)
    path, rows = state.live_wal()
    before = footprint(path.parent)
    database = opened(path)
    assert database.read(lambda reader: reader.value("SELECT count(*) FROM t")) == rows
    database.close()
    assert footprint(path.parent) == before


@pytest.mark.parametrize("journal", ["delete", "wal"])
def test_a_file_that_is_cut_off_while_it_is_read_is_no_reason_to_die(build, opened, monkeypatch, journal):
    monkeypatch.setattr(reading, "PATIENCE_S", 0.1)
    path = bank(build, "x.db", journal)
    database = opened(path)
    whole = os.path.getsize(path)
    cut = []

    def work(reader):
        first = reader.value("SELECT v FROM t WHERE id = 1")
        if not cut:
            cut.append(1)
            os.truncate(path, whole // 2)
        return first, reader.value("SELECT count(*) FROM t WHERE text LIKE 'x%'")

    with pytest.raises(Exception, match="damaged"):
        database.read(work)
    assert database.reports()[0].rejected >= 1


@pytest.mark.parametrize("journal", ["delete", "wal"])
def test_a_file_system_without_locks_is_read_by_its_times_and_says_so(build, writer, opened, monkeypatch, journal):
    def none(*_):
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    path = bank(build, "x.db", journal)
    other = writer(path)
    other.sql("PRAGMA wal_autocheckpoint = 0; UPDATE t SET v = v WHERE id = 1")
    monkeypatch.setattr(fcntl, "fcntl", none)
    # the writer writes to a disk that others may keep busy
    monkeypatch.setattr(reading, "PATIENCE_S", 60.0)
    database = opened(path)
    left = [5]

    def work(reader):
        first = reader.value("SELECT sum(v) FROM t WHERE id <= 1000")
        if left[0]:
            left[0] -= 1
            other.sql("BEGIN; UPDATE t SET v = v - 1 WHERE id = 1; UPDATE t SET v = v + 1 WHERE id = 2000; COMMIT")
            other.sql("PRAGMA wal_checkpoint")
        return first + reader.value("SELECT sum(v) FROM t WHERE id > 1000")

    assert database.read(work) == 0
    (report,) = database.reports()
    assert report.rejected >= 1
    assert (report.locks, report.marks) == (0, 0)
    if journal == "delete":
        assert any("no locks" in warning for warning in report.warnings)
