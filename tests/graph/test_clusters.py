"""Clusters: every node is in one, groups that lie together stay one, closer looks open them, edges are bundled."""

from dataclasses import replace

import numpy as np
import pytest

from inspector.graph.clusters import bundled, clustered, grouping
from inspector.graph.fields import Field
from inspector.graph.model import build_graph

SIDE = 20


def blocks(apart):
    """Four projects of 400 nodes, ``apart`` from each other; a chain inside each, three edges from the first on."""
    count = SIDE * SIDE
    nodes = [(i, "task" if i % 4 else "decision") for i in range(4 * count)]
    edges = [(i, i + 1, "blocks") for i in range(4 * count - 1) if (i + 1) % count] + [
        (0, count * k, "blocks") for k in (1, 2, 3)
    ]
    graph = build_graph(nodes, edges)
    codes = (np.arange(4 * count) // count).astype(np.int32)
    at = np.arange(4 * count) % count
    places = np.column_stack([at % SIDE * 10 + (codes % 2) * apart, at // SIDE * 10 + (codes // 2) * apart])
    field = Field("project", "Project", "choice", names=("atlas", "borea", "ceres", "delos"), codes=codes)
    return replace(graph, fields=(field,)), places.astype(np.float32)


def found(graph, places, scale, nodes=None):
    shown = np.ones(len(graph), bool) if nodes is None else nodes
    return clustered(graph, places, grouping(graph, places), shown, scale)


def test_projects_that_lie_together_are_one_cluster_each_from_far():
    graph, places = blocks(apart=600)
    seen = found(graph, places, 0.2)
    assert seen.about == "project"
    assert dict(zip(seen.names, seen.counts.tolist(), strict=True)) == dict.fromkeys(
        ("atlas", "borea", "ceres", "delos"), 400
    )
    assert seen.positions[0].tolist() == pytest.approx([95, 95])


def test_a_closer_look_opens_them_and_no_node_is_lost():
    graph, places = blocks(apart=600)
    counts = [len(found(graph, places, scale)) for scale in (0.2, 2.0, 8.0)]
    assert counts[0] == 4 < counts[1] < counts[2]
    for scale in (0.2, 2.0, 8.0):
        assert found(graph, places, scale).counts.sum() == len(graph)


def test_edges_between_clusters_are_counted_once_each():
    graph, places = blocks(apart=600)
    every = np.ones(graph.edge_count, bool)
    seen = bundled(graph, found(graph, places, 0.2), every)
    assert seen.ends.tolist() == [[0, 1], [0, 2], [0, 3]]
    assert seen.weights.tolist() == [1, 1, 1]
    assert seen.inner.tolist() == [399] * 4
    close = bundled(graph, found(graph, places, 8.0), every)
    assert close.weights.sum() + close.inner.sum() == graph.edge_count
    assert bundled(graph, found(graph, places, 0.2), np.arange(len(every)) < 400).inner.tolist() == [399, 1, 0, 0]


def test_a_zoom_within_a_step_changes_nothing():
    graph, places = blocks(apart=600)
    first, second = found(graph, places, 2.0), found(graph, places, 2.05)
    assert np.array_equal(first.of_node, second.of_node)


def test_projects_that_lie_over_each_other_are_grouped_by_part_or_place():
    graph, places = blocks(apart=5)
    seen = found(graph, places, 2.0)
    assert seen.about == "place"
    assert "around 0" in seen.names
    assert all(name.startswith("around ") for name in seen.names)
    assert seen.counts.sum() == len(graph)


def test_without_a_field_connected_parts_are_the_groups():
    graph, places = blocks(apart=600)
    apart = replace(graph.subgraph(np.arange(1, len(graph))), fields=())
    seen = found(apart, places[1:], 0.2)
    assert seen.about == "connected part"
    assert sorted(seen.counts.tolist()) == [399, 400, 400, 400]
    assert all(name.startswith("around ") for name in seen.names)


def test_hidden_nodes_are_in_no_cluster():
    graph, places = blocks(apart=600)
    shown = np.arange(len(graph)) >= 400
    seen = found(graph, places, 0.2, shown)
    assert seen.names == ("borea", "ceres", "delos")
    assert (seen.of_node[:400] == -1).all()
    assert seen.counts.sum() == 1200


def test_types_are_counted_in_each():
    graph, places = blocks(apart=600)
    seen = found(graph, places, 0.2)
    assert dict(zip(graph.type_names, seen.types[0].tolist(), strict=True)) == {"task": 300, "decision": 100}


def test_a_graph_of_nothing_has_no_clusters():
    graph = build_graph([], [])
    assert len(found(graph, np.zeros((0, 2), np.float32), 1.0)) == 0
