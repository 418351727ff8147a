"""How does an action do one thing without the "checked" that Qt hands over?"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction


class Deed(QObject):
    """What an action does; it lives as long as the action."""

    def __init__(self, action: QAction, run: Callable[[], object]) -> None:
        super().__init__(action)
        self._run = run
        action.triggered.connect(self.run)

    @Slot()
    def run(self) -> None:
        """Do it."""
        self._run()
