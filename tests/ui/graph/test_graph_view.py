"""The graph as a tab: it reads its source, says what it covers, filters, finds, selects rows, opens and comes back."""

import apsw
import pytest
from PySide6.QtCore import Qt

from inspector.db.rows import RowRef
from inspector.ui.graph.side.entry_list import EntryList
from inspector.ui.graph.view import GraphView
from inspector.ui.states import ViewState
from inspector.ui.view import discover
from inspector.workspace.location import location
from inspector.workspace.opening.open_source import open_source

SCHEMA = """
    CREATE TABLE nodes (id TEXT PRIMARY KEY, type TEXT NOT NULL, title TEXT NOT NULL, status TEXT NOT NULL,
        project TEXT NOT NULL, git_branch TEXT DEFAULT 'main', metadata TEXT DEFAULT '{}', tags TEXT DEFAULT '[]',
        created_at TEXT NOT NULL, updated_at TEXT NOT NULL);
    CREATE TABLE edges (id TEXT PRIMARY KEY, source_id TEXT NOT NULL REFERENCES nodes(id),
        target_id TEXT NOT NULL REFERENCES nodes(id), type TEXT NOT NULL, properties TEXT DEFAULT '{}',
        project TEXT NOT NULL, git_branch TEXT DEFAULT 'main', created_at TEXT NOT NULL);
    CREATE TABLE schema_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
    INSERT INTO schema_meta VALUES ('version', '3');
"""
NODES = [("t1", "task", "Write the log", "done"), ("t2", "task", "Merge the logs", "pending")]
NODES += [("d1", "decision", "Log as JSON lines", "accepted"), ("o1", "observation", "Alone", "active")]
EDGES = [("e1", "t2", "t1", "depends_on"), ("e2", "d1", "t1", "decided_in"), ("e3", "t2", "lost", "blocks")]


def write(path, nodes, edges):
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(SCHEMA)
    with connection:
        for id, type, title, status in nodes:
            connection.execute(
                "INSERT INTO nodes (id, type, title, status, project, created_at, updated_at) "
                "VALUES (?,?,?,?,'p','2026-05-01T00:00:00Z','2026-05-01T00:00:00Z')",
                (id, type, title, status),
            )
        for id, source, target, type in edges:
            connection.execute(
                "INSERT INTO edges (id, source_id, target_id, type, project, created_at) "
                "VALUES (?,?,?,?,'p','2026-05-01T00:00:00Z')",
                (id, source, target, type),
            )
    connection.close()


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "graph.db"
    write(path, NODES, EDGES)
    return path


@pytest.fixture
def shown(qtbot, context):
    """Opens the graph view of a file and waits until it is drawn."""
    sources = []

    def show(path, wait=True, **params):
        source = open_source(str(path))
        sources.append(source)
        view = GraphView(context, source, location(str(path), "graph", **params))
        qtbot.addWidget(view)
        view.resize(1000, 700)
        view.show()
        if wait:
            drawn(qtbot, view)
        return view

    yield show
    for source in sources:
        source.close()


def drawn(qtbot, view):
    qtbot.waitUntil(
        lambda: (
            not view.context.runner.running() and view.canvas.settled() and view.states.state() != ViewState.LOADING
        ),
        timeout=20_000,
    )


def node(view, id):
    return view.canvas.scene.graph.index[id]


def listed(view, key) -> EntryList:
    return view.side.page("filters").section(key).list


def entry(view, key, text):
    return next(one for one in listed(view, key).entries.entries() if one.text == text)


def click(qtbot, view, key, text, keys=Qt.KeyboardModifier.NoModifier):
    shown = listed(view, key)
    row = [one.text for one in shown.entries.entries()].index(text)
    place = shown.visualRect(shown.entries.index(row)).center()
    qtbot.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, keys, place)


def test_the_kind_is_discovered_without_loading_its_module():
    kind = discover().get("graph")
    assert kind is not None
    assert kind.title == "Graph"
    assert kind.factory == "inspector.ui.graph.view:GraphView"


def test_a_folder_without_a_database_of_its_own_is_not_offered_as_a_graph(file):
    kind = discover().get("graph")
    folder, alone = open_source(str(file.parent)), open_source(str(file))
    assert folder.database is None
    assert not kind.applies(folder)
    assert kind.applies(alone)
    folder.close()
    alone.close()


def test_the_first_graph_that_has_nodes_is_drawn(shown, tmp_path):
    write(tmp_path / "graph.db", [], [])
    view = shown(tmp_path / "graph.db")
    assert view.states.state() == ViewState.CONTENT
    assert "nodes" in view.canvas.scene.graph.labels


def test_it_draws_the_source_and_says_what_it_covers(shown, file):
    view = shown(file)
    assert view.states.state() == ViewState.CONTENT
    assert view.note() == "5 nodes, 3 edges; 1 isolated node; 1 edge with a missing end"
    assert set(view.canvas.scene.graph.labels) == {title for _, _, title, _ in NODES} | {"lost"}


def test_selecting_a_node_or_an_edge_tells_which_row_it_is(shown, file, qtbot):
    view = shown(file)
    with qtbot.waitSignal(view.rowSelected) as selected:
        view.canvas.select_node(node(view, "t2"))
    assert selected.args[0][:2] == (view.source, RowRef("main", "nodes", (2,)))
    with qtbot.waitSignal(view.rowSelected) as selected:
        view.canvas.select_edge(1)
    assert selected.args[0][1] == RowRef("main", "edges", (2,))
    with qtbot.waitSignal(view.rowSelected) as selected:
        view.canvas.select_node(node(view, "lost"))
    assert selected.args[0][1] is None
    with qtbot.waitSignal(view.rowSelected) as selected:
        view.canvas.select_node(None)
    assert selected.args == [None]


def test_the_location_follows_the_selection_and_leads_back(shown, file):
    view = shown(file)
    view.canvas.select_node(node(view, "d1"))
    there = view.location()
    assert there.get("node") == "d1"
    view.canvas.select_node(None)
    assert view.location().get("node") == ""
    view.show_location(there)
    assert view.canvas.selected_node == node(view, "d1")


def test_a_link_to_a_node_selects_it(shown, file):
    view = shown(file, node="t1")
    assert view.canvas.selected_node == node(view, "t1")


def test_a_node_opens_in_its_table(shown, file, qtbot):
    view = shown(file)
    with qtbot.waitSignal(view.openRequested) as opened:
        view.canvas.nodeActivated.emit(node(view, "t2"))
    assert opened.args == [location(str(file), "table", table="nodes", key="2")]


def test_unticking_a_type_hides_its_nodes_and_edges(shown, file, qtbot):
    view = shown(file)
    click(qtbot, view, "types", "task")
    assert view.note().startswith("3 of 5 nodes, 0 of 3 edges")
    click(qtbot, view, "types", "task")
    assert view.note().startswith("5 nodes, 3 edges")


def test_unticking_an_edge_type_keeps_the_nodes(shown, file, qtbot):
    view = shown(file)
    click(qtbot, view, "edge_types", "depends_on")
    assert view.note().startswith("5 nodes, 2 of 3 edges")


def test_the_filters_count_types_states_and_edges(shown, file):
    view = shown(file)
    assert entry(view, "types", "task").count == 2
    assert entry(view, "statuses", "open").count == 1
    assert entry(view, "edge_types", "decided_in").count == 1
    assert entry(view, "types", "missing").count == 1


def test_only_one_type_and_all_again(shown, file, qtbot):
    view = shown(file)
    click(qtbot, view, "types", "decision", Qt.KeyboardModifier.ControlModifier)
    assert view.note().startswith("1 of 5 nodes")
    assert not entry(view, "types", "task").on
    view.steps.show_everything()
    assert view.note().startswith("5 nodes")
    assert entry(view, "types", "task").on


def test_only_what_is_around_a_node(shown, file):
    view = shown(file)
    view.steps.show_around(node(view, "d1"), 1)
    assert view.note().startswith("2 of 5 nodes, 1 of 3 edges")
    view.steps.show_around(node(view, "d1"), 2)
    assert view.note().startswith("3 of 5 nodes, 2 of 3 edges")


def test_finding_rings_the_hits_and_return_goes_through_them(shown, file, qtbot):
    view = shown(file)
    view.find()
    field = view.bar.findChild(type(view.bar._find))
    qtbot.keyClicks(field, "LOG")
    graph = view.canvas.scene.graph
    assert {graph.ids[hit] for hit in view.finding.hits} == {"t1", "t2", "d1"}
    visited = []
    for _ in range(3):
        qtbot.keyClick(field, Qt.Key.Key_Return)
        visited.append(graph.ids[view.canvas.selected_node])
    assert set(visited) == {"t1", "t2", "d1"}
    assert visited[0] == "d1", "labels that begin with the word come first"
    qtbot.keyClicks(field, "zzz")
    assert not len(view.finding.hits)


def test_another_layout_keeps_the_selection(shown, file, qtbot):
    view = shown(file)
    view.canvas.select_node(node(view, "t1"))
    before = view.canvas.scene.positions.copy()
    view.bar.layoutChosen.emit("columns")
    drawn(qtbot, view)
    assert (view.canvas.scene.positions != before).any()
    assert view.canvas.selected_node == node(view, "t1")
    assert view.location().get("layout") == "columns"


def test_refreshing_shows_what_was_written_and_keeps_the_selection(shown, file, qtbot):
    view = shown(file)
    view.canvas.select_node(node(view, "d1"))
    connection = apsw.Connection(str(file))
    connection.execute("INSERT INTO nodes VALUES ('t0','task','New','pending','p','main','{}','[]','2026','2026')")
    connection.close()
    view.canvas.zoom(1.7)
    scale, place = view.canvas.camera.scale, view.canvas.place_of(node(view, "d1"))
    view.refresh()
    drawn(qtbot, view)
    assert view.note().startswith("6 nodes")
    assert view.canvas.camera.scale == scale
    assert (view.canvas.place_of(node(view, "d1")) - place).manhattanLength() < 1
    assert view.canvas.selected_node == node(view, "d1")


def test_every_file_has_its_schema_as_a_graph(shown, file, qtbot):
    view = shown(file)
    view.bar.projectionChosen.emit("schema")
    drawn(qtbot, view)
    assert "edges" in view.canvas.scene.graph.labels
    with qtbot.waitSignal(view.openRequested) as opened:
        view.canvas.nodeActivated.emit(node(view, "main.edges"))
    assert opened.args == [location(str(file), "table", table="edges")]


def test_a_graph_without_nodes_says_so(shown, tmp_path):
    path = tmp_path / "empty.db"
    write(path, [], [])
    view = shown(path, graph="state")
    assert view.states.state() == ViewState.EMPTY
    assert "no nodes" in view.states.text()


def test_a_file_that_is_gone_is_an_error_with_a_way_to_try_again(shown, file, qtbot):
    view = shown(file)
    content = file.read_bytes()
    view.source.close()
    file.unlink()
    view.refresh()
    drawn(qtbot, view)
    assert view.states.state() == ViewState.ERROR
    assert str(file) in view.states.text()
    file.write_bytes(content)
    view.refresh()
    drawn(qtbot, view)
    assert view.states.state() == ViewState.CONTENT


def test_a_cancelled_drawing_can_be_begun_again(shown, file, qtbot):
    view = shown(file, wait=False)
    view.reading.cancel()
    assert view.states.state() == ViewState.EMPTY
    view.refresh()
    drawn(qtbot, view)
    assert view.states.state() == ViewState.CONTENT


def test_what_a_limit_left_out_is_said_with_a_way_to_load_it(shown, file, qtbot, monkeypatch):
    monkeypatch.setattr("inspector.workspace.graphs.read_graph.NODE_LIMIT", 3)
    view = shown(file)
    assert view.note().startswith("3 of 4 nodes")
    assert "3 of 4 nodes" in view.partial.text()
    view.partial._button.click()
    drawn(qtbot, view)
    assert view.note().startswith("5 nodes")
    assert not view.partial.isVisible()


def test_its_commands_work_without_a_mouse(shown, file):
    view = shown(file)
    commands = {command.id: command for command in view.commands()}
    assert commands["graph.fit"].shortcut == "Ctrl+0"
    assert commands["graph.fit"].when()
    view.canvas.zoom(5.0)
    commands["graph.fit"].run()
    assert view.canvas.camera.scale < 2


@pytest.mark.parametrize(
    ("name", "figures"), [("small", "85 nodes, 101 edges"), ("large", "10,000 nodes, 21,260 edges")]
)
def test_real_projects_are_drawn_whole(shown, real_database, name, figures):
    view = shown(real_database(f"state-memory/{name}") / "graph.db")
    assert view.note().startswith(figures)
    assert not view.canvas.grab().isNull()
