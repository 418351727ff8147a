"""What a graph view reads: the graph of its place, laid out as suits it."""

import apsw
import pytest

from inspector.cancel import CancelToken
from inspector.db.rows import RowRef
from inspector.ui.graph.state.loading import SCHEMA, Wanted, load
from inspector.workspace.graphs.wanted import around_location
from inspector.workspace.opening.open_source import open_source


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "team.db"
    connection = apsw.Connection(str(path))
    connection.execute("""
        CREATE TABLE people (id INTEGER PRIMARY KEY, boss INTEGER REFERENCES people(id));
        INSERT INTO people VALUES (1, NULL), (2, 1), (3, 1), (4, 1), (5, 2);
    """).fetchall()
    connection.close()
    opened = open_source(str(path))
    yield opened
    opened.close()


def test_a_file_without_graphs_of_its_own_shows_its_tables(source):
    loaded = load(source, Wanted(), CancelToken())
    assert loaded.projection is SCHEMA
    assert loaded.layout == SCHEMA.layout
    assert loaded.graph.ids == ("main.people",)


@pytest.mark.parametrize(
    ("layout", "placed"), [("", "radial.people:5"), ("radial", "radial.people:5"), ("force", "force")]
)
def test_the_row_that_is_asked_for_stands_in_the_middle(source, layout, placed):
    place = around_location(source.path, RowRef("main", "people", (5,)), 2)
    loaded = load(source, Wanted("around", layout, place=place), CancelToken())
    assert loaded.graph.ids == ("people:5", "people:2", "people:1")
    assert loaded.layout == placed
