"""Picking one of many by a few letters, with the keyboard alone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QLineEdit, QListView, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.commands import Command, CommandRegistry
from inspector.ui.icons import Icons
from inspector.ui.palette import command_palette, quick_open
from inspector.ui.picker import Choice, ChoiceList, Picker, score
from inspector.ui.theme.theme import Theme


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show()
    return made


@pytest.fixture
def icons(theme: Theme) -> Icons:
    return Icons(theme)


def field(picker: Picker) -> QLineEdit:
    return picker.findChild(QLineEdit)


def test_letters_fit_in_their_order_and_word_beginnings_count_more() -> None:
    assert score("xyz", "Open file") is None
    assert score("elif", "Open file") is None
    assert score("", "anything") == 0
    assert score("of", "Open file") > score("of", "Roof tile")
    assert score("open", "Open file") > score("open", "File: reopen")
    assert score("ÄÖ", "äpfel öffnen") is not None


def test_commands_are_found_and_run_by_keyboard(qtbot: QtBot, window: QWidget, icons: Icons) -> None:
    registry, ran = CommandRegistry(), []
    registry.add(
        [
            Command("a", "Open file…", lambda: ran.append("a"), "Ctrl+O", menu="File"),
            Command("b", "Refresh", lambda: ran.append("b"), "F5", menu="View"),
            Command("c", "Not now", lambda: ran.append("c"), when=lambda: False),
        ]
    )
    picker = command_palette(registry, icons, window)
    picker.show()
    assert picker.texts() == ["File: Open file…", "View: Refresh"]
    QTest.keyClicks(field(picker), "refr")
    assert picker.texts() == ["View: Refresh"]
    with qtbot.waitSignal(picker.destroyed):
        QTest.keyClick(field(picker), Qt.Key.Key_Return)
    assert ran == ["b"]


def test_the_arrows_move_and_the_field_keeps_the_keyboard(qtbot: QtBot, window: QWidget, icons: Icons) -> None:
    ran: list[int] = []
    choices = tuple(Choice(f"Number {n}", lambda n=n: ran.append(n)) for n in range(30))
    picker = Picker(choices, icons, window, prompt="Which?", nothing="None.")
    picker.show()
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_Down, Qt.Key.Key_Up):
        QTest.keyClick(field(picker), key)
    with qtbot.waitSignal(picker.destroyed):
        QTest.keyClick(field(picker), Qt.Key.Key_Return)
    assert ran == [9]


def test_nothing_fitting_is_said_and_enter_does_nothing(qtbot: QtBot, window: QWidget, icons: Icons) -> None:
    picker = Picker((Choice("Open", pytest.fail),), icons, window, prompt="Which?", nothing="None of this name.")
    picker.show()
    QTest.keyClicks(field(picker), "qqq")
    assert picker.texts() == []
    QTest.keyClick(field(picker), Qt.Key.Key_Return)
    assert picker.isVisible()
    QTest.keyClick(field(picker), Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not window.findChildren(Picker))


def test_quick_open_offers_places_recent_paths_and_what_is_typed(qtbot: QtBot, window: QWidget, icons: Icons) -> None:
    opened: list[str] = []
    places = [("graph.db: nodes", "/a/graph.db#table?table=nodes")]
    picker = quick_open(places, ["/b/other.db"], opened.append, icons, window)
    picker.show()
    assert picker.texts() == ["graph.db: nodes", "/b/other.db"]
    QTest.keyClicks(field(picker), "/x/y.db")
    assert picker.texts()[-1] == "Open /x/y.db"
    with qtbot.waitSignal(picker.destroyed):
        QTest.keyClick(field(picker), Qt.Key.Key_Return)
    assert opened == ["/x/y.db"]


def test_the_model_is_a_sound_one_and_shows_text_as_text(qtbot: QtBot, icons: Icons) -> None:
    model = ChoiceList(tuple(Choice(f"<b>{n}</b>\nx", list) for n in range(500)), icons)
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.narrow("1")
    model.narrow("zz")
    model.narrow("", Choice("last", list))
    assert model.index(0).data() == "<b>0</b>⏎x"
    assert "&lt;b&gt;" in model.index(0).data(Qt.ItemDataRole.ToolTipRole)
    view = QListView()
    qtbot.addWidget(view)
    view.setModel(model)
    view.show()
