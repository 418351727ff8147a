"""What the writer tells while it works: numbers in a small shared file of the harness, which outlive a killed writer.

The version stands here only after its commit came back: a read that begins later must not show an older one.
"""

from __future__ import annotations

import mmap
import os
import struct
from pathlib import Path
from typing import Final

SLOTS: Final = ("version", "schema", "commits", "failed", "longest_us", "stop", "rollbacks", "put_off", "left")
SIZE = 8 * len(SLOTS)


class Board:
    """Numbers of 64 bits; each has one side that writes it."""

    def __init__(self, path: Path) -> None:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        os.ftruncate(descriptor, SIZE)
        self._memory = mmap.mmap(descriptor, SIZE)
        os.close(descriptor)

    def read(self, slot: str) -> int:
        """The number now."""
        return struct.unpack_from("q", self._memory, 8 * SLOTS.index(slot))[0]

    def write(self, slot: str, number: int) -> None:
        """Publish a number."""
        struct.pack_into("q", self._memory, 8 * SLOTS.index(slot), number)

    def add(self, slot: str) -> None:
        """Count one more."""
        self.write(slot, self.read(slot) + 1)

    def close(self) -> None:
        """Let go of the file."""
        self._memory.close()
