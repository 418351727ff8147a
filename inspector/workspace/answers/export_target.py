"""Where something may be saved: never over a database or what belongs to one; and it is written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import stat
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from inspector.cancel import CancelToken
from inspector.db.first_bytes import first_bytes
from inspector.db.header import MAGIC
from inspector.errors import AccessDenied, KnownError
from inspector.workspace.source import Source

SIDECARS = ("-wal", "-shm", "-journal")
"""What stands behind the name of a database in the names of the files beside it."""

_OTHER_NAME = "Choose another name."


def save_whole(path: str, parts: Iterable[bytes], sources: Iterable[Source], cancel: CancelToken) -> None:
    """Write ``parts`` to ``path``, as :func:`written_whole` does."""
    with written_whole(path, sources) as stream:
        for part in parts:
            cancel.check()
            stream.write(part)


@contextlib.contextmanager
def written_whole(path: str, sources: Iterable[Source]) -> Iterator[BinaryIO]:
    """A file that takes the place of ``path`` in the end; whatever goes wrong, what was there before stays as it was.

    ``sources``: what is open. Raises KnownError where a database would be harmed, AccessDenied.
    """
    target = os.path.realpath(path)
    refuse_database(path, sources)
    # Beside the target, for only within one file system is a file put in its place in one step.
    written = os.path.join(os.path.dirname(target), f".saving-{secrets.token_hex(8)}")
    try:
        with open(written, "xb") as stream:
            yield stream
        if os.path.exists(target):
            shutil.copymode(target, written)
        # A database may have come to be there meanwhile.
        refuse_database(path, sources)
        os.replace(written, target)
    except OSError as error:
        raise AccessDenied(
            "The file could not be written.",
            path=path,
            advice="Choose another folder, or make room on the disk.",
            details=str(error),
        ) from error
    finally:
        with contextlib.suppress(OSError):
            os.unlink(written)


def refuse_database(path: str, sources: Iterable[Source]) -> None:
    """Raise KnownError if ``path`` is a file that is open, one that belongs to it, or any database or part of one."""
    target = os.path.realpath(path)
    for file in _open_files(sources):
        if _same(target, file):
            raise KnownError(
                "Nothing was saved: this file is open here, and no open database is written to.",
                path=path,
                advice=_OTHER_NAME,
            )
        if any(_same(target, file + sidecar) for sidecar in SIDECARS):
            raise _belongs(path, file)
    owner = _database_of(target)
    if owner is not None and _is_database(owner):
        raise _belongs(path, owner)
    if _is_database(target):
        raise KnownError(
            "Nothing was saved: this file is an SQLite database, and it would be lost.", path=path, advice=_OTHER_NAME
        )


def _belongs(path: str, database: str) -> KnownError:
    return KnownError(
        f"Nothing was saved: SQLite takes a file of this name for a part of {os.path.basename(database)}.",
        path=path,
        advice=_OTHER_NAME,
    )


def _open_files(sources: Iterable[Source]) -> Iterable[str]:
    for source in sources:
        for one in source.walk():
            if one.database is not None:
                yield from (os.path.realpath(file.path) for file in one.database.files.values())
            # They should belong to it, and are missing or cannot be read: what its writer may make at any time.
            yield from (os.path.realpath(problem.path) for problem in one.problems)


def _same(one: str, other: str) -> bool:
    """Whether two paths are one file: by name, or under whatever names it has."""
    if os.path.normcase(one) == os.path.normcase(other):
        return True
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return False


def _database_of(target: str) -> str | None:
    """The database that a file of this name would belong to."""
    for sidecar in SIDECARS:
        if target.endswith(sidecar):
            return target.removesuffix(sidecar)
    return None


def _is_database(path: str) -> bool:
    try:
        # Nothing else is opened: a pipe would never answer.
        if not stat.S_ISREG(os.stat(path).st_mode):
            return False
        return first_bytes(path).startswith(MAGIC)
    except (OSError, ValueError):
        return False
    except KnownError:
        # It cannot be read, so nobody can tell what would be lost.
        return True
