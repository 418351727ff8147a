"""Rules 4 to 6 of the decision list: a log is frozen, an answer is validated, a read mark is the last resort."""

from __future__ import annotations

import os
import subprocess

import pytest

from inspector.db.access import AccessMode
from inspector.db.passive import file as passive_file
from inspector.db.passive import frozen_log, wal_view
from inspector.db.passive.lease import LEASE_S
from inspector.db.passive.wal_index import MARK_BYTE
from inspector.db.signature import look
from tests.db.bank import TRANSFER, bank, total
from tests.db.passive.halves import Halves

CHECKPOINT = "PRAGMA wal_checkpoint(PASSIVE)"
BEGIN_ANEW = "PRAGMA wal_checkpoint(RESTART)"
MOVE = TRANSFER.format(2000)


def report(database):
    return database.reports()[0]


@pytest.fixture(autouse=True)
def only_rejections_lead_to_a_copy(monkeypatch):
    """However slow this machine is: a read that took longer than a lease would be copied sooner."""
    monkeypatch.setattr(passive_file, "LEASE_S", 60.0)


@pytest.fixture
def live(build, writer):
    """A database with one commit in its log, and its writer."""
    path = bank(build, "x.db", "wal")
    other = writer(path)
    other.sql("PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0")
    other.sql(MOVE)
    return path, other


@pytest.fixture
def in_place(monkeypatch):
    """As if the log were too large to be copied."""
    monkeypatch.setattr(frozen_log, "IN_MEMORY_BYTES", 0)


def doing(other, *statements):
    def do():
        for sql in statements:
            other.sql(sql)

    return do


# --- 4: the log is frozen between two looks ---------------------------------------------------------------------------


def test_rule_04_the_header_or_a_log_with_rows_makes_it_a_wal_database(build, writer, opened, footprint):
    path = build("x.db", "PRAGMA journal_mode = wal", "CREATE TABLE t(a)")
    database = opened(path)
    assert database.read(lambda reader: reader.value("SELECT count(*) FROM t")) == 0
    assert (report(database).mode, report(database).locks) == (AccessMode.AT_REST, 0)
    assert "log is empty" in report(database).why
    other = writer(path)
    other.sql("INSERT INTO t VALUES (1)")
    other.crash()
    with open(path, "r+b") as file:
        # a header that says nothing of a log; the log is there all the same
        file.seek(18)
        file.write(b"\1\1")
    before = footprint(path.parent)
    assert database.read(lambda reader: reader.value("SELECT count(*) FROM t")) == 1
    assert report(database).mode is AccessMode.LIVE_WAL
    assert footprint(path.parent) == before


@pytest.mark.parametrize("place", ["in memory", "in place"])
def test_rule_04_a_log_that_begins_anew_between_the_two_looks_is_frozen_again(
    live, opened, monkeypatch, place, request
):
    path, other = live
    if place == "in place":
        request.getfixturevalue("in_place")
    original = frozen_log.FrozenLog.began_anew
    looks = []

    def second_look(log):
        looks.append(1)
        if len(looks) == 1:
            doing(other, BEGIN_ANEW, MOVE)()
        return original(log)

    monkeypatch.setattr(frozen_log.FrozenLog, "began_anew", second_look)
    database = opened(path)
    work = Halves()
    assert database.read(work) == 0
    assert work.seen == [(-2, 2)]
    assert report(database).retries == 1
    assert report(database).rejected == 0


def test_rule_04_nor_is_one_taken_for_that_of_a_shm_that_was_looked_at_before(live, opened, monkeypatch, eventually):
    path, other = live
    everything_is_copied(path, other, eventually)
    freeze, looks = wal_view.FrozenLog, []

    def after_the_shm(*args):
        looks.append(1)
        if len(looks) == 1:
            other.sql(MOVE)  # begins the log anew
        return freeze(*args)

    monkeypatch.setattr(wal_view, "FrozenLog", after_the_shm)
    database = opened(path)
    work = Halves()
    assert database.read(work) == 0
    assert work.seen == [(-2, 2)]
    assert (len(looks), report(database).retries, report(database).rejected) == (2, 1, 0)


# --- 5: an answer is valid while only its own frames are copied -------------------------------------------------------


@pytest.mark.parametrize("place", ["in memory", "in place"])
def test_rule_05_commits_of_others_do_no_harm(live, opened, place, request):
    path, other = live
    if place == "in place":
        request.getfixturevalue("in_place")
    database = opened(path)
    work = Halves(doing(other, MOVE, MOVE))
    assert database.read(work) == 0
    assert work.seen == [(-1, 1)]
    assert report(database).rejected == 0
    assert database.read(work) == 0
    assert work.seen[-1] == (-3, 3)


def test_rule_05_nor_does_copying_the_frames_that_are_read_anyway(live, opened):
    path, other = live
    before = os.stat(path).st_mtime_ns
    database = opened(path)
    work = Halves(doing(other, CHECKPOINT))
    assert database.read(work) == 0
    assert os.stat(path).st_mtime_ns > before
    assert work.seen == [(-1, 1)]
    assert report(database).rejected == 0


def test_rule_05_copying_newer_frames_does(live, opened):
    path, other = live
    database = opened(path)
    work = Halves(doing(other, MOVE, CHECKPOINT))
    assert database.read(work) == 0
    assert work.seen[-1] == (-2, 2)
    assert report(database).rejected == 1


def test_rule_05_another_generation_of_the_log_does_however_few_of_its_frames_are_copied(live, opened):
    path, other = live
    other.sql("UPDATE t SET text = text WHERE id < 200")  # our log is longer than the next one will be
    database = opened(path)
    work = Halves(doing(other, BEGIN_ANEW, MOVE, CHECKPOINT))
    assert database.read(work) == 0
    assert work.seen[-1] == (-2, 2)
    assert report(database).rejected == 1


def test_rule_05_a_shm_without_a_name_tells_nothing_of_the_writers_of_now(live, opened):
    path, other = live

    def go_and_come_again():
        other.close()  # copies all frames, deletes log and -shm
        assert not os.path.exists(f"{path}-shm")
        other.reopen()
        doing(other, MOVE, CHECKPOINT)()

    database = opened(path)
    work = Halves(go_and_come_again)
    assert database.read(work) == 0
    assert work.seen[-1] == (-2, 2)
    assert report(database).rejected == 1


def everything_is_copied(path, other, eventually):
    """The next commit begins the log anew; the time of the database is old enough to tell that it is not written."""
    other.sql(CHECKPOINT)
    eventually(lambda: look(str(path)).main_young_for_s() == 0)


def test_rule_05_a_log_in_place_that_begins_anew_is_noticed_by_its_header_alone(live, opened, in_place, eventually):
    path, other = live
    everything_is_copied(path, other, eventually)
    before = os.stat(path)
    database = opened(path)
    work = Halves(doing(other, MOVE))
    assert database.read(work) == 0
    assert os.stat(path).st_mtime_ns == before.st_mtime_ns
    assert work.seen[-1] == (-2, 2)
    assert report(database).rejected == 1


def test_rule_05_one_in_memory_may_begin_anew(live, opened, eventually):
    path, other = live
    everything_is_copied(path, other, eventually)
    database = opened(path)
    work = Halves(doing(other, MOVE))
    assert database.read(work) == 0
    assert work.seen == [(-1, 1)]
    assert report(database).rejected == 0


def test_rule_05_without_a_shm_the_times_must_tell(build, writer, opened):
    path = bank(build, "x.db", "wal")
    other = writer(path)
    other.sql("PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0")
    other.sql(MOVE)
    assert not os.path.exists(f"{path}-shm")
    database = opened(path)
    work = Halves(doing(other, MOVE), doing(other, CHECKPOINT))
    assert database.read(work) == 0
    assert work.seen == [(-1, 1)], "a commit writes to the log alone"
    assert database.read(work) == 0
    assert work.runs == 3, "a checkpoint writes to the database, and nothing tells which frames"
    assert work.seen[-1] == (-2, 2)
    assert report(database).rejected == 1


def test_rule_05_a_database_that_was_replaced_is_another_one(live, build, opened):
    path, _ = live
    fresh = bank(build, "fresh.db", "wal", rows=1500)
    database = opened(path)

    def replace():
        for part in ("-wal", "-shm"):
            os.remove(f"{path}{part}")
        os.replace(fresh, path)

    work = Halves(replace)
    assert database.read(work) == 0
    assert work.seen[-1] == (0, 0)
    assert report(database).rejected == 1


def test_rule_05_even_if_its_log_and_shm_are_kept(live, opened):
    path, _ = live
    database = opened(path)

    def replace():
        subprocess.run(["cp", str(path), f"{path}-next"], check=True)
        os.replace(f"{path}-next", path)

    work = Halves(replace)
    assert database.read(work) == 0
    assert (work.runs, report(database).rejected) == (2, 1)


# --- 6: the read mark -------------------------------------------------------------------------------------------------


def marks(our_locks, path):
    return [first - MARK_BYTE for _, first, _ in our_locks(f"{path}-shm")]


def test_rule_06_no_mark_is_held_before_two_answers_were_rejected(live, opened, our_locks):
    path, other = live
    held = []

    def copy_newer_frames():
        held.append(marks(our_locks, path))
        doing(other, MOVE, CHECKPOINT)()

    database = opened(path)
    work = Halves(*[copy_newer_frames] * 4)
    assert database.read(work) == 0
    assert [len(one) for one in held] == [0, 0, 1]
    assert held[2][0] in (1, 2, 3, 4)
    assert work.seen[-1] == (-3, 3), "the commit of the third run is not in what the mark protects"
    assert marks(our_locks, path) == []
    assert (report(database).rejected, report(database).marks, report(database).locks) == (2, 1, 0)
    assert 0 < report(database).longest_mark_ms < 900
    assert "read mark" in report(database).why


def test_rule_06_it_is_held_for_a_moment_only(live, opened, our_locks, eventually):
    path, other = live
    copy = doing(other, MOVE, CHECKPOINT)
    database = opened(path)
    work = Halves(copy, copy, lambda: eventually(lambda: marks(our_locks, path) == []))
    assert database.read(work) == 0
    assert LEASE_S * 500 < report(database).longest_mark_ms < 900
    # with nobody writing, the answer is as good without it
    assert (work.runs, report(database).copies) == (3, 0)


def test_rule_06_written_to_after_that_it_is_copied_under_another_one(live, opened, our_locks, eventually):
    path, other = live
    copy = doing(other, MOVE, CHECKPOINT)

    def outlast():
        eventually(lambda: marks(our_locks, path) == [])
        copy()

    database = opened(path)
    work = Halves(copy, copy, outlast, copy)
    assert database.read(work) == 0
    assert work.seen[-1] == (-4, 4)
    assert report(database).mode is AccessMode.PRIVATE_COPY
    assert (report(database).copies, report(database).marks) == (1, 2)


def test_rule_06_a_long_read_is_copied_at_once(live, opened, monkeypatch):
    path, other = live
    monkeypatch.setattr(passive_file, "LEASE_S", 0.0)
    database = opened(path)
    work = Halves(doing(other, MOVE, CHECKPOINT, MOVE))
    assert database.read(work) == 0
    assert work.seen[-1] == (-3, 3), "what is in the log alone is copied with it"
    assert report(database).mode is AccessMode.PRIVATE_COPY
    assert (report(database).rejected, report(database).marks) == (1, 1)


def test_rule_06_marks_are_kept_rare(live, opened, our_locks, eventually):
    path, other = live
    copy = doing(other, MOVE, CHECKPOINT)
    database = opened(path)
    first = Halves(copy, copy, lambda: eventually(lambda: marks(our_locks, path) == []))
    assert database.read(first) == 0
    held = []

    def copy_and_look():
        held.extend(marks(our_locks, path))
        copy()

    # it was marked for long just now: the next reads do without, as often as it takes
    second = Halves(*[copy_and_look] * 3)
    assert database.read(second) == 0
    assert held == []
    assert report(database).marks == 1


@pytest.mark.parametrize("kind", ["TRUNCATE", "RESTART"])
def test_rule_06_between_two_reads_the_log_can_begin_anew(live, opened, kind):
    path, other = live
    database = opened(path)
    for _ in range(3):
        assert database.read(total) == 0
        ((busy, _, _),) = other.sql(f"PRAGMA wal_checkpoint({kind})")
        assert busy == 0
        other.sql(MOVE)
