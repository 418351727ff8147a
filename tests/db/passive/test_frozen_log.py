"""A log stays what it was when it was frozen, in memory or in place; one that begins anew is noticed."""

from __future__ import annotations

import os

import apsw
import pytest

from inspector.cancel import Cancelled, CancelToken
from inspector.db.passive import frozen_log
from inspector.db.passive.frozen_log import FrozenLog
from inspector.db.signature import FileStat
from inspector.errors import AccessDenied, ChangedWhileReading

TABLE = "CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), (3)"
BEGIN_ANEW = "PRAGMA wal_checkpoint(RESTART)"


@pytest.fixture(params=["in memory", "in place"])
def place(request, monkeypatch):
    if request.param == "in place":
        monkeypatch.setattr(frozen_log, "IN_MEMORY_BYTES", 100)
    return request.param


@pytest.fixture
def live(build, writer):
    """The path of a -wal and its writer."""
    path = build("x.db", "PRAGMA journal_mode = wal", TABLE)
    other = writer(path)
    other.sql("INSERT INTO t VALUES (4)")
    return f"{path}-wal", other


@pytest.fixture
def freeze():
    logs = []

    def make(path, token=None):
        logs.append(FrozenLog(path, FileStat.of(os.stat(path)), token or CancelToken()))
        return logs[-1]

    yield make
    for log in logs:
        log.close()


def whole(log):
    file = log.sqlite_file(lambda: False)
    return file.xRead(file.xFileSize(), 0)


def test_what_is_written_afterwards_is_not_part_of_it(live, freeze, place):
    path, other = live
    log = freeze(path)
    size = os.path.getsize(path)
    before = whole(log)
    other.sql("INSERT INTO t VALUES (5)")
    assert os.path.getsize(path) > size
    assert log.size == log.sqlite_file(lambda: False).xFileSize() == size == len(before)
    assert whole(log) == before
    assert log.sqlite_file(lambda: False).xRead(100, size - 10) == before[-10:]
    assert log.sqlite_file(lambda: False).xRead(100, size + 10) == b""
    assert not log.began_anew()


def test_one_that_begins_anew_does_harm_only_in_place(live, freeze, place):
    path, other = live
    log = freeze(path)
    before, salts = whole(log), log.salts
    other.sql(BEGIN_ANEW)
    other.sql("INSERT INTO t VALUES (5)")
    with open(path, "rb") as now:
        assert now.read(24)[16:] != salts
    assert log.began_anew() is (place == "in place")
    assert (whole(log) == before) is (place == "in memory")
    assert log.salts == salts


def test_one_that_begins_anew_between_the_two_looks_is_refused(live, freeze, monkeypatch):
    path, other = live
    copied = frozen_log._copied

    def copy(*args):
        other.sql(BEGIN_ANEW)
        other.sql("INSERT INTO t VALUES (5)")
        return copied(*args)

    monkeypatch.setattr(frozen_log, "_copied", copy)
    with pytest.raises(ChangedWhileReading, match="began anew"):
        freeze(path)


def test_only_one_in_place_keeps_its_file_open(live, freeze, place, our_descriptors):
    before = our_descriptors()
    log = freeze(live[0])
    assert our_descriptors() - before == (place == "in place")
    log.close()
    log.close()
    assert our_descriptors() == before


def test_gone_and_replaced_are_no_errors_of_the_file(live, our_descriptors):
    path, _ = live
    expected, before = FileStat.of(os.stat(path)), our_descriptors()
    os.rename(path, f"{path}-away")
    with pytest.raises(ChangedWhileReading, match="gone"):
        FrozenLog(path, expected, CancelToken())
    open(path, "wb").close()
    with pytest.raises(ChangedWhileReading, match="replaced"):
        FrozenLog(path, expected, CancelToken())
    os.remove(path)
    os.mkfifo(path)
    with pytest.raises(ChangedWhileReading, match="gone"):
        FrozenLog(path, expected, CancelToken())
    assert our_descriptors() == before


def test_one_that_may_not_be_read_says_so(live, monkeypatch):
    path, _ = live

    def refuse(_path):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(frozen_log, "Descriptor", refuse)
    with pytest.raises(AccessDenied, match="rows in a -wal that cannot be read") as caught:
        FrozenLog(path, FileStat.of(os.stat(path)), CancelToken())
    assert caught.value.path == path
    assert "permissions of the -wal" in caught.value.advice


def test_copying_it_can_be_cancelled(live, freeze):
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        freeze(live[0], token)


def test_reading_it_can_be_cancelled(live, freeze, place):
    log = freeze(live[0])
    ended = []
    file = log.sqlite_file(lambda: bool(ended))
    assert file.xRead(32, 0)
    ended.append(1)
    with pytest.raises(apsw.InterruptError):
        file.xRead(32, 0)
