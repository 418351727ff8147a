"""When suggestions are offered, which keys they take, and how one is written into the text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QKeyEvent, QTextCursor

from inspector.queries.completion import Suggestion, complete
from inspector.queries.scan import tokens
from inspector.ui.icons import Icons
from inspector.ui.sql.editor.popup import CompletionPopup
from inspector.ui.sql.editor.units import to_units
from inspector.ui.theme.theme import Theme

if TYPE_CHECKING:
    from inspector.ui.sql.editor.editor import SqlEditor

_QUOTES = {'"': '"', "`": "`", "[": "]"}
"""What opens a quoted name -> what closes it."""
_WORD = re.compile(r"[A-Za-z_0-9]{2}\Z")
"""What stands before the caret where suggestions come by themselves: two letters of a word."""
_TAIL = re.compile(r"[\w$]*")
"""The end of a word."""
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
        if cursor.hasSelection() or cursor.position() < self._start:
            return False
        pieces = list(tokens(self._between(self._start, cursor.position())))
        return len([piece for piece in pieces if piece.kind != "other" or piece.text not in ":@$"]) <= 1

    def _word_is_long(self) -> bool:
        cursor = self._editor.textCursor()
        return _WORD.search(self._between(cursor.block().position(), cursor.position())) is not None

    def _between(self, start: int, end: int) -> str:
        """The text between two of Qt's places."""
        cursor = QTextCursor(self._editor.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        return cursor.selectedText().replace("\u2029", "\n")

    @Slot(object)
    def _write(self, one: Suggestion) -> None:
        editor = self._editor
        self.popup.hide()
        cursor = editor.textCursor()
        caret, block = cursor.position(), cursor.block()
        rest = self._between(caret, block.position() + block.length() - 1)
        opened = self._between(self._start, caret)
        count, called = self._taken(one, opened, rest)
        cursor.setPosition(self._start)
        cursor.setPosition(caret + to_units(rest, count), QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(one.text.removesuffix("(") if called else one.text)
        if called:
            cursor.movePosition(QTextCursor.MoveOperation.Right)
        editor.setTextCursor(cursor)

    def _taken(self, one: Suggestion, opened: str, rest: str) -> tuple[int, bool]:
        """How many characters behind the caret are replaced as well, and whether the bracket of a call follows them.

        A name takes the place of the whole word or quoted name that the caret is in. Before another word there may be
        written what calls or joins it: a function or keyword takes the end of a word only where it ends so itself.
        """
        quote = _QUOTES.get(opened[:1])
        if quote is not None:
            return self._rest_of_quoted(opened, rest, quote), False
        behind = _TAIL.match(rest)
        tail = behind.group() if behind is not None else ""
        name = one.text.removesuffix("(")
        if one.kind in ("function", "keyword") and not name.lower().endswith(tail.lower()):
            tail = ""
        return len(tail), one.text.endswith("(") and rest[len(tail) :].startswith("(")

    def _rest_of_quoted(self, opened: str, rest: str, quote: str) -> int:
        """Characters up to the quote that closes a name; none where the next one opens another name."""
        end = rest.find(quote)
        if end < 0:
            return 0
        whole = opened[1:] + rest[:end]
        is_name = _TAIL.fullmatch(rest[:end]) is not None or self._is_known(whole)
        return end + 1 if is_name else 0

    def _is_known(self, name: str) -> bool:
        """Whether a table or column is called so."""
        catalog = self._editor.vocabulary.catalog
        return any(table.name.lower() == name.lower() or table.column(name) is not None for table in catalog)
