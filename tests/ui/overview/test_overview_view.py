"""The overview as a reader uses it: parts come as they are read, everything leads somewhere, nothing is unsaid."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import apsw
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db.needs import needs
from inspector.families.family import ActivityList, Figure
from inspector.health.check import HealthCheck
from inspector.health.finding import Level
from inspector.ui.lines.list import LineList
from inspector.ui.overview.view import OverviewView
from inspector.ui.overview.words import counted_figure, facts_line, file_groups, member_lines
from inspector.ui.states import ViewState
from inspector.ui.view import ViewContext, discover
from inspector.workspace.condition.members import Member
from inspector.workspace.condition.overview import FigureValue, read_overview
from inspector.workspace.location import Location, location
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.source import Source

SQL = """
CREATE TABLE jobs (id INTEGER PRIMARY KEY, name TEXT, at TEXT);
INSERT INTO jobs VALUES (7, 'Sign the <b>lease</b>', '2026-05-20T11:48:00Z'), (8, 'Water the plants', NULL);
CREATE TABLE other (x);
"""
WAITING = ActivityList("w", "Jobs waiting", "SELECT 'jobs', id, name, at FROM jobs ORDER BY id", needs("jobs.at"))
BROKEN = HealthCheck("t.jobs", "Jobs without a time", Level.BROKEN, "Every job has a time.", needs("jobs.at"),
                     "SELECT 'jobs', id, name FROM jobs WHERE at IS NULL")  # fmt: skip
FIGURES = (Figure("Jobs", "SELECT count(*) FROM jobs", needs("jobs"), "jobs"), Figure("Wrong", "SELECT no FROM jobs"))

Show = Callable[[Source], OverviewView]


@pytest.fixture
def source(tmp_path: Path) -> Iterator[Source]:
    path = tmp_path / "app.db"
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(SQL)
    connection.close()
    made = open_source(str(path))
    family = replace(made.family, attention=(WAITING,), recent=(WAITING,), checks=(BROKEN,), figures=FIGURES)
    yield replace(made, family=family)
    made.close()


@pytest.fixture
def show(qtbot: QtBot, context: ViewContext) -> Show:
    def make(source: Source) -> OverviewView:
        view = OverviewView(context, source, location(source.path))
        qtbot.addWidget(view)
        view.resize(1000, 700)
        view.show()
        return view

    return make


@pytest.fixture
def read(qtbot: QtBot, context: ViewContext, show: Show) -> Show:
    """Shows an overview and waits until all of it was read."""

    def make(source: Source) -> OverviewView:
        view = show(source)
        qtbot.waitUntil(lambda: not context.runner.running(), timeout=10_000)
        return view

    return make


def texts(lines: LineList) -> list[str]:
    return [line.text for line in lines.lines()]


def opened(view: OverviewView) -> list[Location]:
    found: list[Location] = []
    view.openRequested.connect(found.append)
    return found


def click(qtbot: QtBot, lines: LineList, text: str) -> None:
    row = texts(lines).index(text)
    place = lines.visualRect(lines.model().index(row, 0)).center()
    qtbot.mouseClick(lines.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_it_says_what_a_source_is(read: Show, source: Source) -> None:
    view = read(source)
    words = view.header.text()
    assert "app.db" in words
    assert source.path in words
    assert "read-only, at rest" in words
    assert "shown as of 2026-05-20 12:00:00 UTC" in words
    assert view.states.state() is ViewState.CONTENT
    assert "all" not in view.note()
    assert "0 of 1 check found nothing (1 broken)" in view.note()


def test_figures_are_numbers_or_unknown_and_open_their_table(qtbot: QtBot, read: Show, source: Source) -> None:
    view = read(source)
    jobs, wrong = view.tiles.tiles()
    assert (jobs.value(), wrong.value()) == ("2", "unknown")
    assert "no such column" in wrong.toolTip()
    went = opened(view)
    qtbot.mouseClick(jobs, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(wrong, Qt.MouseButton.LeftButton)
    assert went == [location(source.path, "table", table="jobs")]


def test_a_figure_that_is_not_counted_yet_is_no_zero(show: Show, source: Source) -> None:
    view = show(source)
    view._show(replace(view._overview, figures=tuple(f for f in _uncounted(source))))
    assert [tile.value() for tile in view.tiles.tiles()] == ["…"]


def _uncounted(source: Source) -> list:
    return [FigureValue("Jobs", None, "jobs")]


def test_what_waits_leads_to_its_row_and_to_details(qtbot: QtBot, read: Show, source: Source) -> None:
    view = read(source)
    assert texts(view.attention) == ["Jobs waiting", "Sign the <b>lease</b>", "Water the plants"]
    assert [line.trailing for line in view.attention.lines()][1] == "12 min ago"
    went, selected = opened(view), []
    view.rowSelected.connect(selected.append)
    click(qtbot, view.attention, "Sign the <b>lease</b>")
    assert went == [location(source.path, "table", table="jobs", key="7")]
    found, ref = selected[-1]
    assert found is source
    assert (ref.table, ref.key) == ("jobs", (7,))


def test_keys_walk_and_open_a_list(qtbot: QtBot, read: Show, source: Source) -> None:
    view = read(source)
    went = opened(view)
    view.attention.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(lambda: view.attention.line() is not None)
    assert went == []
    qtbot.keyClick(view.attention, Qt.Key.Key_Down)
    qtbot.keyClick(view.attention, Qt.Key.Key_Return)
    assert [place.get("key") for place in went] == ["8"]


def test_what_is_broken_leads_to_health_at_this_finding(qtbot: QtBot, read: Show, source: Source) -> None:
    view = read(source)
    assert texts(view.broken) == ["Jobs without a time"]
    (line,) = view.broken.lines()
    assert (line.trailing, line.detail, line.mark) == ("1", "Water the plants", "error")
    assert view.broken_card.count() == "1 broken"
    went = opened(view)
    click(qtbot, view.broken, "Jobs without a time")
    assert went == [location(source.path, "health", finding="t.jobs")]


def test_the_tree_is_told_how_many_findings_there_are(qtbot: QtBot, context: ViewContext, source: Source) -> None:
    view = OverviewView(context, source, location(source.path))
    qtbot.addWidget(view)
    with qtbot.waitSignal(view.otherBadgeChanged, timeout=10_000) as told:
        pass
    assert told.args == ["health", "1"]


def test_every_other_view_is_one_click_away(qtbot: QtBot, read: Show, source: Source) -> None:
    view = read(source)
    went = opened(view)
    kinds = [kind.id for kind in discover().of(source) if kind.id != "overview"]
    assert "health" in kinds
    for id in kinds:
        button = view.header.findChild(QPushButton, f"way {id}")
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert [place.view for place in went] == kinds


def test_tables_stand_by_size_and_open(qtbot: QtBot, read: Show, source: Source) -> None:
    view = read(source)
    assert set(texts(view.tables)) == {"jobs", "other"}
    (jobs,) = [line for line in view.tables.lines() if line.text == "jobs"]
    assert jobs.trailing == "2 rows · 4.1 kB"
    went = opened(view)
    click(qtbot, view.tables, "other")
    assert went == [location(source.path, "table", table="other")]


def test_secrets_are_masked_until_they_are_shown(
    qtbot: QtBot, read: Show, source: Source, context: ViewContext
) -> None:
    connection = apsw.Connection(source.path)
    connection.execute("UPDATE jobs SET name = 'key sk-ant-abcdefghijklmnop', at = NULL")
    connection.close()
    view = read(source)
    shown = "\n".join(line.words() for part in (view.attention, view.broken) for line in part.lines())
    assert "sk-ant" not in shown
    assert "redacted" in shown
    view.set_source(source.revealed(True))
    qtbot.waitUntil(lambda: "sk-ant-abcdefghijklmnop" in view.attention.lines()[1].text, timeout=10_000)


def test_refreshing_reads_again_and_keeps_the_selection(qtbot: QtBot, read: Show, source: Source) -> None:
    view = read(source)
    click(qtbot, view.attention, "Water the plants")
    connection = apsw.Connection(source.path)
    connection.execute("INSERT INTO jobs VALUES (9, 'Call home', NULL)")
    connection.close()
    view.refresh()
    qtbot.waitUntil(lambda: "Call home" in texts(view.attention), timeout=10_000)
    line = view.attention.line()
    assert line is not None
    assert line.text == "Water the plants"
    qtbot.waitUntil(lambda: view.tiles.tiles()[0].value() == "3", timeout=10_000)


def test_another_time_changes_ages_and_what_is_told(
    qtbot: QtBot, read: Show, source: Source, context: ViewContext
) -> None:
    view = read(source)
    context.clock.set(datetime(2026, 5, 20, 13, 48, tzinfo=UTC))
    view.refresh()
    qtbot.waitUntil(lambda: view.attention.lines()[1].trailing == "2 h ago", timeout=10_000)
    assert "13:48:00 UTC" in view.header.text()


def test_a_file_that_is_gone_is_said_with_its_path_and_a_way_on(qtbot: QtBot, read: Show, source: Source) -> None:
    Path(source.path).unlink()
    view = read(source)
    assert view.states.state() is ViewState.ERROR
    assert source.path in view.states.text()


def test_cancelling_says_what_is_missing_and_offers_the_rest(qtbot: QtBot, show: Show, source: Source) -> None:
    view = show(source)
    view._cancel()
    assert view.states.state() is ViewState.CONTENT
    assert "cancelled" in view.partial.text()
    view.partial.findChild(QPushButton).click()
    qtbot.waitUntil(lambda: [tile.value() for tile in view.tiles.tiles()][:1] == ["2"], timeout=10_000)
    assert view.partial.isHidden()


def test_nothing_to_show_says_so(qtbot: QtBot, show: Show, source: Source) -> None:
    view = show(replace(source, database=None))
    assert view.states.state() is ViewState.EMPTY
    assert view.states.text()


def test_a_folder_lists_what_it_holds_with_problems_and_findings(
    qtbot: QtBot, read: Show, source: Source, tmp_path: Path
) -> None:
    from inspector.workspace.source import FileProblem

    gone = FileProblem(str(tmp_path / "gone.db"), "There is no file at this path.", missing=True)
    child = replace(source, path=str(tmp_path / "app.db"), problems=(gone,))
    folder = replace(source, path=str(tmp_path), title="things", kind="folder", database=None, children=(child,))
    view = read(folder)
    assert texts(view.members) == ["app.db"]
    line = view.members.lines()[0]
    assert line.mark == "error"
    assert "gone.db: There is no file" in line.detail
    assert texts(view.problems) == ["app.db · gone.db: There is no file at this path."]
    assert texts(view.attention) == ["Jobs waiting", "Sign the <b>lease</b>", "Water the plants"]
    assert view.attention.lines()[1].goal == location(child.path, "table", table="jobs", key="7")
    assert view.tables_card.isHidden()
    assert not view.members_card.isHidden()
    went = opened(view)
    click(qtbot, view.members, "app.db")
    assert went == [location(child.path)]


@pytest.mark.parametrize(("width", "columns"), [(400, 1), (800, 2), (1500, 3)])
def test_cards_stand_in_as_many_columns_as_there_is_room(
    qtbot: QtBot, read: Show, source: Source, width: int, columns: int
) -> None:
    view = read(source)
    view.resize(width, 700)
    qtbot.waitUntil(lambda: view.columns.columns() == columns)
    qtbot.waitUntil(lambda: view.broken.height() >= view.broken.height_of_lines())
    assert view.page.content.width() <= view.page.viewport().width()
    cards = [card for card in (view.attention_card, view.broken_card, view.tables_card) if card.isVisible()]
    lefts = {card.mapTo(view, card.rect().topLeft()).x() for card in cards}
    assert len(lefts) == min(columns, 2)


@pytest.mark.parametrize(
    ("title", "value", "words"),
    [
        ("Messages in", 1, "1 message in"),
        ("Messages in", 19, "19 messages in"),
        ("Memories", 1, "1 memory"),
        ("Live tasks", 1, "1 live task"),
        ("Transcript entries", 0, "0 transcript entries"),
    ],
)
def test_one_of_a_kind_is_not_told_as_several(title: str, value: int, words: str) -> None:
    assert counted_figure(FigureValue(title, value)) == words


@pytest.mark.parametrize("days", [-400, 400])
def test_files_are_told_against_the_real_time_whatever_time_is_set(source: Source, days: int) -> None:
    file = Path(source.path)
    os.utime(file, (file.stat().st_mtime - 7260,) * 2)
    overview = read_overview(source, Clock(), CancelToken())
    as_of = datetime.now(UTC) + timedelta(days=days)
    assert "changed 2 h ago" in facts_line(overview, as_of)
    (group,) = file_groups(overview.files, as_of)
    assert {line.text: line.trailing for line in group.lines}["Last change"] == "2 h ago"


@pytest.mark.parametrize(("told", "words"), [(True, "in 10 days"), (False, "2 h ago")])
def test_a_member_is_told_against_the_set_time_only_by_its_data(source: Source, told: bool, words: str) -> None:
    now = datetime.now(UTC)
    moment = now + timedelta(days=10, minutes=5) if told else now - timedelta(minutes=121)
    member = Member(source, "A", moment=moment, told=told)
    (group,) = member_lines([member], None, now if told else now - timedelta(days=90))
    assert group.lines[0].trailing == words


def test_tab_goes_through_the_page_from_top_to_bottom(qtbot: QtBot, read: Show, source: Source) -> None:
    view = read(source)
    view.activateWindow()
    view.page.setFocus()
    places = []
    for _ in range(30):
        qtbot.keyClick(view.window().focusWidget(), Qt.Key.Key_Tab)
        at = view.window().focusWidget()
        if at is None or not view.isAncestorOf(at) or at is view.page:
            break
        places.append(at.mapTo(view.page.content, QPoint(0, 0)).y())
    ways = view.header.findChildren(QPushButton)
    assert len(places) >= len(ways) + 3
    reached = places[: len(ways) + 1]
    assert reached == sorted(reached)
    assert ways[0].mapTo(view.page.content, QPoint(0, 0)).y() in reached
    way = ways[0]
    way.setFocus()
    view.refresh()
    qtbot.waitUntil(lambda: not view.context.runner.running(), timeout=10_000)
    assert view.window().focusWidget() is way
