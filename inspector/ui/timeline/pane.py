"""A timeline as a widget, for any view: bar, histogram and list; it filters, goes to places, tells what is chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime

import numpy as np
from PySide6.QtCore import QPoint, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from inspector.timeline.bins import binned
from inspector.timeline.entry import ERROR, Link
from inspector.timeline.filtering import Filtered, TimelineFilter, filtered
from inspector.timeline.going import nearest, next_where, same_kind, same_status
from inspector.timeline.moments import UNKNOWN, Mask, date_time, moment_of
from inspector.timeline.timeline import Timeline, timeline_of
from inspector.ui.chat.place import message_location
from inspector.ui.commands import Command
from inspector.ui.states import PartialStrip, StateOverlay
from inspector.ui.timeline.bar import TimelineBar, moment_or_none
from inspector.ui.timeline.brush import BAR, Brush
from inspector.ui.timeline.deeds import fill_menu, timeline_commands
from inspector.ui.timeline.list import TimelineList
from inspector.ui.timeline.times import TimeForm
from inspector.ui.timeline.typed_time import typed_moment
from inspector.ui.view import ViewContext
from inspector.workspace.conversations.offered import is_said
from inspector.workspace.rows.row_location import row_location
from inspector.workspace.source import Source

_MINUTES_US = 30 * 60 * 1_000_000
"""Below so many microseconds the ends of the histogram are told to the second."""
_REST_MS = 40
"""How long a stretch that is drawn rests until the list follows."""


class TimelinePane(QWidget):
    """Shows one :class:`Timeline`. Its owner reads it and writes its states."""

    openRequested = Signal(object)
    """The Location of the row of an entry that was opened."""
    entryOpened = Signal(object)
    """The :class:`Entry` that was opened and has no row."""
    rowSelected = Signal(object)
    """``(source, RowRef)`` of the current entry, or None: what Details follows."""
    entrySelected = Signal(object)
    """The place of the current entry in the timeline, or None."""
    wholeTextRequested = Signal(object)
    """Places of entries that were unfolded; who knows more than their short texts calls :meth:`show_whole`."""
    filterChanged = Signal(object)
    """The :class:`TimelineFilter` that the reader asked for."""
    noteChanged = Signal(str)
    """What is shown of how much."""

    def __init__(self, context: ViewContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._timeline = timeline_of(())
        self._found: Filtered = filtered(self._timeline, TimelineFilter())
        self._note = ""
        self.bar = TimelineBar(context, self)
        self.brush = Brush(context.theme, self._short, self)
        self._content = QWidget(self)
        self.list = TimelineList(context, self._content)
        self.partial = PartialStrip(self)
        """For what the owner left out."""
        inside = QVBoxLayout(self._content)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.list)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        above = QHBoxLayout()
        above.setContentsMargins(8, 0, 8, 4)
        above.addWidget(self.brush)
        column.addWidget(self.bar)
        column.addLayout(above)
        column.addWidget(self._content, 1)
        column.addWidget(self.partial)
        self.states = StateOverlay(self._content)
        """For what the owner has to say in place of entries."""
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._drawn = TimelineFilter()
        self.setFocusProxy(self.list)
        self._wire()

    def _wire(self) -> None:
        self.bar.filterChanged.connect(self.ask)
        self.bar.formChanged.connect(self.set_form)
        self.bar.orderChanged.connect(self._turn)
        self.bar.jumpRequested.connect(self.jump)
        self.bar.left.connect(self.list.setFocus)
        self.bar.fault.clicked.connect(self.next_fault)
        self.brush.rangeChanged.connect(self._range_drawn)
        self._rest.timeout.connect(self._range_rested)
        self.list.entrySelected.connect(self._selected)
        self.list.entryOpened.connect(self.open_entry)
        self.list.unfolded.connect(self.wholeTextRequested)
        self.list.menuRequested.connect(self._menu)
        self.list.copied.connect(self._say)

    # --- shown -----------------------------------------------------------------------------------------------------

    def show_timeline(self, timeline: Timeline) -> None:
        """Show another timeline, or the same read again: the current entry, the filter and the place are kept."""
        current, at_end = self.list.current(), self.list.at_end() or not len(self._timeline)
        link = self._timeline.links.at(current) if current is not None else None
        upper = self.list.first_on_screen()
        anchor = self._timeline.links.at(upper) if upper is not None else None
        height = self.list.height_of(upper) if upper is not None else None
        self._timeline = timeline
        self._found = filtered(timeline, self._found.filter)
        self.list.show_timeline(timeline, self._found.shown)
        self._follow()
        stays = timeline.find(anchor) if anchor is not None else None
        if at_end or stays is None or height is None:
            self.list.to_end()
        else:
            self.list.put_at(stays, height)
        place = timeline.find(link) if link is not None else None
        if place is None or not self.list.make_current(place):
            self._selected(None)

    def timeline(self) -> Timeline:
        """What is shown."""
        return self._timeline

    def filtered(self) -> Filtered:
        """What the filter leaves of it."""
        return self._found

    def set_filter(self, wanted: TimelineFilter) -> None:
        """Show what a filter leaves."""
        self._found = filtered(self._timeline, wanted)
        self.list.show_places(self._found.shown)
        self._follow()

    @Slot(str)
    def set_form(self, form: TimeForm) -> None:
        """Tell times in local time, in UTC or as ages."""
        self.bar.form.show_id(form)
        self.list.show_form(form)
        self.brush.update()
        self._follow()

    def form(self) -> TimeForm:
        """The form in which times are told."""
        return self.list.times.form

    def show_whole(self, texts: Mapping[int, str]) -> None:
        """The whole texts of unfolded entries, by place; masked."""
        self.list.show_whole(texts)

    def note(self) -> str:
        """What is shown of how much."""
        return self._note

    def _follow(self) -> None:
        """Bar and histogram follow what is shown."""
        found, timeline = self._found, self._timeline
        self._show_bins()
        self.brush.show_range(found.filter.since, found.filter.until)
        self.bar.show_filter(found.filter, self._range_words(found.filter))
        shown, there_are = len(found.shown), timeline.there_are
        words = f"{shown:,} of {there_are:,} entries" if shown != there_are else f"{shown:,} entries"
        if there_are == 1:
            words = f"{shown} of 1 entry" if not shown else "1 entry"
        self.bar.show_counts(found, words)
        faults = bool(timeline.flagged(ERROR).any())
        self.bar.fault.setEnabled(faults)
        if len(timeline) and not shown:
            self.states.show_empty("No entry is left by these filters.", action="Clear filters", run=self._clear)
        elif len(timeline):
            self.states.show_content()
        if words != self._note:
            self._note = words
            self.noteChanged.emit(words)

    def _show_bins(self) -> None:
        bins = binned(self._timeline, self._found.in_range, max(10, self.brush.width() // BAR))
        self.brush.setVisible(len(bins) > 0 and len(self._timeline) > 1)
        self.brush.show_bins(bins)

    def _range_words(self, wanted: TimelineFilter) -> str:
        since, until = moment_or_none(wanted.since), moment_or_none(wanted.until)
        return f"{self._short(since) if since else 'the first'} – {self._short(until) if until else 'the last'}"

    def _short(self, moment: datetime) -> str:
        bins = self.brush.bins()
        return self.list.times.short(moment, seconds=bins.high - bins.low < _MINUTES_US)

    # --- asked -----------------------------------------------------------------------------------------------------

    @Slot(object)
    def ask(self, wanted: TimelineFilter) -> None:
        """The reader wants another filter."""
        self.set_filter(wanted)
        self.filterChanged.emit(wanted)

    @Slot()
    def _clear(self) -> None:
        self.ask(TimelineFilter())

    @Slot(bool)
    def _turn(self, newest_first: bool) -> None:
        self.list.show_order(newest_first=newest_first)
        self.list.verticalScrollBar().setValue(0)

    @Slot(object, object)
    def _range_drawn(self, low: float, high: float) -> None:
        self._drawn = replace(self._found.filter, since=low, until=high)
        self._rest.start()

    @Slot()
    def _range_rested(self) -> None:
        self.ask(self._drawn)

    # --- going -----------------------------------------------------------------------------------------------------

    def find_text(self) -> None:
        """Put the keyboard where entries are filtered by words."""
        self.bar.text.setFocus()
        self.bar.text.selectAll()

    def choose(self, link: Link) -> bool:
        """Make the entry of a row the current one; a filter that hides it is taken off. False where it has none."""
        place = self._timeline.find(link)
        return place is not None and self.choose_place(place)

    def choose_place(self, place: int) -> bool:
        """Make an entry the current one; a filter that hides it is taken off."""
        if not self.list.choose(place, middle=True):
            self._clear()
            return self.list.choose(place, middle=True)
        return True

    def go_to(self, moment: datetime) -> bool:
        """Make the entry that is nearest to a moment the current one; False where none has a time."""
        place = nearest(self._timeline, self._found.shown, moment_of(moment))
        return place is not None and self.list.choose(place, middle=True)

    @Slot(str)
    def jump(self, text: str) -> None:
        """Go to a time as a person writes one."""
        here = self.list.current()
        here = self.list.first_on_screen() if here is None else here
        day = None
        if here is not None and int(self._timeline.placed[here]) != UNKNOWN:
            day = date_time(int(self._timeline.placed[here]))
        moment = typed_moment(text, day, self.list.times.zone.zone)
        if moment is None:
            self.bar.jump.show_fault("This is no time. Write 2026-05-19 21:30, or 21:30.")
        elif not self.go_to(moment):
            self.bar.jump.show_fault("No entry that is shown has a time.")
        else:
            self.bar.jump.show_fault("")
            self.list.setFocus()

    @Slot()
    def next_fault(self) -> None:
        """Go to the next entry that failed; behind the last to the first again."""
        self._go(self._timeline.flagged(ERROR), round_again=True)

    def previous_fault(self) -> None:
        """Go to the entry before that failed."""
        self._go(self._timeline.flagged(ERROR), back=True)

    def first_fault(self) -> None:
        """Go to the first entry that failed."""
        self._go(self._timeline.flagged(ERROR), first=True)

    def next_of_kind(self) -> None:
        """Go to the next entry of the same kind."""
        self._next_same(same_kind)

    def next_of_status(self) -> None:
        """Go to the next entry of the same status."""
        self._next_same(same_status)

    def _next_same(self, same: Callable[[Timeline, int], Mask]) -> None:
        current = self.list.current()
        if current is not None:
            self._go(same(self._timeline, current))

    def _go(self, wanted: Mask, *, back: bool = False, first: bool = False, round_again: bool = False) -> None:
        current = None if first else self.list.current()
        shown = self.list.rows.shown
        place = next_where(shown, wanted, current, back=back)
        if place is None and round_again:
            place = next_where(shown, wanted, None)
        if place is not None:
            self.list.choose(place, middle=True)
            self.list.setFocus()

    # --- chosen ----------------------------------------------------------------------------------------------------

    def selected_row(self) -> object:
        """What Details follows: ``(source, RowRef)`` of the current entry, or None."""
        current = self.list.current()
        link = self._timeline.links.at(current) if current is not None else None
        source = self._source(link) if link is not None else None
        return (source, link.ref) if source is not None and link is not None and link.ref is not None else None

    def _source(self, link: Link) -> Source | None:
        found: Source | None = self._context.workspace.find(link.path)
        return found

    @Slot(object)
    def _selected(self, place: int | None) -> None:
        self.entrySelected.emit(place)
        self.rowSelected.emit(self.selected_row())

    @Slot(object)
    def open_entry(self, place: int) -> None:
        """Open the row of an entry."""
        link = self._timeline.links.at(place)
        if link is not None and link.ref is not None:
            self.openRequested.emit(row_location(link.path, link.ref))
        else:
            self.entryOpened.emit(self._timeline.entry(place))

    def is_said(self, place: int) -> bool:
        """Whether an entry is a message of a conversation."""
        link = self._timeline.links.at(place)
        return link is not None and is_said(self._source(link), link.ref)

    def open_conversation(self, place: int) -> None:
        """Open the conversation that an entry is a message of."""
        link = self._timeline.links.at(place)
        if link is not None:
            self.openRequested.emit(message_location(link.path, link.ref))

    @Slot(str)
    def _say(self, words: str) -> None:
        self.bar.said.setText(words)

    @Slot(object, object)
    def _menu(self, place: int, at: QPoint) -> None:
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        fill_menu(menu, self, place)
        menu.popup(at)

    def commands(self) -> tuple[Command, ...]:
        """What can be done with the timeline in front."""
        return timeline_commands(self)

    def any_shown(self) -> bool:
        """Whether an entry is shown."""
        return len(self._found.shown) > 0

    def any_fault(self) -> bool:
        """Whether an entry that failed is shown."""
        return bool(np.any(self._timeline.flagged(ERROR)[self._found.shown]))

    def to_jump(self) -> None:
        """Put the keyboard where a time is written."""
        self.bar.jump.setFocus()
        self.bar.jump.selectAll()

    def next_form(self) -> None:
        """Tell times in the next form."""
        self.set_form(self.bar.form.itemData((self.bar.form.currentIndex() + 1) % self.bar.form.count()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width() and len(self._timeline):
            self._show_bins()
