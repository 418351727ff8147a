"""The list beside the picture: what is shown, sorted, searched, selected both ways, opened, copied, without a stall."""

import time

import numpy as np
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtWidgets import QApplication

from inspector.graph.model import build_graph
from inspector.ui.graph.side.node_model import NodeModel
from inspector.ui.graph.side.node_rows import EDGES, FIELD, LABEL, OUTSIDE, STATUS, TYPE, NodeRows
from inspector.workspace.location import location
from tests.ui.graph.side.project import at

LEFT = Qt.MouseButton.LeftButton


def listed(view):
    view.side.show_page("list")
    return view.side.page("list")


def ids(page):
    graph = page.model.rows.graph
    return [graph.ids[node] for node in page.model.nodes.tolist()]


def click(qtbot, page, row, keys=Qt.KeyboardModifier.NoModifier):
    place = page.table.visualRect(page.model.index(row, LABEL)).center()
    qtbot.mouseClick(page.table.viewport(), LEFT, keys, place)


def test_it_lists_what_is_shown_the_most_connected_first(view):
    page = listed(view)
    assert ids(page)[0] in ("hub", "a", "b")
    assert ids(page)[-1] == "o"
    assert page.said.text() == "6 nodes"
    view.exploring.set_listed("types", ["task"])
    assert set(ids(page)) == {"hub", "d", "o"}
    row = ids(page).index("hub")
    assert page.model.index(row, OUTSIDE).data() == "3"
    assert not page.table.isColumnHidden(OUTSIDE)
    view.exploring.undo()
    assert page.table.isColumnHidden(OUTSIDE)


def test_any_column_sorts_and_the_same_again_turns_round(view):
    page = listed(view)
    page.sort(LABEL)
    assert ids(page) == ["o", "c", "d", "b", "hub", "a"]
    page.sort(LABEL)
    assert ids(page) == ["a", "hub", "b", "d", "c", "o"]
    page.sort(TYPE)
    assert ids(page)[0] == "d"
    page.field.setCurrentIndex(page.field.findData("updated"))
    page.field.activated.emit(page.field.currentIndex())
    page.sort(FIELD)
    assert ids(page) == ["o", "d", "c", "b", "a", "hub"], "times begin with the latest"
    assert page.model.index(0, FIELD).data() == "2026-05-20 06:00"


def test_a_list_of_values_stands_in_one_cell_and_nodes_without_one_come_last(view):
    page = listed(view)
    page.field.setCurrentIndex(page.field.findData("tags"))
    page.field.activated.emit(page.field.currentIndex())
    page.sort(FIELD)
    assert page.model.index(ids(page).index("a"), FIELD).data() == "core, io"
    assert set(ids(page)[-2:]) == {"c", "o"}
    page.sort(FIELD)
    assert set(ids(page)[-2:]) == {"c", "o"}


def test_search_finds_in_what_is_shown(view, qtbot):
    page = listed(view)
    view.exploring.set_listed("statuses", ["blocked"])
    qtbot.keyClicks(page.search, "file")
    qtbot.waitUntil(lambda: ids(page) == ["b"])
    qtbot.keyClick(page.search, Qt.Key.Key_Return)
    assert view.canvas.selected_node == at(view, "b")[0]


def test_a_click_selects_in_the_picture_and_brings_it_into_view(view, qtbot):
    page = listed(view)
    view.canvas.zoom(12.0)
    click(qtbot, page, ids(page).index("o"))
    node = int(at(view, "o")[0])
    assert view.canvas.selected_node == node
    assert view.canvas.rect().contains(view.canvas.place_of(node).toPoint())
    click(qtbot, page, ids(page).index("hub"), Qt.KeyboardModifier.ControlModifier)
    assert set(view.canvas.selected_nodes().tolist()) == set(at(view, "o", "hub").tolist())
    assert page.said.text() == "6 nodes, 2 selected"


def test_what_is_selected_in_the_picture_is_selected_in_the_list(view):
    page = listed(view)
    view.canvas.select_nodes(at(view, "a", "c"))
    rows = {index.row() for index in page.table.selectionModel().selectedRows()}
    assert rows == {ids(page).index("a"), ids(page).index("c")}
    page.sort(LABEL)
    assert set(page.selected().tolist()) == set(at(view, "a", "c").tolist()), "sorting keeps the selection"
    assert len(view.canvas.selected_nodes()) == 2
    view.canvas.select_node(None)
    assert not page.table.selectionModel().hasSelection()


def test_filtering_keeps_the_selection_that_is_left(view):
    page = listed(view)
    view.canvas.select_nodes(at(view, "a", "d"))
    view.exploring.set_listed("types", ["task"])
    assert view.canvas.selected_nodes().tolist() == at(view, "d").tolist()
    assert page.selected().tolist() == at(view, "d").tolist()


def test_a_double_click_and_return_open_the_row(view, qtbot, file):
    page = listed(view)
    goal = location(str(file), "table", table="nodes", key="2")
    place = page.table.visualRect(page.model.index(ids(page).index("a"), LABEL)).center()
    with qtbot.waitSignal(view.openRequested) as opened:
        qtbot.mouseClick(page.table.viewport(), LEFT, pos=place)
        qtbot.mouseDClick(page.table.viewport(), LEFT, pos=place)
    assert opened.args == [goal]
    with qtbot.waitSignal(view.openRequested) as opened:
        qtbot.keyClick(page.table, Qt.Key.Key_Return)
    assert opened.args == [goal]


def test_rows_are_copied_as_tsv_that_stays_in_its_cells(view, qtbot):
    page = listed(view)
    view.canvas.select_nodes(at(view, "o"))
    qtbot.keyClick(page.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QApplication.clipboard().text().splitlines()
    assert lines[0].split("\t")[:3] == ["id", "Label", "Edges"]
    assert lines[1].split("\t")[:3] == ["o", "Alone and broken", "0"]
    assert len(lines) == 2
    page.copy_all()
    assert len(QApplication.clipboard().text().splitlines()) == 7


def test_the_menu_of_a_row_is_that_of_the_node(view):
    page = listed(view)
    words = [action.text() for action in page.menu(page.model.index(0, LABEL)).actions()]
    assert words[:2] == ["Copy as TSV", "Copy the whole list as TSV"]
    assert "Hide" in words


def test_a_large_list_does_not_hold_up_the_window(theme, qtmodeltester):
    count = 100_000
    nodes = [(i, "task", "open", f"Node {(i * 7919) % count:06}") for i in range(count)]
    graph = build_graph(nodes, [(i, (i * 31 + 1) % count, "blocks") for i in range(count)])
    model = NodeModel(theme)
    rows = NodeRows(graph, np.zeros(count, np.int32), None)
    start = time.perf_counter()
    model.show(rows, np.arange(count))
    model.sort(STATUS)
    model.sort(EDGES, Qt.SortOrder.DescendingOrder)
    assert time.perf_counter() - start < 5
    start = time.perf_counter()
    model.sort(LABEL)
    assert time.perf_counter() - start < 10
    assert model.index(0, LABEL).data() == "Node 000000"
    assert model.rows_of(np.array([int(model.nodes[5])])).tolist() == [5]


def test_the_model_is_sound(view, qtmodeltester):
    page = listed(view)
    qtmodeltester.check(page.model)
    page.table.selectionModel().select(page.model.index(0, 0), QItemSelectionModel.SelectionFlag.Select)
