"""What agents say to one another in one list, the newest first; each leads to its row and its trace."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from PySide6.QtCore import Slot
from PySide6.QtGui import QGuiApplication

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db.rows import RowRef
from inspector.timeline.instants import amount_words
from inspector.ui.commands import Command
from inspector.ui.listing.columns import Column, Listing, SortKey, Tone, toned, when, words
from inspector.ui.listing.view import ListingView, MenuEntry
from inspector.ui.trace.lines import trace_location
from inspector.workspace.location import Location
from inspector.workspace.rosters.flow import FlowRow, pairs, read_flow
from inspector.workspace.rosters.text import flow_text
from inspector.workspace.rows.row_location import row_location
from inspector.workspace.source import Source

_PAIRS = 3
"""Pairs of agents that are told below the list."""


def badness(row: FlowRow) -> int:
    """How much a message needs a look."""
    if row.status in ("failed", "refused"):
        return 3
    return 2 if row.status == "not delivered" else 1 if row.status.startswith("held") else 0


def _tone(row: FlowRow) -> Tone:
    return toned(badness(row))


def _at(row: FlowRow) -> datetime | None:
    return row.at.moment if row.at is not None else None


def _took(row: FlowRow, _clock: Clock) -> str:
    return "" if row.took_s is None else amount_words(max(0.0, row.took_s))


def _took_key(row: FlowRow, _clock: Clock) -> SortKey:
    return (int(row.took_s is None), -(row.took_s or 0.0), "")


def _took_tip(row: FlowRow, _clock: Clock) -> str:
    return "" if row.took_s is None else f"{row.took_s:,.3f} s from leaving to arriving, by the clocks of both"


def _ends(row: FlowRow) -> str:
    sent = row.sent.session if row.sent is not None else row.end.message.session
    came = row.arrived.session if row.arrived is not None else ""
    return " → ".join(part or "?" for part in (sent, came))


FLOW = Listing(
    (
        when("at", "Said", "When it was written", _at),
        words("sender", "From", "The agent that speaks", lambda row: row.sender),
        words("receiver", "To", "The agent that is spoken to", lambda row: row.receiver),
        words("status", "Status", "What became of it", lambda row: row.status, tone=_tone),
        Column("took", "Took", "From leaving one file to arriving in the other", _took, _took_key, True, _took_tip),
        words("text", "Text", "What it says", lambda row: row.end.message.text),
        words(
            "approver",
            "Approver",
            "Who approves each message of this pair, by a policy",
            lambda row: row.origin.message.approver,
            missing="",
        ),
        words("sessions", "Sessions", "From which session to which", _ends),
    ),
    lambda row: (row.end.path, row.end.message.ref),
    badness,
    "message",
    "messages",
)
"""The list of messages between agents."""


class FlowView(ListingView):
    """Lists messages between agents."""

    kind = "flow"
    listing = FLOW
    empty = ("No agent says anything to another here.", "Such messages have the channel type “agent”.")

    def title(self) -> str:
        return "Between agents"

    def commands(self) -> tuple[Command, ...]:
        one, has = self.leads_somewhere, self.has_rows
        return (
            Command(
                "flow.open",
                "Open the row of the message between agents",
                self.open_current,
                "",
                one,
                "ph.table",
                "Flow",
            ),
            Command("flow.trace", "Trace the message between agents", self.trace_current, "", one, menu="Flow"),
            Command("flow.graph", "Draw who says how much to whom", self.open_graph, "", has, "ph.graph", "Flow"),
            Command("flow.copy", "Copy the list of messages as text", self.copy_text, "", has, "ph.copy", "Flow"),
        )

    def read(
        self, source: Source, clock: Clock, cancel: CancelToken, tell: Callable[[int], object]
    ) -> tuple[Sequence[FlowRow], str]:
        rows, told = read_flow(source, clock, cancel, tell)
        weights = [f"{one.sender} → {one.receiver} {one.count:,}" for one in pairs(rows)[:_PAIRS]]
        return rows, " · ".join(part for part in (", ".join(weights), told.remark()) if part)

    def row_of(self, row: FlowRow) -> tuple[str, RowRef] | None:
        return row.end.path, row.end.message.ref

    def place_of(self, row: FlowRow) -> Location | None:
        return row_location(row.end.path, row.end.message.ref)

    def menu_of(self, row: FlowRow) -> Sequence[MenuEntry]:
        left, came = row.sent, row.arrived
        sent = Location(left.path, "chat") if left is not None else Location("", "chat")
        arrived = Location(came.path, "chat") if came is not None else Location("", "chat")
        return (
            ("Open its row", self.open_current, True),
            ("Trace it", self.trace_current, True),
            ("Open the conversation that it left", self.opening(sent), left is not None),
            ("Open the conversation in which it arrived", self.opening(arrived), came is not None),
            ("Draw who says how much to whom", self.open_graph, True),
            ("Copy the text", partial(QGuiApplication.clipboard().setText, row.end.message.text), True),
        )

    def as_text(self, rows: Sequence[Any], clock: Clock) -> str:
        return flow_text(tuple(rows))

    @Slot()
    def trace_current(self) -> None:
        """Tell what became of the chosen message."""
        row = self.current()
        if row is not None:
            end = row.origin
            self.openRequested.emit(trace_location(end.path, end.message.ref))

    @Slot()
    def open_graph(self) -> None:
        """Draw the agents, with how much they say to one another."""
        self.openRequested.emit(Location(self._location.path, "graph").with_params(graph="flow"))
