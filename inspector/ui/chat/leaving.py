"""Where does one go from a message, and what is taken along? Row, trace, timeline, the other session; text."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication

from inspector.cancel import CancelToken
from inspector.db.rows import RowRef
from inspector.errors import KnownError
from inspector.families.chat import Message
from inspector.timeline.words import time_words
from inspector.ui.chat.place import message_location
from inspector.ui.timeline.place import row_place
from inspector.workspace.conversations.read_conversation import Conversation, other_place, read_messages
from inspector.workspace.location import Location
from inspector.workspace.rows.row_location import row_location
from inspector.workspace.source import Source

if TYPE_CHECKING:
    from inspector.ui.chat.list import ChatList
    from inspector.ui.states import PartialStrip
    from inspector.ui.view import ViewContext

_COPIED = 2_000
"""Messages that are copied at most."""
_OTHER, _COPY = "other session", "copy"
TIMELINE = "conversation"
"""The timeline that has the same messages."""


class ChatLeaving(QObject):
    """The ways that lead from one conversation to other places."""

    openRequested = Signal(object)
    """A Location to open."""
    noteChanged = Signal(str)
    """What was copied."""

    def __init__(self, context: ViewContext, list: ChatList, partial: PartialStrip, parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._list, self._partial = context, list, partial
        self._source: Source | None = None
        self._conversation: Conversation | None = None

    def show_conversation(self, source: Source, conversation: Conversation) -> None:
        """Other messages, or other places of them."""
        self._source, self._conversation = source, conversation

    def ref(self, place: int | None) -> RowRef | None:
        """The row of a message."""
        found = self._conversation
        link = found.timeline.links.at(place) if found is not None and place is not None else None
        return link.ref if link is not None else None

    # --- to other views --------------------------------------------------------------------------------------------

    @Slot(object)
    def open_row(self, place: int) -> None:
        """Open the row of a message in its table."""
        self._open(place, "table")

    def open_current(self) -> None:
        """Open the row of the current message."""
        self._open(self._list.current(), "table")

    @Slot()
    def open_trace(self) -> None:
        """Tell what became of the current message."""
        self._open(self._list.current(), "trace")

    def open_timeline(self) -> None:
        """Show the current message among all that happened."""
        ref = self.ref(self._list.current())
        if self._source is not None:
            place = Location(self._source.path, "timeline", (("name", TIMELINE),))
            self.openRequested.emit(row_place(place, ref, TIMELINE) if ref is not None else place)

    def _open(self, place: int | None, view: str) -> None:
        ref = self.ref(place)
        if ref is not None and self._source is not None:
            self.openRequested.emit(replace(row_location(self._source.path, ref), view=view))

    @Slot(object)
    def open_other(self, place: int) -> None:
        """Open the session of the other agent at the same message."""
        source, found, message = self._source, self._conversation, self._list.message(place)
        if source is None or found is None or message is None:
            return
        around, clock = self._around(source), self._context.clock
        at = time_words(found.timeline.entry(place)).removesuffix(" UTC")

        def work(cancel: CancelToken) -> tuple[Source, RowRef | None] | None:
            return other_place(around, source, found, message, at, clock, cancel)

        self._context.runner.run(
            work, self._other_came, self._failed, owner=self, key=_OTHER, title="Finding the other session"
        )

    def _around(self, source: Source) -> Source:
        """The install that a source stands in, else itself."""
        roots = (
            root for root in self._context.workspace.sources if any(one.path == source.path for one in root.walk())
        )
        return max(roots, key=lambda root: len(list(root.walk())), default=source)

    def _other_came(self, answer: tuple[Source, RowRef | None] | None) -> None:
        if answer is None:
            self._partial.show_partial("The session of the other agent is not open here: open the whole install.")
            return
        self.openRequested.emit(message_location(answer[0].path, answer[1]))

    def _failed(self, error: KnownError) -> None:
        self._partial.show_partial(f"That could not be read: {error.what}")

    # --- to the clipboard ------------------------------------------------------------------------------------------

    @Slot()
    def copy(self) -> None:
        """Copy the selected messages as text; what was not on screen yet is read first."""
        source, found, clock = self._source, self._conversation, self._context.clock
        places = self._list.selected()[:_COPIED]
        missing = tuple(place for place in places if self._list.message(place) is None)
        if not missing:
            self._copy_now({})
        elif source is not None and found is not None:

            def work(cancel: CancelToken) -> dict[int, Message]:
                return read_messages(source, found, missing, clock, cancel)

            self._context.runner.run(work, self._copy_now, self._failed, owner=self, key=_COPY, title="Copying")

    def _copy_now(self, read: dict[int, Message]) -> None:
        count = len(self._list.selected())
        if count:
            QGuiApplication.clipboard().setText(self._list.text_of_selected(_COPIED, read))
            left = f"; {count - _COPIED:,} more were not copied" if count > _COPIED else ""
            some = min(count, _COPIED)
            self.noteChanged.emit(f"Copied {some:,} message{'s' if some != 1 else ''}{left}")
