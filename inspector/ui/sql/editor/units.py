"""Places in a text, in characters and as Qt counts them: a character outside the basic plane is two units there."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QTextCursor, QTextDocument


def to_units(text: str, at: int) -> int:
    """The units before the character at ``at``."""
    return at if text.isascii() else len(text[:at].encode("utf-16-le", "surrogatepass")) // 2


def to_characters(text: str, units: int) -> int:
    """The characters before a place in units; inside a character: before it."""
    if text.isascii():
        return units
    before = text.encode("utf-16-le", "surrogatepass")[: units * 2].decode("utf-16-le", "ignore")
    return len(before)


class WideCharacters(QObject):
    """Whether a document may hold characters that count twice; asked of what is written, not of the whole."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self.found = False
        """Whether one was written since the document was empty."""
        self._document = document
        document.contentsChange.connect(self._look)

    @Slot(int, int, int)
    def _look(self, position: int, removed: int, added: int) -> None:
        if self._document.isEmpty():
            self.found = False
        if self.found or not added:
            return
        cursor = QTextCursor(self._document)
        cursor.setPosition(position)
        cursor.setPosition(min(position + added, self._document.characterCount() - 1), QTextCursor.MoveMode.KeepAnchor)
        written = cursor.selectedText()
        # a character that counts twice makes the text shorter than its places
        self.found = len(written) != cursor.selectionEnd() - cursor.selectionStart()
