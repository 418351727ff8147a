"""Where one goes from a hit: its row, its node in a graph, rows like it, its telling words; why a row is no hit."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Slot

from inspector.cancel import CancelToken
from inspector.errors import KnownError
from inspector.search.related import KeyTerm, key_terms
from inspector.ui.search import history
from inspector.ui.search.asking import Like
from inspector.ui.search.because import HitBecause, Offer
from inspector.ui.search.missing import WhyNotPanel
from inspector.ui.search.row import HitRow
from inspector.workspace.answers.node_of_row import node_of_row
from inspector.workspace.location import Location
from inspector.workspace.rows.row_location import card_location, row_location, table_location

if TYPE_CHECKING:
    from inspector.ui.search.view import SearchView

_TERMS = 5


class GoingOn(QObject):
    """What can be done with the selected hit of one search view."""

    def __init__(self, view: SearchView, panel: HitBecause) -> None:
        super().__init__(view)
        self._view = view
        self._panel = panel
        self._row: HitRow | None = None

    def has_row(self) -> bool:
        """Whether a hit is selected that has a row."""
        return self._row is not None and bool(self._row.found.hit.ref.key)

    @Slot(object)
    def select(self, row: HitRow | None) -> None:
        """This hit is selected now: tell why it is one, and what its words are."""
        self._row = row
        self._panel.show_row(row)
        if row is None or not row.found.hit.ref.key:
            self._view.context.runner.cancel(self, "related")
            self._view.rowSelected.emit(None)
            return
        source, ref = row.found.source, row.found.hit.ref
        self._view.rowSelected.emit((source, ref))
        self._panel.offer(self._offers(row, (), None))
        if source.database is None or row.lost:
            return
        database = source.database

        def work(cancel: CancelToken) -> tuple[tuple[KeyTerm, ...], Location | None]:
            try:
                terms = key_terms(
                    database, source.family.search, ref, source.redactor, without=source.context, cancel=cancel
                )
            except KnownError:
                terms = ()  # they are a help: what is wrong with the index is told by the search
            return terms, node_of_row(source, ref, cancel)

        def done(told: tuple[tuple[KeyTerm, ...], Location | None]) -> None:
            if self._row is row:
                self._panel.offer(self._offers(row, *told))

        self._view.context.runner.run(work, done, _unheard, owner=self, key="related")

    @Slot(object)
    def open(self, row: HitRow) -> None:
        """Open the row of a hit."""
        history.remember(self._view.context.settings, self._view.text())
        path, ref = row.found.source.path, row.found.hit.ref
        place = row_location(path, ref) if ref.key else table_location(path, ref.table, ref.schema)
        self._view.openRequested.emit(place)

    def open_card(self) -> None:
        """Open everything about the selected hit."""
        if self._row is not None and self.has_row():
            self._view.openRequested.emit(card_location(self._row.found.source.path, self._row.found.hit.ref))

    def more_like(self) -> None:
        """Look for rows like the selected hit."""
        if self._row is not None and self.has_row():
            found = self._row.found
            self._view.show_like(Like(found.source, found.hit.ref, self._row.title))

    def why_not(self) -> WhyNotPanel | None:
        """Ask why a row is found, or is not, by another text."""
        row = self._row
        if row is None or not self.has_row():
            return None
        view = self._view
        panel = WhyNotPanel(
            view.context, row.found.source, row.found.hit.ref, view.window(), title=row.title, text=view.text()
        )
        panel.expert = view.expert()
        panel.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        panel.ask()
        panel.show()
        return panel

    def _offers(self, row: HitRow, terms: tuple[KeyTerm, ...], node: Location | None) -> list[Offer]:
        offers: list[Offer] = [("Open the row", partial(self.open, row))]
        if row.lost:
            return offers
        if node is not None:
            offers.append(("Show in the graph", partial(self._view.openRequested.emit, node)))
        tracing, ref = row.found.source.family.tracing, row.found.hit.ref
        if tracing is not None and ref.table in tracing.tables and ref.key:
            place = replace(row_location(row.found.source.path, ref), view="trace")
            offers.append(("Trace the message", partial(self._view.openRequested.emit, place)))
        if terms:
            offers.append(("More like this", self.more_like))
        offers += [("Telling words:", None)] if terms else []
        offers += [(term.word, partial(self._view.search_text, term.word)) for term in terms[:_TERMS]]
        return offers


def _unheard(error: KnownError) -> None:
    """Where a busy file tells no more just now, the hit says enough."""
