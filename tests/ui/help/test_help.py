"""The help shows our own pages, all of them, and names every command and setting."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit, QListWidget, QTextBrowser
from pytestqt.qtbot import QtBot

from inspector import resources
from inspector.settings import SETTINGS
from inspector.ui.help.pages import pages
from inspector.ui.help.view import HelpView
from inspector.ui.session import Session
from inspector.ui.view import ViewContext, discover
from inspector.workspace.location import location


@pytest.fixture
def view(qtbot: QtBot, context: ViewContext) -> HelpView:
    made = discover().get("help").create(context, None, location("", "help"))
    assert isinstance(made, HelpView)
    qtbot.addWidget(made)
    made.show()
    return made


def test_every_page_has_a_title_and_its_links_lead_to_pages() -> None:
    found = pages()
    assert found[0].id == "index"
    ids = {page.id for page in found}
    for page in found:
        assert page.text.startswith("# "), page.id
        for part in page.text.split("](")[1:]:
            target = part.partition(")")[0].removesuffix(".md")
            assert target in ids, f"{page.id} links to {target}"


def test_a_page_is_read_followed_and_come_back_to(qtbot: QtBot, view: HelpView) -> None:
    pages_list, text = view.findChild(QListWidget), view.findChild(QTextBrowser)
    moved: list[object] = []
    view.locationChanged.connect(moved.append)
    assert pages()[0].title in view.text()
    text.anchorClicked.emit(QUrl("keys.md"))
    assert view.location() == location("", "help", page="keys")
    assert "Ctrl+K" in view.text()
    assert moved == [location("", "help", page="keys")]
    view.show_location(location("", "help", page="index"))
    assert pages_list.currentRow() == 0


def test_an_address_of_the_network_is_copied_and_not_opened(view: HelpView) -> None:
    view.findChild(QTextBrowser).anchorClicked.emit(QUrl("https://example.org/"))
    assert QGuiApplication.clipboard().text() == "https://example.org/"
    assert "example.org" in view.note()


def test_words_are_found_on_the_page(qtbot: QtBot, view: HelpView) -> None:
    view.show_location(location("", "help", page="keys"))
    view.find()
    field = view.findChild(QLineEdit)
    field.setText("palette")
    field.returnPressed.emit()
    assert view.findChild(QTextBrowser).textCursor().selectedText().lower() == "palette"
    field.setText("no such word anywhere")
    field.returnPressed.emit()
    assert "not on this page" in view.note()


def test_every_command_of_the_window_and_its_keys_are_in_the_help(
    qtbot: QtBot, context: ViewContext, make_session: Callable[[], Session]
) -> None:
    text = resources.text("help", "keys.md")
    for command in make_session().context.commands.all():
        assert f"| {command.title} |" in text, command.id
        if command.shortcut:
            row = next(line for line in text.splitlines() if f"| {command.title} |" in line)
            assert command.shortcut in row, command.id


def test_every_setting_is_in_the_help() -> None:
    text = "".join(page.text for page in pages())
    assert [setting.id for setting in SETTINGS if f"`{setting.id}`" not in text] == []


def test_every_kind_of_view_is_in_the_help() -> None:
    text = resources.text("help", "views.md")
    assert [kind.title for kind in discover().all() if f"| {kind.title} |" not in text] == []
