"""What the header of a -shm says: which log it indexes, how far it goes, how far it is copied into the database.

Source: the WAL-index format (sqlite.org/walformat.html, "The WAL-Index File Format"). The file is read, never mapped:
a program that truncates a mapped file kills those who map it.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from inspector.db.passive import ofd_locks
from inspector.db.passive.descriptor import Descriptor
from inspector.db.passive.ofd_locks import NoLocksHere

MARKS = 5
"""Number of read marks; the first one stands for "the database alone"."""
MARK_BYTE = 123
"""Offset of the lock byte of mark 0; that of mark i is i further."""
_RECOVER_BYTE = 122
"""Locked for writing while a program fills a -shm in from the log."""
_OPEN_BYTE = 128
"""Locked for reading by every program that has the -shm open (the "dead man's switch")."""
_LOOKS = 4
_HEADER = 48
_SIZE = 136


@dataclass(frozen=True)
class WalIndex:
    """A consistent look at the header."""

    header: bytes
    """Its 48 bytes, which are there twice."""
    salts: bytes
    """The two salts of the log that it indexes: 8 bytes."""
    frames: int
    """Number of valid frames in the log (mxFrame)."""
    backfilled: int
    """Frames that are copied into the database, or being copied (nBackfill, nBackfillAttempted)."""
    marks: tuple[int, ...]
    """The read marks: a reader that holds the lock of mark i needs no frame behind it to stay out of the database."""


def read_wal_index(shm: Descriptor) -> WalIndex | None:
    """The header of a -shm; None while it is being written or was never filled in."""
    raw = shm.read(_SIZE, 0)
    if len(raw) < _SIZE or raw[:_HEADER] != raw[_HEADER : 2 * _HEADER] or not raw[12]:
        return None
    frames = struct.unpack_from("=I", raw, 16)[0]
    backfilled, attempted = struct.unpack_from("=I", raw, 96)[0], struct.unpack_from("=I", raw, 128)[0]
    return WalIndex(
        header=raw[:_HEADER],
        salts=raw[32:40],
        frames=frames,
        backfilled=max(backfilled, attempted),
        marks=struct.unpack_from(f"={MARKS}I", raw, 100),
    )


def is_kept(shm: Descriptor) -> bool:
    """Whether a running program keeps it: one that a crash left says nothing of what is written without it."""
    try:
        return ofd_locks.is_locked(shm.fd, _OPEN_BYTE, 1)
    except NoLocksHere:
        return False


def kept_index(shm: Descriptor) -> WalIndex | None:
    """What a -shm says for sure; None if no program keeps it, it has no name any more, or it names no log yet.

    A program that writes with a log holds it open, and whoever comes after all such programs died makes it anew. Two
    equal looks, and nobody who recovers it between them: one look could meet the header of a log that ended and the
    counters of the next one, or those that a recovery has not filled in yet.
    """
    for _ in range(_LOOKS):
        first = read_wal_index(shm)
        if not is_kept(shm):
            return None
        recovering = ofd_locks.is_write_locked(shm.fd, _RECOVER_BYTE, 1)
        if first is not None and not recovering and first == read_wal_index(shm):
            return first if any(first.salts) and shm.stat().links else None
    return None
