"""The shortest ways between two nodes, all of them, and cycles in where something comes from."""

import numpy as np
import pytest

from inspector.graph.lineage import cycles, lineage
from inspector.graph.model import build_graph
from inspector.graph.paths import shortest_paths


def graph_of(picture, kinds=None):
    """The graph of ``"ab bc"``: an edge a letter pair."""
    pairs = picture.split()
    letters = sorted(set("".join(pairs)))
    rows = [(one[0], one[1], (kinds or {}).get(one, "x")) for one in pairs]
    return build_graph([(letter, "t", None, letter) for letter in letters], rows)


def ways(graph, start, end, **how):
    found = shortest_paths(graph, graph.index[start], graph.index[end], **how)
    return found, ["".join(graph.ids[at] for at in one) for one in found.listed]


def test_all_shortest_ways_are_found_and_longer_ones_are_not():
    graph = graph_of("ab bd ac cd ae ef fd")
    found, words = ways(graph, "a", "d", directed=True)
    assert (found.length, found.count) == (2, 2)
    assert sorted(words) == ["abd", "acd"]
    assert "".join(graph.ids[at] for at in found.nodes.tolist()) == "abcd"
    assert found.edges.tolist() == [0, 1, 2, 3]


def test_direction_counts_only_when_it_is_asked_for():
    graph = graph_of("ba bc")
    assert ways(graph, "a", "c")[1] == ["abc"]
    found, _ = ways(graph, "a", "c", directed=True)
    assert not found.found
    assert (found.count, len(found.nodes), len(found.edges)) == (0, 0, 0)


def test_only_chosen_edges_are_walked():
    graph = graph_of("ac ab bc", {"ac": "y"})
    usable = graph.edge_types == graph.edge_type_names.index("x")
    assert ways(graph, "a", "c")[1] == ["ac"]
    assert ways(graph, "a", "c", usable=usable)[1] == ["abc"]


def test_parallel_edges_are_one_way_and_all_of_them_belong_to_it():
    found, words = ways(graph_of("ab ab ba bc"), "a", "c")
    assert words == ["abc"]
    assert found.count == 1
    assert found.edges.tolist() == [0, 1, 2, 3]
    assert ways(graph_of("ab ab ba bc"), "a", "c", directed=True)[0].edges.tolist() == [0, 1, 3]


def test_the_way_to_itself_is_empty():
    found, words = ways(graph_of("ab"), "a", "a")
    assert (found.length, found.count, words) == (0, 1, ["a"])


def test_a_huge_number_of_ways_is_counted_and_only_some_are_listed():
    layers = 40
    nodes = [(f"{layer}.{at}", "t", None, "") for layer in range(layers) for at in range(3)]
    edges = [(f"{i}.{a}", f"{i + 1}.{b}", "x") for i in range(layers - 1) for a in range(3) for b in range(3)]
    graph = build_graph(nodes, edges)
    found = shortest_paths(graph, 0, graph.index[f"{layers - 1}.0"], directed=True)
    assert found.count == 3 ** (layers - 2)
    assert len(found.listed) == 20
    assert len(set(found.listed)) == 20


def chain(count, *more):
    edges = [(str(i), str(i + 1), "parent") for i in range(count - 1)]
    return build_graph([(str(i), "entry", None, "") for i in range(count)], [*edges, *more])


def test_a_chain_of_ten_thousand_is_walked_to_its_end():
    graph = chain(10_000)
    found = shortest_paths(graph, 0, 9_999, directed=True)
    assert (found.length, found.count) == (9_999, 1)
    assert found.nodes.tolist() == list(range(10_000))
    line = lineage(graph, 5_000)
    assert (line.before, line.after, line.cyclic, line.cycle) == (5_000, 4_999, 0, ())
    assert line.nodes.all()


def test_a_cycle_is_named_in_its_order():
    graph = chain(10_000, ("7", "3", "parent"))
    line = lineage(graph, 9_999)
    assert line.cyclic == 5
    again = [line.cycle[(at + line.cycle.index(3)) % 5] for at in range(5)]
    assert again == [3, 4, 5, 6, 7]


def test_lineage_is_what_leads_there_and_what_it_leads_to_not_what_stands_beside():
    graph = graph_of("ab bc db bd ce xc")
    line = lineage(graph, graph.index["c"])
    assert "".join(graph.ids[at] for at in np.flatnonzero(line.nodes)) == "abcdex"
    later = lineage(graph, graph.index["c"], ways=("out",))
    assert "".join(graph.ids[at] for at in np.flatnonzero(later.nodes)) == "ce"
    assert (later.before, later.after) == (0, 1)
    assert np.flatnonzero(later.edges).tolist() == [4]


@pytest.mark.parametrize(
    ("picture", "on_cycle", "length"),
    [("ab bc", "", 0), ("aa ab", "a", 1), ("ab ba bc", "ab", 2), ("ab bc ca", "abc", 3)],
)
def test_cycles(picture, on_cycle, length):
    graph = graph_of(picture)
    found, cycle = cycles(graph, np.ones(graph.edge_count, bool))
    assert "".join(graph.ids[at] for at in np.flatnonzero(found)) == on_cycle
    assert len(cycle) == length
