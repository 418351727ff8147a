"""Are files still what they were when they were read? Many databases, looked at by stat alone, and what befell them."""

from __future__ import annotations

import os
import stat
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from inspector.cancel import CancelToken
from inspector.db.pause import pause
from inspector.db.signature import YOUNG_S, FileStat, Signature, final_path

if TYPE_CHECKING:
    from inspector.db.database import Database

_POSIX = os.name == "posix"
"""Whether files have a time of change."""
_SETTLING = 2
"""How often a file that was written to this very moment is given time before it is read."""


class ChangeKind(Enum):
    """What can happen to a file, the gravest first."""

    UNREACHABLE = "cannot be reached"
    DELETED = "was deleted or moved"
    REPLACED = "was replaced by another file"
    BACK = "is there again"
    SHORTER = "got shorter"
    WRITTEN = "was written to"
    UNSURE = "was written to in the moment it was looked at: a later write may not show"

    @property
    def gone(self) -> bool:
        """Whether there is nothing to read from now."""
        return self in (ChangeKind.UNREACHABLE, ChangeKind.DELETED)


@dataclass(frozen=True)
class FileChange:
    """Something that happened to a database or to a file beside it."""

    path: str
    """The database, as it was given."""
    part: str
    """Which of its files: empty for the database itself, else ``-wal`` or ``-journal``."""
    kind: ChangeKind
    """What happened."""
    noticed: float
    """When it was noticed, Unix s."""
    written: float
    """When it happened, as the file's own times tell; where they tell nothing, when it was noticed. Unix s."""
    size_before: int | None = None
    """Bytes before; None if it was not there."""
    size_after: int | None = None
    """Bytes now; None if it is not there."""
    why: str = ""
    """What the system says of it; empty if nothing."""

    @property
    def words(self) -> str:
        """In a sentence, without its age."""
        return f"{self.path}{self.part} {self.kind.value}{f': {self.why}' if self.why else ''}."


class _Stat(NamedTuple):
    """What is compared of one file; a tuple, for thousands are made a second."""

    device: int
    inode: int
    size: int
    mtime_ns: int
    ctime_ns: int


class _Figures(NamedTuple):
    """What is compared of a database: why it cannot be reached, where its sidecars stand, and its files."""

    fault: str = ""
    where: str = ""
    main: _Stat | None = None
    wal: _Stat | None = None
    journal: _Stat | None = None


@dataclass(frozen=True)
class SeenFile:
    """A database as it was looked at before it was read."""

    path: str
    """The database, as it was given."""
    figures: _Figures
    """What was seen."""
    old_ns: int
    """Unix time in ns from which on no write could carry the times that were seen; 0 if that time was past already."""


@dataclass(frozen=True)
class Seen:
    """What a view keeps from before its read, to learn later whether what it shows is current."""

    files: tuple[SeenFile, ...]
    """Every database it reads."""
    at: float
    """When, Unix s."""
    order_ns: int
    """The same on the monotonic clock, ns."""


class _Watched:
    """One database that is followed, as it was last looked at."""

    __slots__ = ("figures", "followers", "gone_ns", "looked_ns", "looked_wall_ns", "noticed", "old_ns", "why")

    def __init__(self) -> None:
        self.followers = 0
        self.figures: _Figures | None = None
        self.why = ""
        self.looked_ns = self.looked_wall_ns = self.old_ns = 0
        self.gone_ns = -1
        self.noticed = 0.0

    def take(self, path: str, figures: _Figures, why: str, order_ns: int, wall_ns: int) -> list[FileChange]:
        """Remember a look; what happened since the one before."""
        before, was_gone, moment = self.figures, self.gone_ns == self.looked_ns, wall_ns / 1e9
        self.looked_ns, self.looked_wall_ns = order_ns, wall_ns
        settled = 0 < self.old_ns <= wall_ns
        if figures != before:
            self.figures, self.why, self.noticed, self.old_ns = figures, why, moment, _old_ns(figures, wall_ns)
        elif settled:
            self.old_ns = 0
        if self.why or figures.main is None:
            self.gone_ns = order_ns
        if before is None:
            return []
        if figures != before:
            return _changes(path, before, figures, moment, why, back=was_gone)
        return [_unsure(path, figures, moment)] if settled else []


class ChangeWatch:
    """Follows databases for any number of views. Every method may be called on any thread; none raises."""

    def __init__(self) -> None:
        self._files: dict[str, _Watched] = {}
        self._lock = threading.Lock()
        self._polling = threading.Lock()

    def follow(self, paths: Iterable[str]) -> None:
        """Look at these databases from now on (see :func:`paths_of`), once more for each call."""
        with self._lock:
            for path in paths:
                self._files.setdefault(path, _Watched()).followers += 1

    def unfollow(self, paths: Iterable[str]) -> None:
        """Take back one call of :meth:`follow`."""
        with self._lock:
            for path in paths:
                watched = self._files.get(path)
                if watched is not None:
                    watched.followers -= 1
                    if watched.followers <= 0:
                        del self._files[path]

    def followed(self) -> tuple[str, ...]:
        """The databases that are looked at."""
        with self._lock:
            return tuple(self._files)

    def poll(self) -> tuple[FileChange, ...]:
        """What happened since the last look, by a few stats for each file; nothing while another look is under way.

        A file that was written to less than 20 ms before a look is told of again at the next one (UNSURE), whether or
        not it differs: a later write can carry the same time.
        """
        if not self._polling.acquire(blocking=False):
            return ()
        try:
            with self._lock:
                asked = [(path, watched.figures) for path, watched in self._files.items()]
            return self._look(asked)
        finally:
            self._polling.release()

    def changes_since(self, seen: Seen) -> tuple[FileChange, ...]:
        """How the files differ from when they were read, as of the last poll; empty while what was read is current.

        Touches no disk. An UNSURE among them: the read began so soon after a write that a later one would not show.
        """
        changes: list[FileChange] = []
        with self._lock:
            for file in seen.files:
                watched = self._files.get(file.path)
                if watched is None or watched.figures is None or watched.looked_ns < seen.order_ns:
                    continue
                if watched.figures == file.figures:
                    if file.old_ns and watched.looked_wall_ns >= file.old_ns:
                        changes.append(_unsure(file.path, file.figures, seen.at))
                    continue
                back = watched.gone_ns > seen.order_ns
                changes += _changes(file.path, file.figures, watched.figures, watched.noticed, watched.why, back=back)
        return tuple(changes)

    def _look(self, asked: list[tuple[str, _Figures | None]]) -> tuple[FileChange, ...]:
        # the lock is for what is remembered: a disk that is slow to answer must not hold up who asks for that
        order_ns, wall_ns = time.monotonic_ns(), time.time_ns()
        looks = [(path, figures := _figures(path), figures != before) for path, before in asked]
        told = [(path, figures, _why(path, figures) if differs else "") for path, figures, differs in looks]
        changes: list[FileChange] = []
        with self._lock:
            for path, figures, why in told:
                watched = self._files.get(path)
                if watched is not None:
                    changes += watched.take(path, figures, why, order_ns, wall_ns)
        return tuple(changes)


def paths_of(databases: Iterable[Database]) -> tuple[str, ...]:
    """The files of databases, each once, as :class:`ChangeWatch` knows them."""
    paths = (os.path.abspath(file.path) for database in databases for file in database.files.values())
    return tuple(dict.fromkeys(paths))


def see(paths: Iterable[str], cancel: CancelToken | None = None) -> Seen:
    """Look at databases before they are read.

    One that was written to less than 20 ms ago is given that time first, twice at most: later writes are then seen for
    sure. Raises Cancelled.
    """
    token, wanted = cancel or CancelToken(), tuple(paths)
    seen = _seen(wanted)
    for _ in range(_SETTLING):
        wait_s = max((file.old_ns / 1e9 - seen.at for file in seen.files if file.old_ns), default=0.0)
        if not 0 < wait_s <= 2 * YOUNG_S:  # a clock of whole seconds is not waited for
            break
        pause(wait_s, token)
        seen = _seen(wanted)
    return seen


def _seen(paths: tuple[str, ...]) -> Seen:
    wall_ns = time.time_ns()
    looks = [(path, _figures(path)) for path in paths]
    files = tuple(SeenFile(path, figures, _old_ns(figures, wall_ns)) for path, figures in looks)
    return Seen(files, wall_ns / 1e9, time.monotonic_ns())


def _figures(path: str) -> _Figures:
    try:
        found, where = os.lstat(path), path
        if stat.S_ISLNK(found.st_mode):
            where = final_path(path)
            found = os.stat(where)
        if not stat.S_ISREG(found.st_mode):
            return _Figures("something that is no file stands there")
        return _Figures("", where, _taken(found), _beside(where + "-wal"), _beside(where + "-journal"))
    except (FileNotFoundError, NotADirectoryError):
        return _Figures()
    except (OSError, ValueError) as error:
        return _Figures(getattr(error, "strerror", None) or str(error))


def _beside(path: str) -> _Stat | None:
    """A sidecar; an empty one is as good as none."""
    try:
        found = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return _taken(found) if found.st_size and stat.S_ISREG(found.st_mode) else None


def _taken(found: os.stat_result) -> _Stat:
    return _Stat(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns if _POSIX else 0)


def _old_ns(figures: _Figures, now_ns: int) -> int:
    main, wal, journal = (part and FileStat(*part[:4]) for part in figures[2:])
    young_s = Signature(main, wal, journal).young_for_s(now_ns)
    return now_ns + round(young_s * 1e9) if young_s else 0


def _why(path: str, figures: _Figures) -> str:
    """What is the matter with a file that looks different now: empty if it can be read."""
    if figures.fault:
        return figures.fault
    if figures.main is None:
        return "" if os.path.isdir(os.path.dirname(path)) else "its folder is gone"
    return "" if os.access(figures.where, os.R_OK) else "it may not be read"


def _changes(path: str, before: _Figures, now: _Figures, noticed: float, why: str, *, back: bool) -> list[FileChange]:
    kind = _kind(before, now, why, back=back)
    if kind is not None:
        return [_change(path, "", kind, (before.main, now.main), noticed, why)]
    parts = (("", before.main, now.main), ("-wal", before.wal, now.wal), ("-journal", before.journal, now.journal))
    pairs = ((part, (was, is_now)) for part, was, is_now in parts if was != is_now)
    return [_change(path, part, ChangeKind.WRITTEN, pair, noticed) for part, pair in pairs]


def _kind(before: _Figures, now: _Figures, why: str, *, back: bool) -> ChangeKind | None:
    """What happened to the database as a whole; None if it was only written to."""
    if now.main is None:
        return ChangeKind.UNREACHABLE if now.fault else ChangeKind.DELETED
    if why:
        return ChangeKind.UNREACHABLE
    if back or before.main is None:
        return ChangeKind.BACK
    if before.main[:2] != now.main[:2] or before.where != now.where:
        return ChangeKind.REPLACED
    return ChangeKind.SHORTER if now.main.size < before.main.size else None


def _change(
    path: str, part: str, kind: ChangeKind, pair: tuple[_Stat | None, _Stat | None], noticed: float, why: str = ""
) -> FileChange:
    before, now = pair
    # a file that was moved here or copied with its times is new here all the same: its ctime says since when
    written = max(now.mtime_ns, now.ctime_ns) / 1e9 if now is not None else noticed
    sizes = (before.size if before is not None else None, now.size if now is not None else None)
    return FileChange(path, part, kind, noticed, min(written, noticed), *sizes, why)


def _unsure(path: str, figures: _Figures, noticed: float) -> FileChange:
    return _change(path, "", ChangeKind.UNSURE, (figures.main, figures.main), noticed)
