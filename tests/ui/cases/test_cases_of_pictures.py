"""What users met in drawings of graphs: edges on top of each other, labels over labels, pages that call home."""

import socket

import numpy as np
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPixmap

from inspector.graph.model import build_graph
from inspector.ui.graph.picture.canvas import GraphCanvas
from tests.ui.graph.seen import at, drag, grabbed, near, on_edge

NAMES = ["depends_on", "blocks", "references"]


def shown(qtbot, theme, graph, places, size=(700, 500)):
    canvas = GraphCanvas(theme)
    qtbot.addWidget(canvas)
    canvas.resize(*size)
    canvas.show()
    canvas.set_graph(graph, np.array(places, np.float32))
    qtbot.waitUntil(canvas.settled, timeout=20_000)
    return canvas


@pytest.fixture
def tangle(qtbot, theme):
    """Three edges from a to b, one back, and three self-loops at c."""
    edges = [("a", "b", name) for name in NAMES] + [("b", "a", "blocks")] + [("c", "c", name) for name in NAMES]
    graph = build_graph([(name, "task", "open", name) for name in "abc"], edges)
    return shown(qtbot, theme, graph, [(0, 0), (300, 0), (150, 150)])


def strokes(canvas, middle, top, bottom):
    """How many lines lie over each other at a place: runs of pixels that are not the ground, where no dash ends."""
    image, ground = grabbed(canvas), canvas._theme.colour("background")

    def runs(column):
        drawn = [not near(image.pixelColor(column, y), ground, 24) for y in range(top, bottom)]
        return sum(now and not before for before, now in zip([False, *drawn], drawn, strict=False))

    return max(runs(middle.x() + aside) for aside in range(-8, 9))


def test_c84_parallel_and_opposite_edges_are_seen_apart(tangle):
    middle = (at(tangle, 0) + at(tangle, 1)) / 2
    assert strokes(tangle, middle, middle.y() - 60, middle.y() + 60) == 4


def test_c84_self_loops_are_seen_apart(tangle):
    place = at(tangle, 2)
    assert strokes(tangle, place, place.y() - 70, place.y() - 12) == 3


def test_c84_each_of_them_can_be_clicked_and_is_counted(tangle, qtbot):
    for edge in range(7):
        qtbot.mouseClick(tangle, Qt.MouseButton.LeftButton, pos=on_edge(tangle, edge))
        assert tangle.selected_edge == edge
    assert "one of 4 edges between them" in tangle.tip_at(on_edge(tangle, 1))
    assert "one of 3 edges of this node to itself" in tangle.tip_at(on_edge(tangle, 5))


@pytest.fixture
def titled(qtbot, theme):
    """2,500 nodes with titles of 60 characters."""
    side = 50
    titles = [f"{i:04d} a title that goes on and on until sixty are reached" for i in range(side * side)]
    graph = build_graph(
        [(i, "task", "open", f"{title:x<60}") for i, title in enumerate(titles)],
        [(i, (i * 7 + 1) % (side * side), "blocks") for i in range(side * side)],
    )
    return shown(qtbot, theme, graph, [(i % side * 55, i // side * 55) for i in range(side * side)], (900, 650))


def labels_of(canvas, qtbot, monkeypatch):
    """The rectangles of all labels that are drawn now."""
    found, place = [], canvas.painter.texts.place

    def noted(*args, **kwargs):
        for label in place(*args, **kwargs):
            if label is not None:
                found.append(QRectF(label[0], label[1].deviceIndependentSize()))
            yield label

    with monkeypatch.context() as patch:
        patch.setattr(canvas.painter.texts, "place", noted)
        canvas.redraw()
        qtbot.waitUntil(canvas.settled, timeout=20_000)
    return found


def test_c91_at_each_zoom_some_labels_are_drawn_and_none_over_another(titled, qtbot, monkeypatch):
    for factor in (1.0, 3.0, 3.0, 2.5):
        titled.zoom(factor)
        boxes = labels_of(titled, qtbot, monkeypatch)
        assert len(boxes) >= 5
        pairs = [(a, b) for i, a in enumerate(boxes) for b in boxes[:i] if a.adjusted(1, 1, -1, -1).intersects(b)]
        assert not pairs
        assert all(box.height() <= 2 * 20 for box in boxes)


def test_c91_the_selected_and_the_hovered_node_are_always_named(titled, qtbot, monkeypatch):
    node = int(titled.scene.by_importance[-1])
    assert node not in titled.painter.labelled
    titled.select_node(node)
    named = []
    picture = titled.painter.texts.picture
    monkeypatch.setattr(titled.painter.texts, "picture", lambda text, *rest: named.append(text) or picture(text, *rest))
    titled.redraw_standing_out()
    qtbot.waitUntil(titled.settled, timeout=20_000)
    assert titled.scene.graph.labels[node] in named
    named.clear()
    qtbot.mouseMove(titled, at(titled, 1275))
    titled.grab()
    assert titled.scene.graph.labels[1275] in named


def test_c91_moving_the_view_draws_no_label_anew(titled, qtbot, monkeypatch):
    drawn = []
    monkeypatch.setattr(titled.painter.texts, "place", lambda *args, **kwargs: drawn.append(1) or iter(()))
    page = QPixmap(titled.size())
    for step in range(20):
        titled.look(titled.camera.panned(3 * step, 2))
        titled.render(page)
    assert not drawn


def test_c95_nothing_in_the_graph_reaches_for_a_network(qtbot, theme, monkeypatch):
    reached = []

    def refuse(*args, **kwargs):
        reached.append(args)
        raise OSError("no network here")

    for name in ("connect", "connect_ex", "sendto", "bind"):
        monkeypatch.setattr(socket.socket, name, refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    markup = '<img src="https://example.invalid/a.png"><script src="//example.invalid/b.js">'
    nodes = [(0, "task", "open", markup), (1, markup, "done", "b"), (2, "task", markup, "c")]
    canvas = shown(qtbot, theme, build_graph(nodes, [(0, 1, markup, markup)]), [(0, 0), (200, 0), (0, 200)])
    canvas.select_node(0)
    qtbot.mouseMove(canvas, at(canvas, 0))
    canvas.zoom(2.0)
    drag(qtbot, canvas, at(canvas, 1), at(canvas, 1) + at(canvas, 0) / 9)
    qtbot.waitUntil(canvas.settled, timeout=20_000)
    canvas.grab()
    assert not reached
    assert canvas.tip_at(at(canvas, 0)).splitlines()[0] == markup
