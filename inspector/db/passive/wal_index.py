"""What the header of a -shm says: which log it indexes, how far it goes, how far it is copied into the database.

Source: the WAL-index format (sqlite.org/walformat.html, "The WAL-Index File Format"). The file is read, never mapped:
a program that truncates a mapped file kills those who map it.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from inspector.db.passive.descriptor import Descriptor

MARKS = 5
"""Number of read marks; the first one stands for "the database alone"."""
MARK_BYTE = 123
"""Offset of the lock byte of mark 0; that of mark i is i further."""
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
