"""What a source offers to draw, and how what is no table becomes a graph: an answer, what the members tell."""

import apsw
import pytest

from inspector.cancel import CancelToken
from inspector.db.needs import needs
from inspector.errors import InvalidInput, KnownError, SqlError
from inspector.graph.gathered import Member, gather
from inspector.graph.projection import GraphQuery
from inspector.workspace.graphs.read_graph import ANSWER, offered_graphs, read_graph
from inspector.workspace.graphs.wanted import WantedGraph, answer_location, wanted_in
from inspector.workspace.location import parse_location
from inspector.workspace.opening.open_source import open_source


def database_at(path, sql):
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(sql).fetchall()
    connection.close()
    return open_source(str(path))


@pytest.fixture
def source(tmp_path):
    opened = database_at(
        tmp_path / "calls.db",
        "CREATE TABLE calls (a TEXT, b TEXT, n INTEGER, secret TEXT);"
        "INSERT INTO calls VALUES ('x', 'y', 3, 'k'), ('y', 'x', 1, NULL), ('x', 'x', NULL, NULL), ('z', NULL, 1, '')",
    )
    yield opened
    opened.close()


def drawn(source, sql, **given):
    place = parse_location(answer_location(source.path, sql, given=given).link())
    return read_graph(source, wanted_in(place), CancelToken())


def test_any_query_is_drawn_with_types_labels_and_weights(source):
    sql = (
        "SELECT n AS weight, b AS Target, a AS source, 'calls' AS type, n || ' times' AS label FROM calls WHERE n > :n"
    )
    read = drawn(source, sql, n="0")
    graph = read.graph
    assert read.projection is ANSWER
    assert ANSWER in read.projections
    assert graph.ids == ("x", "y", "z")
    assert graph.edge_type_counts() == {"calls": 2}
    assert graph.weights.tolist() == [3, 1]
    assert graph.edge_labels == ("3 times", "1 times")


def test_self_loops_opposite_edges_and_a_lone_node_of_a_query_stay(source):
    graph = drawn(source, "SELECT a AS source, b AS target FROM calls").graph
    assert sorted(zip(graph.source.tolist(), graph.target.tolist(), strict=True)) == [(0, 0), (0, 1), (1, 0)]
    assert graph.isolated.tolist() == [2]


def test_an_answer_without_ends_says_what_to_name(source):
    with pytest.raises(InvalidInput, match="source"):
        drawn(source, "SELECT a, b FROM calls")
    with pytest.raises(SqlError):
        drawn(source, "SELECT a AS source, gone AS target FROM calls")


def test_what_a_limit_leaves_of_an_answer_is_said(source, monkeypatch):
    monkeypatch.setattr("inspector.workspace.graphs.read_graph.EDGE_LIMIT", 2)
    graph = drawn(source, "SELECT a AS source, b AS target FROM calls").graph
    assert graph.left_out == ("more than 2 rows of the answer",)


def test_an_unknown_graph_is_the_first_that_has_nodes(source):
    read = read_graph(source, WantedGraph("nonsense"), CancelToken())
    assert read.projection.id == "schema"
    assert read.graph.left_out == ("the graph “nonsense”, which this file does not have (any more)",)
    assert read_graph(source, WantedGraph(), CancelToken()).graph.left_out == ()


def test_a_folder_without_a_file_is_an_error(tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(KnownError):
        offered_graphs(open_source(str(tmp_path / "empty")), CancelToken())


def test_what_members_tell_is_added_up_and_who_cannot_be_read_is_said(tmp_path):
    table = "CREATE TABLE heard (who TEXT); INSERT INTO heard VALUES ('ann'), ('ann'), ('bob');"
    sources = [
        database_at(tmp_path / "team" / "one" / "a.db", table),
        database_at(tmp_path / "team" / "two" / "b.db", table),
        database_at(tmp_path / "team" / "three" / "c.db", "CREATE TABLE other (x)"),
    ]
    members = [Member(one.title, "f", "team", one.database) for one in sources]
    query = GraphQuery("SELECT who, :above, 'says', count(*) FROM heard GROUP BY who", needs=needs("heard.who"))
    found = gather((*members, Member("Broken", "f", "team", None)), (query,), CancelToken())
    assert found.edges == (("ann", "team", "says", "4", 4.0), ("bob", "team", "says", "2", 2.0))
    assert found.left_out == ("what is told by 1 source that could not be read whole: Broken",)
    for one in sources:
        one.close()
