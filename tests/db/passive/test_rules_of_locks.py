"""Rules 7 to 9 of the decision list: whose journal it is, when a lock is taken, what is read beside a holder."""

from __future__ import annotations

import os

import pytest

from inspector.db.access import AccessMode
from inspector.db.passive import file as passive_file
from inspector.db.passive import lock_bytes
from inspector.db.passive.lease import LEASE_S
from inspector.errors import FileBusy
from tests.db.bank import TRANSFER, bank, total
from tests.db.passive.halves import Halves

SHARED = ("READ", 0x40000002, 0x40000002 + 509)


def count(database):
    return database.read(lambda reader: reader.value("SELECT count(*) FROM t"))


def report(database):
    return database.reports()[0]


@pytest.fixture(autouse=True)
def only_rejections_lead_to_a_copy(monkeypatch):
    """However slow this machine is: a read that took longer than a lease would be copied sooner."""
    monkeypatch.setattr(passive_file, "LEASE_S", 60.0)


@pytest.fixture
def patient_writer(writer):
    """``patient_writer(path)`` commits without syncing, and waits for locks for a second."""

    def start(path):
        other = writer(path)
        other.sql("PRAGMA synchronous = OFF")
        return other

    return start


# --- 7: hot, or not ---------------------------------------------------------------------------------------------------


def spilled(writer, path, *more):
    """A writer in the middle of a transaction whose journal is in use."""
    other = writer(path)
    for sql in ("PRAGMA synchronous = OFF", *more, "BEGIN; UPDATE t SET v = v - 1 WHERE id = 1"):
        other.sql(sql)
    return other


def test_rule_07_a_journal_whose_writer_lives_is_not_hot(build, opened, writer, footprint):
    path = bank(build, "x.db", "delete")
    other = spilled(writer, path)
    before = footprint(path.parent)
    database = opened(path)
    assert database.read(total) == 0
    assert report(database).mode is AccessMode.LIVE_ROLLBACK
    assert footprint(path.parent) == before
    assert other.sql("ROLLBACK") == []


def test_rule_07_a_writer_that_waits_for_readers_is_none_that_died_and_has_written_nothing(
    build, opened, writer, eventually, locker, look_into
):
    path = bank(build, "x.db", "delete")
    reader, other, aside = locker(path), spilled(writer, path), look_into(path)
    assert reader.locks("read", 0x40000002, 510)
    other.begin_sql("COMMIT")
    eventually(lambda: lock_bytes.holders(aside.fd).pending)
    database = opened(path)
    assert database.read(total) == 0
    assert report(database).mode is AccessMode.LIVE_ROLLBACK
    assert report(database).locks == 0
    assert reader.locks("none", 0x40000002, 510)
    assert other.answer() == []
    assert database.read(total) == -1


def test_rule_07_nobody_is_read_who_may_be_rolling_back(build, opened, writer, locker, impatient):
    """PENDING without RESERVED: a program found the hot journal, and is about to play it back."""
    path = bank(build, "x.db", "delete")
    spilled(writer, path, "PRAGMA cache_size = 1", "PRAGMA cache_spill = 1").crash()
    other = locker(path)
    assert other.locks("write", 0x40000000, 1)
    database = opened(path)
    with impatient(), pytest.raises(FileBusy):
        database.read(total)
    assert other.locks("none", 0x40000000, 1)
    assert database.read(total) == 0
    assert report(database).mode is AccessMode.HOT_JOURNAL


def test_rule_07_it_is_hot_when_its_writer_is_gone_and_read_again_when_somebody_comes(build, opened, writer):
    path = bank(build, "x.db", "delete")
    spilled(writer, path, "PRAGMA cache_size = 1", "PRAGMA cache_spill = 1").crash()
    database = opened(path)
    assert database.read(total) == 0
    assert report(database).mode is AccessMode.HOT_JOURNAL
    work = Halves(lambda: writer(path).sql(TRANSFER.format(2000)))
    assert database.read(work) == 0
    assert work.seen[-1] == (-1, 1)
    assert report(database).rejected == 1
    assert report(database).mode is not AccessMode.HOT_JOURNAL


# --- 8: no lock, then a lease, then on without it, then a copy --------------------------------------------------------


def test_rule_08_no_lock_is_taken_while_nobody_writes(build, opened, our_locks):
    path = bank(build, "x.db", "delete")
    database = opened(path)
    count(database)  # the times are old by now
    work = Halves(lambda: locks.extend(our_locks(path)))
    locks: list[object] = []
    assert database.read(work) == 0
    assert locks == []
    assert (report(database).mode, report(database).rejected) == (AccessMode.AT_REST, 0)


def test_rule_08_after_a_rejected_answer_it_is_read_under_a_lock(build, opened, patient_writer, our_locks):
    path = bank(build, "x.db", "delete")
    other = patient_writer(path)
    database = opened(path)
    count(database)
    held: list[object] = []

    def start_again():
        held.extend(our_locks(path))
        other.begin_sql(TRANSFER.format(2000))

    work = Halves(lambda: other.sql(TRANSFER.format(2000)), start_again)
    assert database.read(work) == 0
    assert other.answer() == []
    assert held == [SHARED]
    assert work.seen[0] != work.seen[1]
    assert (report(database).locks, report(database).rejected) == (1, 1)
    assert report(database).mode is AccessMode.LIVE_ROLLBACK
    assert 0 < report(database).longest_lock_ms < 900


def test_rule_08_the_lock_is_given_back_in_time_and_the_read_goes_on(build, opened, our_locks, eventually):
    path = bank(build, "x.db", "delete")
    database = opened(path)
    count(database)
    work = Halves(lambda: os.utime(path), lambda: eventually(lambda: our_locks(path) == []))
    assert database.read(work) == 0
    assert (work.runs, report(database).locks, report(database).copies) == (2, 1, 0)
    assert LEASE_S * 500 < report(database).longest_lock_ms < 900


def test_rule_08_written_to_after_that_it_is_copied(build, opened, patient_writer, our_locks, eventually):
    path = bank(build, "x.db", "delete")
    other = patient_writer(path)
    database = opened(path)
    count(database)

    def wait_and_write():
        eventually(lambda: our_locks(path) == [])
        assert other.sql(TRANSFER.format(2000)) == []

    work = Halves(lambda: other.sql(TRANSFER.format(2000)), wait_and_write, lambda: other.sql(TRANSFER.format(2000)))
    assert database.read(work) == 0
    assert work.seen[-1] == (-2, 2)
    assert report(database).mode is AccessMode.PRIVATE_COPY
    assert (report(database).copies, report(database).copies_on_disk) == (1, 0)
    assert report(database).copied_bytes == os.path.getsize(path)
    assert report(database).as_of is not None


@pytest.fixture
def just_before_the_lock(monkeypatch):
    """``just_before_the_lock(do)``: done once, between the look at the files and the lock on them."""

    def arrange(do):
        take, waiting = lock_bytes.take_shared, [do]

        def after(fd):
            if waiting:
                waiting.pop()()
            return take(fd)

        monkeypatch.setattr(lock_bytes, "take_shared", after)

    return arrange


def locked_read(database, path):
    """The halves of a read whose first answer is rejected, so that the second asks for a lock."""
    work = Halves(lambda: os.utime(path))
    assert database.read(work) == 0
    return work.seen[-1]


def test_rule_08_a_file_that_is_replaced_before_it_is_locked_is_opened_again(
    build, opened, our_locks, just_before_the_lock
):
    path, fresh = bank(build, "x.db", "delete"), bank(build, "fresh.db", "delete")
    build("fresh.db", "UPDATE t SET v = v - 7 WHERE id = 1; UPDATE t SET v = v + 7 WHERE id = 2000")
    just_before_the_lock(lambda: os.replace(fresh, path))
    assert locked_read(opened(path), path) == (-7, 7)
    assert our_locks(path) == []


def test_rule_08_one_that_becomes_a_wal_database_meanwhile_is_not_locked(
    build, opened, writer, our_locks, just_before_the_lock
):
    path = bank(build, "x.db", "delete")
    other = writer(path)

    def switch():
        other.sql("PRAGMA journal_mode = wal; PRAGMA wal_autocheckpoint = 0")
        other.sql(TRANSFER.format(2000))

    just_before_the_lock(switch)
    database = opened(path)
    assert locked_read(database, path) == (-1, 1)
    assert report(database).mode is AccessMode.LIVE_WAL
    assert our_locks(path) == []


def test_rule_08_a_journal_that_becomes_hot_meanwhile_is_rolled_back(build, opened, writer, just_before_the_lock):
    path = bank(build, "x.db", "delete")

    def die():
        other = spilled(writer, path, "PRAGMA cache_size = 1", "PRAGMA cache_spill = 1")
        other.sql("UPDATE t SET v = v + 1")
        other.crash()

    just_before_the_lock(die)
    database = opened(path)
    assert locked_read(database, path) == (0, 0)
    assert report(database).mode is AccessMode.HOT_JOURNAL


def test_rule_08_a_read_that_begins_later_is_given_no_older_copy(build, opened, patient_writer, monkeypatch):
    monkeypatch.setattr(passive_file, "LEASE_S", 0.0)
    path = bank(build, "x.db", "delete")
    other = patient_writer(path)
    database = opened(path)
    later = Halves(lambda: other.sql(TRANSFER.format(2000)))
    # the first read goes on with its copy while the file does, and another read begins
    first = Halves(lambda: other.sql(TRANSFER.format(2000)), lambda: database.read(later))
    assert database.read(first) == 0
    assert first.seen[-1] == (-1, 1)
    assert later.seen[-1] == (-2, 2)
    assert report(database).copies == 2


# --- 9: an exclusive holder -------------------------------------------------------------------------------------------


def exclusive(writer, path, *more):
    other = writer(path)
    for sql in ("PRAGMA locking_mode = EXCLUSIVE", *more, TRANSFER.format(2000)):
        other.sql(sql)
    return other


def test_rule_09_beside_a_quiet_journal_what_is_committed_is_read(build, opened, writer, soon_beside_a_holder):
    path = bank(build, "x.db", "delete")
    other = exclusive(writer, path)
    database = opened(path)
    work = Halves()
    assert database.read(work) == 0
    assert work.seen == [(-1, 1)]
    assert report(database).mode is AccessMode.HELD
    assert "exclusively" in report(database).why
    assert other.sql(TRANSFER.format(2000)) == []
    assert database.read(work) == 0
    assert work.seen[-1] == (-2, 2)


def test_rule_09_a_change_in_the_middle_is_noticed(build, opened, writer, soon_beside_a_holder):
    path = bank(build, "x.db", "delete")
    other = exclusive(writer, path)
    database = opened(path)
    work = Halves(lambda: other.sql(TRANSFER.format(2000)))
    assert database.read(work) == 0
    assert work.seen[-1] == (-2, 2)
    assert report(database).rejected == 1


def test_rule_09_so_is_a_transaction_that_is_begun_and_written(build, opened, writer, impatient):
    path = bank(build, "x.db", "delete")
    other = exclusive(writer, path, "PRAGMA synchronous = OFF", "PRAGMA cache_size = 1", "PRAGMA cache_spill = 1")
    database = opened(path)
    assert database.read(total) == 0
    assert other.sql("BEGIN; UPDATE t SET v = v + 1") == []
    with impatient(), pytest.raises(FileBusy, match="in the middle of a change"):
        database.read(total)
    assert other.sql("ROLLBACK") == []
    assert database.read(total) == 0


@pytest.mark.parametrize("journal", ["memory", "off"])
def test_rule_09_without_a_journal_nothing_can_be_verified(build, opened, writer, hurried, footprint, journal):
    path = bank(build, "x.db", "delete")
    exclusive(writer, path, f"PRAGMA journal_mode = {journal}")
    before = footprint(path.parent)
    database = opened(path)
    with pytest.raises(FileBusy, match=r"holds the database exclusively.*cannot be verified"):
        database.read(total)
    assert report(database).reads == 0
    assert footprint(path.parent) == before


def test_rule_09_nor_where_the_header_says_wal_and_no_log_stands_there(build, opened, locker, hurried):
    path = bank(build, "x.db", "wal")
    assert locker(path).locks("write", 0x40000000, 512)
    with pytest.raises(FileBusy, match="cannot be verified"):
        opened(path).read(total)
