"""Graphs that a Location describes: the rows around a row, and the answer to a query, in the graph view."""

import apsw
import pytest

from inspector.db.rows import RowRef
from inspector.ui.graph.view import GraphView
from inspector.ui.states import ViewState
from inspector.workspace.graphs.wanted import answer_location, around_location
from inspector.workspace.opening.open_source import open_source


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "shop.db"
    connection = apsw.Connection(str(path))
    connection.execute("""
        CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, boss INTEGER REFERENCES people(id));
        CREATE TABLE orders (id INTEGER PRIMARY KEY, person INTEGER REFERENCES people(id), what TEXT);
        INSERT INTO people VALUES (1, 'Ann', NULL), (2, 'Bob', 1), (3, 'Cy', 2);
        INSERT INTO orders VALUES (10, 1, 'tea'), (11, 2, 'ink');
    """).fetchall()
    connection.close()
    opened = open_source(str(path))
    yield opened
    opened.close()


@pytest.fixture
def shown(qtbot, context, source):
    """Opens a graph view at a place and waits until it is drawn."""

    def show(place):
        view = GraphView(context, source, place)
        qtbot.addWidget(view)
        view.resize(900, 600)
        view.show()
        return view

    return show


def labels(view):
    return set(view.exploring.graph.labels) if view.exploring.graph is not None else set()


def test_the_rows_around_a_row_are_drawn_and_one_goes_on_from_them(shown, source, qtbot):
    view = shown(around_location(source.path, RowRef("main", "people", (1,))))
    qtbot.waitUntil(lambda: "Ann" in labels(view), timeout=20_000)
    assert "Cy" not in labels(view)
    opened = []
    view.openRequested.connect(opened.append)
    bob = view.exploring.graph.labels.index("Bob")
    menu = view.menus.menu(bob, None)
    rows = next(a.menu() for a in menu.actions() if a.text() == "Draw the rows around it")
    rows.actions()[1].trigger()
    assert opened == [around_location(source.path, RowRef("main", "people", (2,)), 2)]
    view.show_location(opened[0])
    qtbot.waitUntil(lambda: "Cy" in labels(view), timeout=20_000)
    assert view.exploring.graph.labels[0] == "Bob"


def test_an_answer_is_drawn_in_the_graph_view(shown, source, qtbot):
    sql = "SELECT p.name AS source, o.what AS target, 'ordered' AS type, 2 AS weight FROM people p, orders o"
    view = shown(answer_location(source.path, f"{sql} WHERE o.person = p.id"))
    qtbot.waitUntil(lambda: labels(view) == {"Ann", "Bob", "tea", "ink"}, timeout=20_000)
    assert view.exploring.graph.edge_type_counts() == {"ordered": 2}
    assert not view.sql.known(), "no SELECT of nodes stands for it"


def test_an_answer_that_is_no_graph_is_an_error_in_words(shown, source, qtbot):
    view = shown(answer_location(source.path, "SELECT 1"))
    qtbot.waitUntil(lambda: view.states.state() is ViewState.ERROR, timeout=20_000)
