"""The bar above a timeline: text, facets, time and ways to go in one row; what is filtered in another."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from math import inf, isinf

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QPushButton, QToolButton, QVBoxLayout, QWidget

from inspector.timeline.filtering import FACETS, Filtered, TimelineFilter
from inspector.timeline.moments import date_time
from inspector.ui.icons import SMALL
from inspector.ui.labels import PlainLabel, tip, tone
from inspector.ui.lines.flow import FlowBox
from inspector.ui.timeline.choices import TITLES, ChoiceButton, TakenChip, shown_word
from inspector.ui.timeline.fields import JumpField, form_choice
from inspector.ui.view import ViewContext

_REST_MS = 120
"""How long typing rests before the list follows."""


class TimelineBar(QFrame):
    """Says what is to be shown; the pane does it."""

    filterChanged = Signal(object)
    """The :class:`TimelineFilter` that is wanted."""
    formChanged = Signal(str)
    """The form of times that is wanted."""
    orderChanged = Signal(bool)
    """Whether the newest is to be on top."""
    jumpRequested = Signal(str)
    """A time as it was typed."""
    left = Signal()
    """The keyboard is to go to the list."""

    def __init__(self, context: ViewContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._filter = TimelineFilter()
        self.text = self._line(
            "Filter by words", "Filter the entries", "Words that must all stand in an entry (Ctrl+F)"
        )
        self.jump = JumpField(parent=self)
        self.jump.setClearButtonEnabled(True)
        self.jump.setMinimumWidth(80)
        self.jump.setMaximumWidth(context.theme.scaled(130))
        self.form = form_choice(self)
        self.order = self._button("Newest first", "ph.sort-descending", "The newest entries on top")
        self.order.setCheckable(True)
        self.order.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self.order.setAccessibleName("Newest first")
        self._buttons = FlowBox(self, gap=2)
        self.facets = {facet: ChoiceButton(context, facet, self._buttons) for facet in FACETS}
        self.fault = self._button("Next fault", "ph.warning-octagon", "The next entry that failed (F8)")
        self.said = PlainLabel("", self)
        tone(self.said, "muted")
        self.said.setContentsMargins(0, 6, 0, 0)
        self.chips = FlowBox(self, gap=4)
        self.clear = QPushButton("Clear filters", self)
        self.clear.setStyleSheet("padding: 3px 7px;")
        self._typed = QTimer(self, singleShot=True, interval=_REST_MS)
        self._lay_out()
        self._wire()
        self.show_filter(TimelineFilter(), "")

    def _lay_out(self) -> None:
        self._first, second, third = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        self._first.addWidget(self.text, 3)
        self._first.addWidget(self.jump)
        self._first.addWidget(self.form)
        for facet in FACETS:
            self._buttons.add(self.facets[facet])
        self._buttons.add(self.fault)
        self._buttons.add(self.order)
        second.addWidget(self._buttons, 1)
        second.addWidget(self.said, 0, Qt.AlignmentFlag.AlignTop)
        third.addWidget(self.chips, 1)
        third.addWidget(self.clear, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 4)
        column.setSpacing(6)
        for row in (self._first, second, third):
            row.setSpacing(6)
            column.addLayout(row)

    def lead(self, widget: QWidget) -> None:
        """Put something of the owner before all else."""
        self._first.insertWidget(0, widget, 2)
        QWidget.setTabOrder(widget, self.text)

    def _wire(self) -> None:
        self.text.textChanged.connect(self._typed.start)
        self._typed.timeout.connect(self._text_rested)
        self.text.returnPressed.connect(self._entered)
        self.jump.wanted.connect(self.jumpRequested)
        self.form.chosen.connect(self.formChanged)
        self.order.toggled.connect(self.orderChanged)
        self.clear.clicked.connect(self._clear)
        for button in self.facets.values():
            button.toggled_word.connect(self._toggle)
            button.cleared.connect(self._clear_facet)

    # --- shown -----------------------------------------------------------------------------------------------------

    def filter(self) -> TimelineFilter:
        """What is asked for."""
        return self._filter

    def show_filter(self, wanted: TimelineFilter, range_words: str) -> None:
        """Show what is asked for, each part with a way to take it back."""
        self._filter = wanted
        if " ".join(self.text.text().split()) != wanted.text:
            with QSignalBlocker(self.text):
                self.text.setText(wanted.text)
        parts = [
            ((facet, word), f"{TITLES[facet]}: {shown_word(word)}")
            for facet in FACETS
            for word in sorted(wanted.words(facet))
        ]
        if wanted.ranged:
            parts.append((("range", ""), range_words))
        for chip in self.chips.parts():
            self.chips.drop(chip)
        for part, words in parts:
            made = TakenChip(self._context, part, words, self.chips)
            made.takenBack.connect(self._take_back)
            self.chips.add(made)
        self.chips.setVisible(bool(parts))
        self.clear.setVisible(bool(parts))

    def show_counts(self, found: Filtered, said: str) -> None:
        """Show what each word would leave, and how much is shown of how much."""
        for facet, button in self.facets.items():
            button.show_counts(found.counts[facet], found.filter.words(facet))
        self.said.setText(said)

    def chip_words(self) -> list[str]:
        """What stands on the chips."""
        return [part.text() for part in self.chips.parts() if isinstance(part, TakenChip)]

    # --- asked -----------------------------------------------------------------------------------------------------

    @Slot()
    def _text_rested(self) -> None:
        self._typed.stop()
        text = " ".join(self.text.text().split())
        if text != self._filter.text:
            self.filterChanged.emit(replace(self._filter, text=text))

    @Slot()
    def _entered(self) -> None:
        self._text_rested()
        self.left.emit()

    @Slot(str, str)
    def _toggle(self, facet: str, word: str) -> None:
        self.filterChanged.emit(self._filter.toggled(facet, word))

    @Slot(str)
    def _clear_facet(self, facet: str) -> None:
        self.filterChanged.emit(self._filter.choosing(facet, frozenset()))

    @Slot(object)
    def _take_back(self, part: tuple[str, str]) -> None:
        facet, word = part
        if facet == "range":
            self.filterChanged.emit(replace(self._filter, since=-inf, until=inf))
        else:
            self.filterChanged.emit(self._filter.toggled(facet, word))

    @Slot()
    def _clear(self) -> None:
        self.filterChanged.emit(TimelineFilter())

    def _line(self, placeholder: str, name: str, about: str) -> QLineEdit:
        made = QLineEdit(self)
        made.setPlaceholderText(placeholder)
        made.setAccessibleName(name)
        made.setToolTip(tip(about))
        made.setClearButtonEnabled(True)
        made.setMinimumWidth(80)
        return made

    def _button(self, text: str, icon: str, about: str) -> QToolButton:
        made = QToolButton(self)
        made.setText(text)
        made.setToolTip(tip(about))
        made.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        made.setIconSize(SMALL)
        made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._context.icons.dress(made, icon)
        return made


def moment_or_none(value: float) -> datetime | None:
    """The end of a range; None where it is open."""
    return None if isinf(value) else date_time(int(value))
