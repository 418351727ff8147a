"""A graph keeps everything that is stored: parallel edges, loops, missing ends, duplicates, isolated nodes."""

import numpy as np
import pytest

from inspector.db.rows import RowRef
from inspector.db.values import BadText, Large
from inspector.graph.model import PLACEHOLDER, EdgeRow, NodeRow, build_graph
from inspector.graph.status import PLAIN_WORDS, STATUSES, StatusMap


def graph_of(*edges, nodes=None):
    names = nodes if nodes is not None else sorted({end for edge in edges for end in edge[:2]})
    return build_graph([(name, "task") for name in names], [(*edge, "to")[:3] for edge in edges])


def test_parallel_edges_and_self_loops_stay_apart():
    graph = graph_of(("a", "b", "blocks"), ("a", "b", "depends_on"), ("b", "a", "blocks"), ("c", "c", "x"))
    assert len(graph) == 3
    assert graph.edge_count == 4
    assert graph.degrees.tolist() == [3, 3, 2]
    assert graph.edge_type_counts() == {"blocks": 2, "depends_on": 1, "x": 1}


def test_a_missing_end_becomes_a_marked_placeholder_and_is_counted():
    graph = build_graph([("a", "task")], [("a", "gone", "x"), ("gone", "a", "x"), ("a", "a", "x")])
    assert graph.ids == ("a", "gone")
    assert graph.placeholder.tolist() == [False, True]
    assert graph.dangling == 2
    assert graph.dangling_edges.tolist() == [0, 1]
    assert graph.type_counts() == {"task": 1, PLACEHOLDER: 1}
    assert graph.row_of(1) is None


def test_null_ends_are_not_one_and_the_same_node():
    graph = build_graph([("a", "task")], [("a", None, "x"), (None, "a", "x"), ("a", None, "x")])
    assert len(graph) == 4
    assert graph.dangling == 3
    assert graph.degrees.tolist() == [3, 1, 1, 1]


def test_an_id_that_comes_twice_is_one_node_and_is_counted():
    graph = build_graph(
        [("a", "task", None, "first"), ("b", "task", None, "b"), ("a", "x", None, "second")], [("b", "a")]
    )
    assert graph.ids == ("a", "b")
    assert graph.labels == ("first", "b")
    assert graph.duplicates == 1
    assert (graph.source.tolist(), graph.target.tolist()) == ([1], [0])


def test_isolated_nodes_are_those_without_an_edge_to_another():
    graph = graph_of(("a", "b"), ("c", "c"), nodes="abcd")
    assert graph.isolated.tolist() == [2, 3]


def test_components_are_numbered_by_size():
    graph = graph_of(("a", "b"), ("c", "d"), ("d", "e"), nodes="abcdef")
    assert graph.components.tolist() == [1, 1, 0, 0, 0, 2]
    assert graph.component_count == 3


def test_nothing_is_a_graph_too():
    graph = build_graph([], [])
    assert (len(graph), graph.edge_count, graph.component_count, graph.dangling) == (0, 0, 0, 0)
    assert graph.isolated.tolist() == []


def test_types_are_named_most_frequent_first():
    graph = build_graph([("a", "x"), ("b", "y"), ("c", "y"), ("d", None)], [])
    assert graph.type_names == ("y", "", "x")
    assert graph.type_counts() == {"y": 2, "": 1, "x": 1}


def test_a_blank_label_gives_way_to_the_id():
    graph = build_graph([("a", "x", None, "  "), (7, "x", None, None), ("c", "x", None, 12)], [])
    assert graph.labels == ("a", "7", "12")


def test_cells_that_are_no_text_still_make_labels():
    labels = [b"\xff\x00", BadText(b"caf\xe9"), Large("text", "long", 9_000_000)]
    graph = build_graph([(i, "x", None, label) for i, label in enumerate(labels)], [])
    assert graph.labels == ("x'ff00'", "caf\\xe9", "long…")


def test_rows_say_where_they_came_from():
    node = NodeRow("a", "task", "done", "A", "main", "nodes", 41)
    edge = EdgeRow("a", "a", "x", None, None, "e1", None, "edges", 7)
    graph = build_graph([node], [edge])
    assert graph.row_of(0) == RowRef("main", "nodes", (41,))
    assert graph.edge_row_of(0) == RowRef("main", "edges", (7,))
    assert graph.edge_ids == ("e1",)


@pytest.mark.parametrize("weight", [None, "heavy", 0, -2, float("inf"), float("nan")])
def test_a_weight_that_is_no_positive_number_pulls_like_one(weight):
    graph = build_graph([("a",)], [("a", "a", "x", None, weight)])
    assert graph.weights.tolist() == [1.0]


def test_degrees_by_type_tell_the_direction():
    graph = graph_of(("a", "b", "blocks"), ("a", "b", "needs"), ("b", "a", "blocks"), ("a", "a", "self"))
    assert graph.degrees_by_type(0) == {
        ("out", "blocks"): 1,
        ("out", "needs"): 1,
        ("out", "self"): 1,
        ("in", "blocks"): 1,
        ("in", "self"): 1,
    }


def test_a_subgraph_keeps_edges_between_its_nodes_and_the_totals_of_the_whole():
    graph = graph_of(("a", "b"), ("b", "c"), ("c", "a"), ("c", "gone"), nodes="abc")
    part = graph.subgraph(np.array([0, 2, 3]))
    assert part.ids == ("a", "c", "gone")
    assert (part.source.tolist(), part.target.tolist()) == ([1, 1], [0, 2])
    assert part.dangling == 1
    assert (part.total_nodes, part.total_edges, part.partial) == (4, 4, True)
    assert not graph.partial


def test_a_subgraph_can_leave_out_edges():
    graph = graph_of(("a", "b", "x"), ("a", "b", "y"))
    part = graph.subgraph(np.array([True, True]), np.array([False, True]))
    assert part.edge_type_counts() == {"x": 0, "y": 1}


@pytest.mark.parametrize(
    ("type", "status", "state"),
    [
        ("task", "in_progress", "active"),
        ("task", " Done ", "done"),
        ("task", None, "none"),
        ("task", "", "none"),
        ("task", "waiting for Bob", "unknown"),
        ("blocker", "active", "blocked"),
    ],
)
def test_a_status_becomes_a_state(type, status, state):
    known = StatusMap(PLAIN_WORDS.words, {("blocker", "active"): "blocked"})
    assert known.state(type, status) == state
    assert STATUSES[known.code(type, status)] == state


def test_states_are_counted_and_the_stored_words_kept():
    graph = build_graph([("a", "t", "done"), ("b", "t", "waiting for Bob"), ("c", "t", None)], [("a", "gone")])
    assert graph.status_counts() == {"none": 2, "done": 1, "unknown": 1}
    assert graph.status_texts == ("done", "waiting for Bob", "", "")


def test_a_large_graph_is_built_from_rows_quickly_enough_to_feel_like_nothing():
    nodes = [(f"n{i}", "task", "done", f"Node {i}", "main", "nodes", i) for i in range(20_000)]
    edges = [(f"n{i}", f"n{(i * 7) % 20_000}", "x") for i in range(40_000 - 1, -1, -2)]
    graph = build_graph(nodes, edges)
    assert len(graph) == 20_000 + graph.placeholder.sum()
    assert graph.source.dtype == np.int32
