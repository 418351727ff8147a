"""The page of hits: the list, why the selected one is a hit below it, the filters at the right where there is room."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from inspector.ui.search.because import HitBecause
from inspector.ui.search.facets import FacetPanel
from inspector.ui.search.hit_list import HitList
from inspector.ui.search.row import HitRow
from inspector.ui.states import StateOverlay
from inspector.ui.view import ViewContext

_NARROW = 480
"""Pixels of width below which the filters are put away."""


class ResultsPage(QWidget):
    """Composed here and driven by the view."""

    def __init__(self, context: ViewContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._split = QSplitter(Qt.Orientation.Horizontal, self)
        self._dragged = False
        left = QWidget(self)
        self.hits = HitList(context.theme, context.clock, left)
        self.because = HitBecause(left)
        self.facets = FacetPanel(context.theme, context.clock, self)
        below = QVBoxLayout(left)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(0)
        below.addWidget(self.hits, 1)
        below.addWidget(self.because)
        self._split.addWidget(left)
        self._split.addWidget(self.facets)
        self._split.setStretchFactor(0, 1)
        self._split.setSizes([600, 190])
        self._split.setChildrenCollapsible(False)
        inside = QVBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self._split)
        self.states = StateOverlay(left)
        self._split.splitterMoved.connect(self._keep_widths)

    def show_facets(self) -> None:
        """Offer the values of the hits that are here."""
        self.facets.show_hits(self.hits.hits.all())
        self._make_room()

    def replace(self, rows: list[HitRow]) -> None:
        """Show other hits; the selected one stays selected where it is among them."""
        now = self.hits.hit()
        self.hits.hits.set_hits(rows)
        if now is not None:
            self.hits.choose(now.identity)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width = event.size().width()
        self._make_room()
        if not self._dragged:
            side = max(150, min(280, width // 4))
            self._split.setSizes([width - side, side])

    def _make_room(self) -> None:
        self.facets.setVisible(self.width() >= _NARROW and bool(self.facets.lines.lines()))

    @Slot()
    def _keep_widths(self) -> None:
        """The reader drew the border: it stays where it is."""
        self._dragged = True
