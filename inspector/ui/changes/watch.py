"""The one timer of a window that looks at the files of all its views, off the UI thread."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from shiboken6 import isValid

from inspector.cancel import CancelToken
from inspector.db.watch import ChangeWatch, FileChange, Seen
from inspector.errors import KnownError

if TYPE_CHECKING:
    from inspector.ui.view import ViewContext

EVERY_MS = 250
"""Milliseconds between two looks."""


class WindowWatch(QObject):
    """Lives with the task runner of a window; followers are told after every look."""

    looked = Signal()
    """The files were looked at: ask :meth:`changes_since`."""

    def __init__(self, context: ViewContext) -> None:
        super().__init__(context.runner)
        self._runner = context.runner
        self._watch = ChangeWatch()
        self._followers: dict[int, tuple[weakref.ref[QObject], tuple[str, ...]]] = {}
        self._looking = False
        self._timer = QTimer(self, interval=EVERY_MS)
        self._timer.timeout.connect(self.look)

    @staticmethod
    def of(context: ViewContext) -> WindowWatch:
        """The one of this window."""
        found = context.runner.findChild(WindowWatch)
        return found if isinstance(found, WindowWatch) else WindowWatch(context)

    def follow(self, owner: QObject, paths: Sequence[str]) -> None:
        """Look at these databases as long as ``owner`` lives, in place of those it followed before."""
        before = self._followers.get(id(owner))
        if before is None:
            owner.destroyed.connect(self._sweep)
        self._followers[id(owner)] = (weakref.ref(owner), tuple(paths))
        # in this order: what is followed before and after keeps its history
        self._watch.follow(paths)
        self._watch.unfollow(before[1] if before else ())
        self._run_or_rest()

    def changes_since(self, seen: Seen) -> tuple[FileChange, ...]:
        """How files differ from when they were read, as of the last look; touches no disk."""
        return self._watch.changes_since(seen)

    @Slot()
    def look(self) -> None:
        """Look once; a look that is still under way (a slow disk) is not followed by another."""
        if self._looking:
            return

        def work(cancel: CancelToken) -> tuple[FileChange, ...]:
            return watch.poll()

        watch = self._watch
        self._looking = True
        self._runner.run(work, self._done, self._failed, owner=self, cancelled=self._ended)

    def _done(self, changes: tuple[FileChange, ...]) -> None:
        self._looking = False
        self.looked.emit()

    def _failed(self, error: KnownError) -> None:
        self._looking = False

    def _ended(self) -> None:
        self._looking = False

    def _run_or_rest(self) -> None:
        if not self._watch.followed():
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()

    @Slot()
    def _sweep(self) -> None:
        # Owners die at the end of the program too, when the collector may have emptied this before.
        followers = getattr(self, "_followers", {})
        for number, (owner, paths) in list(followers.items()):
            alive = owner()
            if alive is None or not isValid(alive):
                del followers[number]
                self._watch.unfollow(paths)
        if isValid(self):
            self._run_or_rest()
