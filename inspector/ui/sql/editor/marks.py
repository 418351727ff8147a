"""What is marked in the text: the caret's line, brackets that belong together, faults, what is found, a link."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import QTextEdit

from inspector.ui.sql.editor.matching import matching_brackets

if TYPE_CHECKING:
    from inspector.ui.sql.editor.editor import SqlEditor

_AROUND = 20_000
"""Characters of a line up to which its brackets are matched."""


@dataclass(frozen=True)
class Fault:
    """A place with a fault; places are Qt's."""

    start: int
    """Where it begins."""
    end: int | None
    """Where it ends; None: with the word."""
    words: str
    """What is wrong."""


class Marks:
    """Keeps them, and shows them together."""

    def __init__(self, editor: SqlEditor) -> None:
        self._editor = editor
        self._caret: list[Any] = []
        self._faults: list[tuple[Any, Fault]] = []
        self._found: list[Any] = []
        self._link: list[Any] = []

    def faults(self) -> tuple[str, ...]:
        """The texts that are marked as faults."""
        return tuple(str(mark.cursor.selectedText()) for mark, _ in self._faults)

    def add_fault(self, fault: Fault) -> None:
        """Mark a fault."""
        cursor = self._editor.textCursor()
        last = self._editor.document().characterCount() - 1
        cursor.setPosition(min(fault.start, last))
        if fault.end is None:
            cursor.movePosition(QTextCursor.MoveOperation.EndOfWord, QTextCursor.MoveMode.KeepAnchor)
            if not cursor.hasSelection():
                cursor.movePosition(QTextCursor.MoveOperation.Right, QTextCursor.MoveMode.KeepAnchor)
        else:
            cursor.setPosition(min(fault.end, last), QTextCursor.MoveMode.KeepAnchor)
        made = QTextCharFormat()
        made.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        made.setUnderlineColor(QColor(self._editor.theme.colour("negative")))
        self._faults.append((_mark(cursor, made), fault))
        self._show()

    def clear_faults(self) -> None:
        """Take the marks of faults away."""
        if self._faults:
            self._faults = []
            self._show()

    def fault_words(self, position: int) -> str:
        """What is wrong at a place."""
        for mark, fault in self._faults:
            if mark.cursor.selectionStart() <= position <= mark.cursor.selectionEnd():
                return fault.words
        return ""

    def text_changed(self) -> None:
        """A fault whose text is another is none that is known."""
        kept = [(mark, fault) for mark, fault in self._faults if mark.cursor.hasSelection()]
        if len(kept) != len(self._faults):
            self._faults = kept
            self._show()

    def show_found(self, places: Sequence[tuple[int, int]]) -> None:
        """Mark what was found."""
        made = QTextCharFormat()
        made.setBackground(QColor(self._editor.theme.colour("selection")))
        self._found = [_mark(self._cursor(start, end), made) for start, end in places]
        self._show()

    def show_link(self, place: tuple[int, int] | None) -> None:
        """Underline what a click would open."""
        if place is None and not self._link:
            return
        made = QTextCharFormat()
        made.setFontUnderline(True)
        made.setForeground(QColor(self._editor.theme.colour("accent")))
        self._link = [_mark(self._cursor(*place), made)] if place is not None else []
        self._show()

    def show_caret(self) -> None:
        """Mark the line of the caret and the brackets beside it."""
        editor = self._editor
        line = QTextCharFormat()
        line.setBackground(QColor(editor.theme.colour("raised")))
        line.setProperty(QTextFormat.Property.FullWidthSelection, True)
        cursor = editor.textCursor()
        cursor.clearSelection()
        self._caret = [_mark(cursor, line), *self._brackets()]
        self._show()

    def _brackets(self) -> list[Any]:
        editor = self._editor
        cursor = editor.textCursor()
        at, line = cursor.positionInBlock(), cursor.block()
        beside = line.text()[max(0, at - 1) : at + 1] if line.length() < _AROUND else ""
        if "(" not in beside and ")" not in beside:
            return []
        around = editor.around()
        places = matching_brackets(around.text, around.at)
        made = QTextCharFormat()
        role = "selection" if len(places) == 2 else "negative"
        made.setBackground(QColor(editor.theme.colour(role)))
        starts = [around.position(place) for place in places]
        return [_mark(self._cursor(start, start + 1), made) for start in starts]

    def _cursor(self, start: int, end: int) -> QTextCursor:
        cursor = QTextCursor(self._editor.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _show(self) -> None:
        faults = [mark for mark, _ in self._faults]
        self._editor.setExtraSelections([*self._caret, *self._found, *self._link, *faults])
        self._editor.margin.faulty = frozenset(mark.cursor.block().blockNumber() for mark in faults)
        self._editor.margin.update()


def _mark(cursor: QTextCursor, made: QTextCharFormat) -> Any:
    mark: Any = QTextEdit.ExtraSelection()
    mark.cursor = cursor
    mark.format = made
    return mark
