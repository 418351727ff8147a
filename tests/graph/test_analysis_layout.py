"""An answer about an order stands from left to right by it, whichever way the edges of the graph run."""

import numpy as np
import pytest

from inspector.cancel import Cancelled, CancelToken
from inspector.graph.analysis_layout import in_order
from inspector.graph.model import build_graph


def columns(graph, nodes, order):
    """The nodes of each layer, left to right: "a bc d"."""
    index = graph.index
    pairs = np.array([(index[one], index[other]) for one, other in order], np.intp).reshape(-1, 2)
    places = in_order(graph, np.sort([index[id] for id in nodes]), pairs, (800.0, 600.0), CancelToken())
    found = {}
    for node, (x, _) in zip(np.sort([index[id] for id in nodes]), places, strict=True):
        found.setdefault(round(float(x)), []).append(graph.ids[node])
    return " ".join("".join(found[x]) for x in sorted(found))


@pytest.fixture
def graph():
    edges = [("b", "a", "depends_on"), ("b", "c", "blocks"), ("d", "c", "depends_on"), ("a", "x", "near")]
    return build_graph([(id, "task", None, id.upper()) for id in "xdcba"], edges)


def test_what_comes_first_stands_at_the_left_against_the_edges_too(graph):
    assert columns(graph, "abcd", ["ab", "bc", "cd"]) == "a b c d"
    assert columns(graph, "abcd", ["dc", "cb", "ba"]) == "d c b a"


def test_nodes_of_one_rank_share_a_layer_and_no_two_a_place(graph):
    assert columns(graph, "abcd", ["ab", "ac", "bd", "cd"]) == "a cb d"
    at = np.sort([graph.index[id] for id in "abcd"])
    pairs = np.array([(graph.index[one], graph.index[other]) for one, other in ("ab", "ac", "bd", "cd")])
    places = in_order(graph, at, pairs, (800.0, 600.0), CancelToken())
    assert len({tuple(place) for place in places.round().tolist()}) == 4


def test_pairs_of_nodes_that_are_not_laid_out_are_left_out(graph):
    assert columns(graph, "ab", ["ab", "bc", "xa"]) == "a b"


def test_it_can_be_cancelled(graph):
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        in_order(graph, np.arange(2), np.zeros((0, 2), np.intp), (1.0, 1.0), token)
