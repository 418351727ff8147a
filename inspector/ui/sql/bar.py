"""The line over the editor: run, stop, plan, sandbox, format, save, and how much an answer may take."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QMenu, QToolButton, QVBoxLayout, QWidget

from inspector.settings import Settings
from inspector.ui.icons import Icons
from inspector.ui.lines.flow import FlowBox
from inspector.ui.sql.limit_field import LimitField

_GAP, _INSET = 4, 8


class WorkbenchBar(QWidget):
    """Buttons of one document."""

    runRequested = Signal()
    runAllRequested = Signal()
    stopRequested = Signal()
    planRequested = Signal()
    sandboxRequested = Signal()
    formatRequested = Signal()
    questionRequested = Signal()
    """Save as a question."""
    fileRequested = Signal()
    """Save to the file."""
    historyToggled = Signal(bool)
    """The history is to be shown, or hidden."""
    eachChanged = Signal(bool)
    """Every source below is to be asked, or only this one."""

    def __init__(self, icons: Icons, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self.run = self._button("Run", "ph.play", "Run the statement at the caret, or what is selected (Ctrl+Enter)")
        self.run_all = self._button("Run all", "ph.fast-forward", "Run all statements (Ctrl+Shift+Enter)")
        self.stop = self._button("Stop", "ph.stop", "Stop (Ctrl+.)")
        self.plan = self._button("Plan", "ph.tree-structure", "How SQLite would answer (Ctrl+Shift+P)")
        words = "Run on a private copy, whatever it does, and see what would change: the file stays untouched"
        self.sandbox = self._button("Sandbox", "ph.flask", f"{words} (Ctrl+Alt+Enter)")
        self.format = self._button("Format", "ph.text-align-left", "Lay the SQL out anew (Ctrl+Shift+I)")
        self.save = self._menu_button()
        self.history = self._button("History", "ph.clock-counter-clockwise", "What was run (Ctrl+Shift+H)")
        self.history.setCheckable(True)
        words = "Ask every source below this one too; a column says whose each row is"
        self.each = self._button("Each below", "ph.stack", words)
        self.each.setCheckable(True)
        self.rows = LimitField(settings, "query.row_limit", "rows", self)
        self.seconds = LimitField(settings, "query.time_limit_s", "s", self)
        self._first: tuple[QToolButton, ...] = (self.plan, self.sandbox, self.format, self.save, self.history)
        self._then = (self.run_all, self.stop)
        self._fitted = 0
        self._build()
        self._wire()
        self.show_running(running=False)

    def show_running(self, *, running: bool) -> None:
        """Offer to stop, or to run."""
        self.stop.setEnabled(running)

    def show_limits(self) -> None:
        """Show the limits of the settings."""
        for field in (self.rows, self.seconds):
            if not field.hasFocus():
                field.show_value()

    def settle(self) -> None:
        """Take what is being typed as a limit."""
        for field in (self.rows, self.seconds):
            if field.hasFocus():
                field.settle()

    def offer_each(self, each: bool) -> None:
        """Offer to ask every source below too."""
        with QSignalBlocker(self.each):
            self.each.setChecked(each)
        self._flow.add(self.each)
        self._first = (*self._first, self.each)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._shorten()

    # --- building ---

    def _build(self) -> None:
        self._flow = FlowBox(self, gap=_GAP)
        self.each.hide()
        for widget in (self.run, *self._then, *self._first, self.rows, self.seconds):
            self._flow.add(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(_INSET, 4, _INSET, 4)
        column.addWidget(self._flow)

    def _wire(self) -> None:
        for button, signal in (
            (self.run, self.runRequested),
            (self.run_all, self.runAllRequested),
            (self.stop, self.stopRequested),
            (self.plan, self.planRequested),
            (self.sandbox, self.sandboxRequested),
            (self.format, self.formatRequested),
        ):
            button.clicked.connect(signal)
        self._icons.changed.connect(self._dressed)
        self.history.toggled.connect(self.historyToggled)
        self.each.toggled.connect(self.eachChanged)

    def _button(self, text: str, icon: str, words: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setToolTip(words)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._icons.dress(button, icon)
        return button

    def _menu_button(self) -> QToolButton:
        button = self._button("Save", "ph.floppy-disk", "Save as a question, or to a file")
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(button)
        for words, signal in (("Save as a question…", self.questionRequested), ("Save to a file", self.fileRequested)):
            action = QAction(words, menu)
            action.triggered.connect(signal)
            menu.addAction(action)
        button.setMenu(menu)
        return button

    @Slot()
    def _dressed(self) -> None:
        self._fitted = 0
        self._shorten()

    def _shorten(self) -> None:
        """Where there is no room for all words, the buttons whose icons say enough have none."""
        if not self._icons.loaded or self.width() == self._fitted:
            return
        self._fitted = self.width()
        every = (*self._first, *self._then)
        for bare in ((), self._first, every):
            for button in every:
                looks = Qt.ToolButtonStyle
                button.setToolButtonStyle(
                    looks.ToolButtonIconOnly if button in bare else looks.ToolButtonTextBesideIcon
                )
            if sum(part.sizeHint().width() + _GAP for part in self._flow.parts()) + 2 * _INSET <= self.width():
                break
        # Qt keeps the height that it knew for this width
        self._flow.updateGeometry()
        layout = self.layout()
        if layout is not None:
            layout.invalidate()
        self.updateGeometry()
