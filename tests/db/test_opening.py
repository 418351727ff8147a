"""Every state a file can be found in, whichever way files are opened: the right rows, and nothing is written."""

from __future__ import annotations

import os
import struct
import sys

import pytest

from inspector.db.access import AccessMode
from inspector.db.database import open_together
from inspector.errors import FileBusy, FileMissing, KnownError, UnsupportedSchema

pytestmark = pytest.mark.usefixtures("each_way")
TABLE = "CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), (3)"
not_windows = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX")


def count(database, table="t"):
    return database.read(lambda reader: reader.value(f"SELECT count(*) FROM {table}"))


def mode(database):
    return database.reports()[0].mode


# --- at rest ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("journal", ["delete", "wal", "persist", "truncate"])
def test_c06_a_resting_file_is_left_byte_for_byte_as_it_was(build, opened, footprint, journal, tour):
    path = build("rest.db", f"PRAGMA journal_mode = {journal}", TABLE)
    before = footprint(path.parent)
    database = opened(path)
    assert len(tour(database).tables) == 1
    assert count(database) == 3
    database.close()
    assert footprint(path.parent) == before
    (report,) = database.reports()
    assert report.mode is AccessMode.AT_REST
    assert (report.bytes_written, report.files_left, report.copies, report.longest_lock_ms) == (0, (), 0, 0.0)
    assert report.reads >= 5


def test_the_journal_mode_is_read_from_the_header(build, opened):
    for journal in ("wal", "delete"):
        database = opened(build(f"{journal}.db", f"PRAGMA journal_mode = {journal}", TABLE))
        assert database.catalog().facts[0].journal == ("wal" if journal == "wal" else "rollback")


@pytest.mark.skipif(not os.path.exists("/proc/self/io"), reason="the kernel does not count what is read")
def test_a_huge_wal_file_at_rest_is_opened_in_place(build, opened):
    path = build("huge.db", "PRAGMA journal_mode = wal", TABLE)
    os.truncate(path, 5_000_000_000)
    database = opened(path)
    before = bytes_read()
    assert count(database) == 3
    assert bytes_read() - before < 200_000
    (report,) = database.reports()
    assert (report.mode, report.copies, report.copied_bytes) == (AccessMode.AT_REST, 0, 0)
    assert os.stat(path).st_blocks * 512 < 1_000_000


def bytes_read():
    with open("/proc/self/io", encoding="ascii") as stream:
        return int(stream.readline().removeprefix("rchar: "))


# --- WAL --------------------------------------------------------------------------------------------------------------


def test_c09_rows_that_are_only_in_the_wal_are_seen(build, opened, writer, footprint, tour):
    path = build("live.db", "PRAGMA journal_mode = wal", "CREATE TABLE t(a)")
    other = writer(path)
    other.sql("PRAGMA wal_autocheckpoint = 0")
    other.sql("WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 100) INSERT INTO t SELECT i FROM n")
    before = footprint(path.parent)
    database = opened(path)
    assert count(database) == 100
    assert mode(database) is AccessMode.LIVE_WAL
    tour(database)
    assert footprint(path.parent) == before
    other.sql("INSERT INTO t VALUES (101)")
    assert count(database) == 101
    assert database.reports()[0].longest_lock_ms == 0


@pytest.mark.parametrize("shm", [True, False])
def test_c10_a_crashed_wal_is_read_and_left_alone(build, opened, writer, footprint, shm, tour):
    path = build("crash.db", "PRAGMA journal_mode = wal", TABLE)
    other = writer(path)
    other.sql("INSERT INTO t VALUES (4)")
    other.crash()
    if not shm:
        os.remove(f"{path}-shm")
    before = footprint(path.parent)
    database = opened(path)
    assert count(database) == 4
    tour(database)
    database.close()
    assert footprint(path.parent) == before


def test_a_writer_that_keeps_its_index_to_itself_is_read(build, opened, writer, footprint):
    path = build("exclusive.db", "PRAGMA journal_mode = wal", TABLE)
    other = writer(path)
    other.sql("PRAGMA locking_mode = EXCLUSIVE")
    other.sql("INSERT INTO t VALUES (4)")
    assert not os.path.exists(f"{path}-shm")
    before = footprint(path.parent)
    database = opened(path)
    assert count(database) == 4
    assert footprint(path.parent) == before
    other.sql("INSERT INTO t VALUES (5)")
    assert count(database) == 5


def test_a_writer_that_comes_and_goes_is_followed(build, opened, writer):
    path = build("visits.db", "PRAGMA journal_mode = wal", TABLE)
    database = opened(path)
    assert (count(database), mode(database)) == (3, AccessMode.AT_REST)
    other = writer(path)
    other.sql("INSERT INTO t VALUES (4)")
    assert (count(database), mode(database)) == (4, AccessMode.LIVE_WAL)
    other.close()
    assert not os.path.exists(f"{path}-wal")
    assert (count(database), mode(database)) == (4, AccessMode.AT_REST)
    assert database.reports()[0].files_left == ()


# --- rollback journals ------------------------------------------------------------------------------------------------


def test_a_hot_journal_is_rolled_back_in_memory_of_ours(opened, footprint, tour, big, make_hot):
    path = big("hot.db")
    make_hot(path)
    before = footprint(path.parent)
    database = opened(path)
    assert database.read(lambda r: r.value("SELECT count(*) FROM t WHERE a LIKE 'new%'")) == 0
    assert count(database) == 2000
    tour(database)
    assert "hot journal" in database.reports()[0].why
    database.close()
    assert footprint(path.parent) == before


def test_a_journal_whose_super_journal_is_gone_was_committed(opened, footprint, big, make_hot):
    path = big("super.db")
    make_hot(path)
    name = os.fsencode(path.parent / "super.db-mj12345691A")
    with open(f"{path}-journal", "ab") as journal:
        journal.write(
            struct.pack(">I", 0x40000000 // 1024 + 1)
            + name
            + struct.pack(">II", len(name), sum(name) & 0xFFFFFFFF)
            + b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
        )
    before = footprint(path.parent)
    database = opened(path)
    assert database.read(lambda r: r.value("SELECT count(*) FROM t WHERE a LIKE 'new%'")) > 0
    assert footprint(path.parent) == before


@pytest.mark.parametrize("journal", ["persist", "truncate"])
def test_a_finished_journal_that_stays_is_not_hot(build, opened, writer, journal):
    path = build("stays.db", TABLE)
    other = writer(path)
    other.sql(f"PRAGMA journal_mode = {journal}")
    other.sql("INSERT INTO t VALUES (4)")
    assert os.path.exists(f"{path}-journal")
    database = opened(path)
    assert count(database) == 4
    assert mode(database) is AccessMode.AT_REST


def test_a_transaction_under_way_is_not_seen_and_not_disturbed(build, opened, writer, footprint):
    path = build("tx.db", TABLE)
    other = writer(path)
    other.sql("BEGIN; INSERT INTO t VALUES (4)")
    before = footprint(path.parent)
    database = opened(path)
    assert count(database) == 3
    assert mode(database) is AccessMode.LIVE_ROLLBACK
    assert footprint(path.parent) == before
    assert other.sql("COMMIT") == []
    assert count(database) == 4


# --- gone and replaced ------------------------------------------------------------------------------------------------


def test_c15_c16_a_file_that_is_replaced_deleted_and_back_is_noticed(build, opened):
    path = build("one.db", TABLE)
    other = build("two.db", "CREATE TABLE t(a, b); CREATE TABLE u(c)")
    database = opened(path)
    assert [t.name for t in database.catalog()] == ["t"]
    os.replace(other, path)
    assert count(database) == 0
    assert [t.name for t in database.catalog()] == ["t", "u"]
    path.unlink()
    with pytest.raises(FileMissing):
        count(database)
    build("one.db", TABLE)
    assert count(database) == 3
    assert [t.name for t in database.catalog()] == ["t"]


def test_a_file_replaced_while_it_is_read_live_is_read_again(build, opened, writer):
    path = build("one.db", "PRAGMA journal_mode = wal", TABLE)
    fresh = build("two.db", "CREATE TABLE t(a)")
    writer(path).sql("INSERT INTO t VALUES (4)")
    database = opened(path)
    seen = []

    def work(reader):
        seen.append(reader.value("SELECT count(*) FROM t"))
        if len(seen) == 1:
            for part in ("-wal", "-shm"):
                os.remove(f"{path}{part}")
            os.replace(fresh, path)
        return seen[-1]

    assert database.read(work) == 0
    assert seen == [4, 0]
    assert database.reports()[0].rejected == 1


# --- several files ----------------------------------------------------------------------------------------------------


def test_files_in_different_states_are_read_together(build, writer):
    rest = build("rest.db", TABLE)
    live = build("live.db", "PRAGMA journal_mode = wal", TABLE)
    busy = build("busy.db", TABLE)
    writer(live).sql("INSERT INTO t VALUES (4)")
    writer(busy).sql("BEGIN IMMEDIATE")
    database = open_together({"rest": rest, "live it's": live, 'bu"sy': busy})
    sql = (
        'SELECT (SELECT count(*) FROM rest.t), (SELECT count(*) FROM "live it\'s".t), (SELECT count(*) FROM "bu""sy".t)'
    )
    assert database.read(lambda reader: reader.rows(sql).rows) == ((3, 4, 3),)
    assert [r.mode for r in database.reports()] == [AccessMode.AT_REST, AccessMode.LIVE_WAL, AccessMode.LIVE_ROLLBACK]
    assert database.catalog().table("t", "live it's") is not None
    database.close()


def test_utf_16_files_are_read_together_and_mixed_ones_refused(build):
    wide = [build(f"w{i}.db", "PRAGMA encoding = 'UTF-16le'", TABLE, f"INSERT INTO t VALUES ('ü{i}')") for i in (1, 2)]
    together = open_together({"one": wide[0], "two": wide[1]})
    sql = "SELECT a FROM one.t WHERE a LIKE 'ü%' UNION ALL SELECT a FROM two.t WHERE a LIKE 'ü%'"
    assert together.read(lambda reader: reader.rows(sql).rows) == (("ü1",), ("ü2",))
    mixed = open_together({"one": wide[0], "narrow": build("n.db", TABLE)})
    with pytest.raises(KnownError, match="encodings"):
        mixed.catalog()


@not_windows
@pytest.mark.parametrize("suffix", ["-journal", "-wal", "-shm"])
@pytest.mark.parametrize("held", [False, True])
def test_a_pipe_in_the_place_of_a_sidecar_keeps_nobody_waiting(build, opened, writer, suffix, held):
    path = build("x.db", TABLE)
    if held:
        writer(path).sql("BEGIN IMMEDIATE")
    if not os.path.exists(f"{path}{suffix}"):
        os.mkfifo(f"{path}{suffix}")
    database = opened(path)
    try:
        assert count(database) == 3
    except FileBusy:
        assert held


def test_an_error_names_the_file_of_a_set_that_it_is_about(build):
    good, future = build("good.db", TABLE), build("future.db", TABLE)
    with open(future, "r+b") as file:
        file.seek(44)
        file.write((9).to_bytes(4, "big"))
    with pytest.raises(UnsupportedSchema) as caught:
        open_together({"good": good, "future": future}).catalog()
    assert caught.value.path == os.path.realpath(future)
