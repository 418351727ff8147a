"""Who runs now? The newest run of a view wins, and stopping answers at once, even where SQLite takes longer to let go.

A statement that does not listen (one giant function call) keeps its thread. Only so many threads are left to such
statements: a run that is asked for meanwhile begins as soon as one of them ends.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from shiboken6 import isValid

from inspector.cancel import CancelToken

if TYPE_CHECKING:
    from inspector.ui.tasks import TaskRunner
    from inspector.ui.view import ViewContext

T = TypeVar("T")
Work = Callable[[CancelToken], Any]
"""What is done in a thread."""

MOST_LINGERING = 3
"""Threads that may be left to statements that were stopped."""
_TICK_MS = 500


class LingeringRuns(QObject):
    """The statements of one window that were stopped and still keep a thread."""

    changed = Signal()
    """A thread became free."""

    def __init__(self, runner: TaskRunner) -> None:
        super().__init__(runner)
        self._runner = runner
        self._numbers = count()
        self._working: set[int] = set()
        self._stopped: set[int] = set()

    @staticmethod
    def of(context: ViewContext) -> LingeringRuns:
        """The one of this window."""
        found = context.runner.findChild(LingeringRuns)
        return found if isinstance(found, LingeringRuns) else LingeringRuns(context.runner)

    @property
    def full(self) -> bool:
        """Whether a further run has to wait."""
        return len(self._stopped & self._working) >= MOST_LINGERING

    def wrap(self, work: Callable[[CancelToken], T]) -> tuple[int, Callable[[CancelToken], T]]:
        """A number for a piece of work, and the work that tells when its thread is free."""
        number, runner, working = next(self._numbers), self._runner, self._working

        def told(cancel: CancelToken) -> T:
            working.add(number)
            try:
                return work(cancel)
            finally:
                working.discard(number)
                # at the end of the program the runner may be gone before its last thread
                if isValid(runner):
                    runner.deliver(self, self._end, number)

        return number, told

    def stop(self, number: int) -> None:
        """Nobody waits for this work any more."""
        self._stopped.add(number)

    def lingers(self, number: int) -> bool:
        """Whether a thread still works on it."""
        return number in self._working

    def _end(self, number: int) -> None:
        self._stopped.discard(number)
        self.changed.emit()


class Running(QObject):
    """The run of one view."""

    changed = Signal()
    """A run began, is waiting, ended or was stopped; or another half second went by."""

    def __init__(self, context: ViewContext, parent: QObject) -> None:
        super().__init__(parent)
        self._lingering = LingeringRuns.of(context)
        self._start: Callable[[Work], object] | None = None
        self._work: Work | None = None
        self._number: int | None = None
        self._stopped: int | None = None
        self.over = True
        """Whether the last run ended by itself, and was not stopped."""
        self._began = 0.0
        self._tick = QTimer(self, interval=_TICK_MS)
        self._tick.timeout.connect(self.changed)
        self._lingering.changed.connect(self._look)

    @property
    def active(self) -> bool:
        """Whether something runs, or waits to run."""
        return self._number is not None or self._work is not None

    @property
    def waiting(self) -> bool:
        """Whether it waits for statements that were stopped."""
        return self._work is not None

    @property
    def lingers(self) -> bool:
        """Whether what was stopped last still keeps its thread."""
        return self._stopped is not None and self._lingering.lingers(self._stopped)

    @property
    def seconds(self) -> float:
        """How long it runs."""
        return time.monotonic() - self._began if self.active else 0.0

    def begin(self, work: Work, start: Callable[[Work], object]) -> None:
        """Run ``work`` by handing it to ``start``, in place of what runs; ``start`` hands it to the task runner."""
        self.stop()
        self.over = False
        self._began = time.monotonic()
        self._tick.start()
        if self._lingering.full:
            self._work, self._start = work, start
        else:
            self._hand_over(work, start)
        self.changed.emit()

    def stop(self) -> None:
        """Nothing runs any more, as far as the view is concerned; the caller cancels the task."""
        if self._number is not None:
            self._stopped = self._number
            self._lingering.stop(self._number)
        self._settle()

    def ended(self) -> None:
        """The run ended by itself."""
        self.over = True
        self._settle()

    def _settle(self) -> None:
        was = self.active
        self._number = self._work = self._start = None
        self._tick.stop()
        if was:
            self.changed.emit()

    def _hand_over(self, work: Work, start: Callable[[Work], object]) -> None:
        self._number, told = self._lingering.wrap(work)
        self._work = self._start = None
        start(told)

    @Slot()
    def _look(self) -> None:
        work, start = self._work, self._start
        if work is not None and start is not None and not self._lingering.full:
            self._hand_over(work, start)
        self.changed.emit()
