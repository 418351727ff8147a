"""When suggestions are offered, which keys they take, and how one is written into the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QKeyEvent, QTextCursor

from inspector.queries.completion import Suggestion, complete
from inspector.queries.scan import tokens
from inspector.ui.icons import Icons
from inspector.ui.sql.editor.popup import CompletionPopup
from inspector.ui.theme.theme import Theme

if TYPE_CHECKING:
    from inspector.ui.sql.editor.editor import SqlEditor

_QUOTES = {'"': '"', "`": "`", "[": "]"}
"""What opens a quoted name -> what closes it."""
_LETTERS = 2
"""Letters of a word after which suggestions come by themselves."""
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 9, Qt.Key.Key_PageUp: -9}


class Completing(QObject):
    """Between one editor and its list."""

    def __init__(self, editor: SqlEditor, theme: Theme, icons: Icons) -> None:
        super().__init__(editor)
        self._editor = editor
        self._start = 0
        self._stepped = False
        self._writing = False
        self.popup = CompletionPopup(theme, icons, editor)
        self.popup.chosen.connect(self._write)

    @property
    def shown(self) -> bool:
        """Whether suggestions are shown."""
        return not self.popup.isHidden()

    def offer(self, *, asked: bool) -> None:
        """Offer what can stand at the caret; ``asked``: the reader wants it, and a single one is written at once."""
        editor = self._editor
        around = editor.around()
        found = complete(around.text, around.at, editor.vocabulary)
        typed = around.text[found.start : found.end]
        suggestions = found.suggestions
        if len(suggestions) == 1 and suggestions[0].text.lower() == typed.lower():
            suggestions = ()
        if not suggestions:
            self.end()
            return
        self._start, self._stepped = around.position(found.start), asked
        if asked and len(suggestions) == 1:
            self._write(suggestions[0])
            return
        caret = editor.cursorRect()
        corner = caret.topLeft()
        corner.setX(max(0, corner.x() - editor.fontMetrics().horizontalAdvance(typed) - 24))
        above = editor.viewport().mapToGlobal(corner)
        corner.setY(caret.bottom() + 2)
        below = editor.viewport().mapToGlobal(corner)
        self.popup.offer(suggestions, below, above, editor.screen().availableGeometry())

    def end(self) -> None:
        """Offer nothing."""
        self.popup.hide()

    def takes(self, event: QKeyEvent) -> bool:
        """Whether a key is for the list, and no shortcut of the window."""
        key = event.key()
        return self.shown and (key in _STEPS or key in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter))

    def key(self, event: QKeyEvent) -> bool:
        """Whether a key was for the list."""
        if event.key() == Qt.Key.Key_Space and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self.offer(asked=True)
            return True
        if not self.shown or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        if event.key() in _STEPS:
            self._stepped = True
            self.popup.step(_STEPS[Qt.Key(event.key())])
            return True
        if event.key() == Qt.Key.Key_Escape:
            self.end()
            return True
        entered = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        # Enter ends a line where nobody chose: only who stepped through the list, or asked for it, means it
        if event.key() == Qt.Key.Key_Tab or (entered and self._stepped):
            one = self.popup.current()
            if one is not None:
                self._write(one)
                return True
        if entered:
            self.end()
        return False

    def typed(self, event: QKeyEvent) -> None:
        """A key was written: suggestions follow the word."""
        letter = event.text()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return
        goes_on = self.shown and (letter.isalnum() or letter in "_.$\b")
        begins = (letter.isalpha() or letter == "_") and self._word_is_long()
        if goes_on or begins or letter == ".":
            self.offer(asked=False)
        else:
            self.end()

    def moved(self) -> None:
        """The caret is elsewhere."""
        if self.shown and not self._is_in_word():
            self.end()

    def _is_in_word(self) -> bool:
        """Whether nothing but what is replaced stands between where it begins and the caret."""
        cursor = self._editor.textCursor()
        start = self._start - cursor.block().position()
        typed = (
            cursor.block().text()[start : cursor.positionInBlock()] if 0 <= start <= cursor.positionInBlock() else None
        )
        if typed is None or cursor.hasSelection():
            return False
        return len([piece for piece in tokens(typed) if piece.kind != "other" or piece.text not in ":@$"]) <= 1

    def _word_is_long(self) -> bool:
        cursor = self._editor.textCursor()
        before = cursor.block().text()[: cursor.positionInBlock()]
        word = len(before) - len(before.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"))
        return word >= _LETTERS

    @Slot(object)
    def _write(self, one: Suggestion) -> None:
        editor = self._editor
        self.popup.hide()
        cursor = editor.textCursor()
        cursor.setPosition(cursor.position())
        line, caret = cursor.block().text(), cursor.positionInBlock()
        opened, follows = line[self._start - cursor.block().position() : caret][:1], line[caret : caret + 1]
        if follows and follows == _QUOTES.get(opened):
            cursor.movePosition(QTextCursor.MoveOperation.Right)
        called = follows == "(" and one.text.endswith("(")
        cursor.setPosition(self._start, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(one.text.removesuffix("(") if called else one.text)
        if called:
            cursor.movePosition(QTextCursor.MoveOperation.Right)
        editor.setTextCursor(cursor)
