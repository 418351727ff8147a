"""The margin beside the text: numbers of lines, and marks of those with a fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget

from inspector.ui.labels import tip

if TYPE_CHECKING:
    from inspector.ui.sql.editor.editor import SqlEditor

_PADDING = 8


class Margin(QWidget):
    """Painted for the lines that are seen."""

    def __init__(self, editor: SqlEditor) -> None:
        super().__init__(editor)
        self._editor = editor
        self.faulty: frozenset[int] = frozenset()
        """Numbers of lines, from 0, that have a fault."""
        self.setCursor(Qt.CursorShape.ArrowCursor)

    def wanted_width(self) -> int:
        """Pixels that the greatest number needs."""
        digits = max(2, len(str(max(1, self._editor.blockCount()))))
        return 2 * _PADDING + digits * self._editor.fontMetrics().horizontalAdvance("9")

    def sizeHint(self) -> QSize:
        return QSize(self.wanted_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        editor, theme = self._editor, self._editor.theme
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(theme.colour("panel")))
        painter.setFont(editor.font())
        current = editor.textCursor().blockNumber()
        block = editor.firstVisibleBlock()
        top = editor.blockBoundingGeometry(block).translated(editor.contentOffset()).top()
        height = editor.fontMetrics().height()
        while block.isValid() and top <= event.rect().bottom():
            number = block.blockNumber()
            if block.isVisible():
                role = "negative" if number in self.faulty else "text" if number == current else "muted"
                painter.setPen(QColor(theme.colour(role)))
                room = QRect(0, round(top), self.width() - _PADDING, height)
                painter.drawText(room, int(Qt.AlignmentFlag.AlignRight), str(number + 1))
                if number in self.faulty:
                    painter.fillRect(QRect(0, round(top), 3, height), QColor(theme.colour("negative")))
            top += editor.blockBoundingRect(block).height()
            block = block.next()
        painter.end()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            line = self._editor.cursorForPosition(QPoint(0, event.pos().y())).blockNumber()
            words = self._editor.marks.fault_words_of_line(line)
            QToolTip.showText(event.globalPos(), tip(words) if words else "", self)
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._editor.select_line_at(round(event.position().y()))
