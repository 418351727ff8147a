"""The window as its readers use it: opening, going, coming back, following, remembering."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import apsw
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QDockWidget,
    QFileDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QTabBar,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from inspector.cancel import CancelToken
from inspector.errors import FileBusy
from inspector.sample.world import make_sample
from inspector.settings import Settings
from inspector.ui.labels import one_line
from inspector.ui.shell.clock_control import ClockDialog
from inspector.ui.states import StateOverlay
from inspector.ui.view import SelectionPanel, ViewContext
from inspector.ui.window import MainWindow
from inspector.workspace.location import location


def make_database(path: Path, sql: str) -> Path:
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(sql)
    connection.close()
    return path


def titles(window: MainWindow) -> list[str]:
    return [window.tabs.tabText(index) for index in range(window.tabs.count())]


def opened(qtbot: QtBot, window: MainWindow, *texts: object) -> None:
    before = window.tabs.count()
    window.open_texts([str(text) for text in texts])
    qtbot.waitUntil(lambda: window.tabs.count() >= before + len(texts))


def pressed(window: MainWindow, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    window.activateWindow()
    QTest.keyClick(window, key, modifiers)


CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier


def test_without_paths_the_start_page_is_shown(window: MainWindow) -> None:
    window.open_texts([])
    assert titles(window) == ["Start"]


def test_a_path_opens_its_overview_and_is_remembered(
    qtbot: QtBot, window: MainWindow, database: Path, settings: Settings
) -> None:
    opened(qtbot, window, database)
    assert titles(window) == ["Overview"]
    assert window.windowTitle() == "things.db · agentdb-inspector"
    assert settings.get("open.recent") == [str(database)]
    assert window.status.note_text() == "note of overview"
    assert window.tree.current_source() is window.tabs.view().source


def test_a_link_opens_its_place(qtbot: QtBot, window: MainWindow, database: Path) -> None:
    opened(qtbot, window, location(str(database), "table", table="nodes").link())
    assert titles(window) == ["nodes"]
    assert window.tabs.view().location() == location(str(database), "table", table="nodes")


def test_one_place_has_one_tab_and_params_move_within_it(qtbot: QtBot, window: MainWindow, database: Path) -> None:
    opened(qtbot, window, database)
    for place in (
        location(str(database), "table", table="nodes"),
        location(str(database), "table", table="notes_data"),
        location(str(database), "table", table="nodes", key="2"),
    ):
        window.navigation.open(place)
    assert titles(window) == ["Overview", "nodes", "notes_data"]
    assert window.tabs.currentIndex() == 1
    assert window.tabs.view().location().get("key") == "2"


def test_back_and_forward_as_in_a_browser(qtbot: QtBot, window: MainWindow, database: Path) -> None:
    opened(qtbot, window, database)
    for table in ("nodes", "notes_data"):
        window.navigation.open(location(str(database), "table", table=table))
    pressed(window, Qt.Key.Key_Left, ALT)
    assert window.tabs.view().location().get("table") == "nodes"
    pressed(window, Qt.Key.Key_Left, ALT)
    assert window.tabs.view().location().view == "overview"
    assert not window.context.commands.action("go.back").isEnabled()
    pressed(window, Qt.Key.Key_Right, ALT)
    assert window.tabs.view().location().get("table") == "nodes"
    window.close_view()
    window.navigation.go_back()
    assert window.tabs.view().location().get("table") == "nodes", "a closed place is opened again"


def test_back_leads_to_the_row_that_was_left_and_forward_is_kept(
    qtbot: QtBot, window: MainWindow, database: Path
) -> None:
    opened(qtbot, window, database)
    window.navigation.open(location(str(database), "table", table="nodes"))
    view = window.tabs.view()
    # the row is chosen within the view, which is no new place
    view._location = view.location().with_params(key="2")
    window.navigation.open(location(str(database), "table", table="notes_data"))
    pressed(window, Qt.Key.Key_Left, ALT)
    assert window.tabs.view().location().get("key") == "2"
    # coming back, a view may be at another row than the one that was asked for
    pressed(window, Qt.Key.Key_Left, ALT)
    assert window.tabs.view().location().view == "overview"
    pressed(window, Qt.Key.Key_Right, ALT)
    pressed(window, Qt.Key.Key_Right, ALT)
    assert window.tabs.view().location().get("table") == "notes_data"


def test_tabs_are_never_too_narrow_to_be_read(qtbot: QtBot, window: MainWindow, database: Path) -> None:
    opened(qtbot, window, database)
    for table in ("nodes", "titles", "nodes_fts", "notes_data") * 3:
        window.navigation.open(location(str(database), "table", table=table, schema=str(window.tabs.count())))
    bar = window.tabs.tabBar()
    assert bar.count() > 8
    for place in range(bar.count()):
        assert bar.tabRect(place).width() >= bar.fontMetrics().horizontalAdvance(bar.tabText(place))


def test_a_view_opens_another_place_and_tells_where_it_went(qtbot: QtBot, window: MainWindow, database: Path) -> None:
    opened(qtbot, window, database)
    window.tabs.view().openRequested.emit(location(str(database), "table", table="nodes"))
    view = window.tabs.view()
    assert view.location().get("table") == "nodes"
    view.move_to(view.location().with_params(key="1"))
    window.context.commands.run("go.copy_link")
    assert QGuiApplication.clipboard().text() == f"{database}#table?table=nodes&key=1"
    window.navigation.go_back()
    assert window.tabs.view().location() == location(str(database), "table", table="nodes")


def test_keys_reach_the_view_in_front(qtbot: QtBot, window: MainWindow, database: Path) -> None:
    opened(qtbot, window, database)
    window.navigation.open(location(str(database), "table", table="nodes"))
    view = window.tabs.view()
    pressed(window, Qt.Key.Key_F5)
    pressed(window, Qt.Key.Key_F, CONTROL)
    pressed(window, Qt.Key.Key_S, CONTROL | SHIFT)
    assert view.asked == ["refresh", "find", "sort"]
    pressed(window, Qt.Key.Key_PageUp, CONTROL)
    assert window.tabs.currentIndex() == 0
    pressed(window, Qt.Key.Key_S, CONTROL | SHIFT)
    assert view.asked == ["refresh", "find", "sort"], "commands of a view go when it is no longer in front"
    pressed(window, Qt.Key.Key_W, CONTROL)
    assert titles(window) == ["nodes"]


def test_search_everything_opens_the_search(qtbot: QtBot, window: MainWindow) -> None:
    pressed(window, Qt.Key.Key_F, CONTROL | SHIFT)
    field = window.toolbar.findChild(QLineEdit)
    assert window.focusWidget() is field
    QTest.keyClicks(field, "why blocked?")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert window.tabs.view().location() == location("", "search", text="why blocked?")
    QTest.keyClicks(field, " now")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert titles(window) == ["Search"]
    assert window.tabs.view().location().get("text") == "why blocked? now"


def test_a_missing_file_is_said_and_not_made(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    """C30."""
    missing = tmp_path / "nope <b>.db"
    window.open_texts([str(missing)])
    qtbot.waitUntil(lambda: len(window.notices.notices()) == 1)
    words = [label.text() for label in window.notices.findChildren(QLabel)]
    assert str(missing) in words
    assert {label.textFormat() for label in window.notices.findChildren(QLabel)} == {Qt.TextFormat.PlainText}
    assert not missing.exists()
    assert window.tabs.count() == 0
    dismiss = next(one for one in window.notices.findChildren(QPushButton) if one.text() == "Dismiss")
    QTest.mouseClick(dismiss, Qt.MouseButton.LeftButton)
    assert window.notices.notices() == ()


def test_a_stale_recent_entry_is_said(qtbot: QtBot, window: MainWindow, tmp_path: Path, settings: Settings) -> None:
    settings.set("open.recent", [str(tmp_path / "gone.db"), str(tmp_path / "\udcff.db")])
    menu = window._recent
    menu.aboutToShow.emit()
    menu.actions()[0].trigger()
    qtbot.waitUntil(lambda: len(window.notices.notices()) == 1)
    menu.actions()[1].trigger()
    qtbot.waitUntil(lambda: len(window.notices.notices()) == 2)


@pytest.mark.parametrize(
    "name", ["a?b.db", "a#b.db", "a%41.db", "q'uote.db", "sp ace.db", "ü ✓.db", "<b>x.db", "a&b.db"]
)
def test_odd_names_open_by_drop_and_by_command_line_and_again_from_recent(
    qtbot: QtBot, window: MainWindow, database: Path, name: str, settings: Settings
) -> None:
    """C27."""
    odd = database.rename(database.with_name(name))
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(odd))])
    enter = QDragEnterEvent(
        QPoint(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    window.dragEnterEvent(enter)
    assert enter.isAccepted()
    drop = QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    window.dropEvent(drop)
    qtbot.waitUntil(lambda: titles(window) == ["Overview"])
    assert window.tabs.view().source.path == str(odd)
    window.context.commands.run("source.close")
    window.open_texts(settings.get("open.recent"))
    qtbot.waitUntil(lambda: "Overview" in titles(window))
    assert window.tabs.view().location().path == str(odd)
    assert [one.path for one in window.context.workspace.sources] == [str(odd)]


@pytest.mark.skipif(os.name == "nt" or os.uname().sysname == "Darwin", reason="file names are text there")
def test_a_name_that_is_not_utf8_opens_by_drop(qtbot: QtBot, window: MainWindow, database: Path) -> None:
    """C28."""
    odd = os.fsencode(database.parent) + b"/bad\xff.db"
    os.rename(database, odd)
    data = QMimeData()
    data.setUrls([QUrl.fromEncoded(b"file://" + odd.replace(b"\xff", b"%FF"))])
    drop = QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    window.dropEvent(drop)
    qtbot.waitUntil(lambda: window.tabs.count() == 1 or bool(window.notices.notices()))
    if window.notices.notices():
        assert "bad‹FF›.db" in one_line(window.notices.notices()[0].report), "refused, with its own name"
    else:
        assert os.fsencode(window.tabs.view().source.path) == odd
        assert "bad‹FF›.db" in window.sources.index(0, 0).data()


def test_a_text_of_the_network_is_not_taken(window: MainWindow) -> None:
    data = QMimeData()
    data.setUrls([QUrl("https://example.org/x.db")])
    enter = QDragEnterEvent(
        QPoint(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    enter.ignore()
    window.dragEnterEvent(enter)
    assert not enter.isAccepted()


def test_files_can_be_asked_for(qtbot: QtBot, window: MainWindow, database: Path) -> None:
    window.context.commands.run("file.open")
    dialog = window.findChild(QFileDialog)
    assert dialog.fileMode() == QFileDialog.FileMode.ExistingFiles
    dialog.filesSelected.emit([str(database)])
    dialog.reject()
    qtbot.waitUntil(lambda: titles(window) == ["Overview"])
    window.context.commands.run("file.open_folder")
    folder = next(one for one in window.findChildren(QFileDialog) if one.isVisible())
    assert folder.fileMode() == QFileDialog.FileMode.Directory
    folder.reject()


def test_closing_a_source_closes_its_tabs_and_brings_the_start_page_back(
    qtbot: QtBot, window: MainWindow, database: Path
) -> None:
    opened(qtbot, window, database)
    window.navigation.open(location(str(database), "table", table="nodes"))
    window.context.commands.run("source.close")
    assert titles(window) == ["Start"]
    assert window.sources.rowCount() == 0
    assert not window.context.commands.action("source.close").isEnabled()


def test_secrets_are_shown_on_demand_in_every_view(qtbot: QtBot, window: MainWindow, database: Path) -> None:
    opened(qtbot, window, database)
    view = window.tabs.view()
    assert not view.source.redactor.reveal
    assert not window.status.says_secrets_are_shown()
    window.context.commands.run("source.reveal")
    assert view.source.redactor.reveal
    assert window.status.says_secrets_are_shown()
    assert view.asked == ["refresh"]
    assert not window.context.commands.action("source.reveal").isEnabled()
    window.context.commands.run("source.hide")
    assert not view.source.redactor.reveal
    assert not window.status.says_secrets_are_shown()
    window.context.commands.run("source.reveal")
    window.status.hideRequested.emit()
    assert not view.source.redactor.reveal
    assert window.sources.rowCount() == 1


def test_the_clock_is_set_refused_and_reset(qtbot: QtBot, window: MainWindow, database: Path) -> None:
    opened(qtbot, window, database)
    view = window.tabs.view()
    window.context.commands.run("clock.now")
    window.context.commands.run("clock.set")
    dialog = window.findChild(ClockDialog)
    field = dialog.findChild(QLineEdit)
    field.setText("yesterday-ish")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert "is not a time" in dialog.problem()
    field.clear()
    QTest.keyClicks(field, "2026-05-19T21:30:00Z")
    assert dialog.problem() == ""
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert window.context.clock.as_of == datetime(2026, 5, 19, 21, 30, tzinfo=UTC)
    assert window.toolbar.clock_text() == "as of: 2026-05-19 21:30:00 UTC"
    assert view.asked[-1] == "refresh"
    window.context.commands.run("clock.now")
    assert window.toolbar.clock_text() == "as of: now"
    assert not window.context.commands.action("clock.now").isEnabled()


def test_the_arrangement_is_remembered_and_can_be_reset(
    make_window: Callable[[], MainWindow], settings: Settings
) -> None:
    first = make_window()
    first.resize(700, 500)
    first.toggle_workspace()
    first.close()
    second = make_window()
    assert (second.width(), second.height()) == (700, 500)
    dock = second.findChild(QDockWidget, "workspaceDock")
    assert dock.isHidden()
    second.context.commands.run("panes.reset")
    assert dock.isVisible()
    assert second.width() != 700


def test_a_spoiled_arrangement_is_forgotten(make_window: Callable[[], MainWindow], settings: Settings) -> None:
    settings.set("state.geometry", "not base64 !")
    settings.set("state.docks", 7)
    assert make_window().isVisible()


@pytest.mark.parametrize("size", [(1024, 640), (2560, 1440)])
def test_the_window_fits_small_and_large_screens(
    qtbot: QtBot, window: MainWindow, database: Path, size: tuple[int, int]
) -> None:
    opened(qtbot, window, database)
    window.resize(*size)
    assert (window.width(), window.height()) == size
    for button in window.toolbar.findChildren(QToolButton):
        if button.isVisible() and button.text():
            assert button.width() >= button.sizeHint().width(), button.text()
            assert window.rect().contains(button.mapTo(window, button.rect().bottomRight())), button.text()
    assert window.tabs.width() > size[0] // 2


def dock_widths(window: MainWindow) -> tuple[int, ...]:
    return tuple(window.findChild(QDockWidget, name).width() for name in ("workspaceDock", "detailsDock"))


@pytest.mark.parametrize("width", [800, 1024, 1280, 1920, 2560])
def test_a_first_start_shows_the_names_in_the_workspace_at_any_size(
    qtbot: QtBot, window: MainWindow, width: int
) -> None:
    window.resize(700, 500)
    qtbot.waitUntil(lambda: dock_widths(window)[0] <= 240)
    window.resize(width, 640)
    qtbot.waitUntil(lambda: 240 <= dock_widths(window)[0] <= 320)
    if width >= 1400:
        qtbot.waitUntil(lambda: dock_widths(window) == (280, 340))


def test_a_dragged_border_keeps_its_place_when_the_window_grows(qtbot: QtBot, window: MainWindow) -> None:
    window.resize(1600, 700)
    qtbot.waitUntil(lambda: dock_widths(window) == (280, 340))
    dock = window.findChild(QDockWidget, "workspaceDock")
    border = dock.mapTo(window, dock.rect().topRight()) + QPoint(2, 200)
    QTest.mousePress(window, Qt.MouseButton.LeftButton, pos=border)
    QTest.mouseMove(window, border + QPoint(60, 0))
    qtbot.waitUntil(lambda: dock_widths(window)[0] > 320)
    QTest.mouseRelease(window, Qt.MouseButton.LeftButton, pos=border + QPoint(60, 0))
    dragged = dock_widths(window)[0]
    window.resize(900, 700)
    qtbot.waitUntil(lambda: dock_widths(window)[0] < dragged)
    window.resize(1900, 700)
    qtbot.waitUntil(lambda: dock_widths(window)[0] == dragged)


def test_busy_files_load_by_themselves_when_the_writer_ends(qtbot: QtBot, window: MainWindow, database: Path) -> None:
    """C04: the window says that a writer holds the file, goes on living, and opens it when it can."""
    script = (
        "import apsw, sys; c = apsw.Connection(sys.argv[1]); c.execute('BEGIN EXCLUSIVE');"
        "c.execute('INSERT INTO nodes(title) VALUES (1)'); print('held', flush=True); sys.stdin.readline();"
        "c.execute('COMMIT'); c.close()"
    )
    writer = subprocess.Popen(
        [sys.executable, "-c", script, str(database)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert writer.stdout.readline().strip() == "held"
        window.open_texts([str(database)])
        qtbot.waitUntil(lambda: bool(window.notices.notices()) or window.tabs.count() == 1, timeout=20_000)
        if window.tabs.count() == 0:
            assert "writer" in window.notices.notices()[0].report
    finally:
        writer.communicate("go\n", timeout=20)
    qtbot.waitUntil(lambda: titles(window) == ["Overview"], timeout=20_000)
    assert window.notices.notices() == ()


def test_waiting_for_a_writer_can_be_ended(
    qtbot: QtBot, window: MainWindow, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[str] = []

    def busy(path: str, cancel: object, tell: object) -> None:
        tries.append(path)
        raise FileBusy("A writer holds the file.", path=path)

    monkeypatch.setattr("inspector.workspace.opening.open_source.open_source", busy)
    monkeypatch.setattr("inspector.ui.shell.opener.RETRY_MS", 10)
    window.open_texts([str(database)])
    qtbot.waitUntil(lambda: len(tries) >= 2, timeout=20_000)
    assert len(window.notices.notices()) == 1, "one notice, however often it is tried"
    stop = next(one for one in window.notices.findChildren(QPushButton) if one.text() == "Stop waiting")
    QTest.mouseClick(stop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not window.context.runner.running())
    assert window.notices.notices() == ()
    assert not window.navigation._opener._retry.isActive() or not window.navigation._opener._waiting


def test_the_selection_survives_a_change_of_tab(qtbot: QtBot, window: MainWindow, database: Path) -> None:
    selected: list[object] = []
    window.tabs.rowSelected.connect(selected.append)
    opened(qtbot, window, location(str(database), "table", table="nodes").link())
    window.tabs.view().select(2**40)
    assert selected[-1][1].key == (2**40,)
    window.navigation.open(location(str(database)))
    assert selected[-1] is None
    window.step_tab(-1)
    assert selected[-1][1].key == (2**40,)


def test_every_pane_is_reached_by_keyboard(qtbot: QtBot, window: MainWindow, database: Path) -> None:
    opened(qtbot, window, database)
    pressed(window, Qt.Key.Key_F6)
    assert window.tree.hasFocus()
    pressed(window, Qt.Key.Key_F6)
    assert not window.tree.hasFocus() or window.focusWidget() is not None


def test_closing_joins_what_runs_and_touches_nothing(
    qtbot: QtBot, make_window: Callable[[], MainWindow], database: Path
) -> None:
    before = {path.name: (path.stat().st_size, path.stat().st_mtime_ns) for path in database.parent.iterdir()}
    window = make_window()
    opened(qtbot, window, database)
    window.close()
    assert window.context.runner.running() == ()
    after = {path.name: (path.stat().st_size, path.stat().st_mtime_ns) for path in database.parent.iterdir()}
    assert after == before
    apsw.Connection(str(database)).close()


def test_menus_and_toolbar_hold_what_commands_say(window: MainWindow) -> None:
    menus = {action.text().replace("&", ""): action.menu() for action in window.menuBar().actions()}
    assert list(menus) == ["File", "View", "Go", "Source", "Help"]
    for menu in menus.values():
        menu.aboutToShow.emit()
    shown = {action.objectName() for menu in menus.values() for action in menu.actions() if action.objectName()}
    assert shown == {command.id for command in window.context.commands.all() if command.menu}
    tips = [button.toolTip() for button in window.toolbar.findChildren(QToolButton) if button.isVisible()]
    assert any("Alt+Left" in tip for tip in tips)


HOSTILE = '<img src="x"><b>bold</b><a href="y">z</a>'


def test_names_are_text_everywhere(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    """C82: a file, a table and a problem named like HTML are shown literally."""
    folder = tmp_path / "<b>folder<b>"
    folder.mkdir()
    file = make_database(folder / "<i>name.db", f'CREATE TABLE "{HOSTILE.replace(chr(34), chr(34) * 2)}" (x)')
    opened(qtbot, window, file, location(str(file), "table", table=HOSTILE).link())
    window.open_texts([str(folder / "<b>gone.db")])
    qtbot.waitUntil(lambda: bool(window.notices.notices()))
    assert window.tabs.tabText(1).startswith('<img src="x"><b')
    assert "<b>" not in window.tabs.tabToolTip(1)
    assert "&lt;b&gt;" in window.tabs.tabToolTip(1)
    assert window.windowTitle() == "<i>name.db · agentdb-inspector"
    labels = [label for label in window.findChildren(QLabel) if label.text()]
    assert {label.textFormat() for label in labels} == {Qt.TextFormat.PlainText}
    index = window.sources.index(0, 0)
    assert index.data() == "<i>name.db"
    assert "<i>" not in index.data(Qt.ItemDataRole.ToolTipRole)
    window._recent.aboutToShow.emit()
    assert "<i>" not in window._recent.actions()[0].toolTip()
    assert "<i>name.db" in window._recent.actions()[0].text()
    assert "<i>" not in window.status.findChild(QToolButton).toolTip()


def test_the_theme_is_switched_under_a_running_window(
    qtbot: QtBot, window: MainWindow, database: Path, settings: Settings
) -> None:
    """C107: nothing of the window keeps the colours of the theme before."""
    opened(qtbot, window, database)
    for name in ("light", "dark"):
        window.context.commands.run(f"look.{name}")
        roles = window.context.theme.tokens.roles
        tree = window.tree.viewport().grab().toImage()
        assert tree.pixelColor(tree.width() - 3, tree.height() - 3).name() == roles["background"]
        bar = window.status.grab().toImage()
        assert bar.pixelColor(bar.width() // 2, bar.height() - 2).name() == roles["panel"]
        palette = window.palette()
        assert palette.color(palette.ColorRole.Text).name() == roles["text"]


def test_both_halves_of_a_pair_are_one_source(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    world = make_sample(tmp_path / "sample")
    pair = world.pairs[0]
    opened(qtbot, window, pair / "inbound.db")
    window.open_texts([str(pair / "outbound.db"), str(pair)])
    qtbot.waitUntil(lambda: not window.context.runner.running())
    assert [source.path for source in window.context.workspace.sources] == [str(pair)]
    assert titles(window) == ["Overview"]
    window.navigation.open(location(str(pair / "outbound.db"), "table", table="messages_out"))
    assert window.tabs.view().source.path == str(pair)


def test_a_closed_tab_is_closed_by_its_button(qtbot: QtBot, window: MainWindow, database: Path) -> None:
    opened(qtbot, window, database)
    window.navigation.open(location(str(database), "table", table="nodes"))
    button = window.tabs.tabBar().tabButton(0, QTabBar.ButtonPosition.RightSide)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert titles(window) == ["nodes"]


def test_tabs_of_several_sources_name_their_source(qtbot: QtBot, window: MainWindow, database: Path) -> None:
    other = make_database(database.with_name("other.db"), "CREATE TABLE t (x)")
    opened(qtbot, window, database)
    opened(qtbot, window, other)
    assert titles(window) == ["Overview · things.db", "Overview · other.db"]
    window.tabs.view().titleChanged.emit("Renamed")
    assert titles(window) == ["Overview · things.db", "Renamed · other.db"]
    window.close_view()
    assert titles(window) == ["Overview"]


def test_menus_of_a_view_come_and_go_and_none_is_left_behind(qtbot: QtBot, window: MainWindow, database: Path) -> None:
    opened(qtbot, window, database)
    for _ in range(5):
        window.navigation.open(location(str(database), "table", table="nodes"))
        assert [action.text() for action in window.menuBar().actions()][-2:] == ["&Table", "&Help"]
        table = window.menuBar().actions()[-2].menu()
        table.aboutToShow.emit()
        assert [action.text() for action in table.actions()] == ["Sort"]
        window.step_tab(-1)
    qtbot.waitUntil(lambda: len([one for one in window.menuBar().findChildren(QMenu) if one.title()]) == 5)


class FollowingPanel(SelectionPanel):
    def __init__(self, context: ViewContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.followed: list[object] = []

    def show_selection(self, selected: object) -> None:
        self.followed.append(selected)


def test_the_details_follow_the_selection_and_open_places(
    qtbot: QtBot, make_window: Callable[[], MainWindow], database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inspector.ui.window.selection_panel", lambda: FollowingPanel)
    window = make_window()
    dock = window.findChild(QDockWidget, "detailsDock")
    qtbot.waitUntil(lambda: isinstance(dock.widget(), FollowingPanel))
    panel = dock.widget()
    opened(qtbot, window, location(str(database), "table", table="nodes").link())
    window.tabs.view().select(2)
    source, row = panel.followed[-1]
    assert (source, row.key) == (window.tabs.view().source, (2,))
    panel.openRequested.emit(location(str(database), "table", table="notes_data"))
    assert titles(window) == ["nodes", "notes_data"]
    assert panel.followed[-1] is None
    pressed(window, Qt.Key.Key_D, CONTROL)
    assert dock.isHidden()
    window.context.commands.run("panes.details")
    assert dock.isVisible()


def test_the_keyboard_goes_to_the_details_and_with_a_link_to_the_view(
    qtbot: QtBot, make_window: Callable[[], MainWindow], database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inspector.ui.window.selection_panel", lambda: FollowingPanel)
    window = make_window()
    dock = window.findChild(QDockWidget, "detailsDock")
    qtbot.waitUntil(lambda: isinstance(dock.widget(), FollowingPanel))
    panel = dock.widget()
    opened(qtbot, window, database)
    field = QLineEdit(panel)
    field.show()
    dock.hide()
    window.context.commands.run("panes.focus_details")
    assert dock.isVisible()
    assert window.focusWidget() is field
    window.tabs.view().setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    panel.openRequested.emit(location(str(database)))
    assert window.focusWidget() is window.tabs.view()


def test_a_large_install_tells_how_far_opening_is_and_can_be_given_up(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from inspector.workspace.opening import open_source as opening

    world = make_sample(tmp_path / "sample")
    looked, go_on = [], threading.Event()
    really = opening._recognise

    def slowly(path: str, cancel: CancelToken) -> object:
        looked.append(path)
        if len(looked) > 5:
            assert go_on.wait(10)
        cancel.check()
        return really(path, cancel)

    monkeypatch.setattr(opening, "_recognise", slowly)
    monkeypatch.setattr("inspector.ui.shell.opener._TELL_S", 0.0)
    window.open_texts([str(world.nanoclaw)])
    qtbot.waitUntil(lambda: "5 of 17 files" in window.status.task_text())
    states = window.findChild(StateOverlay)
    qtbot.waitUntil(states.isVisible)
    assert "Opening nanoclaw… 5 of 17 files" in states.text()
    next(button for button in states.findChildren(QPushButton) if button.text() == "Cancel").click()
    go_on.set()
    qtbot.waitUntil(lambda: not window.context.runner.running())
    assert len(looked) < 17
    assert window.context.workspace.sources == ()
    assert "Nothing is shown" in states.text()


def test_tabs_of_sources_of_one_name_are_told_apart(
    qtbot: QtBot, window: MainWindow, database: Path, tmp_path: Path
) -> None:
    opened(qtbot, window, database)
    assert titles(window) == ["Overview"]
    for folder in ("left", "right"):
        (tmp_path / folder).mkdir()
        opened(qtbot, window, make_database(tmp_path / folder / "same & more.db", "CREATE TABLE t (x)"))
    assert titles(window) == [
        "Overview · things.db",
        "Overview · same && more.db left",
        "Overview · same && more.db right",
    ]


def test_what_was_copied_is_said(qtbot: QtBot, window: MainWindow, database: Path) -> None:
    opened(qtbot, window, database)
    for command, said in (("go.copy_link", "Link copied"), ("source.copy_path", "Path copied")):
        window.context.commands.run(command)
        assert window.status.currentMessage() == said
