"""The bar above a grid: opens the facets, names each condition with a way to take it off, says what is hidden."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from inspector.ui.facets.shown import Chip
from inspector.ui.icons import SMALL
from inspector.ui.labels import PlainLabel, one_line, tip, tone
from inspector.ui.lines.flow import FlowBox
from inspector.ui.view import ViewContext

_LONGEST = 48


class ConditionChip(QToolButton):
    """One condition; a click takes it off."""

    takenOff = Signal(object)
    """The :class:`Chip`."""

    def __init__(self, context: ViewContext, chip: Chip, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chip = chip
        words = one_line(chip.words)
        short = words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"
        self.setText(short.replace("&", "&&"))
        self.setToolTip(tip(f"{chip.words}\nA click takes it off."))
        self.setAccessibleName(f"Take off: {words}")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setIconSize(SMALL)
        self.setCheckable(True)
        self.setChecked(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        context.icons.dress(self, "ph.x", "muted")
        self.clicked.connect(self._take_off)

    @Slot()
    def _take_off(self) -> None:
        self.setChecked(True)
        self.takenOff.emit(self.chip)


class FilterBar(QFrame):
    """One line, or as many as the conditions need."""

    facetsToggled = Signal(bool)
    """The facets are to be shown, or put away."""
    takenOff = Signal(object)
    """The :class:`Chip` whose condition is to go."""
    cleared = Signal()
    """All conditions are to go."""
    sqlRequested = Signal()
    """The statement behind the rows is to be shown."""

    def __init__(self, context: ViewContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.facets = self._button("Facets", "ph.funnel-simple", "What the rows have in common (Ctrl+Shift+E)")
        self.facets.setCheckable(True)
        self.chips = FlowBox(self, gap=4)
        self._words = PlainLabel("", self)
        tone(self._words, "muted")
        self.clear = QPushButton("Clear", self)
        self.clear.setToolTip("Show all rows again")
        self.sql = self._button("Show SQL", "ph.code", "Open the statement behind these rows in the query editor")
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.facets)
        row.addWidget(self._words, 1)
        row.addStretch()
        row.addWidget(self.clear)
        row.addWidget(self.sql)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 3, 8, 3)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self.chips)
        self.facets.clicked.connect(self.facetsToggled)
        self.clear.clicked.connect(self.cleared)
        self.sql.clicked.connect(self.sqlRequested)
        self.show_conditions((), "")
        self.set_ready(False)

    def show_conditions(self, chips: Sequence[Chip], words: str) -> None:
        """Show these conditions and what they hide."""
        if [part.chip for part in self.chips.parts() if isinstance(part, ConditionChip)] != list(chips):
            for part in self.chips.parts():
                self.chips.drop(part)
            for chip in chips:
                made = ConditionChip(self._context, chip, self.chips)
                made.takenOff.connect(self.takenOff)
                self.chips.add(made)
        self.clear.setVisible(bool(chips))
        self.chips.setVisible(bool(chips))
        self._words.setText(words)
        self._words.setVisible(bool(words))

    def set_ready(self, ready: bool) -> None:
        """Whether there are rows whose facets and statement can be had."""
        self.facets.setEnabled(ready)
        self.sql.setEnabled(ready)

    def words(self) -> str:
        """What is said of hidden rows."""
        return self._words.text()

    def _button(self, text: str, icon: str, about: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setToolTip(tip(about))
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setIconSize(SMALL)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._context.icons.dress(button, icon)
        return button
