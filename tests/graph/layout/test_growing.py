"""What stood before keeps its place when something is added, and what is new finds free room beside its neighbours."""

import numpy as np
import pytest

from inspector.cancel import Cancelled, CancelToken
from inspector.graph.layout import LAYOUTS
from inspector.graph.layout.arrange import arrange
from inspector.graph.layout.boxes import room
from inspector.graph.layout.spacing import overlaps
from inspector.graph.model import build_graph
from tests.graph.layout.pictures import graph_of, numbered, picture, project

IDS = [id for id, _ in LAYOUTS]


def carried(before, positions, after):
    """Positions of a graph in the indices of another; NaN where a node is new."""
    start = np.full((len(after), 2), np.nan)
    for i, id in enumerate(after.ids):
        if id in before.index:
            start[i] = positions[before.index[id]]
    return start


def with_more(graph, new, edges):
    """The graph with nodes of these ids and edges by id."""
    columns = zip(graph.ids, graph.types, graph.labels, strict=True)
    nodes = [(id, graph.type_names[code], None, label) for id, code, label in columns]
    old = [(graph.ids[a], graph.ids[b]) for a, b in zip(graph.source, graph.target, strict=True)]
    return build_graph([*nodes, *((id, "task", None, f"New node {id}") for id in new)], [*old, *edges])


def added(layout, new, edges, n=150):
    """Old positions, new graph, start and new positions, after five nodes were dragged."""
    graph = project(n)
    before = arrange(graph, layout, CancelToken())
    before[[3, 20, 40, 60, 80]] += np.array([[400, -300]], np.float32)
    after = with_more(graph, new, edges)
    start = carried(graph, before, after)
    pinned = np.zeros(len(after), bool)
    pinned[[after.index[graph.ids[i]] for i in (3, 20, 40, 60, 80)]] = True
    return after, start, arrange(after, layout, CancelToken(), start=start, pinned=pinned)


@pytest.mark.parametrize("layout", IDS)
def test_c89_no_old_node_moves_when_one_is_added(layout):
    _, start, found = added(layout, ["z"], [("z", "n100")])
    old = np.isfinite(start).all(1)
    assert old.sum() == 150
    np.testing.assert_array_equal(found[old], start[old].astype(np.float32))


@pytest.mark.parametrize("layout", IDS)
def test_new_nodes_stand_near_their_neighbours_and_cover_nothing(layout):
    new = [f"z{i:02}" for i in range(25)]
    graph, _, found = added(layout, new, [(id, "n100") for id in new])
    place = np.array([graph.index[id] for id in new])
    far = np.linalg.norm(found[place] - found[graph.index["n100"]], axis=1)
    size = np.ptp(found, axis=0).max()
    assert np.median(far) < (0.5 if layout == "columns" else 0.3) * size
    pairs = overlaps(found.astype(float), room(graph) - np.float32(1))
    assert not np.isin(pairs, place).any()


def test_a_chain_of_new_nodes_follows_its_anchor():
    new = [f"z{i}" for i in range(6)]
    edges = [("n100", "z0"), *((f"z{i}", f"z{i + 1}") for i in range(5))]
    graph, _, found = added("force", new, edges)
    at = [found[graph.index[id]] for id in ["n100", *new]]
    steps = np.linalg.norm(np.diff(at, axis=0), axis=1)
    assert steps.max() < 600


def test_a_node_added_behind_another_stands_in_the_next_layer():
    before = graph_of("a>b b>c")
    positions = arrange(before, "layered", CancelToken())
    after = graph_of("a>b b>c c>d b>e")
    found = arrange(after, "layered", CancelToken(), start=carried(before, positions, after))
    assert picture(found, after.ids, 7, 3) in (
        ["....e..", ".......", "a.b.c.d"],
        ["a.b.c.d", ".......", "....e.."],
    )


def test_a_new_node_of_a_column_stands_in_it():
    types = {name: "left" if name in "abc" else "right" for name in "abcxyz"}
    before = graph_of("a>x b>y", types)
    positions = arrange(before, "columns", CancelToken(), None, [("left",), ("right",)])
    after = graph_of("a>x b>y c>y b>z", types)
    start = carried(before, positions, after)
    found = arrange(after, "columns", CancelToken(), None, [("left",), ("right",)], start=start)
    x = dict(zip(after.ids, found[:, 0].tolist(), strict=True))
    assert x["c"] == x["a"] < x["z"] == x["x"]


def test_new_isolated_nodes_join_the_block_and_new_components_stand_outside():
    before = graph_of("a>b b>c s1 s2 s3 s4")
    positions = arrange(before, "force", CancelToken())
    after = graph_of("a>b b>c s1 s2 s3 s4 s5 x>y y>w")
    found = arrange(after, "force", CancelToken(), start=carried(before, positions, after))
    at = {id: found[i] for i, id in enumerate(after.ids)}
    nearest = min(np.linalg.norm(at["s5"] - at[id]) for id in ("s1", "s2", "s3", "s4"))
    assert nearest < 300
    assert len(overlaps(found.astype(float), room(after) - np.float32(1))) == 0
    whole = np.ptp(found, axis=0)
    assert (whole < 4 * np.ptp(positions, axis=0) + 400).all()


def test_everything_known_is_given_back():
    graph = project(60)
    start = np.random.default_rng(1).normal(0, 500, (60, 2))
    np.testing.assert_array_equal(arrange(graph, "force", CancelToken(), start=start), start.astype(np.float32))


def test_nothing_known_is_a_fresh_layout():
    graph = project(60)
    fresh = arrange(graph, "force", CancelToken())
    again = arrange(graph, "force", CancelToken(), start=np.full((60, 2), np.nan))
    np.testing.assert_array_equal(fresh, again)


@pytest.mark.parametrize("layout", IDS)
def test_pinned_nodes_stay_exactly_and_the_rest_is_laid_out_around_them(layout):
    graph = project(150)
    fresh = arrange(graph, layout, CancelToken())
    pinned = np.zeros(150, bool)
    pinned[[4, 70, 120]] = True
    start = np.full((150, 2), np.nan)
    start[pinned] = fresh[pinned] + [[900, 0], [0, 0], [0, 0]]
    found = arrange(graph, layout, CancelToken(), start=start, pinned=pinned)
    np.testing.assert_array_equal(found[pinned], start[pinned].astype(np.float32))
    assert np.isfinite(found).all()
    assert len(overlaps(found.astype(float), room(graph) - np.float32(2))) == 0


def test_what_hangs_on_a_pin_comes_along():
    graph = numbered(200, [(i, (i - 1) // 3) for i in range(1, 200)])
    fresh = arrange(graph, "force", CancelToken())
    pinned = np.zeros(200, bool)
    pinned[[1, 2, 3]] = True
    start = np.full((200, 2), np.nan)
    start[pinned] = fresh[pinned]
    start[1] += [3000, 0]
    found = arrange(graph, "force", CancelToken(), start=start, pinned=pinned)
    moved = found - fresh
    assert np.median(moved[[4, 5, 6], 0]) > 1500
    assert np.abs(moved[[7, 8, 9, 10, 11, 12]]).max() < 1000


def test_thousands_of_new_nodes_are_placed_in_bounded_time_and_old_ones_stay():
    graph = numbered(6_000, [(i, i // 3) for i in range(1, 6_000)])
    start = np.full((6_000, 2), np.nan)
    start[:3_000] = arrange(graph.subgraph(np.arange(3_000)), "force", CancelToken())
    found = arrange(graph, "force", CancelToken(), start=start)
    np.testing.assert_array_equal(found[:3_000], start[:3_000].astype(np.float32))
    assert np.isfinite(found).all()
    far = np.linalg.norm(found[graph.source] - found[graph.target], axis=1)[3_000:]
    assert np.median(far) < 300


def test_growing_can_be_cancelled():
    graph = project(60)
    token = CancelToken()
    token.cancel()
    start = np.full((60, 2), np.nan)
    start[0] = 0
    with pytest.raises(Cancelled):
        arrange(graph, "force", token, start=start)
