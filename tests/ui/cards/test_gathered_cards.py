"""Cards of agents and chats in the window: what their sessions tell is counted while they are seen, drawn, followed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import Qt

from inspector.clock import Clock
from inspector.db.rows import RowRef
from inspector.families.gathering import DayCount
from inspector.sample.world import SampleWorld, make_sample
from inspector.ui.cards.day_bars import DayBars
from inspector.ui.cards.section_list import SectionList
from inspector.ui.cards.view import CardView
from inspector.ui.details.items import Item
from inspector.ui.session import Session
from inspector.ui.view import discover
from inspector.workspace.cards import gather
from inspector.workspace.cards.card_page import PageSection
from inspector.workspace.location import Location
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.rows.row_location import card_location

GATHERED = ("Conversations", "Traffic by day", "Failures", "Delays")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> SampleWorld:
    return make_sample(tmp_path_factory.mktemp("cards"))


@pytest.fixture
def shown(qtbot: Any, context: Any, world: SampleWorld) -> Iterator[Callable[[str], CardView]]:
    """The card of the first row of a table of the install, alone in a window; it may still be counting."""
    source = open_source(str(world.nanoclaw))

    def make(table: str) -> CardView:
        given = replace(context, workspace=SimpleNamespace(sources=(source,)), clock=Clock(world.as_of))
        kind = discover().get("card")
        assert kind is not None
        view = kind.create(given, source, card_location(source.path, RowRef("main", table, (1,))))
        assert isinstance(view, CardView)
        qtbot.addWidget(view)
        view.resize(1100, 700)
        view.show()
        return view

    yield make
    source.close()


@pytest.fixture
def whole(shown: Any, qtbot: Any) -> Callable[[str], CardView]:
    def make(table: str) -> CardView:
        view = shown(table)
        qtbot.waitUntil(lambda: view.page() is not None and view.page().whole, timeout=20_000)
        return view

    return make


def entries(view: CardView, title: str) -> tuple[Item, ...]:
    return entries_list(view, title).items()


def entries_list(view: CardView, title: str) -> SectionList:
    return next(one for one in view.sections() if one.accessibleName() == title)


def told(view: CardView, id: str) -> PageSection:
    page = view.page()
    assert page is not None
    return next(one for one in page.sections if one.id == id)


@pytest.mark.parametrize("table", ["agent_groups", "messaging_groups"])
def test_a_card_shows_conversations_traffic_failures_and_delays(whole: Any, qtbot: Any, table: str) -> None:
    view = whole(table)
    titles = [one.accessibleName() for one in view.sections()]
    assert titles[1:5] == list(GATHERED)
    (bars,) = view.bars()
    qtbot.waitUntil(bars.isVisible)
    assert len(bars.days()) == 30
    first = entries(view, "Conversations")[0]
    assert " in, " in first.text
    reply = next(one for one in entries(view, "Delays") if one.name == "arrival → reply")
    assert reply.text.startswith("median ")
    assert any(note.text.startswith("of ") and "message" in note.text for note in reply.notes)
    assert any("in_reply_to, a guess of the system's own" in one.text for one in entries(view, "Delays"))
    assert "30 days" in entries(view, "Traffic by day")[0].name
    assert any(one.text.startswith("Counted: failed, in: ") for one in entries(view, "Failures"))


def test_c105_while_sessions_are_counted_no_number_is_shown_in_their_place(
    shown: Any, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, real = threading.Event(), gather._look
    monkeypatch.setattr(gather, "_look", lambda *given: go_on.wait(20) and real(*given))
    view = shown("agent_groups")
    try:
        qtbot.waitUntil(lambda: view.page() is not None, timeout=20_000)
        assert entries(view, "What it runs with"), "the card is there at once"
        for title in ("Traffic by day", "Failures", "Delays"):
            (only,) = entries(view, title)
            assert only.text.startswith("Counting… 0 of ")
        conversations = entries(view, "Conversations")
        assert {one.text.partition("   ")[0] for one in conversations[:-1]} == {"counting…"}
        assert view.bars() == ()
    finally:
        go_on.set()
    lists = [entries_list(view, title) for title in GATHERED]
    qtbot.waitUntil(lambda: view.page().whole, timeout=20_000)
    assert [entries_list(view, title) for title in GATHERED] == lists, "nothing jumps when the numbers come"
    assert not any("ounting" in one.text for title in GATHERED for one in entries(view, title))
    assert len(view.bars()) == 1


def test_a_session_leads_to_its_conversation_and_a_failure_to_its_trace(whole: Any, qtbot: Any) -> None:
    view = whole("agent_groups")
    asked: list[Location] = []
    view.openRequested.connect(asked.append)
    conversations, failures = entries_list(view, "Conversations"), entries_list(view, "Failures")
    for one in (conversations, failures):
        view.paper.ensureWidgetVisible(one)
        rect = one.visualRect(one.model().index(0, 0))
        qtbot.mouseClick(one.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert [place.view for place in asked] == ["chat", "trace"]
    assert "v2-sessions" in asked[0].path
    assert asked[1].get("table") in ("messages_in", "messages_out", "unregistered_senders")
    words = [action.words for action in entries(view, "Conversations")[0].actions]
    assert words[0] == "Open the conversation"
    assert any(word.startswith("Open the card of ") for word in words)


def test_the_days_are_read_by_mouse_and_keyboard(qtbot: Any, theme: Any) -> None:
    bars = DayBars(theme)
    qtbot.addWidget(bars)
    bars.resize(316, bars.sizeHint().height())
    bars.show_days([DayCount("2026-05-01", 3, 1), DayCount("2026-05-02", 12, None), DayCount("2026-05-03", 0, 0)])
    bars.show()
    assert bars.words() == "2026-05-02: 12 in, out not known", "the newest day with a message"
    for key, day in ((Qt.Key.Key_Left, "05-01"), (Qt.Key.Key_Left, "05-01"), (Qt.Key.Key_End, "05-03")):
        qtbot.keyClick(bars, key)
        assert bars.chosen().day == f"2026-{day}"
    assert bars.accessibleDescription().startswith("2026-05-03: 0 in, 0 out")
    qtbot.mouseClick(bars, Qt.MouseButton.LeftButton, pos=bars.rect().center())
    assert bars.chosen().day == "2026-05-02"
    bars.show_days([DayCount("2026-05-02", 13, 2), DayCount("2026-05-04", 1, 1)])
    assert bars.words() == "2026-05-02: 13 in, 2 out", "the day that was chosen stays"


def test_a_bar_grows_with_its_number_and_none_is_drawn_for_what_is_not_known(qtbot: Any, theme: Any) -> None:
    bars = DayBars(theme)
    qtbot.addWidget(bars)
    bars.resize(316, bars.sizeHint().height())
    bars.show_days([DayCount("a", 10, 5), DayCount("b", 1, None), DayCount("c", 0, 0)])
    picture = bars.grab().toImage()
    scale = picture.devicePixelRatio()

    def tall(place: int, name: str) -> int:
        x = int((8 + place * 100 + 50) * scale)
        wanted = theme.node_colour(name).rgb()
        return sum(picture.pixel(x, y) == wanted for y in range(int(69 * scale)))

    assert tall(0, "received") > tall(0, "sent") > tall(1, "received") > 0
    assert tall(1, "sent") == tall(2, "received") == tall(2, "sent") == 0


def test_it_goes_stale_by_its_own_files_and_not_by_those_of_others(whole: Any, world: SampleWorld) -> None:
    view = whole("agent_groups")
    held = {Path(file.path) for file in view.changed._held["card"].files}
    assert {path.name for path in held} == {"v2.db", "inbound.db", "outbound.db"}
    agent = view.page().details.raw["id"]
    assert {path.parts[-3] for path in held if path.name != "v2.db"} == {agent}
    assert len(held) < len(list(Path(world.nanoclaw).rglob("*bound.db")))


def test_in_the_window_the_card_of_an_agent_tells_of_its_sessions_and_is_copied(
    make_session: Callable[[], Session], qtbot: Any, world: SampleWorld
) -> None:
    session = make_session()
    session.context.clock.set(world.as_of)
    session.window.resize(1280, 720)
    session.start([f"{world.nanoclaw}#card?table=agent_groups&row=1"])
    tabs = session.window.tabs
    qtbot.waitUntil(lambda: isinstance(tabs.view(), CardView), timeout=20_000)
    view = tabs.view()
    qtbot.waitUntil(lambda: view.page() is not None and view.page().whole, timeout=20_000)
    assert [one.accessibleName() for one in view.sections()][1:5] == list(GATHERED)
    text = view.page().text()
    for title in GATHERED:
        assert f"\n{title}\n" in text
    assert "arrival → reply: median " in text
    busy = next(one for one in reversed(told(view, "traffic").days) if one.incoming)
    assert f"  {busy.day}: {busy.incoming:,} in, " in text
