"""What is looked for beyond the hits that were given: the next of each table, or those that a filter keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from inspector.ui.search import words
from inspector.ui.search.asking import MORE, Answered, Kept, Part
from inspector.ui.search.filter import HitFilter

if TYPE_CHECKING:
    from inspector.ui.search.view import SearchView


class Further(QObject):
    """Asks for more hits of one search view, and puts them behind those that are there."""

    def __init__(self, view: SearchView) -> None:
        super().__init__(view)
        self._view = view
        self._filtered: HitFilter | None = None
        self._kept: Kept | None = None
        view.asking.wentOn.connect(self._went_on)
        view.asking.narrowed.connect(self._narrowed)

    def forget(self) -> None:
        """Another search begins."""
        self._filtered, self._kept = None, None

    def is_there(self, answered: Answered) -> bool:
        """Whether more can be had: of the filter that is on, or of all hits."""
        parts = self._parts_of_filter()
        return words.can_go_on(answered.answer) if parts is None else bool(parts)

    def look_for_filtered(self) -> None:
        """A filter that leaves few of the hits that were found may keep others that were not asked for."""
        view, kept = self._view, self._view.facets.filter()
        answered = view.answered()
        if answered is None or kept.empty or kept == self._filtered or answered.asked.like is not None:
            return
        if words.has_more(answered.answer) and len(view.hits.hits.rows()) < MORE:
            self._filtered, self._kept = kept, None
            view.set_running(True)
            view.asking.narrow(answered.asked, kept)

    @Slot()
    def find_more(self) -> None:
        """Look for the next hits."""
        view, answered = self._view, self._view.answered()
        if answered is None:
            return
        view.set_running(True)
        if self._parts_of_filter():
            view.asking.narrow(answered.asked, view.facets.filter(), self._kept)
        else:
            view.asking.go_on(answered)

    def _parts_of_filter(self) -> tuple[Part, ...] | None:
        """Where there are more hits of the filter that is on; None where all hits are gone through, whatever it is."""
        kept = self._view.facets.filter()
        return self._kept.further if self._kept is not None and not kept.empty and kept == self._filtered else None

    @Slot(object)
    def _went_on(self, answered: Answered) -> None:
        self._view.hits.hits.add_new(answered.rows)
        self._view.show_answer(answered)

    @Slot(object)
    def _narrowed(self, found: Kept) -> None:
        self._kept = found
        self._view.hits.hits.add_new(found.rows)
        self._view.show_answer(None)
