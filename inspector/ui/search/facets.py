"""The filters beside the hits: sources, tables and types with their counts; a click shows only some of them."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from inspector.ui.lines.line import Line, LineGroup
from inspector.ui.lines.list import LineList
from inspector.ui.search.row import FACETS, Facet, HitFilter, HitRow, facet_counts
from inspector.ui.theme.theme import Theme

_SHOWN = 8
_ALL = "all"


class FacetPanel(QWidget):
    """Lists of values to filter by."""

    filterChanged = Signal(object)
    """The :class:`HitFilter` that was chosen."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._filter = HitFilter()
        self.lines = LineList(theme, "Filter the hits", self, fitted=False)
        self.lines.lineChosen.connect(self._chosen)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.lines)
        self.setMinimumWidth(120)

    def filter(self) -> HitFilter:
        """What is chosen."""
        return self._filter

    def set_filter(self, kept: HitFilter) -> None:
        """Choose without telling."""
        self._filter = kept

    def show_hits(self, rows: list[HitRow]) -> None:
        """Offer the values of these hits."""
        groups = []
        for facet, title in FACETS:
            counts = facet_counts(rows, self._filter, facet)
            if len(counts) > 1 or any(self._filter.holds(facet, value) for value, _, _ in counts):
                groups.append(LineGroup(title, tuple(self._line(facet, *count) for count in counts), shown=_SHOWN))
        if not self._filter.empty:
            groups.insert(0, LineGroup("", (Line("Show all hits", key=_ALL),)))
        self.lines.show_groups(groups)

    def _line(self, facet: Facet, value: str, words: str, count: int) -> Line:
        chosen = self._filter.holds(facet, value)
        return Line(words, trailing=f"{count:,}", mark="good" if chosen else "", key=f"{facet}:{value}")

    @Slot(object)
    def _chosen(self, line: Line) -> None:
        facet, colon, value = line.key.partition(":")
        if colon:
            self._filter = self._filter.toggled(cast(Facet, facet), value)
        else:
            self._filter = HitFilter()
        self.filterChanged.emit(self._filter)
