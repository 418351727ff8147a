"""The bar for finding in a grid: what is sought, how many were found in how much, and the ways to the next."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QToolButton, QWidget

from inspector.ui.labels import plain, tip, tone
from inspector.ui.table.finder import Finder

_FIELD_WIDTH = 260


class FindBar(QFrame):
    """Hidden until it is asked for."""

    left = Signal()
    """The reader goes back to the rows."""

    def __init__(self, finder: Finder, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._finder = finder
        self.field = QLineEdit(self)
        self.field.setPlaceholderText("Find in these rows")
        self.field.setAccessibleName("Find in these rows")
        self.field.setFixedWidth(_FIELD_WIDTH)
        self.field.setToolTip(tip("Finds a text in any case of its letters, in all columns that are shown."))
        self._told = plain("", self)
        tone(self._told, "muted")
        self.before, self.next = self._button("Previous", "Shift+Enter"), self._button("Next", "Enter")
        self.stop, self.close_button = self._button("Stop", ""), self._button("Close", "Esc")
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 4, 8, 4)
        row.setSpacing(6)
        for widget in (self.field, self.before, self.next):
            row.addWidget(widget)
        row.addWidget(self._told, 1)
        row.addWidget(self.stop)
        row.addWidget(self.close_button)
        self._wire()
        self.hide()

    def start(self) -> None:
        """Show it with the keyboard in it."""
        self.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
        self._finder.seek(self.field.text())

    @Slot()
    def end(self) -> None:
        """Put it away, its marks with it."""
        self.hide()
        self._finder.seek("")
        self.left.emit()

    def told(self) -> str:
        """What is said of the matches."""
        return self._told.text()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is not self.field or event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._finder.step(-1 if back else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self.end()
        elif event.key() == Qt.Key.Key_Down:
            self.left.emit()
        else:
            return False
        return True

    def _button(self, words: str, keys: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(words)
        button.setToolTip(tip(f"{words} ({keys})" if keys else words))
        return button

    def _wire(self) -> None:
        self.field.textEdited.connect(self._finder.seek)
        self.field.installEventFilter(self)
        self.before.clicked.connect(self._step_back)
        self.next.clicked.connect(self._step)
        self.stop.clicked.connect(self._finder.stop)
        self.close_button.clicked.connect(self.end)
        self._finder.changed.connect(self._tell)
        self.stop.hide()

    @Slot()
    def _step(self) -> None:
        self._finder.step(1)

    @Slot()
    def _step_back(self) -> None:
        self._finder.step(-1)

    @Slot()
    def _tell(self) -> None:
        words = self._finder.words()
        self._told.setText(words)
        tone(self._told, "warning" if words == "not found" else "muted")
        self.stop.setVisible(self._finder.looking)
