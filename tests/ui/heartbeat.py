"""How long did the window not answer? A timer that should beat every few milliseconds notes the longest gap."""

from __future__ import annotations

import time
from types import TracebackType

from PySide6.QtCore import Qt, QTimer

EVERY_MS = 5
"""Milliseconds between two beats of a loop that answers."""


class Heartbeat:
    """Measures from ``with`` to its end; what runs without returning to the event loop is a gap."""

    def __init__(self) -> None:
        self.longest_ms = 0.0
        """The longest time between two beats."""
        self.beats = 0
        """How often the loop answered."""
        self._timer = QTimer(interval=EVERY_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._last = 0.0

    def __enter__(self) -> Heartbeat:
        self.longest_ms, self.beats = 0.0, 0
        self._last = time.perf_counter()
        self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.stop()
        # what is still under way when the measuring ends is a gap too
        self._note()

    def _beat(self) -> None:
        self.beats += 1
        self._note()

    def _note(self) -> None:
        now = time.perf_counter()
        self.longest_ms, self._last = max(self.longest_ms, (now - self._last) * 1000), now
