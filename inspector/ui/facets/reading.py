"""What is known of the facets of one table: their counts as they grow, their faults, and which are suggested."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from inspector.cancel import CancelToken
from inspector.db.browse.facet_counts import FacetCounts
from inspector.db.browse.facets import Facet
from inspector.db.browse.suggesting import Suggestions
from inspector.db.database import Database
from inspector.errors import KnownError
from inspector.ui.facets import counting

if TYPE_CHECKING:
    from inspector.ui.changes.line import ChangedLine
    from inspector.ui.table.loading import Loaded
    from inspector.ui.view import ViewContext


class FacetReader(QObject):
    """Counts facets in a worker and keeps what came of it, as long as the table is the same."""

    grew = Signal()
    """More is known, be it that something cannot be known."""
    suggested = Signal(object)
    """The :class:`~inspector.db.browse.suggesting.Suggestions` that were asked for."""
    totalled = Signal()
    """It is known how many rows there are, or that this cannot be known."""

    def __init__(self, context: ViewContext, changed: ChangedLine, parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._changed = context, changed
        self._table = ""
        self._facets: tuple[Facet, ...] = ()
        self._whole: frozenset[Facet] = frozenset()
        self.counts: dict[Facet, FacetCounts] = {}
        """What was counted, as far as it was."""
        self.faults: dict[Facet, str] = {}
        """Why the others could not be."""
        self.suggestions: Suggestions | None = None
        """None until they were looked for."""
        self.total: int | None = None
        """How many rows the table has, without any filter; None where that is not known."""

    def begin(self, table: str) -> None:
        """Forget everything: what is known now is of another table."""
        self._table, self._facets, self._whole = table, (), frozenset()
        self.counts, self.faults = {}, {}
        self.suggestions = self.total = None

    def stop(self) -> None:
        """Count no further."""
        self._context.runner.cancel(self, "facets")

    def count_to_the_end(self, facet: Facet) -> None:
        """From now on, take the time that all rows need for this facet."""
        self._whole |= {facet}

    def count(self, database: Database, loaded: Loaded, facets: tuple[Facet, ...], only: tuple[Facet, ...]) -> None:
        """Count these facets among the rows that are shown; ``only`` some of them, where it names any."""
        self._facets, runner, now = facets, self._context.runner, self._context.clock.now()
        wanted = only or facets
        if not wanted:
            return
        work = counting.FacetWork(database, loaded.look, loaded.wanted.place, now, wanted, self._whole)

        def count(cancel: CancelToken) -> None:
            counting.count_facets(work, cancel, lambda answer: runner.deliver(self, self._arrived, (cancel, answer)))

        self._token = self._changed.run(
            (database,), count, self._counted, self._failed, owner=self, key="facets", title="Counting facets"
        )

    def suggest(self, database: Database, loaded: Loaded) -> None:
        """Look for columns that are worth to be grouped by."""
        work = partial(counting.suggest_facets, database, loaded.look)
        self._help("suggest", work, partial(self._took_suggestions, self._table), title="Looking for facets")

    def count_rows(self, database: Database, loaded: Loaded) -> None:
        """Count all rows of the table."""
        self._help("total", partial(counting.count_rows, database, loaded.look), partial(self._totalled, self._table))

    def _help(self, key: str, work: Callable[[CancelToken], Any], done: Callable[[Any], None], title: str = "") -> None:
        self._context.runner.run(work, done, _unheard, owner=self, key=key, title=title)

    def _took_suggestions(self, table: str, found: Suggestions) -> None:
        if table == self._table:
            self.suggestions = found
            self.suggested.emit(found)

    def _totalled(self, table: str, total: int | None) -> None:
        if table == self._table:
            self.total = total
            self.totalled.emit()

    def _arrived(self, told: tuple[CancelToken, counting.FacetAnswer]) -> None:
        token, answer = told
        if token is not self._token or token.cancelled:
            return
        self.faults.pop(answer.facet, None)
        if answer.counts is None:
            self.faults[answer.facet] = answer.fault
            self.counts.pop(answer.facet, None)
        else:
            self.counts[answer.facet] = answer.counts
        self.grew.emit()

    def _counted(self, answer: None) -> None:
        self.grew.emit()

    def _failed(self, error: KnownError) -> None:
        self.faults = {facet: error.what for facet in self._facets if facet not in self.counts}
        self.grew.emit()


def _unheard(error: KnownError) -> None:
    """Suggestions and sums are a help; where they cannot be had, the rows are there without."""
