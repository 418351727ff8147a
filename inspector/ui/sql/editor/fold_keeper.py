"""Marks of folded lines go or stay as a whole: no caret and no selection ends inside one. What grows is folded."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QTextBlock, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from inspector.ui.sql.editor.folding import LONGEST, Folds
from inspector.ui.sql.editor.units import to_units

_WORDS = (
    (QKeySequence.StandardKey.DeleteStartOfWord, QTextCursor.MoveOperation.PreviousWord),
    (QKeySequence.StandardKey.DeleteEndOfWord, QTextCursor.MoveOperation.NextWord),
)


class FoldKeeper(QObject):
    """Watches the caret and the lines of one editor."""

    def __init__(self, field: QPlainTextEdit, folds: Folds) -> None:
        super().__init__(field)
        self._field, self._folds = field, folds
        self._last = 0
        self._written: tuple[int, int] | None = None
        field.document().contentsChange.connect(self._note)

    # --- deleting ---

    def delete_mark(self, *, back: bool) -> bool:
        """Delete the mark that the caret stands beside. Whether there was one."""
        cursor = self._field.textCursor()
        if cursor.hasSelection() or not self._folds:
            return False
        at = cursor.position()
        for start, end in self._marks_of(cursor.block()):
            if at == (end if back else start):
                cursor.setPosition(start if back else end, QTextCursor.MoveMode.KeepAnchor)
                cursor.removeSelectedText()
                return True
        return False

    def delete_word(self, event: QKeyEvent) -> bool:
        """Delete up to where a word begins or ends, and no part of a mark. Whether the key asks for that."""
        cursor = self._field.textCursor()
        if cursor.hasSelection() or not self._folds:
            return False
        for key, move in _WORDS:
            if event.matches(key):
                back = move == QTextCursor.MoveOperation.PreviousWord
                if not self.delete_mark(back=back):
                    cursor.movePosition(move, QTextCursor.MoveMode.KeepAnchor)
                    edge = self._outside(cursor.position(), before=not back)
                    cursor.setPosition(edge, QTextCursor.MoveMode.KeepAnchor)
                    cursor.removeSelectedText()
                return True
        return False

    # --- the caret ---

    @Slot()
    def keep_out(self) -> None:
        """Move ends of the selection, or the caret, that came into a mark to the side where they were going."""
        if not self._folds:
            return
        cursor = self._field.textCursor()
        was, self._last = self._last, cursor.position()
        position = self._outside(cursor.position(), before=cursor.position() < was)
        chosen = cursor.hasSelection()
        back = cursor.position() < cursor.anchor()
        anchor = self._outside(cursor.anchor(), before=not back) if chosen else position
        if (anchor, position) != (cursor.anchor() if chosen else cursor.position(), cursor.position()):
            self._last = position
            cursor.setPosition(anchor)
            cursor.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
            self._field.setTextCursor(cursor)

    def _outside(self, position: int, *, before: bool) -> int:
        for start, end in self._marks_of(self._field.document().findBlock(position)):
            if start < position < end:
                return start if before else end
        return position

    def _marks_of(self, block: QTextBlock) -> list[tuple[int, int]]:
        """Qt's places of the marks in a line."""
        line, begin = block.text(), block.position()
        return [(begin + to_units(line, start), begin + to_units(line, end)) for start, end in self._folds.marks(line)]

    # --- lines that grow ---

    @Slot(int, int, int)
    def _note(self, position: int, _removed: int, added: int) -> None:
        """Qt is in the middle of a change: remember where it was."""
        start, end = self._written or (position, position)
        self._written = (min(start, position), max(end, position + added))

    def fold_grown(self, *, written: bool) -> None:
        """Fold lines that a change made too long, as a part of it; ``written``: whether the text was changed."""
        place, self._written = self._written, None
        document = self._field.document()
        # what undo brings back is left as it is: a change would take the way on away
        if place is None or not written or document.isRedoAvailable():
            return
        block, last = document.findBlock(place[0]), place[1]
        while block.isValid() and block.position() <= last:
            if block.length() > LONGEST + 1:
                self._fold(block)
            block = block.next()

    def _fold(self, block: QTextBlock) -> None:
        meant = self._folds.unfold(block.text())
        cursor, caret = QTextCursor(block), self._field.textCursor()
        inside = block.position() <= caret.position() < block.position() + block.length()
        cursor.joinPreviousEditBlock()
        cursor.insertText(self._folds.fold(meant))
        # removed last: what is inserted last becomes one step of undo with what is written next
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        cursor.endEditBlock()
        if inside:
            self._field.setTextCursor(cursor)
        self._written = None
