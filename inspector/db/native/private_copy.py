"""Copies of a database in a folder of our own, for states that cannot be read in place without a trace.

The folder has mode 0700 and belongs to this process; folders of processes that are gone are swept at start.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import apsw

from inspector import settings
from inspector.cancel import CancelToken
from inspector.db.native.opening import locked_uri
from inspector.db.native.raw_read import CHUNK, RawFile, has_utf8_name, raw_file
from inspector.db.native.uri import file_uri
from inspector.db.pause import pause
from inspector.db.signature import Signature, look
from inspector.db.translate import translate
from inspector.errors import ChangedWhileReading, KnownError

ATTEMPTS = 3
"""How often the files are copied before it is given up, or done under a lock."""
LOCKED_COPY_BYTES = 128 << 20
"""Largest database that is copied under a shared lock: it is read into memory at 1 to 3 GB a second."""
LOCK_MS = 200.0
"""Longest time the lock is held for it; over that, the copy is given up."""
_BUSY_WAIT_MS = 400
_WAL_HEADER = 32


@dataclass(frozen=True)
class PrivateCopy:
    """A copy that was whole when it was made: one file, its -wal and -journal worked in."""

    path: str
    """The copied database."""
    source: Signature
    """State of the user's file it is a copy of."""
    size: int
    """Bytes copied."""
    as_of: float
    """Unix time at which the user's file was so."""

    def remove(self) -> None:
        """Delete it with its folder."""
        shutil.rmtree(os.path.dirname(self.path), ignore_errors=True)


def make_copy(path: str, cancel: CancelToken, held: Callable[[float], None] = lambda _ms: None) -> PrivateCopy:
    """Copy the database at ``path`` (a real path) with its -wal and -journal.

    ``held`` is told the ms for which a lock was held, where one had to be. Raises ChangedWhileReading if it is written
    to so often that no copy is whole, KnownError if there is no room, AccessDenied.
    """
    for _ in range(ATTEMPTS):
        state = look(path)
        if state.is_young():
            pause(state.young_for_s(), cancel)
            state = look(path)
        with _new_folder() as target:
            as_of = time.time()
            size = _copy_all(path, target, state, cancel)
            if size is not None:
                _settle(target, path)
                return PrivateCopy(target, state, size, as_of)
            shutil.rmtree(os.path.dirname(target), ignore_errors=True)
    return _copy_locked(path, cancel, held)


def _copy_all(path: str, target: str, before: Signature, cancel: CancelToken) -> int | None:
    """Copy the files of a database; their bytes, or None if they changed so that the copy may be torn."""
    parts = [part for part in (before.main, before.wal, before.journal) if part]
    _make_sure_of_room(path, target, sum(part.size for part in parts))
    try:
        log = _log_header(path) if before.wal_size else b""
        size = _copy_main(path, target, before, cancel)
        for suffix, part in (("-wal", before.wal), ("-journal", before.journal)):
            if part and part.size:
                size += _copy_sidecar(path + suffix, target + suffix, part.size, cancel)
        same_log = not before.wal_size or _log_header(path) == log
    except FileNotFoundError:
        return None
    return size if same_log and _is_whole(before, look(path)) else None


def _is_whole(before: Signature, after: Signature) -> bool:
    """Whether what was copied between two looks is one state.

    A log that only grew has only newer frames behind those that were copied, and the copied ones end with a commit or
    are cut there by their checksums; the database itself is written by a checkpoint alone.
    """
    if not before.wal_size:
        return after.data == before.data
    assert before.wal is not None
    grown = after.wal is not None and after.wal.identity == before.wal.identity and after.wal.size >= before.wal.size
    return grown and after.main == before.main


def _log_header(path: str) -> bytes:
    """The header of a -wal: another one means that the log began anew. No lock is ever taken on it, so none is lost."""
    with open(path + "-wal", "rb") as file:
        return file.read(_WAL_HEADER)


def _copy_main(path: str, target: str, before: Signature, cancel: CancelToken) -> int:
    """Bytes copied; it ends early once the copy is known to be in vain."""
    with raw_file(path) as source, open(target, "wb") as out:
        for block in _blocks(source):
            cancel.check()
            out.write(block)
            if not _is_whole(before, look(path)):
                break
        return out.tell()


def _copy_sidecar(path: str, target: str, size: int, cancel: CancelToken) -> int:
    """SQLite takes no locks on a -wal or -journal, so closing a descriptor of theirs drops none."""
    left = size
    with open(path, "rb") as source, open(target, "wb") as out:
        while left and (block := source.read(min(CHUNK, left))):
            cancel.check()
            out.write(block)
            left -= len(block)
        return out.tell()


def _blocks(source: RawFile) -> Iterator[bytes]:
    length, offset = source.xFileSize(), 0
    while offset < length and (block := source.xRead(min(CHUNK, length - offset), offset)):
        yield block
        offset += len(block)


def _copy_locked(path: str, cancel: CancelToken, held: Callable[[float], None]) -> PrivateCopy:
    """Read the database into memory under a shared lock, which keeps a rollback-journal writer from writing pages."""
    state = look(path)
    size = state.main_size
    if state.wal_size or size > LOCKED_COPY_BYTES or not has_utf8_name(path):
        raise _too_often(path, size)
    with _new_folder() as target:
        _make_sure_of_room(path, target, size)
        for block in _copy_main_blocks(path):  # warms the cache, so that the lock is held for less
            cancel.check()
            del block
        blocks, as_of, state = _read_under_lock(path, held)
        with open(target, "wb") as out:
            out.writelines(blocks)
        return PrivateCopy(target, state, sum(map(len, blocks)), as_of)


def _copy_main_blocks(path: str) -> Iterator[bytes]:
    with raw_file(path) as source:
        yield from _blocks(source)


def _read_under_lock(path: str, held: Callable[[float], None]) -> tuple[list[bytes], float, Signature]:
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    try:
        with closing(apsw.Connection(locked_uri(path), flags=flags)) as connection:
            connection.set_busy_timeout(_BUSY_WAIT_MS)
            connection.execute("BEGIN")
            connection.execute("PRAGMA schema_version")
            started = time.perf_counter()
            try:
                return *_within_lock(path, started), look(path)
            finally:
                connection.execute("ROLLBACK")
                held((time.perf_counter() - started) * 1000)
    except apsw.Error as error:
        raise translate(error, path=path) from error


def _within_lock(path: str, started: float) -> tuple[list[bytes], float]:
    blocks, as_of = [], time.time()
    for block in _copy_main_blocks(path):
        blocks.append(block)
        if (time.perf_counter() - started) * 1000 > LOCK_MS:
            raise _too_often(path, look(path).main_size)
    return blocks, as_of


def _too_often(path: str, size: int) -> ChangedWhileReading:
    return ChangedWhileReading(
        "The database is written too often to copy it whole.",
        path=path,
        advice=f"It is tried again at the next refresh. It has {size:,} bytes; up to {LOCKED_COPY_BYTES:,} are copied "
        f"while its writer waits for at most {LOCK_MS:.0f} ms.",
    )


def _settle(target: str, path: str) -> None:
    """Roll a hot journal back and work a log in, so that the copy is one file at rest."""
    flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_URI
    try:
        with closing(apsw.Connection(file_uri(target, mode="rw"), flags=flags)) as connection:
            connection.execute("PRAGMA schema_version")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except apsw.Error as error:
        raise translate(error, path=path) from error


def _make_sure_of_room(path: str, target: str, needed: int) -> None:
    free = shutil.disk_usage(os.path.dirname(target)).free
    if needed > free:
        raise KnownError(
            f"A private copy of {needed:,} bytes is needed and {free:,} bytes are free.",
            path=path,
            advice=f"Make room in {os.path.dirname(target)}.",
        )


@contextmanager
def new_folder(size: int) -> Iterator[str]:
    """Path of a database of ``size`` bytes to be made in a new folder, which is deleted in the end.

    Raises KnownError if there is no room.
    """
    folder = tempfile.mkdtemp(prefix=f"{os.getpid()}-", dir=_own_folder())
    try:
        target = os.path.join(folder, "database")
        _make_sure_of_room("", target, size)
        yield target
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _new_folder() -> Iterator[str]:
    """Path of the copy to be in a new folder, which is deleted if making the copy fails."""
    folder = tempfile.mkdtemp(prefix=f"{os.getpid()}-", dir=_own_folder())
    try:
        yield os.path.join(folder, "database")
    except BaseException as error:
        shutil.rmtree(folder, ignore_errors=True)
        if isinstance(error, OSError):
            raise KnownError(
                "The private copy could not be made.", advice=f"Look at {folder}.", details=str(error)
            ) from error
        raise


def _own_folder() -> str:
    folder = settings.private_dir()
    sweep(folder)
    return str(folder)


_swept: set[Path] = set()


def sweep(folder: Path | None = None) -> None:
    """Delete, once a run, the copies that processes that are gone left behind, and at exit our own."""
    folder = folder or settings.private_dir()
    if folder in _swept:
        return
    _swept.add(folder)
    for entry in folder.iterdir():
        pid = entry.name.partition("-")[0]
        if pid.isdigit() and not _alive(int(pid)):
            shutil.rmtree(entry, ignore_errors=True)
    atexit.register(_remove_own, folder, os.getpid())


def _remove_own(folder: Path, pid: int) -> None:
    if os.getpid() == pid:
        for entry in folder.glob(f"{pid}-*"):
            shutil.rmtree(entry, ignore_errors=True)


def _alive(pid: int) -> bool:
    if os.name != "posix":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
