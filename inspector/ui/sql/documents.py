"""Which SQL documents are there, in tabs and without? Each is kept, written down and given back."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from inspector.cancel import CancelToken
from inspector.errors import KnownError
from inspector.queries.drafts import Draft, DraftStore, KeptDrafts, new_draft_id
from inspector.queries.history import PastRun, RunHistory

if TYPE_CHECKING:
    from collections.abc import Callable

    from inspector.ui.tasks import TaskRunner
    from inspector.ui.view import ViewContext


class Documents(QObject):
    """All documents of one window. Each change of one is written within a second, off the UI thread."""

    changed = Signal()
    """A document came, went, or became or ceased to be unsaved."""
    ran = Signal()
    """A run was added to the history, or the history was cleared."""
    questionsChanged = Signal()
    """A question of the user's own was saved, renamed, deleted or put back."""
    failed = Signal(object)
    """A KnownError: a draft could not be read or written."""

    def __init__(self, context: ViewContext) -> None:
        super().__init__(context.runner)
        self._runner: TaskRunner = context.runner
        self._store = DraftStore()
        self.history = RunHistory()
        """What was run."""
        self._drafts: dict[str, Draft] = {}
        self._written: dict[str, Draft] = {}
        self._loaded = False
        self._told = ""

    @staticmethod
    def of(context: ViewContext) -> Documents:
        """The one of this window."""
        found = context.runner.findChild(Documents)
        return found if isinstance(found, Documents) else Documents(context)

    # --- what there is ---

    @property
    def loaded(self) -> bool:
        """Whether the drafts of earlier runs were read."""
        return self._loaded

    def get(self, id: str) -> Draft | None:
        """The document of this id."""
        self._load()
        return self._drafts.get(id)

    def of_source(self, path: str) -> tuple[Draft, ...]:
        """The open documents of a source, oldest first."""
        return tuple(draft for draft in self._all() if draft.open and draft.source == path)

    def unsaved(self) -> tuple[Draft, ...]:
        """The open documents whose text stands in no file, newest first."""
        return tuple(draft for draft in reversed(self._all()) if draft.open and draft.unsaved)

    def latest(self, path: str) -> Draft | None:
        """The open document of a source that was changed last."""
        return next(reversed(self.of_source(path)), None)

    def same(self, path: str, text: str) -> Draft | None:
        """An open document of a source with this text."""
        return next((draft for draft in self.of_source(path) if draft.text.strip() == text.strip()), None)

    def of_question(self, path: str, question: str) -> Draft | None:
        """The open document of a source that is the SQL of a question of the user's own."""
        return next((draft for draft in self.of_source(path) if draft.question == question), None)

    def of_file(self, path: str, file: str) -> Draft | None:
        """The open document of a source that belongs to a file."""
        return next((draft for draft in self.of_source(path) if draft.file == file), None)

    # --- what becomes of them ---

    def create(self, path: str, text: str = "", *, file: str = "", title: str = "", question: str = "") -> Draft:
        """A new document of a source; it is written down once somebody writes in it."""
        used = {draft.number for draft in self.of_source(path)}
        # one that has a name of its own needs no number
        number = 0 if file or title else next(one for one in range(1, len(used) + 2) if one not in used)
        made = Draft(new_draft_id(), path, number, text, 0, file, "", title, question, changed_ms=_now())
        self._drafts[made.id] = made
        return made

    def keep(self, draft: Draft, *, now: bool = False) -> Draft:
        """A document is so from here on, with the time of its change; ``now``: it is written before this returns."""
        before = self._drafts.get(draft.id)
        if before == draft and not now:
            return draft
        made = replace(draft, changed_ms=_now()) if before is None or before.text != draft.text else draft
        self._drafts[made.id] = made
        # what another window wrote of it meanwhile is not written over by one that changed nothing
        if (made.edited or made.file) and self._written.get(made.id) != made:
            self._write(made, now=now)
        if before is None or (before.unsaved, before.open) != (made.unsaved, made.open):
            self.changed.emit()
        return made

    def close(self, id: str) -> None:
        """The reader closed its tab: it is kept for a while, and does not come back by itself."""
        draft = self._drafts.get(id)
        if draft is None:
            return
        if not draft.text.strip() and not draft.file:
            self.discard(id)
            return
        self._drafts[id] = closed = replace(draft, open=False)
        self._write(closed, now=True)
        kept = self._store.prune(self._all())
        self._drafts = {draft.id: draft for draft in kept}
        self.changed.emit()

    def reopen(self, id: str) -> None:
        """Its tab is open again."""
        draft = self._drafts.get(id)
        if draft is not None and not draft.open:
            self.keep(replace(draft, open=True))

    def discard(self, id: str) -> None:
        """Forget a document for good."""
        if self._drafts.pop(id, None) is not None:
            self._store.forget(id)
            self.changed.emit()

    def add_run(self, run: PastRun) -> None:
        """Put a run into the history."""
        self._runner.run(partial(_add, self.history, run), self._added, self._tell, owner=self)

    def clear_history(self) -> None:
        """Forget every run."""
        self._runner.run(partial(_clear, self.history), self._added, self._tell, owner=self)

    # --- reading and writing ---

    def load_ahead(self, then: Callable[[], object]) -> None:
        """Read the drafts of earlier runs off the UI thread; whoever wants one before that waits for it."""

        def done(found: KeptDrafts) -> None:
            self._take(found)
            then()

        self._runner.run(partial(_load, self._store), done, self._tell, owner=self, key="load")

    def _load(self) -> None:
        if not self._loaded:
            self._take(self._store.load())

    def _take(self, found: KeptDrafts) -> None:
        if self._loaded:
            return
        self._loaded = True
        self._written = {draft.id: draft for draft in found.drafts} | self._written
        self._drafts = {draft.id: draft for draft in found.drafts} | self._drafts
        for problem in found.problems:
            self.failed.emit(KnownError(problem, advice="Every other draft is there."))
        if found.drafts:
            self.changed.emit()

    def _all(self) -> tuple[Draft, ...]:
        self._load()
        return tuple(sorted(self._drafts.values(), key=lambda draft: draft.changed_ms))

    def _write(self, draft: Draft, *, now: bool = False) -> None:
        work = partial(_save, self._store, draft, time.monotonic_ns())
        if not now:
            self._runner.run(work, self._is_written, self._tell, owner=self, key=f"draft {draft.id}")
            return
        try:
            self._is_written(work(CancelToken()))
        except KnownError as error:
            self._tell(error)

    def _is_written(self, draft: Draft) -> None:
        self._written[draft.id] = draft

    def _added(self, answer: None) -> None:
        self.ran.emit()

    def _tell(self, error: KnownError) -> None:
        # a full disk is told once, not with every word that is written
        if str(error) != self._told:
            self._told = str(error)
            self.failed.emit(error)


def _load(store: DraftStore, cancel: CancelToken) -> KeptDrafts:
    return store.load()


def _save(store: DraftStore, draft: Draft, turn: int, cancel: CancelToken) -> Draft:
    _on_disk("The draft of a query could not be written.", str(store.folder), partial(store.save, draft, turn))
    return draft


def _add(history: RunHistory, run: PastRun, cancel: CancelToken) -> None:
    _on_disk("The history of runs could not be written.", "", partial(history.add, run))


def _clear(history: RunHistory, cancel: CancelToken) -> None:
    _on_disk("The history of runs could not be cleared.", "", history.clear)


def _on_disk(what: str, path: str, work: Callable[[], object]) -> None:
    try:
        work()
    except OSError as error:
        raise KnownError(
            what, path=path or None, advice="Make room on the disk; the text itself is here.", details=str(error)
        ) from error


def _now() -> int:
    return time.time_ns() // 1_000_000
