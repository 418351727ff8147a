"""When cyclic garbage is collected while there is a window: between two events of the UI thread, and at no other time.

Left alone, Python collects at any allocation. One that falls into a walk of Qt's over its widgets (replacing the
stylesheet calls ``changeEvent`` of each) frees widgets that Qt is about to visit; one that falls into a worker thread
destroys objects of the UI thread there. Both end the process.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer, Slot

INTERVAL_MS = 500
"""How often it is asked whether a collection is due."""


class Collector(QObject):
    """Takes the collection of cyclic garbage over from Python."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._was_on = False
        self._tick = QTimer(self, interval=INTERVAL_MS)
        self._tick.timeout.connect(self.collect_if_due)

    def start(self) -> None:
        """From now on nothing is collected but between two events."""
        self._was_on = self._was_on or gc.isenabled()
        gc.disable()
        self._tick.start()

    def stop(self) -> None:
        """Leave it to Python again, if it was before."""
        self._tick.stop()
        if self._was_on:
            gc.enable()

    @Slot()
    def collect_if_due(self) -> None:
        """Collect the oldest generation whose threshold is passed, as Python would have."""
        due = [
            age
            for age, (count, limit) in enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True))
            if limit and count > limit
        ]
        if due:
            gc.collect(due[-1])
