"""How is a statement ended that takes too long, without ending what the user did not end?"""

from __future__ import annotations

import time
from collections.abc import Callable

from inspector.cancel import Cancelled, CancelToken


class LimitToken(CancelToken):
    """Cancelled when its parent is, or when the time that was given to it is over: long work asks it all the same."""

    def __init__(self, parent: CancelToken | None) -> None:
        super().__init__()
        self._parent = parent or CancelToken()
        self._ends = float("inf")

    def give(self, seconds: float) -> None:
        """From now on so much time is left."""
        self._ends = time.monotonic() + seconds

    @property
    def over(self) -> bool:
        """Whether it was time that ended the work, and not the user."""
        return not self._parent.cancelled and time.monotonic() > self._ends

    @property
    def cancelled(self) -> bool:
        return self._parent.cancelled or time.monotonic() > self._ends

    def cancel(self) -> None:
        self._parent.cancel()

    def check(self) -> None:
        if self.cancelled:
            raise Cancelled

    def on_cancel(self, callback: Callable[[], None]) -> Callable[[], None]:
        # only the user calls it: whoever asks is told of time by being asked again
        return self._parent.on_cancel(callback)
