"""Findings are chosen by severity and system, set aside with a note, compared with the look before, and copied."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import apsw
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from inspector.db.needs import needs
from inspector.health.check import CheckContext, HealthCheck
from inspector.health.finding import Evidence, Level
from inspector.settings import Settings
from inspector.ui.health.view import HealthView
from inspector.ui.states import ViewState
from inspector.ui.view import ViewContext
from inspector.workspace.condition.ignored import ignored
from inspector.workspace.location import Location, location
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.source import Source

A = needs("a.x")


def _remark(context: CheckContext) -> Iterator[Evidence]:
    yield Evidence("a part")
    context.leave_out("b was not looked at.")


def of(id: str, level: Level, low: int, high: int) -> HealthCheck:
    sql = f"SELECT 'a', rowid, 'row ' || x FROM a WHERE x BETWEEN {low} AND {high}"
    return HealthCheck(id, id.partition(".")[2].title(), level, "A rule.", A, sql, advice="Mend it.", known=("o/r#7",))


CHECKS = (
    of("generic.worst", Level.BROKEN, 100, 199),
    of("generic.odd", Level.SUSPICIOUS, 1, 99),
    of("wayfarer.note", Level.INFORMATION, 1, 99),
    HealthCheck("generic.part", "Part", Level.SUSPICIOUS, "A rule.", A, run=_remark, method="By looking."),
    HealthCheck("generic.deep", "Deep", Level.INFORMATION, "A rule.", A, "SELECT 'a', 1, 'deep'", thorough=True),
)


def fill(path: Path, *values: int) -> None:
    db = apsw.Connection(str(path))
    db.execute("CREATE TABLE IF NOT EXISTS a (x); DELETE FROM a")
    db.executemany("INSERT INTO a VALUES (?)", [(value,) for value in values])
    db.close()


@pytest.fixture
def source(tmp_path: Path) -> Iterator[Source]:
    fill(tmp_path / "a.db", 1, 2, 100)
    made = open_source(str(tmp_path / "a.db"))
    yield replace(made, family=replace(made.family, checks=CHECKS))
    made.close()


@pytest.fixture
def show(qtbot: QtBot, context: ViewContext, source: Source) -> Callable[..., HealthView]:
    def open_view(**params: str) -> HealthView:
        view = HealthView(context, source, location(source.path, "health", **params))
        qtbot.addWidget(view)
        view.resize(1100, 700)
        view.show()
        qtbot.waitUntil(lambda: not context.runner.running(), timeout=10_000)
        return view

    return open_view


def again(qtbot: QtBot, view: HealthView) -> None:
    view.refresh()
    qtbot.waitUntil(lambda: not view.context.runner.running(), timeout=10_000)


def titles(view: HealthView) -> list[str]:
    return [line.text for line in view.findings.lines() if line.kind == "line"]


def test_severity_and_system_choose_what_is_shown(show: Callable[..., HealthView]) -> None:
    view = show()
    assert titles(view) == ["Worst", "Odd", "Part", "Note"]
    view.bar.level.setCurrentText("Broken and suspicious")
    assert titles(view) == ["Worst", "Odd", "Part"]
    view.bar.level.setCurrentText("Information")
    assert titles(view) == ["Note"]
    assert view.location().get("level") == "information"
    view.bar.level.setCurrentIndex(0)
    view.bar.about.setCurrentText("Any file")
    assert titles(view) == ["Worst", "Odd", "Part"]
    assert view.location().get("about") == "generic"


def test_a_link_holds_the_choice(show: Callable[..., HealthView]) -> None:
    assert titles(show(level="suspicious", about="generic")) == ["Odd", "Part"]


def test_a_choice_that_leaves_nothing_can_be_taken_back(show: Callable[..., HealthView]) -> None:
    view = show(level="information", about="generic")
    assert view.states.state() is ViewState.EMPTY
    view._clear_filters()
    assert len(titles(view)) == 4
    assert view.bar.level.currentText() == "All severities"


def test_a_finding_says_what_to_do_how_it_was_found_and_where_it_is_known_from(show: Callable[..., HealthView]) -> None:
    text = show(finding="generic.worst").detail.text()
    assert "What to do: Mend it." in text
    assert "Looked for by: SELECT 'a', rowid" in text
    assert "Known from: o/r#7" in text


def test_what_was_not_looked_at_is_said(show: Callable[..., HealthView]) -> None:
    view = show(finding="generic.part")
    assert "Partial: b was not looked at." in view.detail.text()
    assert "1 looked at a part only" in view.summary()
    assert view.detail.sql.isHidden()


def test_its_statement_opens_in_the_query_editor(qtbot: QtBot, show: Callable[..., HealthView]) -> None:
    view, opened = show(finding="generic.worst"), []
    view.openRequested.connect(opened.append)
    qtbot.mouseClick(view.detail.sql, Qt.MouseButton.LeftButton)
    (place,) = opened
    assert isinstance(place, Location)
    assert place.view == "sql"
    assert any("BETWEEN 100 AND 199" in value for _, value in place.params)


def test_a_finding_is_ignored_with_a_note_told_apart_and_taken_back(
    qtbot: QtBot, show: Callable[..., HealthView], context: ViewContext, source: Source
) -> None:
    view, badges = show(finding="generic.worst"), []
    view.badgeChanged.connect(badges.append)
    qtbot.keyClicks(view.detail.note, "known since May")
    qtbot.mouseClick(view.detail.ignore, Qt.MouseButton.LeftButton)
    assert badges[-1] == "2"
    assert view.summary().startswith("2 suspicious, 1 for information")
    assert "1 ignored" in view.summary()
    kept = ignored(context.settings)[("generic.worst", source.path)]
    assert (kept.note, kept.count) == ("known since May", 1)
    assert [line.text for line in view.findings.lines() if line.kind == "heading"][-1] == "Ignored"
    assert view.findings.choose("ignored generic.worst")
    assert "Ignored: known since May" in view.detail.text()
    assert view.detail.ignore.isHidden()
    qtbot.mouseClick(view.detail.take_back, Qt.MouseButton.LeftButton)
    assert badges[-1] == "3"
    assert ignored(context.settings) == {}


def test_what_is_ignored_stays_so_in_the_next_run(
    qtbot: QtBot, show: Callable[..., HealthView], context: ViewContext
) -> None:
    view = show(finding="generic.worst")
    qtbot.mouseClick(view.detail.ignore, Qt.MouseButton.LeftButton)
    assert len(ignored(Settings(context.settings._file))) == 1


def test_the_look_before_tells_what_is_new_gone_more_and_fewer(
    qtbot: QtBot, show: Callable[..., HealthView], source: Source
) -> None:
    view = show()
    assert view.bar.trend.text() == ""
    fill(Path(source.path), 1)
    again(qtbot, view)
    assert view.bar.trend.text().endswith("1 gone, 2 fewer")
    trailing = {line.text: line.trailing for line in view.findings.lines()}
    assert trailing["Odd"] == "1 fewer, 1"
    assert [line.text for line in view.findings.lines() if line.kind == "heading"][-1] == "Gone since the look before"
    fill(Path(source.path), 1, 100, 101)
    again(qtbot, view)
    trailing = {line.text: line.trailing for line in view.findings.lines()}
    assert trailing["Worst"] == "new, 2"
    assert "Worst" in titles(view)


def test_the_report_is_copied_as_markdown(qtbot: QtBot, show: Callable[..., HealthView]) -> None:
    view = show()
    qtbot.mouseClick(view.bar.copy, Qt.MouseButton.LeftButton)
    text = QGuiApplication.clipboard().text()
    assert text.startswith("# Health of a.db")
    assert "### Worst (1)" in text


def test_a_thorough_look_makes_what_is_left_out_else(qtbot: QtBot, show: Callable[..., HealthView]) -> None:
    view = show()
    assert "Deep" not in titles(view)
    qtbot.mouseClick(view.bar.thorough, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not view.context.runner.running(), timeout=10_000)
    assert "Deep" in titles(view)
    again(qtbot, view)
    assert "Deep" not in titles(view)
    assert "gone" not in view.bar.trend.text()


def test_it_tells_which_check_is_made_and_can_be_cancelled(
    qtbot: QtBot, show: Callable[..., HealthView], source: Source
) -> None:
    """A check that never ends: its name is told, and cancelling ends it at once."""
    endless = "WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s) SELECT 'a', 1, i FROM s WHERE i < 0"
    slow = HealthCheck("generic.slow", "Slow one", Level.BROKEN, "A rule.", A, endless)
    view = show()
    view.source = replace(source, family=replace(source.family, checks=(slow,)))
    view.look_thoroughly()
    qtbot.waitUntil(lambda: "Now: Slow one." in view.summary(), timeout=10_000)
    assert not view.bar.cancel.isHidden()
    qtbot.mouseClick(view.bar.cancel, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not view.context.runner.running(), timeout=1_000)
    assert titles(view) == ["Worst", "Odd", "Part", "Note"]
