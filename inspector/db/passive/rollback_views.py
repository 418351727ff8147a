"""Views of a database with a rollback journal: without a lock, under a lease, or beside an exclusive holder."""

from __future__ import annotations

import time
from collections.abc import Callable

from inspector.cancel import CancelToken
from inspector.db.access import AccessLog
from inspector.db.file_view import ViewFacts
from inspector.db.passive import journal, lock_bytes
from inspector.db.passive.descriptor import Descriptor
from inspector.db.passive.lease import Lease
from inspector.db.passive.view import View


class RestingView(View):
    """Read without a lock: it was clean when it was looked at, and is unchanged at the end (rule 8, first part)."""

    def has_changed(self) -> bool:
        """A writer writes pages only after the times that were noted; a young time could hide that, and is not read."""
        return self.main_has_moved()


class LockedView(View):
    """Read under SQLite's shared lock, for a lease; then on without it for as long as nobody writes (rule 8)."""

    def __init__(
        self,
        facts: ViewFacts,
        file: Descriptor,
        cancel: CancelToken,
        held: Callable[[float], None],
    ) -> None:
        """The lock is taken already, and is given back by :meth:`finish` or the lease."""
        super().__init__(facts, file, cancel)
        self._unprotected = False
        self._lease = Lease(self._unlock, held)

    def has_changed(self) -> bool:
        """While the lock is held nobody can write; afterwards the times tell."""
        if self._lease.active:
            return False
        return self._unprotected or self.main_has_moved()

    @property
    def guarded(self) -> bool:
        """A lock was held."""
        return True

    def finish(self) -> None:
        """Give the lock back."""
        self._lease.end()

    @property
    def keeps(self) -> bool:
        """The next read looks at the file anew."""
        return False

    def _unlock(self) -> None:
        # what was last written must be older than a tick of the clock, or a write of now could not be told from it
        young = self.main_stat.young_for_s(time.time_ns()) > 0
        try:
            self._unprotected = young or self.file.stat() != self.main_stat
        except OSError:
            self._unprotected = True
        finally:
            lock_bytes.give_back_shared(self.file.fd)


class UnlockedView(View):
    """Read beside an exclusive holder, while its journal says that nothing is under way (rule 9)."""

    def has_changed(self) -> bool:
        """Its journal stays beside the file and is quiet between transactions."""
        return journal.state_of(self.facts.path) is not journal.Journal.QUIET or self.main_has_moved()

    @property
    def keeps(self) -> bool:
        """The next read looks at the file anew."""
        return False


def locked(log: AccessLog) -> Callable[[float], None]:
    """Who is told how long a lock was held."""

    def held(ms: float) -> None:
        log.count("locks")
        log.longest("longest_lock_ms", ms)

    return held
