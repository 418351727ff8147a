"""Why the selected hit is one: words and tokens, columns, index and rank; and where one can go on from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from inspector.ui.labels import one_line, plain, tip, tone
from inspector.ui.lines.flow import FlowBox
from inspector.ui.search.row import HitRow

_LONGEST = 40
Offer = tuple[str, Callable[[], object] | None]
"""(words of a button, what it does); None: words before the buttons that follow."""


class HitBecause(QFrame):
    """Stands below the hits while one is selected."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row: HitRow | None = None
        self.title = plain("", self)
        tone(self.title, "muted")
        self.words = plain("", self, wrap=True)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.offers = FlowBox(self, gap=4)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 6, 8, 6)
        column.setSpacing(4)
        column.addWidget(self.title)
        column.addWidget(self.words)
        column.addWidget(self.offers)
        self.hide()

    def row(self) -> HitRow | None:
        """The hit that is told of."""
        return self._row

    def show_row(self, row: HitRow | None) -> None:
        """Tell why this is a hit; None: nothing is selected."""
        self._row = row
        self.setVisible(row is not None)
        self.offer(())
        if row is None:
            return
        self.title.setText("Why this match leads nowhere" if row.lost else "Why this is a hit")
        because = row.found.hit.because
        lines = [row.lost] if row.lost else list(because.words)
        if because.tokenizer:
            lines.append(f"tokenizer: {because.tokenizer}")
        self.words.setText(" · ".join(lines) or row.why or "It was found by its words.")

    def offer(self, offers: Sequence[Offer]) -> None:
        """Buttons below the words."""
        for part in self.offers.parts():
            self.offers.drop(part)
        for text, run in offers:
            if run is None:
                label = plain(text, self.offers)
                tone(label, "muted")
                label.setContentsMargins(8, 4, 4, 4)
                self.offers.add(label)
                continue
            said = one_line(text)
            button = QPushButton(self.offers)
            button.setText((said if len(said) <= _LONGEST else said[: _LONGEST - 1] + "…").replace("&", "&&"))
            button.setToolTip(tip(text))
            button.clicked.connect(partial(_run, run))
            self.offers.add(button)
        self.offers.setVisible(bool(offers))


def _run(run: Callable[[], object], checked: bool = False) -> None:
    run()
