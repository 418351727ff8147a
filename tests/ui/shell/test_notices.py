"""What could not be done is said until it is dismissed or no longer so, and never fills the window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from inspector.errors import KnownError
from inspector.ui.shell.notices import LIMIT, NoticeStack


@pytest.fixture
def stack(qtbot: QtBot) -> NoticeStack:
    made = NoticeStack()
    qtbot.addWidget(made)
    made.show()
    return made


def press(stack: NoticeStack, text: str) -> None:
    button = next(one for one in stack.findChildren(QPushButton) if one.isVisible() and one.text() == text)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_newer_notice_of_a_key_takes_the_place_of_the_older(stack: NoticeStack) -> None:
    stack.say(KnownError("First."), "/a")
    stack.say(KnownError("Other."), "/b")
    stack.say(KnownError("Second."), "/a")
    assert [notice.report for notice in stack.notices()] == ["Other.", "Second."]
    stack.clear("/a")
    stack.clear("/never")
    assert [notice.report for notice in stack.notices()] == ["Other."]


def test_only_the_last_few_are_shown(stack: NoticeStack) -> None:
    for number in range(LIMIT + 3):
        stack.say(KnownError(f"{number}"))
    assert [notice.report for notice in stack.notices()] == [str(number) for number in range(3, LIMIT + 3)]


def test_details_are_copied_and_waiting_is_stopped(stack: NoticeStack) -> None:
    stopped: list[int] = []
    error = KnownError("Busy.", path="/a", advice="Wait.", details="code 5")
    stack.say(error, "/a", waiting=lambda: stopped.append(1))
    shown = stack.notices()
    stack.say(error, "/a", waiting=lambda: stopped.append(2))
    assert stack.notices() == shown, "the same words again do not flicker"
    press(stack, "Copy details")
    assert QGuiApplication.clipboard().text() == "Busy.\n/a\nWait.\ncode 5"
    press(stack, "Stop waiting")
    assert stopped == [1]
    assert stack.notices() == ()
