"""The canvas by real events: it draws, zooms at the pointer, pans, selects nodes and edges, and is walked by keys."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QWheelEvent
from PySide6.QtWidgets import QApplication

from inspector.graph.model import build_graph
from inspector.ui.graph.picture.canvas import GraphCanvas


def at(canvas, node):
    """Where a node is seen."""
    x, y = canvas.camera.to_widget(canvas.scene.positions[[node]], canvas.width(), canvas.height())[0]
    return QPoint(round(x), round(y))


def on_edge(canvas, edge):
    """A point of the widget on the middle of an edge."""
    line = canvas.scene.polylines(np.array([edge]))[0]
    x, y = canvas.camera.to_widget(line[[len(line) // 2]], canvas.width(), canvas.height())[0]
    return QPoint(round(x), round(y))


def wheel(canvas, point, delta):
    event = QWheelEvent(
        QPointF(point),
        QPointF(canvas.mapToGlobal(point)),
        QPoint(),
        QPoint(0, delta),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(canvas, event)


def grabbed(canvas):
    return canvas.grab().toImage()


def has_colour(image: QImage, colour: QColor, middle: QPoint, reach: int) -> bool:
    ratio = image.devicePixelRatio()
    for x in range(middle.x() - reach, middle.x() + reach + 1):
        for y in range(middle.y() - reach, middle.y() + reach + 1):
            seen = image.pixelColor(round(x * ratio), round(y * ratio))
            if all(
                abs(a - b) < 40
                for a, b in zip(
                    (seen.red(), seen.green(), seen.blue()), (colour.red(), colour.green(), colour.blue()), strict=True
                )
            ):
                return True
    return False


def test_every_node_is_drawn_in_the_colour_of_its_type(canvas, theme):
    image = grabbed(canvas)
    for node in range(5):
        type = canvas.scene.graph.type_names[canvas.scene.graph.types[node]]
        if node != 2:
            assert has_colour(image, theme.node_colour(type), at(canvas, node), 12), canvas.scene.graph.labels[node]


def test_all_edges_can_be_clicked_apart(canvas, qtbot):
    for edge in range(7):
        qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=on_edge(canvas, edge))
        assert canvas.selected_edge == edge, canvas.scene.graph.edge_ids[edge]


def test_a_click_selects_a_node_and_a_click_beside_lets_go(canvas, qtbot):
    seen = []
    canvas.nodeSelected.connect(seen.append)
    qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=at(canvas, 2))
    qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    assert seen == [2, None]


def test_selecting_a_node_dims_what_is_not_beside_it(canvas, settled, theme):
    colour = theme.node_colour("task")
    assert has_colour(grabbed(canvas), colour, at(canvas, 4), 6)
    canvas.select_node(0)
    settled(canvas)
    image = grabbed(canvas)
    assert has_colour(image, colour, at(canvas, 1), 10)
    assert not has_colour(image, colour, at(canvas, 4), 6)


def test_a_double_click_opens_a_node(canvas, qtbot):
    with qtbot.waitSignal(canvas.nodeActivated) as opened:
        qtbot.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=at(canvas, 3))
    assert opened.args == [3]


def test_the_wheel_zooms_with_the_point_under_the_pointer_kept(canvas):
    point = at(canvas, 3)
    before = canvas.camera.scale
    wheel(canvas, point, 240)
    assert canvas.camera.scale > 1.3 * before
    assert (at(canvas, 3) - point).manhattanLength() <= 2
    wheel(canvas, point, -240)
    assert canvas.camera.scale == pytest.approx(before)


def test_dragging_moves_the_picture_and_selects_nothing(canvas, qtbot):
    start, before = QPoint(12, 300), at(canvas, 1)
    qtbot.mousePress(canvas, Qt.MouseButton.LeftButton, pos=start)
    for step in range(1, 7):
        qtbot.mouseMove(canvas, start + QPoint(10 * step, 5 * step))
    qtbot.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=start + QPoint(60, 30))
    assert at(canvas, 1) - before == QPoint(60, 30)
    assert canvas.selected_node is None


def test_the_picture_is_sharp_again_after_moving(canvas, settled):
    canvas.zoom(3.0)
    assert not canvas.settled()
    settled(canvas)
    assert has_colour(grabbed(canvas), canvas._theme.colour("background"), QPoint(4, 300), 2)


def test_fit_brings_everything_into_view(canvas, qtbot):
    canvas.zoom(20.0)
    qtbot.keyClick(canvas, Qt.Key.Key_F)
    inside = [canvas.rect().contains(at(canvas, node)) for node in range(6)]
    assert all(inside)


def test_arrow_keys_go_to_the_next_node_that_way(canvas, qtbot):
    canvas.select_node(0)
    walked = []
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Up):
        qtbot.keyClick(canvas, key)
        walked.append(canvas.scene.graph.ids[canvas.selected_node])
    assert walked == ["b", "d", "c", "a"]


def test_page_keys_reach_every_node_and_begin_with_the_busiest(canvas, qtbot):
    seen = []
    for _ in range(6):
        qtbot.keyClick(canvas, Qt.Key.Key_PageDown)
        seen.append(canvas.selected_node)
    assert sorted(seen) == [0, 1, 2, 3, 4, 5]
    assert seen[0] == 2


def test_plus_and_minus_zoom_and_escape_lets_go(canvas, qtbot):
    before = canvas.camera.scale
    qtbot.keyClick(canvas, Qt.Key.Key_Plus)
    assert canvas.camera.scale > before
    qtbot.keyClick(canvas, Qt.Key.Key_Minus)
    assert canvas.camera.scale == pytest.approx(before)
    canvas.select_node(1)
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    assert canvas.selected_node is None


def test_tab_leaves_the_canvas(canvas):
    assert canvas.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_hidden_nodes_are_neither_drawn_nor_hit(canvas, qtbot, settled, theme):
    nodes = np.array([True, True, True, True, False, True])
    canvas.set_filter(nodes, np.ones(7, bool))
    settled(canvas)
    place = at(canvas, 4)
    assert not has_colour(grabbed(canvas), theme.node_colour("task"), place, 6)
    qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=place)
    assert canvas.selected_node is None


def test_a_filter_that_leaves_only_far_nodes_brings_them_into_view(canvas):
    canvas.zoom(6.0)
    assert not canvas.rect().contains(at(canvas, 4))
    canvas.set_filter(np.arange(6) == 4, np.zeros(7, bool))
    assert canvas.rect().contains(at(canvas, 4))


def test_a_selected_node_that_is_filtered_out_is_let_go(canvas):
    canvas.select_node(4)
    canvas.set_filter(np.arange(6) != 4, np.ones(7, bool))
    assert canvas.selected_node is None


def test_tips_are_plain_text_and_tell_type_status_and_links(canvas):
    text = canvas.tip_at(at(canvas, 1))
    assert text.splitlines()[0] == "Beta <b>bold</b>"
    assert "task · open" in text
    assert "in: 1 blocks, 1 depends_on" in text
    assert canvas.tip_at(at(canvas, 3)).splitlines()[1] == "milestone · waiting for Bob (unknown)"
    assert "missing" in canvas.tip_at(at(canvas, 5))
    assert canvas.tip_at(on_edge(canvas, 5)).splitlines() == ["Gamma → Delta", "part_of"]
    assert canvas.tip_at(QPoint(3, 3)) == ""


def test_colours_follow_the_theme_while_it_runs(canvas, settings, settled, theme):
    settings.set("look.theme", "light")
    settled(canvas)
    image = grabbed(canvas)
    assert image.pixelColor(4, 300).lightness() > 240
    assert has_colour(image, theme.node_colour("task"), at(canvas, 4), 6)


def test_a_view_that_was_not_moved_stays_fitted_when_nodes_move(canvas, graph):
    canvas.set_positions(canvas.scene.positions * np.float32(40))
    assert all(canvas.rect().contains(at(canvas, node)) for node in range(6))


def test_a_view_that_was_moved_stays_where_it_is_when_nodes_move(canvas):
    canvas.zoom(2.0)
    camera = canvas.camera
    canvas.set_positions(canvas.scene.positions * np.float32(1.5))
    assert canvas.camera == camera


def test_an_empty_graph_is_no_trouble(qtbot, theme, settled):
    canvas = GraphCanvas(theme)
    qtbot.addWidget(canvas)
    canvas.show()
    canvas.set_graph(build_graph([], []), np.zeros((0, 2), np.float32))
    for key in (Qt.Key.Key_F, Qt.Key.Key_Right, Qt.Key.Key_PageDown, Qt.Key.Key_Plus, Qt.Key.Key_Escape):
        qtbot.keyClick(canvas, key)
    qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(50, 50))
    settled(canvas)
    assert canvas.selected_node is None


def test_several_thousand_nodes_are_drawn_and_hit(qtbot, theme, settled):
    side = 80
    nodes = [
        (i, "task" if i % 3 else "decision", "open", f"A node with a long title, number {i}")
        for i in range(side * side)
    ]
    edges = [(i, i + 1, "blocks") for i in range(side * side - 1)]
    places = np.array([(i % side * 30, i // side * 30) for i in range(side * side)], np.float32)
    canvas = GraphCanvas(theme)
    qtbot.addWidget(canvas)
    canvas.resize(800, 600)
    canvas.show()
    canvas.set_graph(build_graph(nodes, edges), places)
    settled(canvas)
    middle = at(canvas, side * side // 2)
    assert has_colour(grabbed(canvas), theme.node_colour("task"), middle, 8)
    canvas.zoom(8.0)
    settled(canvas)
    qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=at(canvas, 3240))
    assert canvas.selected_node == 3240


def test_what_is_found_is_labelled_once_and_beside_a_selection_only_ringed(canvas, settled, monkeypatch):
    settled(canvas)
    written = []
    place = canvas.painter.texts.place

    def noted(room, labels, *args, **kwargs):
        for label, placed in zip(labels, place(room, labels, *args, **kwargs), strict=True):
            written.extend([label] if placed is not None else [])
            yield placed

    monkeypatch.setattr(canvas.painter.texts, "place", noted)
    in_picture = {canvas.scene.graph.labels[node] for node in canvas.painter.labelled}
    assert in_picture
    canvas.set_found(np.arange(len(canvas.scene.graph)))
    canvas.grab()
    assert not in_picture & set(written)
    canvas.select_node(0)
    settled(canvas)
    written.clear()
    canvas.grab()
    assert written == []


def test_of_many_edges_the_nodes_are_seen_first(qtbot, theme, settled):
    side = 40
    count = side * side
    nodes = [(i, "task", "open", f"node {i}") for i in range(count)]
    edges = [(i, (i * 13 + 7 * k) % count, "blocks") for i in range(count) for k in range(4)]
    canvas = GraphCanvas(theme)
    qtbot.addWidget(canvas)
    canvas.resize(600, 600)
    canvas.show()
    seen = []

    def look():
        image, row = canvas.grab().toImage(), (at(canvas, 0).y() + at(canvas, side).y()) // 2
        colours = [image.pixelColor(x, row) for x in range(40, 560)]
        seen.append(sum(colour != theme.colour("background") for colour in colours))

    places = np.array([(i % side * 30, i // side * 30) for i in range(count)], np.float32)
    canvas.set_graph(build_graph(nodes, edges), places)
    canvas._layers.changed.connect(look)
    settled(canvas)
    assert len(seen) >= 2
    assert 0 < seen[0] < 0.8 * seen[-1]


def test_what_moves_away_under_the_pointer_is_not_pointed_at_any_more(canvas, qtbot):
    qtbot.mouseMove(canvas, at(canvas, 1))
    assert canvas.emphasis().hovered == 1
    canvas.zoom(3.0)
    assert canvas.emphasis().hovered is None
    canvas.fit()
    qtbot.mouseMove(canvas, at(canvas, 2))
    qtbot.mouseMove(canvas, at(canvas, 1))
    assert canvas.emphasis().hovered == 1
    shown = np.ones(len(canvas.scene.graph), bool)
    shown[1] = False
    canvas.set_filter(shown, np.ones(canvas.scene.graph.edge_count, bool))
    assert canvas.emphasis().hovered is None
