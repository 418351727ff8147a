"""Ctrl+F finds where the keyboard is: in the details while they have it, else in the view in front."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from inspector.ui.details.panel import DetailsPanel
from inspector.ui.session import Session
from inspector.ui.table.view import TableView
from inspector.workspace.location import location
from tests.ui.shell.conftest import make_database


def test_ctrl_f_finds_where_the_keyboard_is(qtbot: QtBot, tmp_path: Path, make_session: Callable[[], Session]) -> None:
    path = make_database(tmp_path / "one.db", "CREATE TABLE t(a, b); INSERT INTO t VALUES ('hay', 'needle')")
    session = make_session()
    window = session.window
    session.start([location(str(path), "table", table="t").link()])
    qtbot.waitUntil(lambda: window.findChild(DetailsPanel) is not None, timeout=10_000)
    panel = window.findChild(DetailsPanel)
    qtbot.waitUntil(lambda: panel.details() is not None, timeout=10_000)
    view = window.tabs.view()
    assert isinstance(view, TableView)
    find = (Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    view.grid.setFocus()
    qtbot.keyClick(window, *find)
    assert panel.find_bar.isHidden()
    window.focus_details()
    qtbot.waitUntil(window.in_details)
    qtbot.keyClick(window, *find)
    assert panel.find_bar.isVisible()
    assert panel.find_bar.field.hasFocus()
    qtbot.keyClicks(panel.find_bar.field, "needle")
    assert panel.find_bar.told() == "1 entry"
    qtbot.keyClick(panel.find_bar.field, Qt.Key.Key_Escape)
    assert window.in_details(), "the keyboard stays in the details"
