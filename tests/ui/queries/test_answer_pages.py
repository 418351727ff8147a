"""An answer looked at as a chart, a timeline, a graph; and taken away."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from inspector.queries.chart_spec import ChartSpec
from inspector.ui.queries.pages.shown import Pages

Ask = Callable[..., Any]
TRAFFIC = "SELECT day, way, n FROM traffic"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "traffic.db"
    connection = apsw.Connection(str(path))
    connection.execute(
        "PRAGMA synchronous = OFF; CREATE TABLE traffic(id INTEGER PRIMARY KEY, day TEXT, way TEXT, n INTEGER);"
        "INSERT INTO traffic(day, way, n) VALUES ('2026-05-01', 'in', 3), ('2026-05-02', 'in', 5),"
        " ('2026-05-01', '<b>out</b>', 2), ('2026-05-03', '<b>out</b>', NULL)"
    ).fetchall()
    connection.close()
    return path


def shown(asking: Any, show: str) -> Pages:
    pane = asking.view.answer
    QTest.mouseClick(pane.shows.button(show), Qt.MouseButton.LeftButton)
    asking.settle()
    others = pane._others
    assert isinstance(others, Pages)
    return others


def test_an_answer_with_numbers_and_times_is_a_chart(ask: Ask, path: Path) -> None:
    asking = ask(path).write(TRAFFIC)
    chart = shown(asking, "chart").chart
    assert chart is not None
    assert chart.spec == ChartSpec("line", "day", ("n",), "way")
    assert "1 row without a number" in chart._notes.text()
    plot = chart.plot
    assert plot is not None
    assert [series.name for series, _ in plot._points] == ["in", "<b>out</b>"]
    assert plot.words(0, 1) == "in\nday: " + plot.words(0, 1).split("day: ")[1]


def test_what_is_drawn_can_be_chosen(ask: Ask, path: Path) -> None:
    asking = ask(path).write(TRAFFIC)
    chart = shown(asking, "chart").chart
    assert chart is not None
    chart.kind.setCurrentIndex(chart.kind.findData("bar"))
    chart.kind.activated.emit(chart.kind.currentIndex())
    chart.along.setCurrentIndex(chart.along.findData("way"))
    chart.group.setCurrentIndex(0)
    chart.along.activated.emit(chart.along.currentIndex())
    asking.settle()
    assert chart.spec == ChartSpec("bar", "way", ("n",))
    chart.kind.setCurrentIndex(chart.kind.findData("histogram"))
    chart.kind.activated.emit(chart.kind.currentIndex())
    asking.settle()
    assert chart.spec is not None
    assert chart.spec.kind == "histogram"
    assert chart.up.parentWidget().isHidden()


def test_several_columns_are_drawn_together_and_each_point_tells_its_row(ask: Ask, path: Path) -> None:
    asking = ask(path).write("SELECT way, count(*) AS n, max(id) AS n, sum(n) AS total FROM traffic GROUP BY way")
    chart = shown(asking, "chart").chart
    assert chart is not None
    actions = {action.data(): action for action in chart.up.menu().actions()}
    assert list(actions) == ["n", "n (2)", "total"], "columns of one name are told apart"
    actions["total"].trigger()
    actions["n (2)"].trigger()
    asking.settle()
    assert chart.spec == ChartSpec("bar", "way", ("n", "n (2)", "total"))
    plot = chart.plot
    assert plot is not None
    assert plot.words(2, 1) == "total\nway: in\ntotal: 8\nn: 2\nn (2): 2"
    for action in actions.values():
        action.trigger()
    asking.settle()
    assert len(chart.up.current()) == 1, "something is drawn always"


def test_names_from_a_database_are_text_in_a_chart(ask: Ask, path: Path) -> None:
    name = "<img src='x'><b>n</b>"
    asking = ask(path).write(f'SELECT way AS "<b>way</b>", max(n) AS "{name}" FROM traffic GROUP BY way')
    chart = shown(asking, "chart").chart
    assert chart is not None
    plot = chart.plot
    assert plot is not None
    bottom, left = (plot.getPlotItem().getAxis(side).label for side in ("bottom", "left"))
    assert (bottom.toPlainText().strip(), left.toPlainText().strip()) == ("<b>way</b>", name)
    assert "<img" not in plot.words(0, 0).replace(name, "")
    assert chart.up.text() == name
    axis = plot.getPlotItem().getAxis("bottom")
    assert axis.tickStrings([0.0], 1, 1)[0].startswith("<b>o")


def test_a_click_on_a_point_chooses_its_row(ask: Ask, path: Path) -> None:
    asking = ask(path).write(TRAFFIC)
    chart = shown(asking, "chart").chart
    assert chart is not None
    plot = chart.plot
    assert plot is not None
    view = plot.getPlotItem().vb
    series = plot._points[0][0]
    at = plot.mapFromScene(view.mapViewToScene(QPointF(series.x[1], series.y[1])))
    QTest.mouseClick(plot.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    assert asking.view.answer.grid.currentIndex().row() == 1


def test_an_answer_with_times_is_a_timeline_whose_entries_are_its_rows(ask: Ask, path: Path) -> None:
    asking = ask(path).write(TRAFFIC + " ORDER BY n DESC")
    timeline = shown(asking, "timeline").timeline
    assert timeline is not None
    assert len(timeline.timeline()) == 4
    timeline.choose_place(0)
    row = timeline.timeline().entry(0).sequence
    assert asking.view.answer.grid.currentIndex().row() == row


def test_an_entry_of_a_timeline_opens_the_row_that_it_is(ask: Ask, path: Path) -> None:
    asking = ask(path).write("SELECT id, day, way FROM traffic ORDER BY id DESC")
    timeline = shown(asking, "timeline").timeline
    assert timeline is not None
    timeline.choose_place(3)
    timeline.entryOpened.emit(timeline.timeline().entry(3))
    asking.settle()
    (opened,) = asking.opened
    assert (opened.view, opened.get("table")) == ("table", "traffic")


def test_what_an_answer_cannot_be_says_why(ask: Ask, path: Path) -> None:
    asking = ask(path).write("SELECT way FROM traffic")
    shows = asking.view.answer.shows
    assert [show for show in ("table", "graph", "timeline", "chart") if shows.possible(show)] == ["table"]
    assert "source and target" in shows.button("graph").toolTip()
    assert "times" in shows.button("timeline").toolTip()
    assert "numbers" in shows.button("chart").toolTip()
    asking.write("SELECT way FROM traffic WHERE 0")
    assert "no rows" in asking.view.answer.shows.button("chart").toolTip()


def test_a_chart_is_saved_as_a_picture_and_never_over_a_database(ask: Ask, path: Path, tmp_path: Path) -> None:
    asking = ask(path).write(TRAFFIC)
    chart = shown(asking, "chart").chart
    assert chart is not None
    for ending, head in (("png", b"\x89PNG"), ("svg", b"<?xml")):
        chart._save_to(str(tmp_path / f"chart.{ending}"), ending)
        asking.settle()
        assert (tmp_path / f"chart.{ending}").read_bytes().startswith(head)
        assert f"Saved the chart to chart.{ending}." in asking.view.answer.partial.text()
    before = path.read_bytes()
    chart._save_to(str(path), "png")
    asking.settle()
    assert "open here" in asking.view.answer.partial.text()
    assert path.read_bytes() == before


def test_an_answer_is_saved_in_every_form_with_what_the_script_made(ask: Ask, path: Path, tmp_path: Path) -> None:
    asking = ask(path)
    asking.write("SELECT 1")
    asking.view.editor.set_text(
        "CREATE TEMP TABLE k AS SELECT n * 2 AS m FROM traffic; SELECT m FROM k ORDER BY m DESC"
    )
    asking.view.run_all()
    asking.settle()
    pane = asking.view.answer
    pane.saving.save(str(tmp_path / "k.ndjson"), "ndjson")
    asking.settle()
    lines = [json.loads(line) for line in (tmp_path / "k.ndjson").read_text().splitlines()]
    assert lines == [{"m": 10}, {"m": 6}, {"m": 4}, {"m": None}]
    pane.saving.save(str(tmp_path / "k.sql"), "insert")
    asking.settle()
    assert (tmp_path / "k.sql").read_text().startswith('INSERT INTO "answer" ("m") VALUES (10);')
