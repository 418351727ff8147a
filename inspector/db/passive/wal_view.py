"""A view of a database with a log: the log frozen, the database read in place, the answer validated (rules 4 to 6).

A page is read from the database only if the frozen log does not hold it. So a checkpoint does no harm as long as it
copies frames of the frozen part alone; what it has copied stands in the -shm, if that still belongs to this log.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from functools import partial

from inspector.cancel import CancelToken
from inspector.db.access import AccessLog
from inspector.db.file_view import ViewFacts
from inspector.db.passive import ofd_locks
from inspector.db.passive.descriptor import Descriptor, NotRegular
from inspector.db.passive.frozen_log import FrozenLog
from inspector.db.passive.lease import Lease, Throttle
from inspector.db.passive.sqlite_files import DescriptorFile, ReadOnlyFile
from inspector.db.passive.view import View
from inspector.db.passive.wal_index import MARK_BYTE, MARKS, WalIndex, is_kept, kept_index, read_wal_index
from inspector.db.pause import pause
from inspector.errors import ChangedWhileReading

MARK_TRIES = 20
_INDEX_PAUSE_S = 0.0005


class WalView(View):
    """The database with the committed frames of its log."""

    def __init__(
        self,
        facts: ViewFacts,
        file: Descriptor,
        cancel: CancelToken,
        marked: Callable[[float], None] | None,
    ) -> None:
        """With ``marked`` a read mark is held, and ``marked`` told for how many ms.

        Raises ChangedWhileReading, AccessDenied, Cancelled; the caller closes ``file`` then.
        """
        super().__init__(facts, file, cancel)
        self._shm = _open_shm(facts.path)
        self._index: WalIndex | None = None
        self._log: FrozenLog | None = None
        self._lease: Lease | None = None
        try:
            if marked is not None and self._shm is not None and is_kept(self._shm):
                self._lease = self._take_mark(self._shm, marked)
            # first the -shm, then the log: all frames that it tells of are in the log by then
            self._index = kept_index(self._shm) if self._shm else None
            self._log = self._frozen_log()
            # first the log, then the size: it may have grown since the look at it, but only by frames of this log
            self._size = file.stat().size
        except BaseException:
            self._close_log()
            raise

    def _frozen_log(self) -> FrozenLog | None:
        """As far as the -shm tells; where no program keeps one, as far as it goes: so the next program takes it."""
        frames = self._index.frames if self._index else None
        if frames == 0 or (frames is None and self.facts.state.wal is None):
            return None
        if self.facts.state.wal is None:
            raise ChangedWhileReading("The log of the database is not there.", path=self.facts.path)
        log = FrozenLog(self.facts.path + "-wal", self.facts.state.wal, self.cancel, frames)
        if self._index and self._index.salts != log.salts:
            log.close()
            raise ChangedWhileReading("The log of the database began anew.", path=self.facts.path)
        return log

    @property
    def can_prove(self) -> bool:
        """Whether an answer can be validated: by the times, or, while they are young, by the -shm."""
        return self._index is not None or self.main_is_settled

    @property
    def guarded(self) -> bool:
        """Whether a read mark was held."""
        return self._lease is not None

    def has_changed(self) -> bool:
        """Rule 5: the database was not written, or only with frames of the frozen log."""
        if self.main_has_moved() or not self.main_is_settled:
            return not self._only_our_frames_were_written() or self._log_began_anew()
        return self._log_began_anew()

    def finish(self) -> None:
        """Give the read mark back."""
        if self._lease is not None:
            self._lease.end()

    def close(self) -> None:
        super().close()
        self._close_log()

    @property
    def keeps(self) -> bool:
        """The next read needs no mark, until it is rejected."""
        return super().keeps and not self.guarded

    def main_file(self) -> ReadOnlyFile:
        return DescriptorFile(self.file, self._size)

    def log_file(self) -> ReadOnlyFile | None:
        return self._log.sqlite_file(self.is_cancelled) if self._log else None

    def log_bytes(self) -> bytes:
        """The frozen log as bytes, for a copy."""
        return self._log.bytes(self.cancel) if self._log else b""

    def _only_our_frames_were_written(self) -> bool:
        if self._shm is None or self._index is None:
            return False
        try:
            same_file = os.stat(self.facts.path).st_ino == self.main_stat.inode
        except OSError:
            return False
        now = kept_index(self._shm)
        same_log = now is not None and now.salts == self._index.salts
        return same_file and same_log and now is not None and now.backfilled <= self._index.frames

    def _log_began_anew(self) -> bool:
        return self._log is not None and self._log.began_anew()

    def _take_mark(self, shm: Descriptor, marked: Callable[[float], None]) -> Lease:
        """Rule 6: hold the newest read mark that is not behind this log's end, so that no newer frame is copied."""
        for _ in range(MARK_TRIES):
            index = read_wal_index(shm)
            if index is not None:
                mark = _newest_mark(index)
                if mark is not None and ofd_locks.lock_shared(shm.fd, MARK_BYTE + mark, 1):
                    now = read_wal_index(shm)
                    if now is not None and now.header == index.header and now.marks[mark] == index.marks[mark]:
                        return Lease(partial(ofd_locks.unlock, shm.fd, MARK_BYTE + mark, 1), marked)
                    ofd_locks.unlock(shm.fd, MARK_BYTE + mark, 1)
            pause(_INDEX_PAUSE_S, self.cancel)
        raise ChangedWhileReading("The log of the database does not rest long enough to be read.", path=self.facts.path)

    def _close_log(self) -> None:
        self.finish()
        for part in (self._log, self._shm):
            if part is not None:
                part.close()


def marked(log: AccessLog, throttle: Throttle) -> Callable[[float], None]:
    """Who is told how long a read mark was held."""

    def held(ms: float) -> None:
        throttle.note_held(ms)
        log.count("marks")
        log.longest("longest_mark_ms", ms)

    return held


def _open_shm(path: str) -> Descriptor | None:
    """Without a -shm that can be read, validation has the times alone."""
    with contextlib.suppress(NotRegular, OSError):
        return Descriptor(path + "-shm")
    return None


def _newest_mark(index: WalIndex) -> int | None:
    usable = [mark for mark in range(1, MARKS) if index.marks[mark] <= index.frames]
    return max(usable, key=lambda mark: index.marks[mark], default=None)
