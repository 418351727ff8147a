"""A field of plain text that gives back what was put in: Qt's own ways out make blanks of no-break spaces."""

from __future__ import annotations

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QPlainTextEdit

_LINE_END = "\u2029"
"""What Qt keeps for the end of a line."""


class ExactText(QPlainTextEdit):
    """Text to the character."""

    def exact(self) -> str:
        """All of it."""
        return exact_text(self.document())

    def createMimeDataFromSelection(self) -> QMimeData:
        data = QMimeData()
        data.setText(exact_selection(self.textCursor()))
        return data


def exact_text(document: QTextDocument) -> str:
    """The text of a document."""
    return document.toRawText().replace(_LINE_END, "\n")


def exact_selection(cursor: QTextCursor) -> str:
    """The text that is selected."""
    return cursor.selectedText().replace(_LINE_END, "\n")
