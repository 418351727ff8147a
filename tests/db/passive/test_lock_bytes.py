"""SQLite's lock bytes, as a real SQLite in another process holds them."""

from __future__ import annotations

import pytest

from inspector.db.passive.lock_bytes import Holders, give_back_shared, holders, take_shared

TABLE = "CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), (3)"
WRITE = "BEGIN IMMEDIATE; UPDATE t SET a = a + 1; COMMIT"


@pytest.fixture
def path(build):
    return build("x.db", TABLE)


def test_nobody_holds_anything_and_readers_do_not_count(path, writer, look_into):
    fd, other = look_into(path).fd, writer(path)
    assert holders(fd) == Holders()
    assert not holders(fd).any
    assert other.sql("BEGIN; SELECT count(*) FROM t") == [[3]]
    assert holders(fd) == Holders()


def test_a_program_with_a_log_holds_nothing_of_the_kind(build, writer, look_into):
    path = build("x.db", "PRAGMA journal_mode = wal", TABLE)
    other = writer(path)
    other.sql("BEGIN IMMEDIATE; UPDATE t SET a = a + 1")
    assert holders(look_into(path).fd) == Holders()


def test_reserved_announces_a_change_and_lets_readers_in(path, writer, look_into):
    fd, other = look_into(path).fd, writer(path)
    other.sql("BEGIN IMMEDIATE")
    assert holders(fd) == Holders(reserved=True)
    assert holders(fd).any
    assert not holders(fd).may_write_now
    assert take_shared(fd)
    give_back_shared(fd)
    assert other.sql("COMMIT") == []
    assert holders(fd) == Holders()


def test_pending_waits_for_readers_and_lets_no_new_ones_in(path, writer, look_into, eventually):
    one, another, other = look_into(path), look_into(path), writer(path)
    assert take_shared(one.fd)
    other.begin_sql(WRITE)
    eventually(lambda: holders(another.fd).pending)
    assert holders(another.fd) == Holders(reserved=True, pending=True)
    assert not holders(another.fd).may_write_now
    assert not take_shared(another.fd)
    give_back_shared(one.fd)
    assert other.answer() == []
    assert take_shared(another.fd)
    give_back_shared(another.fd)


def test_exclusive_lets_nobody_in(path, writer, look_into):
    fd, other = look_into(path).fd, writer(path)
    other.sql("BEGIN EXCLUSIVE")
    assert holders(fd) == Holders(reserved=True, pending=True, exclusive=True)
    assert holders(fd).may_write_now
    assert not take_shared(fd)
    assert other.sql("COMMIT") == []
    assert take_shared(fd)
    give_back_shared(fd)


def test_a_shared_lock_keeps_a_commit_waiting_and_nothing_else(path, writer, look_into, our_locks):
    fd, other = look_into(path).fd, writer(path)
    other.sql("PRAGMA busy_timeout = 0")
    assert take_shared(fd)
    assert our_locks(path) == [("READ", 0x40000002, 0x40000002 + 509)]
    assert other.sql("SELECT count(*) FROM t") == [[3]]
    assert other.sql("BEGIN IMMEDIATE; UPDATE t SET a = a + 1") == []
    assert "BusyError" in other.sql("COMMIT")
    give_back_shared(fd)
    assert our_locks(path) == []
    assert other.sql("COMMIT") == []


def test_a_lock_that_is_not_got_leaves_nothing_behind(path, writer, look_into, our_locks):
    fd, other = look_into(path).fd, writer(path)
    other.sql("BEGIN EXCLUSIVE")
    assert not take_shared(fd)
    assert our_locks(path) == []
