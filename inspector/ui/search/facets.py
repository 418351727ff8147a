"""The filters beside the hits: a field for the time, and values of each facet with their counts; a click chooses."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from inspector.clock import Clock
from inspector.db.browse.spans import SPAN_FORMS
from inspector.ui.labels import plain, tip, tone
from inspector.ui.lines.line import Line, LineGroup
from inspector.ui.lines.list import LineList
from inspector.ui.search.chips import FilterChip
from inspector.ui.search.filter import TIME, HitFilter, OfferedFacet, facet_counts, time_counts
from inspector.ui.search.row import HitRow
from inspector.ui.theme.theme import Theme

_SHOWN = 8
_KEY = "in."
_NO_TIME = "This names no time. Try last 2 days, since 2026-05-01 or 2026-05..2026-06."


class FacetPanel(QWidget):
    """Lists of values to filter by."""

    filterChanged = Signal(object)
    """The :class:`HitFilter` that was chosen."""

    def __init__(self, theme: Theme, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self._filter = HitFilter()
        self._offered: tuple[OfferedFacet, ...] = ()
        self._words: dict[tuple[str, str], str] = {}
        self.time = QLineEdit(self)
        self.time.setPlaceholderText("Any time")
        self.time.setAccessibleName("Only hits of this time")
        self.time.setClearButtonEnabled(True)
        self.time.setAcceptDrops(False)
        self.time.setToolTip(tip("\n".join(f"{form}: {meaning}" for form, meaning in SPAN_FORMS)))
        self.fault = plain("", self, wrap=True)
        tone(self.fault, "negative")
        self.fault.hide()
        self.lines = LineList(theme, "Filter the hits", self, fitted=False)
        self.lines.lineChosen.connect(self._chosen)
        self.time.editingFinished.connect(self._time_entered)
        self.time.textChanged.connect(self._time_cleared)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.time)
        column.addWidget(self.fault)
        column.addWidget(self.lines, 1)
        self.setMinimumWidth(120)

    def filter(self) -> HitFilter:
        """What is chosen."""
        return self._filter

    def offer(self, facets: tuple[OfferedFacet, ...]) -> None:
        """What can be filtered by."""
        self._offered = facets

    def set_filter(self, kept: HitFilter) -> None:
        """Choose without telling."""
        self._filter = kept
        with QSignalBlocker(self.time):
            self.time.setText(kept.time)
        fault = bool(kept.time) and kept.span(self._clock.now()) is None
        self.fault.setText(
            "This names no time. Try last 2 days, since 2026-05-01 or 2026-05..2026-06." if fault else ""
        )
        self.fault.setVisible(fault)

    def show_hits(self, rows: Sequence[HitRow]) -> None:
        """Offer the values of these hits."""
        now = self._clock.now()
        span = self._filter.span(now)
        groups = [self._times(rows, now)]
        for facet in self._offered:
            counts = facet_counts(rows, self._filter, facet, span)
            told = facet.words or any(self._filter.holds(facet.id, value) for value, _, _ in counts)
            if len(counts) > 1 or (counts and told):
                lines = tuple(self._line(facet, *count) for count in counts)
                groups.append(LineGroup(facet.title, lines, shown=_SHOWN))
        self.lines.show_groups([group for group in groups if group.lines])

    def chips(self) -> list[FilterChip]:
        """Each filter in words, with what is left without it."""
        kept, chips = self._filter, []
        titles = {facet.id: facet.title for facet in self._offered}
        for facet, values in kept.chosen.items():
            for value in sorted(values):
                said = self._words.get((facet, value), value)
                chips.append(FilterChip(f"{titles.get(facet, facet)}: {said}", kept.toggled(facet, value)))
        if kept.time:
            span = kept.span(self._clock.now())
            said = kept.time if span is None else _capital(span.words.removeprefix("is "))
            chips.append(FilterChip(said, kept.at("")))
        return chips

    def _times(self, rows: Sequence[HitRow], now: datetime) -> LineGroup:
        if not any(row.instant is not None for row in rows):
            return LineGroup()
        lines = tuple(
            Line(
                _capital(text),
                trailing=f"{count:,}",
                mark="good" if self._filter.time == text else "",
                key=f"{_KEY}{TIME}:{text}",
            )
            for text, count in time_counts(rows, self._filter, now)
        )
        return LineGroup("Time", lines)

    def _line(self, facet: OfferedFacet, value: str, words: str, count: int) -> Line:
        self._words[facet.id, value] = words
        chosen = self._filter.holds(facet.id, value)
        about = facet.about.get(value, "")
        return Line(
            words,
            trailing=f"{count:,}",
            tip=f"{words}\n{about}" if about else "",
            mark="good" if chosen else "",
            key=f"{_KEY}{facet.id}:{value}",
        )

    def _choose(self, kept: HitFilter) -> None:
        self.set_filter(kept)
        self.filterChanged.emit(kept)

    @Slot(object)
    def _chosen(self, line: Line) -> None:
        facet, _, value = line.key.removeprefix(_KEY).partition(":")
        if facet == TIME:
            self._choose(self._filter.at("" if self._filter.time == value else value))
        else:
            self._choose(self._filter.toggled(facet, value))

    @Slot()
    def _time_entered(self) -> None:
        kept = self._filter.at(self.time.text())
        if kept != self._filter:
            self._choose(kept)

    @Slot(str)
    def _time_cleared(self, text: str) -> None:
        """The button in the field empties it without a key."""
        if not text.strip():
            self._time_entered()


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
