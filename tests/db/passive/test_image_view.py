"""A copy is shown as it was, to as many reads as want it, and goes with the last of them."""

from __future__ import annotations

import gc
import os
import weakref

import apsw
import pytest

from inspector.cancel import CancelToken
from inspector.db.access import AccessLog, AccessMode
from inspector.db.passive import image as module
from inspector.db.passive.decide import Asked, steady_view_of
from inspector.db.passive.file import Effort
from inspector.db.passive.image import copy_twice
from inspector.db.passive.image_view import ImageView
from inspector.db.passive.lease import Throttle
from tests.db.bank import TRANSFER, bank

BALANCES = "SELECT v FROM t WHERE id IN (1, 2000) ORDER BY id"


@pytest.fixture
def copied(look_into):
    """``copied(path)``: an image, made under the lock or read mark that its file asks for."""

    def make(path):
        asked = Asked(
            real=os.path.realpath(path),
            effort=Effort(),
            lock_first=False,
            log=AccessLog(str(path)),
            holder_known=False,
            throttle=Throttle(),
            cancel=CancelToken(),
        )
        return copy_twice(str(path), look_into(path), lambda: steady_view_of(asked), CancelToken())

    return make


def rows(view):
    connection = apsw.Connection(view.uri, flags=apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_URI)
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    found = connection.execute(BALANCES).fetchall(), connection.execute("PRAGMA integrity_check").get
    connection.close()
    return found


@pytest.mark.parametrize("journal", ["delete", "wal"])
def test_it_stays_what_it_was_whatever_becomes_of_the_file(build, writer, copied, our_locks, journal):
    path = bank(build, "x.db", journal)
    other = writer(path)
    other.sql("PRAGMA wal_autocheckpoint = 0")
    other.sql(TRANSFER.format(2000))
    image = copied(path)
    assert our_locks(path) == []
    assert not os.path.exists(f"{path}-shm") or our_locks(f"{path}-shm") == []
    other.sql(TRANSFER.format(2000))
    other.sql("PRAGMA wal_checkpoint(TRUNCATE); DELETE FROM t; VACUUM")
    views = [ImageView(image, AccessMode.PRIVATE_COPY, "as a test") for _ in range(2)]
    for view in views:
        assert rows(view) == ([(-1,), (1,)], "ok")
        assert not view.has_changed()
        assert not view.keeps
        assert view.as_of == image.as_of
        assert (view.facts.mode, view.facts.why) == (AccessMode.PRIVATE_COPY, "as a test")
    views[0].close()
    assert rows(views[1]) == ([(-1,), (1,)], "ok")
    views[1].close()


def test_the_memory_goes_with_the_last_view(build, copied):
    path = bank(build, "x.db", "delete")
    image = copied(path)
    memory = weakref.ref(image.data)
    views = [ImageView(image, AccessMode.PRIVATE_COPY, "") for _ in range(2)]
    del image
    for view in views:
        rows(view)
        view.close()
    assert memory() is not None
    del view, views
    gc.collect()
    assert memory() is None


def test_one_that_lies_on_disk_is_read_the_same(build, copied, monkeypatch):
    monkeypatch.setattr(module, "MEMORY_BYTES", 0)
    image = copied(bank(build, "x.db", "delete"))
    assert not image.in_memory
    view = ImageView(image, AccessMode.PRIVATE_COPY, "")
    assert rows(view) == ([(0,), (0,)], "ok")
    view.close()
