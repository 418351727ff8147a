"""Too many nodes to be seen one by one: clusters stand for them, are counted and said, and open when looked at."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt

from inspector.graph.fields import Field
from inspector.graph.model import build_graph
from inspector.ui.graph.picture.canvas import GraphCanvas
from tests.ui.graph.seen import grabbed, has_colour

SIDE, APART = 20, 700
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def crowd(qtbot, theme, settled):
    """Four projects of 400 nodes each on a canvas that draws at most 500 one by one."""
    count = SIDE * SIDE
    nodes = [(i, "task" if i % 4 else "decision", "open", f"node {i}") for i in range(4 * count)]
    edges = [(0, count * k, "blocks") for k in (1, 2, 3)]
    codes = (np.arange(4 * count) // count).astype(np.int32)
    at = np.arange(4 * count) % count
    places = np.column_stack([at % SIDE * 10 + codes % 2 * APART, at // SIDE * 10 + codes // 2 * APART])
    field = Field("project", "Project", "choice", names=("atlas", "borea", "ceres", "delos"), codes=codes)
    canvas = GraphCanvas(theme)
    qtbot.addWidget(canvas)
    canvas.draw_at_most(500)
    canvas.resize(600, 500)
    canvas.show()
    canvas.set_graph(replace(build_graph(nodes, edges), fields=(field,)), places.astype(np.float32))
    canvas.zoom(0.6)
    settled(canvas)
    return canvas


def middle(canvas, code):
    """Where the middle of a project is seen."""
    x, y = canvas.scene.positions[canvas.scene.graph.fields[0].codes == code].mean(0)
    return QPointF(*canvas.camera.to_widget(np.array([[x, y]]), canvas.width(), canvas.height())[0]).toPoint()


def test_what_is_drawn_as_clusters_is_said(crowd):
    assert crowd.aggregated() == "1,600 nodes in view are drawn as 4 clusters by project: zoom in to open them"


def test_a_cluster_is_seen_with_the_colours_of_its_types(crowd, theme):
    image = grabbed(crowd)
    assert has_colour(image, theme.node_colour("task"), middle(crowd, 2), 45)
    assert has_colour(image, theme.node_colour("decision"), middle(crowd, 2), 45)
    assert has_colour(image, theme.colour("raised"), middle(crowd, 2) - QPoint(0, 13), 2)


def test_what_a_cluster_holds_is_told(crowd):
    lines = crowd.tip_at(middle(crowd, 1)).splitlines()
    assert lines[:3] == ["borea", "400 nodes, by project", "300 task, 100 decision"]


def test_nodes_and_edges_inside_clusters_are_not_hit(crowd):
    assert crowd.node_at(QPointF(middle(crowd, 0))) is None
    between = (middle(crowd, 0) + middle(crowd, 1)) / 2
    assert crowd.edge_at(QPointF(between)) is None


def test_a_click_opens_a_cluster_and_then_its_nodes_are_there(crowd, qtbot, settled):
    with qtbot.waitSignal(crowd.aggregatedChanged) as said:
        qtbot.mouseClick(crowd, LEFT, pos=middle(crowd, 3))
    assert said.args == [""]
    settled(crowd)
    node = crowd.node_at(crowd.place_of(1500))
    assert node == 1500
    assert crowd.aggregated() == ""


def test_a_filter_that_leaves_few_nodes_draws_them_one_by_one(crowd, settled):
    crowd.set_filter(np.arange(1600) < 400, np.ones(3, bool))
    settled(crowd)
    assert crowd.aggregated() == ""
    assert crowd.node_at(crowd.place_of(7)) == 7


def test_a_selected_node_is_drawn_over_the_clusters(crowd, settled, theme):
    crowd.select_node(400)
    settled(crowd)
    place = crowd.place_of(400).toPoint()
    assert has_colour(grabbed(crowd), theme.colour("accent"), place, 14)


def test_a_cluster_that_holds_few_nodes_is_drawn_as_them(crowd, settled):
    shown = (np.arange(1600) < 800) | (np.arange(1600) == 1200)
    crowd.set_filter(shown, np.ones(3, bool))
    settled(crowd)
    assert "3 clusters" in crowd.aggregated()
    assert crowd.node_at(crowd.place_of(1200)) == 1200
    assert crowd.node_at(crowd.place_of(10)) is None
