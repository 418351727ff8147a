"""What the node or edge under the pointer is: a small panel beside it, plain text, that takes no room for itself."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from inspector.ui.graph.picture.panels import Panel
from inspector.ui.labels import plain, tone
from inspector.ui.theme.theme import Theme

WIDEST = 340
AWAY = 14
"""Pixels between the pointer and the card."""
_MOST = 400
"""Characters of a line that are shown; Details have them all."""


class HoverCard(Panel):
    """Shows some lines, the first as a heading."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, opacity=248)
        self._over = parent
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._title, self._rest = plain("", self, wrap=True), plain("", self, wrap=True)
        self._title.setMaximumWidth(WIDEST)
        self._rest.setMaximumWidth(WIDEST)
        font = self._title.font()
        font.setWeight(QFont.Weight.DemiBold)
        self._title.setFont(font)
        tone(self._rest, "muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 8, 10, 8)
        column.setSpacing(4)
        column.addWidget(self._title)
        column.addWidget(self._rest)
        self.hide()

    def text(self) -> str:
        """What is said now; empty while nothing is."""
        return "\n".join(filter(None, (self._title.text(), self._rest.text()))) if not self.isHidden() else ""

    def tell(self, text: str, at: QPoint) -> None:
        """Show ``text`` beside a point of the parent, where there is room; nothing for no text."""
        if not text:
            self.hide()
            return
        first, *rest = (line if len(line) <= _MOST else line[:_MOST] + "…" for line in text.splitlines())
        self._title.setText(first)
        self._rest.setText("\n".join(rest))
        self._rest.setVisible(bool(rest))
        self.resize(self._wanted())
        self.move(self._corner(at))
        self.show()
        self.raise_()

    def _wanted(self) -> QSize:
        width = min(max(self._line(self._title), self._line(self._rest)), WIDEST)
        for label in (self._title, self._rest):
            label.setFixedWidth(width)
            label.setFixedHeight(label.heightForWidth(width))
        layout = self.layout()
        return layout.totalMinimumSize() if layout is not None else self.sizeHint()

    @staticmethod
    def _line(label: QLabel) -> int:
        lines = label.text().splitlines() or [""]
        return max(label.fontMetrics().horizontalAdvance(line) for line in lines) + 4

    def _corner(self, at: QPoint) -> QPoint:
        room = self._over.rect().adjusted(4, 4, -4, -4)
        x = at.x() + AWAY if at.x() + AWAY + self.width() <= room.right() else at.x() - AWAY - self.width()
        y = at.y() + AWAY if at.y() + AWAY + self.height() <= room.bottom() else at.y() - AWAY - self.height()
        return QPoint(max(room.left(), x), max(room.top(), y))
