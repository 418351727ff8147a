"""The -wal of one view, as long as it was when the view was taken: a small one in memory, a large one in place."""

from __future__ import annotations

from collections.abc import Callable

from inspector.cancel import CancelToken
from inspector.db.passive.descriptor import Descriptor, NotRegular
from inspector.db.passive.sqlite_files import CancellableFile
from inspector.db.signature import FileStat
from inspector.errors import AccessDenied, ChangedWhileReading, KnownError

IN_MEMORY_BYTES = 8 << 20
"""Logs up to this size are copied, so that one that begins anew does no harm; copying more costs more than a retry."""
COPIED_BYTES = 256 << 20
"""Logs up to this size are part of a copy."""
HEADER_BYTES = 32
_FRAME_HEADER_BYTES = 24
_PAGE_SIZE = slice(8, 12)
_SALTS = slice(16, 24)
_CHUNK = 1 << 20


class FrozenLog:
    """The bytes of a log that a view may use."""

    def __init__(self, path: str, expected: FileStat, cancel: CancelToken, frames: int | None = None) -> None:
        """With ``frames``, those that a -shm tells of and no more: what is behind them may be written over.

        Raises ChangedWhileReading if it began anew meanwhile, AccessDenied, Cancelled.
        """
        self._file: Descriptor | None = _open(path)
        try:
            if self._file.stat().identity != expected.identity:
                raise ChangedWhileReading("The log of the database was replaced.", path=path)
            self.header = self._file.read(HEADER_BYTES, 0)
            self.size = self._file.stat().size
            if frames is not None:
                self.size = self._end_of(frames, path)
            self._data = _copied(self._file, self.size, cancel) if self.size <= IN_MEMORY_BYTES else None
            if self.began_anew() or (self._data is not None and self._data[:HEADER_BYTES] != self.header):
                raise ChangedWhileReading("The log of the database began anew while it was read.", path=path)
        except BaseException:
            self.close()
            raise
        if self._data is not None:
            # a copy cannot change any more
            self.size = len(self._data)
            self.close()

    def _end_of(self, frames: int, path: str) -> int:
        end = HEADER_BYTES + frames * (_FRAME_HEADER_BYTES + int.from_bytes(self.header[_PAGE_SIZE], "big"))
        if self.size < end:
            raise ChangedWhileReading("The log of the database was cut off.", path=path)
        return end

    @property
    def salts(self) -> bytes:
        """The two salts of its header, which name this generation of the log: 8 bytes."""
        return self.header[_SALTS]

    def began_anew(self) -> bool:
        """Whether frames that were read in place may have been those of another generation."""
        return self._file is not None and self._file.read(HEADER_BYTES, 0) != self.header

    def sqlite_file(self, cancelled: Callable[[], bool]) -> CancellableFile:
        """It in SQLite's words; ``cancelled`` is asked before each read."""
        data = self._data
        if data is not None:
            return CancellableFile(lambda amount, offset: data[offset : offset + amount], self.size, cancelled)
        assert self._file is not None
        return CancellableFile(self._file.read, self.size, cancelled)

    def bytes(self, cancel: CancelToken) -> bytes:
        """All of it. Raises KnownError if that is too much, Cancelled."""
        if self._file is None:
            assert self._data is not None
            return self._data
        if self.size > COPIED_BYTES:
            raise KnownError(
                f"The log of the database has {self.size:,} bytes, and is written to more often than this read takes.",
                advice=f"A log of up to {COPIED_BYTES:,} bytes can be copied: have its program checkpoint it, or ask "
                "for less at once.",
            )
        return _copied(self._file, self.size, cancel)

    def close(self) -> None:
        """Close the file, if it is read in place."""
        if self._file is not None:
            self._file.close()
            self._file = None


def _open(path: str) -> Descriptor:
    try:
        return Descriptor(path)
    except (FileNotFoundError, NotRegular):
        raise ChangedWhileReading("The log of the database has just gone.", path=path) from None
    except OSError as error:
        raise AccessDenied(
            "There are rows in a -wal that cannot be read.",
            path=path,
            advice="Check the permissions of the -wal.",
            details=str(error),
        ) from error


def _copied(file: Descriptor, size: int, cancel: CancelToken) -> bytes:
    parts, done = [], 0
    while done < size:
        cancel.check()
        part = file.read(min(_CHUNK, size - done), done)
        if not part:
            break
        parts.append(part)
        done += len(part)
    return b"".join(parts)
