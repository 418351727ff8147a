"""The conversation of a session as a tab: the newest messages at once, all soon after, what they say by the screen."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Slot
from PySide6.QtGui import QGuiApplication, QShowEvent
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from inspector.cancel import CancelToken
from inspector.db.rows import RowRef
from inspector.errors import KnownError
from inspector.families.chat import Message
from inspector.timeline.arranging import Arranged
from inspector.timeline.entry import Link
from inspector.timeline.source import ENTRY_LIMIT
from inspector.ui.changes.line import ChangedLine, databases_of
from inspector.ui.chat.bar import ChatBar
from inspector.ui.chat.deeds import chat_commands, fill_menu
from inspector.ui.chat.finding import ChatFinding
from inspector.ui.chat.going import ChatGoing
from inspector.ui.chat.leaving import ChatLeaving
from inspector.ui.chat.list import ChatList
from inspector.ui.chat.place import ChatPlace, place_in, with_place
from inspector.ui.chat.rows import arranged_all
from inspector.ui.states import PartialStrip, StateOverlay
from inspector.ui.timeline.times import FORMS, TimeForm
from inspector.ui.view import View, ViewContext
from inspector.workspace.conversations.read_conversation import (
    SIDES,
    Conversation,
    in_this_order,
    read_conversation,
    read_messages,
    row_of,
)
from inspector.workspace.location import Location
from inspector.workspace.source import Source

if TYPE_CHECKING:
    from inspector.timeline.merging import Order
    from inspector.ui.commands import Command

_FIRST_LOOK = 300
"""Messages of each side that are shown while the rest is read."""
_COPIED = 2_000
"""Messages that are copied at most."""
_ORDER, _BODIES, _FIND, _OTHER, _COPY = "order", "bodies", "find", "other session", "copy"


class ChatView(View):
    """The conversation of one source. See ``place`` for the params."""

    def __init__(
        self, context: ViewContext, source: Source | None, location: Location, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, source, location, parent)
        self._conversation: Conversation | None = None
        self._whole = False
        self._place = place_in(location)
        self._pending: ChatPlace | None = self._place
        self.bar = ChatBar(context, self)
        self._content = QWidget(self)
        self.list = ChatList(context, self._content)
        self.partial = PartialStrip(self)
        self.finding = ChatFinding(context, self.bar, self.list, self.partial, self)
        self.going = ChatGoing(self.bar, self.list, self)
        self.leaving = ChatLeaving(context, self.list, self.partial, self)
        self.changed = ChangedLine(context, self.refresh, self)
        inside = QVBoxLayout(self._content)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.list)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget, stretch in ((self.bar, 0), (self._content, 1), (self.partial, 0), (self.changed, 0)):
            column.addWidget(widget, stretch)
        self.states = StateOverlay(self._content)
        self.setFocusProxy(self.list)
        self._wire()
        self._begin()

    def _wire(self) -> None:
        self.list.messageSelected.connect(self._selected)
        self.list.messageOpened.connect(self.leaving.open_row)
        self.list.wanted.connect(self._read_bodies)
        self.list.otherWanted.connect(self.leaving.open_other)
        self.list.copyRequested.connect(self.leaving.copy)
        self.list.traceRequested.connect(self.leaving.open_trace)
        self.list.menuRequested.connect(self._menu)
        self.bar.wordsChanged.connect(self._words_wanted)
        self.bar.stepRequested.connect(self.finding.step)
        self.bar.formChanged.connect(self._form_wanted)
        self.bar.orderChanged.connect(self._order_wanted)
        self.bar.foldsChanged.connect(self._folds_wanted)
        self.bar.left.connect(self.list.setFocus)
        self.leaving.openRequested.connect(self.openRequested)
        self.leaving.noteChanged.connect(self.set_note)

    # --- the contract of views ---

    def location(self) -> Location:
        if self._pending is not None:
            return with_place(self._location, self._pending)
        return with_place(self._location, self._here(self.leaving.ref(self.list.current())))

    def address(self) -> Location:
        place = self.list.current()
        ref, message = self.leaving.ref(place), self.list.message(place) if place is not None else None
        if self._pending is None and ref is not None and message is not None and message.id:
            # a rowid is given anew when a file is packed, an id is not
            return with_place(self._location, self._here(replace(ref, key=(message.id,))))
        return self.location()

    def _here(self, ref: RowRef | None) -> ChatPlace:
        return ChatPlace(ref, self._order(), self.list.times.form, self.finding.words)

    def _order(self) -> Order:
        return self._conversation.order if self._conversation is not None else self._place.order

    def show_location(self, location: Location) -> None:
        super().show_location(location)
        self._place = self._pending = place_in(location)
        if self._conversation is None or not self._whole:
            self._begin()
        elif self._place.order != self._order():
            self._order_wanted(self._place.order)
        else:
            self._resolve()

    def bearings(self) -> object:
        return self.list.first_on_screen()

    def return_to(self, location: Location, bearings: object) -> None:
        self.show_location(location)
        if isinstance(bearings, tuple) and self._pending is None and bearings[0] < len(self.list.timeline):
            self.list.put_at(*bearings)

    def refresh(self) -> None:
        self._read(ENTRY_LIMIT)

    def set_source(self, source: Source) -> None:
        self.source = source
        self.list.forget_messages()
        self._read(ENTRY_LIMIT)

    def find(self) -> None:  # type: ignore[override]  # see View
        self.bar.text.setFocus()
        self.bar.text.selectAll()

    def commands(self) -> tuple[Command, ...]:
        return chat_commands(self)

    # --- reading ---

    def _begin(self) -> None:
        self._conversation, self._whole = None, False
        self.states.show_loading("Reading the conversation…", self._stop)
        self._read(_FIRST_LOOK)

    def _read(self, limit: int, order: Order | None = None) -> None:
        source, clock = self.source, self.context.clock
        if source is None:
            return
        wanted, zone = order or self._order(), self.list.times.zone
        ref = self._pending.ref if self._pending is not None else None

        def work(cancel: CancelToken) -> tuple[Conversation, Arranged, RowRef | None]:
            found = read_conversation(source, clock, cancel, order=wanted, limit=limit)
            made = arranged_all(found.timeline, zone)
            return found, made, row_of(source, ref, cancel) if ref is not None else None

        self.changed.run(
            databases_of((source,)),
            work,
            partial(self._came, limit >= ENTRY_LIMIT),
            self._failed,
            owner=self,
            key=_ORDER,
            title="Reading the conversation",
            cancelled=self._stopped,
        )

    def _came(self, whole: bool, answer: tuple[Conversation, Arranged, RowRef | None]) -> None:
        found, made, ref = answer
        again, was = self._conversation is not None and self._whole, self._conversation
        if self._pending is not None and ref is not None:
            self._pending = replace(self._pending, ref=ref)
        missing = found.timeline.there_are - len(found.timeline)
        self._whole = whole or not missing
        self._show(found, made, was, keep_words=not again)
        if missing and not whole:
            self.partial.show_partial(f"The newest messages. {missing:,} older ones are being read…")
            self._read(ENTRY_LIMIT)
        elif missing:
            self.partial.show_partial(f"{missing:,} older messages are left out.")
        else:
            self._tell_missing()

    def _show(self, found: Conversation, made: Arranged, was: Conversation | None, *, keep_words: bool) -> None:
        """Show other messages: what stays keeps its place on screen."""
        at_end, upper, current = self.list.at_end(), self.list.first_on_screen(), self.list.current()
        lasting = self.list.lasting() | {upper[0] if upper is not None else 0, current if current is not None else 0}
        places = _moved(was, found, lasting) if was is not None and len(was.timeline) else {}
        self._conversation = found
        self.going.show_conversation(found)
        if self.source is not None:
            self.leaving.show_conversation(self.source, found)
            self.finding.show_conversation(self.source, found)
        self.list.show_timeline(found.timeline, made, places, keep_words=keep_words)
        if not len(found.timeline):
            self.states.show_empty(
                "Nothing was said here yet.",
                "Messages stand here once somebody wrote to the agent.",
            )
        else:
            self.states.show_content()
        if at_end or upper is None or upper[0] not in places:
            self.list.to_end()
        else:
            self.list.put_at(places[upper[0]], upper[1])
        if current is not None and current in places:
            self.list.keep_current(places[current])
        self.bar.order.show_id(found.order)
        self._follow()
        self._arrive()

    def _tell_missing(self) -> None:
        """A conversation of which a half is not there says so."""
        source = self.source
        if source is not None and source.problems:
            self.partial.show_partial(" ".join(one.what for one in source.problems))
        else:
            self.partial.show_whole()

    def _failed(self, error: KnownError) -> None:
        if self._conversation is not None and self.changed.keep(_ORDER, error):
            return
        self.states.show_error(error, self._begin)
        self.changed.shown(_ORDER)

    @Slot()
    def _stop(self) -> None:
        self.context.runner.cancel(self, _ORDER)
        self._stopped()

    def _stopped(self) -> None:
        if self._conversation is None:
            self.states.show_empty("Reading was stopped.", action="Read again", run=self._begin)
        elif not self._whole:
            self.partial.show_partial("Reading was stopped: older messages are missing.", self.refresh)

    @Slot(object)
    def _read_bodies(self, places: tuple[int, ...]) -> None:
        source, found, clock = self.source, self._conversation, self.context.clock
        if source is None or found is None:
            return

        def work(cancel: CancelToken) -> tuple[Conversation, tuple[int, ...], dict[int, Message]]:
            return found, places, read_messages(source, found, places, clock, cancel)

        self.context.runner.run(work, self._bodies_came, self._bodies_failed, owner=self, key=_BODIES)

    def _bodies_came(self, answer: tuple[Conversation, tuple[int, ...], dict[int, Message]]) -> None:
        found, places, messages = answer
        if found is self._conversation:
            self.list.show_messages(messages, places)

    def _bodies_failed(self, error: KnownError) -> None:
        self.partial.show_partial(
            f"What these messages say could not be read: {error.what}", self._ask_again, action="Try again"
        )

    def _ask_again(self) -> None:
        self._tell_missing()
        self.list.forget_messages()

    # --- moving ---

    def _resolve(self) -> None:
        """An address may name a message by its id: which row is that?"""
        place, source = self._pending, self.source
        if place is None or place.ref is None or source is None or isinstance(place.ref.key[0], int):
            self._arrive()
            return
        ref = place.ref

        def work(cancel: CancelToken) -> RowRef | None:
            return row_of(source, ref, cancel)

        self.context.runner.run(work, self._resolved, self._bodies_failed, owner=self, key=_OTHER)

    def _resolved(self, ref: RowRef | None) -> None:
        if self._pending is not None:
            self._pending = replace(self._pending, ref=ref or self._pending.ref)
            self._arrive()

    def _arrive(self) -> None:
        """Show the place that an address named, now that there are messages."""
        place = self._pending
        if place is None or self._conversation is None:
            return
        if place.form in [id for id, _, _ in FORMS]:
            self._form_wanted(place.form)
        if place.words and place.words != self.finding.words:
            self.bar.show_words(place.words)
            self.finding.look_for(place.words, stay=place.ref is not None)
        at = self._place_of(place.ref) if place.ref is not None else None
        if at is not None:
            self.list.choose(at, middle=True)
        if at is not None or place.ref is None or self._whole:
            self._pending = None
        if place.ref is not None and at is None and self._whole:
            self.partial.show_partial("The message of this address is not there.")

    def _place_of(self, ref: RowRef) -> int | None:
        found = self._conversation
        if found is None or self.source is None or not isinstance(ref.key[0], int):
            return None
        at = found.timeline.find(Link(self.source.path, ref))
        if at is None:
            side = "in" if ref.table == "messages_in" else "out"
            about = [key for key, rows in found.along.applied.items() if side == "out" and ref.key[0] in rows]
            # an edit or reaction has no bubble of its own
            at = next((int(p) for key in about for p in found.places(key[0], (key[1],))), None)
            if at is None:
                at = next((int(p) for p in found.places("in" if side == "in" else "out", (ref.key[0],))), None)
        return at

    @Slot(object)
    def _selected(self, place: int | None) -> None:
        ref = self.leaving.ref(place)
        self.rowSelected.emit((self.source, ref) if ref is not None else None)
        if self._pending is None:
            self._location = self.location()
        self.finding.follow()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.list.current() is not None:
            self._selected(self.list.current())

    # --- asked ---

    @Slot(str)
    def _form_wanted(self, form: TimeForm) -> None:
        self.bar.form.show_id(form)
        self.list.show_form(form)
        if self._pending is None:
            self.move_to(self.location())

    @Slot(bool)
    def _folds_wanted(self, fold: bool) -> None:
        self.list.show_folds(fold=fold)

    @Slot(str)
    def _order_wanted(self, order: Order) -> None:
        source, found = self.source, self._conversation
        if source is None or found is None or order == found.order:
            return

        zone = self.list.times.zone

        def work(cancel: CancelToken) -> tuple[Conversation, Arranged]:
            made = in_this_order(source, found, order)
            return made, arranged_all(made.timeline, zone)

        self.context.runner.run(work, self._ordered, owner=self, key=_ORDER, title="Ordering the messages")

    def _ordered(self, answer: tuple[Conversation, Arranged]) -> None:
        self._show(*answer, self._conversation, keep_words=True)
        if self._pending is None:
            self.move_to(self.location())

    @Slot(str)
    def _words_wanted(self, words: str) -> None:
        self.finding.look_for(words)
        if self._pending is None:
            self.move_to(self.location())

    def _follow(self) -> None:
        """Bar and note follow what is shown."""
        found = self._conversation
        if found is None:
            return
        timeline = found.timeline
        count = timeline.lanes.counts()
        sides = dict(zip(timeline.lanes.names, count.tolist(), strict=True))
        applied = f", {found.applied:,} edits and reactions on others" if found.applied else ""
        self.set_note(f"{sides.get('in', 0):,} messages in, {sides.get('out', 0):,} out{applied}")

    # --- chosen ---

    def copy_link(self) -> None:
        """Copy the address of the current message."""
        QGuiApplication.clipboard().setText(self.address().link())

    @Slot(object, object)
    def _menu(self, place: int, at: QPoint) -> None:
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        fill_menu(menu, self, place)
        menu.popup(at)

    def any_message(self) -> bool:
        """Whether there is a message."""
        return len(self.list.timeline) > 0

    def any_current(self) -> bool:
        """Whether a message is the current one."""
        return self.list.current() is not None

    def any_fault(self) -> bool:
        """Whether a message failed."""
        return self.bar.fault.isEnabled()

    def any_waiting(self) -> bool:
        """Whether a message waits for an answer."""
        return self.bar.waiting.isEnabled()


def _moved(was: Conversation, now: Conversation, wanted: set[int]) -> dict[int, int]:
    """Where some messages of one conversation stand in another; those that are gone are left out."""
    places: dict[int, int] = {}
    for side in SIDES:
        rows = {int(was.rowids[place]): place for place in wanted if was.side(place) == side}
        for at in now.places(side, rows).tolist():
            places[rows[int(now.rowids[at])]] = at
    return places
