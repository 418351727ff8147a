"""What users met in exploring graphs: hubs that flood the picture, nodes that jump, filters that lose what is left."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu

from inspector.ui.states import ViewState
from inspector.workspace.graphs.wanted import answer_location
from inspector.workspace.location import location
from tests.ui.cases.state_graph import EDGE, NODE, project
from tests.ui.graph.seen import at, drag


def index(view: Any, *ids: str) -> np.ndarray:
    return np.array([view.exploring.graph.index[id] for id in ids], np.intp)


def shown(view: Any) -> set[str]:
    graph = view.exploring.graph
    return {graph.ids[node] for node in np.flatnonzero(view.canvas.scene.show_nodes).tolist()}


def seen(view: Any) -> tuple[Any, ...]:
    canvas = view.canvas
    return (
        shown(view),
        canvas.scene.positions.tobytes(),
        canvas.camera,
        canvas.selected_nodes().tolist(),
        canvas.selected_node,
        view.note(),
    )


def choose(view: Any, node: int, *texts: str) -> None:
    """Choose from the menu of a node, submenu by submenu."""
    menu: QMenu = view.menus.menu(node, None)
    for text in texts:
        (action,) = [one for one in menu.actions() if one.text() == text]
        assert action.isEnabled(), text
        menu = action.menu() or menu
    action.trigger()


def in_view(view: Any, *ids: str) -> bool:
    places = [view.canvas.place_of(int(node)) for node in index(view, *ids)]
    return all(view.canvas.rect().contains(place.toPoint()) for place in places)


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A node with 5,000 neighbours."""
    nodes = [("hub", "milestone", "Hub")] + [(f"n{i:04}", "task", f"Neighbour {i}") for i in range(5_000)]
    edges = [("hub", f"n{i:04}", "depends_on") for i in range(3_000)]
    edges += [(f"n{i:04}", "hub", "blocks") for i in range(3_000, 5_000)]
    edges += [("n0007", "n0008", "references"), ("n4000", "n4001", "references")]
    return project(tmp_path_factory.mktemp("hub") / "graph.db", nodes, edges)


def test_C85_a_hub_is_expanded_by_type_and_in_parts_and_undo_brings_the_former_picture_back(program, hub):
    view = program.go(hub, "graph")
    node = int(index(view, "hub")[0])
    view.canvas.select_node(node)
    program.qtbot.keyClick(program.window, Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)
    assert view.note().startswith("1 of 5,001 nodes")
    view.canvas.zoom(0.8)
    pictures = [seen(view)]
    choose(view, node, "Expand", "depends_on → 3,000, 3,000 not shown", "First 100")
    assert view.note().startswith("101 of 5,001 nodes")
    assert {"n0007", "n0008"} <= shown(view), "those with most edges come first"
    assert view.remark.text() == "100 of 3,000 brought in; 2,900 more"
    assert in_view(view, *shown(view))
    assert view.canvas.scene.outside[node] == 4_900
    pictures.append(seen(view))
    choose(view, node, "Expand", "blocks ← 2,000, 2,000 not shown", "All 2,000")
    assert view.note().startswith("2,101 of 5,001 nodes")
    for picture in reversed(pictures):
        program.qtbot.keyClick(program.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert seen(view) == picture
    program.qtbot.keyClick(program.window, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert seen(view) == pictures[1]
    choose(view, node, "Collapse")
    assert shown(view) == {"hub"}


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """11,037 nodes and 28,754 edges."""
    count, draw = 11_037, np.random.default_rng(86)
    nodes = [(f"n{i}", "task", f"Needle {i}" if i == 11_000 else f"Task {i}") for i in range(count)]
    ends = draw.integers(0, count, (28_754, 2)).tolist()
    return project(tmp_path_factory.mktemp("large") / "graph.db", nodes, [(f"n{a}", f"n{b}", "x") for a, b in ends])


def test_C86_a_large_graph_is_shown_whole_and_never_blank(program, large):
    view = program.go(large, "graph")
    assert view.states.state() is ViewState.CONTENT
    assert view.note().startswith("11,037 nodes, 28,754 edges")
    assert len(view.canvas.scene.nodes_in(*view.canvas.frame().bounds())) == 11_037


def test_C86_what_a_limit_cut_is_said_searched_in_the_file_and_opened(program, large, monkeypatch):
    monkeypatch.setattr("inspector.workspace.graphs.read_graph.NODE_LIMIT", 2_000)
    view = program.go(large, "graph")
    assert view.note().startswith("2,000 of 11,037 nodes")
    assert "2,000 of 11,037 nodes" in view.partial.text()
    view.bar._find.setText("needle")
    program.wait(lambda: bool(view.finding.elsewhere))
    assert view.bar._elsewhere.text() == "1 only in the file"
    (hit,) = view.bar._elsewhere.menu().actions()
    assert hit.text() == "Needle 11000"
    hit.trigger()
    program.settle()
    around = program.view()
    program.wait(lambda: around.exploring.graph is not None and "Needle 11000" in around.exploring.graph.labels)


def test_C86_empty_error_and_cut_look_different(program, large, tmp_path, monkeypatch):
    empty = program.go(project(tmp_path / "graph.db", [], []), "graph", graph="state")
    assert empty.states.state() is ViewState.EMPTY
    assert "has no nodes" in empty.states.text()
    broken = program.go(large, "graph", graph="query", sql="SELECT a AS source FROM nowhere")
    assert broken.states.state() is ViewState.ERROR
    assert "nowhere" in broken.states.text()
    monkeypatch.setattr("inspector.workspace.graphs.read_graph.NODE_LIMIT", 2_000)
    cut = program.go(large, "graph", graph="state")
    assert cut.states.state() is ViewState.CONTENT
    assert cut.partial.isVisible()


@pytest.fixture
def grid(tmp_path: Path) -> Path:
    """200 nodes in a grid of edges."""
    nodes = [(f"n{i:03}", "task" if i % 40 else "decision", f"Node {i}") for i in range(200)]
    edges = [(f"n{i:03}", f"n{i + 1:03}", "next") for i in range(199) if i % 20 != 19]
    edges += [(f"n{i:03}", f"n{i + 20:03}", "below") for i in range(180)]
    return project(tmp_path / "graph.db", nodes, edges)


def test_C89_reading_again_moves_no_node_that_was_there(program, grid, writer):
    view = program.go(grid, "graph")
    dragged = [f"n{i:03}" for i in (3, 50, 77, 120, 199)]
    for id in dragged:
        node = int(index(view, id)[0])
        view.canvas.select_node(node, reveal=True)
        drag(program.qtbot, view.canvas, at(view.canvas, node), at(view.canvas, node) + QPoint(60, 35))
    assert view.exploring.pinned == set(dragged)
    view.canvas.zoom(1.3)
    view.canvas.select_nodes(index(view, "n050", "n051"))
    graph, positions = view.exploring.graph, view.canvas.scene.positions.copy()
    places = dict(zip(graph.ids, positions.tolist(), strict=True))
    camera = view.canvas.camera
    other = writer(grid)
    other.tell(sql="UPDATE nodes SET status = 'done' WHERE id = 'n010'")
    other.tell(sql=NODE.replace("?,?,?,?,'p',?,?", "'000','task','New','open','p','2027','2027'"))
    other.tell(sql=EDGE.replace("?,?,?,?", "'new','000','n100','next'"))
    program.qtbot.keyClick(program.window, Qt.Key.Key_F5)
    program.wait(lambda: "000" in view.exploring.graph.index)
    program.settle()
    now = dict(zip(view.exploring.graph.ids, view.canvas.scene.positions.tolist(), strict=True))
    assert max(math.dist(now[id], places[id]) for id in places) < 3
    assert view.canvas.camera == camera
    assert sorted(view.canvas.selected_nodes()) == sorted(index(view, "n050", "n051"))
    assert view.exploring.pinned == set(dragged)
    assert math.dist(now["000"], now["n100"]) < 600, "what is new stands beside what it is joined to"


def test_C89_positions_survive_the_run(program, grid, make_session):
    view = program.go(grid, "graph")
    node = int(index(view, "n050")[0])
    view.canvas.select_node(node, reveal=True)
    drag(program.qtbot, view.canvas, at(view.canvas, node), at(view.canvas, node) + QPoint(60, 35))
    program.settle()
    places = dict(zip(view.exploring.graph.ids, view.canvas.scene.positions.tolist(), strict=True))
    session = make_session()
    session.window.resize(1000, 700)
    session.start([location(str(grid), "graph").link()])
    runner = session.context.runner
    program.wait(lambda: session.window.tabs.view() is not None and not runner.running())
    again = session.window.tabs.view()
    assert dict(zip(again.exploring.graph.ids, again.canvas.scene.positions.tolist(), strict=True)) == places
    assert again.exploring.pinned == {"n050"}


def test_C92_a_drag_is_one_step_that_moves_one_node_and_is_undone(program, grid):
    view = program.go(grid, "graph")
    before = view.canvas.scene.positions.copy()
    node = int(index(view, "n100")[0])
    view.canvas.select_node(node, reveal=True)
    drag(program.qtbot, view.canvas, at(view.canvas, node), at(view.canvas, node) + QPoint(80, -40))
    assert np.flatnonzero((view.canvas.scene.positions != before).any(1)).tolist() == [node]
    assert view.exploring.pinned == {"n100"}
    program.settle()
    program.qtbot.keyClick(program.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert (view.canvas.scene.positions == before).all()
    assert not view.exploring.pinned


def test_C96_a_filter_brings_what_is_left_into_view_and_gives_the_former_view_back(program, hub):
    view = program.go(hub, "graph")
    view.canvas.zoom(6.0)
    view.canvas.look(view.canvas.camera.panned(900, 300))
    former = view.canvas.camera
    view.exploring.set_text("Neighbour 421")
    assert len(shown(view)) == 15
    assert in_view(view, *shown(view))
    view.exploring.set_text("")
    assert len(shown(view)) == 5_001
    assert view.canvas.camera == former


def test_C96_a_filter_that_loses_nothing_from_sight_moves_nothing(program, grid):
    view = program.go(grid, "graph")
    view.canvas.zoom(3.0)
    former = view.canvas.camera
    view.exploring.set_listed("types", {"decision"})
    assert view.canvas.camera == former
    view.canvas.look(former.panned(20, 20))
    view.exploring.set_listed("types", set())
    assert view.canvas.camera == former.panned(20, 20)


CHAIN = """
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9999)
    INSERT INTO transcript_entries SELECT 'x' || i, CASE WHEN i THEN 'x' || (i - 1) END FROM n
"""


def test_C97_a_chain_of_ten_thousand_has_a_lineage(build, program):
    path = build("chain.db", "CREATE TABLE transcript_entries (entry_id TEXT, parent_entry_id TEXT)", CHAIN)
    place = answer_location(str(path), "SELECT parent_entry_id AS source, entry_id AS target FROM transcript_entries")
    view = program.go(path, "graph", **dict(place.params))
    assert len(view.exploring.graph) == 10_000
    choose(view, int(index(view, "x5000")[0]), "Show its lineage", "Over all edges that are shown")
    program.settle()
    assert view.remark.text() == "5,000 before, 4,999 after, no cycle"
    assert view.exploring.layout == "layered"
    assert np.isfinite(view.canvas.scene.positions).all()
    assert len(np.unique(view.canvas.scene.positions, axis=0)) == 10_000


def test_C97_a_cycle_of_child_of_edges_is_said_and_marked(program, tmp_path):
    nodes = [(id, "task", f"Task {id}") for id in "abcdef"]
    edges = [("b", "a", "child_of"), ("c", "b", "child_of"), ("a", "c", "child_of"), ("d", "a", "child_of")]
    edges += [("e", "d", "child_of"), ("f", "a", "references")]
    view = program.go(project(tmp_path / "graph.db", nodes, edges), "graph")
    choose(view, int(index(view, "d")[0]), "Show its lineage", "Over all edges that are shown")
    program.settle()
    assert shown(view) == set("abcde")
    assert "3 nodes on a cycle: " in view.remark.text()
    assert view.exploring.marks.nodes == set("abc")
    assert len(view.exploring.marks.edges) == 3
    assert view.canvas.emphasis().dims
