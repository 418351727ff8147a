"""The line of a view that says that its files are not as they were read, and reads them again on demand."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from inspector.cancel import CancelToken
from inspector.db.watch import ChangeKind, Seen, paths_of, see
from inspector.errors import FileBusy, KnownError
from inspector.ui.changes.watch import WindowWatch
from inspector.ui.changes.words import change_words, kept_words
from inspector.ui.states import PartialStrip

if TYPE_CHECKING:
    from inspector.db.database import Database
    from inspector.ui.view import ViewContext
    from inspector.workspace.source import Source

T = TypeVar("T")


def databases_of(sources: Iterable[Source]) -> tuple[Database, ...]:
    """The databases of sources and of all below them."""
    return tuple(one.database for source in sources for one in source.walk() if one.database is not None)


class ChangedLine(PartialStrip):
    """Hidden while what the view shows is current.

    It stands below what it speaks of, so that nothing that is read moves when it comes. What a view shows may have been
    read in several parts; each is compared with the files as they were before it was read.
    """

    changed = Signal(object)
    """A tuple of :class:`~inspector.db.watch.FileChange` after each look that found something."""
    roomChanging = Signal()
    """The line is about to come or to go: what stands above it gets less room or more."""

    def __init__(
        self,
        context: ViewContext,
        refresh: Callable[[], object],
        parent: QWidget | None = None,
        *,
        action: str = "Refresh (F5)",
        quiet: frozenset[ChangeKind] = frozenset(),
    ) -> None:
        """``refresh`` reads everything again; of ``quiet`` kinds the view takes care itself."""
        super().__init__(parent)
        self._runner = context.runner
        self._watch = WindowWatch.of(context)
        self._refresh, self._action, self._quiet = refresh, action, quiet
        self._held: dict[str, Seen] = {}
        self._reading: dict[str, CancelToken] = {}
        self._coming: dict[str, Seen] = {}
        self._failed: dict[str, KnownError] = {}
        self._watch.looked.connect(self._look)

    def run(
        self,
        databases: Iterable[Database],
        work: Callable[[CancelToken], T],
        done: Callable[[T], None],
        failed: Callable[[KnownError], None] | None = None,
        *,
        owner: QObject,
        key: str,
        title: str = "",
        cancelled: Callable[[], None] | None = None,
    ) -> CancelToken:
        """As :meth:`TaskRunner.run`, with a look at the files first; ``key`` is the part of the view that this reads.

        From the call of ``done`` on that look counts; see :meth:`shown` for what is shown before, or in its place.
        """
        runner, paths = self._runner, paths_of(databases)

        def looked_first(cancel: CancelToken) -> T:
            runner.deliver(self, self._keep, (key, cancel, see(paths, cancel)))
            return work(cancel)

        def shown_and_done(answer: T) -> None:
            self.shown(key)
            done(answer)

        token = runner.run(looked_first, shown_and_done, failed, owner=owner, key=key, title=title, cancelled=cancelled)
        self._reading[key] = token
        return token

    def shown(self, part: str) -> None:
        """What is being read of this part, its fault included, is what the view shows from now on."""
        coming = self._coming.pop(part, None)
        if coming is not None:
            self.hold(part, coming)

    def keep(self, part: str, error: KnownError) -> bool:
        """Whether what is shown of this part stays, for it could only not be read again just now; the line tells so.

        False where nothing is shown that was read, or the fault is one that lasts: the view then shows the fault.
        """
        if not self.holds(part) or not isinstance(error, FileBusy):
            return False
        self._coming.pop(part, None)
        self._failed[part] = error
        self._look()
        return True

    def holds(self, part: str) -> bool:
        """Whether something that was read of this part is shown."""
        return part in self._held

    def hold(self, part: str, seen: Seen) -> None:
        """The view shows what was read of this part after ``seen``."""
        self._failed.pop(part, None)
        if self._held.get(part) is not seen:
            self._held[part] = seen
            self._follow()

    def narrow(self, part: str, paths: Iterable[str]) -> None:
        """Of what was looked at before this part was read, it is made of these files alone."""
        held, wanted = self._held.get(part), {os.path.abspath(path) for path in paths}
        if held is not None:
            self.hold(part, replace(held, files=tuple(file for file in held.files if file.path in wanted)))

    def release(self) -> None:
        """The view shows nothing that was read."""
        self._held.clear()
        self._failed.clear()
        self._follow()

    def _keep(self, parcel: tuple[str, CancelToken, Seen]) -> None:
        part, token, seen = parcel
        if self._reading.get(part) is token:
            self._coming[part] = seen

    def _follow(self) -> None:
        self._watch.follow(self, self._files())
        self._look()

    def _files(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(file.path for seen in self._held.values() for file in seen.files))

    @Slot()
    def _look(self) -> None:
        found = [(seen.at, self._watch.changes_since(seen)) for seen in self._held.values()]
        changes = tuple(dict.fromkeys(change for _, some in found for change in some))
        told = [change for change in changes if change.kind not in self._quiet]
        kept = min(self._failed, key=lambda part: self._held[part].at, default=None)
        if kept is not None and not any(change.kind.gone for change in told):
            self._say(kept_words(self._failed[kept], self._held[kept].at, time.time()), gone=False)
        elif told:
            read = min(at for at, some in found if some)
            self._say(change_words(told, self._files(), read, time.time()), gone=all(one.kind.gone for one in told))
        elif not self.isHidden():
            self.roomChanging.emit()
            self.show_whole()
        if changes:
            self.changed.emit(changes)

    def _say(self, words: str, *, gone: bool) -> None:
        if self.isHidden():
            self.roomChanging.emit()
        if words != self.text() or self.isHidden():
            self.show_partial(words, None if gone else self._refresh, action=self._action)
