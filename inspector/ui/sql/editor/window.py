"""The text around a place: enough for what a key asks, however long the whole is."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QTextBlock, QTextDocument

from inspector.ui.sql.editor.units import to_characters, to_units

_CHARACTERS = 10_000
"""Characters before and after the place, whole lines."""


@dataclass(frozen=True)
class Window:
    """Some lines of a document."""

    text: str
    """The lines as they are shown."""
    start: int
    """Qt's place of the first character."""
    at: int
    """Index of the character at the place that was asked for."""

    def position(self, index: int) -> int:
        """Qt's place of a character of the text."""
        return self.start + to_units(self.text, index)


def window_around(document: QTextDocument, position: int) -> Window:
    """The lines around one of Qt's places."""
    middle = document.findBlock(position)
    first = middle
    before = position - middle.position()
    lines = [middle.text()]
    while before < _CHARACTERS and first.previous().isValid():
        first = first.previous()
        lines.append(first.text())
        before += first.length()
    lines.reverse()
    lines += _after(middle, middle.length() - (position - middle.position()))
    text = "\n".join(lines)
    return Window(text, first.position(), to_characters(text, position - first.position()))


def _after(middle: QTextBlock, count: int) -> list[str]:
    lines = []
    block = middle.next()
    while count < _CHARACTERS and block.isValid():
        lines.append(block.text())
        count += block.length()
        block = block.next()
    return lines
