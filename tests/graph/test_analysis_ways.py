"""How far nodes are along arrows, what goes round in a cycle, which way weighs most."""

import numpy as np
import pytest

from inspector.graph.analysis_ways import arrows, knots, longest_way, loops, round_trip, shortest_way, steps_from
from inspector.graph.model import build_graph

WAYS = {"waits": 1, "holds": -1}


def drawn(words, nodes="abcdefgh"):
    """ "a>b b>c:holds": edges with their types."""
    edges = []
    for number, word in enumerate(words.split()):
        ends, _, kind = word.partition(":")
        source, target = ends.split(">")
        edges.append((source, target, kind or "waits", None, None, f"e{number}"))
    return build_graph([(name, "task", None, name) for name in nodes], edges)


def ids(graph, nodes):
    return "".join(graph.ids[at] for at in nodes)


def test_arrows_run_as_the_rule_says_and_other_edges_are_none():
    graph = drawn("a>b c>b:holds a>c:near")
    ways = arrows(graph, WAYS)
    pairs = {(graph.ids[tail], graph.ids[head]) for tail, head in zip(ways.tail, ways.head, strict=True)}
    assert pairs == {("a", "b"), ("b", "c")}
    assert {graph.edge_ids[edge] for edge in ways.edges} == {"e0", "e1"}


def test_steps_count_the_shortest_way_and_end_where_none_leads():
    graph = drawn("a>b b>c c>d a>d d>a e>a")
    steps = steps_from(arrows(graph, WAYS), graph.index["a"])
    assert {id: int(steps[graph.index[id]]) for id in "abcde"} == {"a": 0, "b": 1, "c": 2, "d": 1, "e": -1}


def test_a_knot_is_what_can_reach_one_another_and_a_way_round_it_is_concrete():
    # two knots, one of them with a detour, and a node that leads to itself
    graph = drawn("a>b b>c c>a c>d d>a f>e e>f g>g a>f")
    ways = arrows(graph, WAYS)
    found = knots(ways)
    assert [ids(graph, knot) for knot in found] == ["abcd", "ef"]
    nodes, edges = round_trip(ways, found[0])
    assert ids(graph, nodes) == "abc"
    assert [graph.edge_ids[edge] for edge in edges] == ["e0", "e1", "e2"]
    nodes, edges = round_trip(ways, found[1])
    assert ids(graph, nodes) == "ef"
    assert [graph.edge_ids[edge] for edge in edges] == ["e6", "e5"]
    assert [graph.edge_ids[ways.edges[at]] for at in loops(ways)] == ["e7"]


def test_the_longest_way_is_the_one_that_weighs_most_not_the_one_of_most_nodes():
    graph = drawn("a>b b>c c>d a>e")
    weights = np.ones(8)
    assert ids(graph, longest_way(arrows(graph, WAYS), weights, 0).nodes) == "abcd"
    weights[graph.index["e"]] = 10
    found = longest_way(arrows(graph, WAYS), weights, 0)
    assert (ids(graph, found.nodes), found.weight, found.knotted) == ("ae", 11.0, 0)
    assert [graph.edge_ids[edge] for edge in found.edges] == ["e3"]


def test_the_longest_way_goes_past_cycles_and_says_how_much_is_in_them():
    graph = drawn("a>b b>c c>b c>d d>e a>a")
    found = longest_way(arrows(graph, WAYS), np.ones(8), 0)
    # b and c wait for one another: no way within the two is gone
    assert (ids(graph, found.nodes), found.weight, found.knotted) == ("ab", 2.0, 2)
    graph = drawn("a>b b>a b>d d>e")
    assert ids(graph, longest_way(arrows(graph, WAYS), np.ones(8), 0).nodes) == "a"


def test_a_long_chain_is_gone_without_recursion():
    count = 5_000
    graph = build_graph([(at,) for at in range(count)], [(at, at + 1, "waits") for at in range(count - 1)])
    found = longest_way(arrows(graph, WAYS), np.ones(count), 0)
    assert len(found.nodes) == count
    assert int(steps_from(arrows(graph, WAYS), 0)[-1]) == count - 1


@pytest.mark.parametrize(("end", "way"), [("d", ["e3", "e2"]), ("a", []), ("h", [])])
def test_a_shortest_way_is_told_by_its_arrows(end, way):
    graph = drawn("a>b b>c c>d a>c c>a")
    ways = arrows(graph, WAYS)
    found = shortest_way(ways, 0, graph.index[end])
    assert [graph.edge_ids[ways.edges[at]] for at in found] == way


def test_a_graph_without_such_edges_has_no_knots():
    ways = arrows(drawn("a>b:near"), WAYS)
    assert knots(ways) == []
    assert knots(arrows(build_graph([], []), WAYS)) == []
    assert longest_way(ways, np.ones(8), 2).nodes == (2,)
