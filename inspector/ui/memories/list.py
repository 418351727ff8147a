"""The list of memories: a click shows one in the details, a double click or Enter opens it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent

from inspector.ui.lines.line import Line
from inspector.ui.lines.list import LineList


class MemoryList(LineList):
    """Lines that are walked through."""

    entered = Signal(object)
    """The :class:`Line` to open."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        line = self.line()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and line is not None:
            self.entered.emit(line)
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        line: Line | None = self.line_at(event.position().toPoint())
        if line is not None and event.button() == Qt.MouseButton.LeftButton:
            self.entered.emit(line)
