"""What a step came to, written over the upper edge of the picture until the next one: "no path", "100 of 3,000"."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from inspector.ui.graph.picture.panels import Panel
from inspector.ui.labels import one_line, plain, tip
from inspector.ui.theme.theme import Theme

_SIDE = 12
_FROM_TOP = 34
"""Pixels below the upper edge, where headings of columns stand."""
_SHARE = 0.8
"""Share of the width that it takes at most."""


class Remark(Panel):
    """Some words over a picture; a click takes them away."""

    def __init__(self, theme: Theme, picture: QWidget) -> None:
        super().__init__(theme, picture)
        self._picture = picture
        self._said = ""
        self._text = plain("", self, wrap=True)
        self._text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        row = QHBoxLayout(self)
        row.setContentsMargins(_SIDE, 6, _SIDE, 6)
        row.addWidget(self._text)
        picture.installEventFilter(self)
        self.hide()

    def text(self) -> str:
        """What it says; empty while it says nothing."""
        return self._said

    @Slot(str)
    def say(self, text: str) -> None:
        """Say something instead, or nothing."""
        self._said = text
        self._text.setToolTip(tip(text))
        self.setAccessibleName(text)
        self._place()
        self.setVisible(bool(text))

    def _place(self) -> None:
        picture = self._picture
        widest = max(round(picture.width() * _SHARE) - 2 * _SIDE, 40)
        line = one_line(self._said)
        self._text.setText(line)
        self._text.setFixedWidth(min(widest, self._text.fontMetrics().horizontalAdvance(line) + 4))
        self.adjustSize()
        self.move((picture.width() - self.width()) // 2, _FROM_TOP)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.say("")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and not self.isHidden():
            self._place()
        return False
