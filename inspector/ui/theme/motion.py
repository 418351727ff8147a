"""Whether anything moves by itself: Qt's effects, left as the system has them or all switched off."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

_ALL = Qt.UIEffect.UI_General


class Motion:
    """Knows whether the system wants effects, and switches them."""

    def __init__(self) -> None:
        self._wanted = QApplication.isEffectEnabled(_ALL)

    def reduce(self, reduced: bool) -> None:
        """Leave out every effect, or have those of the system again."""
        QApplication.setEffectEnabled(_ALL, self._wanted and not reduced)
