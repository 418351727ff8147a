"""How a file is opened, in words, and what reading it has cost so far: every figure measured."""

from __future__ import annotations

import os
import threading
import time
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from inspector.db.locks import held_by_others


class AccessMode(Enum):
    """The way a file is read, chosen by the state it is in."""

    AT_REST = "at rest"
    """Nobody writes: read without any lock; file and sidecars are compared before and after."""
    LIVE_WAL = "live, WAL"
    """There are rows in a -wal: they are read through the shared memory, read-only."""
    LIVE_ROLLBACK = "live, rollback journal"
    """A writer is at work: short reads under a shared lock."""
    HOT_JOURNAL = "rolled back in memory"
    """A writer died in the middle of a transaction: what it left is undone in our memory, not in the file."""
    HELD = "held exclusively"
    """Another program holds it exclusively: read while its journal says that nothing is under way."""
    PRIVATE_COPY = "private copy"
    """The file cannot be read in place, or not for long enough: a copy of ours is read."""
    EMPTY = "empty"
    """A file of no bytes: a database without tables."""

    @property
    def words(self) -> str:
        """One sentence for the access report."""
        return _WORDS[self]


_WORDS = {
    AccessMode.AT_REST: "Read in place without a lock; checked before and after each read that nobody wrote.",
    AccessMode.LIVE_WAL: "There are committed rows in the -wal beside the file: they are read with it, read-only.",
    AccessMode.LIVE_ROLLBACK: "A program writes to this file: it is read without a lock while it stands still, "
    "else under a shared lock for at most 200 ms.",
    AccessMode.HOT_JOURNAL: "A program died while it wrote: its unfinished transaction is undone in memory, not in the "
    "file.",
    AccessMode.HELD: "A program holds this file for itself alone: it is read while its journal says that nothing is "
    "under way.",
    AccessMode.PRIVATE_COPY: "A private copy is read: the file cannot be read in place, or not for long enough.",
    AccessMode.EMPTY: "The file has no bytes: a database without tables. Nothing was written to it.",
}


@dataclass(frozen=True)
class AccessReport:
    """What reading one file has cost so far."""

    path: str
    """The file."""
    mode: AccessMode | None = None
    """The way of the last read; None before the first."""
    why: str = ""
    """Why this way was chosen, in words."""
    reads: int = 0
    """Answers that were read and validated."""
    retries: int = 0
    """Attempts that were made again (busy, or the file changed meanwhile)."""
    rejected: int = 0
    """Answers thrown away because the file changed while they were read."""
    longest_lock_ms: float = 0.0
    """Longest time a lock that a writer can feel was held (rollback journal), in ms."""
    longest_mark_ms: float = 0.0
    """Longest time a read mark kept a WAL from being reset, in ms."""
    locks: int = 0
    """How often such a lock was taken."""
    marks: int = 0
    """How often a read mark was held."""
    bytes_written: int = 0
    """Bytes our connections wrote to the user's files, as SQLite's page writer counts them."""
    files_left: tuple[str, ...] = ()
    """Files that appeared beside the database during a read of ours and stayed."""
    copies: int = 0
    """Private copies made."""
    copied_bytes: int = 0
    """Bytes of the private copies made."""
    copies_on_disk: int = 0
    """How many of these lay in the folder of our own, the others in memory."""
    as_of: float | None = None
    """Unix time at which the last validated answer was read; None before the first."""
    warnings: tuple[str, ...] = ()
    """What cannot be promised for this file, in words (hard links, exclusive holders)."""
    fallback: str = ""
    """Why it is read through SQLite's own ways and not through our VFS, in words; empty where it is not."""

    def age_s(self, now: float | None = None) -> float | None:
        """Seconds since the last validated answer."""
        return None if self.as_of is None else max(0.0, (time.time() if now is None else now) - self.as_of)


class AccessLog:
    """Collects the figures of one file from every thread that reads it."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._figures: dict[str, Any] = {}

    def report(self) -> AccessReport:
        """The figures as they stand; a file that is gone again, or that another program holds, was not left by us."""
        with self._lock:
            found = AccessReport(self._path, **self._figures)
        if not found.files_left:
            return found
        folder = os.path.dirname(os.path.realpath(found.path))
        stayed = tuple(name for name in found.files_left if _left_behind(os.path.join(folder, name)))
        return replace(found, files_left=stayed)

    def answered(self, *, mode: AccessMode, why: str, warnings: tuple[str, ...], as_of: float) -> None:
        """An answer was read and validated."""
        with self._lock:
            self._figures.update(mode=mode, why=why, warnings=warnings, as_of=as_of)
            self._figures["reads"] = self._figures.get("reads", 0) + 1

    def falls_back(self, why: str) -> None:
        """The file is read through SQLite's own ways."""
        with self._lock:
            self._figures["fallback"] = why

    def count(self, field: str, by: int = 1) -> None:
        """Add to a counter."""
        with self._lock:
            self._figures[field] = self._figures.get(field, 0) + by

    def longest(self, field: str, ms: float) -> None:
        """Keep the larger duration."""
        with self._lock:
            self._figures[field] = max(ms, self._figures.get(field, 0.0))

    def left(self, names: tuple[str, ...]) -> None:
        """Remember files that a read left behind."""
        with self._lock:
            self._figures["files_left"] = tuple(sorted({*self._figures.get("files_left", ()), *names}))


def _left_behind(path: str) -> bool:
    """A journal or log stands under the lock of its database, a -shm under its own."""
    found = _age_of(path)
    database = path.rpartition("-")[0]
    if found is None or any(held_by_others(owner) for owner in (database, database + "-shm")):
        return False
    # a writer may have ended its transaction between the two looks, or begun the next one
    return _age_of(path) == found


def _age_of(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return (found.st_ino, found.st_ctime_ns)
