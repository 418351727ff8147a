"""Which way files are opened: through our read-only VFS where the system has OFD locks, else through SQLite's own."""

from __future__ import annotations

import functools
from enum import Enum

from inspector.db.access import AccessLog
from inspector.db.file_view import ReadableFile
from inspector.db.native.file import NativeFile
from inspector.db.passive import ofd_locks
from inspector.db.passive.file import PassiveFile
from inspector.settings import Settings


class Way(Enum):
    """How files are opened."""

    PASSIVE = "passive"
    """Through a read-only VFS of ours: no trace, no torn answer, no writer that waits."""
    SQLITE = "sqlite"
    """Through SQLite's own ways, each with what it cannot promise."""


SETTING = "open.way"
"""The setting that says how files are opened: ``auto``, or ``sqlite`` for SQLite's own ways."""
_AS_CHOSEN = "as chosen"
_NO_LOCKS = "this system has no locks of open files (OFD locks), on which the program's own layer stands"

_chosen: list[Way] = []


def choose_way(way: Way | None) -> None:
    """Open files this way from now on; None: the best that the system allows."""
    _chosen[:] = [way] if way else []


def way() -> Way:
    """The way in which files are opened now."""
    return _chosen[0] if _chosen else _best()


def follow(settings: Settings) -> None:
    """Open files as the settings say, from now on and whenever they are changed; open files are read on as before."""

    def take(changed: str = SETTING) -> None:
        if changed == SETTING:
            choose_way(Way.SQLITE if settings.get(SETTING) == Way.SQLITE.value else None)

    take()
    settings.on_change(take)


def readable(path: str, log: AccessLog) -> ReadableFile:
    """The file at an absolute path, to be opened in the way of now."""
    if way() is Way.PASSIVE:
        return PassiveFile(path, log)
    log.falls_back(_AS_CHOSEN if _best() is Way.PASSIVE else _NO_LOCKS)
    return NativeFile(path, log)


@functools.cache
def _best() -> Way:
    return Way.PASSIVE if ofd_locks.are_available() else Way.SQLITE
