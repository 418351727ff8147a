"""The bar above a conversation: words to find, the form of times, the order, and where to go."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QToolButton, QVBoxLayout, QWidget

from inspector.ui.icons import SMALL
from inspector.ui.labels import PlainLabel, tip, tone
from inspector.ui.lines.flow import FlowBox
from inspector.ui.timeline.fields import Choice, JumpField, form_choice
from inspector.ui.view import ViewContext

_REST_MS = 200
ORDERS = (
    ("time", "By time", "Messages in and out merged by their instants"),
    ("sequence", "By number", "Messages in and out merged by the number under which the agent knows them"),
)
"""(id, title, what it means)."""


class ChatBar(QFrame):
    """Says what is wanted; the view does it."""

    wordsChanged = Signal(str)
    """Words to find, once typing rests."""
    stepRequested = Signal(object)
    """1: the next message with the words; -1: the one before."""
    formChanged = Signal(str)
    """The form of times that is wanted."""
    orderChanged = Signal(str)
    """The order that is wanted."""
    jumpRequested = Signal(str)
    """A time as it was typed."""
    foldsChanged = Signal(bool)
    """Whether system messages are to be folded."""
    left = Signal()
    """The keyboard is to go to the messages."""

    def __init__(self, context: ViewContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.text = QLineEdit(self)
        self.text.setPlaceholderText("Find in the conversation")
        self.text.setAccessibleName("Find in the conversation")
        self.text.setToolTip(tip("Enter: the next message that says it; Shift+Enter: the one before (Ctrl+F)"))
        self.text.setClearButtonEnabled(True)
        self.text.setMinimumWidth(context.theme.scaled(90))
        self.jump = JumpField("Ctrl+G", self)
        self.jump.setMinimumWidth(context.theme.scaled(88))
        self.jump.setMaximumWidth(context.theme.scaled(120))
        self.found = PlainLabel("", self)
        tone(self.found, "muted")
        self.previous = self._button("Previous", "ph.caret-up", "The message before that says it (Shift+F3)", bare=True)
        self.next = self._button("Next", "ph.caret-down", "The next message that says it (F3)", bare=True)
        self.form = form_choice(self)
        self.order = Choice("Order of the messages", ORDERS, self)
        self.buttons = FlowBox(self, gap=2)
        self.fault = self._button("First error", "ph.warning-octagon", "The first message that failed", self.buttons)
        self.waiting = self._button(
            "Next unanswered", "ph.chat-teardrop-dots", "The next message that waits for an answer (F8)", self.buttons
        )
        self.end = self._button("Newest", "ph.arrow-line-down", "The newest message, at the end (End)", self.buttons)
        self.system = self._button(
            "System messages", "ph.gear", "Unfold what host and agent say to one another", self.buttons
        )
        self.system.setCheckable(True)
        for button in (self.fault, self.waiting, self.end, self.system):
            self.buttons.add(button)
        self._typed = QTimer(self, singleShot=True, interval=_REST_MS)
        self._lay_out()
        self._wire()
        self.show_found("", can=False)

    def _lay_out(self) -> None:
        first, second = QHBoxLayout(), QHBoxLayout()
        first.addWidget(self.text, 1)
        for widget in (self.found, self.previous, self.next, self.jump, self.form, self.order):
            first.addWidget(widget)
        self.found.setMinimumWidth(self._context.theme.scaled(60))
        second.addWidget(self.buttons, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 4)
        column.setSpacing(6)
        for row in (first, second):
            row.setSpacing(6)
            column.addLayout(row)

    def _wire(self) -> None:
        self.text.textChanged.connect(self._typed.start)
        self.text.installEventFilter(self)
        self._typed.timeout.connect(self._rested)
        self.jump.wanted.connect(self.jumpRequested)
        self.previous.clicked.connect(self._back)
        self.next.clicked.connect(self._forth)
        self.form.chosen.connect(self.formChanged)
        self.order.chosen.connect(self.orderChanged)
        self.system.toggled.connect(self._system_toggled)

    # --- shown -----------------------------------------------------------------------------------------------------

    def words(self) -> str:
        """What is to be found."""
        return " ".join(self.text.text().split())

    def show_words(self, words: str) -> None:
        """Write what is to be found, without asking for it."""
        if words != self.words():
            with QSignalBlocker(self.text):
                self.text.setText(words)

    def show_found(self, words: str, *, can: bool) -> None:
        """Say how many messages have the words, and which of them is the current one."""
        self.found.setText(words)
        self.found.setVisible(bool(words))
        for button in (self.previous, self.next):
            button.setVisible(bool(words))
            button.setEnabled(can)

    # --- asked -----------------------------------------------------------------------------------------------------

    @Slot()
    def _rested(self) -> None:
        self._typed.stop()
        self.wordsChanged.emit(self.words())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                if self._typed.isActive():
                    self._rested()
                else:
                    back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
                    self.stepRequested.emit(-1 if back else 1)
                return True
            if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Down):
                self.left.emit()
                return True
        return False

    @Slot()
    def _back(self) -> None:
        self.stepRequested.emit(-1)

    @Slot()
    def _forth(self) -> None:
        self.stepRequested.emit(1)

    @Slot(bool)
    def _system_toggled(self, shown: bool) -> None:
        self.foldsChanged.emit(not shown)

    def _button(
        self, text: str, icon: str, about: str, parent: QWidget | None = None, *, bare: bool = False
    ) -> QToolButton:
        made = QToolButton(parent or self)
        made.setText(text)
        made.setAccessibleName(text)
        made.setToolTip(tip(about))
        style = Qt.ToolButtonStyle.ToolButtonIconOnly if bare else Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        made.setToolButtonStyle(style)
        made.setIconSize(SMALL)
        made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._context.icons.dress(made, icon)
        return made
