"""Waiting that a cancelled token ends at once."""

from __future__ import annotations

import threading

from inspector.cancel import CancelToken


def pause(seconds: float, cancel: CancelToken) -> None:
    """Sleep, but wake up when cancelled. Raises Cancelled."""
    if seconds <= 0:
        cancel.check()
        return
    woken = threading.Event()
    unregister = cancel.on_cancel(woken.set)
    woken.wait(seconds)
    unregister()
    cancel.check()
