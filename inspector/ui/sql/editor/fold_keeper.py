"""Marks of folded lines go or stay as a whole: neither caret nor selection ends inside one."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from inspector.ui.sql.editor.folding import Folds
from inspector.ui.sql.editor.units import to_units


class FoldKeeper(QObject):
    """Watches the caret of one editor."""

    def __init__(self, field: QPlainTextEdit, folds: Folds) -> None:
        super().__init__(field)
        self._field, self._folds = field, folds

    def delete_mark(self, *, back: bool) -> bool:
        """Delete the mark that the caret stands beside. Whether there was one."""
        cursor = self._field.textCursor()
        if cursor.hasSelection() or not self._folds:
            return False
        at = cursor.positionInBlock()
        for start, end in self._marks_of(cursor):
            if at == (end if back else start):
                edge = cursor.block().position() + (start if back else end)
                cursor.setPosition(edge, QTextCursor.MoveMode.KeepAnchor)
                cursor.removeSelectedText()
                return True
        return False

    @Slot()
    def keep_out(self) -> None:
        """Move ends of the selection, or the caret, that came into a mark beside it."""
        if not self._folds:
            return
        cursor = self._field.textCursor()
        back = cursor.position() < cursor.anchor()
        position = self._outside(cursor.position(), before=back)
        anchor = self._outside(cursor.anchor(), before=not back) if cursor.hasSelection() else position
        before = cursor.anchor() if cursor.hasSelection() else cursor.position()
        if (anchor, position) != (before, cursor.position()):
            cursor.setPosition(anchor)
            cursor.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
            self._field.setTextCursor(cursor)

    def _outside(self, position: int, *, before: bool) -> int:
        cursor = QTextCursor(self._field.document())
        cursor.setPosition(position)
        begin = cursor.block().position()
        for start, end in self._marks_of(cursor):
            if begin + start < position < begin + end:
                return begin + (start if before else end)
        return position

    def _marks_of(self, cursor: QTextCursor) -> list[tuple[int, int]]:
        """Where marks stand in the line of a caret, as Qt counts."""
        line = cursor.block().text()
        return [(to_units(line, start), to_units(line, end)) for start, end in self._folds.marks(line)]
