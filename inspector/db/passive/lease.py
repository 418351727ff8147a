"""A lock that a writer can feel: given back when its reader is done, and by a timer when its time is up."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

LEASE_S = 0.2
"""Longest time a lock or read mark is held: a writer that waits a second for it never fails."""
_MARGIN_S = 0.01
"""The timer's thread wakes a little late on a busy machine."""


class Lease:
    """A lock that is held from now on."""

    def __init__(self, give_back: Callable[[], None], held: Callable[[float], None]) -> None:
        """``give_back`` is called once, from any thread; ``held`` is told the ms for which it was held."""
        self._give_back = give_back
        self._held = held
        self._since = time.perf_counter()
        self._mutex = threading.Lock()
        self.active = True
        """Whether the lock is still held."""
        self._timer = threading.Timer(LEASE_S - _MARGIN_S, self.end)
        self._timer.daemon = True
        self._timer.start()

    def end(self) -> None:
        """Give the lock back, if it is still held."""
        with self._mutex:
            if not self.active:
                return
            self.active = False
            self._give_back()
            self._held((time.perf_counter() - self._since) * 1000)
        self._timer.cancel()


class Throttle:
    """Keeps read marks rare: a log cannot begin anew under one, and grows beside a writer that never rests.

    Shared locks need no such thing: a writer's PENDING lock keeps new readers out until it is done.
    """

    SHARE = 0.2
    """Largest part of the time for which a log is marked."""
    SHORT_MS = 20.0
    """Marks up to this long do not count: a log hardly grows meanwhile."""

    def __init__(self) -> None:
        self._free_at = 0.0

    def note_held(self, ms: float) -> None:
        """A mark was held for this long until now."""
        if ms > self.SHORT_MS:
            self._free_at = max(self._free_at, time.monotonic() + ms / 1000 * (1 / self.SHARE - 1))

    def wait_s(self) -> float:
        """Seconds until the next mark may be taken."""
        return max(0.0, self._free_at - time.monotonic())
