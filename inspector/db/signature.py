"""Whether a database file is still what it was: a look by stat alone, which touches nothing."""

from __future__ import annotations

import errno
import os
import stat
import time
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

YOUNG_S = 0.020
"""A file time younger than this may hide a later write in the same tick of the file system's clock."""
COARSE_S = 2.0
"""The same for file systems that keep whole seconds (or, FAT, every other one)."""

SIDECARS = ("-wal", "-journal", "-shm")
_MOST_LINKS = 40
"""Links that lead to links are followed this often, as Linux does."""


class FileStat(NamedTuple):
    """What one stat tells of a file; a tuple, for every read makes several."""

    device: int
    """Device number."""
    inode: int
    """Inode number."""
    size: int
    """Length in bytes."""
    mtime_ns: int
    """Time of the last write, ns since 1970."""
    links: int = 1
    """Number of names the file has."""
    ctime_ns: int = 0
    """Time of the last change of any kind, which no program can set back (POSIX), ns since 1970."""

    @classmethod
    def of(cls, found: os.stat_result) -> FileStat:
        """What ``os.stat`` or ``os.fstat`` found; Windows has no time of change."""
        changed = found.st_ctime_ns if os.name == "posix" else 0
        return cls(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_nlink, changed)

    @property
    def identity(self) -> tuple[int, int]:
        """Which file it is, whatever it holds."""
        return (self.device, self.inode)

    def young_for_s(self, now_ns: int) -> float:
        """Seconds for which a write could still carry the same time.

        A time in the future (another machine's clock) is as good as an old one: the next write does not carry it.
        """
        tick = COARSE_S if self.mtime_ns % 1_000_000_000 == 0 else YOUNG_S
        age = (now_ns - self.mtime_ns) / 1e9
        return tick - age if -YOUNG_S < age < tick else 0.0


@dataclass(frozen=True)
class Signature:
    """State of a database file and its sidecars at one moment; two equal ones mean nothing was written between."""

    main: FileStat | None
    """The database; None if it is gone."""
    wal: FileStat | None
    """The -wal, if there is one."""
    journal: FileStat | None
    """The -journal, if there is one."""
    shm_exists: bool = False
    """Whether a -shm stands beside it (its bytes are not part of the state)."""
    looked_ns: int = field(default=0, compare=False)
    """When it was looked at, or a little earlier, ns since 1970; 0 if that is not known."""

    @cached_property
    def data(self) -> tuple[FileStat | None, FileStat | None, FileStat | None]:
        """The part that changes when rows change."""
        return (self.main, _emptied(self.wal), _emptied(self.journal))

    @property
    def main_size(self) -> int:
        """Bytes of the database; 0 if it is gone."""
        return self.main.size if self.main else 0

    @property
    def wal_size(self) -> int:
        """Bytes in the -wal; 0 without one."""
        return self.wal.size if self.wal else 0

    @property
    def journal_size(self) -> int:
        """Bytes in the -journal; 0 without one."""
        return self.journal.size if self.journal else 0

    def young_for_s(self, now_ns: int | None = None) -> float:
        """Seconds for which a later write could still carry the same times; 0 if none could."""
        parts = [part for part in (self.main, self.wal, self.journal) if part]
        return max((part.young_for_s(self._moment(now_ns)) for part in parts), default=0.0)

    def is_young(self, now_ns: int | None = None) -> bool:
        """Whether a write after the look could carry the same times."""
        return self.young_for_s(now_ns) > 0

    def main_young_for_s(self) -> float:
        """The same for the database alone."""
        return self.main.young_for_s(self._moment(None)) if self.main else 0.0

    def _moment(self, now_ns: int | None) -> int:
        """Times are as old as they were when they were looked at: what came between is what must not be missed."""
        return now_ns or self.looked_ns or time.time_ns()


def _emptied(sidecar: FileStat | None) -> FileStat | None:
    return sidecar if sidecar and sidecar.size else None


def look(path: str) -> Signature:
    """The state of the database at ``path`` (a real path) now."""
    looked_ns = time.time_ns()
    return Signature(
        looked_ns=looked_ns,
        main=_stat(path),
        wal=_stat(path + "-wal"),
        journal=_stat(path + "-journal"),
        shm_exists=_stat(path + "-shm") is not None,
    )


def look_along(path: str) -> Signature:
    """The same for a path that may be a link, but for the -shm: what must be compared before a read, in three stats."""
    looked_ns = time.time_ns()
    try:
        found = os.lstat(path)
        if stat.S_ISLNK(found.st_mode):
            path = final_path(path)
            found = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        found = None
    return Signature(
        looked_ns=looked_ns,
        main=FileStat.of(found) if found is not None and stat.S_ISREG(found.st_mode) else None,
        wal=_stat(path + "-wal"),
        journal=_stat(path + "-journal"),
    )


def final_path(path: str) -> str:
    """``path`` with links followed that stand at its end: sidecars stand beside what it gives.

    Links among its folders are left to the system, which follows them for sidecars just as well: for most files this
    is one stat, where a real path takes one for each folder. Raises OSError.
    """
    for _ in range(_MOST_LINKS):
        if not stat.S_ISLNK(os.lstat(path).st_mode):
            return path
        path = os.path.join(os.path.dirname(path), os.readlink(path))
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), path)


def _stat(path: str) -> FileStat | None:
    try:
        found = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    if not stat.S_ISREG(found.st_mode):
        return None
    return FileStat.of(found)
