"""The columns of a table in its view: hidden, moved, pinned, widened, shown as, chosen in a list, and remembered."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from tests.ui.heartbeat import Heartbeat

GENEROUS_MS = 1_000
"""On a busy machine; alone it is a fraction (tests/benchmarks/bench_stalls.py)."""


@pytest.fixture
def table(build):
    """A table of twelve columns that do not all fit."""
    names = [f"c{i}" for i in range(12)]
    rows = [[f"{name}-{row}" * 4 for name in names] for row in range(300)]
    return build(f"CREATE TABLE t({', '.join(names)})", (f"INSERT INTO t VALUES ({', '.join('?' * 12)})", rows))


def seen(shown) -> list[str]:
    """Names of the columns from left to right."""
    header, look = shown.view.grid.header, shown.view.rows.look
    sections = [header.logicalIndex(place) for place in range(header.count())]
    return [look.columns[section].name for section in sections if not header.isSectionHidden(section)]


def entries(menu: QMenu) -> dict[str, QAction]:
    return {action.text(): action for action in menu.actions()}


def scroll(shown, pixels: int) -> None:
    shown.view.grid.horizontalScrollBar().setValue(pixels)
    shown.settle()


def test_the_menu_of_a_column_hides_pins_and_brings_it_back(table, show):
    shown = show(table, table="t")
    menus = shown.view.tools.menus
    entries(menus.menu(3))["Hide"].trigger()
    assert "c3" not in seen(shown)
    entries(menus.menu(5))["Pin to the left"].trigger()
    assert seen(shown)[:2] == ["c5", "c0"]
    entries(menus.menu(5))["Let it scroll again"].trigger()
    assert seen(shown)[:2] == ["c0", "c1"]
    entries(menus.menu(0))["Show all columns"].trigger()
    assert seen(shown) == [f"c{i}" for i in range(12)]
    entries(menus.menu(2))["Move right"].trigger()
    entries(menus.menu(2))["Sort, greatest first"].trigger()
    shown.settle()
    assert seen(shown)[2:4] == ["c3", "c2"]
    assert shown.cell(0, "c2").value == "c2-9" * 4, "as texts are sorted"
    entries(menus.menu(0))["Reset columns"].trigger()
    assert seen(shown) == [f"c{i}" for i in range(12)]


def test_the_last_column_cannot_be_hidden(table, show):
    shown = show(table, table="t")
    shown.view.tools.columns.hide(range(11))
    shown.view.tools.columns.hide([11])
    assert seen(shown) == ["c11"]


def test_columns_are_found_as_they_were_left(table, show, context):
    columns = show(table, table="t").view.tools.columns
    columns.hide([1])
    columns.pin(7)
    columns.move(2, 1)
    columns.show_as(0, "hex")
    columns.fit(4)
    width = columns._grid.columnWidth(4)
    again = show(table, table="t")
    assert seen(again) == ["c7", "c0", "c3", "c2", "c4", "c5", "c6", "c8", "c9", "c10", "c11"]
    assert again.cell(0, "c0").text.startswith("63 30 2d")
    assert again.view.grid.columnWidth(4) == width
    assert "hex" in again.view.rows.headerData(0, Qt.Orientation.Horizontal, int(Qt.ItemDataRole.UserRole) + 2).below


def test_what_is_remembered_of_columns_that_are_gone_is_ignored(table, show, write):
    columns = show(table, table="t").view.tools.columns
    columns.pin(7)
    columns.hide([1, 2])
    columns.move(4, 1)
    write(table, "ALTER TABLE t DROP COLUMN c7", "ALTER TABLE t DROP COLUMN c1", "ALTER TABLE t ADD COLUMN late")
    assert seen(show(table, table="t")) == ["c0", "c3", "c5", "c4", "c6", "c8", "c9", "c10", "c11", "late"]


def test_other_tables_and_files_are_left_alone(table, build, show):
    show(table, table="t").view.tools.columns.hide([0])
    other = build("CREATE TABLE t(c0, c1)", "INSERT INTO t VALUES (1, 2)", name="other.db")
    assert seen(show(other, table="t")) == ["c0", "c1"]


def test_dragging_a_header_moves_its_column_and_pinned_ones_stay_first(table, show):
    shown = show(table, table="t")
    header = shown.view.grid.header
    shown.view.tools.columns.pin(6)
    header.moveSection(header.visualIndex(3), 0)
    assert seen(shown)[:3] == ["c6", "c3", "c0"]
    assert seen(show(table, table="t"))[:3] == ["c6", "c3", "c0"]


def test_dragging_an_edge_chooses_a_width_that_fitting_and_reading_again_leave(table, show, qtbot):
    shown = show(table, table="t")
    header = shown.view.grid.header
    edge = QPoint(header.sectionViewportPosition(1) + header.sectionSize(1) - 1, 10)
    before = header.sectionSize(1)
    qtbot.mousePress(header.viewport(), Qt.MouseButton.LeftButton, pos=edge)
    qtbot.mouseMove(header.viewport(), edge + QPoint(-40, 0))
    qtbot.mouseRelease(header.viewport(), Qt.MouseButton.LeftButton, pos=edge + QPoint(-40, 0))
    assert header.sectionSize(1) == before - 40
    assert show(table, table="t").view.grid.columnWidth(1) == before - 40
    assert shown.view.tools.columns.chosen_widths() == [1]


def test_a_pinned_column_stays_while_the_others_scroll_and_answers_the_mouse(table, show, qtbot):
    shown = show(table, table="t")
    grid, header = shown.view.grid, shown.view.grid.header
    shown.view.tools.columns.pin(8)
    scroll(shown, 700)
    middle = QPoint(header.sectionSize(8) // 2, grid.rowViewportPosition(2) + 5)
    qtbot.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert (grid.currentIndex().row(), grid.currentIndex().column()) == (2, 8)
    assert grid.horizontalScrollBar().value() == 700, "selecting it scrolls nothing"
    assert grid.visualRect(grid.currentIndex()).left() == 0
    assert header.section_at(10) == 8
    field = header.filters.field(8)
    assert field is not None
    assert field.isVisible()
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(header.sectionSize(8) // 2, 10))
    shown.settle()
    assert header.sort().column == "c8"


@pytest.mark.parametrize("pinned", [False, True])
def test_filters_stand_below_their_columns_wherever_these_are_scrolled(table, show, pinned):
    shown = show(table, table="t")
    header = shown.view.grid.header
    if pinned:
        shown.view.tools.columns.pin(8)
    for pixels in (130, 500, 0):
        scroll(shown, pixels)
        fields = {c: f for c in range(12) if (f := header.filters.field(c)) is not None and f.isVisible()}
        assert len(fields) > 3
        for column, field in fields.items():
            left = header.pinned.left(column)
            at = header.sectionViewportPosition(column) if left is None else left
            covered = header.pinned.width() if left is None else 0
            assert field.x() == header.viewport().x() + max(at, covered) + 2, (pixels, column)


def test_the_picture_of_a_pinned_column_is_the_same_wherever_the_others_are(table, show):
    shown = show(table, table="t")
    grid = shown.view.grid
    shown.view.tools.columns.pin(8)
    width = grid.header.sectionSize(8) - 4
    before = grid.viewport().grab().toImage().copy(0, 0, width, 200)
    scroll(shown, 500)
    assert grid.header.pinned.lying() > 0
    assert grid.viewport().grab().toImage().copy(0, 0, width, 200) == before


def test_going_to_a_column_brings_it_out_from_beneath_the_pinned_ones(table, show):
    shown = show(table, table="t")
    grid = shown.view.grid
    shown.view.tools.columns.pin(8)
    scroll(shown, grid.horizontalScrollBar().maximum())
    grid.setCurrentIndex(shown.view.rows.index(0, 0))
    assert grid.visualRect(grid.currentIndex()).left() >= grid.header.pinned.width()


def test_pinned_columns_leave_room_for_the_others(table, show):
    shown = show(table, table="t", size=(500, 400))
    for section in range(8):
        shown.view.tools.columns.pin(section)
    assert 0 < shown.view.grid.header.pinned.width() < shown.view.grid.viewport().width()
    assert len(shown.view.grid.header.pinned.held()) < 8


def test_the_keyboard_opens_the_menu_of_the_current_column(table, show, qtbot):
    shown = show(table, table="t").go(0, 4)
    command = next(one for one in shown.view.commands() if one.id == "table.column_menu")
    assert command.shortcut
    command.run()
    menu = next(menu for menu in shown.view.findChildren(QMenu) if menu.isVisible())
    entries(menu)["Hide"].trigger()
    menu.close()
    assert "c4" not in seen(shown)


def test_the_list_of_columns_is_searched_ticked_and_gone_to_by_keyboard(table, show, qtbot):
    shown = show(table, table="t")
    tools = shown.view.tools
    tools.choose_columns()
    chooser = tools._chooser
    qtbot.addWidget(chooser)
    qtbot.keyClicks(chooser.field, "c1")
    assert chooser.told() == "12 of 12 shown; 3 found"
    chooser.hide_found.click()
    assert "c1" not in seen(shown)
    assert chooser.told().startswith("9 of 12")
    chooser.field.setText("c10")
    qtbot.keyClick(chooser.field, Qt.Key.Key_Down)
    qtbot.keyClick(chooser.list, Qt.Key.Key_Space)
    assert "c10" in seen(shown)
    chooser.field.setText("c11")
    qtbot.keyClick(chooser.field, Qt.Key.Key_Return)
    assert shown.view.grid.currentIndex().column() == 11
    assert "c11" in seen(shown), "what is gone to is shown"


def test_C38_fitting_looks_at_the_rows_in_sight_alone(build, show):
    rows = [(i, "x" * (i % 40)) for i in range(2_000)]
    path = build(
        "CREATE TABLE t(a, b)",
        ("INSERT INTO t VALUES (?, ?)", rows * 224),
        ("INSERT INTO t VALUES (?, ?)", [(1, "wide " * 99)]),
    )
    shown = show(path, table="t")
    shown.wait(lambda: shown.view.loaded.order.exact, 30_000)
    assert shown.view.rows.rowCount() == 448_001
    before = shown.view.grid.columnWidth(1)
    started = time.perf_counter()
    shown.view.tools.columns.fit_all()
    shown.view.tools.columns.fit(1)
    shown.view.grid.resizeColumnToContents(1)
    assert time.perf_counter() - started < 3, "all rows were measured"
    assert shown.view.grid.columnWidth(1) < before + 200, "the widest row is far away"


def test_C39_two_thousand_columns_are_scrolled_found_and_pinned_at_once(build, show, qtbot):
    names = [f"column_{i}" for i in range(2_000)]
    rows = [[f"{row}.{column}" for column in range(2_000)] for row in range(1_000)]
    path = build(f"CREATE TABLE t({', '.join(names)})", (f"INSERT INTO t VALUES ({', '.join('?' * 2_000)})", rows))
    with Heartbeat() as beat:
        shown = show(path, table="t")
        bar = shown.view.grid.horizontalScrollBar()
        scroll(shown, bar.maximum())
        assert shown.cell(0, 1_999).text == "0.1999"
        shown.view.tools.columns.pin(1_000)
        scroll(shown, bar.maximum() // 2)
        assert shown.cell(0, 1_000).text == "0.1000"
    assert beat.longest_ms < GENEROUS_MS
    assert len(shown.view.rows.at_hand()) < 20, "what lies between is not read"
    with Heartbeat() as beat:
        shown.view.tools.choose_columns()
        chooser = shown.view.tools._chooser
        qtbot.addWidget(chooser)
        qtbot.keyClicks(chooser.field, "1777")
        assert chooser.model.rowCount() == 1
        qtbot.keyClick(chooser.field, Qt.Key.Key_Return)
        shown.settle()
    assert beat.longest_ms < GENEROUS_MS
    assert shown.view.grid.currentIndex().column() == 1_777
    assert shown.cell(0, 1_777).text == "0.1777"
