"""Has the file changed since it was read? A look by stat once a second, off the UI thread, and its words."""

from __future__ import annotations

import time
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from inspector.cancel import CancelToken
from inspector.db.database import Database
from inspector.db.signature import Signature
from inspector.errors import KnownError
from inspector.timeline.instants import amount_words
from inspector.ui.tasks import TaskRunner

EVERY_MS = 1000

State = tuple[Signature, ...]


@dataclass(frozen=True)
class Change:
    """How the files differ from when they were read."""

    what: str
    """In words, with its age."""
    gone: bool = False
    """Whether there is nothing to refresh from."""


def change_between(read: State, now: State, at: float) -> Change | None:
    """What happened to the files; None while nothing did. ``at`` is the time of the look, Unix s."""
    for before, after in zip(read, now, strict=True):
        if after.main is None and before.main is not None:
            return Change("The file was deleted or moved. What is shown was read before.", gone=True)
        if before.main is None and after.main is not None:
            return Change("The file is there again.")
        if before.main is not None and after.main is not None and before.main.identity != after.main.identity:
            return Change("Another file was put in its place. What is shown is of the old one.")
    if all(before.data == after.data for before, after in zip(read, now, strict=True)):
        return None
    newest = max((part.mtime_ns for one in now for part in one.data if part is not None), default=0) / 1e9
    age = at - newest
    return Change(f"Changed on disk {amount_words(age)} ago." if age >= 1 else "Changed on disk just now.")


class ChangeWatch(QObject):
    """Looks at the files of a database while its view is in front."""

    changed = Signal(object)
    """A :class:`Change`, or None when what was read is as it is now."""

    def __init__(self, runner: TaskRunner, parent: QObject) -> None:
        super().__init__(parent)
        self._runner = runner
        self._database: Database | None = None
        self._read: State = ()
        self._looking = False
        self._timer = QTimer(self, interval=EVERY_MS)
        self._timer.timeout.connect(self.look)

    def follow(self, database: Database, read: State) -> None:
        """Compare with the state in which the files were read."""
        self._database, self._read = database, read
        self.changed.emit(None)

    def start(self) -> None:
        """Look from now on (the view came to the front)."""
        self._timer.start()

    def stop(self) -> None:
        """Stop looking (the view is hidden)."""
        self._timer.stop()

    @Slot()
    def look(self) -> None:
        """Look once; a look that is still under way (a slow disk) is not followed by another."""
        database, read = self._database, self._read
        if database is None or self._looking:
            return

        def work(cancel: CancelToken) -> tuple[State, Change | None]:
            return read, change_between(read, database.signature(), time.time())

        self._looking = True
        self._runner.run(work, self._looked, self._failed, owner=self, cancelled=self._ended)

    def _looked(self, answer: tuple[State, Change | None]) -> None:
        self._looking = False
        if answer[0] is self._read:
            self.changed.emit(answer[1])

    def _failed(self, error: KnownError) -> None:
        self._looking = False

    def _ended(self) -> None:
        self._looking = False
