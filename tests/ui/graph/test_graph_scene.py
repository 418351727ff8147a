"""The scene: edges are fanned out, loops are apart, what is in view is found, what is near is hit."""

import numpy as np
import pytest
from PySide6.QtGui import QFont, QFontMetricsF

from inspector.graph.model import build_graph
from inspector.ui.graph.describe import edge_text, weight_text
from inspector.ui.graph.drawing.camera import FARTHEST, Camera, fitting, node_pixels
from inspector.ui.graph.drawing.edges import HEAVIEST, weight_levels
from inspector.ui.graph.drawing.scene import GraphScene
from inspector.ui.graph.drawing.texts import Room, wrapped


def scene_of(edges, n=3):
    names = "abcdefgh"[:n]
    graph = build_graph([(name,) for name in names], edges)
    return GraphScene(graph, np.array([(100 * i, 0) for i in range(n)], np.float32))


def middle(scene, edge):
    line = scene.polylines(np.array([edge]))[0]
    return line[len(line) // 2]


def test_an_edge_that_is_alone_is_straight():
    scene = scene_of([("a", "b"), ("b", "c")])
    assert scene.bends.tolist() == [0, 0]
    assert middle(scene, 0).tolist() == [50, 0]


def test_parallel_and_opposite_edges_are_fanned_out_evenly():
    scene = scene_of([("a", "b"), ("b", "a"), ("a", "b")])
    heights = sorted(float(middle(scene, edge)[1]) for edge in range(3))
    assert heights == pytest.approx([-18, 0, 18])


def test_a_two_way_pair_bends_to_both_sides():
    scene = scene_of([("a", "b"), ("b", "a")])
    assert float(middle(scene, 0)[1]) == -float(middle(scene, 1)[1]) != 0


def test_forty_parallel_edges_stay_within_a_fan_and_apart():
    scene = scene_of([("a", "b")] * 40)
    heights = np.sort([float(middle(scene, edge)[1]) for edge in range(40)])
    assert heights[-1] - heights[0] <= 97
    assert np.diff(heights).min() > 1


def test_three_self_loops_are_three_shapes_above_the_node():
    scene = scene_of([("b", "b")] * 3)
    tops = [float(scene.polylines(np.array([edge]))[0][:, 1].min()) for edge in range(3)]
    assert len(set(tops)) == 3
    assert max(tops) < -10
    line = scene.polylines(np.array([0]))[0]
    assert np.hypot(*(line[0] - [100, 0])) < 12
    assert np.hypot(*(line[-1] - [100, 0])) < 12


def test_only_what_touches_the_view_is_drawn():
    scene = scene_of([("a", "b"), ("c", "c")])
    assert scene.nodes_in(-10, -10, 110, 10).tolist() == [0, 1]
    assert scene.edges_in(40, -5, 60, 5).tolist() == [0]
    assert scene.edges_in(190, -60, 210, -20).tolist() == [1]


def test_a_filter_takes_edges_of_hidden_nodes_away():
    scene = scene_of([("a", "b"), ("b", "c")])
    scene.filter(np.array([True, True, False]), np.ones(2, bool))
    assert scene.show_edges.tolist() == [True, False]
    assert scene.edge_at(150, 0, 5) is None
    assert scene.edge_at(50, 2, 5) == 0


def test_the_nearest_node_is_hit():
    scene = scene_of([("a", "b")])
    radii = np.full(3, 60.0)
    assert scene.node_at(45, 0, radii) == 0
    assert scene.node_at(55, 0, radii) == 1
    assert scene.node_at(50, 100, radii) is None


def test_zooming_keeps_the_point_and_stops_at_the_ends():
    camera = Camera(10, 20, 1.0).zoomed(2.0, 300, 100, 800, 600)
    assert camera.to_scene(300, 100, 800, 600) == pytest.approx(Camera(10, 20, 1.0).to_scene(300, 100, 800, 600))
    assert Camera(0, 0, 1.0).zoomed(1e-9, 0, 0, 800, 600).scale == FARTHEST


def test_fitting_shows_all_and_does_not_blow_up_a_single_node():
    points = np.array([[0, 0], [5000, 300]], np.float32)
    seen = fitting(points, 800, 600).to_widget(points, 800, 600)
    assert (seen > 0).all()
    assert (seen < [800, 600]).all()
    assert fitting(points[:1], 800, 600).scale <= 1.1
    assert fitting(points[:0], 800, 600) == Camera()


def test_nodes_never_vanish_and_grow_slower_than_the_scene():
    sizes = np.array([16.0])
    assert node_pixels(sizes, 0.001)[0] >= 1.5
    assert node_pixels(sizes, 4.0)[0] < 4 * 16


def test_labels_break_between_words_and_end_with_a_mark(qapp):
    metrics = QFontMetricsF(QFont())
    width = metrics.horizontalAdvance("Implement the merge")
    lines = wrapped("Implement the merge of two operation logs deterministically", metrics, width, 2)
    assert lines[0] == "Implement the"[: len(lines[0])] or lines[0] == "Implement the merge"
    assert len(lines) == 2
    assert lines[1].endswith("…")
    assert all(metrics.horizontalAdvance(line) <= width + 1 for line in lines)


def test_a_label_of_a_million_characters_is_broken_at_once(qapp):
    lines = wrapped("x" * 1_000_000, QFontMetricsF(QFont()), 100, 2)
    assert len(lines) == 2


def test_room_that_is_taken_is_not_given_twice():
    from PySide6.QtCore import QRectF

    room = Room(200, 100)
    assert room.take(QRectF(10, 10, 50, 20))
    assert not room.take(QRectF(40, 20, 50, 20))
    assert room.take(QRectF(80, 10, 50, 20))
    assert not room.take(QRectF(190, 90, 50, 20))


def test_an_edge_that_stands_for_many_is_wider_and_says_how_many():
    nodes = [(id, "agent", None, id) for id in "abc"]
    edges = [("a", "b", "messages", None, 400), ("b", "a", "messages", None, 20), ("a", "c", "messages", None, 1)]
    graph = build_graph(nodes, edges)
    widths = weight_levels(graph).tolist()
    assert widths[0] == HEAVIEST
    assert widths[0] > widths[1] > widths[2] == 0
    assert [weight_text(graph, edge) for edge in range(3)] == ["400", "20", "1"]
    assert edge_text(graph, 0).splitlines()[:3] == ["a → b", "messages", "weight 400"]


def test_edges_without_weights_are_drawn_as_ever():
    graph = build_graph([("a",), ("b",)], [("a", "b", "r", None, 0.5), ("b", "a", "r", None, None)])
    assert weight_levels(graph).tolist() == [0, 0]
    assert weight_text(graph, 0) == ""
