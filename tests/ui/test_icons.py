"""Icons come after the first paint, in the colours of the theme, and nothing waits for them."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from inspector.settings import Settings
from inspector.ui.icons import Icons
from inspector.ui.tasks import TaskRunner
from inspector.ui.theme.theme import Theme
from inspector.ui.theme.tokens import load


def strongest(icon: QIcon) -> str:
    image = icon.pixmap(32, 32).toImage()
    pixels = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
    return max(pixels, key=lambda pixel: pixel.alpha()).name()


@pytest.fixture
def icons(qtbot: QtBot, theme: Theme, runner: TaskRunner) -> Icons:
    made = Icons(theme)
    with qtbot.waitSignal(made.changed, timeout=20_000):
        made.load(runner)
    return made


def test_before_loading_there_are_none_and_nothing_fails(qtbot: QtBot, theme: Theme) -> None:
    icons, button = Icons(theme), QPushButton("x")
    qtbot.addWidget(button)
    icons.dress(button, "ph.table")
    assert button.icon().isNull()
    assert icons.icon("ph.table").isNull()


def test_what_was_dressed_early_gets_its_icon_when_they_are_loaded(
    qtbot: QtBot, theme: Theme, runner: TaskRunner
) -> None:
    icons, button, gone = Icons(theme), QPushButton("x"), QPushButton("y")
    qtbot.addWidget(button)
    icons.dress(button, "ph.table")
    icons.dress(gone, "ph.table")
    del gone
    with qtbot.waitSignal(icons.changed, timeout=20_000):
        icons.load(runner)
    assert not button.icon().isNull()


def test_icons_are_tinted_by_role_and_follow_the_theme(
    qtbot: QtBot, icons: Icons, theme: Theme, settings: Settings
) -> None:
    button = QPushButton("x")
    qtbot.addWidget(button)
    icons.dress(button, "ph.table", "negative")
    assert strongest(button.icon()) == load("dark").roles["negative"]
    settings.set("look.theme", "light")
    assert strongest(button.icon()) == load("light").roles["negative"]


def test_an_icon_that_the_set_lacks_is_empty(icons: Icons) -> None:
    assert icons.icon("ph.no-such-thing").isNull()
    assert icons.icon("").isNull()


def test_the_icons_of_all_node_types_exist(icons: Icons) -> None:
    wanted = {look.icon for look in load("dark").nodes.values()} | {load("dark").node("unheard of").icon}
    assert [name for name in wanted if icons.icon(name).isNull()] == []


@pytest.mark.parametrize("size", [(0, 16), (16, 0), (0, 0), (1, 0)])
def test_where_there_is_no_room_nothing_is_drawn_and_qt_has_nothing_to_warn_of(
    icons: Icons, qtlog: Any, size: tuple[int, int]
) -> None:
    icon, page = icons.icon("ph.table"), QPixmap(20, 20)
    page.fill("white")
    painter = QPainter(page)
    icon.paint(painter, QRect(0, 0, *size))
    painter.end()
    assert not [record.message for record in qtlog.records]
