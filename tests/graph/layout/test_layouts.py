"""Layouts place every node, the same way every time, without overlap where labels can be read, and can be ended."""

import numpy as np
import pytest

from inspector.cancel import Cancelled, CancelToken
from inspector.graph.layout import LAYOUTS
from inspector.graph.layout.adjacency import adjacency, block, distances_from
from inspector.graph.layout.arrange import arrange, first_picture
from inspector.graph.layout.boxes import boxes
from inspector.graph.layout.coarsen import coarsened
from inspector.graph.layout.columns import column_positions
from inspector.graph.layout.force import force_positions
from inspector.graph.layout.mesh import repulsion
from inspector.graph.layout.packing import around, shelves, tidy_block
from inspector.graph.layout.radial import radial_positions
from inspector.graph.layout.spacing import overlaps, separated, spaced
from inspector.graph.model import build_graph
from tests.graph.layout.pictures import graph_of, picture, project

IDS = [id for id, _ in LAYOUTS]


# --- all of them ---------------------------------------------------------------


@pytest.mark.parametrize("layout", IDS)
@pytest.mark.parametrize(
    "graph",
    [
        build_graph([], []),
        build_graph([("a",)], []),
        graph_of("a>a"),
        graph_of("a>b"),
        graph_of("a>b b>a a>b"),
        graph_of("a b c d e"),
        graph_of("a>b b>c c>a d>e f"),
        build_graph([("a", "task")], [("a", None), ("x", "y")]),
    ],
    ids=["nothing", "one", "loop", "pair", "parallel", "isolated", "mixed", "placeholders"],
)
def test_every_layout_places_every_node_at_a_place_of_its_own(layout, graph):
    positions = arrange(graph, layout, CancelToken())
    assert positions.shape == (len(graph), 2)
    assert positions.dtype == np.float32
    assert np.isfinite(positions).all()
    assert len(np.unique(positions.round(2), axis=0)) == len(graph)


@pytest.mark.parametrize("layout", IDS)
@pytest.mark.parametrize("n", [30, 400])
def test_the_same_graph_is_placed_the_same_way(layout, n):
    first = arrange(project(n), layout, CancelToken())
    again = arrange(project(n), layout, CancelToken())
    np.testing.assert_array_equal(first, again)


@pytest.mark.parametrize("layout", IDS)
@pytest.mark.parametrize("n", [12, 85, 330])
def test_nodes_and_labels_of_a_small_graph_do_not_overlap(layout, n):
    graph = project(n)
    positions = arrange(graph, layout, CancelToken())
    shrunk = boxes(graph.labels) - np.float32(2)
    assert len(overlaps(positions.astype(float), shrunk)) == 0


@pytest.mark.parametrize("layout", IDS)
def test_a_layout_can_be_cancelled(layout):
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        arrange(project(400), layout, token)


def test_an_unknown_layout_is_refused():
    with pytest.raises(ValueError, match="no layout"):
        arrange(graph_of("a>b"), "spiral", CancelToken())


# --- force ---------------------------------------------------------------


def test_linked_nodes_are_nearer_than_others():
    graph = project(600)
    positions = arrange(graph, "force", CancelToken())
    linked = np.linalg.norm(positions[graph.source] - positions[graph.target], axis=1)
    random = np.random.default_rng(0)
    others = np.linalg.norm(positions[random.integers(0, 600, 2000)] - positions[random.integers(0, 600, 2000)], axis=1)
    assert np.median(linked) < 0.45 * np.median(others)


def test_two_clusters_stay_apart():
    edges = [f"a{i}>a{j}" for i in range(20) for j in range(i)] + [f"b{i}>b{j}" for i in range(20) for j in range(i)]
    graph = graph_of(" ".join([*edges, "a0>b0"]))
    positions = arrange(graph, "force", CancelToken())
    first = np.array([label.startswith("a") for label in graph.labels])
    gap = np.linalg.norm(positions[first].mean(0) - positions[~first].mean(0))
    assert gap > 1.2 * positions[first].std(0).max()


def test_a_path_becomes_a_line():
    graph = graph_of("a>b b>c c>d d>e")
    positions = arrange(graph, "force", CancelToken())
    assert picture(positions, graph.ids, 9, 1) in (["a.b.c.d.e"], ["e.d.c.b.a"])


def test_a_large_layout_hands_out_whole_pictures_while_it_runs():
    graph = project(4_000)
    seen = []
    final = arrange(graph, "force", CancelToken(), seen.append)
    assert len(seen) >= 3
    assert all(one.shape == (4_000, 2) and np.isfinite(one).all() for one in seen)
    assert final.shape == (4_000, 2)
    assert np.isfinite(final).all()


def test_the_first_picture_of_a_large_graph_is_whole():
    positions = first_picture(project(4_000), CancelToken())
    assert np.isfinite(positions).all()
    assert len(np.unique(positions, axis=0)) > 3_900


def test_force_can_be_cancelled_between_two_steps():
    token = CancelToken()
    matrix = adjacency(2_000, np.arange(1_999), np.arange(1, 2_000))
    with pytest.raises(Cancelled):
        force_positions(matrix, token, lambda positions: token.cancel())


def test_coarsening_keeps_all_mass_and_shrinks():
    matrix = adjacency(500, np.arange(499), np.arange(1, 500))
    coarse, masses, cluster = coarsened(matrix, np.ones(500, np.float32), np.random.default_rng(0))
    assert coarse.shape[0] < 300
    assert masses.sum() == 500
    assert np.bincount(cluster).min() >= 2


def test_repulsion_pushes_apart_and_cancels_out():
    positions = np.array([[0, 0], [10, 0], [5, 8]], np.float32)
    force = repulsion(positions, np.ones(3, np.float32), 32)
    assert force[0, 0] < 0 < force[1, 0]
    assert force[2, 1] > 0
    np.testing.assert_allclose(force.sum(0), 0, atol=0.05 * np.abs(force).max())


# --- the others ---------------------------------------------------------------


def test_rings_show_the_distance_from_the_middle():
    matrix = adjacency(6, np.array([0, 0, 0, 1, 4]), np.array([1, 2, 3, 4, 5]))
    radius = np.linalg.norm(radial_positions(matrix), axis=1)
    np.testing.assert_allclose(radius, [0, 1, 1, 1, 2, 3], atol=1e-5)


def test_columns_hold_their_types_in_the_order_given():
    types = {"u": "user", "v": "user", "c": "chat", "g": "agent_group", "x": "other"}
    graph = graph_of("u>c v>c c>g x", types)
    positions = column_positions(graph, [("user",), ("chat",), ("agent_group",)], boxes(graph.labels))
    x = dict(zip(graph.ids, positions[:, 0].tolist(), strict=True))
    assert x["u"] == x["v"] < x["c"] < x["g"] < x["x"]


def test_short_columns_are_pulled_apart_and_tall_ones_are_left_alone():
    def spread(rows):
        names = [f"{side}{row:02}" for side in "abcde" for row in range(rows)]
        graph = graph_of(" ".join(names), {name: name[0] for name in names})
        room = boxes(graph.labels)
        positions = column_positions(graph, [tuple("a"), tuple("b"), tuple("c"), tuple("d"), tuple("e")], room)
        step = np.diff(np.unique(positions[:, 1]))
        return np.ptp(positions, axis=0), float(step.min()) / float(room[:, 1].max())

    (wide, tall), step = spread(10)
    assert 0.6 * wide < tall <= 0.76 * wide
    assert step > 1.2
    assert spread(36)[1] == pytest.approx(1.0, rel=0.01)
    assert spread(2)[1] == pytest.approx(2.5, rel=0.01)


def test_columns_are_ordered_so_that_edges_do_not_cross():
    types = {name: "left" if name in "abcd" else "right" for name in "abcdwxyz"}
    graph = graph_of("a>z b>y c>x d>w", types)
    positions = column_positions(graph, [("left",), ("right",)], boxes(graph.labels))
    y = dict(zip(graph.ids, positions[:, 1].tolist(), strict=True))
    assert sorted("abcd", key=y.get) == sorted(
        "abcd", key=lambda name: y[{"a": "z", "b": "y", "c": "x", "d": "w"}[name]]
    )


def test_isolated_nodes_stand_in_a_block_near_the_rest():
    graph = graph_of("a>b b>c c>d " + " ".join(f"s{i:02}" for i in range(54)))
    positions = arrange(graph, "force", CancelToken())
    single = positions[4:]
    assert 3 <= len(np.unique(single[:, 0])) <= 18
    assert len(np.unique(single[:, 1])) >= 3
    width, height = np.ptp(positions, axis=0)
    assert 0.4 < width / height < 5


def test_packed_rectangles_do_not_overlap():
    sizes = np.random.default_rng(2).uniform(5, 80, (40, 2))
    for corners in (shelves(sizes), around(sizes)):
        for i in range(40):
            clear = (corners[i] + sizes[i] <= corners + 1e-9).any(1) | (corners + sizes <= corners[i] + 1e-9).any(1)
            clear[i] = True
            assert clear.all()


def test_a_tidy_block_fills_rows_in_order():
    places = tidy_block(np.full((5, 2), 10, np.float32), ratio=1.5)
    assert (np.diff(places[:, 1]) >= 0).all()
    assert len(np.unique(places, axis=0)) == 5


def test_nodes_at_one_place_are_pulled_apart():
    found = spaced(np.zeros((30, 2), np.float32), np.full((30, 2), 20, np.float32), CancelToken())
    assert len(overlaps(found.astype(float), np.full((30, 2), 19.9, np.float32))) == 0


def test_large_graphs_get_a_least_distance_too():
    crowded = np.random.default_rng(1).normal(0, 30, (500, 2)).astype(np.float32)
    before = np.linalg.norm(crowded[:, None] - crowded[None], axis=2) + np.eye(500) * 1e9
    found = separated(crowded, 6.0, 30, CancelToken())
    after = np.linalg.norm(found[:, None] - found[None], axis=2) + np.eye(500) * 1e9
    assert np.percentile(after.min(0), 5) > 3 * np.percentile(before.min(0), 5)


def test_distances_count_edges_and_know_no_way():
    matrix = adjacency(5, np.array([0, 1, 3]), np.array([1, 2, 3]))
    assert distances_from(matrix, 0).tolist() == [0, 1, 2, -1, -1]


def test_a_block_is_a_component_on_its_own():
    matrix = adjacency(5, np.array([0, 3, 4]), np.array([1, 4, 2]))
    assert block(matrix, np.array([2, 3, 4])).toarray().tolist() == [[0, 0, 1], [0, 0, 1], [1, 1, 0]]
