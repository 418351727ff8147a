"""The statistics of a column stand beside the rows, follow the filters, and can be stopped."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication

from inspector.ui.states import ViewState
from tests.ui.heartbeat import Heartbeat


@pytest.fixture
def path(build):
    rows = [(i % 100, None if i % 4 == 0 else f"name {i % 3}", "sk-ant-api03-" + "a1B2c3" * 12) for i in range(2_000)]
    return build("CREATE TABLE t(n INTEGER, name TEXT, api_key TEXT)", ("INSERT INTO t VALUES (?, ?, ?)", rows))


def lines(shown) -> dict[str, str]:
    summary = shown.view.tools.statistics.summary
    assert summary is not None
    return dict(summary.lines)


def ask(shown, column: int):
    shown.view.tools.show_statistics(column)
    return shown.settle().view.tools.statistics


def test_the_figures_of_a_column_are_shown_beside_it(path, show):
    shown = show(path, table="t")
    panel = ask(shown, 1)
    assert lines(shown)["NULL"] == "500 (25.0%)"
    assert lines(shown)["Distinct"] == "3"
    assert [bar.rows for bar in panel.summary.bars] == [500, 500, 500]
    grid, left = shown.view.grid, panel.mapTo(shown.view, QPoint(0, 0)).x()
    assert left >= grid.mapTo(shown.view, QPoint(grid.width(), 0)).x(), "no column is covered"
    assert "all 2,000 rows" in panel._covers.text()


def test_the_statistics_follow_the_filters(path, show):
    shown = show(path, table="t")
    ask(shown, 0)
    assert lines(shown)["Greatest"] == "99"
    shown.filter("n", "<10")
    assert (lines(shown)["Greatest"], lines(shown)["Rows"]) == ("9", "200")
    assert "that match" in shown.view.tools.statistics._covers.text()


def test_a_secret_column_tells_no_value(path, show):
    shown = show(path, table="t")
    panel = ask(shown, 2)
    assert "a1B2" not in panel.summary.text()
    assert "a1B2" not in panel.accessibleDescription()
    assert not panel.summary.bars


def test_the_panel_is_closed_by_the_keyboard_and_copied(path, show, qtbot):
    shown = show(path, table="t")
    panel = ask(shown, 0)
    panel.copy()
    assert "Mean: 49.5" in QGuiApplication.clipboard().text()
    qtbot.keyClick(panel, Qt.Key.Key_Escape)
    assert panel.isHidden()
    assert shown.view.grid.hasFocus()


def test_counting_can_be_stopped_and_begun_again(path, show):
    shown = show(path, table="t")
    shown.view.tools.show_statistics(0)
    panel = shown.view.tools.statistics
    panel.overlay._cancel()
    shown.settle()
    assert panel.overlay.state() is ViewState.EMPTY
    panel.overlay._act()
    shown.settle()
    assert panel.summary is not None


def test_bars_say_what_they_stand_for(path, show):
    shown = show(path, table="t")
    panel = ask(shown, 0)
    # what was just filled in is laid out by the next event
    shown.wait(lambda: panel.bars.height() > 40)
    bar = panel.bars.bar_at(QPoint(panel.bars.width() - 2, 20))
    assert bar is not None
    assert bar.label.endswith("99")
    assert sum(one.rows for one in panel.summary.bars) == 2_000


def test_the_window_answers_while_many_rows_are_counted(build, show):
    series = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 300000)"
    shown = show(build("CREATE TABLE t(a INTEGER)", f"INSERT INTO t {series} SELECT x FROM n"), table="t")
    with Heartbeat() as beat:
        panel = ask(shown, 0)
    assert beat.longest_ms < 1_000
    assert "of the first" in panel.summary.covers or "all 300,000" in panel.summary.covers
    assert panel.summary.bars
