"""A projection is read in one go, bounded, and says what it left out."""

import apsw
import pytest

from inspector.cancel import Cancelled, CancelToken
from inspector.db.database import open_database
from inspector.db.needs import needs
from inspector.db.rows import RowRef
from inspector.errors import SqlError, UnsupportedSchema
from inspector.graph.load import load_graph
from inspector.graph.projection import GraphProjection, GraphQuery
from inspector.graph.schema import SchemaLink, schema_graph

NODES = GraphQuery("SELECT id, type, status, title, rowid FROM nodes ORDER BY rowid", "nodes", needs=needs("nodes"))
EDGES = GraphQuery("SELECT source_id, target_id, type, NULL, NULL, id, rowid FROM edges ORDER BY rowid", "edges")
STATE = GraphProjection("state", "State", "Nodes and edges.", (NODES,), (EDGES,), needs("nodes"))


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "graph.db"
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("""
        CREATE TABLE nodes (id TEXT PRIMARY KEY, type TEXT, title TEXT, status TEXT);
        CREATE TABLE edges (id TEXT PRIMARY KEY, source_id TEXT REFERENCES nodes(id),
                            target_id TEXT REFERENCES nodes, type TEXT);
        CREATE TABLE notes (node TEXT, text TEXT, gone INTEGER REFERENCES nowhere(id));
        CREATE VIRTUAL TABLE nodes_fts USING fts5(title, content='nodes');
        CREATE VIEW open_nodes AS SELECT * FROM nodes WHERE status = 'pending';
        INSERT INTO nodes VALUES ('t1','task','One','done'),('t2','task','Two','pending'),
                                 ('m','milestone',NULL,'reached');
        INSERT INTO edges VALUES ('e1','t1','m','part_of'),('e2','t2','m','part_of'),('e3','t2','t1','depends_on'),
                                 ('e4','t2','lost','depends_on');
    """)
    connection.close()
    opened = open_database(path)
    yield opened
    opened.close()


def test_a_projection_becomes_a_graph_that_knows_its_rows(database):
    graph = load_graph(database, STATE, CancelToken())
    assert graph.ids == ("t1", "t2", "m", "lost")
    assert graph.labels == ("One", "Two", "m", "lost")
    assert graph.edge_type_counts() == {"depends_on": 2, "part_of": 2}
    assert graph.dangling == 1
    assert graph.row_of(1) == RowRef("main", "nodes", (2,))
    assert graph.edge_row_of(2) == RowRef("main", "edges", (3,))
    assert not graph.partial


def test_a_limit_counts_what_it_leaves_out_and_invents_no_missing_node(database):
    graph = load_graph(database, STATE, CancelToken(), node_limit=2)
    assert graph.ids == ("t1", "t2")
    assert (graph.total_nodes, graph.total_edges) == (3, 4)
    assert graph.edge_type_counts() == {"depends_on": 1}
    assert graph.dangling == 0


def test_a_node_that_two_selects_give_leaves_nothing_out(database):
    graph = load_graph(database, GraphProjection("s", "S", "", (NODES, NODES), ()), CancelToken())
    assert (len(graph), graph.duplicates, graph.partial) == (3, 3, False)


def test_an_edge_limit_counts_too(database):
    graph = load_graph(database, STATE, CancelToken(), edge_limit=1)
    assert (graph.edge_count, graph.total_edges, graph.partial) == (1, 4, True)


def test_a_limit_that_an_earlier_select_used_up_still_counts_the_later_one(database):
    twice = GraphProjection("two", "Two", "", (NODES, GraphQuery("SELECT 'x', 'extra', NULL, 'X'")), (EDGES,))
    graph = load_graph(database, twice, CancelToken(), node_limit=3)
    assert len(graph) == 3
    assert graph.total_nodes == 4


def test_what_the_file_lacks_is_left_out_and_said(database):
    more = GraphQuery("SELECT id, 'x', NULL, id FROM memories", "memories", needs=needs("memories", "memories.id"))
    graph = load_graph(database, GraphProjection("s", "S", "", (NODES, more), (EDGES,)), CancelToken())
    assert len(graph) == 4
    assert graph.left_out == ("nodes that need memories, memories.id, which this file does not have",)


def test_a_projection_whose_table_is_not_there_says_so(database):
    with pytest.raises(UnsupportedSchema, match="no ledger"):
        load_graph(database, GraphProjection("s", "S", "", (NODES,), (), needs("ledger")), CancelToken())


def test_bad_sql_is_an_error_and_not_an_empty_graph(database):
    with pytest.raises(SqlError):
        load_graph(
            database, GraphProjection("s", "S", "", (GraphQuery("SELECT nothing FROM nodes"),), ()), CancelToken()
        )


def test_loading_can_be_cancelled(database):
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        load_graph(database, STATE, token)


def test_a_composite_key_is_kept_whole(database):
    keyed = GraphQuery("SELECT id, type, status, title, type, id FROM nodes", "nodes")
    graph = load_graph(database, GraphProjection("s", "S", "", (keyed,), ()), CancelToken())
    assert graph.row_of(0) == RowRef("main", "nodes", ("task", "t1"))


def test_the_schema_is_a_graph_with_missing_tables_shown(database):
    graph = schema_graph(database.catalog(), [SchemaLink("notes", ("node",), "nodes", ("id",))])
    assert {name: graph.type_counts()[name] for name in ("table", "view", "virtual", "missing")} == {
        "table": 3,
        "view": 1,
        "virtual": 1,
        "missing": 1,
    }
    edges = {
        (graph.labels[a], graph.labels[b], graph.edge_type_names[t], label)
        for a, b, t, label in zip(graph.source, graph.target, graph.edge_types, graph.edge_labels, strict=True)
    }
    assert edges == {
        ("edges", "nodes", "foreign key", "source_id → nodes.id"),
        ("edges", "nodes", "foreign key", "target_id → nodes.id"),
        ("notes", "main.nowhere", "foreign key", "gone → nowhere.id"),
        ("notes", "nodes", "logical foreign key", "node → nodes.id"),
        ("nodes_fts", "nodes", "full-text index of", "title"),
    }


def test_a_real_state_graph_has_the_figures_it_is_known_for(real_database):
    opened = open_database(real_database("state-memory/small") / "graph.db")
    graph = load_graph(opened, STATE, CancelToken())
    opened.close()
    assert (len(graph), graph.edge_count, graph.dangling, len(graph.isolated)) == (85, 101, 0, 9)
