"""What does a table view say beside its rows? What happened, what is left out, why there are none, and their count."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from inspector.errors import InvalidInput
from inspector.ui.states import PartialStrip
from inspector.ui.table.loading import Loaded
from inspector.ui.table.words import limits_words, note_words, nothing_words

if TYPE_CHECKING:
    from inspector.ui.table.view import TableView


class Remarks(QObject):
    """The two strips above the rows, the words in their place, and the note of the tab."""

    def __init__(self, view: TableView) -> None:
        super().__init__(view)
        self._view = view
        self.message = PartialStrip(view)
        """What happened last."""
        self.limits = PartialStrip(view)
        """What the rows leave out."""

    def say(self, words: str, run: Callable[[], object] | None = None, *, action: str = "Close") -> None:
        """Tell what happened, until the next thing happens; ``run`` is done by ``action``."""
        self.message.show_partial(words, run or self.message.show_whole, action=action)

    def say_fault(self, error: InvalidInput) -> None:
        """Tell what is wrong with a filter, above the rows and at its field."""
        filters = self._view.grid.header.filters
        filters.set_faults({name: str(error) for name in filters.texts() if f"“{name}”" in error.what})
        self.say(str(error))

    def say_nothing(self, answer: Loaded) -> None:
        """Say in the place of the rows why there are none."""
        what, advice = nothing_words(answer.question)
        if answer.question.conditions:
            self._view.overlay.show_empty(what, advice, action="Clear filters", run=self._view.clear_filters)
        else:
            self._view.overlay.show_empty(what, advice, action="Read again", run=self._view.refresh)

    def say_limits(self, loaded: Loaded, *, stopped: bool) -> None:
        """Say what the rows leave out; ``stopped``: the reader ended their reading."""
        words = limits_words(loaded, stopped=stopped)
        if not words:
            self.limits.show_whole()
        elif stopped:
            self.limits.show_partial(words, self._view.refresh)
        else:
            self.limits.show_partial(words)

    def tell_note(self, loaded: Loaded, *, stopped: bool) -> None:
        """Tell in the note of the tab how many rows there are, and which are on screen."""
        self._view.set_note(note_words(loaded, self._view.grid.rows_on_screen(), stopped=stopped))
