"""Reading beside a program that writes: it never waits longer than it can, and what is read is one committed state."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from inspector.cancel import Cancelled, CancelToken
from inspector.db.access import AccessMode
from inspector.db.native.view_lease import LOCK_BUDGET_MS
from inspector.db.native import private_copy
from inspector.errors import ChangedWhileReading, FileBusy

FILL = "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < {}) INSERT INTO t SELECT i, {} FROM n"
TRANSFER = "BEGIN; UPDATE t SET v = v - 1 WHERE id = 1; UPDATE t SET v = v + 1 WHERE id = {}; COMMIT"


def bank(build, name, journal, rows=2000, filler="'x' || hex(zeroblob(200))"):
    """Whatever is committed, the sum is 0."""
    return build(
        name,
        f"PRAGMA journal_mode = {journal}",
        "CREATE TABLE t(id INTEGER PRIMARY KEY, text, v INTEGER DEFAULT 0)",
        FILL.replace("INTO t", "INTO t(id, text)").format(rows, filler),
    )


def total(reader):
    return reader.value("SELECT sum(v) FROM t")


@pytest.mark.parametrize("journal", ["delete", "persist", "truncate", "memory", "wal"])
def test_c01_a_writer_that_commits_constantly_never_fails_and_is_never_seen_torn(build, opened, writer, journal):
    path = bank(build, "bank.db", "wal" if journal == "wal" else "delete")
    other = writer(path)
    other.sql(f"PRAGMA journal_mode = {journal}")
    other.sql("PRAGMA synchronous = OFF")
    database = opened(path)
    other.commit_constantly(TRANSFER.format(2000))
    for _ in range(25):
        assert database.read(total) == 0
        first, second = database.read(lambda reader: (total(reader), reader.rows("SELECT id, v FROM t WHERE v <> 0")))
        assert first == 0
        assert sum(v for _, v in second) == 0
    result = other.stop()
    assert result["failures"] == []
    assert result["commits"] > 10
    assert database.read(lambda reader: reader.value("SELECT v FROM t WHERE id = 1")) == -result["commits"]


def test_c01_an_idle_view_holds_nothing(build, opened, writer):
    path = bank(build, "bank.db", "delete")
    database = opened(path)
    database.read(lambda reader: reader.rows("SELECT * FROM t LIMIT 50 OFFSET 1000"))
    other = writer(path)
    for _ in range(50):
        assert other.sql("BEGIN EXCLUSIVE; UPDATE t SET v = v; COMMIT") == []


def test_c02_explain_and_select_leave_no_lock(build, opened, writer):
    path = bank(build, "bank.db", "delete")
    other = writer(path)
    other.sql("BEGIN IMMEDIATE")
    database = opened(path)
    database.read(lambda reader: reader.user_rows("EXPLAIN QUERY PLAN SELECT * FROM t", limit=10))
    found = database.read(lambda reader: reader.user_rows("SELECT * FROM t", limit=10))
    assert len(found) == 10
    assert database.reports()[0].mode is AccessMode.LIVE_ROLLBACK
    assert other.sql("UPDATE t SET v = v; COMMIT") == []


SLOW = (
    "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < {}) SELECT sum(v), (SELECT max(i) FROM n) FROM t"
)


@pytest.mark.parametrize("journal", ["delete", "wal"])
def test_a_long_statement_is_moved_to_a_copy_while_the_writer_goes_on(build, opened, writer, journal, monkeypatch):
    monkeypatch.setattr("inspector.db.native.view_lease.MARK_BUDGET_MS", 100)
    path = bank(build, "bank.db", journal)
    other = writer(path)
    other.sql("PRAGMA synchronous = OFF")
    other.sql("UPDATE t SET v = v")
    database = opened(path)
    other.commit_constantly(TRANSFER.format(2000))
    found = database.read(lambda reader: reader.rows(SLOW.format(4_000_000)).rows[0])
    result = other.stop()
    assert found == (0, 4_000_000)
    (report,) = database.reports()
    assert report.mode is AccessMode.PRIVATE_COPY
    assert report.copies >= 1
    assert report.retries >= 1
    assert result["failures"] == []
    assert report.longest_lock_ms < 900
    assert (report.longest_mark_ms if journal == "wal" else report.longest_lock_ms) > 0


def test_a_lock_is_given_back_while_the_reader_thinks(build, opened, writer, eventually):
    path = bank(build, "bank.db", "delete")
    other = writer(path)
    other.sql("BEGIN IMMEDIATE; UPDATE t SET v = v")
    database = opened(path)
    seen = []

    def work(reader):
        first = total(reader)
        if not seen:
            seen.append(first)
            # a writer waits a second for our lock, which we would hold for as long as we think
            assert other.sql("COMMIT") == []
        return first, total(reader)

    assert database.read(work) == (0, 0)
    assert LOCK_BUDGET_MS / 2 < database.reports()[0].longest_lock_ms < 900


def test_c04_an_exclusive_holder_is_said_and_the_file_loads_when_it_ends(build, opened, writer):
    path = bank(build, "bank.db", "delete")
    other = writer(path)
    other.sql("BEGIN EXCLUSIVE; UPDATE t SET v = 1")
    database = opened(path)
    with pytest.raises(FileBusy, match="holds the database locked"):
        database.read(total)
    assert database.reports()[0].retries > 0
    assert other.sql("ROLLBACK") == []
    assert database.read(total) == 0


def test_a_read_that_waits_for_a_lock_can_be_cancelled(build, opened, writer):
    path = bank(build, "bank.db", "delete")
    writer(path).sql("BEGIN EXCLUSIVE")
    token = CancelToken()
    threading.Timer(0.05, token.cancel).start()
    with pytest.raises(Cancelled):
        opened(path).read(total, token)


def test_a_file_that_is_too_large_to_copy_under_a_lock_says_so_with_numbers(build, opened, writer, monkeypatch):
    monkeypatch.setattr(private_copy, "LOCKED_COPY_BYTES", 1000)
    monkeypatch.setattr(private_copy, "_is_whole", lambda before, after: False)
    monkeypatch.setattr("inspector.db.database.ATTEMPTS", 4)
    path = bank(build, "bank.db", "delete")
    other = writer(path)
    other.sql("PRAGMA synchronous = OFF")
    database = opened(path)
    other.commit_constantly(TRANSFER.format(2000))
    with pytest.raises(ChangedWhileReading, match=r"too often to copy .* 1,000 are copied"):
        database.read(lambda reader: reader.rows(SLOW.format(40_000_000)).rows)
    assert other.stop()["failures"] == []


def test_several_threads_read_one_file_at_once_beside_a_writer(build, opened, writer):
    path = bank(build, "bank.db", "delete")
    other = writer(path)
    other.sql("PRAGMA synchronous = OFF")
    database = opened(path)
    other.commit_constantly(TRANSFER.format(2000), pause_s=0.005)
    with ThreadPoolExecutor(6) as pool:
        totals = list(pool.map(lambda _: database.read(total), range(36)))
        catalogs = list(pool.map(lambda _: database.catalog(), range(12)))
    assert set(totals) == {0}
    assert {tuple(t.name for t in c) for c in catalogs} == {("t",)}
    assert other.stop()["failures"] == []
    assert database.reports()[0].reads >= 36


def test_threads_that_close_descriptors_do_not_drop_the_locks_of_others(build, opened, writer):
    """On POSIX any close of a file drops the process's locks on it: a writer would then commit into a held lock."""
    path = bank(build, "bank.db", "delete")
    other = writer(path)
    other.sql("BEGIN IMMEDIATE; UPDATE t SET v = v")
    holding, neighbour = opened(path), opened(path)

    def work(reader):
        total(reader)
        for _ in range(3):
            neighbour.read(total)
            neighbour.files["main"].plan(CancelToken(), attempt=0, want_copy=False)
        private_copy.make_copy(os.path.realpath(path), CancelToken()).remove()
        with open("/proc/locks") as table:
            inode = os.stat(path).st_ino
            return [line for line in table if f":{inode} " in line and f" {os.getpid()} " in line and "READ" in line]

    if not os.path.exists("/proc/locks"):
        pytest.skip("the kernel lists no locks")
    assert holding.read(work)


def test_closing_while_a_read_runs_lets_it_end(build, opened, writer):
    path = bank(build, "crash.db", "wal")
    other = writer(path)
    other.sql("UPDATE t SET v = v WHERE id = 1")
    other.crash()
    os.remove(f"{path}-shm")
    database = opened(path)

    def work(reader):
        first = total(reader)
        database.close()
        return first, reader.value("SELECT count(*) FROM t")

    assert database.read(work) == (0, 2000)
    assert database.read(total) == 0
    database.close()


def test_a_wal_writer_that_opens_and_closes_all_the_time(build, opened, writer):
    path = bank(build, "visits.db", "wal")
    other = writer(path)
    database = opened(path)
    for round_ in range(15):
        other.reopen() if round_ else None
        assert other.sql(TRANSFER.format(2000)) == []
        assert database.read(total) == 0
        other.close()
        assert database.read(lambda reader: reader.value("SELECT v FROM t WHERE id = 1")) == -1 - round_
    assert sorted(os.listdir(path.parent)) == ["visits.db"]
    assert database.reports()[0].files_left == ()
