"""A tab that was closed comes back at the row and at the place of the screen where it was left."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from inspector.ui.session import Session
from inspector.ui.shell.history import History, Visit
from inspector.ui.table.view import TableView
from inspector.workspace.location import location
from tests.ui.shell.conftest import make_database

ROWS = 3_000


@pytest.fixture
def at_table(qtbot: QtBot, tmp_path: Path, make_session: Callable[[], Session]) -> Session:
    """A window with two tables of one file, one of them scrolled to its middle."""
    sql = (
        "CREATE TABLE t(id INTEGER PRIMARY KEY, a); CREATE TABLE other(x); INSERT INTO other VALUES (1); "
        f"INSERT INTO t(a) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT {ROWS}) "
        "SELECT 'row ' || i FROM n"
    )
    path = str(make_database(tmp_path / "many.db", sql))
    session = make_session()
    session.start([location(path, "table", table="other").link()])
    settle(qtbot, session)
    session.window.navigation.open(location(path, "table", table="t"))
    settle(qtbot, session)
    view = front(session)
    view.grid.put_at_top(1490)
    view.grid.setCurrentIndex(view.rows.index(1500, 1))
    qtbot.waitUntil(lambda: view.current_key() == (1501,))
    return session


def settle(qtbot: QtBot, session: Session) -> None:
    def done() -> bool:
        view = session.window.tabs.view()
        return isinstance(view, TableView) and view.loaded is not None and not session.context.runner.running()

    qtbot.waitUntil(done, timeout=10_000)


def front(session: Session) -> TableView:
    view = session.window.tabs.view()
    assert isinstance(view, TableView)
    return view


def stands(session: Session) -> tuple[object, int, int]:
    view = front(session)
    return view.current_key(), view.grid.currentIndex().row(), view.grid.rows_on_screen()[0]


@pytest.mark.parametrize("way", ["back", "reopen", "button"])
def test_a_closed_tab_comes_back_as_it_was_left(qtbot: QtBot, at_table: Session, way: str) -> None:
    window = at_table.window
    before = stands(at_table)
    assert before == ((1501,), 1500, 1490)
    if way == "button":
        # the other tab comes to the front by a click, and this one is closed beside it
        window.tabs.setCurrentIndex(0)
        window.tabs.close_tab(1)
    else:
        window.close_view()
    settle(qtbot, at_table)
    assert front(at_table).location().get("table") == "other"
    if way == "reopen":
        qtbot.keyClick(window, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    else:
        window.navigation.go_back()
    qtbot.waitUntil(lambda: stands(at_table) == before)


def test_a_place_without_a_chosen_row_is_scrolled_to_where_it_was(qtbot: QtBot, at_table: Session) -> None:
    view = front(at_table)
    view.current.make(None)
    view.grid.put_at_top(2000)
    settle(qtbot, at_table)
    at_table.window.close_view()
    settle(qtbot, at_table)
    at_table.window.navigation.reopen()
    settle(qtbot, at_table)
    assert stands(at_table) == (None, -1, 2000)
    assert not at_table.window.navigation.can_reopen()


def test_tabs_of_a_closed_source_are_not_offered_again(qtbot: QtBot, at_table: Session) -> None:
    at_table.context.commands.run("source.close")
    qtbot.waitUntil(lambda: not any(isinstance(view, TableView) for view in at_table.window.tabs.views()))
    assert not at_table.window.navigation.can_reopen()


def test_a_place_that_is_left_for_good_is_the_last_one_of_its_kind() -> None:
    a, b = location("/a"), location("/b")
    history = History()
    for place in (a, b, a, b):
        history.visit(place)
    history.settle(lambda place: place == a, Visit(a, "there"))
    assert history.back() == Visit(a, "there")
    history.back()
    assert history.back() == Visit(a), "an earlier visit stands as it was left then"
