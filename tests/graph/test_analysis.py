"""What every graph can be asked, when a question applies, and how things are called in an answer."""

from dataclasses import replace

import pytest

from inspector.graph.analysis import Asked, GraphAnalysis, edge_name, named, named_all
from inspector.graph.analysis_any import ANY_GRAPH
from inspector.graph.model import build_graph

NODES = [
    ("a", "task", "open", "Alpha", "main", "nodes", 1),
    ("b", "task", "open", "Beta", "main", "nodes", 2),
    ("c", "note", None, "Gamma " * 40, "main", "nodes", 3),
    ("d", "note", None, "Delta", "main", "nodes", 4),
    ("e", "note", None, "Epsilon", "main", "nodes", 5),
]
EDGES = [
    ("a", "b", "blocks", None, None, "e1", "main", "edges", 11),
    ("b", "a", "blocks", None, None, "e2", "main", "edges", 12),
    ("b", "c", "notes", None, None, "e3", None, None, None),
    ("d", "d", "notes", None, None, "e4", "main", "edges", 14),
    ("a", "lost", "blocks", None, None, "e5", None, None, None),
]


@pytest.fixture
def graph():
    return build_graph(NODES, EDGES)


def ask(graph, id):
    return next(one for one in ANY_GRAPH if one.id == id).run(Asked(graph))


def test_cycles_are_told_as_ways_with_the_edges_that_make_them(graph):
    found = ask(graph, "cycles")
    assert [line.text for line in found.lines] == ["Alpha → Beta → Alpha", "Delta → itself"]
    assert found.lines[0].detail == "blocks, edges row 11; blocks, edges row 12"
    assert {graph.edge_ids[edge] for edge in found.edges} == {"e1", "e2", "e4"}
    assert "1 knot of 2 nodes" in found.words


def test_parts_come_with_the_largest_first_and_what_stands_alone_is_counted(graph):
    found = ask(graph, "parts")
    assert [(line.text, line.detail) for line in found.lines] == [("Alpha", "4 nodes around it")]
    assert "2 nodes joined to no other" in found.words
    alone = ask(graph, "orphans")
    assert [line.text for line in alone.lines] == ["Delta", "Epsilon"]


def test_an_empty_answer_says_in_words_why():
    nothing = build_graph([("a",), ("b",)], [("a", "b", "to")])
    for one in ANY_GRAPH:
        assert one.run(Asked(build_graph([], []))).words
    assert ask(nothing, "cycles").is_empty
    assert ask(nothing, "cycles").words == "No way along the arrows leads back to where it began."
    assert ask(nothing, "orphans").words == "Every node is joined to another."


def test_names_are_short_and_edges_name_their_row(graph):
    assert named(graph, 0) == "‘Alpha’"
    assert len(named(graph, 2)) < 70
    assert named_all(graph, [0, 1, 3, 4], most=2) == "‘Alpha’, ‘Beta’ and 2 more"
    assert edge_name(graph, 0) == "blocks, edges row 11"
    assert edge_name(graph, 2) == "notes"


def test_a_question_applies_to_graphs_and_nodes_that_it_names(graph):
    every = GraphAnalysis("x", "X", "About.", lambda asked: None)
    some = replace(every, graphs=("state", "snapshot:"), needs_node=True, node_types=("task",))
    assert every.applies_to("schema")
    assert every.fits(graph, None)
    assert [some.applies_to(id) for id in ("state", "snapshot:12", "states")] == [True, True, False]
    assert [some.fits(graph, node) for node in (None, 0, 2)] == [False, True, False]
    assert not replace(some, node_types=()).fits(graph, graph.index["lost"])
