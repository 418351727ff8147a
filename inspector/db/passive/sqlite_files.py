"""The files of a view in SQLite's words: each read-only, or with what is written kept in memory.

None has shared-memory methods, so SQLite keeps the index of a log in its own memory; none locks anything: the locks
of a read are its view's. ``apsw`` calls these by name.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Protocol

import apsw

from inspector.db.passive.descriptor import Descriptor

BLOCK = 4096
"""Bytes that an overlay keeps together."""
SECTOR = 512
"""Bytes of the header of the shortest journal."""
OVERLAY_BYTES = 1 << 30
"""Most bytes that are kept of what is rolled back in memory."""


class Bytes(Protocol):
    """Memory that gives out parts: bytes, a mapping of our own."""

    def __len__(self) -> int: ...

    def __getitem__(self, part: slice, /) -> bytes: ...


class ReadOnlyFile(ABC):
    """What SQLite asks of a file that nobody writes through it."""

    @abstractmethod
    def xRead(self, amount: int, offset: int) -> bytes:
        """Up to so many bytes; SQLite takes what is missing for zeros."""

    @abstractmethod
    def xFileSize(self) -> int:
        """Bytes of the file."""

    def xWrite(self, data: bytes, offset: int) -> None:
        raise apsw.ReadOnlyError("this file is only read")

    def xTruncate(self, size: int) -> None:
        raise apsw.ReadOnlyError("this file is only read")

    def xSync(self, flags: int) -> None:
        """Nothing is ever written."""

    def xClose(self) -> None:
        """The descriptor is the view's."""

    def xLock(self, level: int) -> None:
        """A view is a state that does not change: nothing to lock."""

    def xUnlock(self, level: int) -> None:
        """Nothing was locked."""

    def xCheckReservedLock(self) -> bool:
        return False

    def xFileControl(self, operation: int, pointer: int) -> bool:
        return False

    def xSectorSize(self) -> int:
        # SQLite takes a journal that is shorter than a sector for none: this is the shortest there is
        return SECTOR

    def xDeviceCharacteristics(self) -> int:
        return 0


class DescriptorFile(ReadOnlyFile):
    """An open file, as long as it was when it was looked at."""

    def __init__(self, file: Descriptor, size: int) -> None:
        self._fd = file.fd
        self._size = size

    def xRead(self, amount: int, offset: int) -> bytes:
        # called for every page: no more than this
        try:
            return os.pread(self._fd, amount, offset)
        except OSError as error:
            raise apsw.IOError(str(error)) from error

    def xFileSize(self) -> int:
        return self._size


class MemoryFile(ReadOnlyFile):
    """Bytes that are held in memory."""

    def __init__(self, data: Bytes, size: int | None = None) -> None:
        self._data = data
        self._size = len(data) if size is None else size

    def xRead(self, amount: int, offset: int) -> bytes:
        return self._data[offset : min(offset + amount, self._size)]

    def xFileSize(self) -> int:
        return self._size


class CancellableFile(ReadOnlyFile):
    """A log or journal that SQLite reads in one go, asking nobody: each of its reads asks whether to go on."""

    def __init__(self, read: Callable[[int, int], bytes], size: int, cancelled: Callable[[], bool]) -> None:
        self._read = read
        self._size = size
        self._cancelled = cancelled

    def xRead(self, amount: int, offset: int) -> bytes:
        if self._cancelled():
            raise apsw.InterruptError("cancelled")
        try:
            return self._read(min(amount, max(0, self._size - offset)), offset)
        except OSError as error:
            raise apsw.IOError(str(error)) from error

    def xFileSize(self) -> int:
        return self._size


class OverlayFile(ReadOnlyFile):
    """A file whose changes are kept in memory: SQLite rolls a hot journal back in here."""

    def __init__(self, below: ReadOnlyFile) -> None:
        self._below = below
        self._blocks: dict[int, bytearray] = {}
        self._size = below.xFileSize()
        self._valid_below = self._size

    def xRead(self, amount: int, offset: int) -> bytes:
        end = min(offset + amount, self._size)
        parts = []
        while offset < end:
            number, within = divmod(offset, BLOCK)
            length = min(BLOCK - within, end - offset)
            block = self._blocks.get(number)
            parts.append(self._original(offset, length) if block is None else bytes(block[within : within + length]))
            offset += length
        return b"".join(parts)

    def xWrite(self, data: bytes, offset: int) -> None:
        done = 0
        while done < len(data):
            number, within = divmod(offset + done, BLOCK)
            part = data[done : done + BLOCK - within]
            self._block(number)[within : within + len(part)] = part
            done += len(part)
        self._size = max(self._size, offset + len(data))

    def xTruncate(self, size: int) -> None:
        self._size = size
        self._valid_below = min(self._valid_below, size)
        for number in [number for number in self._blocks if number * BLOCK >= size]:
            del self._blocks[number]
        last, within = divmod(size, BLOCK)
        if last in self._blocks:
            # a file that grows again has zeros there
            self._blocks[last][within:] = bytes(BLOCK - within)

    def xFileSize(self) -> int:
        return self._size

    def _block(self, number: int) -> bytearray:
        if number not in self._blocks:
            if len(self._blocks) * BLOCK >= OVERLAY_BYTES:
                raise apsw.FullError(f"undoing an unfinished transaction takes more than {OVERLAY_BYTES:,} bytes")
            self._blocks[number] = bytearray(self._original(number * BLOCK, BLOCK))
        return self._blocks[number]

    def _original(self, offset: int, length: int) -> bytes:
        """What lies below, zeros where it ends (or was cut off)."""
        found = self._below.xRead(min(length, max(0, self._valid_below - offset)), offset)
        return found.ljust(length, b"\0")
