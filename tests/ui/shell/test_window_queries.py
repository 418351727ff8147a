"""Files of SQL that are opened in the window become documents of its source; new queries are begun for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw
from pytestqt.qtbot import QtBot

from inspector.ui.session import Session
from inspector.ui.sql.view import SqlView


def database(path: Path) -> Path:
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF; CREATE TABLE t(a)").fetchall()
    connection.close()
    return path


def test_sql_files_are_opened_with_their_source_and_new_queries_begun(
    make_session: Callable[[], Session], qtbot: QtBot, tmp_path: Path
) -> None:
    session = make_session()
    window, commands = session.window, session.context.commands
    session.start([])
    qtbot.waitUntil(lambda: window.tabs.count() > 0, timeout=20_000)
    file = tmp_path / "work.sql"
    file.write_text("SELECT 1")
    assert not commands.command("sql.new").when()
    window.open_texts([str(file)])
    qtbot.waitUntil(lambda: len(window.notices.notices()) == 1)
    assert "Open a database first" in window.notices.notices()[0].report
    window.open_texts([str(database(tmp_path / "x.db")), str(file)])
    qtbot.waitUntil(lambda: isinstance(window.tabs.view(), SqlView), timeout=20_000)
    view = window.tabs.view()
    assert isinstance(view, SqlView)
    qtbot.waitUntil(lambda: view.editor.text() == "SELECT 1")
    assert (view.location().path, view.document.file) == (str(tmp_path / "x.db"), str(file))
    window.open_texts([str(file)])
    qtbot.waitUntil(lambda: not session.context.runner.running())
    assert sum(isinstance(one, SqlView) for one in window.tabs.views()) == 1, "it is open already"
    commands.run("sql.new")
    qtbot.waitUntil(lambda: window.tabs.view() is not view)
    other = window.tabs.view()
    assert isinstance(other, SqlView)
    assert other.title() == "Query 1"
    qtbot.keyClicks(other.editor, "SELECT 2")
    window.close_view()
    commands.run("view.reopen")
    qtbot.waitUntil(lambda: isinstance(window.tabs.view(), SqlView) and window.tabs.view().editor.text() == "SELECT 2")
