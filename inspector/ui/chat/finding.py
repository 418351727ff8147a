"""Words in a conversation: which messages say them is asked off the UI thread, then one goes from one to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Slot

from inspector.cancel import CancelToken
from inspector.errors import KnownError
from inspector.workspace.conversations.read_conversation import Conversation, find_words

if TYPE_CHECKING:
    from inspector.timeline.moments import I64
    from inspector.ui.chat.bar import ChatBar
    from inspector.ui.chat.list import ChatList
    from inspector.ui.states import PartialStrip
    from inspector.ui.view import ViewContext
    from inspector.workspace.source import Source

_FIND = "find"


class ChatFinding(QObject):
    """What is looked for in one conversation."""

    def __init__(
        self, context: ViewContext, bar: ChatBar, list: ChatList, partial: PartialStrip, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._context, self._bar, self._list, self._partial = context, bar, list, partial
        self._source: Source | None = None
        self._conversation: Conversation | None = None
        self._stays = False
        self.words = ""
        """What is looked for."""
        self.places: I64 | None = None
        """The messages that say it; None while nobody knows."""

    def show_conversation(self, source: Source, conversation: Conversation) -> None:
        """Other messages, or other places of them: the words are looked for again."""
        self._source, self._conversation, self.places = source, conversation, None
        if self.words:
            self.look_for(self.words, stay=True)

    def look_for(self, words: str, *, stay: bool = False) -> None:
        """Find the messages that say some words; with ``stay`` the current one stays the current one."""
        source, found, clock = self._source, self._conversation, self._context.clock
        self.words, self.places, self._stays = words, None, stay
        self._list.mark_words(words)
        self._context.runner.cancel(self, _FIND)
        if not words or source is None or found is None:
            self._bar.show_found("", can=False)
            return
        self._bar.show_found("looking…", can=False)

        def work(cancel: CancelToken) -> tuple[Conversation, str, I64]:
            return found, words, find_words(source, found, words, clock, cancel)

        self._context.runner.run(work, self._came, self._failed, owner=self, key=_FIND, title="Finding words")

    def _came(self, answer: tuple[Conversation, str, I64]) -> None:
        found, words, places = answer
        if found is not self._conversation or words != self.words:
            return
        self.places = places
        current = self._list.current()
        if len(places) and not self._stays and (current is None or current not in places):
            self.step(-1)
        self.follow()

    def _failed(self, error: KnownError) -> None:
        self._bar.show_found("not read", can=False)
        self._partial.show_partial(f"The words could not be looked for: {error.what}")

    def follow(self) -> None:
        """Say how many messages have the words, and which of them is the current one."""
        places, current = self.places, self._list.current()
        if places is None:
            return
        at = np.nonzero(places == current)[0] if current is not None else places[:0]
        count = f"{len(places):,}"
        told = f"{int(at[0]) + 1:,} of {count}" if len(at) else f"{count} found" if len(places) else "not found"
        self._bar.show_found(told, can=len(places) > 0)

    def any(self) -> bool:
        """Whether a message has the words."""
        return self.places is not None and len(self.places) > 0

    @Slot(object)
    def step(self, way: int) -> None:
        """The next message that has the words (1), or the one before (-1); behind the last the first again."""
        places = self.places
        if places is None or not len(places):
            return
        current = self._list.current()
        here = current if current is not None else len(self._list.timeline)
        at = int(np.searchsorted(places, here, side="right" if way > 0 else "left")) - (0 if way > 0 else 1)
        self._list.choose(int(places[at % len(places)]), middle=True)

    def next(self) -> None:
        """The next message that says the words."""
        self.step(1)

    def previous(self) -> None:
        """The message before that says the words."""
        self.step(-1)
