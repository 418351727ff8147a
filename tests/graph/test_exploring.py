"""Expanding tells by type and direction what lies beyond, brings in so many, and finds room for them."""

from dataclasses import replace

import numpy as np
import pytest

from inspector.graph.beside import GAP, away_from, place_beside
from inspector.graph.exploring import (
    around,
    brought_by,
    bundles,
    eligible,
    hanging,
    new_neighbours,
    only_nodes,
    outside,
    with_nodes,
    without_nodes,
)
from inspector.graph.fields import build_field
from inspector.graph.filters import GraphFilter
from inspector.graph.model import build_graph
from inspector.graph.starting import most_connected, recently_changed

GRAPH = build_graph(
    [(id, "task" if id in "hab" else "note", None, id) for id in "habcdz"],
    [
        ("h", "a", "needs"),
        ("h", "a", "needs"),
        ("h", "b", "needs"),
        ("h", "c", "needs"),
        ("d", "h", "blocks"),
        ("h", "h", "blocks"),
        ("b", "c", "blocks"),
        ("c", "b", "needs"),
        ("d", "z", "needs"),
    ],
)


def mask(ids):
    return np.array([id in ids for id in GRAPH.ids])


def names(nodes):
    nodes = np.flatnonzero(nodes) if nodes.dtype == bool else nodes
    return "".join(GRAPH.ids[at] for at in nodes.tolist())


def test_a_node_tells_its_neighbours_by_type_and_direction():
    found = bundles(GRAPH, 0, mask("ha"))
    assert [(one.way, one.edge_type, names(one.nodes), names(one.new)) for one in found] == [
        ("out", "needs", "bca", "bc"),
        ("in", "blocks", "d", "d"),
    ], "a loop is no way to anywhere, parallel edges lead to one neighbour"
    assert names(new_neighbours(GRAPH, found)) == "bcd"


def test_what_filters_hide_is_counted_and_not_brought_in():
    wanted = GraphFilter(types=frozenset({"note"}), only=frozenset("h"))
    first = bundles(GRAPH, 0, mask("h"), eligible(wanted, GRAPH))[0]
    assert names(first.new) == "ba"
    assert first.filtered == 1


@pytest.mark.parametrize(
    ("wanted", "shown", "nodes"),
    [
        (GraphFilter(only=frozenset("h")), "h", "hbc"),
        (GraphFilter(only=frozenset("ha"), hidden=frozenset("b")), "ha", "habc"),
        (GraphFilter(hidden=frozenset("bcd")), "haz", "habcz"),
        (GraphFilter(around="z"), "dz", "bcdz"),
    ],
)
def test_nodes_that_are_brought_in_stand_beside_what_was_shown(wanted, shown, nodes):
    brought = np.flatnonzero(mask("bc"))
    assert names(with_nodes(wanted, GRAPH, mask(shown), brought).masks(GRAPH)[0]) == nodes


def test_hiding_and_isolating():
    assert names(without_nodes(GraphFilter(), frozenset("ab")).masks(GRAPH)[0]) == "hcdz"
    assert names(without_nodes(GraphFilter(only=frozenset("abc")), frozenset("ab")).masks(GRAPH)[0]) == "c"
    wanted = GraphFilter(types=frozenset({"note"}), hidden=frozenset("c"), around="z")
    assert names(only_nodes(wanted, frozenset("hcd")).masks(GRAPH)[0]) == "h"


def test_collapsing_takes_back_what_an_expansion_led_to():
    expanded = {"h": frozenset("ab"), "b": frozenset("cz"), "c": frozenset("h"), "d": frozenset("x")}
    assert brought_by(expanded, "h") == frozenset("abcz")
    assert brought_by(expanded, "z") == frozenset()


def test_nodes_that_hang_on_one_node_alone():
    every = np.ones(GRAPH.edge_count, bool)
    assert names(hanging(GRAPH, 0, mask("habcd"), every & mask("habcd")[GRAPH.target])) == "ad"
    assert names(hanging(GRAPH, GRAPH.index["d"], mask("hdz"), every)) == "z"


def test_each_shown_node_tells_how_many_edges_lead_outside():
    assert outside(GRAPH, mask("hb")).tolist() == [4, 0, 2, 0, 0, 0]
    needs = GRAPH.edge_types == GRAPH.edge_type_names.index("needs")
    assert outside(GRAPH, mask("hb"), needs).tolist() == [3, 0, 1, 0, 0, 0]
    assert not outside(GRAPH, np.ones(6, bool)).any()


@pytest.mark.parametrize(
    ("hops", "ways", "nodes"),
    [(1, ("out", "in"), "habcd"), (2, ("out", "in"), "habcdz"), (2, ("out",), "habc"), (5, ("in",), "hd")],
)
def test_so_many_steps_around(hops, ways, nodes):
    usable = np.ones(GRAPH.edge_count, bool)
    assert names(around(GRAPH, np.array([0]), hops, usable, ways)) == nodes


def test_what_comes_in_finds_room_and_nothing_else_moves():
    draw = np.random.default_rng(3)
    positions = (draw.random((400, 2)) * 2_000).astype(np.float32)
    shown = np.zeros(400, bool)
    shown[:100] = True
    brought = np.arange(100, 200)
    placed = place_beside(positions, 0, brought, shown, toward=1.0)
    assert (placed[:100] == positions[:100]).all()
    assert (placed[200:] == positions[200:]).all()
    for node in brought:
        away = np.hypot(*(placed[:200] - placed[node]).T)
        away[node] = np.inf
        assert away.min() > GAP * 0.85
    assert (place_beside(positions, 0, brought, shown, toward=1.0) == placed).all()
    first = placed[brought[0]] - positions[0]
    assert np.hypot(*first) < np.hypot(*(placed[brought[-1]] - positions[0]))


def test_five_thousand_find_room_too():
    placed = place_beside(np.zeros((5_001, 2), np.float32), 0, np.arange(1, 5_001), np.arange(5_001) == 0)
    assert len(np.unique(np.round(placed), axis=0)) == 5_001
    assert np.abs(placed).max() < 8_000


def test_the_free_side_is_the_one_away_from_the_neighbours():
    positions = np.array([[0, 0], [-100, 10], [-100, -10]], np.float32)
    assert away_from(positions, 0, np.array([1, 2])) == pytest.approx(0)
    assert away_from(positions, 1, np.array([0])) == pytest.approx(np.pi, abs=0.2)


def test_a_large_graph_begins_with_what_was_changed_last_or_is_joined_to_most():
    made = build_field("made", "Made", "time", [("h", 5), ("a", 9), ("b", 1)], GRAPH.index, 6)
    used = build_field("used", "Used", "time", [("b", 7), ("c", 9)], GRAPH.index, 6)
    graph = replace(GRAPH, fields=(made, used))
    assert names(recently_changed(graph, 3)) == "acb"
    assert names(recently_changed(GRAPH)) == ""
    assert names(most_connected(GRAPH, 2)) == "hb"
