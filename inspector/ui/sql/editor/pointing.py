"""What does the word under the pointer name? It is told in a tip, and with Ctrl held a click opens its table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QHelpEvent, QMouseEvent
from PySide6.QtWidgets import QToolTip

from inspector.queries.completion import Mentioned, mentioned
from inspector.ui.labels import tip

if TYPE_CHECKING:
    from inspector.ui.sql.editor.editor import SqlEditor

_BESIDE = 12
"""Pixels beside a character that are still on it."""


class Pointing:
    """The pointer over one editor."""

    def __init__(self, editor: SqlEditor) -> None:
        self._editor = editor

    def opened(self, event: QMouseEvent) -> Mentioned | None:
        """What a press is to open; None where it is a press like any other."""
        if not _control(event) or event.button() != Qt.MouseButton.LeftButton:
            return None
        found = self._under(event.position().toPoint())
        return found if found is not None and found.table is not None else None

    def moved(self, event: QMouseEvent) -> None:
        """Underline what a click would open."""
        point = event.position().toPoint()
        found = self._under(point) if _control(event) else None
        if found is None or found.table is None:
            self.left()
            return
        around = self._editor.around(self._editor.cursorForPosition(point).position())
        self._editor.marks.show_link((around.position(found.start), around.position(found.end)))
        self._editor.viewport().setCursor(Qt.CursorShape.PointingHandCursor)

    def left(self) -> None:
        """Nothing would be opened any more."""
        self._editor.marks.show_link(None)
        self._editor.viewport().setCursor(Qt.CursorShape.IBeamCursor)

    def tell(self, event: QHelpEvent) -> None:
        """Say what is wrong under the pointer, else what the word there means."""
        editor = self._editor
        point = editor.viewport().mapFrom(editor, event.pos())
        words = editor.marks.fault_words(editor.cursorForPosition(point).position())
        if not words:
            found = self._under(point)
            words = found.words if found is not None else ""
        if words:
            QToolTip.showText(event.globalPos(), tip(words), editor)
        else:
            QToolTip.hideText()

    def _under(self, point: QPoint) -> Mentioned | None:
        editor = self._editor
        cursor = editor.cursorForPosition(point)
        if not editor.cursorRect(cursor).adjusted(-_BESIDE, 0, _BESIDE, 0).contains(point):
            return None
        around = editor.around(cursor.position())
        return mentioned(around.text, around.at, editor.vocabulary)


def _control(event: QMouseEvent) -> bool:
    return bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
