"""One file read through SQLite's own ways: by state, at rest, under SQLite's locks, or on a private copy."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Iterator
from dataclasses import replace

from inspector.cancel import CancelToken
from inspector.db.access import AccessLog, AccessMode
from inspector.db.file_view import Effort, ViewFacts
from inspector.db.native import opening
from inspector.db.native.private_copy import PrivateCopy, make_copy
from inspector.db.native.view import NativeView
from inspector.db.pause import pause
from inspector.db.resolving import resolve
from inspector.errors import ChangedWhileReading

LOCKLESS_TRIES = 2
"""How many tries may read a rollback-journal file without a lock."""
IN_PLACE_TRIES = 4
"""How many tries may read a WAL file in place before a copy is tried."""
AGEINGS = 2
"""How often the file is given time to become old enough for its times to tell whether it was written to."""
RESTLESS_S = 3.0
"""Seconds for which a file that was written to while it was read is read under a lock at once."""


class NativeFile:
    """A file and how it is read."""

    def __init__(self, given: str, log: AccessLog) -> None:
        """``given`` is an absolute path, which is resolved again for each read."""
        self._given = given
        self._log = log
        self._copy: PrivateCopy | None = None
        self._lock = threading.Lock()
        self._restless_until = 0.0

    def view(self, effort: Effort, cancel: CancelToken) -> NativeView:
        """A view for one try; makes the private copy if one is needed."""
        real = resolve(self._given)
        decided = self._plan(real, effort.wants_copy, cancel)
        if decided.mode is AccessMode.LIVE_WAL and effort.failed >= IN_PLACE_TRIES:
            decided = self._plan(real, True, cancel)
        if decided.mode is AccessMode.AT_REST and decided.journal == "rollback":
            if effort.rejected + effort.failed >= LOCKLESS_TRIES or time.monotonic() < self._restless_until:
                decided = opening.locked_plan(decided, "it was written to while it was read without a lock")
            elif decided.state.is_young():
                decided = opening.locked_plan(decided, "it is written to again and again")
        if decided.mode is AccessMode.AT_REST and decided.state.is_young():
            raise ChangedWhileReading("The file is written to again and again.", path=real)
        if decided.mode is AccessMode.PRIVATE_COPY:
            copy = self._copied(decided, cancel)
            decided = replace(decided, uri=opening.resting_uri(copy.path), as_of=_age_of(copy, decided))
        return NativeView(decided)

    def note_rejected(self, facts: ViewFacts) -> None:
        """Remember that the file was written to while it was read without a lock."""
        if facts.mode is AccessMode.AT_REST:
            self._restless_until = time.monotonic() + RESTLESS_S

    def close(self) -> None:
        """Delete the private copy, if there is one."""
        with self._lock:
            self._forget_copy()

    def _plan(self, real: str, want_copy: bool, cancel: CancelToken) -> opening.Plan:
        decided = opening.plan(real, in_place_failed=want_copy)
        for _ in range(AGEINGS):
            if decided.mode is AccessMode.AT_REST and decided.state.is_young():
                # a write in the same tick of the file clock as the last one cannot be told from it: let the tick pass
                pause(decided.state.young_for_s(), cancel)
                decided = opening.plan(real, in_place_failed=want_copy)
        return decided

    def _copied(self, decided: opening.Plan, cancel: CancelToken) -> PrivateCopy:
        with self._one_at_a_time(cancel):
            if self._copy and self._copy.source.data == decided.state.data and os.path.exists(self._copy.path):
                return self._copy
            self._forget_copy()
            self._copy = make_copy(decided.path, cancel, lambda ms: self._log.longest("longest_lock_ms", ms))
            self._log.count("copies")
            self._log.count("copies_on_disk")
            self._log.count("copied_bytes", self._copy.size)
            return self._copy

    def _forget_copy(self) -> None:
        if self._copy:
            self._copy.remove()
            self._copy = None

    @contextlib.contextmanager
    def _one_at_a_time(self, cancel: CancelToken) -> Iterator[None]:
        while not self._lock.acquire(timeout=0.05):
            cancel.check()
        try:
            yield
        finally:
            self._lock.release()


def _age_of(copy: PrivateCopy, decided: opening.Plan) -> float | None:
    """A copy is as old as its making only if the file went on since."""
    return None if copy.source.data == decided.state.data else copy.as_of
