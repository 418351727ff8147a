"""The start page: finds, recent paths with those that are gone, sample data, and looking only when it is wanted."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import apsw
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from inspector.sample.world import MARKER
from inspector.ui.commands import Command
from inspector.ui.start.places import home_path, short_name
from inspector.ui.start.view import PROMISE, StartView
from inspector.ui.view import ViewContext
from inspector.workspace.location import Location
from inspector.workspace.workspace import Workspace

Show = Callable[[], StartView]


@pytest.fixture
def start_context(context: ViewContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ViewContext:
    monkeypatch.chdir(tmp_path)
    return replace(context, workspace=Workspace())


@pytest.fixture
def show(qtbot: QtBot, start_context: ViewContext) -> Show:
    def make() -> StartView:
        view = StartView(start_context, None, Location("", "start"))
        qtbot.addWidget(view)
        view.resize(1100, 700)
        view.show()
        qtbot.waitUntil(lambda: not start_context.runner.running(), timeout=10_000)
        return view

    return make


def make_graph(folder: Path) -> Path:
    """A graph.db at a place of the project in the current folder."""
    path = folder / ".state-memory-mcp" / "thing" / "graph.db"
    path.parent.mkdir(parents=True)
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("CREATE TABLE nodes (id)")
    connection.close()
    return path


def opened(view: StartView) -> list[Location]:
    found: list[Location] = []
    view.openRequested.connect(found.append)
    return found


def button(view: StartView, text: str) -> QPushButton:
    return next(one for one in view.findChildren(QPushButton) if one.text() == text)


def test_finds_are_told_with_the_rule_and_open(qtbot: QtBot, show: Show, tmp_path: Path) -> None:
    path = make_graph(tmp_path)
    view = show()
    (line,) = view.found.lines()
    assert line.text.startswith("thing/graph.db · ")
    assert "current folder" in line.detail
    assert line.trailing.startswith("changed ")
    assert "Every well-known place was looked at" in view.found_card.words()
    went = opened(view)
    place = view.found.visualRect(view.found.model().index(0, 0)).center()
    qtbot.mouseClick(view.found.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert [place.path for place in went] == [str(path)]


def test_files_are_told_against_the_real_time_whatever_time_is_set(
    show: Show, start_context: ViewContext, tmp_path: Path
) -> None:
    path = make_graph(tmp_path)
    os.utime(path, (path.stat().st_mtime - 7260,) * 2)
    start_context.settings.set("open.recent", [str(path)])
    start_context.clock.set(datetime(2020, 1, 1, tzinfo=UTC))
    view = show()
    assert [line.trailing for line in (*view.found.lines(), *view.recent.lines())] == ["changed 2 h ago"] * 2


def test_nothing_found_is_said_and_can_be_looked_for_again(qtbot: QtBot, show: Show, tmp_path: Path) -> None:
    view = show()
    assert view.found.isHidden()
    assert "No database" in view.found_card.words()
    make_graph(tmp_path)
    button(view, "Look again").click()
    qtbot.waitUntil(lambda: len(view.found.lines()) == 1, timeout=10_000)


def test_nothing_is_looked_for_when_that_is_turned_off(
    qtbot: QtBot, show: Show, start_context: ViewContext, tmp_path: Path
) -> None:
    make_graph(tmp_path)
    start_context.settings.set("open.find_on_start", False)
    view = show()
    view.refresh()
    qtbot.waitUntil(lambda: not start_context.runner.running(), timeout=10_000)
    assert view.found.lines() == ()
    assert "turned off" in view.found_card.words()
    button(view, "Look now").click()
    qtbot.waitUntil(lambda: len(view.found.lines()) == 1, timeout=10_000)


def test_a_look_can_be_cancelled(qtbot: QtBot, start_context: ViewContext) -> None:
    view = StartView(start_context, None, Location("", "start"))
    qtbot.addWidget(view)
    button(view, "Cancel").click()
    assert "cancelled" in view.found_card.words()
    qtbot.waitUntil(lambda: not start_context.runner.running(), timeout=10_000)
    assert "cancelled" in view.found_card.words()


def test_recent_paths_that_are_gone_are_marked_and_can_be_removed(
    qtbot: QtBot, show: Show, start_context: ViewContext, tmp_path: Path
) -> None:
    here, gone = tmp_path / "here.db", str(tmp_path / "<b>gone</b>.db")
    here.write_bytes(b"")
    start_context.settings.set("open.recent", [gone, str(here), 7])
    view = show()
    first, second = view.recent.lines()
    assert (first.trailing, first.mark, second.mark) == ("missing", "absent", "")
    button(view, "Remove missing").click()
    qtbot.waitUntil(lambda: len(view.recent.lines()) == 1)
    assert start_context.settings.get("open.recent") == [str(here)]
    view.recent.setFocus()
    view.recent.choose(str(here))
    qtbot.keyClick(view.recent, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: not view.recent.lines())
    assert here.exists()
    assert "Nothing was opened yet" in view.recent_card.words()


def test_what_is_opened_elsewhere_appears(qtbot: QtBot, show: Show, start_context: ViewContext, tmp_path: Path) -> None:
    view = show()
    start_context.settings.set("open.recent", [str(tmp_path)])
    qtbot.waitUntil(lambda: [line.identity for line in view.recent.lines()] == [str(tmp_path)])


def test_settings_outlive_the_page(qtbot: QtBot, start_context: ViewContext) -> None:
    view = StartView(start_context, None, Location("", "start"))
    view.deleteLater()
    with qtbot.waitSignal(view.destroyed):
        pass
    start_context.settings.set("open.recent", ["/x"])


def test_the_buttons_run_the_commands_of_the_window(qtbot: QtBot, show: Show, start_context: ViewContext) -> None:
    ran: list[str] = []
    start_context.commands.add(
        (
            Command("file.open", "Open", lambda: ran.append("file")),
            Command("file.open_folder", "Open", lambda: ran.append("folder")),
        )
    )
    view = show()
    qtbot.mouseClick(view.open_file, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(view.open_folder, Qt.MouseButton.LeftButton)
    assert ran == ["file", "folder"]


def test_sample_data_is_made_and_opened(qtbot: QtBot, show: Show, app_home: Path) -> None:
    view = show()
    with qtbot.waitSignal(view.openRequested, timeout=60_000) as went:
        view.open_sample.click()
        assert not view.open_sample.isEnabled()
    folder = app_home / "cache" / "demo"
    assert went.args[0].path == os.fspath(folder)
    assert (folder / MARKER).is_file()
    assert view.open_sample.isEnabled()


def test_a_sample_that_cannot_be_made_is_said(qtbot: QtBot, show: Show, app_home: Path) -> None:
    demo = app_home / "cache" / "demo"
    demo.mkdir(parents=True)
    (demo / "mine.txt").write_text("precious")
    view = show()
    view.open_sample.click()
    qtbot.waitUntil(lambda: not view.partial.isHidden(), timeout=10_000)
    assert "nothing was written" in view.partial.text()
    assert (demo / "mine.txt").read_text() == "precious"


def test_the_promise_is_written_and_everything_fits(qtbot: QtBot, show: Show) -> None:
    view = show()
    assert view.promise.text() == PROMISE
    view.resize(402, 500)
    qtbot.waitUntil(lambda: view.columns.columns() == 1)
    qtbot.waitUntil(lambda: view.page.content.width() <= view.page.viewport().width())


def test_paths_are_told_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/me")
    assert short_name("/home/me/a/graph.db") == "a/graph.db"
    assert short_name("/x") == "x"
    assert home_path("/home/me/a/graph.db") == "~/a/graph.db"
    assert home_path("/home/meme/x") == "/home/meme/x"
