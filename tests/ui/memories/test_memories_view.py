"""The memories of a source: kinds with counts that combine, each taken back; a memory is walked to, shown, opened."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import apsw
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from inspector.db.rows import RowRef
from inspector.sample.world import make_sample
from inspector.ui.memories import keeps_memories
from inspector.ui.memories.view import MemoriesView
from inspector.ui.states import ViewState
from inspector.ui.view import ViewContext, discover
from inspector.workspace.location import Location, location, parse_location
from inspector.workspace.opening.open_source import open_source

NOW = datetime(2026, 6, 20, tzinfo=UTC)
Show = Callable[..., MemoriesView]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return make_sample(tmp_path / "sample").nehanda


@pytest.fixture
def show(qtbot: QtBot, context: ViewContext, file: Path) -> Iterator[Show]:
    context.clock.set(NOW)
    source = open_source(str(file))

    def make(**params: str) -> MemoriesView:
        given = replace(context, workspace=SimpleNamespace(sources=(source,)))
        kind = discover().get("memories")
        assert kind is not None
        assert kind.applies(source)
        view = kind.create(given, source, location(source.path, "memories", **params))
        assert isinstance(view, MemoriesView)
        qtbot.addWidget(view)
        view.resize(900, 700)
        view.show()
        settle(qtbot, view)
        return view

    yield make
    source.close()


def settle(qtbot: QtBot, view: MemoriesView) -> None:
    qtbot.waitUntil(lambda: not view.context.runner.running())


def choose(qtbot: QtBot, view: MemoriesView, words: str) -> None:
    line = next(line for line in view.kinds.lines() if line.text == words and line.kind == "line")
    view.kinds.open_line(line)
    settle(qtbot, view)


def count(view: MemoriesView, words: str) -> int:
    return next(int(line.trailing.replace(",", "")) for line in view.kinds.lines() if line.text == words)


def test_kinds_are_told_with_their_counts_and_filter(qtbot: QtBot, show: Show) -> None:
    view = show()
    total = len(view.list.lines())
    assert view.note() == f"{total} memories"
    assert sum(count(view, tier) for tier in ("HOT", "WARM", "COLD")) == total
    cold, never = count(view, "COLD"), count(view, "Never used")
    assert 0 < cold < total
    choose(qtbot, view, "COLD")
    assert len(view.list.lines()) == cold
    both = count(view, "Never used")
    assert both <= never
    choose(qtbot, view, "Never used")
    assert len(view.list.lines()) == both
    assert view.note() == f"{both} of {total} memories"


def test_each_filter_is_taken_back_with_a_click(qtbot: QtBot, show: Show) -> None:
    view = show(**{"in.tier": "cold", "in.use": "never"})
    assert [chip.words for chip in view.chips.chips()] == ["Attention: COLD", "Use: Never used"]
    qtbot.mouseClick(view.chips.box.parts()[0], Qt.MouseButton.LeftButton)
    settle(qtbot, view)
    assert [chip.words for chip in view.chips.chips()] == ["Use: Never used"]
    assert len(view.list.lines()) == count(view, "Never used")
    qtbot.mouseClick(view.chips.clear, Qt.MouseButton.LeftButton)
    settle(qtbot, view)
    assert not view.chips.isVisible()


def test_filters_and_order_are_in_the_address(qtbot: QtBot, show: Show) -> None:
    view = show()
    moved: list[Location] = []
    view.locationChanged.connect(moved.append)
    choose(qtbot, view, "COLD")
    view.order.setCurrentIndex(view.order.findData("title"))
    view.order.activated.emit(view.order.currentIndex())
    settle(qtbot, view)
    titles = [line.text for line in view.list.lines()]
    assert titles == sorted(titles)
    again = show(**dict(parse_location(moved[-1].link()).params))
    assert [line.text for line in again.list.lines()] == titles
    view.show_location(moved[0].with_params(**{"in.tier": ""}))
    settle(qtbot, view)
    assert len(view.list.lines()) > len(titles)


def test_a_memory_is_shown_and_opened(qtbot: QtBot, show: Show) -> None:
    view = show()
    selected: list[object] = []
    opened: list[Location] = []
    view.rowSelected.connect(selected.append)
    view.openRequested.connect(opened.append)
    view.list.setFocus()
    qtbot.keyClick(view.list, Qt.Key.Key_Down)
    line = view.list.line()
    assert line is not None
    source, ref = line.selects  # type: ignore[misc]
    assert isinstance(ref, RowRef)
    assert selected[-1] == (source, ref)
    assert not opened, "walking opens nothing"
    qtbot.keyClick(view.list, Qt.Key.Key_Return)
    assert opened == [location(source.path, "table", table="memories", key=str(ref.key[0]))]


def test_these_memories_are_searched_with_their_filters(qtbot: QtBot, show: Show) -> None:
    view = show(**{"in.tier": "cold", "in.doubles": "title"})
    opened: list[Location] = []
    view.openRequested.connect(opened.append)
    view.find()
    (place,) = opened
    assert (place.view, place.get("in.tier"), place.get("in.table")) == ("search", "cold", "Memories")
    assert not place.get("in.doubles"), "hits are not told apart by it"


def test_no_memories_and_none_of_these_kinds_are_told_apart(qtbot: QtBot, show: Show, file: Path) -> None:
    view = show(**{"in.tier": "hot", "in.age": "stale", "in.use": "never", "in.corrections": "often"})
    if not view.list.lines():
        assert "No memory is of all these kinds" in view.states.text()
    connection = apsw.Connection(str(file))
    connection.execute("PRAGMA foreign_keys = OFF; DELETE FROM memories").fetchall()
    connection.close()
    view.refresh()
    settle(qtbot, view)
    assert view.states.state() is ViewState.EMPTY
    assert "No memories are kept" in view.states.text()


def test_a_source_of_another_system_has_no_memories(tmp_path: Path) -> None:
    source = open_source(str(make_sample(tmp_path / "other").graphs[0]))
    assert not keeps_memories(source)
    source.close()
