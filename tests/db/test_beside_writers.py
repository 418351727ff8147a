"""Reading beside a program that writes: it never waits longer than it can, and what is read is one committed state."""

from __future__ import annotations

import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from inspector.cancel import Cancelled, CancelToken
from inspector.db.access import AccessMode
from inspector.db.way import Way
from tests.db.bank import SLOW, TRANSFER, bank, total

pytestmark = pytest.mark.usefixtures("each_way")


@pytest.mark.parametrize("journal", ["delete", "persist", "truncate", "memory", "wal"])
def test_c01_a_writer_that_commits_constantly_never_fails_and_is_never_seen_torn(build, opened, writer, journal):
    path = bank(build, "bank.db", "wal" if journal == "wal" else "delete")
    other = writer(path)
    other.sql(f"PRAGMA journal_mode = {journal}")
    other.sql("PRAGMA synchronous = OFF")
    database = opened(path)
    other.commit_constantly(TRANSFER.format(2000))
    for _ in range(15):
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


@pytest.mark.parametrize("journal", ["delete", "wal"])
def test_c03_refreshing_again_and_again_beside_a_writer_costs_it_nothing(build, opened, writer, journal):
    path = bank(build, "bank.db", journal)
    other = writer(path)
    other.sql("PRAGMA synchronous = OFF")
    database = opened(path)
    other.commit_constantly("BEGIN IMMEDIATE; UPDATE t SET v = v - 1 WHERE id = 7; COMMIT", pause_s=0.005)
    seen = []
    for _ in range(40):
        assert [table.name for table in database.catalog()] == ["t"]
        seen.append(database.read(lambda reader: reader.value("SELECT v FROM t WHERE id = 7")))
    result = other.stop()
    assert result["failures"] == []
    assert result["longest_s"] < 0.9
    assert seen == sorted(seen, reverse=True), "no answer is older than the one before"
    assert database.read(total) == -result["commits"]


def test_c05_a_database_that_stays_open_lets_the_log_begin_anew(build, opened, writer):
    path = bank(build, "bank.db", "wal")
    other = writer(path)
    other.sql("PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 20")
    database = opened(path)
    largest = 0
    for _ in range(60):
        for _ in range(5):
            other.sql(TRANSFER.format(2000))
        assert database.read(total) == 0
        largest = max(largest, os.path.getsize(f"{path}-wal"))
    # 20 pages and one commit, where it would be 600 pages
    assert largest < 200_000
    assert other.sql("PRAGMA wal_checkpoint(TRUNCATE)")[0][0] == 0
    assert os.path.getsize(f"{path}-wal") == 0
    assert database.read(total) == 0


@pytest.mark.parametrize("journal", ["delete", "wal"])
def test_a_long_statement_goes_on_while_the_writer_does(build, opened, writer, journal, each_way):
    path = bank(build, "bank.db", journal)
    other = writer(path)
    other.sql("PRAGMA synchronous = OFF")
    # the log is copied into the database all the time
    other.sql("PRAGMA wal_autocheckpoint = 5")
    database = opened(path)
    other.commit_constantly(TRANSFER.format(2000))
    assert database.read(lambda reader: reader.rows(SLOW.format(4_000_000)).rows[0]) == (0, 4_000_000)
    result = other.stop()
    assert result["failures"] == []
    assert result["longest_s"] < 1
    (report,) = database.reports()
    assert report.longest_lock_ms < 900
    if journal == "delete" or each_way is Way.PASSIVE:
        assert report.mode is AccessMode.PRIVATE_COPY
        assert report.copies >= 1
        assert report.retries >= 1


def test_c04_an_exclusive_holder_is_waited_for_and_the_file_loads_when_it_ends(build, opened, writer, eventually):
    path = bank(build, "bank.db", "delete")
    other = writer(path)
    assert other.sql("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; UPDATE t SET v = 1") == [["exclusive"]]
    database = opened(path)
    with ThreadPoolExecutor(1) as pool:
        reading = pool.submit(database.read, total)
        eventually(lambda: database.reports()[0].retries > 0)
        assert other.sql("ROLLBACK; PRAGMA locking_mode = NORMAL; SELECT 1 FROM t LIMIT 1") == [["normal"], [1]]
        assert reading.result() == 0


def test_a_read_that_waits_for_a_lock_can_be_cancelled(build, opened, writer):
    path = bank(build, "bank.db", "delete")
    writer(path).sql("BEGIN EXCLUSIVE")
    token = CancelToken()
    threading.Timer(0.05, token.cancel).start()
    with pytest.raises(Cancelled):
        opened(path).read(total, token)


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


@pytest.mark.parametrize("journal", ["delete", "wal"])
def test_a_long_statement_of_the_users_neither_holds_a_writer_up_nor_ends_with_a_lease(build, opened, writer, journal):
    path = bank(build, "user.db", journal)
    other = writer(path)
    other.sql("PRAGMA synchronous = OFF")
    database = opened(path)
    other.commit_constantly(TRANSFER.format(2000), pause_s=0.01)
    began = time.time()
    found = database.read(lambda reader: reader.user_rows(SLOW.format(1_500_000), limit=10, time_limit_s=30))
    assert found.rows == ((0, 1_500_000),)
    result = other.stop()
    assert result["failures"] == []
    assert result["longest_s"] < 1
    (report,) = database.reports()
    assert report.longest_lock_ms < 900
    # the state that is shown is no older than the question, and told
    assert report.as_of is not None
    assert began - 1 <= report.as_of <= time.time()
    if journal == "delete":
        assert report.mode is AccessMode.PRIVATE_COPY
