"""A lock that a writer can feel, held for a bounded time: all of a read's statements see one commit, or it ends."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Sequence

import apsw

from inspector.db import quoting
from inspector.errors import FileBusy


class LockBudgetSpent(FileBusy):
    """A read would have held a lock longer than a writer waits; it is made again on a copy."""


class Lease:
    """One read transaction over the live files of a connection.

    It begins with the first statement and is given back when :meth:`close` is called or, by a timer's thread, when the
    budget is spent: at once if no statement is running, else as soon as the progress handler has ended it.
    """

    def __init__(
        self,
        connection: apsw.Connection,
        *,
        path: str,
        schemas: Sequence[str],
        budget_ms: float | None,
        held: Callable[[float], None],
    ) -> None:
        self._connection = connection
        self._schemas = schemas
        self._path = path
        self._budget_ms = budget_ms
        self._held = held
        self._mutex = threading.Lock()
        self._running = False
        self._spent = False
        self._since: float | None = None
        self._timer: threading.Timer | None = None

    @property
    def spent(self) -> bool:
        """Whether the budget is used up: a running statement must end."""
        return self._spent

    def enter(self) -> None:
        """Called before each statement. Raises LockBudgetSpent."""
        with self._mutex:
            if self._spent:
                raise self.error()
            if self._since is None:
                self._begin()
            self._running = True

    def leave(self) -> None:
        """Called after each statement."""
        with self._mutex:
            self._running = False
            if self._spent:
                self._give_back()

    def close(self) -> None:
        """Give the lock back, if it is still held."""
        with self._mutex:
            self._running = False
            self._give_back()
        if self._timer is not None:
            self._timer.cancel()

    def error(self) -> LockBudgetSpent:
        """What ends a read whose time is up."""
        return LockBudgetSpent(
            f"The read takes longer than the {self._budget_ms:,.0f} ms that a writer may be kept waiting.",
            path=self._path,
            advice="It is made again on a private copy.",
        )

    def _begin(self) -> None:
        """Take the locks; waiting for another program's does not count as holding."""
        self._connection.execute("BEGIN")
        for schema in self._schemas:
            self._connection.execute(f"PRAGMA {quoting.name(schema)}.schema_version").fetchall()
            if self._since is None:
                self._since = time.perf_counter()
        if self._budget_ms is not None:
            self._timer = threading.Timer(self._budget_ms / 1000, self._end)
            self._timer.daemon = True
            self._timer.start()

    def _end(self) -> None:
        with self._mutex:
            self._spent = True
            if not self._running:
                self._give_back()

    def _give_back(self) -> None:
        if self._since is None or self._since < 0:
            return
        # a statement of the reader's own may have ended the transaction already
        with contextlib.suppress(apsw.Error):
            self._connection.execute("ROLLBACK")
        self._held((time.perf_counter() - self._since) * 1000)
        self._since = -1.0
