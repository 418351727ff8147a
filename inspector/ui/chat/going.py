"""Where does one go in a conversation? To the first error, to what waits for an answer, to a time, to the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Slot

from inspector.timeline.entry import ERROR
from inspector.timeline.going import nearest, next_where
from inspector.timeline.moments import UNKNOWN, date_time, moment_of
from inspector.ui.timeline.typed_time import typed_moment

if TYPE_CHECKING:
    from inspector.timeline.moments import Mask
    from inspector.ui.chat.bar import ChatBar
    from inspector.ui.chat.list import ChatList
    from inspector.workspace.conversations.read_conversation import Conversation


class ChatGoing(QObject):
    """The ways inside one conversation."""

    def __init__(self, bar: ChatBar, list: ChatList, parent: QObject) -> None:
        super().__init__(parent)
        self._bar, self._list = bar, list
        self._conversation: Conversation | None = None
        bar.jumpRequested.connect(self.jump)
        bar.fault.clicked.connect(self.first_fault)
        bar.waiting.clicked.connect(self.next_unanswered)
        bar.end.clicked.connect(self.to_end)

    def show_conversation(self, conversation: Conversation) -> None:
        """Other messages, or other places of them."""
        self._conversation = conversation
        self._bar.fault.setEnabled(bool(conversation.timeline.flagged(ERROR).any()))
        waiting = int(conversation.unanswered.sum())
        self._bar.waiting.setEnabled(waiting > 0)
        self._bar.waiting.setText(f"Next unanswered ({waiting:,})" if waiting else "Next unanswered")

    @Slot()
    def first_fault(self) -> None:
        """Go to the first message that failed."""
        if self._conversation is not None:
            self._go(self._conversation.timeline.flagged(ERROR), first=True)

    @Slot()
    def next_unanswered(self) -> None:
        """Go to the next message that waits for an answer; behind the last the first again."""
        if self._conversation is not None:
            self._go(self._conversation.unanswered)

    @Slot()
    def to_end(self) -> None:
        """Bring the newest message on screen."""
        if len(self._list.timeline):
            last = len(self._list.timeline) - 1
            if self._list.is_seen(last):
                self._list.choose(last)
            self._list.to_end()
            self._list.setFocus()

    def to_jump(self) -> None:
        """Put the keyboard where a time is written."""
        self._bar.jump.setFocus()
        self._bar.jump.selectAll()

    @Slot(str)
    def jump(self, text: str) -> None:
        """Go to the message that is nearest to a time as a person writes one."""
        timeline, here = self._list.timeline, self._list.first_on_screen()
        at = int(timeline.placed[here[0]]) if here is not None else UNKNOWN
        moment = typed_moment(text, date_time(at) if at != UNKNOWN else None, self._list.times.zone.zone)
        if moment is None:
            self._bar.jump.show_fault("This is no time. Write 2026-05-19 21:30, or 21:30.")
            return
        place = nearest(timeline, np.arange(len(timeline)), moment_of(moment))
        self._bar.jump.show_fault("" if place is not None else "No message has a time.")
        if place is not None:
            self._list.choose(place, middle=True)
            self._list.setFocus()

    def _go(self, wanted: Mask, *, first: bool = False) -> None:
        every = np.arange(len(wanted))
        place = next_where(every, wanted, None if first else self._list.current())
        place = next_where(every, wanted, None) if place is None else place
        if place is not None:
            self._list.choose(place, middle=True)
            self._list.setFocus()
