"""How much of the graph is shown, and each filter with what it hides; a click takes one back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from inspector.graph.filters import GraphFilter
from inspector.ui.graph.side.said import Chip, chips_of, shown_words
from inspector.ui.icons import SMALL
from inspector.ui.labels import PlainLabel, one_line, tip, tone
from inspector.ui.lines.flow import FlowBox
from inspector.ui.view import ViewContext

if TYPE_CHECKING:
    from inspector.ui.graph.view import GraphView

_LONGEST = 40


class FilterChip(QToolButton):
    """One filter; a click takes it back."""

    takenBack = Signal(object)
    """The :class:`Chip`."""

    def __init__(self, context: ViewContext, chip: Chip, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chip = chip
        words = one_line(chip.words)
        short = words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"
        hides = f" −{chip.hides:,}" if chip.hides else ""
        self.setText(f"{short}{hides}".replace("&", "&&"))
        self.setToolTip(tip(f"{chip.whole}.\nA click takes it back."))
        self.setAccessibleName(f"Take back: {chip.whole}")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setIconSize(SMALL)
        self.setCheckable(True)
        self.setChecked(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        context.icons.dress(self, "ph.x", "muted")
        self.clicked.connect(self._take_back)

    @Slot()
    def _take_back(self) -> None:
        self.setChecked(True)
        self.takenBack.emit(self.chip)


class ChipsBox(QFrame):
    """Stands over the panel while a filter is on."""

    def __init__(self, view: GraphView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self._chips: tuple[Chip, ...] = ()
        self.said = PlainLabel("", self)
        self.clear = QPushButton("Clear all", self)
        self.clear.setStyleSheet("padding: 3px 7px;")
        self.clear.setToolTip("Take all filters back (Ctrl+Z brings them again)")
        self.box = FlowBox(self, gap=4)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.said, 1)
        row.addWidget(self.clear)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 6, 8, 6)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self.box)
        tone(self.said, "muted")
        self.clear.clicked.connect(self._clear)

    def chips(self) -> tuple[Chip, ...]:
        """What is said of each filter."""
        return self._chips

    def buttons(self) -> tuple[FilterChip, ...]:
        """The chips."""
        return tuple(part for part in self.box.parts() if isinstance(part, FilterChip))

    def follow(self) -> None:
        """What is shown changed."""
        exploring, loaded = self._view.exploring, self._view.reading.loaded
        facets = exploring.facets
        if facets is None:
            return
        theme = self._view.context.theme
        groups = loaded.projection.edge_groups if loaded is not None else ()
        chips = chips_of(facets, groups, lambda name: theme.status(name).words, exploring.label)
        self.said.setText(shown_words(facets))
        self.clear.setVisible(bool(chips))
        self.box.setVisible(bool(chips))
        if chips == self._chips:
            return
        self._chips = chips
        for part in self.box.parts():
            self.box.drop(part)
        for chip in chips:
            made = FilterChip(self._view.context, chip, self.box)
            made.takenBack.connect(self._take_back)
            self.box.add(made)

    @Slot(object)
    def _take_back(self, chip: Chip) -> None:
        self._view.exploring.set_filter(chip.without, f"take back '{chip.words}'")
        self._view.canvas.setFocus()

    @Slot()
    def _clear(self) -> None:
        self._view.exploring.set_filter(GraphFilter(), "clear all filters")
        self._view.canvas.setFocus()
