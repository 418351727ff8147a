"""Which way a file is opened, decided by the state it is found in. SQLite's own ways only.

The table of states, what each way cannot promise and why it is chosen stand in ARCHITECTURE.md ("Opening").
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, replace

from inspector.db import header as headers
from inspector.db.access import AccessMode
from inspector.db.raw_read import read_start, reserved
from inspector.db.signature import Signature, look
from inspector.db.uri import file_uri
from inspector.errors import AccessDenied, FileMissing, NotADatabase, NotAFile


@dataclass(frozen=True)
class Plan:
    """How one read of one file is made."""

    path: str
    """Real path of the user's file."""
    mode: AccessMode
    """The way."""
    why: str
    """Why, in words."""
    state: Signature
    """State of the file when this was decided."""
    uri: str
    """What SQLite is given; for PRIVATE_COPY it is filled in once the copy is made."""
    journal: str = ""
    """``wal`` or ``rollback``, as the header says; empty for an empty file."""
    warnings: tuple[str, ...] = ()
    """What cannot be promised."""


def resolve(path: str) -> str:
    """The real path of an existing regular file. Raises FileMissing, NotAFile or AccessDenied."""
    real = os.path.realpath(path)
    try:
        found = os.stat(real)
    except (FileNotFoundError, NotADirectoryError):
        raise FileMissing(
            "There is no file at this path.", path=path, advice="It may have been moved or deleted."
        ) from None
    except PermissionError as error:
        raise AccessDenied(
            "The file cannot be looked at.",
            path=path,
            advice="Check the permissions of its folders.",
            details=str(error),
        ) from error
    except (OSError, ValueError) as error:
        raise FileMissing("This path cannot be used.", path=path, details=str(error)) from error
    if not stat.S_ISREG(found.st_mode):
        raise NotAFile(f"This is {_kind(found.st_mode)}, not a file.", path=path, advice="Open a database file.")
    if not os.access(real, os.R_OK):
        raise AccessDenied("You are not allowed to read this file.", path=path, advice="Check its permissions.")
    return real


def plan(real: str, *, in_place_failed: bool = False) -> Plan:
    """Decide how to read the file at a real path now.

    ``in_place_failed``: the last decision was to read in place, and it did not work (a hot journal showed itself, a
    lock would have been held too long), so a copy is wanted.
    """
    state = look(real)
    if state.main is None:
        raise FileMissing("The file is gone.", path=real, advice="It was moved or deleted while it was open.")
    decided = _decide(real, state, in_place_failed)
    return replace(decided, warnings=_warnings(state))


def _decide(real: str, state: Signature, in_place_failed: bool) -> Plan:
    assert state.main is not None
    if state.main.size == 0:
        if state.wal_size:
            return Plan(real, AccessMode.PRIVATE_COPY, "the file is empty and its -wal is not", state, "")
        return Plan(real, AccessMode.EMPTY, "the file has no bytes", state, ":memory:")
    wal = _header(real, state.main.size).wal
    if in_place_failed:
        why = "reading it in place would have left a trace or kept a writer waiting"
        decided = Plan(real, AccessMode.PRIVATE_COPY, why, state, "")
    elif wal or state.wal_size:
        decided = _decide_wal(real, state)
    else:
        decided = _decide_rollback(real, state)
    return replace(decided, journal="wal" if wal else "rollback")


def _decide_wal(real: str, state: Signature) -> Plan:
    if not state.wal_size:
        uri = file_uri(real, mode="ro", immutable="1")
        return Plan(real, AccessMode.AT_REST, "WAL database whose log is empty", state, uri)
    if state.shm_exists:
        uri = file_uri(real, mode="ro", readonly_shm="1")
        return Plan(real, AccessMode.LIVE_WAL, "there are rows in the -wal", state, uri)
    return Plan(real, AccessMode.PRIVATE_COPY, "a -wal with rows, left by a writer that is gone (no -shm)", state, "")


def _decide_rollback(real: str, state: Signature) -> Plan:
    locked = file_uri(real, mode="ro")
    if state.journal and state.journal.size:
        if reserved(real):
            return Plan(real, AccessMode.LIVE_ROLLBACK, "a writer is in the middle of a transaction", state, locked)
        if _journal_is_hot(real):
            return Plan(
                real,
                AccessMode.PRIVATE_COPY,
                "a writer died and left a hot journal: it is rolled back in the copy",
                state,
                "",
            )
    if reserved(real):
        return Plan(real, AccessMode.LIVE_ROLLBACK, "a writer holds a lock", state, locked)
    uri = file_uri(real, mode="ro", immutable="1")
    return Plan(real, AccessMode.AT_REST, "nobody writes to it", state, uri)


def locked_plan(decided: Plan) -> Plan:
    """The same file read under SQLite's own locks: for a rollback-journal file that is written all the time."""
    return replace(
        decided,
        mode=AccessMode.LIVE_ROLLBACK,
        why="it was written to while it was read without a lock",
        uri=file_uri(decided.path, mode="ro"),
    )


def _header(real: str, size: int) -> headers.Header:
    first = read_start(real, headers.SIZE)
    header = headers.parse(first)
    if header is None:
        raise NotADatabase("This is not an SQLite database.", path=real, advice=headers.describe(first, size))
    if size < header.page_size:
        raise NotADatabase(
            "This database is truncated.",
            path=real,
            advice=f"It has {size:,} bytes, less than one page of {header.page_size:,}.",
        )
    return header


def _journal_is_hot(real: str) -> bool:
    """A journal that was finished is deleted, truncated, or begins with a zero byte."""
    try:
        with open(real + "-journal", "rb") as file:
            return file.read(1) not in (b"", b"\x00")
    except FileNotFoundError:
        return False


def _warnings(state: Signature) -> tuple[str, ...]:
    assert state.main is not None
    if state.main.links > 1:
        return (
            f"The file has {state.main.links} names (hard links). A -wal or -journal beside another name is not seen, "
            "so newer rows may be missing.",
        )
    return ()


def _kind(mode: int) -> str:
    for test, words in (
        (stat.S_ISDIR, "a folder"),
        (stat.S_ISFIFO, "a pipe"),
        (stat.S_ISSOCK, "a socket"),
        (stat.S_ISCHR, "a device"),
        (stat.S_ISBLK, "a device"),
    ):
        if test(mode):
            return words
    return "something else"
