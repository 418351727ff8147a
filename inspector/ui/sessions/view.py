"""All sessions of an install or folder in one list, those that need a look first; each leads to its files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Slot
from PySide6.QtGui import QGuiApplication

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db.rows import RowRef
from inspector.ui.commands import Command
from inspector.ui.listing.view import ListingView, MenuEntry
from inspector.ui.sessions.columns import SESSIONS
from inspector.workspace.conversations.offered import has_conversation
from inspector.workspace.location import Location
from inspector.workspace.rows.row_location import card_location
from inspector.workspace.source import Source
from inspector.workspace.traces.sessions import SessionRow, read_sessions
from inspector.workspace.traces.sessions_text import sessions_text


class SessionsView(ListingView):
    """Lists sessions."""

    kind = "sessions"
    listing = SESSIONS
    empty = ("There are no sessions here.", "A session is a folder below data/v2-sessions.")

    def title(self) -> str:
        return "Sessions"

    def commands(self) -> tuple[Command, ...]:
        has, one = self.has_rows, self._has_files
        return (
            Command("sessions.open", "Open the session", self.open_current, "", one, "ph.chats", "Sessions"),
            Command(
                "sessions.card", "Open the card of the session", self.open_card, "", self._has_row, menu="Sessions"
            ),
            Command("sessions.copy", "Copy the list as text", self.copy_text, "", has, "ph.copy", "Sessions"),
        )

    def read(
        self, source: Source, clock: Clock, cancel: CancelToken, tell: Callable[[int], object]
    ) -> tuple[Sequence[SessionRow], str]:
        return read_sessions(source, clock, cancel, lambda rows: tell(len(rows))), ""

    def row_of(self, row: SessionRow) -> tuple[str, RowRef] | None:
        return (row.install, row.ref) if row.ref is not None else None

    def place_of(self, row: SessionRow) -> Location | None:
        if row.path:
            return Location(row.path, "chat" if self._has_conversation(row.path) else "timeline")
        return self._card_of(row)

    def menu_of(self, row: SessionRow) -> Sequence[MenuEntry]:
        talks, card = bool(row.path) and self._has_conversation(row.path), self._card_of(row)
        return (
            ("Open its conversation", self.opening(Location(row.path, "chat")), talks),
            ("Open its timeline", self.opening(Location(row.path, "timeline")), bool(row.path)),
            ("Open its overview", self.opening(Location(row.path, "overview")), bool(row.path)),
            ("Open the card", self.open_card, card is not None),
            ("Copy the id", partial(QGuiApplication.clipboard().setText, row.id), True),
        )

    def as_text(self, rows: Sequence[Any], clock: Clock) -> str:
        return sessions_text(rows, clock)

    @Slot()
    def open_card(self) -> None:
        """Open the card of the session."""
        row = self.current()
        card = self._card_of(row) if row is not None else None
        if card is not None:
            self.openRequested.emit(card)

    def _card_of(self, row: SessionRow) -> Location | None:
        return card_location(row.install, row.ref) if row.ref is not None and row.install else None

    def _has_conversation(self, path: str) -> bool:
        source = self.source_at(path)
        return source is not None and has_conversation(source)

    def _has_files(self) -> bool:
        row = self.current()
        return row is not None and bool(row.path)

    def _has_row(self) -> bool:
        row = self.current()
        return row is not None and self._card_of(row) is not None
