"""Health as a reader uses it: findings, their rules, their rows, what was not checked, for one source and for many."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import apsw
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from inspector.db.needs import needs
from inspector.health.check import HealthCheck
from inspector.health.finding import Level
from inspector.ui.health.reports import HealthReports
from inspector.ui.health.view import HealthView
from inspector.ui.states import ViewState
from inspector.ui.view import ViewContext
from inspector.workspace.location import Location, location
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.source import Source

A = needs("a.x")
CHECKS = (
    HealthCheck("t.many", "Too many rows", Level.SUSPICIOUS, "A table has at most 10 rows.", A,
                "SELECT 'a', rowid, 'row ' || x, '2026-05-20T11:00:00Z' FROM a"),
    HealthCheck("t.bad", "Bad words", Level.BROKEN, "No row says <b>bad</b>.", A,
                "SELECT 'a', rowid, '<b>' || x FROM a WHERE x = 3"),
    HealthCheck("t.none", "Never found", Level.BROKEN, "Nothing is below 0.", A,
                "SELECT 'a', 1, 'x' FROM a WHERE x < 0"),
    HealthCheck("t.fails", "Cannot be asked", Level.BROKEN, "It can.", A, "SELECT gone FROM a"),
)  # fmt: skip
ROWS = 300

Show = Callable[..., HealthView]


def make(path: Path) -> Source:
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(
        "CREATE TABLE a (x); WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 300) "
        "INSERT INTO a SELECT i FROM n"
    )
    connection.close()
    source = open_source(str(path))
    return replace(source, family=replace(source.family, checks=CHECKS))


@pytest.fixture
def source(tmp_path: Path) -> Iterator[Source]:
    made = make(tmp_path / "one.db")
    yield made
    made.close()


@pytest.fixture
def folder(tmp_path: Path, source: Source) -> Source:
    other = make(tmp_path / "two.db")
    return replace(source, path=str(tmp_path), title="both", kind="folder", database=None, children=(source, other))


@pytest.fixture
def show(qtbot: QtBot, context: ViewContext) -> Show:
    def open_view(source: Source, **params: str) -> HealthView:
        view = HealthView(context, source, location(source.path, "health", **params))
        qtbot.addWidget(view)
        view.resize(1000, 600)
        view.show()
        qtbot.waitUntil(lambda: not context.runner.running(), timeout=10_000)
        return view

    return open_view


def titles(view: HealthView) -> list[str]:
    return [line.text for line in view.findings.lines() if line.kind == "line"]


def opened(view: HealthView) -> list[Location]:
    found: list[Location] = []
    view.openRequested.connect(found.append)
    return found


def test_the_worst_stands_first_and_is_shown_with_its_rule(show: Show, source: Source) -> None:
    view = show(source)
    assert titles(view) == ["Bad words", "Too many rows", "Cannot be asked"]
    assert [line.trailing for line in view.findings.lines() if line.kind == "line"] == ["1", "300", ""]
    assert "No row says <b>bad</b>." in view.detail.text()
    assert "something does not work" in view.detail.text()
    assert view.summary() == "1 broken, 1 suspicious. 1 of 3 checks found nothing; 1 could not be made."


def test_a_link_to_a_finding_arrives_at_it(show: Show, source: Source) -> None:
    view = show(source, finding="t.many")
    line = view.findings.line()
    assert line is not None
    assert line.text == "Too many rows"
    assert "A table has at most 10 rows." in view.detail.text()
    view.show_location(location(source.path, "health", finding="t.bad"))
    line = view.findings.line()
    assert line is not None
    assert line.text == "Bad words"
    assert "bad" in view.detail.text()


def test_evidence_says_how_much_of_it_is_shown(show: Show, source: Source) -> None:
    view = show(source, finding="t.many")
    lines = [line for line in view.detail.evidence.lines() if line.kind == "line"]
    assert len(lines) == 200
    assert "300 found, the first 200 are shown" in view.detail.text()
    assert lines[0].trailing == "60 min ago" or lines[0].trailing == "1 h ago"


def test_evidence_leads_to_its_row_by_click_and_by_keys(qtbot: QtBot, show: Show, source: Source) -> None:
    view = show(source, finding="t.bad")
    went, selected = opened(view), []
    view.rowSelected.connect(selected.append)
    evidence = view.detail.evidence
    view.findings.choose("t.many")
    assert selected[-1][1].key == (1,), "the first row that shows a finding is seen at once"
    view.findings.choose("t.bad")
    assert selected[-1][1].key == (3,)
    place = evidence.visualRect(evidence.model().index(0, 0)).center()
    qtbot.mouseClick(evidence.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert went == [location(source.path, "table", table="a", key="3")]
    assert selected[-1][0] is source
    assert selected[-1][1].key == (3,)
    qtbot.keyClick(evidence, Qt.Key.Key_Return)
    assert len(went) == 2


def test_keys_walk_the_findings_and_the_place_follows(qtbot: QtBot, show: Show, source: Source) -> None:
    view = show(source)
    qtbot.keyClick(view.findings, Qt.Key.Key_Down)
    assert view.location().get("finding") in ("t.bad", "t.many")
    view.findings.choose("t.many")
    assert view.location().get("finding") == "t.many"
    assert "A table has at most 10 rows." in view.detail.text()


def test_a_check_that_fails_says_why(show: Show, source: Source) -> None:
    view = show(source)
    failed = next(line for line in view.findings.lines() if line.text == "Cannot be asked")
    assert "gone" in failed.detail
    assert failed.mark == "absent"
    view.findings.choose(failed.identity)
    assert "could not be made" in view.detail.text()
    assert "gone" in view.detail.text()


def test_the_filter_narrows_and_can_be_left(qtbot: QtBot, show: Show, source: Source) -> None:
    view = show(source)
    view.find()
    field = view.findChild(QLineEdit)
    assert view.focusWidget() is field
    qtbot.keyClicks(field, "many")
    qtbot.waitUntil(lambda: titles(view) == ["Too many rows"])
    assert view.location().get("filter") == "many"
    field.setText("nothing like it")
    qtbot.waitUntil(lambda: view.states.state() is ViewState.EMPTY)
    assert "Clear the filter" in view.states.text()
    field.clear()
    qtbot.waitUntil(lambda: len(titles(view)) == 3 and view.states.state() is ViewState.CONTENT)


def test_many_sources_are_joined_by_rule_or_told_apart(qtbot: QtBot, show: Show, folder: Source) -> None:
    view = show(folder)
    line = next(line for line in view.findings.lines() if line.text == "Bad words")
    assert (line.trailing, line.detail) == ("2", "in 2 sources: one.db, two.db")
    headings = [line.text for line in view.detail.evidence.lines() if line.kind == "heading"]
    assert headings == ["one.db", "two.db"]
    view.bar.by.setCurrentText("By source")
    assert [line.text for line in view.findings.lines() if line.kind == "heading"][:2] == ["one.db", "two.db"]
    assert titles(view).count("Bad words") == 2
    went = opened(view)
    second = [line for line in view.findings.lines() if line.text == "Bad words"][1]
    view.findings.choose(second.identity)
    assert view.location().get("source") == folder.children[1].path
    evidence = next(line for line in view.detail.evidence.lines() if line.kind == "line")
    view.detail.evidence.open_line(evidence)
    assert [place.path for place in went] == [folder.children[1].path]


def test_what_was_checked_is_not_checked_twice(qtbot: QtBot, show: Show, source: Source, context: ViewContext) -> None:
    show(source)
    reports = HealthReports.of(context)
    begun: list[object] = []
    context.runner.started.connect(begun.append)
    second = show(source)
    assert begun == []
    assert titles(second)
    second.refresh()
    assert len(begun) == 1
    qtbot.waitUntil(lambda: not reports.state(source).running, timeout=10_000)


def test_refreshing_follows_the_file_and_the_selection_stays(qtbot: QtBot, show: Show, source: Source) -> None:
    view = show(source, finding="t.many")
    connection = apsw.Connection(source.path)
    connection.execute("DELETE FROM a WHERE x > 5")
    connection.close()
    view.refresh()
    qtbot.waitUntil(lambda: "5 found" in view.detail.text(), timeout=10_000)
    line = view.findings.line()
    assert line is not None
    assert line.text == "Too many rows"


def test_nothing_found_says_how_much_was_checked(qtbot: QtBot, show: Show, source: Source) -> None:
    quiet = replace(source, family=replace(source.family, checks=CHECKS[2:3]))
    view = show(quiet)
    assert view.states.state() is ViewState.EMPTY
    assert "check found nothing" in view.states.text()


def test_cancelled_checks_can_be_made_again(qtbot: QtBot, context: ViewContext, source: Source) -> None:
    view = HealthView(context, source, location(source.path, "health"))
    qtbot.addWidget(view)
    view.show()
    assert view.states.state() is ViewState.LOADING
    HealthReports.of(context).cancel(source)
    assert view.states.state() is ViewState.EMPTY
    assert "cancelled" in view.states.text()
    view.refresh()
    qtbot.waitUntil(lambda: len(titles(view)) == 3, timeout=10_000)


def test_a_folder_without_databases_says_so(show: Show, source: Source) -> None:
    view = show(replace(source, database=None))
    assert view.states.state() is ViewState.EMPTY
