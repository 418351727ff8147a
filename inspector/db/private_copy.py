"""Copies of a database in a folder of our own, for states that cannot be read in place without a trace.

The folder has mode 0700 and belongs to this process; folders of processes that are gone are swept at start.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from inspector import settings
from inspector.cancel import CancelToken
from inspector.db.raw_read import CHUNK, raw_file
from inspector.db.signature import Signature, look
from inspector.errors import ChangedWhileReading, KnownError

_ATTEMPTS = 4


@dataclass(frozen=True)
class PrivateCopy:
    """A copy that was whole when it was made."""

    path: str
    """The copied database; its sidecars stand beside it."""
    source: Signature
    """State of the user's file it is a copy of."""
    size: int
    """Bytes copied."""

    def remove(self) -> None:
        """Delete it with its folder."""
        shutil.rmtree(os.path.dirname(self.path), ignore_errors=True)


def make_copy(path: str, cancel: CancelToken) -> PrivateCopy:
    """Copy the database at ``path`` with its -wal and -journal.

    Raises ChangedWhileReading if it was written to during every attempt, KnownError if there is no room.
    """
    for _ in range(_ATTEMPTS):
        before = look(path)
        folder = tempfile.mkdtemp(prefix=f"{os.getpid()}-", dir=_own_folder())
        target = os.path.join(folder, "database")
        try:
            size = _copy_all(path, target, before, cancel)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        if look(path).data == before.data:
            return PrivateCopy(target, before, size)
        shutil.rmtree(folder, ignore_errors=True)
    raise ChangedWhileReading(
        "The database is written too often to copy it whole.",
        path=path,
        advice="It is tried again at the next refresh.",
    )


def _copy_all(path: str, target: str, state: Signature, cancel: CancelToken) -> int:
    needed = sum(part.size for part in (state.main, state.wal, state.journal) if part)
    free = shutil.disk_usage(os.path.dirname(target)).free
    if needed > free:
        raise KnownError(
            f"A private copy of {needed:,} bytes is needed and {free:,} bytes are free.",
            path=path,
            advice=f"Make room in {os.path.dirname(target)}.",
        )
    with raw_file(path) as source, open(target, "wb") as out:
        length, offset = source.xFileSize(), 0
        while offset < length:
            cancel.check()
            block = source.xRead(min(CHUNK, length - offset), offset)
            if not block:
                break
            out.write(block)
            offset += len(block)
    for suffix, part in (("-wal", state.wal), ("-journal", state.journal)):
        # SQLite takes no locks on these two, so closing a descriptor of theirs drops none.
        if part and part.size:
            cancel.check()
            shutil.copyfile(path + suffix, target + suffix)
    return needed


def _own_folder() -> str:
    folder = settings.private_dir()
    _sweep(folder)
    return str(folder)


_swept: set[Path] = set()


def _sweep(folder: Path) -> None:
    """Delete, once a run, what processes that are gone left behind; and our own at exit."""
    if folder in _swept:
        return
    _swept.add(folder)
    for entry in folder.iterdir():
        pid = entry.name.partition("-")[0]
        if pid.isdigit() and not _alive(int(pid)):
            shutil.rmtree(entry, ignore_errors=True)
    atexit.register(_remove_own, folder, os.getpid())


def _remove_own(folder: Path, pid: int) -> None:
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
