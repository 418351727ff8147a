"""A field to write SQL in, with what the workbench asks of an editor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.ui.queries.sql_edit import SqlEdit

if TYPE_CHECKING:
    from inspector.ui.commands import Command
    from inspector.ui.view import ViewContext


class SqlEditor(SqlEdit):
    """Text, caret, selection, faults."""

    changed = Signal()
    caretMoved = Signal()
    openRequested = Signal(object)
    filesDropped = Signal(object)

    def __init__(self, context: ViewContext, parent: QWidget | None = None) -> None:
        super().__init__(context.theme, parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.show_sql("", editable=True)
        self.textChanged.connect(self.changed)
        self.cursorPositionChanged.connect(self.caretMoved)

    def text(self) -> str:
        return self.toPlainText()

    def set_text(self, sql: str) -> None:
        self.setPlainText(sql)

    def caret(self) -> int:
        return len(_characters(self.toPlainText(), self.textCursor().position()))

    def set_caret(self, at: int) -> None:
        cursor = self.textCursor()
        cursor.setPosition(len(self.toPlainText()[:at].encode("utf-16-le", "surrogatepass")) // 2)
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    def selected(self) -> tuple[str, int] | None:
        cursor: QTextCursor = self.textCursor()
        if not cursor.hasSelection():
            return None
        text = self.toPlainText()
        start, end = len(_characters(text, cursor.selectionStart())), len(_characters(text, cursor.selectionEnd()))
        return text[start:end], start

    def mark(self, start: int, words: str = "") -> None:
        self.mark_fault(start)

    def clear_faults(self) -> None:
        self.mark_fault(None)

    def format_sql(self) -> None:
        """There is no layout yet."""

    def commands(self) -> tuple[Command, ...]:
        return ()


def _characters(text: str, units: int) -> str:
    return text.encode("utf-16-le", "surrogatepass")[: units * 2].decode("utf-16-le", "surrogatepass")
