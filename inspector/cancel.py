"""One token that ends any long work, and the outcome of having been ended."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable


class Cancelled(Exception):
    """The work was cancelled: an outcome, not an error."""


class CancelToken:
    """Asked by long work whether to go on; cancelled once, from any thread.

    Work that cannot ask (a running SQL statement) registers what ends it with :meth:`on_cancel`.
    """

    def __init__(self) -> None:
        self._event = threading.Event()
        self._lock = threading.Lock()
        self._callbacks: dict[int, Callable[[], None]] = {}
        self._next = 0

    @property
    def cancelled(self) -> bool:
        """Whether :meth:`cancel` was called."""
        return self._event.is_set()

    def cancel(self) -> None:
        """End the work. Calling it again does nothing."""
        with self._lock:
            self._event.set()
            callbacks, self._callbacks = list(self._callbacks.values()), {}
        with contextlib.ExitStack() as stack:
            # one that fails does not keep the others from being called
            for callback in reversed(callbacks):
                stack.callback(callback)

    def check(self) -> None:
        """Raise :class:`Cancelled` if the token was cancelled."""
        if self._event.is_set():
            raise Cancelled

    def on_cancel(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call ``callback`` when cancelled (at once if it already is); returns a function that unregisters it.

        The callback runs on the cancelling thread and must be quick and thread-safe.
        """
        with self._lock:
            if not self._event.is_set():
                key, self._next = self._next, self._next + 1
                self._callbacks[key] = callback
                return lambda: self._forget(key)
        callback()
        return lambda: None

    def _forget(self, key: int) -> None:
        with self._lock:
            self._callbacks.pop(key, None)
