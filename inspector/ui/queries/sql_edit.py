"""The SQL of a question to be read: coloured, as tall as it is long, the place of a fault underlined."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSize, Slot
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QSizePolicy, QTextEdit, QWidget

from inspector.ui.exact_text import ExactText
from inspector.ui.sql.editor.colours import SqlHighlighter
from inspector.ui.sql.editor.units import to_units
from inspector.ui.theme.theme import Theme

_LEAST, _MOST = 3, 6
"""Least and most lines that are in sight."""


class SqlEdit(ExactText):
    """SQL to read."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.sql = ""
        """What is shown, as it was given."""
        self._colours = SqlHighlighter(self.document(), theme)
        self.setAccessibleName("SQL")
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setLineWrapMode(ExactText.LineWrapMode.WidgetWidth)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._dress()
        theme.changed.connect(self._dress)
        self.blockCountChanged.connect(self.updateGeometry)

    def show_sql(self, sql: str) -> None:
        """Show a statement from its beginning."""
        self.setExtraSelections([])
        if self.sql != sql:
            self.sql = sql
            self.setPlainText(sql)
        self.updateGeometry()

    def mark_fault(self, offset: int | None) -> None:
        """Underline the word at ``offset`` characters and bring it into sight; None takes the line away."""
        if offset is None:
            self.setExtraSelections([])
            return
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(to_units(self.exact(), offset), self.document().characterCount() - 1))
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
        lines = max(_LEAST, min(_MOST, self.document().blockCount()))
        frame = 2 * round(self.document().documentMargin()) + 4
        return QSize(320, lines * self.fontMetrics().lineSpacing() + frame)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.sizeHint().height())

    @Slot()
    def _dress(self) -> None:
        self.setFont(self._theme.font("mono_dense"))
        self.setTabStopDistance(self.fontMetrics().horizontalAdvance("    "))
