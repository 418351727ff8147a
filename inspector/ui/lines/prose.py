"""How do several texts stand above a list, whole where there is room, and scrolling where there is not?"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

_LEAST_LINES = 4
"""Lines of text that are seen however small the place is."""


class Words(QLabel):
    """Plain text in lines, to be selected with the mouse; as wide as its place."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)


class Prose(QScrollArea):
    """Texts one below the other, as high as they are; scrolls when it is given less."""

    def __init__(self, amount: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # the list below is where the keyboard goes; the texts follow the wheel
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        # no height for width: a layout would take it for the least height too, and nothing would scroll
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Maximum)
        # without a parent until it is put in: one that had another loses the fonts of its headings when the view moves
        body = QWidget()
        self._column = QVBoxLayout(body)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self.words = tuple(Words(body) for _ in range(amount))
        """The texts, top down."""
        for label in self.words:
            self._column.addWidget(label)
        self._column.addStretch(1)
        self.setWidget(body)
        self.viewport().setAutoFillBackground(False)
        body.setAutoFillBackground(False)

    def say(self, *texts: str) -> None:
        """Show these texts, as many as there are places; an empty one takes no room."""
        for label, text in zip(self.words, texts, strict=True):
            label.setText(text)
            label.setVisible(bool(text))
        self.verticalScrollBar().setValue(0)
        self.updateGeometry()

    def text(self) -> str:
        """What is said, in lines."""
        return "\n".join(label.text() for label in self.words if label.text())

    def sizeHint(self) -> QSize:
        wide = self.width()
        return QSize(wide, self._column.totalHeightForWidth(wide))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, min(self.sizeHint().height(), _LEAST_LINES * self.fontMetrics().lineSpacing()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
