"""Tasks, decisions and messages between agents in the window: shown, narrowed, opened, told where nothing is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest

from inspector.clock import Clock, parse_as_of
from inspector.db.rows import RowRef
from inspector.families.rosters import Spoken, TaskSeries, Waiting
from inspector.families.schedule_zone import ScheduleZone
from inspector.sample.world import SampleWorld, make_sample
from inspector.timeline.instants import read_instant
from inspector.ui.listing.model import ROW, ListingModel
from inspector.ui.listing.view import ListingView
from inspector.ui.rosters.flow import FLOW
from inspector.ui.rosters.tasks import TASKS
from inspector.ui.rosters.waiting import WAITING
from inspector.ui.states import ViewState
from inspector.ui.values.cron import cron_words, zoned_text
from inspector.ui.view import discover
from inspector.workspace.location import Location, location
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.rosters.flow import End, FlowRow
from inspector.workspace.rosters.tasks import TaskRow
from inspector.workspace.rosters.waiting import WaitingRow

REF = RowRef("main", "messages_in", (1,))
SPOKEN = Spoken(True, "i", "b", "Other", "<b>x</b>", "", None, "completed", REF, "")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> SampleWorld:
    return make_sample(tmp_path_factory.mktemp("rosters"))


@pytest.fixture
def listed(qtbot: Any, context: Any) -> Iterator[Callable[..., Any]]:
    opened = []

    def make(kind: str, path: Path, as_of: Any, **params: str) -> ListingView:
        source = open_source(str(path))
        opened.append(source)
        given = replace(context, workspace=SimpleNamespace(sources=(source,)), clock=Clock(as_of))
        found = discover().get(kind)
        assert found is not None
        assert found.applies(source)
        view = found.create(given, source, location(source.path, kind, **params))
        qtbot.addWidget(view)
        view.resize(1000, 500)
        view.show()
        qtbot.waitUntil(lambda: not context.runner.running(), timeout=20_000)
        assert isinstance(view, ListingView)
        return view

    yield make
    for source in opened:
        source.close()


@pytest.mark.parametrize(("kind", "table"), [("tasks", "messages_in"), ("waiting", "pending_"), ("flow", "messages_")])
def test_a_list_is_shown_and_each_row_leads_to_its_own(listed: Any, world: Any, kind: str, table: str) -> None:
    view = listed(kind, world.nanoclaw, world.as_of)
    tester = QAbstractItemModelTester(view.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    opened: list[Location] = []
    selected: list[Any] = []
    view.openRequested.connect(opened.append)
    view.rowSelected.connect(selected.append)
    assert view.model.rowCount() > 1
    for place in range(view.model.rowCount()):
        view.table.selectRow(place)
        source, ref = selected[-1]
        assert ref.table.startswith(table)
        QTest.keyClick(view.table, Qt.Key.Key_Return)
        assert opened[-1].path == source.path
        assert opened[-1].get("table") == ref.table
        entries = view.menu_of(view.model.shown[place])
        assert all(words for words, _, _ in entries)
    del tester


@pytest.mark.parametrize("kind", ["tasks", "waiting", "flow"])
def test_every_head_sorts_and_a_chosen_row_stays_chosen(qtbot: Any, listed: Any, world: Any, kind: str) -> None:
    view = listed(kind, world.nanoclaw, world.as_of)
    view.table.selectRow(1)
    chosen = view.listing.identity(view.current())
    for place in range(view.model.columnCount()):
        view.table.sortByColumn(place, Qt.SortOrder.AscendingOrder)
        keys = [view.model.index(row, place).data(ROW + 1) for row in range(view.model.rowCount())]
        assert keys == sorted(keys)
    view.table.selectRow(view.model.place_of(next(r for r in view.model.shown if view.listing.identity(r) == chosen)))
    view.refresh()
    qtbot.waitUntil(lambda: not view.context.runner.running(), timeout=20_000)
    assert view.listing.identity(view.current()) == chosen


@pytest.mark.parametrize("kind", ["tasks", "waiting", "flow"])
def test_it_is_narrowed_kept_in_its_address_and_copied(listed: Any, world: Any, kind: str) -> None:
    view = listed(kind, world.nanoclaw, world.as_of, filter="no such thing")
    assert view.states.state() == ViewState.EMPTY
    view.filter.clear()
    assert view.states.state() == ViewState.CONTENT
    view.bad.setChecked(True)
    assert view.location().get("look") == "1"
    assert all(view.listing.badness(row) > 1 for row in view.model.shown)
    view.bad.setChecked(False)
    view.copy_text()
    assert len(QGuiApplication.clipboard().text().splitlines()) > view.model.rowCount()


def test_a_trace_and_the_graph_are_a_command_away(listed: Any, world: Any) -> None:
    tasks, flow = listed("tasks", world.nanoclaw, world.as_of), listed("flow", world.nanoclaw, world.as_of)
    opened: list[Location] = []
    for view in (tasks, flow):
        view.openRequested.connect(opened.append)
        view.table.selectRow(0)
        view.trace_current()
    flow.open_graph()
    assert [place.view for place in opened] == ["trace", "trace", "graph"]
    assert opened[-1].get("graph") == "flow"


def test_a_session_without_tasks_says_so(listed: Any, world: Any) -> None:
    folders = sorted(file.parent for file in world.nanoclaw.rglob("inbound.db"))
    views = [listed("tasks", folder, world.as_of) for folder in folders]
    assert {view.states.state() for view in views} >= {ViewState.EMPTY, ViewState.CONTENT}
    (empty, *_) = [view for view in views if view.states.state() == ViewState.EMPTY]
    assert "There are no tasks here." in empty.states.text()


@pytest.mark.parametrize(
    ("listing", "row"),
    [
        (TASKS, TaskRow(TaskSeries("t", "<b>x</b>", "pending", "planned", REF), "", "<i>a</i>", "s")),
        (WAITING, WaitingRow(Waiting("approval", "<b>x</b>", "<i>a</i>", REF, ""), "")),
        (FLOW, FlowRow(None, End("", "s", "a", "n", SPOKEN))),
    ],
)
def test_what_agents_write_is_plain_text(qtbot: Any, context: Any, listing: Any, row: Any) -> None:
    model = ListingModel(listing, context.theme, context.clock)
    model.show_rows((row,))
    places = [model.index(0, column) for column in range(model.columnCount())]
    marked = [place for place in places if "<b>" in str(place.data())]
    assert marked, "the row shows it as it is written"
    for place in marked:
        tip = place.data(Qt.ItemDataRole.ToolTipRole)
        assert "&lt;b&gt;" in tip, "Qt would take it for markup"


def test_what_a_schedule_says_of_next_is_reckoned_from_the_as_of_time(listed: Any, world: Any) -> None:
    view = listed("tasks", world.nanoclaw, parse_as_of("2031-03-05T10:30:00Z"))
    heads = [column.id for column in view.listing.columns]
    places = [place for place, row in enumerate(view.model.shown) if cron_words(row.series.recurrence)]
    assert places
    for place in places:
        cron = view.model.shown[place].series.recurrence
        repeats = view.model.index(place, heads.index("recurrence"))
        assert repeats.data() == f"{cron_words(cron)} ({cron})"
        (told,) = [line for line in repeats.data(Qt.ItemDataRole.ToolTipRole).splitlines() if "Next:" in line]
        assert set(re.findall(r"\d{4}(?=-\d\d-)", told)) <= {"2031", "2032"}


@pytest.mark.parametrize(("zone", "told"), [("Asia/Tokyo", "Tue 2026-06-02 18:00:00 in Asia/Tokyo"), ("No/Where", "")])
def test_the_next_run_is_told_in_the_zone_of_the_container_settings(zone: str, told: str) -> None:
    moment = parse_as_of("2026-06-02T09:00:00Z")
    assert zoned_text(moment, ScheduleZone(zone, "the settings")) == told
    assert zoned_text(moment, None) == zoned_text(moment, ScheduleZone("", "the settings")) == ""
    series = TaskSeries(
        "t", "Water", "pending", "planned", RowRef("main", "messages_in", (1,)), recurrence="0 18 * * *"
    )
    series = replace(series, next=read_instant("2026-06-02T09:00:00Z"), zone=ScheduleZone(zone, "the settings"))
    (column,) = [one for one in TASKS.columns if one.id == "next"]
    assert column.tip is not None
    tip = column.tip(TaskRow(series, "", "", ""), Clock(parse_as_of("2026-06-01T12:00:00Z")))
    assert "2026-06-02 09:00:00 UTC" in tip
    assert told in tip
