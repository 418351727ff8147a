"""How a long value is read on: part by part in a worker, shown a bite an event, ended between two parts and not within.

A reading is known by its token: whatever comes of one that was ended is dropped, however late it comes.
"""

from __future__ import annotations

from collections import deque

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from inspector.cancel import CancelToken
from inspector.db.database import Database
from inspector.errors import KnownError
from inspector.redaction import Redactor
from inspector.ui.details.value_text import Bite, bites
from inspector.ui.tasks import TaskRunner
from inspector.workspace.rows.cell_parts import CellAt, read_parts


class RestReader(QObject):
    """Reads on in one long value at a time."""

    biteCame = Signal(object)
    """A :class:`~inspector.ui.details.value_text.Bite` to be appended to what is shown."""
    paused = Signal(object)
    """All that was read is shown and nothing more is read: the KnownError that ended it, or None."""

    def __init__(self, runner: TaskRunner, parent: QObject) -> None:
        super().__init__(parent)
        self._runner = runner
        self._token: CancelToken | None = None
        self._begun: deque[Bite] = deque()
        self._parts: deque[tuple[Bite, ...]] = deque()
        self._fault: KnownError | None = None
        self._feeder = QTimer(self, interval=0)
        self._feeder.timeout.connect(self._feed)

    @property
    def busy(self) -> bool:
        """Whether something is read, or was read and is not shown yet."""
        return self._token is not None or self._feeder.isActive()

    def read(self, database: Database, cell: CellAt, redactor: Redactor, start: int, end: int) -> None:
        """Read from ``start`` to about ``end``, in bytes."""
        self.forget()
        runner = self._runner

        def work(cancel: CancelToken) -> None:
            for part in read_parts(database, cell, redactor, start, end, cancel):
                # whole: what is shown of a part can only be told in bytes when all of it is
                runner.deliver(self, self._arrived, (cancel, tuple(bites(part))))

        self._token = runner.run(
            work, self._read, self._failed, owner=self, key="rest", title="Reading on…", cancelled=self._ended
        )

    @Slot()
    def stop(self) -> None:
        """Read no further; the part that is being shown is shown to its end."""
        self._runner.cancel(self, "rest")
        self._parts.clear()
        self._ended()

    def forget(self) -> None:
        """Read no further, and show no more of what was read."""
        self._runner.cancel(self, "rest")
        self._feeder.stop()
        self._parts.clear()
        self._begun.clear()
        self._token = self._fault = None

    def _arrived(self, told: tuple[CancelToken, tuple[Bite, ...]]) -> None:
        token, part = told
        if token is self._token and not token.cancelled:
            self._parts.append(part)
            self._feeder.start()

    @Slot()
    def _feed(self) -> None:
        if not self._begun and self._parts:
            self._begun.extend(self._parts.popleft())
        if self._begun:
            self.biteCame.emit(self._begun.popleft())
            return
        self._feeder.stop()
        if self._token is None:
            fault, self._fault = self._fault, None
            self.paused.emit(fault)

    def _read(self, nothing: None) -> None:
        self._ended()

    def _failed(self, error: KnownError) -> None:
        self._fault = error
        self._ended()

    def _ended(self) -> None:
        self._token = None
        self._feeder.start()
