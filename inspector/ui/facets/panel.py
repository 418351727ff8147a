"""The panel beside a grid: its facets, a way to add one of any column, and to close it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from inspector.ui.facets.list import FacetList
from inspector.ui.icons import SMALL
from inspector.ui.labels import plain, tip, tone
from inspector.ui.view import ViewContext


class FacetPanel(QWidget):
    """Facets of one table."""

    addRequested = Signal()
    """A facet of another column is wanted."""
    closeRequested = Signal()
    """The panel is to be put away."""

    def __init__(self, context: ViewContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.setAutoFillBackground(True)
        self.setMinimumWidth(140)
        title = plain("Facets", self)
        tone(title, "muted")
        self.add = self._button("Add…", "ph.plus", "Group the rows by another column")
        self.close_button = self._button("", "ph.x", "Close the facets")
        self.list = FacetList(context.theme, self)
        self.says = plain("", self, wrap=True)
        tone(self.says, "muted")
        self.says.setContentsMargins(8, 8, 8, 8)
        self.says.hide()
        head = QHBoxLayout()
        head.setContentsMargins(8, 2, 4, 2)
        head.setSpacing(0)
        head.addWidget(title, 1)
        head.addWidget(self.add)
        head.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.says)
        column.addWidget(self.list, 1)
        self.setFocusProxy(self.list)
        self.add.clicked.connect(self.addRequested)
        self.close_button.clicked.connect(self.closeRequested)

    def say(self, words: str) -> None:
        """Say why there is nothing to choose from; empty when there is."""
        self.says.setText(words)
        self.says.setVisible(bool(words))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closeRequested.emit()
        else:
            super().keyPressEvent(event)

    def _button(self, text: str, icon: str, about: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setToolTip(tip(about))
        button.setAccessibleName(text or about)
        button.setToolButtonStyle(
            Qt.ToolButtonStyle.ToolButtonTextBesideIcon if text else Qt.ToolButtonStyle.ToolButtonIconOnly
        )
        button.setIconSize(SMALL)
        self._context.icons.dress(button, icon, "muted")
        return button
