"""How work leaves the UI thread: a pool runs it, its answer comes back to the UI thread, and the newest request wins.

A view hands over a function of a :class:`~inspector.cancel.CancelToken`; it never blocks, and it never hears of work
whose owner is gone or that a newer request of the same key replaced.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, QThreadPool, Signal, Slot
from shiboken6 import isValid

from inspector.cancel import Cancelled, CancelToken
from inspector.errors import KnownError

T = TypeVar("T")

SLOW_MS = 150
"""Milliseconds after which running work is shown with a way to cancel it."""

_THREADS = 6
_WATCHED = "_tasks_watched"


@dataclass(frozen=True, eq=False)
class Task:
    """One piece of work that was handed over and is not finished."""

    title: str
    """What it does, for the status bar; empty when it is not worth telling."""
    owner: QObject
    """Who asked; when it is destroyed the work is cancelled and its answer dropped."""
    key: str
    """Newer work of the same owner and key replaces this; empty: never replaced."""
    token: CancelToken
    """Cancels it."""
    done: Callable[[Any], None]
    """Gets the answer."""
    failed: Callable[[KnownError], None] | None
    """Gets the fault."""
    cancelled: Callable[[], None] | None
    """Told when it was cancelled."""
    started: float = field(default_factory=time.monotonic)
    """Seconds of the monotonic clock."""
    progress: list[str] = field(default_factory=list)
    """What was last told of how far it is, e.g. "120 of 496 files"; empty if nothing was."""

    @property
    def words(self) -> str:
        """What it does and how far it is, in one line."""
        return " ".join([f"{self.title}…", *self.progress])


@dataclass(frozen=True, eq=False)
class _Outcome:
    value: Any = None
    error: BaseException | None = None


@dataclass(eq=False)
class _Job:
    """What a thread works on. Threads know it by number and keep nothing of it: what they were the last to hold would
    be destroyed there, and much of it (owners, what callbacks hold) belongs to the UI thread."""

    task: Task
    work: Callable[[CancelToken], Any]
    outcome: _Outcome | None = None

    def run(self) -> None:
        try:
            self.task.token.check()
            self.outcome = _Outcome(value=self.work(self.task.token))
        except BaseException as error:  # noqa: BLE001  the boundary of a thread: every fault is carried to the UI thread
            self.outcome = _Outcome(error=error)


class TaskRunner(QObject):
    """The only way work leaves the UI thread. Lives on, and is called from, the UI thread."""

    started = Signal(object)
    """A :class:`Task` that began."""
    finished = Signal(object)
    """A :class:`Task` that ended, however it ended."""
    failed = Signal(object)
    """A :class:`~inspector.errors.KnownError` of work whose owner did not ask to hear of faults."""

    progressed = Signal(object)
    """A :class:`Task` that told how far it is."""

    _arrived = Signal(object)
    _delivered = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(_THREADS)
        self._tasks: dict[int, Task] = {}
        self._jobs: dict[int, _Job] = {}
        self._numbers = count()
        self._closed = False
        self._arrived.connect(self._answer, Qt.ConnectionType.QueuedConnection)
        self._delivered.connect(self._hand_over, Qt.ConnectionType.QueuedConnection)

    def run(
        self,
        work: Callable[[CancelToken], T],
        done: Callable[[T], None],
        failed: Callable[[KnownError], None] | None = None,
        *,
        owner: QObject,
        key: str = "",
        title: str = "",
        cancelled: Callable[[], None] | None = None,
    ) -> CancelToken:
        """Run ``work`` in a thread; exactly one of the callbacks is called on the UI thread afterwards, or none.

        None is called when ``owner`` was destroyed or newer work of the same ``key`` was handed over. A fault of ours
        (not a KnownError) goes to ``sys.excepthook``, and ``failed`` is told that there was one.
        """
        token = CancelToken()
        task = Task(title, owner, key, token, done, failed, cancelled)
        if self._closed:
            token.cancel()
            return token
        if key:
            self.cancel(owner, key)
        self._watch(owner)
        self._tasks[id(task)] = task
        self.started.emit(task)
        number = next(self._numbers)
        self._jobs[number] = _Job(task, work)
        self._pool.start(partial(self._work, number))
        return token

    def cancel(self, owner: QObject, key: str | None = None) -> None:
        """Cancel the work of ``owner`` (of one key, or all of it) and drop its answers."""
        for task in [t for t in self._tasks.values() if t.owner is owner and (key is None or t.key == key)]:
            self._drop(task)

    def deliver(self, owner: QObject, callback: Callable[[T], None], value: T) -> None:
        """From any thread: call ``callback(value)`` on the UI thread, unless ``owner`` is gone by then.

        For work that hands out parts as it goes (positions of a layout, figures one by one).
        """
        self._delivered.emit((owner, callback, value))

    def tell(self, token: CancelToken, progress: str) -> None:
        """From any thread: say how far the work of this token is, e.g. "120 of 496 files"; shown with its title."""
        self._delivered.emit((self, self._progress, (token, progress)))

    def running(self) -> tuple[Task, ...]:
        """The work that is not finished, oldest first."""
        return tuple(self._tasks.values())

    def shutdown(self, wait_ms: int = 3000) -> bool:
        """Cancel everything and wait for the threads; False when one did not end within ``wait_ms``."""
        self._closed = True
        for task in list(self._tasks.values()):
            self._drop(task)
        self._pool.clear()
        joined = self._pool.waitForDone(wait_ms)
        if joined:
            self._jobs.clear()
        return joined

    def _work(self, number: int) -> None:
        self._jobs[number].run()
        # At the end of the program the runner may be gone before its last thread.
        if isValid(self):
            self._arrived.emit(number)

    @Slot(object)
    def _answer(self, number: int) -> None:
        job = self._jobs.pop(number, None)
        if job is None:
            return
        # A traceback leads back to the job that holds it: let go of it, or only the collector would.
        task, outcome, job.outcome = job.task, job.outcome, None
        if self._tasks.pop(id(task), None) is None or outcome is None:
            return
        self.finished.emit(task)
        if not isValid(task.owner):
            return
        error = outcome.error
        if task.token.cancelled or isinstance(error, Cancelled):
            if task.cancelled:
                task.cancelled()
        elif error is None:
            task.done(outcome.value)
        elif isinstance(error, KnownError):
            self._tell(task, error)
        else:
            sys.excepthook(type(error), error, error.__traceback__)
            if task.failed:
                task.failed(KnownError("A fault of this program ended the work.", advice="Its report was shown."))

    def _progress(self, told: tuple[CancelToken, str]) -> None:
        for task in self.running():
            if task.token is told[0]:
                task.progress[:] = [told[1]]
                self.progressed.emit(task)

    def _tell(self, task: Task, error: KnownError) -> None:
        if task.failed:
            task.failed(error)
        else:
            self.failed.emit(error)

    @Slot(object)
    def _hand_over(self, parcel: tuple[QObject, Callable[[Any], None], Any]) -> None:
        owner, callback, value = parcel
        if isValid(owner):
            callback(value)

    def _drop(self, task: Task) -> None:
        if self._tasks.pop(id(task), None) is not None:
            task.token.cancel()
            self.finished.emit(task)

    def _watch(self, owner: QObject) -> None:
        if not owner.property(_WATCHED):
            owner.setProperty(_WATCHED, True)
            owner.destroyed.connect(self._sweep)

    @Slot()
    def _sweep(self) -> None:
        # Owners die at the end of the program too, when the collector may have emptied the runner before.
        tasks: dict[int, Task] = getattr(self, "_tasks", {})
        for task in [task for task in tasks.values() if not isValid(task.owner)]:
            self._drop(task)
