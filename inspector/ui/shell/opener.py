"""Opening what the reader names: off the UI thread, once per path, waiting for a busy writer by itself."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from inspector.cancel import CancelToken
from inspector.errors import FileBusy, KnownError
from inspector.ui.view import ViewContext
from inspector.workspace.location import Location

if TYPE_CHECKING:
    from inspector.ui.tasks import TaskRunner
    from inspector.workspace.source import Source

RETRY_MS = 1000
"""How long after a writer was found busy the file is tried again."""
_TELL_S = 0.1
RECENT = 20
"""How many opened paths are remembered."""


@dataclass(frozen=True)
class Opened:
    """A source that was opened, and where in it the reader wants to be."""

    source: Source
    """The source, now part of the workspace."""
    place: Location
    """The place that was asked for, its path that of the source."""


class Opener(QObject):
    """Turns Locations into open sources."""

    opened = Signal(object)
    """An :class:`Opened`."""
    failed = Signal(object)
    """``(Location, KnownError)`` of what cannot be opened."""
    waiting = Signal(object)
    """``(Location, KnownError)`` of what a writer holds just now; it is tried again by itself."""

    def __init__(self, context: ViewContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._aliases: dict[str, str] = {}
        self._pending: dict[str, list[Location]] = {}
        self._waiting: dict[str, list[Location]] = {}
        self._retry = QTimer(self, interval=RETRY_MS, singleShot=True)
        self._retry.timeout.connect(self._try_again)

    def source_of(self, path: str) -> Source | None:
        """The open source that ``path`` names: its own, or that of the pair or folder it was opened into."""
        workspace = self._context.workspace
        return workspace.find(path) or workspace.find(self._aliases.get(path, path))

    def open(self, place: Location) -> None:
        """Open the source of ``place``; one that is open already is told at once."""
        place = Location(os.path.abspath(place.path), place.view, place.params)
        source = self.source_of(place.path)
        if source is not None:
            self._tell(place, source)
            return
        pending = self._pending.setdefault(place.path, [])
        if place not in pending:
            pending.append(place)
        if len(pending) > 1:
            return
        path = place.path
        self._context.runner.run(
            _work(path, self._context.runner),
            lambda opened: self._done(path, opened),
            lambda error: self._failed(path, error),
            owner=self,
            key=path,
            title=f"Opening {os.path.basename(path)}",
            cancelled=lambda: self._cancelled(path),
        )

    def give_up(self, path: str) -> None:
        """Do not wait any longer for a path that a writer holds."""
        self._waiting.pop(path, None)
        self._pending.pop(path, None)
        self._context.runner.cancel(self, path)

    def _cancelled(self, path: str) -> None:
        self._pending.pop(path, None)

    def _done(self, path: str, source: Source) -> None:
        self._aliases[path] = source.path
        # Another half of the same pair may have been opened meanwhile: that one stays, with its views.
        known = self._context.workspace.find(source.path)
        if known is None:
            self._context.workspace.add(source)
        else:
            source.close()
        self._remember(path)
        for place in self._pending.pop(path, ()):
            self._tell(place, known or source)

    def _tell(self, place: Location, source: Source) -> None:
        self.opened.emit(Opened(source, Location(source.path, place.view, place.params)))

    def _failed(self, path: str, error: KnownError) -> None:
        places = self._pending.pop(path)
        if isinstance(error, FileBusy):
            self._waiting[path] = places
            self._retry.start()
            self.waiting.emit((places[0], error))
        else:
            self.failed.emit((places[0], error))

    @Slot()
    def _try_again(self) -> None:
        waiting, self._waiting = self._waiting, {}
        for place in [place for places in waiting.values() for place in places]:
            self.open(place)

    def _remember(self, path: str) -> None:
        recent = [path, *(known for known in self._context.settings.get("open.recent") if known != path)]
        self._context.settings.set("open.recent", recent[:RECENT])


def _work(path: str, runner: TaskRunner) -> Callable[[CancelToken], Source]:
    def work(cancel: CancelToken) -> Source:
        from inspector.workspace.opening.open_source import open_source  # late: it reads every family

        last = time.monotonic()

        def tell(done: int, total: int) -> None:
            nonlocal last
            if total > 1 and time.monotonic() - last >= _TELL_S:
                last = time.monotonic()
                runner.tell(cancel, f"{done:,} of {total:,} files")

        return open_source(path, cancel, tell)

    return work
