"""Raw bytes of a database file without dropping the locks SQLite holds on it.

On POSIX, closing any descriptor of a file drops every lock the process holds on it. SQLite's own unix VFS knows that
and keeps such a descriptor open until the locks are gone; so bytes are read through it and never with open().
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

import apsw

from inspector.errors import AccessDenied

CHUNK = 4 << 20
_FLAGS = apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_READONLY


@contextmanager
def raw_file(path: str) -> Iterator[apsw.VFSFile]:
    """The database file at ``path``, opened read-only through SQLite's VFS. Raises AccessDenied."""
    with _utf8_name(path) as name:
        try:
            file = apsw.VFSFile("win32" if sys.platform == "win32" else "unix", name, [_FLAGS, 0])
        except apsw.Error as error:
            raise AccessDenied(
                "The file cannot be read.", path=path, advice="Check its permissions.", details=str(error)
            ) from error
        try:
            yield file
        finally:
            file.xClose()


def read_start(path: str, count: int) -> bytes:
    """The first ``count`` bytes, fewer if the file is shorter."""
    with raw_file(path) as file:
        return file.xRead(min(count, file.xFileSize()), 0)


def reserved(path: str) -> bool:
    """Whether another connection holds the RESERVED lock: a writer is at work."""
    with raw_file(path) as file:
        return bool(file.xCheckReservedLock())


@contextmanager
def _utf8_name(path: str) -> Iterator[str]:
    """``path``, or a symbolic link to it where its name is not UTF-8 and apsw could not take it."""
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        with tempfile.TemporaryDirectory(prefix="agentdb-link-") as folder:
            link = os.path.join(folder, "database")
            os.symlink(path, link)
            yield link
        return
    yield path
