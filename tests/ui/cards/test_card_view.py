"""A card in the window: opened from rows, nodes, hits and addresses, followed, copied, read by keyboard."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from inspector import resources
from inspector.ui.cards.view import CardView
from inspector.ui.session import Session
from inspector.ui.states import ViewState
from inspector.workspace.location import location, parse_location

NODES = """
INSERT INTO nodes (id, type, title, status, project, created_at, updated_at) VALUES
  ('n1', 'task', 'Write <b>tests</b>', 'pending', 'p', '2026-05-20T10:00:00Z', '2026-05-20T10:00:00Z'),
  ('n2', 'task', 'Review them', 'pending', 'p', '2026-05-20T10:00:00Z', '2026-05-20T10:00:00Z');
INSERT INTO edges (id, source_id, target_id, type, project, created_at) VALUES
  ('e1', 'n2', 'n1', 'depends_on', 'p', '2026-05-20T10:00:00Z'), ('e2', 'n2', 'gone', 'updates', 'p', 'now');
"""


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    path = tmp_path / "graph.db"
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(resources.path("schemas", "state-memory.real.sql").read_text(encoding="utf-8"))
    connection.pragma("foreign_keys", 0)
    connection.execute(NODES)
    connection.close()
    return path


class Shown:
    """The program at a place."""

    def __init__(self, session: Session, qtbot: QtBot) -> None:
        self.session, self.window, self.qtbot = session, session.window, qtbot

    def go(self, link: str, view: str) -> None:
        self.window.open_texts([link])
        self.at(view)

    def at(self, view: str) -> None:
        self.qtbot.waitUntil(
            lambda: self.window.tabs.view() is not None and self.window.tabs.view().location().view == view,
            timeout=20_000,
        )
        self.settle()

    def settle(self) -> None:
        self.qtbot.waitUntil(lambda: not self.session.context.runner.running(), timeout=20_000)

    @property
    def card(self) -> CardView:
        view = self.window.tabs.view()
        assert isinstance(view, CardView)
        return view

    def entries(self, title: str) -> dict[str, str]:
        lists = {one.accessibleName(): one for one in self.card.sections()}
        return {item.name: item.text for item in lists[title].items()}


@pytest.fixture
def shown(make_session: Callable[[], Session], qtbot: QtBot) -> Shown:
    session = make_session()
    session.window.resize(1400, 860)
    session.start([])
    qtbot.waitUntil(lambda: session.window.tabs.count() > 0, timeout=20_000)
    return Shown(session, qtbot)


def test_an_address_opens_a_card_with_its_sections(shown: Shown, graph: Path) -> None:
    shown.go(f"{graph}#card?table=nodes&row=n2", "card")
    page = shown.card.page()
    assert page.whole
    assert (page.kind, page.details.title) == ("Node", "Review them")
    assert shown.entries("Waits for")["depends_on"] == "Write <b>tests</b>   task, pending"
    assert shown.entries("Edges from it")["updates"].startswith("gone")
    assert "Metadata" in shown.entries("Nothing of")
    assert shown.window.tabs.tabText(shown.window.tabs.currentIndex()).startswith("Review them")
    assert shown.card.note().startswith("Node: ")


def test_names_are_text(shown: Shown, graph: Path) -> None:
    shown.go(f"{graph}#card?table=nodes&row=n1", "card")
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in shown.card.findChildren(QLabel))
    assert shown.card._name.text() == "Write <b>tests</b>"


def test_the_details_show_the_row_of_the_card(shown: Shown, graph: Path) -> None:
    shown.go(f"{graph}#card?table=nodes&row=n2", "card")
    panel = shown.window._panel
    shown.qtbot.waitUntil(lambda: panel.details() is not None, timeout=10_000)
    assert panel.details().title == "Review them"


def test_a_line_leads_to_the_card_of_its_row_and_back(shown: Shown, graph: Path) -> None:
    shown.go(f"{graph}#card?table=nodes&row=n2", "card")
    waits = next(one for one in shown.card.sections() if one.accessibleName() == "Waits for")
    first = waits.visualRect(waits.model().index(0, 0))
    shown.qtbot.mouseClick(waits.viewport(), Qt.MouseButton.LeftButton, pos=first.center())
    shown.qtbot.waitUntil(lambda: shown.card.page() is not None and "tests" in shown.card.page().details.title)
    shown.settle()
    assert shown.window.tabs.count() == 2, "it is the same tab"
    shown.window.navigation.go_back()
    shown.settle()
    assert shown.card.page().details.title == "Review them"


def test_it_is_read_and_followed_by_keyboard(shown: Shown, graph: Path) -> None:
    shown.go(f"{graph}#card?table=nodes&row=n2", "card")
    shown.window.activateWindow()
    shown.card.setFocus()
    lists = shown.card.sections()
    shown.qtbot.waitUntil(lambda: lists[0].hasFocus())
    for _ in range(len(lists[0].items()) + 1):
        if not lists[1].hasFocus():
            shown.qtbot.keyClick(shown.window.focusWidget(), Qt.Key.Key_Down)
    assert lists[1].hasFocus(), "down leads on to the next section"
    shown.qtbot.keyClick(lists[1], Qt.Key.Key_Return)
    shown.settle()
    assert "tests" in shown.card.page().details.title


def test_it_opens_from_a_row_by_command_and_by_button(shown: Shown, graph: Path) -> None:
    commands = shown.session.context.commands
    shown.go(f"{graph}#table=nodes&row=n1", "table")
    shown.qtbot.waitUntil(lambda: shown.window._panel.details() is not None)
    commands.run("details.card")
    shown.at("card")
    assert parse_location(shown.card.address().link()).get("key") == '["n1"]'
    shown.window.navigation.go_back()
    shown.at("table")
    shown.window._panel.header.cardRequested.emit()
    shown.at("card")


def test_it_opens_from_a_hit_and_from_a_node(shown: Shown, graph: Path) -> None:
    shown.go(location(str(graph), "search", text="Review").link(), "search")
    hits = shown.window.tabs.view().hits
    shown.qtbot.waitUntil(lambda: bool(hits.hits.all()), timeout=10_000)
    hits.setCurrentIndex(hits.model().index(0, 0))
    shown.qtbot.waitUntil(lambda: shown.window._panel.details() is not None, timeout=10_000)
    shown.session.context.commands.run("details.card")
    shown.at("card")
    assert shown.card.page().details.title == "Review them"
    shown.go(f"{graph}#graph?node=n1", "graph")
    shown.qtbot.waitUntil(lambda: "tests" in getattr(shown.window._panel.details(), "title", ""), timeout=10_000)
    shown.session.context.commands.run("details.card")
    shown.at("card")
    assert "tests" in shown.card.page().details.title


def test_it_is_copied_as_text_and_line_by_line(shown: Shown, graph: Path) -> None:
    shown.go(f"{graph}#card?table=nodes&row=n2", "card")
    shown.session.context.commands.run("card.copy")
    assert "Waits for\n  depends_on: Write <b>tests</b> (task, pending)" in QGuiApplication.clipboard().text()
    state = shown.card.sections()[0]
    state.setCurrentIndex(state.model().index(1, 0))
    shown.qtbot.keyClick(state, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "pending"


def test_its_row_opens_in_the_table(shown: Shown, graph: Path) -> None:
    shown.go(f"{graph}#card?table=nodes&row=n2", "card")
    shown.session.context.commands.run("card.row")
    shown.at("table")
    assert shown.window.tabs.view().location().get("key") == "2"


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("#card?table=nodes&row=n9", "gone"),
        ("#card?table=nothing&row=1", "no table called"),
        ("#card?table=nodes", "names no row"),
        ("#card", "names no row"),
        ("#card?table=nodes&key=[1", "cannot be read"),
    ],
)
def test_a_wrong_address_is_said_plainly(shown: Shown, graph: Path, address: str, words: str) -> None:
    shown.go(f"{graph}{address}", "card")
    shown.qtbot.waitUntil(lambda: shown.card.states.state() is ViewState.ERROR)
    assert words in shown.card.states.text()


def test_it_follows_the_file(shown: Shown, graph: Path, tmp_path: Path) -> None:
    shown.go(f"{graph}#card?table=nodes&row=n2", "card")
    code = (
        "import apsw, sys\nc = apsw.Connection(sys.argv[1])\nc.execute(\"UPDATE nodes SET status = 'done'\")\nc.close()"
    )
    subprocess.run([sys.executable, "-c", code, str(graph)], check=True, timeout=60)
    shown.card.refresh()
    shown.qtbot.waitUntil(lambda: shown.card.page().details.status == "done", timeout=20_000)
    assert shown.entries("Waits for")["depends_on"] == "Write <b>tests</b>   task, done"


@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("look", ["dark", "light"])
def test_every_section_is_as_tall_as_its_lines(shown: Shown, graph: Path, size: tuple[int, int], look: str) -> None:
    shown.session.context.settings.set("look.theme", look)
    shown.window.resize(*size)
    shown.go(f"{graph}#card?table=nodes&row=n2", "card")

    def fits() -> bool:
        return all(
            one.viewport().height() >= sum(one.sizeHintForRow(row) for row in range(one.model().rowCount()))
            and one.verticalScrollBar().maximum() == 0
            for one in shown.card.sections()
        )

    shown.qtbot.waitUntil(fits, timeout=5000)
