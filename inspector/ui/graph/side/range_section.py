"""The filter of a time or number: how it is spread, a range drawn over it or written, the last days by the clock."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import inf, isinf, isnan

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QToolButton, QWidget

from inspector.clock import Clock, parse_as_of
from inspector.errors import InvalidInput
from inspector.graph.facets import Facets, FieldRange
from inspector.graph.fields import Field
from inspector.graph.filters import FieldChoice
from inspector.ui.graph.side.histogram import BINS, Histogram
from inspector.ui.graph.side.said import moment_words, number_words
from inspector.ui.graph.side.section import Section
from inspector.ui.labels import plain, tip, tone
from inspector.ui.lines.flow import FlowBox
from inspector.ui.theme.theme import Theme

DAY = 86_400.0
RECENT = (("1 day", 1), ("2 days", 2), ("7 days", 7), ("30 days", 30))
"""The last days that are offered by a click."""
_REST_MS = 60
"""How long a range that is drawn rests until the picture follows: one reading of 100,000 nodes."""


class RangeSection(Section):
    """From and to of one field."""

    choiceChanged = Signal(str, object)
    """``(id of the field, FieldChoice)``."""

    def __init__(self, theme: Theme, clock: Clock, field: Field, *, open_now: bool, parent: QWidget | None = None):
        super().__init__(theme, f"field.{field.id}", field.title, open_now=open_now, parent=parent)
        self.field = field
        self._clock, self._is_time = clock, field.kind == "time"
        self._choice = FieldChoice()
        self.bars = Histogram(theme, self.body)
        self.bars.setAccessibleName(f"{field.title}: how it is spread")
        self.low, self.high = self._end("from"), self._end("to")
        self.unset = QCheckBox(self.body)
        self._build()
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._rest.timeout.connect(self._tell)
        self.bars.rangeChanged.connect(self._drawn)
        self.low.editingFinished.connect(self._written)
        self.high.editingFinished.connect(self._written)
        self.unset.clicked.connect(self._unset_clicked)

    def _build(self) -> None:
        padded = QHBoxLayout()
        padded.setContentsMargins(8, 2, 8, 0)
        padded.addWidget(self.bars)
        ends = QHBoxLayout()
        ends.setContentsMargins(8, 0, 8, 0)
        ends.setSpacing(4)
        ends.addWidget(self.low, 1)
        ends.addWidget(plain("–", self.body))
        ends.addWidget(self.high, 1)
        self.inside.addLayout(padded)
        self.inside.addLayout(ends)
        if self._is_time:
            last = FlowBox(self.body, gap=2)
            last.setContentsMargins(4, 0, 4, 0)
            tone(words := plain("last", last), "muted")
            words.setContentsMargins(10, 5, 2, 0)
            last.add(words)
            for text, days in RECENT:
                button = QToolButton(last)
                button.setText(text)
                button.setStyleSheet("padding: 3px 4px;")
                button.setToolTip(tip(f"{self.field.title} in the last {text}, as of the clock of the window"))
                button.clicked.connect(partial(self.choose_last, days))
                last.add(button)
            self.inside.addWidget(last)
        row = QHBoxLayout()
        row.setContentsMargins(8, 0, 8, 0)
        row.addWidget(self.unset)
        self.inside.addLayout(row)

    def _end(self, words: str) -> QLineEdit:
        made = QLineEdit(self.body)
        made.setAccessibleName(f"{self.field.title} {words}")
        made.setMinimumWidth(40)
        made.setStyleSheet("padding: 3px 3px;")
        return made

    # --- shown -----------------------------------------------------------------------------------------------------

    def show_facets(self, facets: Facets) -> None:
        """Show what the other filters leave, and the range that is asked for."""
        choice = facets.filter.fields.get(self.field.id, FieldChoice())
        self._choice = choice
        if not self.is_open:
            return
        counts, limits = facets.histogram(self.field.id, BINS)
        self.bars.show_counts(counts.tolist(), float(limits[0]), float(limits[-1]))
        self.bars.show_range(choice.low, choice.high)
        self._show_ends(choice, (float(limits[0]), float(limits[-1])))
        self._show_unset(facets.range(self.field.id), choice)

    def _show_ends(self, choice: FieldChoice, limits: tuple[float, float]) -> None:
        for field, value, limit in ((self.low, choice.low, limits[0]), (self.high, choice.high, limits[1])):
            field.setPlaceholderText(self._words(limit))
            if not field.isModified() or not field.hasFocus():
                field.setText("" if isinf(value) else self._words(value))
                field.setCursorPosition(0)
                field.setToolTip(tip(f"{self._words(limit if isinf(value) else value)}{' UTC' * self._is_time}"))
                tone(field, "")

    def _show_unset(self, found: FieldRange, choice: FieldChoice) -> None:
        self.unset.setVisible(bool(found.unset) and not choice.empty)
        self.unset.setText(f"{found.unset:,} without one too")
        self.unset.setChecked(choice.unset)

    def _words(self, value: float) -> str:
        if isnan(value):
            return ""
        return moment_words(value) if self._is_time else number_words(value)

    # --- chosen ----------------------------------------------------------------------------------------------------

    def choose_last(self, days: int) -> None:
        """Only what lies in the last days, by the clock of the window."""
        self._choose(replace(self._choice, low=self._clock.now_ms() / 1000 - days * DAY, high=inf))

    @Slot(object, object)
    def _drawn(self, low: float, high: float) -> None:
        self._choice = replace(self._choice, low=low, high=high)
        self._rest.start()

    @Slot()
    def _written(self) -> None:
        found = []
        for field, otherwise in ((self.low, -inf), (self.high, inf)):
            if not field.isModified():
                found.append(self._choice.low if field is self.low else self._choice.high)
                continue
            value = self._read(field.text(), end=field is self.high) if field.text().strip() else otherwise
            if value is None:
                tone(field, "negative")
                example = "2026-05-19 or 2026-05-19 14:30, in UTC" if self._is_time else "a number"
                field.setToolTip(tip(f"This cannot be read. Write {example}."))
                return
            found.append(value)
        self.low.setModified(False)
        self.high.setModified(False)
        if (found[0], found[1]) != (self._choice.low, self._choice.high):
            self._choose(replace(self._choice, low=found[0], high=found[1]))

    def _read(self, text: str, *, end: bool) -> float | None:
        try:
            if not self._is_time:
                return float(text.replace(",", ""))
            moment = parse_as_of(text).timestamp()
        except (InvalidInput, ValueError, OverflowError):
            return None
        # a day that is named as the last one belongs to it
        return moment + DAY - 0.001 if end and len(text.strip()) == len("2026-05-19") else moment

    @Slot(bool)
    def _unset_clicked(self, on: bool) -> None:
        self._choose(replace(self._choice, unset=on))

    def _choose(self, choice: FieldChoice) -> None:
        self._choice = choice
        self._tell()

    @Slot()
    def _tell(self) -> None:
        self.choiceChanged.emit(self.field.id, self._choice)
