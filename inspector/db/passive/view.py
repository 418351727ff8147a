"""What every view has: a file that is kept open, the files SQLite is shown, and whether it is still the current state.

A view is of one state. It never follows the file: any change makes another view (rule 3).
"""

from __future__ import annotations

import os
from abc import abstractmethod

from inspector.cancel import CancelToken
from inspector.db.access import AccessMode
from inspector.db.file_view import ViewFacts
from inspector.db.passive import vfs
from inspector.db.passive.descriptor import Descriptor
from inspector.db.passive.sqlite_files import DescriptorFile, ReadOnlyFile
from inspector.db.signature import FileStat, look

_COUNTERS = (24, 16)
"""Offset and length of the header's change counter, page count and free list."""


class View(vfs.Shown):
    """One state of one file."""

    def __init__(self, facts: ViewFacts, file: Descriptor, cancel: CancelToken) -> None:
        """Takes over ``file``. Nothing may go wrong in here: a caller that catches an error closes the file."""
        assert facts.state.main is not None
        self.facts = facts
        self.file = file
        self.cancel = cancel
        self.main_stat: FileStat = facts.state.main
        self.main_is_settled = facts.state.main_young_for_s() == 0
        """Whether the times of the database were old enough to tell a later write to it from the earlier ones."""
        self._settled = not facts.state.is_young()
        self._counters = file.read(_COUNTERS[1], _COUNTERS[0])
        self.name = os.path.basename(facts.path)

    @property
    def as_of(self) -> float | None:
        """A view is of the file as it is."""
        return None

    def start(self, cancel: CancelToken) -> None:
        """A read begins."""
        self.cancel = cancel

    def is_cancelled(self) -> bool:
        """Whether the read that runs now was cancelled: a view outlives the token of its first read."""
        return self.cancel.cancelled

    @property
    def guarded(self) -> bool:
        """Whether a lock or read mark kept writers off."""
        return False

    @abstractmethod
    def has_changed(self) -> bool:
        """Whether what was read since the start may mix two states."""

    def finish(self) -> None:
        """The read ended."""

    @property
    def keeps(self) -> bool:
        """Whether another read may use it while the signature stays the same (rule 3)."""
        return self._settled

    def close(self) -> None:
        """SQLite must have closed its connection before."""
        self.finish()
        self.hide()
        self.file.close()

    def main_file(self) -> ReadOnlyFile:
        """The database in SQLite's words."""
        return DescriptorFile(self.file, self.main_stat.size)

    def log_bytes(self) -> bytes:
        """The frozen log, for a copy; empty without one."""
        return b""

    def main_has_moved(self) -> bool:
        """Whether the database was written to or replaced since the view was taken, as its times and counters tell."""
        try:
            now = FileStat.of(os.stat(self.facts.path))
        except OSError:
            return True
        return now != self.main_stat or self.file.read(_COUNTERS[1], _COUNTERS[0]) != self._counters


class EmptyView:
    """A file of no bytes: a database without tables, in memory; what stands beside it is left alone."""

    uri = ":memory:"
    as_of = None
    keeps = False
    guarded = False

    def __init__(self, facts: ViewFacts) -> None:
        self.facts = facts

    def start(self, cancel: CancelToken) -> None:
        """Nothing is kept."""

    def has_changed(self) -> bool:
        """Whether it is no longer empty."""
        return look(self.facts.path).data != self.facts.state.data

    def finish(self) -> None:
        """Nothing was held."""

    def close(self) -> None:
        """Nothing is open."""


def facts_of(mode: AccessMode, why: str, base: ViewFacts) -> ViewFacts:
    """The same file, seen this way."""
    return ViewFacts(base.path, mode, why, base.state, base.journal, base.encoding, base.warnings)
