"""What was run, beside the editor: newest first, searched by words, put back into an editor, run again, cleared."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from inspector.cancel import CancelToken
from inspector.clock import real_now
from inspector.queries.history import PastRun, RunHistory, fitting
from inspector.timeline.instants import age_words
from inspector.ui.lines.line import Line, LineGroup
from inspector.ui.lines.list import LineList
from inspector.ui.lines.sizes import counted
from inspector.ui.sql.documents import Documents
from inspector.ui.sql.naming import head
from inspector.ui.states import StateOverlay

if TYPE_CHECKING:
    from inspector.ui.view import ViewContext

_TYPING_MS = 120
_SHOWN = 200
"""Runs that are shown before the rest is asked for."""


class HistoryPane(QWidget):
    """The runs of all documents."""

    editRequested = Signal(object)
    """A PastRun whose text is wanted in an editor."""
    runRequested = Signal(object)
    """A PastRun that is to be run again."""

    def __init__(self, context: ViewContext, path: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._path = context, path
        self._documents = Documents.of(context)
        self._runs: tuple[PastRun, ...] = ()
        self._by_key: dict[str, PastRun] = {}
        self.filter = QLineEdit(self)
        self.filter.setPlaceholderText("Search what was run")
        self.filter.setAccessibleName("Search what was run")
        self.filter.setClearButtonEnabled(True)
        self.here = QCheckBox("Of this source only", self)
        self.here.setChecked(True)
        self.list = LineList(context.theme, "History of runs", self, fitted=False)
        self.states = StateOverlay(self.list)
        self.edit_button = QPushButton("Put in the editor", self)
        self.again_button = QPushButton("Run again", self)
        self.clear_button = QPushButton("Clear", self)
        self.clear_button.setToolTip("Forgets every run, of every source")
        self._build()
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._wire()
        self._offer()

    def run(self) -> PastRun | None:
        """The run that is selected."""
        line = self.list.line()
        return self._by_key.get(line.key) if line is not None else None

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.read()

    @Slot()
    def read(self) -> None:
        """Read the runs, if the pane is seen."""
        if self.isVisible():
            self._context.runner.run(partial(_load, self._documents.history), self._loaded, owner=self, key="history")

    def _build(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (self.edit_button, self.again_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        buttons.addWidget(self.clear_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(8)
        column.addWidget(self.filter)
        column.addWidget(self.here)
        column.addWidget(self.list, 1)
        column.addLayout(buttons)
        self.setFocusProxy(self.filter)

    def _wire(self) -> None:
        self.filter.textChanged.connect(self._typing.start)
        self._typing.timeout.connect(self._show)
        self.here.toggled.connect(self._show)
        self.list.lineSelected.connect(self._offer)
        self.list.doubleClicked.connect(self._edit)
        self.edit_button.clicked.connect(self._edit)
        self.again_button.clicked.connect(self._again)
        self.clear_button.clicked.connect(self._documents.clear_history)
        self._documents.ran.connect(self.read)

    def _loaded(self, runs: tuple[PastRun, ...]) -> None:
        self._runs = runs
        self._show()

    @Slot()
    def _show(self) -> None:
        now = real_now()
        found = fitting(self._runs, self.filter.text(), self._path if self.here.isChecked() else "")
        self._by_key = {f"{run.at_ms} {place}": run for place, run in enumerate(found)}
        lines = tuple(_line(key, run, now, whose=not self.here.isChecked()) for key, run in self._by_key.items())
        self.list.show_groups((LineGroup("", lines, shown=_SHOWN),))
        self.clear_button.setEnabled(bool(self._runs))
        if lines:
            self.states.show_content()
        elif self._runs:
            self.states.show_empty("No run fits.", "Other words, or the runs of every source, may find one.")
        else:
            self.states.show_empty("Nothing was run yet.", "What you run is kept here; values of parameters are not.")
        self._offer()

    @Slot()
    def _offer(self) -> None:
        run = self.run()
        self.edit_button.setEnabled(run is not None)
        self.again_button.setEnabled(run is not None and run.whole)

    @Slot()
    def _edit(self) -> None:
        run = self.run()
        if run is not None:
            self.editRequested.emit(run)

    @Slot()
    def _again(self) -> None:
        run = self.run()
        if run is not None and run.whole:
            self.runRequested.emit(run)


def _line(key: str, run: PastRun, now: datetime, *, whose: bool) -> Line:
    moment = datetime.fromtimestamp(run.at_ms / 1000, UTC)
    came = run.error or f"{counted(run.rows, 'row')}{' of more' if run.more else ''} in {run.ms:,.0f} ms"
    words = [run.sql, came, run.source, "Cut or masked: it cannot be run again as it is." if not run.whole else ""]
    return Line(
        head(run.sql),
        came + (f" · {os.path.basename(run.source.rstrip(os.sep))}" if whose else ""),
        trailing=age_words(moment, now),
        tip="\n".join(word for word in words if word),
        mark="error" if run.error else "",
        moment=moment,
        key=key,
    )


def _load(history: RunHistory, cancel: CancelToken) -> tuple[PastRun, ...]:
    return history.load()
