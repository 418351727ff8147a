"""What waits for a person in one list, the oldest first; each leads to its row, its session and what it holds back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from PySide6.QtGui import QGuiApplication

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db.rows import RowRef
from inspector.ui.commands import Command
from inspector.ui.listing.columns import Listing, Tone, toned, when, words
from inspector.ui.listing.view import ListingView, MenuEntry
from inspector.workspace.location import Location
from inspector.workspace.rosters.text import waiting_text
from inspector.workspace.rosters.waiting import WaitingRow, read_waiting
from inspector.workspace.rows.row_location import row_location
from inspector.workspace.source import Source


def badness(row: WaitingRow) -> int:
    """How much it needs a look: what nobody can decide any more."""
    return 2 if row.one.problems else 0


def _tone(row: WaitingRow) -> Tone:
    return toned(badness(row))


def _remarks(row: WaitingRow) -> str:
    held = (f"holds {row.one.holds}",) if row.one.holds else ()
    status = (row.one.status,) if row.one.status not in ("", "pending") else ()
    return "; ".join((*row.one.problems, *held, *status))


def _since(row: WaitingRow) -> datetime | None:
    return row.one.since.moment if row.one.since is not None else None


def _until(row: WaitingRow) -> datetime | None:
    return row.one.until.moment if row.one.until is not None else None


def _who(row: WaitingRow) -> str:
    return row.one.who or "whoever may"


def _options(row: WaitingRow) -> str:
    return ", ".join(option for option in row.one.options if option)


WAITING = Listing(
    (
        words("what", "What", "Approval, question, new sender or new chat", lambda row: row.one.kind),
        words("title", "Title", "What is asked", lambda row: row.one.title),
        words("who", "For", "Who is to decide; where none is named, whoever may", _who),
        when("since", "Since", "Since when it waits", _since, soonest=True),
        when("until", "Until", "When it expires; empty: never", _until, soonest=True, tone=_tone),
        words("remarks", "Remarks", "Why nobody will decide it, what it holds", _remarks, missing="", tone=_tone),
        words("about", "About", "What it would allow, or what was said", lambda row: row.one.about, missing=""),
        words("options", "Choices", "What can be chosen", _options, missing=""),
        words("agent", "Agent", "The agent it is about", lambda row: row.one.agent, missing=""),
        words("chat", "Chat", "The chat it is about", lambda row: row.one.chat, missing=""),
        words("session", "Session", "The session that waits", lambda row: row.one.session, missing=""),
    ),
    lambda row: (row.install, row.one.ref),
    badness,
    "decision",
    "decisions",
)
"""The list of what waits."""


class WaitingView(ListingView):
    """Lists what waits for a person."""

    kind = "waiting"
    listing = WAITING
    empty = ("Nothing waits for a person here.", "Approvals and questions stand in the central file until decided.")

    def title(self) -> str:
        return "Waiting"

    def commands(self) -> tuple[Command, ...]:
        one, has = self.leads_somewhere, self.has_rows
        return (
            Command("waiting.open", "Open the row of the decision", self.open_current, "", one, "ph.table", "Waiting"),
            Command("waiting.copy", "Copy the list of decisions as text", self.copy_text, "", has, menu="Waiting"),
        )

    def read(
        self, source: Source, clock: Clock, cancel: CancelToken, tell: Callable[[int], object]
    ) -> tuple[Sequence[WaitingRow], str]:
        rows, told = read_waiting(source, clock, cancel, tell)
        return rows, told.remark()

    def row_of(self, row: WaitingRow) -> tuple[str, RowRef] | None:
        return row.install, row.one.ref

    def place_of(self, row: WaitingRow) -> Location | None:
        return row_location(row.install, row.one.ref)

    def menu_of(self, row: WaitingRow) -> Sequence[MenuEntry]:
        there = bool(row.path)
        return (
            ("Open its row", self.open_current, True),
            ("Open the conversation that waits", self.opening(Location(row.path, "chat")), there),
            ("Open the timeline of the session", self.opening(Location(row.path, "timeline")), there),
            ("Copy the title", partial(QGuiApplication.clipboard().setText, row.one.title), True),
        )

    def as_text(self, rows: Sequence[Any], clock: Clock) -> str:
        return waiting_text(rows, clock)
