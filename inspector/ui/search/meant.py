"""What may be meant where a word stands in no index: a line of offers below the box."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from inspector.cancel import CancelToken
from inspector.errors import KnownError
from inspector.search.related import Suggestion, did_you_mean
from inspector.ui.labels import one_line, plain, tip, tone
from inspector.ui.lines.flow import FlowBox
from inspector.ui.lines.sizes import counted
from inspector.ui.view import ViewContext
from inspector.workspace.answers.search_sources import databases_below
from inspector.workspace.source import Source

_MOST = 4
_LONGEST = 40


class MeantLine(QWidget):
    """Hidden while nothing is offered."""

    chosen = Signal(str)
    """The text that is meant."""

    def __init__(self, context: ViewContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        said = plain("Did you mean", self)
        tone(said, "muted")
        self.offers = FlowBox(self, gap=4)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 8, 6)
        row.setSpacing(8)
        row.addWidget(said)
        row.addWidget(self.offers, 1)
        self.hide()

    def texts(self) -> tuple[str, ...]:
        """What is offered."""
        return tuple(str(part.property("text_meant")) for part in self.offers.parts())

    def forget(self) -> None:
        """Offer nothing: another text is searched."""
        self._context.runner.cancel(self, "meant")
        self._show(())

    def ask(self, text: str, sources: tuple[Source, ...]) -> None:
        """Look for what may be meant."""

        def work(cancel: CancelToken) -> tuple[Suggestion, ...]:
            found: dict[str, Suggestion] = {}
            for source in databases_below(sources):
                assert source.database is not None
                try:
                    told = did_you_mean(
                        source.database,
                        source.family.search,
                        text,
                        source.redactor,
                        without=source.context,
                        cancel=cancel,
                    )
                except KnownError:
                    continue  # an offer is a help: the search itself tells what cannot be read
                for one in told:
                    known = found.get(one.text)
                    if known is None or known.rows < one.rows:
                        found[one.text] = one
            return tuple(sorted(found.values(), key=lambda one: -one.rows))[:_MOST]

        self._context.runner.run(work, self._show, _unheard, owner=self, key="meant")

    def _show(self, found: tuple[Suggestion, ...]) -> None:
        for part in self.offers.parts():
            self.offers.drop(part)
        for one in found:
            said = one_line(one.text)
            button = QPushButton(self.offers)
            button.setText((said if len(said) <= _LONGEST else said[: _LONGEST - 1] + "…").replace("&", "&&"))
            button.setToolTip(tip(f"{one.word} stands in {counted(one.rows, 'row')}; {one.typed} in none"))
            button.setProperty("text_meant", one.text)
            button.clicked.connect(partial(self._choose, one.text))
            self.offers.add(button)
        self.setVisible(bool(found))

    def _choose(self, text: str, checked: bool = False) -> None:
        self.chosen.emit(text)


def _unheard(error: KnownError) -> None:
    """Nothing is offered then."""
