"""What makes a picture good, as numbers: clusters apart, nothing covered, tidy blocks, an end in time."""

import time
from itertools import pairwise

import numpy as np
import pytest

from inspector.cancel import CancelToken
from inspector.graph.layout import LAYOUTS
from inspector.graph.layout.arrange import arrange
from inspector.graph.layout.boxes import room
from inspector.graph.layout.spacing import overlaps
from inspector.graph.sizes import diameters
from tests.graph.layout.pictures import clustered, graph_of, numbered, picture, project

IDS = [id for id, _ in LAYOUTS]


def random_graph(n, edges, seed=5):
    ends = np.random.default_rng(seed).integers(0, n, (edges, 2))
    return numbered(n, ends.tolist())


def test_c88_seventy_clusters_stay_apart():
    graph, home = clustered(5_500, 70, 14_000)
    began = time.process_time()
    found = arrange(graph, "force", CancelToken()).astype(float)
    assert time.process_time() - began < 6
    middle = np.array([np.median(found[home == one], axis=0) for one in range(70)])
    away = np.linalg.norm(found[:, None] - middle[None], axis=2)
    joined = graph.components == 0
    # with one edge in twenty leading elsewhere, half of all nodes are nearest to the middle of their own of 70 clusters
    assert (away.argmin(1) == home)[joined].mean() > 0.5
    spread = np.array([np.median(away[home == one, one]) for one in range(70)])
    between = np.linalg.norm(middle[:, None] - middle[None], axis=2) + np.eye(70) * 1e9
    assert np.median(between.min(1) / spread) > 1.15


def test_clusters_of_a_small_graph_are_seen_as_such():
    names = "aaaabbbbcccc"
    groups = [range(4), range(4, 8), range(8, 12)]
    inside = [(i, j) for group in groups for i in group for j in group if i < j]
    found = arrange(numbered(12, [*inside, (0, 4), (4, 8)]), "force", CancelToken())
    lines = picture(found, names, 24, 8)
    columns = {name: [line.index(name) for line in lines if name in line] for name in "abc"}
    spans = sorted((min(at), max(at), name) for name, at in columns.items())
    assert "".join(name for _, _, name in spans) in ("abc", "cba")
    assert all(before[1] < after[0] for before, after in pairwise(spans))


@pytest.mark.parametrize("layout", IDS)
@pytest.mark.parametrize("kind", ["project", "clustered"])
def test_no_nodes_overlap_at_a_thousand(kind, layout):
    graph = project(1_000) if kind == "project" else clustered(1_000, 15, 2_300)[0]
    found = arrange(graph, layout, CancelToken()).astype(float)
    drawn = np.repeat(diameters(graph.degrees)[:, None], 2, axis=1)
    assert len(overlaps(found, drawn)) == 0


def test_edges_are_about_equally_long():
    for graph in (project(900), clustered(900, 12, 2_000)[0]):
        found = arrange(graph, "force", CancelToken(), shape=(1000, 1000))
        inside = graph.components[graph.source] == 0
        length = np.linalg.norm(found[graph.source] - found[graph.target], axis=1)[
            inside & (graph.source != graph.target)
        ]
        assert length.std() / length.mean() < 0.65


@pytest.mark.parametrize("layout", IDS)
@pytest.mark.parametrize("n", [2_000, 75_000])
def test_c87_thousands_of_nodes_with_few_edges_end_in_bounded_time(layout, n):
    graph = random_graph(n, 6_000)
    began = time.process_time()
    found = arrange(graph, layout, CancelToken())
    assert time.process_time() - began < 12
    assert np.isfinite(found).all()
    assert len(np.unique(found.round(1), axis=0)) == n
    wide, tall = np.ptp(found, axis=0)
    assert 0.5 < wide / tall < 4


@pytest.mark.parametrize("canvas", [(1600, 900), (1000, 1000), (600, 1200)])
def test_a_picture_has_the_shape_of_its_canvas(canvas):
    for graph in (project(200), graph_of("a>b b>c c>a " + " ".join(f"s{i}" for i in range(40)))):
        found = arrange(graph, "force", CancelToken(), shape=canvas)
        wide, tall = np.ptp(found, axis=0) + room(graph).max(0)
        scales = canvas[0] / wide, canvas[1] / tall
        assert min(scales) / max(scales) > (0.6 if canvas[0] >= canvas[1] else 0.45)


@pytest.mark.parametrize("text", ["", "a>b b>c c>d d>a a>c"])
def test_c90_isolated_nodes_stand_in_one_tidy_block_near_the_rest(text):
    graph = graph_of(text + " " + " ".join(f"s{i:02}" for i in range(54)))
    found = arrange(graph, "force", CancelToken())
    single = found[graph.isolated]
    assert len(graph.isolated) == 54
    rows, columns = len(np.unique(single[:, 1])), len(np.unique(single[:, 0]))
    assert 54 <= rows * columns < 54 + max(rows, columns)
    # read in their order, line by line
    assert (np.lexsort((single[:, 0], single[:, 1])) == np.arange(54)).all()
    wide, tall = np.ptp(found, axis=0)
    assert 0.6 < wide / tall < 3


def test_c90_three_hundred_isolated_nodes_stand_beside_a_big_component():
    edges = [(i, max(0, i - 1 - i % 3)) for i in range(1, 300)]
    graph = numbered(600, edges)
    found = arrange(graph, "force", CancelToken())
    joined, single = found[:300], found[graph.isolated]
    assert len(graph.isolated) == 300
    apart = (single.min(0) > joined.max(0)) | (single.max(0) < joined.min(0))
    assert apart.any()
    gap = np.maximum(np.maximum(single.min(0) - joined.max(0), joined.min(0) - single.max(0)), 0).max()
    assert gap < 0.25 * np.ptp(found, axis=0).max()
    assert len(overlaps(found.astype(float), room(graph) - np.float32(2))) == 0
