"""Opens what the full-text indexes of a source are asked in the query editor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from inspector.cancel import CancelToken
from inspector.search.run import LIMIT
from inspector.search.statement import search_statement
from inspector.ui.queries.place import sql_location
from inspector.workspace.source import Source

if TYPE_CHECKING:
    from inspector.ui.search.view import SearchView


class SearchSql(QObject):
    """The statement of one search view."""

    def __init__(self, view: SearchView) -> None:
        super().__init__(view)
        self._view = view

    def known(self) -> bool:
        """Whether one source is searched for words: a statement asks one database."""
        return self._asked() is not None

    @Slot()
    def show(self) -> None:
        """Open the statement."""
        source, text, view = self._asked(), self._view.text(), self._view
        if source is None or source.database is None:
            return
        database = source.database

        def work(cancel: CancelToken) -> str:
            return search_statement(database.catalog(cancel), source.family.search, text, LIMIT, source.context)

        def done(sql: str) -> None:
            if sql:
                view.openRequested.emit(sql_location(source.path, sql))
            else:
                view.partial.show_partial("This search was not made by SQL: no index answers it.")

        view.context.runner.run(work, done, owner=self, key="sql", title="Writing the SQL of the search")

    def _asked(self) -> Source | None:
        sources = self._view.sources()
        words = bool(self._view.text()) and not self._view.expert() and self._view.like() is None
        found = sources[0] if len(sources) == 1 and words else None
        return found if found is not None and found.database is not None else None
