"""What is left out is exactly what was asked for, and a search finds by label and id."""

import numpy as np
import pytest

from inspector.graph.filters import GraphFilter, matching, neighbourhood
from inspector.graph.model import build_graph

GRAPH = build_graph(
    [
        ("a", "task", "done", "Alpha wave"),
        ("b", "task", "open", "Beta"),
        ("c", "decision", "open", "wave of Gamma"),
        ("d", "task", None, "Δέλτα"),
        ("e-99", "note", None, "Lone"),
    ],
    [("a", "b", "x"), ("b", "c", "y"), ("d", "c", "x"), ("c", "c", "y")],
)


def left(**wanted):
    nodes, edges = GraphFilter(**wanted).masks(GRAPH)
    return "".join(GRAPH.ids[i][0] for i in np.flatnonzero(nodes)), np.flatnonzero(edges).tolist()


@pytest.mark.parametrize(
    ("wanted", "nodes", "edges"),
    [
        ({}, "abcde", [0, 1, 2, 3]),
        ({"types": frozenset({"task"})}, "ce", [3]),
        ({"statuses": frozenset({"open"})}, "ade", []),
        ({"edge_types": frozenset({"x"})}, "abcde", [1, 3]),
        ({"around": "a"}, "ab", [0]),
        ({"around": "a", "hops": 2}, "abc", [0, 1, 3]),
        ({"around": "d", "hops": 9}, "abcd", [0, 1, 2, 3]),
        ({"around": "a", "hops": 9, "edge_types": frozenset({"y"})}, "ab", [0]),
        ({"around": "e-99"}, "e", []),
        ({"around": "gone"}, "abcde", [0, 1, 2, 3]),
        ({"text": "wave"}, "ac", [3]),
        ({"text": "wave", "types": frozenset({"task"})}, "c", [3]),
        ({"hidden": frozenset({"c", "gone"})}, "abde", [0]),
        ({"only": frozenset({"a", "b", "gone"})}, "ab", [0]),
        ({"only": frozenset({"a", "b"}), "hidden": frozenset({"a"})}, "b", []),
        ({"only": frozenset()}, "", []),
    ],
)
def test_a_filter_leaves(wanted, nodes, edges):
    assert left(**wanted) == (nodes, edges)


def test_a_filter_without_wishes_is_empty():
    assert GraphFilter().empty
    assert GraphFilter(hops=2).empty, "a reach without a middle leaves nothing out"
    assert GraphFilter(around="c", hops=3).everywhere().empty
    assert not GraphFilter(only=frozenset()).empty


def test_the_neighbourhood_ignores_direction():
    assert neighbourhood(GRAPH, 2, 1).tolist() == [False, True, True, True, False]


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("WAVE", ["c", "a"]),
        ("wave alpha", ["a"]),
        ("δέλτα", ["d"]),
        ("e-99", ["e-99"]),
        ("nothing like it", []),
        ("   ", []),
    ],
)
def test_every_word_must_be_found_in_label_or_id(text, ids):
    assert [GRAPH.ids[i] for i in matching(GRAPH, text)] == ids


def test_a_short_word_is_no_accident_in_the_middle_of_an_id():
    nodes = [("01M3ZRC218", "task", None, "M3 · First return"), ("9zzm3zrc21", "task", None, "Something else")]
    graph = build_graph(nodes, [])
    assert matching(graph, "m3").tolist() == [0]
    assert matching(graph, "01m").tolist() == [0]
    assert sorted(matching(graph, "m3zrc").tolist()) == [0, 1]


def test_hidden_nodes_are_not_found():
    assert matching(GRAPH, "wave", np.array([True, False, False, False, False])).tolist() == [0]
