"""The VFS: shows views to SQLite under names of our own, so that no path of the user's reaches SQLite's file code.

Its files are Python objects without shared-memory methods. With ``locking_mode=EXCLUSIVE`` set before the first read,
SQLite then keeps the index of a log in its own memory and reads a file in use like one that only it knows.
"""

from __future__ import annotations

import itertools
import re
import threading
from abc import ABC, abstractmethod

import apsw

from inspector.db.passive.sqlite_files import MemoryFile, ReadOnlyFile

NAME = "agentdb-inspector"
_ROOT = "/agentdb-inspector/"
_ACCESS = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
_PLAIN = re.compile(r"[A-Za-z0-9_.]+")

_lock = threading.Lock()
_ids = itertools.count(1)
_shown: dict[int, Shown] = {}
_registered: list[ViewVfs] = []


class Shown(ABC):
    """What the VFS asks of a view."""

    rolls_back = False
    """Whether SQLite may roll a journal back in it: what it writes stays in memory."""
    name = ""
    """Name of the file, for people who ask ``PRAGMA database_list``."""
    _number: int | None = None

    @property
    def uri(self) -> str:
        """What SQLite is given; the view is shown from now on."""
        if self._number is None:
            self._number = _show(self)
        plain = self.name if _PLAIN.fullmatch(self.name) else "database"
        return f"file:{_ROOT}{self._number}/{plain}?vfs={NAME}"

    def hide(self) -> None:
        """Show it no longer. SQLite must have closed its connection before."""
        with _lock:
            _shown.pop(self._number or 0, None)
        self._number = None

    @abstractmethod
    def main_file(self) -> ReadOnlyFile:
        """The database."""

    def log_file(self) -> ReadOnlyFile | None:
        """Its -wal, if the view has one."""
        return None

    def journal_file(self) -> ReadOnlyFile | None:
        """Its -journal, if there is one to be rolled back."""
        return None

    def forget_journal(self) -> None:
        """SQLite is done with the journal, and would delete it."""

    def other_exists(self, path: str) -> bool:
        """Whether a file that the journal names (a super-journal) exists."""
        return False


def _show(view: Shown) -> int:
    """Make a view known; the number it is shown under."""
    with _lock:
        if not _registered:
            _registered.append(ViewVfs())
        number = next(_ids)
        _shown[number] = view
        return number


class ViewVfs(apsw.VFS):
    """The VFS; one is registered for the life of the process."""

    def __init__(self) -> None:
        super().__init__(NAME, "")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> ReadOnlyFile:  # type: ignore[override]
        """A file of a view. What SQLite asks for by any other name does not exist."""
        view, path = _find(name)
        wanted = flags[0]
        file: ReadOnlyFile | None = None
        if view is None:
            # SQLite asks for a super-journal to see which journals it names; it would then delete it
            file = MemoryFile(b"") if wanted & apsw.SQLITE_OPEN_SUPER_JOURNAL else None
        elif wanted & apsw.SQLITE_OPEN_MAIN_DB:
            file = view.main_file()
        elif wanted & apsw.SQLITE_OPEN_WAL:
            file = view.log_file() or MemoryFile(b"")
        elif wanted & apsw.SQLITE_OPEN_MAIN_JOURNAL:
            file = view.journal_file()
        if file is None:
            raise apsw.CantOpenError(f"not shown: {path}")
        writable = view is not None and view.rolls_back and not wanted & apsw.SQLITE_OPEN_WAL
        flags[1] = (wanted & ~_ACCESS) | (apsw.SQLITE_OPEN_READWRITE if writable else apsw.SQLITE_OPEN_READONLY)
        return file

    def xAccess(self, name: str, flags: int) -> bool:
        """Whether a sidecar exists, for this view."""
        view, path = _find(name)
        if flags != apsw.SQLITE_ACCESS_EXISTS:
            return False
        if view is None:
            return any(one.other_exists(path) for one in list(_shown.values()) if one.rolls_back)
        if path.endswith("-wal"):
            return view.log_file() is not None
        if path.endswith("-journal"):
            return view.journal_file() is not None
        return True

    def xDelete(self, name: str, sync: bool) -> None:
        """Nothing is deleted; a journal that was rolled back is gone for its view."""
        view, path = _find(name)
        if view is not None and path.endswith("-journal"):
            view.forget_journal()

    def xFullPathname(self, name: str) -> str:
        """Names of ours are whole."""
        return name


def _find(name: str | apsw.URIFilename | None) -> tuple[Shown | None, str]:
    path = (name.filename() if isinstance(name, apsw.URIFilename) else name) or ""
    if not path.startswith(_ROOT):
        return None, path
    number = path[len(_ROOT) :].partition("/")[0]
    return (_shown.get(int(number)) if number.isdigit() else None), path
