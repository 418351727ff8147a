"""Every view has four written states, each with its own words and a next step."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.errors import NotADatabase
from inspector.ui.states import PartialStrip, StateOverlay, ViewState


@pytest.fixture
def target(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(600, 300)
    made.show()
    return made


@pytest.fixture
def overlay(target: QWidget) -> StateOverlay:
    return StateOverlay(target)


def button(widget: QWidget, text: str) -> QPushButton | None:
    shown = [one for one in widget.findChildren(QPushButton) if one.isVisible() and one.text() == text]
    return shown[0] if shown else None


def press(widget: QWidget, text: str) -> None:
    found = button(widget, text)
    assert found is not None, f"no button {text}"
    QTest.mouseClick(found, Qt.MouseButton.LeftButton)


def test_empty_says_what_would_be_here_and_what_to_do(overlay: StateOverlay) -> None:
    ran: list[int] = []
    overlay.show_empty("No memories yet.", "They appear here.", action="Open another", run=lambda: ran.append(1))
    assert overlay.isVisible()
    assert overlay.text() == "No memories yet.\nThey appear here."
    press(overlay, "Open another")
    assert ran == [1]
    assert button(overlay, "Copy details") is None


def test_loading_is_not_shown_when_the_answer_is_quick(qtbot: QtBot, overlay: StateOverlay) -> None:
    overlay.show_loading("Reading rows")
    assert overlay.state() is ViewState.LOADING
    assert not overlay.isVisible()
    overlay.show_content()
    with pytest.raises(qtbot.TimeoutError):
        qtbot.waitUntil(overlay.isVisible, timeout=200)


def test_loading_that_lasts_is_shown_and_can_be_cancelled(qtbot: QtBot, overlay: StateOverlay) -> None:
    ran: list[int] = []
    overlay.show_loading("Reading rows", lambda: ran.append(1), progress=(2**33, 2**34))
    qtbot.waitUntil(overlay.isVisible)
    assert overlay.text() == "Reading rows"
    press(overlay, "Cancel")
    assert ran == [1]


def test_loading_after_an_error_stays_visible_without_a_flicker(overlay: StateOverlay) -> None:
    overlay.show_error(NotADatabase("No."), lambda: overlay.show_loading("Reading again"))
    press(overlay, "Try again")
    assert overlay.isVisible()
    assert overlay.text() == "Reading again"
    assert button(overlay, "Copy details") is None


def test_an_error_says_what_where_and_what_to_do_and_its_details_can_be_copied(overlay: StateOverlay) -> None:
    error = NotADatabase("<b>Not</b> a database.", path="/a/<i>b", advice="Open another.", details="code 26")
    overlay.show_error(error)
    assert overlay.text() == "<b>Not</b> a database.\n/a/<i>b\nOpen another."
    press(overlay, "Copy details")
    assert QGuiApplication.clipboard().text() == "<b>Not</b> a database.\n/a/<i>b\nOpen another.\ncode 26"
    assert button(overlay, "Try again") is None


def test_every_label_is_plain_text(overlay: StateOverlay) -> None:
    overlay.show_empty("Nothing.")
    assert {label.textFormat() for label in overlay.findChildren(QLabel)} == {Qt.TextFormat.PlainText}


def test_the_overlay_follows_the_size_of_its_target(overlay: StateOverlay, target: QWidget) -> None:
    overlay.show_empty("Nothing.")
    target.resize(900, 500)
    assert overlay.geometry() == target.rect()


def test_partial_says_what_is_missing_and_loads_the_rest(qtbot: QtBot) -> None:
    strip, ran = PartialStrip(), []
    qtbot.addWidget(strip)
    strip.show_partial("The first 10,000 of 2,000,000 rows.", lambda: ran.append(1))
    assert strip.isVisible()
    press(strip, "Load the rest")
    assert ran == [1]
    strip.show_whole()
    assert not strip.isVisible()
    strip.show_partial("The rest cannot be had.")
    assert button(strip, "Load the rest") is None
