"""Logs and -shm files as crashes leave them: what they say counts only while running programs stand by it."""

from __future__ import annotations

import shutil

import pytest

from inspector.db.passive import frozen_log, wal_view
from inspector.db.passive.frozen_log import FrozenLog
from inspector.db.passive.wal_index import is_kept, kept_index, read_wal_index
from tests.db.bank import TRANSFER, bank, total

OF_FIRST = "SELECT v FROM t WHERE id = 1"


@pytest.fixture
def path(build):
    return bank(build, "bank.db", "wal")


@pytest.fixture
def unpublished(tmp_path, writer):
    """``unpublished(path, sql)``: the log as a writer leaves it that dies after it wrote the last frame of ``sql``,
    and before it told the others of it in the -shm."""

    def leave(path, sql):
        copy = tmp_path / "copy" / path.name
        copy.parent.mkdir()
        shutil.copy(path, copy)
        shutil.copy(f"{path}-wal", f"{copy}-wal")
        other = writer(copy)
        other.sql(sql)
        with open(f"{copy}-wal", "rb") as longer, open(f"{path}-wal", "r+b") as log:
            longer.seek(log.seek(0, 2))
            assert log.write(longer.read()) > 0
        other.crash()

    return leave


def test_an_index_that_a_crash_left_says_nothing_of_what_is_written_without_it(path, writer, opened):
    """A program that keeps the file to itself goes on with the same log, and never looks at the -shm."""
    first = writer(path)
    first.sql(TRANSFER.format(3))
    first.crash()
    alone = writer(path)
    alone.sql("PRAGMA locking_mode = EXCLUSIVE")
    alone.sql(TRANSFER.format(4))
    tries = []

    def work(reader):
        before = reader.value(OF_FIRST)
        if not tries:
            alone.sql(TRANSFER.format(2000))
            alone.sql("PRAGMA wal_checkpoint")
        tries.append(before)
        return before, total(reader)

    assert opened(path).read(work) == (-3, 0)
    assert tries[0] == -2, "the answer of before is thrown away"


def test_a_file_that_grew_before_its_index_was_looked_at_is_as_long_as_it_is_then(path, writer, opened, monkeypatch):
    other = writer(path)
    other.sql("PRAGMA cache_size = 1")
    other.sql(TRANSFER.format(2))
    look, done = wal_view._open_shm, []

    def grow_first(of):
        if not done:
            done.append(of)
            other.sql("WITH n(i) AS (VALUES (2001) UNION ALL SELECT i + 1 FROM n WHERE i < 6000) "
                      "INSERT INTO t SELECT i, hex(zeroblob(300)), 0 FROM n")  # fmt: skip
            assert other.sql("PRAGMA wal_checkpoint(RESTART)")[0][0] == 0
            # a new log begins, and holds no commit yet
            other.sql("BEGIN; UPDATE t SET v = v + 1")
        return look(of)

    monkeypatch.setattr(wal_view, "_open_shm", grow_first)
    assert opened(path).read(lambda reader: (reader.value("SELECT count(*) FROM t"), total(reader))) == (6000, 0)


@pytest.mark.parametrize("place", ["in memory", "in place"])
def test_frames_that_no_index_tells_of_are_not_read(path, writer, opened, unpublished, monkeypatch, place):
    if place == "in place":
        monkeypatch.setattr(frozen_log, "IN_MEMORY_BYTES", 0)
    other = writer(path)
    other.sql(TRANSFER.format(2))
    unpublished(path, TRANSFER.format(3))

    def work(reader):
        before = reader.value(OF_FIRST)
        other.sql("BEGIN; UPDATE t SET v = v - 7 WHERE id = 9; UPDATE t SET v = v + 7 WHERE id = 1700; COMMIT")
        return before, total(reader)

    assert opened(path).read(work) == (-1, 0)


def test_nor_where_the_log_is_about_to_begin_anew(path, writer, opened, unpublished):
    other = writer(path)
    other.sql(TRANSFER.format(2))
    unpublished(path, TRANSFER.format(3))
    assert other.sql("PRAGMA wal_checkpoint(RESTART)")[0][0] == 0
    assert opened(path).read(lambda reader: reader.value(OF_FIRST)) == other.sql(OF_FIRST)[0][0] == -1


def test_without_a_running_program_the_log_counts_as_the_next_one_would_take_it(path, writer, opened, unpublished):
    other = writer(path)
    other.sql(TRANSFER.format(2))
    unpublished(path, TRANSFER.format(3))
    other.crash()
    assert opened(path).read(lambda reader: reader.value(OF_FIRST)) == writer(path).sql(OF_FIRST)[0][0] == -2


def test_an_index_is_kept_while_a_program_has_it_open(path, writer, look_into):
    other = writer(path)
    other.sql(TRANSFER.format(2))
    shm = look_into(f"{path}-shm")
    assert is_kept(shm)
    assert kept_index(shm) == read_wal_index(shm)
    other.crash()
    assert not is_kept(shm)
    assert read_wal_index(shm) is not None
    assert kept_index(shm) is None


def test_an_index_without_its_name_is_not_kept(path, writer, look_into, tmp_path):
    other = writer(path)
    other.sql(TRANSFER.format(2))
    shm = look_into(f"{path}-shm")
    (path.parent / "bank.db-shm").rename(tmp_path / "elsewhere")
    (tmp_path / "elsewhere").unlink()
    assert kept_index(shm) is None


def test_a_look_between_two_logs_is_noticed(path, writer, look_into, monkeypatch):
    """The header is read before the counters: what lies between is a log that began anew."""
    other = writer(path)
    other.sql(TRANSFER.format(2))
    other.sql("PRAGMA wal_checkpoint")
    shm = look_into(f"{path}-shm")
    before = shm.read(136, 0)
    other.sql(TRANSFER.format(3))
    torn = before[:96] + shm.read(136, 0)[96:]
    read, looks = shm.read, []

    def one_torn(amount, offset):
        looks.append(offset)
        return torn[offset : offset + amount] if len(looks) == 1 else read(amount, offset)

    monkeypatch.setattr(shm, "read", one_torn)
    found = kept_index(shm)
    assert found is not None
    assert found.header != before[:48]


def test_a_log_that_is_shorter_than_its_index_says_is_not_taken(path, writer, look_into):
    from inspector.cancel import CancelToken
    from inspector.errors import ChangedWhileReading

    other = writer(path)
    other.sql(TRANSFER.format(2))
    frames = kept_index(look_into(f"{path}-shm")).frames
    found = look_into(f"{path}-wal").stat()
    log = FrozenLog(f"{path}-wal", found, CancelToken(), frames)
    assert log.size == found.size
    log.close()
    with pytest.raises(ChangedWhileReading):
        FrozenLog(f"{path}-wal", found, CancelToken(), frames + 1)


def test_a_mark_is_taken_on_no_index_that_a_crash_left(path, writer, look_into, our_locks, opened, monkeypatch):
    """It would keep the next program from making it anew."""
    from inspector.db.passive import decide

    monkeypatch.setattr(decide, "MARK_AFTER", 0)
    other = writer(path)
    other.sql(TRANSFER.format(2))
    other.crash()
    assert opened(path).read(lambda reader: (total(reader), our_locks(f"{path}-shm"))) == (0, [])
