"""Fields say of nodes what they can be filtered by, and follow their nodes into subgraphs."""

import apsw
import numpy as np
import pytest

from inspector.cancel import CancelToken
from inspector.db.database import open_database
from inspector.db.needs import needs
from inspector.graph import load
from inspector.graph.fields import build_field
from inspector.graph.load import load_graph
from inspector.graph.projection import FieldQuery, GraphProjection, GraphQuery

INDEX = {"a": 0, "b": 1, "c": 2, "7": 3}


def test_a_choice_has_a_code_for_each_node_most_frequent_first():
    rows = [("a", "main"), ("b", "dev"), (7, "main"), ("stranger", "main"), ("c", None)]
    field = build_field("branch", "Branch", "choice", rows, INDEX, 5)
    assert field.names == ("main", "dev")
    assert field.codes.tolist() == [0, 1, -1, 0, -1]
    assert field.counts() == {"main": 2, "dev": 1}
    assert field.counts(np.array([True, False, True, False, True])) == {"main": 1, "dev": 0}
    assert field.having(["main", "gone"], 5).tolist() == [True, False, False, True, False]
    assert (field.of(1), field.of(2)) == (("dev",), ())


def test_of_several_values_of_a_choice_the_first_counts():
    field = build_field("b", "B", "choice", [("a", "one"), ("a", "two"), ("b", "three"), ("b", "two")], INDEX, 4)
    assert field.of(0) == ("one",)
    assert field.of(1) == ("three",)
    assert set(field.names) == {"one", "three"}


def test_a_list_keeps_every_value_of_a_node_once():
    rows = [("a", "x"), ("a", "y"), ("a", "x"), ("c", "y"), ("c", ""), ("gone", "z")]
    field = build_field("tags", "Tags", "list", rows, INDEX, 4)
    assert field.names == ("y", "x")
    assert (field.of(0), field.of(1), field.of(2)) == (("x", "y"), (), ("y",))
    assert field.counts() == {"y": 2, "x": 1}
    assert field.having(["x"], 4).tolist() == [True, False, False, False]
    only = field.taken(np.array([2, 1]), np.array([-1, 1, 0, -1], np.int32))
    assert (only.of(0), only.of(1)) == (("y",), ())


@pytest.mark.parametrize(
    ("stored", "seconds"),
    [
        ("1970-01-02T00:00:00Z", 86_400),
        ("1970-01-02 00:00:00", 86_400),
        ("1970-01-02T01:00:00.500+01:00", 86_400.5),
        ("1970-01-02", 86_400),
        (1_700_000_000, 1_700_000_000),
        (1_700_000_000_000, 1_700_000_000),
        (1_700_000_000_000_000, 1_700_000_000),
        (1_700_000_000_000_000_000, 1_700_000_000),
    ],
)
def test_a_time_is_read_whatever_its_form(stored, seconds):
    field = build_field("t", "T", "time", [("a", stored)], INDEX, 2)
    assert field.seconds[0] == seconds
    assert np.isnan(field.seconds[1])


@pytest.mark.parametrize("stored", ["soon", "", "2026-13-45", b"\x00"])
def test_what_is_no_time_is_none(stored):
    assert build_field("t", "T", "time", [("a", stored)], INDEX, 1).is_empty


def test_a_number_may_be_text():
    field = build_field("n", "N", "number", [("a", 4.5), ("b", "7"), ("c", "many")], INDEX, 4)
    assert np.nan_to_num(field.values, nan=-1).tolist() == [4.5, 7, -1, -1]


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "nodes.db"
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("""
        CREATE TABLE nodes (id TEXT PRIMARY KEY, branch TEXT, at TEXT, empty TEXT);
        CREATE TABLE more (id TEXT, branch TEXT);
        CREATE TABLE edges (a TEXT, b TEXT);
        INSERT INTO nodes VALUES ('n1', 'main', '2026-01-01', NULL), ('n2', 'secret-key', NULL, NULL);
        INSERT INTO more VALUES ('m1', 'main');
        INSERT INTO edges VALUES ('n1', 'n2'), ('n1', 'ghost');
    """)
    connection.close()
    opened = open_database(path)
    yield opened
    opened.close()


def projection(*fields):
    nodes = (GraphQuery("SELECT id FROM nodes", "nodes"), GraphQuery("SELECT id FROM more", "more"))
    return GraphProjection("p", "P", "", nodes, (GraphQuery("SELECT a, b FROM edges"),), fields=fields)


BRANCH = (
    FieldQuery("branch", "Branch", "choice", "SELECT id, branch FROM nodes"),
    FieldQuery("branch", "Branch", "choice", "SELECT id, branch FROM more"),
)


def test_fields_are_read_with_the_graph_from_several_tables(database):
    lacking = FieldQuery("tags", "Tags", "list", "SELECT id, tags FROM nodes", needs("nodes.tags"))
    valueless = FieldQuery("empty", "Empty", "choice", "SELECT id, empty FROM nodes")
    at = FieldQuery("at", "At", "time", "SELECT id, at FROM nodes")
    graph = load_graph(database, projection(*BRANCH, lacking, valueless, at), CancelToken())
    assert graph.ids == ("n1", "n2", "m1", "ghost")
    assert [field.id for field in graph.fields] == ["branch", "at"]
    assert graph.left_out == ()
    branch = graph.field("branch")
    assert [branch.of(node) for node in range(4)] == [("main",), ("secret-key",), ("main",), ()]
    assert graph.field("tags") is None
    part = graph.subgraph([1, 3])
    assert part.field("branch").of(0) == ("secret-key",)
    assert np.isnan(part.field("at").seconds).all()


def test_names_go_through_the_redactor(database):
    hide = lambda texts: [text.replace("secret", "*") for text in texts]  # noqa: E731
    graph = load_graph(database, projection(*BRANCH), CancelToken(), redact=hide)
    assert graph.field("branch").of(1) == ("*-key",)


def test_too_many_values_are_said(database, monkeypatch):
    monkeypatch.setattr(load, "VALUE_LIMIT", 1)
    graph = load_graph(database, projection(*BRANCH), CancelToken())
    assert graph.left_out == ("some values of Branch: there are more than 1",)
    assert graph.field("branch").counts() == {"main": 2}
