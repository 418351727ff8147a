"""The ways that lead to a conversation: from the list of sessions, a timeline, the details, a trace."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from inspector.clock import Clock, parse_as_of
from inspector.db.rows import RowRef
from inspector.ui.details.panel import DetailsPanel
from inspector.ui.sessions.view import SessionsView
from inspector.ui.timeline.deeds import fill_menu
from inspector.ui.timeline.view import TimelineView
from inspector.ui.trace.view import TraceView
from inspector.ui.view import View, ViewContext, discover
from inspector.workspace.location import Location, location
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.rows.row_location import row_location
from inspector.workspace.source import Source

ANDY = "sess-1777366931390-wxfjfx"
REF = RowRef("inbound", "messages_in", (11,))
Open = Callable[..., tuple[View, list[Location]]]


@pytest.fixture
def install(real_database: Callable[[str], Path]) -> Iterator[Source]:
    made = open_source(str(real_database("nanoclaw/install")))
    yield made
    made.close()


@pytest.fixture
def around(context: ViewContext, install: Source) -> ViewContext:
    every = {one.path: one for one in install.walk()}
    clock = Clock(parse_as_of("2026-05-19T21:30:00Z"))
    return replace(context, workspace=SimpleNamespace(sources=(install,), find=every.get), clock=clock)


@pytest.fixture
def andy(install: Source) -> Source:
    return next(one for one in install.walk() if one.path.endswith(ANDY))


@pytest.fixture
def show(qtbot: QtBot, around: ViewContext) -> Open:
    def make(source: Source, place: Location) -> tuple[View, list[Location]]:
        kind = discover().get(place.view)
        assert kind is not None
        view = kind.create(around, source, place)
        qtbot.addWidget(view)
        view.resize(900, 600)
        view.show()
        opened: list[Location] = []
        view.openRequested.connect(opened.append)
        qtbot.waitUntil(lambda: not around.runner.running(), timeout=10_000)
        return view, opened

    return make


def test_a_session_of_the_list_opens_as_a_conversation(show: Open, install: Source, qtbot: QtBot) -> None:
    view, opened = show(install, location(install.path, "sessions"))
    assert isinstance(view, SessionsView)
    view.table.setFocus()
    qtbot.keyClick(view.table, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    row = view.current()
    assert row is not None
    view.open_current()
    assert [(one.view, one.path) for one in opened] == [("chat", row.path)]


def test_an_entry_of_a_timeline_leads_to_the_conversation(show: Open, andy: Source) -> None:
    view, opened = show(andy, location(andy.path, "timeline", name="conversation"))
    assert isinstance(view, TimelineView)
    menu = QMenu(view)
    fill_menu(menu, view.pane, 3)
    next(action for action in menu.actions() if action.text() == "Show in the conversation").trigger()
    link = view.pane.timeline().links.at(3)
    assert link is not None
    assert link.ref is not None
    assert (opened[0].view, opened[0].get("key")) == ("chat", str(link.ref.key[0]))


def test_a_trace_leads_to_the_conversation(show: Open, andy: Source, qtbot: QtBot) -> None:
    view, opened = show(andy, replace(row_location(andy.path, REF), view="trace"))
    assert isinstance(view, TraceView)
    command = next(one for one in view.commands() if one.id == "trace.chat")
    assert command.when()
    command.run()
    assert (opened[0].view, opened[0].get("table"), opened[0].get("key")) == ("chat", "messages_in", "11")
    assert opened[0].get("schema") == "inbound"


def test_the_details_of_a_message_lead_to_the_conversation(around: ViewContext, andy: Source, qtbot: QtBot) -> None:
    panel = DetailsPanel(around)
    qtbot.addWidget(panel)
    opened: list[Location] = []
    panel.openRequested.connect(opened.append)
    panel.show_selection((andy, REF))
    qtbot.waitUntil(lambda: not around.runner.running(), timeout=10_000)
    command = next(one for one in panel.commands() if one.id == "details.chat")
    assert command.when()
    command.run()
    assert opened[0].view == "chat"
    panel.show_selection((andy, RowRef("inbound", "session_routing", (1,))))
    assert not command.when()


def test_a_message_leads_there_and_back(show: Open, andy: Source, qtbot: QtBot, around: ViewContext) -> None:
    view, opened = show(andy, replace(row_location(andy.path, REF), view="chat"))
    current = view.list.current()  # type: ignore[attr-defined]
    assert current is not None
    view.leaving.open_timeline()  # type: ignore[attr-defined]
    assert opened[0].view == "timeline"
    timeline, _ = show(andy, opened[0])
    assert isinstance(timeline, TimelineView)
    at = timeline.pane.list.current()
    assert at is not None
    link = timeline.pane.timeline().links.at(at)
    assert link is not None
    assert link.ref == REF
