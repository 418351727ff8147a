"""The help shows our own pages, all of them, and names every command and setting."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw
import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QGuiApplication, QImage, QTextDocument
from PySide6.QtWidgets import QLineEdit, QListWidget, QTextBrowser
from pytestqt.qtbot import QtBot

from inspector import resources
from inspector.families.registry import GENERIC, all_families
from inspector.settings import SETTINGS
from inspector.ui.help.pages import page_about, pages
from inspector.ui.help.view import HelpView
from inspector.ui.session import Session
from inspector.ui.shell.pane_keys import PANE_KEYS
from inspector.ui.view import ViewContext, discover
from inspector.workspace.location import location

ARROWS = ("Up", "Down", "Left", "Right")


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
            if target.endswith(".png"):
                assert all(resources.path("help", shade, target).is_file() for shade in ("dark", "light")), target
            else:
                assert target in ids, f"{page.id} links to {target}"


def test_pictures_are_shown_in_the_colours_of_the_theme_and_fit_a_narrow_window(view: HelpView) -> None:
    view.show_location(location("", "help", page="graph"))
    text = view.findChild(QTextBrowser)
    found = text.loadResource(QTextDocument.ResourceType.ImageResource.value, QUrl("graph-state.png"))
    picture = QImage.fromData(found)
    assert 0 < picture.width() <= 360
    assert picture.pixelColor(2, 2).lightness() < 60, "the theme is dark"


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


def test_words_are_found_in_all_pages_and_marked(qtbot: QtBot, view: HelpView) -> None:
    view.find()
    field, text = view.findChild(QLineEdit), view.findChild(QTextBrowser)
    every = view.listed()
    qtbot.keyClicks(field, "palette")
    listed = view.listed()
    assert 0 < len(listed) < len(every)
    assert all(line.endswith(")") for line in listed)
    assert "palette" in view.text().casefold(), "the first page that has it is shown"
    marks = text.extraSelections()
    assert {mark.cursor.selectedText().casefold() for mark in marks} == {"palette"}
    pages_seen = set()
    for _ in range(20):
        assert text.textCursor().selectedText().casefold() == "palette"
        pages_seen.add(view.location().get("page"))
        qtbot.keyClick(field, Qt.Key.Key_Return)
    assert len(pages_seen) == len(listed), "behind the last place of a page comes the next page"
    field.clear()
    assert view.listed() == every
    assert not text.extraSelections()


def test_words_that_are_nowhere_are_told_and_every_page_stays(qtbot: QtBot, view: HelpView) -> None:
    every = view.listed()
    qtbot.keyClicks(view.findChild(QLineEdit), "no such word anywhere")
    assert "on no page" in view.note()
    assert view.listed() == every
    qtbot.keyClick(view.findChild(QLineEdit), Qt.Key.Key_Return)


def test_a_link_leads_to_a_page_that_the_words_had_hidden(qtbot: QtBot, view: HelpView) -> None:
    qtbot.keyClicks(view.findChild(QLineEdit), "AGENTDB_INSPECTOR_HOME")
    assert view.location() == location("", "help", page="settings")
    view.findChild(QTextBrowser).anchorClicked.emit(QUrl("secrets.md"))
    assert view.location() == location("", "help", page="secrets")
    assert any(line.startswith("Secrets") for line in view.listed())


@pytest.mark.parametrize(
    ("front", "page"),
    [
        ("", "index"),
        ("start", "families"),
        ("queries", "queries"),
        ("table", "filters"),
        ("card", "cards"),
        ("no such view", "views"),
    ],
)
def test_every_place_has_a_page(front: str, page: str) -> None:
    assert page_about(front) == page


def test_every_command_of_the_window_and_its_keys_are_in_the_help(
    qtbot: QtBot, context: ViewContext, make_session: Callable[[], Session]
) -> None:
    text = resources.text("help", "keys.md")
    for command in make_session().context.commands.all():
        assert f"| {command.title} |" in text, command.id
        if command.shortcut:
            row = next(line for line in text.splitlines() if f"| {command.title} |" in line)
            assert command.shortcut in row, command.id


def _install(folder: Path) -> Path:
    """An install of one session."""
    session = folder / "data" / "v2-sessions" / "ag-1" / "sess-1"
    session.mkdir(parents=True)
    for path, schema in (
        (folder / "data" / "v2.db", "nanoclaw-central"),
        (session / "inbound.db", "nanoclaw-inbound"),
        (session / "outbound.db", "nanoclaw-outbound"),
    ):
        connection = apsw.Connection(str(path))
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute(resources.text("schemas", f"{schema}.real.sql")).fetchall()
        connection.close()
    return folder / "data"


def test_every_command_of_every_view_and_its_keys_are_in_the_help(
    qtbot: QtBot, make_session: Callable[[], Session], tmp_path: Path
) -> None:
    paths = {}
    for family in ("state-memory", "nehanda"):
        paths[family] = tmp_path / f"{family}.db"
        connection = apsw.Connection(str(paths[family]))
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute(resources.text("schemas", f"{family}.real.sql"))
        connection.close()
    paths["nanoclaw"] = _install(tmp_path / "install")
    session = make_session()
    session.start([str(path) for path in paths.values()])
    window, runner = session.window, session.context.runner
    qtbot.waitUntil(
        lambda: len(session.context.workspace.sources) == len(paths) and not runner.running(), timeout=20_000
    )
    text = "".join(page.text for page in pages())
    missing, seen = [], set()
    for kind in window.kinds.all():
        params = {"table": "nodes", "row": "1"} if kind.id in ("table", "card") else {}
        every = [one for top in session.context.workspace.sources for one in top.walk()]
        path = next(one.path for one in every if kind.applies(one))
        window.navigation.open(location(path if kind.needs_source else "", kind.id, **params))
        qtbot.waitUntil(lambda kind=kind: window.tabs.view().location().view == kind.id, timeout=20_000)
        qtbot.waitUntil(lambda: not runner.running(), timeout=20_000)
        for command in window.tabs.view().commands():
            seen.add(command.title)
            rows = [line for line in text.splitlines() if f"| {command.title} |" in line]
            if not rows or (command.shortcut and not any(f"`{command.shortcut}`" in row for row in rows)):
                missing.append((kind.id, command.title, command.shortcut))
    assert len(seen) > 15
    assert missing == []


def test_every_setting_is_in_the_help_with_what_it_means() -> None:
    text = resources.text("help", "settings.md")
    missing = [one.id for one in SETTINGS if f"`{one.id}`" not in text]
    assert missing == []
    assert [(one.id, choice) for one in SETTINGS for choice in one.choices if f"`{choice}`" not in text] == []


def test_every_kind_of_view_is_in_the_help() -> None:
    text = resources.text("help", "views.md")
    assert [kind.title for kind in discover().all() if f"| {kind.title} |" not in text] == []


def test_every_family_is_in_the_help() -> None:
    text = resources.text("help", "families.md")
    assert [one.title for one in all_families() if one.id != GENERIC and one.title not in text] == []


def test_every_check_is_in_the_help_with_its_rule_exactly(view: HelpView) -> None:
    view.show_location(location("", "help", page="checks"))
    text = " ".join(view.text().replace("\xa0", " ").split())
    checks = [check for family in all_families() for check in family.checks]
    assert len(checks) > 100
    said = [(one.title, one.id, " ".join(one.rule.split())) for one in checks]
    assert [words for words in said if not all(word in text for word in words)] == []


def test_every_key_of_a_pane_is_in_the_help() -> None:
    text = resources.text("help", "keys.md")
    keys = {key for entries in PANE_KEYS.values() for entry in entries for key in entry.keys} - set(ARROWS)
    assert sorted(key for key in keys if f"`{key}`" not in text and f"`{key.split('+')[-1]}`" not in text) == []
