"""Each filter of the hits as a button that takes it back, and one that takes all of them back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QWidget

from inspector.ui.icons import SMALL
from inspector.ui.labels import one_line, tip
from inspector.ui.lines.flow import FlowBox
from inspector.ui.search.filter import HitFilter
from inspector.ui.view import ViewContext

_LONGEST = 44


@dataclass(frozen=True)
class FilterChip:
    """What a button says, and what is left when it is pressed."""

    words: str
    """The filter: "Type: gotcha"."""
    without: HitFilter | None
    """The filter without it; None where it is no filter."""


class _ChipButton(QToolButton):
    """One filter; a click takes it back."""

    takenBack = Signal(object)
    """The :class:`FilterChip`."""

    def __init__(self, context: ViewContext, chip: FilterChip, parent: QWidget) -> None:
        super().__init__(parent)
        self.chip = chip
        said = one_line(chip.words)
        self.setText((said if len(said) <= _LONGEST else said[: _LONGEST - 1] + "…").replace("&", "&&"))
        self.setToolTip(tip(f"{chip.words}\nA click takes it back."))
        self.setAccessibleName(f"Take back: {said}")
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


class FilterChips(QWidget):
    """Stands over the hits while a filter is on."""

    takenBack = Signal(object)
    """The :class:`HitFilter` that is left."""
    otherTakenBack = Signal()
    """What was said beside the filters is taken back."""

    def __init__(self, context: ViewContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.box = FlowBox(self, gap=4)
        self.clear = QPushButton("Clear filters", self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.box, 1)
        row.addWidget(self.clear, 0, Qt.AlignmentFlag.AlignTop)
        self.clear.clicked.connect(self._clear)
        self.hide()

    def chips(self) -> tuple[FilterChip, ...]:
        """The filters that are shown."""
        return tuple(part.chip for part in self.box.parts() if isinstance(part, _ChipButton))

    def show_chips(self, chips: Sequence[FilterChip], other: str = "") -> None:
        """Show these, and before them what is no filter and can be taken back as well."""
        first = [FilterChip(other, None)] if other else []
        chips = [*first, *chips]
        self.clear.setVisible(len(chips) > len(first))
        if tuple(chips) != self.chips():
            for part in self.box.parts():
                self.box.drop(part)
            for chip in chips:
                made = _ChipButton(self._context, chip, self.box)
                made.takenBack.connect(self._take_back)
                self.box.add(made)
        self.setVisible(bool(chips))

    @Slot(object)
    def _take_back(self, chip: FilterChip) -> None:
        if chip.without is None:
            self.otherTakenBack.emit()
        else:
            self.takenBack.emit(chip.without)

    @Slot()
    def _clear(self) -> None:
        self.takenBack.emit(HitFilter())
