"""Commands are data: one list, and menus, shortcuts and the palette all follow it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from inspector.ui.commands import Command, CommandRegistry


@pytest.fixture
def registry(qapp) -> CommandRegistry:
    return CommandRegistry()


def test_a_command_runs_from_its_action_and_by_its_id(registry: CommandRegistry) -> None:
    ran: list[str] = []
    registry.add([Command("a.b", "Do & it", lambda: ran.append("x"))])
    action = registry.action("a.b")
    assert action.text() == "Do && it"
    action.trigger()
    assert registry.run("a.b")
    assert ran == ["x", "x"]
    assert registry.action("a.b") is action


def test_a_command_that_cannot_be_used_now_does_not_run(registry: CommandRegistry) -> None:
    ran, usable = [], [False]
    registry.add([Command("a", "A", lambda: ran.append(1), when=lambda: usable[0])])
    action = registry.action("a")
    assert not action.isEnabled()
    assert registry.usable() == ()
    assert not registry.run("a")
    usable[0] = True
    registry.refresh()
    assert action.isEnabled()
    assert registry.run("a")
    assert ran == [1]


def test_ids_and_shortcuts_are_taken_once(registry: CommandRegistry) -> None:
    registry.add([Command("a", "A", list, shortcut="Ctrl+Shift+F")])
    with pytest.raises(ValueError, match="called a"):
        registry.add([Command("a", "B", list)])
    with pytest.raises(ValueError, match="share a shortcut"):
        registry.add([Command("b", "B", list, shortcut="Shift+Ctrl+F")])


def test_shortcuts_work_in_a_window(qtbot: QtBot, registry: CommandRegistry) -> None:
    ran: list[str] = []
    registry.add([Command("f", "Find", lambda: ran.append("f"), shortcut="Ctrl+F", more_shortcuts=("F3",))])
    window = QMainWindow()
    qtbot.addWidget(window)
    window.addAction(registry.action("f"))
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(window, Qt.Key.Key_F3)
    assert ran == ["f", "f"]


def test_commands_come_and_go(qtbot: QtBot, registry: CommandRegistry) -> None:
    with qtbot.waitSignal(registry.changed):
        registry.add([Command("v", "View's own", list, shortcut="Ctrl+G")])
    action = registry.action("v")
    with qtbot.waitSignal(registry.changed):
        registry.remove(["v", "never there"])
    assert not action.isEnabled()
    assert registry.all() == ()
    registry.add([Command("v2", "Another", list, shortcut="Ctrl+G")])
    with pytest.raises(KeyError):
        registry.command("v")
