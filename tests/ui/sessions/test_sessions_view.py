"""The list of sessions in the window: what is shown, sorted, filtered, opened."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest

from inspector.clock import Clock
from inspector.sample.world import SampleWorld, make_sample
from inspector.ui.sessions.columns import COLUMNS, badness
from inspector.ui.sessions.view import SessionsView
from inspector.ui.states import ViewState
from inspector.ui.view import discover
from inspector.workspace.location import Location, location
from inspector.workspace.opening.open_source import open_source

PLACE = {column.id: number for number, column in enumerate(COLUMNS)}


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> SampleWorld:
    return make_sample(tmp_path_factory.mktemp("sessions"))


@pytest.fixture
def listed(qtbot: Any, context: Any) -> Iterator[Callable[..., SessionsView]]:
    opened = []

    def make(path: Path, as_of: Any, **params: str) -> SessionsView:
        source = open_source(str(path))
        opened.append(source)
        given = replace(context, workspace=SimpleNamespace(sources=(source,)), clock=Clock(as_of))
        kind = discover().get("sessions")
        assert kind is not None
        assert kind.applies(source)
        view = kind.create(given, source, location(source.path, "sessions", **params))
        assert isinstance(view, SessionsView)
        qtbot.addWidget(view)
        view.resize(1200, 600)
        view.show()
        qtbot.waitUntil(lambda: not context.runner.running() and view.model.count() > 0, timeout=20_000)
        return view

    yield make
    for source in opened:
        source.close()


def cells(view: SessionsView, column: str) -> list[str]:
    return [view.model.index(row, PLACE[column]).data() for row in range(view.model.rowCount())]


def test_every_session_is_listed_and_the_model_holds_its_contract(listed: Any, world: Any) -> None:
    view = listed(world.nanoclaw, world.as_of)
    tester = QAbstractItemModelTester(view.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    assert view.model.rowCount() == view.model.count() > 5
    assert "no folder" in "".join(cells(view, "look"))
    assert "no row" in "".join(cells(view, "look"))
    assert "?" in cells(view, "in"), "what is not known is no 0"
    del tester


def test_a_head_sorts_and_what_is_not_known_stays_at_the_end(listed: Any, world: Any) -> None:
    view = listed(world.nanoclaw, world.as_of)
    for order in (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder):
        view.table.sortByColumn(PLACE["in"], order)
        numbers = cells(view, "in")
        assert numbers[-1] == "?"
        known = [0 if text == "·" else int(text.replace(",", "")) for text in numbers if text != "?"]
        assert known == sorted(known, reverse=order == Qt.SortOrder.AscendingOrder)


def test_it_is_narrowed_to_what_needs_a_look_and_to_words(listed: Any, world: Any) -> None:
    view = listed(world.nanoclaw, world.as_of)
    view.bad.setChecked(True)
    assert 0 < view.model.rowCount() < view.model.count()
    assert all(badness(row) > 1 for row in view.model.shown)
    assert view.location().get("look") == "1"
    view.bad.setChecked(False)
    agent = view.model.shown[0].agent
    view.filter.setText(agent)
    assert {row.agent for row in view.model.shown} == {agent}
    view.filter.setText("no such session")
    assert view.states.state() == ViewState.EMPTY
    view.filter.clear()
    assert view.states.state() == ViewState.CONTENT


def test_a_session_opens_and_its_row_is_selected(listed: Any, world: Any) -> None:
    view = listed(world.nanoclaw, world.as_of)
    opened: list[Location] = []
    selected: list[Any] = []
    view.openRequested.connect(opened.append)
    view.rowSelected.connect(selected.append)
    place = next(n for n, row in enumerate(view.model.shown) if row.path and row.ref is not None)
    view.table.selectRow(place)
    assert selected[-1][1].table == "sessions"
    QTest.keyClick(view.table, Qt.Key.Key_Return)
    assert opened[-1].path == view.model.shown[place].path
    bare = next(n for n, row in enumerate(view.model.shown) if not row.path)
    view.table.selectRow(bare)
    view.open_current()
    assert opened[-1].view == "card"


def test_the_list_is_copied_as_text(listed: Any, world: Any) -> None:
    view = listed(world.nanoclaw, world.as_of)
    view.copy_text()
    assert view.model.shown[0].id in QGuiApplication.clipboard().text()
