"""The key sheet is made from the commands that exist, is searched by typing, and fits one screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from inspector.ui.commands import Command
from inspector.ui.lines.card import Page
from inspector.ui.shell.key_sheet import KeySheet
from inspector.ui.window import MainWindow


@pytest.fixture
def sheet(window: MainWindow) -> KeySheet:
    window.resize(1280, 720)
    return window.aids.show_keys()


def test_every_command_with_keys_is_on_it(window: MainWindow, sheet: KeySheet) -> None:
    shown = dict(sheet.texts())
    keyed = [command for command in window.context.commands.all() if command.shortcut]
    assert len(keyed) > 15
    assert [one.title for one in keyed if shown.get(one.title) != one.shortcut] == []


def test_commands_that_come_are_on_the_next_one(window: MainWindow) -> None:
    window.context.commands.add((Command("test.it", "Do <b>it</b>", print, "Ctrl+Alt+I", more_shortcuts=("F9",)),))
    assert ("Do <b>it</b>", "Ctrl+Alt+I F9") in window.aids.show_keys().texts()


def test_typing_finds_keys_words_and_commands_without_keys(qtbot: QtBot, sheet: KeySheet) -> None:
    field = sheet.findChild(QLineEdit)
    qtbot.keyClicks(field, "f5")
    assert sheet.texts() == [("Refresh", "F5")]
    field.setText("reset layout")
    assert sheet.texts() == [("Reset layout", "")]
    field.setText("no such thing")
    assert sheet.texts() == []


def test_it_fits_one_screen(sheet: KeySheet) -> None:
    bar = sheet.findChild(Page).verticalScrollBar()
    assert bar.maximum() == 0


def test_f1_leads_to_the_page_about_keys(
    qtbot: QtBot, make_window: Callable[[], MainWindow], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    window = make_window()
    monkeypatch.setattr(window.navigation, "open_view", lambda view, **params: asked.append(params["page"]))
    sheet = window.aids.show_keys()
    qtbot.waitUntil(sheet.isActiveWindow)
    qtbot.keyClick(sheet, Qt.Key.Key_F1)
    assert asked == ["keys"]
