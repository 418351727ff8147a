"""The status bar: what reading the source has cost, what the view covers, and what runs, with a way to end it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QPushButton, QStatusBar, QToolButton, QWidget

from inspector.ui.labels import PlainLabel, tip, tone
from inspector.ui.shell.access_words import access_line, access_tip, needs_a_look
from inspector.ui.tasks import SLOW_MS, Task, TaskRunner

if TYPE_CHECKING:
    from inspector.workspace.source import Source

_TICK_MS = 1000
_SAID_MS = 3000
_NOTE_INDENT = 8


class WindowStatus(QStatusBar):
    """What the window says at its lower edge."""

    accessRequested = Signal()
    """The reader wants the whole access report."""
    hideRequested = Signal()
    """The reader wants the secrets hidden again."""

    def __init__(self, runner: TaskRunner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runner = runner
        self._source: Source | None = None
        self._striking = False
        self.setSizeGripEnabled(False)
        self._access = QToolButton(self)
        self._access.setAutoRaise(True)
        self._access.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self._secrets = QToolButton(self)
        self._secrets.setAutoRaise(True)
        self._secrets.setText("Secrets are shown: hide")
        self._secrets.setToolTip("Secrets of this source stand in views, copies and files that are saved")
        tone(self._secrets, "warning")
        self._secrets.hide()
        self._note = PlainLabel("", self)
        tone(self._note, "muted")
        self._note.setContentsMargins(_NOTE_INDENT, 0, 0, 0)
        self._task = PlainLabel("", self)
        self._cancel = QPushButton(self)
        self._cancel.setText("Cancel")
        self._cancel.setAccessibleName("Cancel what runs")
        self.addWidget(self._access)
        self.addWidget(self._secrets)
        self.addWidget(self._note, 1)
        self.addPermanentWidget(self._task)
        self.addPermanentWidget(self._cancel)
        self._tick = QTimer(self, interval=_TICK_MS)
        self._slow = QTimer(self, interval=SLOW_MS, singleShot=True)
        self._access.clicked.connect(self.accessRequested)
        self._secrets.clicked.connect(self.hideRequested)
        self._cancel.clicked.connect(self._cancel_all)
        self._tick.timeout.connect(self._show_access)
        self._slow.timeout.connect(self._show_task)
        runner.started.connect(self._task_started)
        runner.finished.connect(self._show_task)
        runner.progressed.connect(self._show_task)
        self._tick.start()
        self._show_access()
        self._show_task()

    def set_source(self, source: Source | None) -> None:
        """Report on this source from now on."""
        self._source = source
        self._secrets.setVisible(source is not None and source.redactor.reveal)
        self._show_access()

    @Slot(str)
    def set_note(self, note: str) -> None:
        """Say what the view in front covers."""
        self._note.setText(note)

    @Slot(str)
    def say(self, done: str) -> None:
        """Say for a moment what was just done."""
        self.showMessage(done, _SAID_MS)

    def access_text(self) -> str:
        """The access line as it is shown."""
        return self._access.text()

    def says_secrets_are_shown(self) -> bool:
        """Whether it warns that secrets are shown."""
        return not self._secrets.isHidden()

    def note_text(self) -> str:
        """The note as it is shown."""
        return self._note.text()

    def task_text(self) -> str:
        """What runs, as it is shown; empty when nothing slow does."""
        return self._task.text()

    @Slot()
    def _show_access(self) -> None:
        database = self._source.database if self._source else None
        reports = database.reports() if database else ()
        line = access_line(reports, time.time())
        self._access.setText(line)
        self._access.setVisible(bool(line))
        self._access.setToolTip(tip(access_tip(reports)))
        striking = any(map(needs_a_look, reports))
        if striking is not self._striking:
            self._striking = striking
            tone(self._access, "warning" if striking else "")

    @Slot(object)
    def _task_started(self, task: Task) -> None:
        if not self._slow.isActive():
            self._slow.start()

    @Slot()
    def _show_task(self) -> None:
        now = time.monotonic()
        slow = [task for task in self._runner.running() if task.title and (now - task.started) * 1000 >= SLOW_MS]
        waiting = any(task.title for task in self._runner.running())
        more = f" (and {len(slow) - 1} more)" if len(slow) > 1 else ""
        self._task.setText(slow[0].words + more if slow else "")
        self._task.setVisible(bool(slow))
        self._cancel.setVisible(bool(slow))
        if waiting and len(slow) < len(self._runner.running()) and not self._slow.isActive():
            self._slow.start()

    @Slot()
    def _cancel_all(self) -> None:
        for task in self._runner.running():
            task.token.cancel()
