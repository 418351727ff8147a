"""What can be done with a question: its SQL opened, copied to one's own; one's own renamed, deleted, put back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from inspector.cancel import CancelToken
from inspector.errors import KnownError
from inspector.queries.library import SavedQuery
from inspector.queries.own import Deleted, OwnQueries
from inspector.ui.deed import Deed
from inspector.ui.queries.question_dialog import QuestionDialog, families_of
from inspector.ui.sql.documents import Documents
from inspector.ui.states import PartialStrip

if TYPE_CHECKING:
    from inspector.ui.queries.view import QueriesView


class OwnActions(QObject):
    """Acts on the question that a queries view shows."""

    saved = Signal(object)
    """A SavedQuery that was saved, renamed, copied or put back."""

    def __init__(self, view: QueriesView) -> None:
        super().__init__(view)
        self._view = view
        self._documents = Documents.of(view.context)
        self.strip = PartialStrip(view)
        """Says what was done, with the way back."""

    @property
    def query(self) -> SavedQuery | None:
        """The question that is meant."""
        return self._view.question.query

    def is_own(self) -> bool:
        """Whether it is the user's own."""
        return self.query is not None and self.query.own

    def is_any(self) -> bool:
        """Whether there is one."""
        return self.query is not None

    @Slot()
    def copy(self) -> None:
        """Make a question of one's own of it, under a title that is asked for."""
        query = self.query
        if query is not None:
            made = replace(query, id="", own=False, title=f"{query.title} (mine)")
            self._ask(made, "Copy to my questions")

    @Slot()
    def rename(self) -> None:
        """Ask for another title, other words."""
        query = self.query
        if query is not None and query.own:
            # its file may have been written to since it was listed: what stands there now keeps its SQL
            now = OwnQueries().load(query.family).get(query.id)
            if now is None:
                self._say(f"The file of “{query.title}” is gone or cannot be read any more: refresh the list.")
            else:
                self._ask(now, "Rename the question")

    @Slot()
    def delete(self) -> None:
        """Delete it; for a while it can be put back."""
        query = self.query
        if query is not None and query.own:
            self._view.context.runner.run(partial(_delete, query), self._deleted, self._failed, owner=self, key="own")

    def menu(self) -> QMenu:
        """All of it; it goes when it is closed."""
        menu = QMenu(self._view)
        menu.aboutToHide.connect(menu.deleteLater)
        _add(menu, "Open the SQL in the editor", self._view.edit)
        _add(menu, "Copy to my questions…", self.copy)
        if self.is_own():
            menu.addSeparator()
            _add(menu, "Rename…", self.rename)
            _add(menu, "Delete", self.delete)
        return menu

    @Slot(QPoint)
    def popup(self, at: QPoint) -> None:
        """Show the menu over the list."""
        if self.is_any():
            self.menu().popup(self._view.list.viewport().mapToGlobal(at))

    def _ask(self, query: SavedQuery, title: str) -> None:
        QuestionDialog(self._view.context, query, families_of(self._view.source), title, self._view).ask(self._saved)

    def _saved(self, query: SavedQuery) -> None:
        self._say(f"“{query.title}” was saved.")
        self.saved.emit(query)
        self._documents.questionsChanged.emit()

    def _deleted(self, deleted: Deleted) -> None:
        words = f"“{deleted.query.title}” was deleted."
        self.strip.show_partial(words, partial(self._restore, deleted), action="Undo")
        self._documents.questionsChanged.emit()

    def _restore(self, deleted: Deleted) -> None:
        self._view.context.runner.run(partial(_restore, deleted), self._saved, self._failed, owner=self, key="own")

    def _failed(self, error: KnownError) -> None:
        self._say(str(error))

    def _say(self, words: str) -> None:
        self.strip.show_partial(words, self.strip.show_whole, action="Close")


def _add(menu: QMenu, words: str, run: Callable[[], object]) -> None:
    action = QAction(words, menu)
    Deed(action, run)
    menu.addAction(action)


def _delete(query: SavedQuery, cancel: CancelToken) -> Deleted:
    return OwnQueries().delete(query)


def _restore(deleted: Deleted, cancel: CancelToken) -> SavedQuery:
    return OwnQueries().restore(deleted)
