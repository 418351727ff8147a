"""Raw bytes of a database file without dropping the locks SQLite holds on it.

On POSIX, closing any descriptor of a file drops every lock the process holds on it. SQLite's own unix VFS knows that
and keeps such a descriptor open until the locks are gone; so bytes are read through it and never with open().
"""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

import apsw

from inspector.db.header import SIZE
from inspector.errors import AccessDenied, FileBusy

CHUNK = 4 << 20
_FLAGS = apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_READONLY
_RESERVED_BYTE = 0x40000001
"""Where SQLite's unix VFS locks a file that is about to be written."""
_F_OFD_GETLK = 36
"""Linux: which lock stands in the way of one of ours."""


class RawFile(Protocol):
    """What is asked of an open database file, in SQLite's words."""

    def xFileSize(self) -> int: ...

    def xRead(self, amount: int, offset: int, /) -> bytes: ...

    def xCheckReservedLock(self) -> bool: ...

    def xClose(self) -> None: ...


@contextmanager
def raw_file(path: str) -> Iterator[RawFile]:
    """The database file at ``path``, opened read-only through SQLite's VFS. Raises AccessDenied, FileBusy."""
    file: RawFile
    try:
        if has_utf8_name(path):
            file = apsw.VFSFile("win32" if sys.platform == "win32" else "unix", path, [_FLAGS, 0])
        else:
            file = _OddlyNamed(path)
    except (apsw.Error, OSError) as error:
        if not os.path.exists(path):
            raise FileBusy("The file has just gone.", path=path, details=str(error)) from error
        raise AccessDenied(
            "The file cannot be read.", path=path, advice="Check its permissions.", details=str(error)
        ) from error
    try:
        yield file
    except (apsw.IOError, OSError) as error:
        raise AccessDenied(
            "The file cannot be read.", path=path, advice="Check its disk.", details=str(error)
        ) from error
    finally:
        file.xClose()


def probe(path: str) -> tuple[bytes, bool]:
    """The first 100 bytes (fewer of a shorter file), and whether a writer has announced itself (RESERVED lock)."""
    with raw_file(path) as file:
        return file.xRead(min(SIZE, file.xFileSize()), 0), bool(file.xCheckReservedLock())


def has_utf8_name(path: str) -> bool:
    """Whether SQLite's VFS can be given the path by name."""
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


class _OddlyNamed:
    """A file whose name is not UTF-8, which apsw cannot pass on.

    A descriptor of our own is harmless here: such a file is only ever read at rest, where no lock is taken, or copied.
    """

    def __init__(self, path: str) -> None:
        self._fd = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))

    def xFileSize(self) -> int:
        return os.fstat(self._fd).st_size

    def xRead(self, amount: int, offset: int, /) -> bytes:
        return os.pread(self._fd, amount, offset)

    def xCheckReservedLock(self) -> bool:
        if not sys.platform.startswith("linux"):
            return False
        import fcntl

        asked = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, _RESERVED_BYTE, 1, 0)
        kind = struct.unpack("hhqqi4x", fcntl.fcntl(self._fd, _F_OFD_GETLK, asked))[0]
        return bool(kind != fcntl.F_UNLCK)

    def xClose(self) -> None:
        os.close(self._fd)
