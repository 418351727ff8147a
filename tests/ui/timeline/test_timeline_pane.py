"""The pane of a timeline: what is seen, filtered, gone to, chosen and copied, by hand and by keys."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from inspector.db.rows import RowRef
from inspector.timeline.arranging import DAY, ENTRY, GAP
from inspector.timeline.entry import Entry, Link
from inspector.timeline.filtering import KIND, LANE, TimelineFilter
from inspector.timeline.instants import read_instant
from inspector.timeline.timeline import Timeline, timeline_of
from inspector.ui.states import ViewState
from inspector.ui.timeline.deeds import fill_menu
from inspector.ui.timeline.pane import TimelinePane
from inspector.ui.view import ViewContext

BASE = 1_779_100_000
"""2026-05-18T10:26:40Z."""
SOURCE = SimpleNamespace(path="/x.db", family=SimpleNamespace(chat=None))


def entries(count: int = 300) -> Timeline:
    return timeline_of(
        Entry(
            read_instant(BASE + 600 * n) if n != 5 else None,
            f"title {n}",
            f"text <b>{n}</b>\nsecond line",
            ("call", "result", "note")[n % 3],
            ("one", "two")[n % 2],
            ("ok", "failed")[n % 10 == 7],
            n,
            flags=("error",) if n % 10 == 7 else (),
            link=Link("/x.db", RowRef("main", "log", (n,))),
            stored="whenever" if n == 5 else "",
        )
        for n in range(count)
    )


@pytest.fixture
def pane(qtbot: QtBot, context: ViewContext) -> TimelinePane:
    workspace = SimpleNamespace(sources=(), find=lambda path: SOURCE if path == "/x.db" else None)
    made = TimelinePane(replace(context, workspace=workspace))
    made.set_form("utc")
    qtbot.addWidget(made)
    made.resize(800, 600)
    made.show()
    made.show_timeline(entries())
    return made


def shown(pane: TimelinePane) -> list[int]:
    found: list[int] = pane.list.shown.tolist()
    return found


def press(pane: TimelinePane, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(pane.list, key, modifier)


def test_it_opens_at_the_newest_with_days_and_note(pane: TimelinePane) -> None:
    bar = pane.list.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    kinds = pane.list.rows.kinds.tolist()
    assert kinds.count(DAY) == 3
    assert kinds.count(ENTRY) == 300
    assert GAP not in kinds
    assert pane.note() == "300 entries"
    assert pane.brush.bins().shown.sum() == 299, "what has no time is in no bar"


def test_filters_narrow_count_and_are_taken_back(pane: TimelinePane, qtbot: QtBot) -> None:
    told: list[TimelineFilter] = []
    pane.filterChanged.connect(told.append)
    pane.bar.facets[KIND].toggled_word.emit(KIND, "call")
    assert len(shown(pane)) == 100
    assert pane.note() == "100 of 300 entries"
    assert pane.bar.chip_words() == ["Kind: call"]
    assert pane.bar.facets[LANE].words() == ["one", "two"]
    qtbot.keyClicks(pane.bar.text, "TITLE 2")
    qtbot.waitUntil(lambda: told[-1].text == "TITLE 2")
    assert all("2" in pane.timeline().entry(place).title for place in shown(pane))
    pane.bar.clear.click()
    assert told[-1].empty
    assert len(shown(pane)) == 300
    assert pane.bar.text.text() == ""


def test_nothing_left_says_so_and_offers_all_again(pane: TimelinePane, qtbot: QtBot) -> None:
    pane.ask(TimelineFilter(text="nowhere"))
    assert pane.states.state() is ViewState.EMPTY
    assert "No entry" in pane.states.text()
    pane.ask(TimelineFilter())
    assert pane.states.state() is ViewState.CONTENT


def test_the_menu_of_a_facet_stays_open_while_words_are_ticked(pane: TimelinePane, qtbot: QtBot) -> None:
    menu = pane.bar.facets[KIND].menu()
    menu.popup(pane.mapToGlobal(QPoint(20, 40)))
    qtbot.waitUntil(menu.isVisible)
    first = menu.actions()[0]
    assert first.text() == "call\t100"
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(first).center())
    assert menu.isVisible()
    assert first.isChecked()
    menu.setActiveAction(menu.actions()[1])
    QTest.keyClick(menu, Qt.Key.Key_Space)
    assert pane.filtered().filter.words(KIND) == {"call", "note"}
    menu.close()


def test_keys_go_from_entry_to_entry_and_select(pane: TimelinePane) -> None:
    selected: list[object] = []
    pane.rowSelected.connect(selected.append)
    press(pane, Qt.Key.Key_Home)
    assert pane.list.current() == 0
    assert selected[-1] == (SOURCE, RowRef("main", "log", (0,)))
    press(pane, Qt.Key.Key_Down)
    press(pane, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert pane.list.selected() == [1, 2]
    press(pane, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert [line.split("\t")[0] for line in QGuiApplication.clipboard().text().splitlines()] == [
        "2026-05-18 10:36:40 UTC",
        "2026-05-18 10:46:40 UTC",
    ]
    press(pane, Qt.Key.Key_End)
    assert pane.list.current() == 299
    press(pane, Qt.Key.Key_PageUp)
    assert 270 < (pane.list.current() or 0) < 299
    press(pane, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert len(pane.list.selected()) == 300
    assert "title" in pane.list.accessibleDescription()


def test_a_click_selects_and_a_double_click_opens_the_row(pane: TimelinePane, qtbot: QtBot) -> None:
    pane.list.choose(0)
    view = pane.list.viewport()
    at = QPoint(300, pane.list.rows.kinds.tolist().index(ENTRY) * 26 + 26 + 13)
    opened: list[object] = []
    pane.openRequested.connect(opened.append)
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=at)
    place = pane.list.current()
    assert place in (1, 2)
    QTest.mouseDClick(view, Qt.MouseButton.LeftButton, pos=at)
    assert opened
    assert opened[-1].get("table") == "log"  # type: ignore[attr-defined]
    assert opened[-1].get("key") == str(place)  # type: ignore[attr-defined]
    press(pane, Qt.Key.Key_Return)
    assert len(opened) == 2


def test_space_unfolds_asks_for_the_whole_text_and_folds(pane: TimelinePane) -> None:
    asked: list[object] = []
    pane.wholeTextRequested.connect(asked.append)
    pane.list.choose(10)
    tall = pane.list.verticalScrollBar().maximum()
    press(pane, Qt.Key.Key_Space)
    assert asked == [(10,)]
    two = pane.list.verticalScrollBar().maximum()
    assert two > tall
    pane.show_whole({10: "\n".join(map(str, range(100)))})
    assert two < pane.list.verticalScrollBar().maximum() < tall + 600, "a long text is cut"
    press(pane, Qt.Key.Key_Left)
    assert pane.list.verticalScrollBar().maximum() == tall


def test_faults_and_the_same_kind_are_gone_to(pane: TimelinePane) -> None:
    pane.first_fault()
    assert pane.list.current() == 7
    pane.bar.fault.click()
    assert pane.list.current() == 17
    pane.previous_fault()
    assert pane.list.current() == 7
    pane.next_of_kind()
    assert pane.list.current() == 10
    pane.next_of_status()
    assert pane.list.current() == 11
    pane.list.choose(297)
    pane.next_fault()
    assert pane.list.current() == 7, "round again"


def test_times_are_gone_to(pane: TimelinePane, qtbot: QtBot) -> None:
    pane.bar.jump.setFocus()
    qtbot.keyClicks(pane.bar.jump, "2026-05-19 00:00")
    qtbot.keyClick(pane.bar.jump, Qt.Key.Key_Return)
    current = pane.list.current()
    assert current is not None
    assert pane.timeline().entry(current).instant.moment == datetime(2026, 5, 18, 23, 56, 40, tzinfo=UTC)  # type: ignore[union-attr]
    pane.jump("12:00")
    assert (pane.list.current() or 0) < current, "of the day that is shown"
    pane.jump("soon")
    assert "no time" in pane.bar.jump.toolTip()
    pane.jump("2026-05-20T00:00:00+02:00")
    assert "no time" not in pane.bar.jump.toolTip()


def test_a_stretch_is_drawn_and_cleared(pane: TimelinePane, qtbot: QtBot) -> None:
    brush = pane.brush
    middle = brush.height() // 2
    QTest.mousePress(brush, Qt.MouseButton.LeftButton, pos=QPoint(10, middle))
    moved = QMouseEvent(
        QEvent.Type.MouseMove,
        QPoint(brush.width() // 2, middle).toPointF(),
        brush.mapToGlobal(QPoint(brush.width() // 2, middle)).toPointF(),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QGuiApplication.sendEvent(brush, moved)
    QTest.mouseRelease(brush, Qt.MouseButton.LeftButton, pos=QPoint(brush.width() // 2, middle))
    qtbot.waitUntil(lambda: pane.filtered().filter.ranged)
    assert 100 < len(shown(pane)) < 200
    assert len(pane.bar.chip_words()) == 1
    assert brush.bins().shown.sum() == 299, "the bars stay"
    brush.setFocus()
    QTest.keyClick(brush, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not pane.filtered().filter.ranged)
    assert len(shown(pane)) == 300


def test_forms_and_order(pane: TimelinePane) -> None:
    first = pane.timeline().entry(0)
    assert pane.list.times.words(first) == "10:26:40"
    pane.set_form("age")
    assert pane.list.times.words(first) == "2 days ago"
    assert pane.list.times.words(pane.timeline().entry(5)) == "whenever"
    assert "No time can be read" in pane.list.times.tip(pane.timeline().entry(5))
    pane.bar.order.click()
    press(pane, Qt.Key.Key_Home)
    assert pane.list.current() == 299
    press(pane, Qt.Key.Key_Down)
    assert pane.list.current() == 298


def test_read_again_it_keeps_place_filter_and_current(pane: TimelinePane) -> None:
    pane.set_filter(TimelineFilter().toggled(LANE, "one"))
    pane.list.choose(40, middle=True)
    kept = pane.list.bearings()
    pane.show_timeline(entries(320))
    assert pane.list.current() == 40
    assert pane.list.bearings() == kept
    assert len(shown(pane)) == 160


def test_a_hidden_entry_is_brought_back_by_its_link(pane: TimelinePane) -> None:
    pane.set_filter(TimelineFilter().toggled(LANE, "one"))
    assert pane.choose(Link("/x.db", RowRef("main", "log", (41,))))
    assert pane.list.current() == 41
    assert pane.filtered().filter.empty
    assert not pane.choose(Link("/x.db", RowRef("main", "log", (999,))))


def test_the_menu_of_an_entry(pane: TimelinePane) -> None:
    menu = QMenu(pane)
    fill_menu(menu, pane, 7)
    words = [action.text() for action in menu.actions() if action.text()]
    assert words[:3] == ["Open its row", "Unfold", "Copy"]
    only = next(action for action in menu.actions() if action.text() == "Only the lane “two”")
    only.trigger()
    assert len(shown(pane)) == 150


def test_an_empty_timeline_is_drawn(pane: TimelinePane) -> None:
    pane.show_timeline(timeline_of(()))
    pane.grab()
    press(pane, Qt.Key.Key_End)
    assert pane.note() == "0 entries"
    assert pane.list.current() is None
    assert not any(command.when() for command in pane.commands())


def test_untrusted_words_are_drawn_as_text(pane: TimelinePane) -> None:
    wild = "<b>\u202e\x00\ttitle" + "x" * 100_000
    pane.show_timeline(
        timeline_of([Entry(None, wild, wild, wild, wild, wild, flags=("error", "<i>"), stored=wild)] * 3)
    )
    pane.list.choose(0)
    pane.list.toggle(0)
    assert not pane.grab().isNull()
