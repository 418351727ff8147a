"""Any call to the system may fail: what comes of it is an answer or a KnownError, and nothing stays open."""

from __future__ import annotations

import errno
import fcntl
import os

import pytest

from inspector.db import database as reading
from inspector.db.passive import decide
from inspector.errors import KnownError
from tests.db.bank import TRANSFER, bank, total

CALLS = ((os, "open"), (os, "stat"), (os, "lstat"), (os, "fstat"), (os, "pread"), (os, "preadv"), (fcntl, "fcntl"))
ERRORS = (errno.EIO, errno.EACCES, errno.ENOLCK)


class Faults:
    """Has the n-th call about a file of a folder fail."""

    def __init__(self, folder, patch):
        self.folder, self.left, self.error = str(folder), -1, 0
        self.armed = False
        for module, name in CALLS:
            patch.setattr(module, name, self._failing(getattr(module, name)))

    def _failing(self, call):
        def one(what, *rest, **named):
            if self.armed and self._is_ours(what):
                self.left -= 1
                if self.left == 0:
                    raise OSError(self.error, os.strerror(self.error))
            return call(what, *rest, **named)

        return one

    def _is_ours(self, what):
        self.armed = False
        try:
            where = os.readlink(f"/proc/self/fd/{what}") if isinstance(what, int) else os.fspath(what)
        except OSError:
            return False
        finally:
            self.armed = True
        return str(where).startswith(self.folder)

    def fail(self, number, error):
        self.left, self.error, self.armed = number, error, True

    def rest(self):
        self.armed = False
        return self.left > 0


def resting(path, writer):
    return None


def live(path, writer):
    other = writer(path)
    other.sql("PRAGMA journal_mode = WAL")
    other.sql(TRANSFER.format(2))
    return other


def held(path, writer):
    other = writer(path)
    other.sql("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = PERSIST")
    other.sql(TRANSFER.format(2))
    return other


def hot(path, writer):
    other = writer(path)
    other.sql("PRAGMA cache_size = 1; PRAGMA cache_spill = 1")
    other.sql("BEGIN; UPDATE t SET v = v + 1")
    other.crash()
    return None


CASES = [
    (state, tries)
    for state in (resting, live, held, hot)
    for tries in ("first", "later", "copied")
    if tries != "copied" or state in (resting, live)
]


@pytest.mark.parametrize("error", ERRORS, ids=errno.errorcode.get)
@pytest.mark.parametrize(("state", "tries"), CASES, ids=[f"{state.__name__}-{tries}" for state, tries in CASES])
def test_any_call_may_fail(
    build, writer, opened, hurried, monkeypatch, our_descriptors, our_locks, state, tries, error
):  # fmt: skip
    path = bank(build, "bank.db", "delete", rows=200)
    state(path, writer)
    monkeypatch.setattr(reading, "PATIENCE_S", 0.0)
    monkeypatch.setattr(reading, "TRIES", 3)
    if tries != "first":
        monkeypatch.setattr(decide, "LOCK_AFTER", 0)
        monkeypatch.setattr(decide, "MARK_AFTER", 0)
    if tries == "copied":
        monkeypatch.setattr("inspector.db.passive.file.PassiveFile._needs_copy", staticmethod(lambda effort: True))
    database = opened(path)
    faults = Faults(path.parent, monkeypatch)
    database.close()
    before, number = our_descriptors(), 0
    while number == 0 or not faults.rest():
        number += 1
        assert number < 400
        faults.fail(number, error)
        try:
            assert database.read(total) == 0
        except KnownError:
            pass
        finally:
            database.close()
        now = our_descriptors()
        assert now <= before, number
        before = now  # what an earlier test left open may be closed meanwhile
    assert number > 5
    assert our_locks(path) == []
