"""The bar for finding in the details: what is sought, how many were found, the ways to the next and the one before."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QToolButton, QWidget

from inspector.ui.details.finding import Finding
from inspector.ui.icons import SMALL
from inspector.ui.labels import plain, tip, tone
from inspector.ui.view import ViewContext


class DetailsFindBar(QFrame):
    """Hidden until it is asked for; it finds in the page that is in front."""

    left = Signal()
    """The reader goes back to the page."""

    def __init__(self, context: ViewContext, findings: Iterable[Finding], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._findings = context, tuple(findings)
        self._finding: Finding | None = None
        self.field = QLineEdit(self)
        self.field.setPlaceholderText("Find here")
        self.field.setAccessibleName("Find in the details")
        self.field.setToolTip(tip("Finds a text in any case of its letters, in what the page in front shows."))
        self.field.setMinimumWidth(80)
        self._told = plain("", self)
        tone(self._told, "muted")
        self.before = self._button("Previous", "Shift+Enter", "ph.caret-up")
        self.next = self._button("Next", "Enter", "ph.caret-down")
        self.close_button = self._button("Close", "Esc", "ph.x")
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 4, 4, 4)
        row.setSpacing(4)
        row.addWidget(self.field, 1)
        for widget in (self._told, self.before, self.next, self.close_button):
            row.addWidget(widget)
        self.field.textEdited.connect(self._seek)
        self.field.installEventFilter(self)
        self.before.clicked.connect(self._step_back)
        self.next.clicked.connect(self._step)
        self.close_button.clicked.connect(self.end)
        for finding in self._findings:
            finding.changed.connect(self._tell)
        self.hide()

    def start(self) -> None:
        """Show it with the keyboard in it."""
        self.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
        self._seek(self.field.text())

    @Slot()
    def end(self) -> None:
        """Put it away, its marks with it."""
        had_keyboard = self.isAncestorOf(self.focusWidget()) if self.focusWidget() is not None else False
        self.hide()
        self._seek("")
        if had_keyboard:
            self.left.emit()

    def follow(self, finding: Finding) -> None:
        """Another page is in front: find in that one."""
        if finding is not self._finding:
            if self._finding is not None:
                self._finding.seek("")
            self._finding = finding
            if not self.isHidden():
                self._seek(self.field.text())

    def told(self) -> str:
        """What is said of the matches."""
        return self._told.text()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is not self.field or event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._go(-1 if back else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self.end()
        elif event.key() == Qt.Key.Key_Down:
            self.left.emit()
        else:
            return False
        return True

    @Slot(str)
    def _seek(self, text: str) -> None:
        if self._finding is not None:
            self._finding.seek(text)
        self._tell()

    @Slot()
    def _step(self) -> None:
        self._go(1)

    @Slot()
    def _step_back(self) -> None:
        self._go(-1)

    def _go(self, by: int) -> None:
        if self._finding is not None:
            self._finding.step(by)

    @Slot()
    def _tell(self) -> None:
        words = self._finding.words() if self._finding is not None else ""
        self._told.setText(words)
        tone(self._told, "warning" if words == "not found" else "muted")

    def _button(self, words: str, keys: str, icon: str) -> QToolButton:
        button = QToolButton(self)
        button.setToolTip(tip(f"{words} ({keys})"))
        button.setAccessibleName(words)
        button.setIconSize(SMALL)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._context.icons.dress(button, icon, "muted")
        return button
