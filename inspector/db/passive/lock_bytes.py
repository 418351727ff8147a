"""SQLite's lock bytes: which locks other programs hold on a database, and the shared lock of a reader.

Source: the file locking of SQLite's unix VFS (sqlite.org/lockingv3.html; os.h, PENDING_BYTE).
"""

from __future__ import annotations

from dataclasses import dataclass

from inspector.db.passive import ofd_locks

PENDING = 0x40000000
RESERVED = PENDING + 1
SHARED = PENDING + 2
SHARED_BYTES = 510


@dataclass(frozen=True)
class Holders:
    """The locks of writers on a database."""

    reserved: bool = False
    """A transaction that writes is under way; the database file itself is not written yet."""
    pending: bool = False
    """A writer waits for the readers to end."""
    exclusive: bool = False
    """A writer may be writing the database file."""

    @property
    def may_write_now(self) -> bool:
        """Whether pages of the file may be those of an unfinished transaction.

        A writer that waits for readers has written nothing yet. Who waits for them without a transaction of its own
        has found a hot journal, and is about to play it back.
        """
        return self.exclusive or (self.pending and not self.reserved)

    @property
    def any(self) -> bool:
        """Whether there is a writer at all: a journal beside it is its own, and not hot."""
        return self.reserved or self.pending or self.exclusive


def holders(fd: int) -> Holders:
    """The locks that others hold now. Raises NoLocksHere."""
    return Holders(
        reserved=ofd_locks.is_write_locked(fd, RESERVED, 1),
        pending=ofd_locks.is_write_locked(fd, PENDING, 1),
        exclusive=ofd_locks.is_write_locked(fd, SHARED, SHARED_BYTES),
    )


def take_shared(fd: int) -> bool:
    """Take a reader's lock the way SQLite does; False if a writer stands in the way. Raises NoLocksHere."""
    if not ofd_locks.lock_shared(fd, PENDING, 1):
        return False
    try:
        return ofd_locks.lock_shared(fd, SHARED, SHARED_BYTES)
    finally:
        ofd_locks.unlock(fd, PENDING, 1)


def give_back_shared(fd: int) -> None:
    """Give a reader's lock back."""
    ofd_locks.unlock(fd, SHARED, SHARED_BYTES)
