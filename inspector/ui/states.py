"""The written states of a view: empty, loading, error and partial, laid over its content by one widget.

Every text is plain. Loading is shown only when it lasts, so that quick answers never flicker.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from inspector.errors import KnownError
from inspector.ui.labels import enlarge, plain, tone
from inspector.ui.tasks import SLOW_MS

_TEXT_WIDTH = 520
_MARGIN = 24


class ViewState(Enum):
    """What lies over the content now."""

    CONTENT = "content"
    EMPTY = "empty"
    LOADING = "loading"
    ERROR = "error"


def error_report(error: KnownError) -> str:
    """What "Copy details" copies: what happened, to which file, what to do, and the underlying message."""
    parts = (error.what, error.path or "", error.advice, error.details)
    return "\n".join(part for part in parts if part)


class StateOverlay(QWidget):
    """Covers ``target`` with a written state; a child of it that follows its size."""

    stateChanged = Signal(object)
    """The :class:`ViewState` that is shown now."""

    def __init__(self, target: QWidget) -> None:
        super().__init__(target)
        self.setObjectName("stateOverlay")
        self.setAutoFillBackground(True)
        self._state = ViewState.CONTENT
        self._cancel: Callable[[], object] | None = None
        self._act: Callable[[], object] | None = None
        self._report = ""
        self._built = False
        self._wait = QTimer(self, singleShot=True, interval=SLOW_MS)
        self._wait.timeout.connect(self._show_now)
        target.installEventFilter(self)
        self.hide()

    def state(self) -> ViewState:
        """The state that was asked for last (a loading that is younger than 150 ms is not visible yet)."""
        return self._state

    def show_content(self) -> None:
        """Uncover the content."""
        self._set(ViewState.CONTENT)
        self._wait.stop()
        self.hide()

    def show_loading(
        self, what: str, cancel: Callable[[], object] | None = None, *, progress: tuple[int, int] | None = None
    ) -> None:
        """Say what is being read, once it took 150 ms; ``cancel`` ends it, ``progress`` is (done, of all)."""
        was_loading = self._state is ViewState.LOADING
        self._fill(what, "", "")
        self._cancel = cancel
        self._cancel_button.setVisible(cancel is not None)
        self._bar.setVisible(True)
        done, total = progress or (0, 0)
        # Qt's bar counts in 32 bits: a share of 1000 says the same for any count.
        self._bar.setRange(0, 1000 if total else 0)
        self._bar.setValue(min(1000, done * 1000 // total) if total else 0)
        self._set(ViewState.LOADING)
        if not was_loading and self.isHidden():
            self._wait.start()

    def show_empty(
        self, what: str, advice: str = "", *, action: str = "", run: Callable[[], object] | None = None
    ) -> None:
        """Say what would be here and what to do; ``action`` is the text of a button that calls ``run``."""
        self._fill(what, "", advice)
        self._offer(action, run)
        self._set(ViewState.EMPTY)
        self._show_now()

    def show_error(
        self, error: KnownError, retry: Callable[[], object] | None = None, *, retry_text: str = "Try again"
    ) -> None:
        """Say what happened, to which file and what to do; the details can be copied."""
        self._fill(error.what, error.path or "", error.advice)
        self._report = error_report(error)
        self._copy.setVisible(True)
        self._offer(retry_text if retry else "", retry)
        self._set(ViewState.ERROR)
        self._show_now()

    def text(self) -> str:
        """All that is written, for tests and screen readers."""
        labels = (self._what, self._path, self._advice) if self._built else ()
        return "\n".join(label.text() for label in labels if label.text())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show) and isinstance(watched, QWidget):
            self.setGeometry(watched.rect())
        return False

    def _build(self) -> None:
        """Made when a state is first written: most views answer before anything must be said."""
        self._built = True
        self._what = plain("", self, wrap=True)
        enlarge(self._what)
        self._path = plain("", self, wrap=True)
        self._advice = plain("", self, wrap=True)
        tone(self._path, "muted")
        for label in (self._what, self._path, self._advice):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._bar = QProgressBar(self, textVisible=False)
        self._action = QPushButton(self)
        self._copy = QPushButton("Copy details", self)
        self._cancel_button = QPushButton("Cancel", self)
        box = QFrame(self)
        box.setMaximumWidth(_TEXT_WIDTH)
        inner = QVBoxLayout(box)
        inner.setSpacing(8)
        for widget in (self._what, self._path, self._advice, self._bar):
            inner.addWidget(widget)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        for button in (self._action, self._copy, self._cancel_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        inner.addLayout(buttons)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        outer.addStretch(1)
        outer.addWidget(box, 8, Qt.AlignmentFlag.AlignVCenter)
        outer.addStretch(1)
        self._action.clicked.connect(self._run_action)
        self._cancel_button.clicked.connect(self._run_cancel)
        self._copy.clicked.connect(self._copy_report)

    def _fill(self, what: str, path: str, advice: str) -> None:
        if not self._built:
            self._build()
        for label, text in ((self._what, what), (self._path, path), (self._advice, advice)):
            label.setText(text)
            label.setVisible(bool(text))
        self.setAccessibleName(self.text())
        self._bar.hide()
        self._copy.hide()
        self._cancel_button.hide()
        self._offer("", None)

    def _offer(self, text: str, run: Callable[[], object] | None) -> None:
        self._act = run
        self._action.setText(text.replace("&", "&&"))
        self._action.setVisible(run is not None)

    def _set(self, state: ViewState) -> None:
        if state is not ViewState.LOADING:
            self._cancel = None
        if state is not self._state:
            self._state = state
            self.stateChanged.emit(state)

    @Slot()
    def _show_now(self) -> None:
        self._wait.stop()
        target = self.parentWidget()
        if target is not None:
            self.setGeometry(target.rect())
        self.show()
        self.raise_()

    @Slot()
    def _run_action(self) -> None:
        if self._act:
            self._act()

    @Slot()
    def _run_cancel(self) -> None:
        if self._cancel:
            self._cancel()

    @Slot()
    def _copy_report(self) -> None:
        QGuiApplication.clipboard().setText(self._report)


class PartialStrip(QFrame):
    """One line that says what is missing from what is shown, with a way to load the rest. Hidden while nothing is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rest: Callable[[], object] | None = None
        self._text = plain("", self, wrap=True)
        self._button = QPushButton("Load the rest", self)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 4, 8, 4)
        row.addWidget(self._text, 1)
        row.addWidget(self._button)
        self._button.clicked.connect(self._load)
        self.hide()

    def show_partial(
        self, missing: str, rest: Callable[[], object] | None = None, *, action: str = "Load the rest"
    ) -> None:
        """Say what is missing; ``rest`` loads it."""
        self._text.setText(missing)
        self._rest = rest
        self._button.setText(action.replace("&", "&&"))
        self._button.setVisible(rest is not None)
        self.show()

    def show_whole(self) -> None:
        """Nothing is missing any more."""
        self._rest = None
        self.hide()

    def text(self) -> str:
        """What is missing, as written."""
        return self._text.text()

    @Slot()
    def _load(self) -> None:
        if self._rest:
            self._rest()
