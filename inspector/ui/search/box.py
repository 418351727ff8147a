"""The field one types a search into: Down goes to the hits, Escape empties it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from inspector.ui.labels import tip
from inspector.ui.search.words import UNDERSTOOD


class SearchBox(QLineEdit):
    """Takes any text."""

    left = Signal()
    """The reader goes down to what was found."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setClearButtonEnabled(True)
        # a file that is dropped here is to be opened, not written as text
        self.setAcceptDrops(False)
        self.setAccessibleName("Search for")
        self.setToolTip(tip("\n".join(f"{typed}: {meaning}" for typed, meaning in UNDERSTOOD)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_PageDown):
            self.left.emit()
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)

    def x_of(self, position: int) -> float:
        """Where a character stands, in pixels from the left of the field; within it, however far it is scrolled."""
        metrics, text = self.fontMetrics(), self.text()
        here = self.cursorRect().center().x() - metrics.horizontalAdvance(text[: self.cursorPosition()])
        return max(0.0, min(float(self.width()), float(here + metrics.horizontalAdvance(text[:position]))))
