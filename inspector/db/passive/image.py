"""A two-phase copy: first without a lock, then again into the same memory under one, which so is held for milliseconds.

Copying into memory that is already there goes at many GB a second; a single copy would hold the lock ten times longer.
"""

from __future__ import annotations

import mmap
import os
import shutil
import tempfile
import threading
import time
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from inspector import settings
from inspector.cancel import CancelToken
from inspector.db.file_view import ViewFacts
from inspector.db.passive.descriptor import Descriptor
from inspector.errors import KnownError

MEMORY_BYTES = 512 << 20
"""Bytes of copies that are kept in memory at once; what is beyond lies in a nameless file in our own folder."""
CHUNK = 8 << 20
THREADS = 2
_ROOM_TO_GROW = 16 << 20


class Steady(Protocol):
    """The view under which the second phase runs: a lock or a read mark keeps its file as it is."""

    facts: ViewFacts
    file: Descriptor

    def has_changed(self) -> bool:
        """Whether what was copied may mix two states."""

    def log_bytes(self) -> bytes:
        """The log that belongs to it; empty without one."""

    def close(self) -> None:
        """Give the lock back."""


@dataclass(frozen=True)
class Image:
    """A whole database in memory of ours, as it was at one moment."""

    facts: ViewFacts
    """The view it was copied from."""
    data: mmap.mmap
    """The bytes of the database, with room behind them."""
    size: int
    """How many of them are the database."""
    log: bytes
    """The frozen log that belongs to it."""
    as_of: float
    """Unix time at which the file was so."""
    in_memory: bool
    """Whether it lies in memory alone."""

    @property
    def bytes_copied(self) -> int:
        """Bytes of the database and its log."""
        return self.size + len(self.log)


class Buffer:
    """Memory for a copy, filled in twice."""

    def __init__(self, path: str, size: int) -> None:
        """Raises KnownError if there is no room."""
        self.room = size + _ROOM_TO_GROW
        self.in_memory = _memory.reserve(self.room)
        if self.in_memory:
            self.map = mmap.mmap(-1, self.room)
            weakref.finalize(self.map, _memory.give_back, self.room)
        else:
            self.map = _in_own_folder(path, self.room)

    def fill(self, file: Descriptor, size: int, go_on: Callable[[], bool]) -> bool:
        """Copy the first ``size`` bytes; False if ``go_on`` said no before it was done, or the file is shorter."""
        from concurrent.futures import ThreadPoolExecutor  # late: few reads need a copy

        starts = range(0, size, CHUNK)
        with memoryview(self.map) as view, ThreadPoolExecutor(THREADS) as pool:

            def copy(start: int) -> bool:
                end = min(start + CHUNK, size)
                while start < end:
                    if not go_on():
                        return False
                    with view[start:end] as part:
                        done = os.preadv(file.fd, [part], start)
                    if not done:
                        return False
                    start += done
                return True

            return all(pool.map(copy, starts))


class _Memory:
    """How much memory all copies of this process take."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._used = 0

    def reserve(self, size: int) -> bool:
        with self._lock:
            if self._used + size > MEMORY_BYTES:
                return False
            self._used += size
            return True

    def give_back(self, size: int) -> None:
        with self._lock:
            self._used -= size


_memory = _Memory()


def _in_own_folder(path: str, size: int) -> mmap.mmap:
    """A file without a name in a folder of mode 0700: gone as soon as nobody uses it, even if we crash."""
    folder = settings.private_dir()
    free = shutil.disk_usage(folder).free
    if size > free:
        raise KnownError(
            f"A copy of {size:,} bytes is needed, more than the {MEMORY_BYTES:,} that are kept in memory, and "
            f"{free:,} bytes are free.",
            path=path,
            advice=f"Make room in {folder}.",
        )
    with tempfile.TemporaryFile(dir=folder, prefix=f"{os.getpid()}-") as file:
        file.truncate(size)
        return mmap.mmap(file.fileno(), size)


def copy_twice(path: str, file: Descriptor, steady: Callable[[], Steady], cancel: CancelToken) -> Image | None:
    """A copy that is one state; None if the file was written to, or grew too much, before it was whole.

    ``steady`` takes the lock; what it makes is closed here. Raises what it raises, KnownError without room, Cancelled.
    """
    size = file.stat().size
    buffer = Buffer(path, size)
    buffer.fill(file, size, lambda: not cancel.cancelled)
    cancel.check()
    # a log is frozen while its view is made: what is committed later is not in the copy
    as_of = time.time()
    view = steady()
    try:
        size = view.file.stat().size
        if size > buffer.room or not buffer.fill(view.file, size, lambda: not (cancel.cancelled or view.has_changed())):
            cancel.check()
            return None
        log = view.log_bytes()
        return None if view.has_changed() else Image(view.facts, buffer.map, size, log, as_of, buffer.in_memory)
    finally:
        view.close()
