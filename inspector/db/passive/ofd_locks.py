"""Locks of an open file description (Linux): unlike POSIX locks, no close of another descriptor drops them."""

from __future__ import annotations

import contextlib
import errno
import os
import struct
import sys
import tempfile

if sys.platform == "linux":
    import fcntl

_LAYOUT = "@hhqqi4x"
"""struct flock: l_type, l_whence, l_start, l_len, l_pid."""
_HELD = (errno.EAGAIN, errno.EACCES)
_UNSUPPORTED = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL, errno.ENOTSUP)


class NoLocksHere(OSError):
    """The file system has no locks."""


def are_available() -> bool:
    """Whether this system has OFD locks that work, tried on a temporary file of our own."""
    if sys.platform != "linux" or not hasattr(fcntl, "F_OFD_SETLK"):
        return False
    try:
        with tempfile.TemporaryFile() as file, open(f"/proc/self/fd/{file.fileno()}", "rb+") as other:
            _set(file.fileno(), fcntl.F_WRLCK, 0, 1)
            return is_write_locked(other.fileno(), 0, 1) and not lock_shared(other.fileno(), 0, 1)
    except OSError:
        return False


def lock_shared(fd: int, start: int, length: int) -> bool:
    """Take a read lock; False if another program holds a write lock there. Raises NoLocksHere."""
    try:
        _set(fd, fcntl.F_RDLCK, start, length)
    except OSError as error:
        if error.errno in _HELD:
            return False
        raise
    return True


def unlock(fd: int, start: int, length: int) -> None:
    """Give a lock of ours back. Where that fails, the close of the descriptor does it."""
    with contextlib.suppress(OSError):
        _set(fd, fcntl.F_UNLCK, start, length)


def is_write_locked(fd: int, start: int, length: int) -> bool:
    """Whether another program holds a write lock there. Raises NoLocksHere."""
    return _stands_in_the_way_of(fcntl.F_RDLCK, fd, start, length)


def is_locked(fd: int, start: int, length: int) -> bool:
    """Whether anybody but this descriptor holds a lock there, be it for reading alone. Raises NoLocksHere."""
    return _stands_in_the_way_of(fcntl.F_WRLCK, fd, start, length)


def _stands_in_the_way_of(kind: int, fd: int, start: int, length: int) -> bool:
    asked = struct.pack(_LAYOUT, kind, os.SEEK_SET, start, length, 0)
    try:
        found = fcntl.fcntl(fd, fcntl.F_OFD_GETLK, asked)
    except OSError as error:
        raise _told(error) from error
    return bool(struct.unpack(_LAYOUT, found)[0] != fcntl.F_UNLCK)


def _set(fd: int, kind: int, start: int, length: int) -> None:
    try:
        fcntl.fcntl(fd, fcntl.F_OFD_SETLK, struct.pack(_LAYOUT, kind, os.SEEK_SET, start, length, 0))
    except OSError as error:
        raise _told(error) from error


def _told(error: OSError) -> Exception:
    return NoLocksHere(str(error)) if error.errno in _UNSUPPORTED else error
