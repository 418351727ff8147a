"""SQLite's own VFS, made unable to open a file for writing, to create or to delete one: for files that are in use.

SQLite opens a -wal for reading and writing, and makes an empty one where there is none, even on a connection that was
asked to be read-only; and beside an empty database it deletes a -wal or -journal. Not through this VFS.
"""

from __future__ import annotations

import os
import sys
import threading

import apsw

NAME = "agentdb-no-write"
_BASE = "win32" if sys.platform == "win32" else "unix"
_WRITING = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE

_lock = threading.Lock()
_registered: list[NoWriteVfs] = []


def no_write_vfs() -> str:
    """The name of the VFS, registered when first asked for."""
    with _lock:
        if not _registered:
            _registered.append(NoWriteVfs())
            _registered[0].leave_owners_alone()
    return NAME


class NoWriteFile(apsw.VFSFile):
    """A file opened for reading alone."""

    def xLock(self, level: int) -> None:
        """SHARED and no more: what is above announces writing (a last connection tries it when it closes)."""
        if level > apsw.SQLITE_LOCK_SHARED:
            raise apsw.BusyError("this connection never writes")
        super().xLock(level)


class NoWriteVfs(apsw.VFS):
    """The VFS."""

    def __init__(self) -> None:
        super().__init__(NAME, _BASE)

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:
        """A file with a name is opened read-only whatever is asked; nameless temporary ones are SQLite's own."""
        if name is None:
            return super().xOpen(name, flags)
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        if not os.path.isfile(path):
            # a pipe would keep us waiting for as long as nobody writes to it
            raise apsw.CantOpenError(f"not a file: {path}")
        read_only = [(flags[0] & ~_WRITING) | apsw.SQLITE_OPEN_READONLY, 0]
        file = NoWriteFile(_BASE, name, read_only)
        flags[1] = read_only[1] | apsw.SQLITE_OPEN_READONLY
        return file

    def leave_owners_alone(self) -> None:
        """For root, SQLite gives every sidecar that it opens to the owner of the database: tell it we are not root."""
        if sys.platform == "win32" or os.geteuid() != 0:
            return
        import ctypes

        never_zero = ctypes.cast(ctypes.CDLL(None).getpid, ctypes.c_void_p).value
        if never_zero is not None:
            self.xSetSystemCall("geteuid", never_zero)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        """Nothing is ever deleted."""
        raise apsw.IOError("this connection deletes nothing")
