"""A field for SQL: coloured by Pygments, read-only for saved questions, the place of a fault underlined."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QSyntaxHighlighter,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QTextEdit, QWidget

from inspector.queries.scan import tokens
from inspector.ui.theme.theme import Theme

_COLOURED = 60_000
"""Characters up to which a text is coloured: a longer one would hold up typing."""
_LINES_TO_READ, _LINES_TO_WRITE = (3, 6), (8, 16)
"""Least and most lines that are in sight."""
_ROLES = (
    ("Token.Comment", "comment"),
    ("Token.Literal.String", "string"),
    ("Token.Literal.Number", "number"),
    ("Token.Keyword.Constant", "constant"),
    ("Token.Keyword", "keyword"),
    ("Token.Name.Builtin", "function"),
    ("Token.Name.Function", "function"),
    ("Token.Operator", "operator"),
    ("Token.Punctuation", "punctuation"),
)


class SqlColours(QSyntaxHighlighter):
    """Colours one document of SQL; strings and comments over several lines too."""

    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        super().__init__(document)
        self._theme = theme
        self._text = ""
        self._runs: list[tuple[int, int, str]] = []
        theme.changed.connect(self.rehighlight)

    def highlightBlock(self, text: str) -> None:
        whole = self.document().toPlainText()
        if whole != self._text:
            self._text, self._runs = whole, _runs(whole) if len(whole) <= _COLOURED else []
        start = self.currentBlock().position()
        end = start + len(text)
        for at, length, role in self._runs:
            if at < end and at + length > start:
                first = max(0, at - start)
                self.setFormat(first, min(at + length, end) - start - first, self._format(role))

    def _format(self, role: str) -> QTextCharFormat:
        made = QTextCharFormat()
        made.setForeground(self._theme.syntax(role))
        return made


class SqlEdit(QPlainTextEdit):
    """SQL to read or to write."""

    runRequested = Signal()
    """Ctrl+Enter."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._colours = SqlColours(self.document(), theme)
        self.setAccessibleName("SQL")
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._dress()
        theme.changed.connect(self._dress)
        self.blockCountChanged.connect(self.updateGeometry)

    def show_sql(self, sql: str, *, editable: bool) -> None:
        """Show a statement from its beginning."""
        self.setReadOnly(not editable)
        self.setExtraSelections([])
        if self.toPlainText() != sql:
            self.setPlainText(sql)
        self.updateGeometry()

    def mark_fault(self, offset: int | None) -> None:
        """Underline the word at ``offset`` characters and bring it into sight; None takes the line away."""
        if offset is None:
            self.setExtraSelections([])
            return
        before = self.toPlainText()[:offset]
        place = len(before.encode("utf-16-le", "surrogatepass")) // 2
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(place, self.document().characterCount() - 1))
        cursor.movePosition(QTextCursor.MoveOperation.EndOfWord, QTextCursor.MoveMode.KeepAnchor)
        if not cursor.hasSelection():
            cursor.movePosition(QTextCursor.MoveOperation.Right, QTextCursor.MoveMode.KeepAnchor)
        marked: Any = QTextEdit.ExtraSelection()
        marked.cursor = cursor
        marked.format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        marked.format.setUnderlineColor(QColor(self._theme.colour("negative")))
        self.setExtraSelections([marked])
        seen = QTextCursor(cursor)
        seen.clearSelection()
        self.setTextCursor(seen)
        self.ensureCursorVisible()

    def marked(self) -> str:
        """The word that is underlined."""
        selections = self.extraSelections()
        cursor: Any = selections[0].cursor if selections else None
        return str(cursor.selectedText()) if cursor is not None else ""

    def sizeHint(self) -> QSize:
        """As tall as the statement, within limits: what is below must stay in sight."""
        least, most = _LINES_TO_READ if self.isReadOnly() else _LINES_TO_WRITE
        lines = max(least, min(most, self.document().blockCount()))
        frame = 2 * round(self.document().documentMargin()) + 4
        return QSize(320, lines * self.fontMetrics().lineSpacing() + frame)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text() in ("\r", "\n") and event.modifiers() and not self.isReadOnly():
            self.runRequested.emit()
            return
        super().keyPressEvent(event)

    @Slot()
    def _dress(self) -> None:
        self.setFont(self._theme.font("mono_dense"))
        self.setTabStopDistance(self.fontMetrics().horizontalAdvance("    "))


def _runs(text: str) -> list[tuple[int, int, str]]:
    """(start, length, role) of what is coloured, counted as Qt counts."""
    from pygments.lexers.sql import SqlLexer  # late: Pygments costs as much as a small start

    found = []
    for start, token, part in SqlLexer().get_tokens_unprocessed(text):
        role = next((role for stem, role in _ROLES if str(token).startswith(stem)), "")
        if role and part.strip():
            found.append((start, len(part), role))
    found += [(one.start, len(one.text), "parameter") for one in tokens(text) if one.kind == "parameter"]
    if text.isascii():
        return found
    return [(_units(text[:start]), _units(text[start : start + length]), role) for start, length, role in found]


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
