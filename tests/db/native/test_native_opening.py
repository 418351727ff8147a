"""Every state a file can be found in, opened by SQLite's own ways: which one is taken, and what it leaves alone."""

from __future__ import annotations

import os

import pytest

from inspector.db.access import AccessMode
from inspector.errors import FileBusy
from tests.db.bank import bank, total

TABLE = "CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), (3)"


def count(database, table="t"):
    return database.read(lambda reader: reader.value(f"SELECT count(*) FROM {table}"))


def mode(database):
    return database.reports()[0].mode


def at_rest(build, writer, big, make_hot, journal="delete"):
    return build("x.db", f"PRAGMA journal_mode = {journal}", TABLE), 3


def at_rest_wal(build, writer, big, make_hot):
    return at_rest(build, writer, big, make_hot, "wal")


def live_wal(build, writer, big, make_hot):
    path = build("x.db", "PRAGMA journal_mode = wal", TABLE)
    writer(path).sql("INSERT INTO t VALUES (4)")
    return path, 4


def crashed(build, writer, big, make_hot, shm=True):
    path = build("x.db", "PRAGMA journal_mode = wal", TABLE)
    other = writer(path)
    other.sql("INSERT INTO t VALUES (4)")
    other.crash()
    if not shm:
        os.remove(f"{path}-shm")
    return path, 4


def crashed_without_shm(build, writer, big, make_hot):
    return crashed(build, writer, big, make_hot, shm=False)


def index_of_its_own(build, writer, big, make_hot):
    path = build("x.db", "PRAGMA journal_mode = wal", TABLE)
    other = writer(path)
    other.sql("PRAGMA locking_mode = EXCLUSIVE")
    other.sql("INSERT INTO t VALUES (4)")
    return path, 4


def writing(build, writer, big, make_hot):
    path = build("x.db", TABLE)
    writer(path).sql("BEGIN; INSERT INTO t VALUES (4)")
    return path, 3


def hot(build, writer, big, make_hot):
    path = big("x.db")
    make_hot(path)
    return path, 2000


STATES = {
    at_rest: AccessMode.AT_REST,
    at_rest_wal: AccessMode.AT_REST,
    live_wal: AccessMode.LIVE_WAL,
    crashed: AccessMode.LIVE_WAL,
    crashed_without_shm: AccessMode.PRIVATE_COPY,
    index_of_its_own: AccessMode.PRIVATE_COPY,
    writing: AccessMode.LIVE_ROLLBACK,
    hot: AccessMode.PRIVATE_COPY,
}


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_each_state_has_its_way_and_is_left_alone(build, writer, big, make_hot, opened, footprint, tour, state):
    path, rows = state(build, writer, big, make_hot)
    before = footprint(path.parent)
    database = opened(path)
    assert count(database) == rows
    tour(database)
    assert mode(database) is STATES[state]
    assert database.reports()[0].why
    database.close()
    assert footprint(path.parent) == before
    assert database.reports()[0].files_left == ()


def test_an_empty_file_keeps_its_wal_for_a_copy_is_read(build, writer, opened, footprint, tour):
    path, _ = crashed(build, writer, None, None)
    os.truncate(path, 0)
    before = footprint(path.parent)
    database = opened(path)
    assert tour(database).tables == ()
    assert mode(database) is AccessMode.PRIVATE_COPY
    database.close()
    assert footprint(path.parent) == before


def test_the_copy_of_a_crashed_wal_is_made_once_and_again_after_a_change(build, opened, writer):
    path, _ = crashed_without_shm(build, writer, None, None)
    database = opened(path)
    for _ in range(3):
        assert count(database) == 4
    assert database.reports()[0].copies == 1
    assert database.reports()[0].copied_bytes >= os.path.getsize(path)
    other = writer(path)
    other.sql("INSERT INTO t VALUES (5)")
    other.crash()
    os.remove(f"{path}-shm")
    assert count(database) == 5
    assert database.reports()[0].copies == 2


def test_a_read_mark_is_measured(build, writer, opened):
    path, _ = live_wal(build, writer, None, None)
    database = opened(path)
    count(database)
    report = database.reports()[0]
    assert report.marks >= 1
    assert report.longest_mark_ms > 0
    assert (report.locks, report.longest_lock_ms) == (0, 0.0)


@pytest.mark.parametrize("journal", ["memory", "off"])
def test_an_exclusive_holder_without_a_journal_is_refused(build, opened, writer, journal):
    path = bank(build, "x.db", "delete")
    other = writer(path)
    other.sql(f"PRAGMA journal_mode = {journal}")
    other.sql("PRAGMA cache_size = 1")
    other.sql("PRAGMA cache_spill = 1")
    assert other.sql("BEGIN EXCLUSIVE; UPDATE t SET v = 1") == []
    with pytest.raises(FileBusy, match="holds the database locked"):
        opened(path).read(total)
