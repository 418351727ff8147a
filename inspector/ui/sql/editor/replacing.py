"""Other text in the place of what was found, as one step of undo; places are Qt's."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from inspector.ui.exact_text import exact_selection
from inspector.ui.sql.editor.units import to_units

Replaced = tuple[int, int, str]
"""Where a part begins, where it ends, and what is to stand there."""


def replace_part(field: QPlainTextEdit, part: Replaced) -> None:
    """Replace one part, with the caret behind it."""
    start, end, text = part
    cursor = _selected(field, start, end)
    cursor.insertText(text)
    field.setTextCursor(cursor)


def replace_parts(field: QPlainTextEdit, parts: Sequence[Replaced]) -> None:
    """Replace parts that are in order: by one change, which takes as long for one as for a million."""
    first, caret = parts[0][0], field.textCursor().position()
    cursor = _selected(field, first, parts[-1][1])
    before = exact_selection(cursor).encode("utf-16-le", "surrogatepass")
    made: list[str] = []
    at = first
    for start, end, text in parts:
        made += [before[2 * (at - first) : 2 * (start - first)].decode("utf-16-le", "surrogatepass"), text]
        at = end
    cursor.insertText("".join(made))
    cursor.setPosition(_after(caret, parts))
    field.setTextCursor(cursor)


def _after(caret: int, parts: Sequence[Replaced]) -> int:
    """Where the caret is when the parts are replaced: a part that it was in is left by its beginning."""
    moved = 0
    for start, end, text in parts:
        if start >= caret:
            break
        if end > caret:
            return start + moved
        moved += to_units(text, len(text)) - (end - start)
    return caret + moved


def _selected(field: QPlainTextEdit, start: int, end: int) -> QTextCursor:
    cursor = QTextCursor(field.document())
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    return cursor
