"""The timelines of a source as a tab: one is chosen, its newest entries are there at once, the rest soon after."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget

from inspector.cancel import CancelToken
from inspector.errors import KnownError
from inspector.timeline.source import ENTRY_LIMIT, FIRST_LOOK
from inspector.timeline.timeline import Timeline
from inspector.ui.changes.line import ChangedLine, databases_of
from inspector.ui.commands import Command
from inspector.ui.labels import tip
from inspector.ui.timeline.pane import TimelinePane
from inspector.ui.timeline.place import TimelinePlace, place_in, with_place
from inspector.ui.timeline.times import FORMS
from inspector.ui.view import View, ViewContext
from inspector.workspace.location import Location
from inspector.workspace.source import Source
from inspector.workspace.timelines.read_timeline import NoTimes, Offered, ReadTimeline, read_timeline, read_whole

_FIRST, _ALL, _TEXTS = "first look", "timeline", "texts"


class TimelineView(View):
    """The timeline of one source that its address names. See ``place`` for the params."""

    def __init__(
        self, context: ViewContext, source: Source | None, location: Location, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, source, location, parent)
        self._place = place_in(location)
        self._read_now: ReadTimeline | None = None
        self._pending: TimelinePlace | None = self._place
        self.choice = QComboBox(self)
        self.choice.setAccessibleName("Timeline")
        self.choice.setMinimumContentsLength(8)
        self.choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.choice.view().setTextElideMode(Qt.TextElideMode.ElideNone)
        self.choice.setMaximumWidth(context.theme.scaled(220))
        self.pane = TimelinePane(context, self)
        self.changed = ChangedLine(context, self.refresh, self)
        self.pane.bar.lead(self.choice)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.pane, 1)
        column.addWidget(self.changed)
        self.setFocusProxy(self.pane)
        self._wire()
        self._begin()

    def _wire(self) -> None:
        self.choice.activated.connect(self._chosen)
        self.pane.openRequested.connect(self.openRequested)
        self.pane.rowSelected.connect(self.rowSelected)
        self.pane.entrySelected.connect(self._moved)
        self.pane.filterChanged.connect(self._filtered)
        self.pane.wholeTextRequested.connect(self._read_texts)
        self.pane.noteChanged.connect(self.set_note)

    # --- the contract of views ---

    def location(self) -> Location:
        current = self.pane.list.current()
        link = self.pane.timeline().links.at(current) if current is not None else None
        name = self._read_now.chosen.source.id if self._read_now is not None else self._place.name
        wanted = self.pane.filtered().filter if self._pending is None else self._pending.filter
        if self._pending is not None:
            return with_place(self._location, self._pending)
        return with_place(self._location, TimelinePlace(name, None, link, wanted, self.pane.form()))

    def show_location(self, location: Location) -> None:
        super().show_location(location)
        place = place_in(location)
        self._place = self._pending = place
        if self._read_now is None or self._names_another(place, self._read_now):
            self._begin()
        else:
            self._arrive()

    def _names_another(self, place: TimelinePlace, now: ReadTimeline) -> bool:
        """Whether an address names another timeline than the one that is shown."""
        if place.name or place.link is None or place.link.ref is None:
            return bool(place.name) and place.name != now.chosen.source.id
        return place.link.ref.table not in {query.table for query in now.chosen.source.queries}

    def bearings(self) -> object:
        return self.pane.list.bearings()

    def return_to(self, location: Location, bearings: object) -> None:
        self.show_location(location)
        if isinstance(bearings, int) and self._pending is None:
            self.pane.list.return_to(bearings)

    def refresh(self) -> None:
        self._read()

    def set_source(self, source: Source) -> None:
        self.source = source
        self._read()

    def find(self) -> None:  # type: ignore[override]  # see View
        self.pane.find_text()

    def commands(self) -> tuple[Command, ...]:
        return self.pane.commands()

    def title(self) -> str:
        if self._read_now is None:
            return ""
        offered = self._read_now.chosen
        return offered.source.title if offered.generic else f"Timeline: {offered.source.title}"

    # --- reading ---

    def _begin(self) -> None:
        """Another timeline: its newest entries first, if that is quicker than all."""
        self._read_now = None
        self.pane.states.show_loading("Reading the timeline…", self._stop)
        self._run(_FIRST, FIRST_LOOK)

    def _read(self) -> None:
        self._run(_ALL, ENTRY_LIMIT)

    def _run(self, key: str, limit: int) -> None:
        source, clock, place = self.source, self.context.clock, self._place
        if source is None:
            return
        name = self._read_now.chosen.source.id if self._read_now is not None else place.name
        table = place.link.ref.table if place.link is not None and place.link.ref is not None else ""

        def work(cancel: CancelToken) -> ReadTimeline:
            return read_timeline(source, name, clock, cancel, limit=limit, table=table)

        self.changed.run(
            databases_of((source,)),
            work,
            self._came_first if key == _FIRST else self._came,
            self._failed,
            owner=self,
            key=_ALL,
            title="Reading the timeline",
            cancelled=self._stopped,
        )

    def _came_first(self, found: ReadTimeline) -> None:
        self._came(found)
        if len(found.timeline) < found.timeline.there_are:
            missing = found.timeline.there_are - len(found.timeline)
            self.pane.partial.show_partial(f"The newest entries. {missing:,} older ones are being read…")
            self._read()

    def _came(self, found: ReadTimeline) -> None:
        first = self._read_now is None
        self._read_now = found
        self._offer(found)
        self.pane.show_timeline(found.timeline)
        self._tell_left_out(found.timeline)
        if not len(found.timeline):
            self.pane.states.show_empty(
                "Nothing happened here yet.", f"{found.chosen.source.about} Another timeline can be chosen above."
            )
        if self._pending is not None:
            self._arrive()
        if first:
            self.titleChanged.emit(self.title())

    def _tell_left_out(self, timeline: Timeline) -> None:
        left, told = timeline.there_are - len(timeline), []
        if left > 0:
            told.append(
                f"The newest {len(timeline):,} of {timeline.there_are:,} entries; {left:,} older ones are left out."
            )
        told += timeline.left_out
        if told:
            self.pane.partial.show_partial(" ".join(told))
        else:
            self.pane.partial.show_whole()

    def _failed(self, error: KnownError) -> None:
        if self._read_now is not None and self.changed.keep(_ALL, error):
            return
        if isinstance(error, NoTimes):
            self.pane.states.show_empty(error.what, error.advice)
        else:
            self.pane.states.show_error(error, self._begin)
        self.changed.shown(_ALL)

    @Slot()
    def _stop(self) -> None:
        self.context.runner.cancel(self, _ALL)
        self._stopped()

    def _stopped(self) -> None:
        if self._read_now is None:
            self.pane.states.show_empty("Reading was stopped.", action="Read again", run=self._begin)
        else:
            self.pane.partial.show_partial("Reading was stopped: older entries are missing.", self._read)

    @Slot(object)
    def _read_texts(self, places: tuple[int, ...]) -> None:
        source, found, clock = self.source, self._read_now, self.context.clock
        if source is None or found is None:
            return
        chosen, timeline = found.chosen, found.timeline

        def work(cancel: CancelToken) -> tuple[Timeline, dict[int, str]]:
            return timeline, read_whole(source, chosen, timeline, places, clock, cancel)

        self.context.runner.run(work, self._texts_came, self._texts_failed, owner=self)

    def _texts_came(self, answer: tuple[Timeline, dict[int, str]]) -> None:
        timeline, texts = answer
        if timeline is self.pane.timeline():
            self.pane.show_whole(texts)

    def _texts_failed(self, error: KnownError) -> None:
        self.pane.partial.show_partial(f"The whole text could not be read: {error.what}")

    # --- moving ---

    def _arrive(self) -> None:
        """Show the place that an address named, now that there are entries."""
        place = self._pending
        if place is None or self._read_now is None:
            return
        if place.form in [id for id, _, _ in FORMS]:
            self.pane.set_form(place.form)
        if place.filter != self.pane.filtered().filter:
            self.pane.set_filter(place.filter)
        whole = self._read_now.whole or len(self._read_now.timeline) == self._read_now.timeline.there_are
        reached = True
        if place.link is not None:
            reached = self.pane.choose(place.link)
        elif place.at is not None and (whole or not self._is_before(place.at)):
            self.pane.go_to(place.at)
        elif place.at is not None:
            reached = False
        if reached or whole:
            self._pending = None
        if not reached and whole and place.link is not None:
            self.pane.partial.show_partial("The row of this address is not among the entries.")

    def _is_before(self, moment: object) -> bool:
        """Whether a moment lies before all that was read yet."""
        first = self.pane.timeline().entry(0).instant if len(self.pane.timeline()) else None
        return first is not None and moment < first.moment  # type: ignore[operator]  # a datetime

    @Slot(object)
    def _moved(self, place: int | None) -> None:
        if self._pending is None:
            self._location = self.location()

    @Slot(object)
    def _filtered(self, wanted: object) -> None:
        self._pending = None
        self.move_to(self.location())

    # --- choosing ---

    def _offer(self, found: ReadTimeline) -> None:
        with QSignalBlocker(self.choice):
            self.choice.clear()
            generic = False
            for offered in found.offered:
                if offered.generic and not generic and self.choice.count():
                    self.choice.insertSeparator(self.choice.count())
                generic = offered.generic
                self.choice.addItem(_title(offered), offered.source.id)
            self.choice.setCurrentIndex(self.choice.findData(found.chosen.source.id))
        self.choice.setToolTip(tip(found.chosen.source.about))

    @Slot()
    def _chosen(self) -> None:
        name = self.choice.currentData()
        if isinstance(name, str) and (self._read_now is None or name != self._read_now.chosen.source.id):
            self._place = self._pending = TimelinePlace(name, form=self.pane.form())
            self.move_to(self.location())
            self._begin()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.pane.list.current() is not None:
            self.rowSelected.emit(self.pane.selected_row())


def _title(offered: Offered) -> str:
    if offered.generic:
        return offered.source.title
    return f"{offered.source.title}, all below" if offered.below else offered.source.title
