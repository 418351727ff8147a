"""A copy in two phases: what counts is the second one, under the lock; cancelled or in vain, nothing is left."""

from __future__ import annotations

import gc
import os
import shutil
import stat
from collections import namedtuple

import pytest

from inspector import settings
from inspector.cancel import Cancelled, CancelToken
from inspector.db.access import AccessMode
from inspector.db.file_view import ViewFacts
from inspector.db.passive import image as module
from inspector.db.passive.image import copy_twice
from inspector.db.signature import look
from inspector.errors import KnownError


@pytest.fixture
def file(tmp_path, look_into):
    path = tmp_path / "x.db"
    path.write_bytes(os.urandom(300_000))
    return path


class Held:
    """The view of the second phase."""

    def __init__(self, file, path, log=b"log"):
        self.facts = ViewFacts(str(path), AccessMode.LIVE_ROLLBACK, "", look(str(path)))
        self.file = file
        self.log = log
        self.changed = False
        self.closed = False

    def has_changed(self):
        return self.changed

    def log_bytes(self):
        return self.log

    def close(self):
        self.closed = True


@pytest.fixture
def copy(file, look_into):
    """Copies ``file``; ``between`` runs where the lock is taken, between the two phases."""

    def run(between=lambda held: None, token=None):
        one = look_into(file)

        def steady():
            held = Held(one, file)
            between(held)
            return held

        return copy_twice(str(file), one, steady, token or CancelToken())

    return run


def test_what_is_written_between_the_phases_is_in_it(copy, file):
    def write(_held):
        with file.open("r+b") as stream:
            stream.seek(100_000)
            stream.write(b"newer" * 1000)

    image = copy(write)
    assert image.data[: image.size] == file.read_bytes()
    assert image.data[100_000:100_005] == b"newer"
    assert (image.size, image.log, image.bytes_copied) == (300_000, b"log", 300_003)
    assert image.in_memory


def test_chunks_are_put_together_as_they_lay(copy, file, monkeypatch):
    monkeypatch.setattr(module, "CHUNK", 70_001)
    image = copy()
    assert image.data[: image.size] == file.read_bytes()


def test_a_file_that_grows_meanwhile_is_copied_as_far_as_there_is_room(copy, file, monkeypatch):
    def grow(_held):
        with file.open("ab") as stream:
            stream.write(b"tail" * 1000)

    image = copy(grow)
    assert image.size == 304_000
    assert image.data[: image.size] == file.read_bytes()
    monkeypatch.setattr(module, "_ROOM_TO_GROW", 3_999)
    assert copy(grow) is None


def test_one_that_shrank_meanwhile_is_as_long_as_it_is(copy, file):
    image = copy(lambda _held: os.truncate(file, 50_000))
    assert image.data[: image.size] == file.read_bytes()
    assert image.size == 50_000


def test_one_that_was_written_to_under_the_lock_is_thrown_away(copy):
    held = []

    def change(view):
        view.changed = True
        held.append(view)

    assert copy(change) is None
    assert held[0].closed


def test_so_is_one_whose_log_began_anew_at_the_last_moment(copy):
    held = []

    def change(view):
        held.append(view)

        def log_bytes():
            view.changed = True
            return b"another log"

        view.log_bytes = log_bytes

    assert copy(change) is None
    assert held[0].closed


def test_the_lock_is_given_back(copy):
    held = []
    assert copy(held.append) is not None
    assert held[0].closed


def test_cancelled_in_the_first_phase_no_lock_is_taken(copy):
    token, held = CancelToken(), []
    token.cancel()
    with pytest.raises(Cancelled):
        copy(held.append, token)
    assert held == []


def test_cancelled_in_the_second_phase_the_lock_is_given_back(copy):
    token, held = CancelToken(), []

    def cancel(view):
        held.append(view)
        token.cancel()

    with pytest.raises(Cancelled):
        copy(cancel, token)
    assert held[0].closed


def test_what_the_lock_raises_leaves_no_memory_taken(copy, monkeypatch):
    def refuse(_held):
        raise KnownError("busy")

    monkeypatch.setattr(module, "MEMORY_BYTES", module._ROOM_TO_GROW + 300_000)
    for _ in range(3):
        with pytest.raises(KnownError, match="busy"):
            copy(refuse)
    gc.collect()
    assert copy().in_memory


def test_beyond_the_memory_it_lies_in_a_nameless_file_of_our_own(copy, file, monkeypatch):
    monkeypatch.setattr(module, "MEMORY_BYTES", 0)
    image = copy()
    assert not image.in_memory
    assert image.data[: image.size] == file.read_bytes()
    folder = settings.private_dir()
    assert stat.S_IMODE(os.stat(folder).st_mode) == 0o700
    assert os.listdir(folder) == []


def test_memory_is_counted_and_given_back(copy, monkeypatch):
    gc.collect()
    monkeypatch.setattr(module, "MEMORY_BYTES", module._ROOM_TO_GROW + 300_000)
    first = copy()
    assert first.in_memory
    assert not copy().in_memory
    del first
    gc.collect()
    assert copy().in_memory


def test_no_room_is_said_with_the_numbers(copy, monkeypatch):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(module, "MEMORY_BYTES", 1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage(10, 0, 10))
    with pytest.raises(
        KnownError, match="more than the 1,000 that are kept in memory, and 10 bytes are free"
    ) as caught:
        copy()
    assert str(settings.private_dir()) in caught.value.advice
