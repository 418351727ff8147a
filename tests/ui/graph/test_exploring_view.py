"""Every change of what is shown is one step, undone exactly; pictures grow, filters reframe, reading moves nothing."""

from dataclasses import replace

import apsw
import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from inspector.graph.filters import GraphFilter
from inspector.ui.graph.view import GraphView
from inspector.ui.states import ViewState
from inspector.workspace.location import location, parse_location
from inspector.workspace.opening.open_source import open_source

SCHEMA = """
    CREATE TABLE nodes (id TEXT PRIMARY KEY, type TEXT NOT NULL, title TEXT NOT NULL, status TEXT NOT NULL,
        project TEXT NOT NULL, git_branch TEXT DEFAULT 'main', metadata TEXT DEFAULT '{}', tags TEXT DEFAULT '[]',
        created_at TEXT NOT NULL, updated_at TEXT NOT NULL);
    CREATE TABLE edges (id TEXT PRIMARY KEY, source_id TEXT NOT NULL, target_id TEXT NOT NULL, type TEXT NOT NULL,
        properties TEXT DEFAULT '{}', project TEXT NOT NULL, git_branch TEXT DEFAULT 'main', created_at TEXT NOT NULL);
    CREATE TABLE schema_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
    INSERT INTO schema_meta VALUES ('version', '3');
"""
EDGES = "hub>a:depends_on hub>b:depends_on c>hub:blocks a>x:part_of x>y:part_of b>y:blocks y>z:part_of z>x:part_of"
INSERT_NODE = (
    "INSERT INTO nodes (id, type, title, status, project, created_at, updated_at) VALUES (?,?,?,'open','p',?,?)"
)
INSERT_EDGE = "INSERT INTO edges (id, source_id, target_id, type, project, created_at) VALUES (?,?,?,?,'p','2026')"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "graph.db"
    connection = apsw.Connection(str(path))
    connection.execute(SCHEMA).fetchall()
    with connection:
        for day, id in enumerate(["hub", "a", "b", "c", "x", "y", "z", "alone"], 1):
            kind = "task" if id in "abc" else "note"
            moment = f"2026-05-{day:02}T00:00:00Z"
            connection.execute(INSERT_NODE, (id, kind, f"Node {id}", moment, moment))
        for number, words in enumerate(EDGES.split()):
            source, rest = words.split(">")
            target, kind = rest.split(":")
            connection.execute(INSERT_EDGE, (f"e{number}", source, target, kind))
    connection.close()
    return path


@pytest.fixture
def view(qtbot, context, file):
    source = open_source(str(file))
    made = GraphView(context, source, location(str(file), "graph"))
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    settle(qtbot, made)
    yield made
    source.close()


def settle(qtbot, view):
    qtbot.waitUntil(
        lambda: not view.context.runner.running() and view.states.state() != ViewState.LOADING, timeout=20_000
    )


def at(view, *ids):
    return np.array([view.exploring.graph.index[id] for id in ids], np.intp)


def shown(view):
    graph = view.exploring.graph
    return {graph.ids[node] for node in np.flatnonzero(view.canvas.scene.show_nodes)}


def seen(view):
    """Everything that is seen, to be compared."""
    canvas, scene = view.canvas, view.canvas.scene
    return (
        shown(view),
        set(np.flatnonzero(scene.show_edges).tolist()),
        scene.positions.tobytes(),
        canvas.camera,
        canvas.selected_nodes().tolist(),
        canvas.selected_node,
        canvas.selected_edge,
        view.exploring.pinned,
        view.exploring.marks,
        view.note(),
    )


def told(menu: QMenu) -> dict[str, object]:
    """Every action below a menu by its text."""
    found = {}
    for action in menu.actions():
        if action.menu() is not None:
            found |= {f"{action.text()} / {text}": one for text, one in told(action.menu()).items()}
            found[action.text()] = action
        elif not action.isSeparator():
            found[action.text()] = action
    return found


STEPS = {
    "hide": lambda view: view.steps.hide(at(view, "a", "b")),
    "isolate": lambda view: view.steps.isolate(at(view, "hub", "a")),
    "around": lambda view: view.steps.show_around(int(at(view, "x")[0]), 1),
    "path": lambda view: view.steps.path(*at(view, "c", "y").tolist()),
    "lineage": lambda view: view.steps.lineage(int(at(view, "x")[0])),
    "filter": lambda view: view.exploring.set_listed("types", {"task"}),
    "text": lambda view: view.exploring.set_text("node x"),
    "pin": lambda view: view.exploring.pin(at(view, "a")),
    "collapse": lambda view: view.steps.collapse(at(view, "hub")),
    "start": lambda view: view.steps.start_from(at(view, "x", "y"), "two"),
    "arrange": lambda view: view.steps.arrange_shown(),
    "layout": lambda view: view.bar.layoutChosen.emit("layered"),
}


@pytest.mark.parametrize("step", STEPS)
def test_each_step_is_undone_and_done_again_exactly(view, qtbot, step):
    view.canvas.zoom(1.6)
    view.canvas.select_nodes(at(view, "a", "x"))
    before = seen(view)
    STEPS[step](view)
    settle(qtbot, view)
    after = seen(view)
    assert after != before
    view.command("graph.undo").run()
    assert seen(view) == before
    view.command("graph.redo").run()
    assert seen(view) == after
    view.command("graph.undo").run()
    assert seen(view) == before
    assert not view.command("graph.undo").when()


def test_many_steps_are_undone_one_by_one(view, qtbot):
    pictures = []
    for step in ("path", "pin", "hide", "text", "isolate"):
        pictures.append(seen(view))
        STEPS[step](view)
        settle(qtbot, view)
    for picture in reversed(pictures):
        view.exploring.undo()
        assert seen(view) == picture


def test_letters_of_a_text_are_one_step(view):
    before = seen(view)
    for text in ("n", "no", "node x"):
        view.exploring.set_text(text)
    assert shown(view) == {"x"}
    view.exploring.undo()
    assert seen(view) == before


def test_expanding_tells_what_lies_beyond_and_collapsing_takes_it_back(view):
    view.steps.isolate(at(view, "hub"))
    start = shown(view), view.canvas.scene.positions.tobytes()
    menu = view.menus.menu(int(at(view, "hub")[0]), None)
    texts = told(menu)
    assert "Expand / depends_on → 2, 2 not shown" in texts
    assert "Expand / blocks ← 1, 1 not shown" in texts
    texts["Expand / depends_on → 2, 2 not shown"].trigger()
    assert shown(view) == {"hub", "a", "b"}
    assert view.note().startswith("3 of 8 nodes, 2 of 8 edges")
    outside = dict(zip(view.exploring.graph.ids, view.canvas.scene.outside.tolist(), strict=True))
    assert {id: count for id, count in outside.items() if count} == {"hub": 1, "a": 1, "b": 1}
    view.steps.expand(int(at(view, "a")[0]))
    assert shown(view) == {"hub", "a", "b", "x"}
    view.steps.collapse(at(view, "hub"))
    assert shown(view) == {"hub"}
    view.exploring.undo()
    view.exploring.undo()
    view.exploring.undo()
    assert (shown(view), view.canvas.scene.positions.tobytes()) == start


def test_what_filters_hide_is_not_brought_in_but_told(view):
    view.steps.isolate(at(view, "hub"))
    view.exploring.set_filter(replace(view.exploring.filter, types=frozenset({"task"})))
    before = shown(view)
    view.steps.expand(int(at(view, "hub")[0]))
    assert shown(view) == before
    assert view.remark.text() == "3 neighbours are hidden by filters"


def test_new_nodes_stand_beside_and_old_ones_stay(view):
    view.steps.isolate(at(view, "hub", "x"))
    positions = view.canvas.scene.positions
    view.steps.hops(at(view, "hub"), 1)
    assert shown(view) == {"hub", "a", "b", "c", "x"}
    old = at(view, "hub", "x", "y")
    assert (view.canvas.scene.positions[old] == positions[old]).all()
    away = view.canvas.scene.positions[at(view, "a", "b", "c")] - positions[at(view, "hub")]
    assert (np.hypot(*away.T) < 300).all()


def test_a_path_is_marked_said_and_brought_in(view):
    view.steps.isolate(at(view, "c", "y"))
    view.canvas.select_nodes(at(view, "c", "y"))
    view.command("graph.path").run()
    assert shown(view) == {"c", "hub", "b", "y"}
    assert view.exploring.marks.nodes == {"c", "hub", "b", "y"}
    assert view.remark.text() == "1 shortest path of 3 edges"
    view.command("graph.unmark").run()
    assert not view.exploring.marks.nodes


def test_another_layout_is_seen_whole_and_undo_goes_back_to_where_the_reader_looked(view, qtbot):
    view.canvas.zoom(6.0)
    view.canvas.look(view.canvas.camera.panned(900, 700))
    camera = view.canvas.camera
    with qtbot.waitSignal(view.reading.placed):
        view.choose_layout("layered")
    positions = view.exploring.positions[view.exploring.shown]
    seen = view.canvas.camera.to_widget(positions, view.canvas.width(), view.canvas.height())
    assert ((seen >= 0) & (seen <= (view.canvas.width(), view.canvas.height()))).all()
    view.exploring.undo()
    assert view.canvas.camera == camera


def test_escape_lets_go_of_the_selection_and_then_of_the_marks(view, qtbot):
    graph = view.exploring.graph
    view.steps.path(0, int(graph.target[graph.source == 0][0]))
    view.canvas.select_node(0)
    view.canvas.setFocus()
    qtbot.keyClick(view.canvas, Qt.Key.Key_Escape)
    assert view.canvas.selected_node is None
    assert view.exploring.marks.nodes
    qtbot.keyClick(view.canvas, Qt.Key.Key_Escape)
    assert not view.exploring.marks.nodes


def test_where_no_path_leads_that_is_said_and_nothing_changes(view):
    before = seen(view)
    view.steps.path(*at(view, "c", "alone").tolist())
    assert view.remark.text() == "No path from 'Node c' to 'Node alone'"
    view.steps.path(*at(view, "z", "hub").tolist(), directed=True)
    assert view.remark.text() == "No path from 'Node z' to 'Node hub' along the arrows"
    view.steps.path(*at(view, "c", "a").tolist(), edge_type="blocks")
    assert view.remark.text() == "No path from 'Node c' to 'Node a' over blocks"
    assert seen(view) == before


def test_the_other_end_of_a_path_is_chosen_in_its_menu(view):
    told(view.menus.menu(int(at(view, "c")[0]), None))["Path from here…"].trigger()
    texts = told(view.menus.menu(int(at(view, "a")[0]), None))
    texts["Path from Node c to here / Shortest, in any direction"].trigger()
    assert view.exploring.marks.nodes == {"c", "hub", "a"}


def test_edges_several_nodes_and_the_ground_have_their_menus(view, qtbot):
    edge = next(at for at in range(8) if view.exploring.graph.edge_ids[at] == "e2")
    texts = told(view.menus.menu(None, edge))
    texts["Hide all blocks"].trigger()
    assert view.note().startswith("8 nodes, 6 of 8 edges")
    with qtbot.waitSignal(view.openRequested) as opened:
        texts["Open in its table"].trigger()
    assert opened.args[0].get("table") == "edges"
    view.canvas.select_nodes(at(view, "a", "b"))
    several = told(view.menus.menu(int(at(view, "a")[0]), None))
    assert "Path between the two / Shortest along the arrows" in several
    several["Show only these"].trigger()
    assert shown(view) == {"a", "b"}
    told(view.menus.menu(None, None))["Show the whole graph again"].trigger()
    assert len(shown(view)) == 8


def test_dragging_pins_and_moves_that_node_alone(view):
    before, still = view.canvas.scene.positions.copy(), seen(view)
    node = int(at(view, "a")[0])
    view.canvas.lift(at(view, "a"))
    view.canvas.carry(before[at(view, "a")] + 50)
    view.canvas.put_down()
    moved = (view.canvas.scene.positions != before).any(1)
    assert np.flatnonzero(moved).tolist() == [node]
    assert view.exploring.pinned == {"a"}
    view.exploring.undo()
    assert seen(view)[:4] == still[:4]
    assert view.exploring.pinned == frozenset()


def test_pinned_nodes_stay_in_another_layout(view, qtbot):
    view.exploring.pin(at(view, "a", "x"))
    before = view.canvas.scene.positions.copy()
    view.bar.layoutChosen.emit("layered")
    settle(qtbot, view)
    pinned = at(view, "a", "x")
    assert (view.canvas.scene.positions[pinned] == before[pinned]).all()
    assert (view.canvas.scene.positions != before).any()


def test_filters_are_in_the_address_and_lead_back(view, context, file, qtbot):
    view.exploring.set_listed("edge_types", {"blocks"})
    view.steps.isolate(at(view, "hub", "a", "b", "c"))
    link = view.address().link()
    other = GraphView(context, view.source, parse_location(link))
    qtbot.addWidget(other)
    other.resize(1000, 700)
    other.show()
    settle(qtbot, other)
    assert shown(other) == {"hub", "a", "b", "c"}
    assert other.note() == view.note()
    other.show_location(location(str(file), "graph"))
    assert len(shown(other)) == 8
    other.exploring.undo()
    assert shown(other) == {"hub", "a", "b", "c"}


def test_going_back_to_a_picture_tells_no_new_place(view, qtbot):
    first = view.location()
    view.steps.hide(at(view, "a"))
    second = view.location()
    assert second.get("hide.node") == "a"
    with qtbot.assertNotEmitted(view.locationChanged):
        view.show_location(first)
    assert len(shown(view)) == 8
    assert view.location() == first


def test_reading_again_keeps_what_is_shown_where_it_stands(view, qtbot, file):
    view.steps.isolate(at(view, "hub", "x"))
    view.steps.expand(int(at(view, "hub")[0]))
    view.canvas.select_nodes(at(view, "hub", "c"))
    kept = {id: view.canvas.scene.positions[at(view, id)[0]].tolist() for id in shown(view)}
    marks = shown(view), view.canvas.camera
    connection = apsw.Connection(str(file))
    connection.execute(INSERT_NODE, ("0new", "task", "New", "2027-01-01", "2027-01-01"))
    connection.execute(INSERT_EDGE, ("e99", "0new", "hub", "blocks"))
    connection.execute("UPDATE nodes SET status = 'done' WHERE id = 'a'")
    connection.close()
    view.refresh()
    settle(qtbot, view)
    (nodes, before), camera = marks, view.canvas.camera
    assert (shown(view), camera.x, camera.scale) == (nodes, before.x, before.scale)
    # the line that says that the file changed may come or go meanwhile: the middle moves by half its height
    assert abs(camera.y - before.y) * camera.scale < 20
    assert {id: view.canvas.scene.positions[at(view, id)[0]].tolist() for id in shown(view)} == kept
    assert sorted(view.canvas.selected_nodes().tolist()) == sorted(at(view, "hub", "c").tolist())
    view.exploring.undo()
    assert shown(view) == {"hub", "x"}
    view.steps.expand(int(at(view, "hub")[0]))
    assert "0new" in shown(view)


def test_counts_tell_what_each_choice_would_show(view):
    view.exploring.set_listed("types", {"task"})
    facets = view.exploring.facets
    assert facets.types() == {"note": 5, "task": 3}
    assert facets.edge_types() == {"part_of": 3, "depends_on": 0, "blocks": 0}
    assert facets.hides() == {"types": 3}
    assert view.exploring.filter == GraphFilter(types=frozenset({"task"}))


def test_lineage_names_its_cycle(view, qtbot):
    view.steps.lineage(int(at(view, "a")[0]))
    settle(qtbot, view)
    assert shown(view) == {"hub", "c", "a", "x", "y", "z"}
    assert "3 nodes on a cycle: " in view.remark.text()
    assert view.exploring.marks.nodes == {"x", "y", "z"}
    view.steps.lineage(int(at(view, "a")[0]), "depends_on")
    assert view.remark.text() == "1 before, 0 after, no cycle"


def test_a_hit_that_is_not_shown_is_told_and_can_be_started_from(view, qtbot):
    view.steps.isolate(at(view, "hub"))
    view.bar._find.setText("node x")
    assert view.bar._hits.text() == "none found, 1 not shown"
    view.command("graph.start_found").run()
    settle(qtbot, view)
    assert shown(view) == {"x"}
    assert view.bar._hits.text() == "1 found"


def test_what_was_changed_last_is_a_start(view, qtbot):
    view.steps.start_from(at(view, "z", "alone"), "two")
    view.command("graph.start_recent").run()
    settle(qtbot, view)
    assert len(shown(view)) == 8, "there are fewer than a start takes"


def test_nodes_get_their_own_places_in_whatever_order_they_come(view, qtbot):
    view.steps.start_from(at(view, "hub", "a", "x", "y", "z"), "five")
    settle(qtbot, view)
    places = view.canvas.scene.positions.copy()
    view.exploring.undo()
    view.steps.start_from(at(view, "z", "x", "hub", "y", "a"), "five")
    settle(qtbot, view)
    assert (view.canvas.scene.positions == places).all()


def test_keys_of_the_window_reach_the_steps(view, qtbot):
    shortcuts = {one.id: one.shortcut for one in view.commands()}
    assert shortcuts["graph.undo"] == "Ctrl+Z"
    view.canvas.select_node(int(at(view, "hub")[0]))
    for id in ("graph.isolate", "graph.expand", "graph.collapse", "graph.pin", "graph.lineage", "graph.hide"):
        assert view.command(id).when(), id
        view.command(id).run()
        settle(qtbot, view)
    assert "hub" not in shown(view)


def opened_again(qtbot, context, view, file, **params):
    """The same graph in another view, as the next run would open it."""
    other = GraphView(context, view.source, location(str(file), "graph", **params))
    qtbot.addWidget(other)
    other.resize(1000, 700)
    other.show()
    settle(qtbot, other)
    return other


def test_places_and_pins_outlive_the_run(view, qtbot, context, file):
    before = view.canvas.scene.positions[at(view, "a")].copy()
    view.canvas.lift(at(view, "a"))
    view.canvas.carry(before + 80)
    view.canvas.put_down()
    settle(qtbot, view)
    connection = apsw.Connection(str(file))
    connection.execute(INSERT_NODE, ("0new", "task", "New", "2027-01-01", "2027-01-01"))
    connection.execute(INSERT_EDGE, ("e99", "0new", "hub", "blocks"))
    connection.close()
    other = opened_again(qtbot, context, view, file)
    ids = [id for id in view.exploring.graph.ids if id in other.exploring.graph.index]
    assert len(ids) == 8
    assert (other.canvas.scene.positions[at(other, *ids)] == view.canvas.scene.positions[at(view, *ids)]).all()
    assert other.exploring.pinned == {"a"}
    assert np.isfinite(other.canvas.scene.positions).all()


def test_the_same_layout_again_starts_afresh_and_is_undone(view, qtbot):
    # the first one was made before the view had its size
    view.bar.layoutChosen.emit("force")
    settle(qtbot, view)
    start = view.canvas.scene.positions.copy()
    view.canvas.lift(at(view, "a", "b"))
    view.canvas.carry(start[at(view, "a", "b")] + 500)
    view.canvas.put_down()
    view.exploring.pin(at(view, "a", "b"), False)
    moved = seen(view)
    view.bar.layoutChosen.emit("force")
    settle(qtbot, view)
    assert (view.canvas.scene.positions == start).all()
    view.exploring.undo()
    assert seen(view) == moved


def test_layers_run_where_the_reader_wants_them(view, qtbot, context, file):
    view.bar.layoutChosen.emit("layered")
    settle(qtbot, view)
    assert view.bar._direction.isVisible()
    along = view.canvas.scene.positions[at(view, "hub", "a")]
    assert along[1, 0] > along[0, 0]
    view.bar._direction.setCurrentIndex(view.bar._direction.findData("up"))
    view.bar._direction.activated.emit(view.bar._direction.currentIndex())
    settle(qtbot, view)
    along = view.canvas.scene.positions[at(view, "hub", "a")]
    assert along[1, 1] < along[0, 1]
    assert view.location().get("layout") == "layered.up"
    view.exploring.undo()
    assert view.location().get("layout") == "layered"
    assert view.bar._direction.currentData() == "right"
    view.exploring.undo()
    assert not view.bar._direction.isVisible()


def test_rings_stand_around_the_node_that_is_chosen(view, qtbot):
    told(view.menus.menu(int(at(view, "x")[0]), None))["Rings around it"].trigger()
    settle(qtbot, view)
    positions = view.canvas.scene.positions
    near, far = (np.hypot(*(positions[at(view, id)] - positions[at(view, "x")])[0]) for id in ("a", "hub"))
    assert near < far
    assert view.location().get("layout") == "radial.x"


def test_a_layout_that_there_is_not_is_the_usual_one(view, qtbot, context, file):
    other = opened_again(qtbot, context, view, file, layout="spiral")
    assert other.states.state() == ViewState.CONTENT
    assert np.isfinite(other.canvas.scene.positions).all()


def test_coming_back_shows_the_picture_as_it_was_left(view, qtbot, context, file):
    view.steps.isolate(at(view, "hub"))
    view.steps.expand(int(at(view, "hub")[0]))
    view.canvas.zoom(1.7)
    view.canvas.select_nodes(at(view, "a"))
    place, bearings, left = view.location(), view.bearings(), seen(view)
    view.steps.show_everything()
    view.canvas.select_node(int(at(view, "z")[0]), reveal=True)
    view.return_to(place, bearings)
    assert seen(view) == left
    assert view.location() == place
    other = GraphView(context, view.source, place)
    qtbot.addWidget(other)
    other.resize(1000, 700)
    other.show()
    other.return_to(place, bearings)
    settle(qtbot, other)
    assert seen(other) == left


def test_a_large_graph_says_that_it_is_an_overview_and_where_to_start(view, qtbot, monkeypatch):
    monkeypatch.setattr("inspector.ui.graph.view.LARGE", 7)
    assert not view.partial.isVisible()
    view.refresh()
    settle(qtbot, view)
    assert "An overview of 8 nodes" in view.partial.text()
    view.partial._button.click()
    settle(qtbot, view)
    assert view.exploring.filter.only is not None
    assert not view.partial.isVisible()
    view.exploring.undo()
    assert view.partial.isVisible()


def test_what_takes_long_is_looked_for_off_the_ui_thread(view, qtbot, monkeypatch):
    monkeypatch.setattr("inspector.ui.graph.state.steps.AT_ONCE", 0)
    view.steps.path(*at(view, "c", "y").tolist())
    assert not view.exploring.marks.nodes
    settle(qtbot, view)
    assert view.exploring.marks.nodes == {"c", "hub", "b", "y"}
