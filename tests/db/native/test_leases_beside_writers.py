"""SQLite's own locks beside a writer: held for a bounded time, then the read goes on, on a private copy."""

from __future__ import annotations

import os

import pytest

from inspector.cancel import CancelToken
from inspector.db.access import AccessMode
from inspector.db.native import private_copy
from inspector.db.native.view_lease import LOCK_BUDGET_MS
from inspector.errors import ChangedWhileReading
from tests.db.bank import SLOW, TRANSFER, bank, total


def test_a_long_statement_of_a_log_is_moved_to_a_copy(build, opened, writer, monkeypatch):
    monkeypatch.setattr("inspector.db.native.view_lease.MARK_BUDGET_MS", 100)
    path = bank(build, "bank.db", "wal")
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
    assert report.longest_mark_ms > 0
    assert report.marks > 0


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


def test_a_file_that_is_too_large_to_copy_under_a_lock_says_so_with_numbers(build, opened, writer, monkeypatch):
    monkeypatch.setattr(private_copy, "LOCKED_COPY_BYTES", 1000)
    monkeypatch.setattr(private_copy, "_is_whole", lambda before, after: False)
    monkeypatch.setattr("inspector.db.database.PATIENCE_S", 0.0)
    path = bank(build, "bank.db", "delete")
    other = writer(path)
    other.sql("PRAGMA synchronous = OFF")
    database = opened(path)
    other.commit_constantly(TRANSFER.format(2000))
    with pytest.raises(ChangedWhileReading, match=r"too often to copy .* 1,000 are copied"):
        database.read(lambda reader: reader.rows(SLOW.format(40_000_000)).rows)
    assert other.stop()["failures"] == []


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
            neighbour.catalog()
        private_copy.make_copy(os.path.realpath(path), CancelToken()).remove()
        with open("/proc/locks") as table:
            inode = os.stat(path).st_ino
            return [line for line in table if f":{inode} " in line and f" {os.getpid()} " in line and "READ" in line]

    if not os.path.exists("/proc/locks"):
        pytest.skip("the kernel lists no locks")
    assert holding.read(work)
