"""What is marked in the text: the caret's line, brackets that belong together, faults, what is found, a link."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import QTextEdit

from inspector.queries.scan import Token, tokens
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
    """Where it ends; None: with the piece of SQL that begins there."""
    words: str
    """What is wrong."""


class Marks:
    """Keeps them, and shows them together."""

    def __init__(self, editor: SqlEditor) -> None:
        self._editor = editor
        self._caret: list[Any] = []
        self._faults: list[tuple[Any, Fault, str]] = []
        self._found: list[Any] = []
        self._link: list[Any] = []

    def faults(self) -> tuple[str, ...]:
        """The texts that are marked as faults."""
        return tuple(str(mark.cursor.selectedText()) for mark, _, _ in self._faults)

    def add_fault(self, fault: Fault) -> None:
        """Mark a fault."""
        last = self._editor.document().characterCount() - 1
        start, end = min(fault.start, last), fault.end
        if end is None:
            start, end = self._piece_at(start)
        cursor = self._cursor(start, min(end, last))
        made = QTextCharFormat()
        made.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        made.setUnderlineColor(QColor(self._editor.theme.colour("negative")))
        self._faults.append((_mark(cursor, made), fault, cursor.selectedText()))
        self._show()

    def _piece_at(self, position: int) -> tuple[int, int]:
        """Where the piece of SQL at a place begins and ends; behind the last one: where that does."""
        around = self._editor.around(position)
        last: Token | None = None
        for piece in tokens(around.text):
            if piece.kind not in ("space", "comment"):
                last = piece
            if piece.end > around.at and piece is last:
                break
        if last is None:
            return position, position + 1
        # of a text of many lines the first one is enough
        first = last.start if last.end <= around.at else max(last.start, around.at)
        end = around.text.find("\n", first, last.end)
        return around.position(first), around.position(last.end if end <= first else end)

    def clear_faults(self) -> None:
        """Take the marks of faults away."""
        if self._faults:
            self._faults = []
            self._show()

    def fault_words(self, position: int) -> str:
        """What is wrong at a place."""
        for mark, fault, _ in self._faults:
            if mark.cursor.selectionStart() <= position <= mark.cursor.selectionEnd():
                return fault.words
        return ""

    def fault_words_of_line(self, number: int) -> str:
        """What is wrong in a line, counted from 0."""
        words = (one.words for mark, one, _ in self._faults if mark.cursor.block().blockNumber() == number)
        return "\n".join(dict.fromkeys(words))

    def text_changed(self) -> None:
        """A fault whose text is another is none that is known."""
        kept = [one for one in self._faults if one[2] and one[0].cursor.selectedText() == one[2]]
        if len(kept) != len(self._faults):
            self._faults = kept
            self._show()

    def show_found(self, places: Sequence[tuple[int, int]]) -> None:
        """Mark what was found."""
        made = QTextCharFormat()
        made.setBackground(QColor(self._editor.theme.colour("raised")))
        made.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
        made.setUnderlineColor(QColor(self._editor.theme.colour("accent")))
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
        faults = [mark for mark, _, _ in self._faults]
        self._editor.setExtraSelections([*self._caret, *self._found, *self._link, *faults])
        self._editor.margin.faulty = frozenset(mark.cursor.block().blockNumber() for mark in faults)
        self._editor.margin.update()


def _mark(cursor: QTextCursor, made: QTextCharFormat) -> Any:
    mark: Any = QTextEdit.ExtraSelection()
    mark.cursor = cursor
    mark.format = made
    return mark
