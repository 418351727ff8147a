"""Texts above a list take the room that they need, and scroll when there is less."""

from __future__ import annotations

from PySide6.QtWidgets import QListWidget, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.lines.prose import Prose

LONG = "A rule with very many words, which needs some lines of a narrow place. " * 8


def placed(qtbot: QtBot, height: int) -> tuple[QWidget, Prose]:
    place = QWidget()
    qtbot.addWidget(place)
    prose = Prose(3, place)
    column = QVBoxLayout(place)
    column.addWidget(prose)
    column.addWidget(QListWidget(place), 1)
    prose.say("Title", LONG, "")
    place.resize(300, height)
    place.show()
    qtbot.waitExposed(place)
    # the height for the width that it was given is asked for after that
    qtbot.waitUntil(lambda: prose.height() > 20)
    return place, prose


def test_texts_are_whole_where_there_is_room(qtbot: QtBot) -> None:
    _place, prose = placed(qtbot, 900)
    qtbot.waitUntil(lambda: prose.verticalScrollBar().maximum() == 0)
    rule = prose.words[1]
    assert rule.height() >= rule.heightForWidth(rule.width())
    qtbot.waitUntil(lambda: prose.height() == prose.sizeHint().height())
    assert not prose.words[2].isVisible()


def test_texts_scroll_where_there_is_not(qtbot: QtBot) -> None:
    _place, prose = placed(qtbot, 200)
    qtbot.waitUntil(lambda: prose.verticalScrollBar().maximum() > 0)
    rule = prose.words[1]
    assert rule.height() >= rule.heightForWidth(rule.width())
    assert prose.height() < 200


def test_shorter_texts_give_their_room_back(qtbot: QtBot) -> None:
    _place, prose = placed(qtbot, 900)
    high = prose.height()
    prose.say("Title", "Short.", "And short.")
    qtbot.waitUntil(lambda: prose.height() < high / 2)
    assert prose.text() == "Title\nShort.\nAnd short."
