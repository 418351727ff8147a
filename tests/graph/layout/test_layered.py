"""Layers follow the edges, cycles are broken and named, wide layers are wrapped, and every direction can be had."""

import time

import numpy as np
import pytest

from inspector.cancel import CancelToken
from inspector.graph.layout.arrange import arrange
from inspector.graph.layout.boxes import boxes, room
from inspector.graph.layout.layered import DIRECTIONS, back_edges, layered_positions, layers
from inspector.graph.layout.spacing import overlaps
from tests.graph.layout.pictures import graph_of, numbered, picture


def shape(n, source, target, **how):
    return layered_positions(n, np.array(source), np.array(target), boxes(["x"] * n), **how)


def back_of(text):
    graph = graph_of(text)
    pairs = zip(graph.source[back_edges(graph)].tolist(), graph.target[back_edges(graph)].tolist(), strict=True)
    return {f"{graph.ids[a]}>{graph.ids[b]}" for a, b in pairs}


def test_layers_follow_the_edges():
    assert layers(4, np.array([0, 1, 0]), np.array([1, 2, 3])).tolist() == [0, 1, 2, 1]


def test_a_diamond_is_drawn_as_one():
    assert picture(shape(4, [0, 0, 1, 2], [1, 2, 3, 3]), "abcd", 5, 3) == ["..b..", "a...d", "..c.."]


@pytest.mark.parametrize(
    ("direction", "expected"),
    [("right", ["a.b.c"]), ("left", ["c.b.a"]), ("down", ["a", ".", "b", ".", "c"]), ("up", ["c", ".", "b", ".", "a"])],
)
def test_edges_run_where_the_reader_wants_them_to(direction, expected):
    found = shape(3, [0, 1], [1, 2], direction=direction)
    across = direction in ("right", "left")
    assert picture(found, "abc", 5 if across else 1, 1 if across else 5) == expected


@pytest.mark.parametrize(("direction", "x", "y"), [("right", 1, 0), ("left", -1, 0), ("down", 0, 1), ("up", 0, -1)])
def test_a_pair_runs_there_too(direction, x, y):
    step = np.diff(shape(2, [0], [1], direction=direction), axis=0)[0]
    assert np.sign(step).tolist() == [x, y]
    back = np.diff(shape(2, [1, 0], [0, 0], direction=direction), axis=0)[0]
    assert np.sign(back).tolist() == [-x, -y]


def test_an_unknown_direction_is_refused():
    with pytest.raises(ValueError, match="no direction"):
        arrange(graph_of("a>b b>c"), "layered", CancelToken(), direction="sideways")


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_labels_do_not_overlap_in_any_direction(direction):
    random = np.random.default_rng(3)
    graph = numbered(120, [(i, int(random.integers(0, i))) for i in range(1, 120)])
    found = arrange(graph, "layered", CancelToken(), direction=direction)
    assert len(overlaps(found.astype(float), room(graph) - np.float32(2))) == 0


@pytest.mark.parametrize(
    ("text", "back"),
    [
        ("a>b b>c", set()),
        ("a>b b>c c>a", {"c>a"}),
        ("a>b b>a", {"b>a"}),
        ("a>a a>b", set()),
        ("s>a a>b b>c c>a c>t", {"c>a"}),
        ("a>b b>c c>a x>y y>x", {"c>a", "y>x"}),
        ("a>c b>c c>d d>b a>b", {"d>b"}),
    ],
)
def test_edges_that_close_a_cycle_are_named(text, back):
    assert back_of(text) == back


def test_without_the_edges_that_run_back_all_run_forth():
    random = np.random.default_rng(7)
    source, target = random.integers(0, 300, 900), random.integers(0, 300, 900)
    graph = numbered(300, zip(source.tolist(), target.tolist(), strict=True))
    back = back_edges(graph)
    layer = layers(300, graph.source, graph.target)
    loops = graph.source == graph.target
    forth = ~back & ~loops
    assert (layer[graph.source[forth]] < layer[graph.target[forth]]).all()
    # a third of random edges at most: half would be turned by chance
    assert 0 < back.sum() < 0.33 * len(back)


def test_a_layer_of_many_nodes_is_wrapped():
    graph = numbered(401, [(0, i) for i in range(1, 401)])
    wide, tall = np.ptp(arrange(graph, "layered", CancelToken(), shape=(1600, 1000)), axis=0)
    assert 0.9 < wide / tall < 2.5


@pytest.mark.parametrize("canvas", [(1600, 700), (1000, 1000), (700, 1400)])
def test_layers_fill_the_shape_of_the_canvas(canvas):
    random = np.random.default_rng(3)
    graph = numbered(100, [(i, int(random.integers(0, i))) for i in range(1, 100)])
    wide, tall = np.ptp(arrange(graph, "layered", CancelToken(), shape=canvas), axis=0)
    filled = min(canvas[0] / wide, canvas[1] / tall) / max(canvas[0] / wide, canvas[1] / tall)
    assert filled > 0.6


def test_a_long_chain_is_cut_into_bands():
    found = layered_positions(40, np.arange(39), np.arange(1, 40), boxes(["a usual title"] * 40), ratio=1.5)
    # read as text is, line by line
    assert np.lexsort((found[:, 0], found[:, 1])).tolist() == list(range(40))
    assert 5 <= len(np.unique(found[:, 1])) <= 9
    assert len(np.unique(layered_positions(20, np.arange(19), np.arange(1, 20), boxes(["a"] * 20))[:, 1])) == 1


@pytest.mark.parametrize("closed", [False, True], ids=["chain", "cycle"])
def test_c97_ten_thousand_layers_need_no_recursion_and_end_in_bounded_time(closed):
    source = np.arange(10_000 if closed else 9_999)
    graph = numbered(10_000, zip(source.tolist(), ((source + 1) % 10_000).tolist(), strict=True))
    began = time.process_time()
    found = arrange(graph, "layered", CancelToken())
    assert time.process_time() - began < 8
    assert np.isfinite(found).all()
    assert len(np.unique(found.round(1), axis=0)) == 10_000
    assert back_edges(graph).sum() == closed
    wide, tall = np.ptp(found, axis=0)
    assert 0.4 < wide / tall < 4
