"""The one way a user's file is opened: for reading alone, without moving its access time or waiting for a pipe."""

from __future__ import annotations

import os
import stat

from inspector.db.signature import FileStat

_FLAGS = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_NO_ATIME = getattr(os, "O_NOATIME", 0)


class Descriptor:
    """An open regular file. Closing it drops no lock of another descriptor, for ours are OFD locks."""

    def __init__(self, path: str) -> None:
        """Raises OSError; NotRegular for anything that is not a regular file."""
        self.fd, self.keeps_access_time = _open(path)
        try:
            if not stat.S_ISREG(os.fstat(self.fd).st_mode):
                raise NotRegular(path)
        except OSError:
            self.close()
            raise

    def read(self, amount: int, offset: int) -> bytes:
        """Up to ``amount`` bytes at ``offset``; fewer at the end of the file."""
        return os.pread(self.fd, amount, offset)

    def stat(self) -> FileStat:
        """What the open file is now, wherever its name went."""
        return FileStat.of(os.fstat(self.fd))

    def close(self) -> None:
        """Close it; calling it again does nothing."""
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1


class NotRegular(OSError):
    """A folder, pipe, socket or device stands where a file should."""


def _open(path: str) -> tuple[int, bool]:
    """The descriptor, and whether reading leaves the access time alone: only the owner may ask for that."""
    if _NO_ATIME:
        try:
            return os.open(path, _FLAGS | _NO_ATIME), True
        except PermissionError:
            pass
    return os.open(path, _FLAGS), False
