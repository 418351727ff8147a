"""Cases of layout: what was closed comes back, what is long is elided in its middle, panes keep their sizes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDockWidget, QMenu, QSplitter, QTreeView
from pytestqt.qtbot import QtBot

from inspector import resources
from inspector.ui.labels import PlainLabel
from inspector.ui.session import Session

IDS = [f"{n:02d}-{'0123456789abcdef' * 3}"[:40] for n in range(12)]
NODE = "INSERT INTO nodes (id, type, title, status, project, metadata, created_at, updated_at) VALUES (?,?,?,?,?,?,?,?)"
AT = "2026-05-20T10:00:00Z"


@pytest.fixture
def run(make_session: Callable[[], Session], qtbot: QtBot) -> Callable[..., Session]:
    """Another run of the program, in a window of the small size, on what is named."""

    def make(*paths: str, size: tuple[int, int] = (1280, 720)) -> Session:
        session = make_session()
        session.window.resize(*size)
        session.start(paths)
        qtbot.waitUntil(lambda: session.window.tabs.count() > 0, timeout=20_000)
        qtbot.waitUntil(lambda: not session.context.runner.running(), timeout=20_000)
        return session

    return make


def docks(session: Session) -> list[QDockWidget]:
    return session.window.findChildren(QDockWidget)


# --- C108 -------------------------------------------------------------------------------------------------------------

LOOKER = Path(__file__).resolve().with_name("scaled_window.py")


@pytest.mark.parametrize(
    ("scale", "points", "size"),
    [("1.25", 0, (1280, 720)), ("2", 0, (1280, 720)), ("1", 20, (1600, 900))],
)
def test_c108_scaled_screens_and_large_fonts_clip_nothing(
    deep: Path, app_home: Path, scale: str, points: int, size: tuple[int, int]
) -> None:
    command = [sys.executable, str(LOOKER), str(deep), str(points), *map(str, size)]
    environment = {**os.environ, "QT_SCALE_FACTOR": scale, "QT_QPA_PLATFORM": "offscreen"}
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=150)
    assert ended.returncode == 0, ended.stderr
    found = json.loads(ended.stdout)
    assert found["clipped"] == []
    assert found["ratio"] == float(scale)
    assert found["size"] == list(size), "nothing makes the window larger than the screen"
    assert abs(found["sharp"] - float(scale)) < 0.01, "the graph has all pixels of the screen"


# --- C110 -------------------------------------------------------------------------------------------------------------


def test_c110_with_every_pane_closed_a_new_run_offers_to_reset_the_layout(qtbot: QtBot, run) -> None:
    first = run()
    for dock in docks(first):
        dock.close()
    first.window.toolbar.hide()
    first.window.close()

    session = run()
    window = session.window
    assert not any(dock.isVisible() for dock in docks(session)), "that is how it was left"
    assert window.tabs.count(), "the window is not blank"
    menus = {menu.title().replace("&", ""): menu for menu in window.menuBar().findChildren(QMenu)}
    menus["View"].aboutToShow.emit()
    (reset,) = [action for action in menus["View"].actions() if action.text() == "Reset layout"]
    assert reset.isEnabled()
    reset.trigger()
    assert all(dock.isVisible() for dock in docks(session))
    assert window.toolbar.isVisible()


def test_c110_the_menu_bar_cannot_be_lost(run) -> None:
    session = run()
    assert session.window.menuBar().isVisible()
    hidden = [action for action in session.window.createPopupMenu().actions() if "menu" in action.text().casefold()]
    assert hidden == []
    assert [one.text for one in session.window.show_palette()._model._shown if "Reset layout" in one.text]


def test_c110_without_tabs_and_panes_the_window_says_what_to_do(qtbot: QtBot, run) -> None:
    session = run()
    for dock in docks(session):
        dock.close()
    session.context.commands.run("view.close")
    assert session.window.tabs.count() == 0
    qtbot.waitUntil(lambda: session.window._nothing is not None and session.window._nothing.isVisible())


@pytest.mark.parametrize(
    "content",
    [
        "{ this is no JSON",
        json.dumps({"state.geometry": "no base64 ä", "state.docks": "AAAA", "look.theme": 7, "open.recent": [7, None]}),
        json.dumps({"state.geometry": [], "state.docks": {}, "state.panes": "x", "query.row_limit": -1}),
    ],
)
def test_c110_a_spoilt_settings_file_gives_defaults_and_a_note(qtbot: QtBot, run, app_home: Path, content: str) -> None:
    file = app_home / "config" / "settings.json"
    file.parent.mkdir(parents=True)
    file.write_text(content)
    session = run()
    qtbot.waitUntil(lambda: bool(session.window.notices.notices()), timeout=10_000)
    assert str(file) in session.window.notices.notices()[0].report
    assert session.context.settings.get("look.theme") == "system"
    assert all(dock.isVisible() for dock in docks(session))
    session.window._recent.aboutToShow.emit()
    assert [action.isEnabled() for action in session.window._recent.actions()] == [False], "nothing can be opened again"


# --- C111 -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def deep(tmp_path: Path) -> Path:
    """A graph.db whose path has 200 characters or more, with ids of 40."""
    folder = tmp_path
    while len(str(folder / "graph.db")) < 200:
        folder = folder / "a-folder-of-thirty-characters-"
    folder.mkdir(parents=True)
    connection = apsw.Connection(str(folder / "graph.db"))
    connection.execute(resources.text("schemas", "state-memory.real.sql"))
    for id in IDS:
        connection.execute(NODE, (id, "task", f"node {id}", "active", "p", "{}", AT, AT))
    connection.close()
    return folder / "graph.db"


def shown_whole(label: PlainLabel) -> bool:
    return label.shown() == label.text()


def test_c111_a_path_of_200_characters_is_elided_in_its_middle_and_whole_in_the_tip(run, deep: Path) -> None:
    session = run(str(deep))
    window = session.window
    assert (window.width(), window.height()) == (1280, 720), "nothing makes the window wider"
    labels = [one for one in window.findChildren(PlainLabel) if str(deep) in one.text() and one.isVisible()]
    assert labels
    for label in labels:
        assert not shown_whole(label)
        start, mark, end = label.shown().partition("…")
        assert mark
        assert label.text().startswith(start)
        assert label.text().endswith(end)
        assert end.endswith("graph.db"), "the end of a path tells the most"
        assert str(deep) in label.toolTip()


def test_c111_ids_of_40_characters_are_elided_in_their_middle(qtbot: QtBot, run, deep: Path) -> None:
    session = run(f"{deep}#table?table=nodes&row={IDS[3]}")
    window = session.window
    qtbot.waitUntil(lambda: window.tabs.view().location().view == "table", timeout=10_000)
    qtbot.waitUntil(lambda: not session.context.runner.running(), timeout=10_000)
    rows = window.tabs.view().rows
    column = rows.look.index("id")
    index = rows.index(3, column)
    assert rows.cell(3, column).text in IDS
    assert any(id in re.sub(r"<[^>]*>", "", str(index.data(Qt.ItemDataRole.ToolTipRole))) for id in IDS)
    tree = window.findChild(QTreeView, "sourcesTree")
    assert tree.textElideMode() == Qt.TextElideMode.ElideMiddle


def test_c111_every_pane_can_be_dragged_and_keeps_its_size(qtbot: QtBot, run, deep: Path) -> None:
    session = run(str(deep))
    window = session.window
    for view in ("queries", "graph", "health"):
        window.navigation.open(window.tabs.view().location().__class__(str(deep), view))
        qtbot.waitUntil(lambda view=view: window.tabs.view().location().view == view, timeout=10_000)
        qtbot.waitUntil(lambda: not session.context.runner.running(), timeout=20_000)
        if view == "graph":
            # at this width the picture has all the room until something is opened beside it
            window.tabs.view().side.show_page("filters")
            QApplication.processEvents()
        for splitter in window.tabs.view().findChildren(QSplitter):
            if not splitter.isVisible() or not splitter.handle(1).isVisible():
                continue
            before = splitter.sizes()
            across = splitter.orientation() == Qt.Orientation.Horizontal
            for by in (-30, 30):
                if splitter.sizes() == before:
                    drag(splitter, QPoint(by, 0) if across else QPoint(0, by))
            moved = splitter.sizes()
            assert moved != before, f"{view}: a pane cannot be made wider"
            window.resize(1300, 740)
            window.resize(1280, 720)
            QApplication.processEvents()
            assert all(abs(a - b) < 12 for a, b in zip(splitter.sizes(), moved, strict=True)), view
    wide = window._tree_dock.width() + 60
    window.resizeDocks([window._tree_dock], [wide], Qt.Orientation.Horizontal)
    qtbot.waitUntil(lambda: abs(window._tree_dock.width() - wide) < 12)
    window.close()
    again = run(str(deep))
    assert abs(again.window._tree_dock.width() - wide) < 12
    kept = again.context.settings.get("state.panes")
    assert {name.partition(".")[0] for name in kept} >= {"queries", "graph", "health"}


def drag(splitter: QSplitter, by: QPoint) -> None:
    handle = splitter.handle(1)
    start = handle.rect().center()
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(handle, start + by)
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=start + by)
