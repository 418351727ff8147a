"""What Details say of a selection in a graph: links by type and direction, several nodes counted, ends of an edge."""

import pytest

from inspector.graph.filters import GraphFilter
from inspector.ui.details.panel import FIELDS, TOLD, DetailsPanel
from inspector.ui.states import ViewState
from tests.ui.graph.side.project import at, shown


@pytest.fixture
def panel(qtbot, context, view):
    """Details that follow the graph."""
    made = DetailsPanel(context)
    qtbot.addWidget(made)
    made.resize(340, 700)
    made.show()
    view.rowSelected.connect(made.show_selection)
    yield made
    qtbot.waitUntil(lambda: not context.runner.running())


def lines(panel):
    return [f"{line.text} | {line.trailing}".removesuffix(" | ") for line in panel.told.lines()]


def choose(panel, text):
    panel.told.open_line(next(line for line in panel.told.lines() if line.text == text))


def test_links_of_a_node_are_told_by_type_and_direction(view, panel):
    view.canvas.select_node(int(at(view, "b")[0]))
    assert panel.tabs.tabText(TOLD) == "Graph"
    told = lines(panel)
    assert "depends_on → 1" in told
    assert "depends_on ← 1" in told
    assert "blocks ← 1" in told
    assert told[told.index("blocks ← 1") + 1] == "Close the file | blocked"
    view.canvas.select_node(int(at(view, "hub")[0]))
    assert lines(panel)[:2] == ["depends_on → 2", "Select all 2"]
    view.canvas.select_node(int(at(view, "o")[0]))
    assert lines(panel) == ["No links to other nodes"]


def test_a_line_selects_what_is_behind_a_link(view, panel):
    view.canvas.select_node(int(at(view, "b")[0]))
    choose(panel, "Close the file")
    assert view.canvas.selected_nodes().tolist() == at(view, "c").tolist()
    view.canvas.select_node(int(at(view, "hub")[0]))
    choose(panel, "Select all 2")
    assert set(view.canvas.selected_nodes().tolist()) == set(at(view, "a", "b").tolist())


def test_what_is_not_shown_is_said_and_brought_in_as_one_step(view, panel):
    view.exploring.set_filter(GraphFilter(only=frozenset({"hub"})))
    view.canvas.select_node(int(at(view, "hub")[0]))
    assert lines(panel)[:2] == ["depends_on → 2 | 2 not shown", "Select all 2, bring in 2"]
    choose(panel, "Read the file")
    assert shown(view) == {"hub", "b"}
    assert view.canvas.selected_nodes().tolist() == at(view, "b").tolist()
    view.exploring.undo()
    assert shown(view) == {"hub"}
    assert lines(panel)[0] == "depends_on → 2 | 2 not shown"
    view.exploring.set_filter(GraphFilter(types=frozenset({"task"})))
    assert lines(panel)[0] == "depends_on → 2 | 2 filtered out"
    said = []
    view.exploring.said.connect(said.append)
    choose(panel, "Read the file")
    assert said[-1] == "It is hidden by filters"


def test_several_nodes_are_counted(view, panel):
    view.canvas.select_nodes(at(view, "hub", "a", "b", "d"))
    assert panel.tabs.tabText(TOLD) == "4 nodes"
    assert panel.overlay.state() == ViewState.CONTENT
    assert panel.header.isHidden()
    assert not panel.tabs.isTabVisible(FIELDS)
    told = lines(panel)
    assert told[:2] == ["Types | 4", "task | 2"]
    assert {"milestone | 1", "decision | 1"} == set(told[2:4])
    assert "Edges between them | 4" in told
    assert "depends_on | 3" in told
    assert "to other nodes | 2" in told
    choose(panel, "task")
    assert set(view.canvas.selected_nodes().tolist()) == set(at(view, "a", "b").tolist())


def test_one_node_after_several_brings_the_row_back_on_its_page(view, panel, qtbot):
    view.canvas.select_node(int(at(view, "a")[0]))
    qtbot.waitUntil(lambda: panel.details() is not None)
    assert panel.tabs.currentIndex() == FIELDS
    view.canvas.select_nodes(at(view, "a", "b"))
    assert panel.tabs.currentIndex() == TOLD
    view.canvas.select_node(int(at(view, "b")[0]))
    assert panel.tabs.currentIndex() == FIELDS
    assert not panel.header.isHidden()
    view.canvas.select_node(None)
    assert not panel.tabs.isTabVisible(TOLD)
    assert panel.overlay.state() == ViewState.EMPTY


def test_an_edge_tells_its_row_and_both_ends(view, panel, qtbot):
    graph = view.exploring.graph
    blocks = graph.edge_types.tolist().index(graph.edge_type_names.index("blocks"))
    view.canvas.select_edge(blocks)
    qtbot.waitUntil(lambda: panel.details() is not None)
    assert panel.details().ref.table == "edges"
    assert lines(panel) == ["blocks", "Close the file | from", "Read the file | to"]
    choose(panel, "Read the file")
    assert view.canvas.selected_nodes().tolist() == at(view, "b").tolist()
