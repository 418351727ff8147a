"""What the hand does on the canvas: several selected, boxes drawn, nodes moved alone, edges followed, menus asked."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication

from inspector.graph.model import build_graph
from inspector.ui.graph.picture.canvas import GraphCanvas
from tests.ui.graph.seen import at, drag, grabbed, has_colour, on_edge

LEFT, SHIFT, CONTROL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


def selected(canvas):
    return canvas.selected_nodes().tolist()


def test_ctrl_click_adds_a_node_and_takes_it_out_again(canvas, qtbot):
    changes, current = [], []
    canvas.selectionChanged.connect(lambda nodes: changes.append(nodes.tolist()))
    canvas.nodeSelected.connect(current.append)
    qtbot.mouseClick(canvas, LEFT, pos=at(canvas, 0))
    qtbot.mouseClick(canvas, LEFT, CONTROL, pos=at(canvas, 3))
    qtbot.mouseClick(canvas, LEFT, CONTROL, pos=at(canvas, 0))
    assert changes == [[0], [0, 3], [3]]
    assert current == [0, 3]


def test_a_box_with_shift_selects_what_is_inside_and_moves_nothing(canvas, qtbot):
    camera = canvas.camera
    drag(qtbot, canvas, at(canvas, 0) - QPoint(20, 20), at(canvas, 2) + QPoint(20, 20), SHIFT)
    assert selected(canvas) == [0, 2]
    assert canvas.camera == camera
    drag(qtbot, canvas, at(canvas, 4) - QPoint(20, 20), at(canvas, 4) + QPoint(20, 20), SHIFT | CONTROL)
    assert selected(canvas) == [0, 2, 4]


def test_a_box_may_be_drawn_without_a_key_while_boxing_is_on(canvas, qtbot):
    canvas.pointer.boxing = True
    drag(qtbot, canvas, QPoint(3, 3), QPoint(790, 590))
    assert selected(canvas) == [0, 1, 2, 3, 4, 5]


def test_escape_gives_up_a_drag_and_puts_the_node_back(canvas, qtbot):
    moved = []
    canvas.nodesMoved.connect(lambda *told: moved.append(told))
    before = canvas.scene.positions.copy()
    qtbot.mousePress(canvas, LEFT, pos=at(canvas, 4))
    qtbot.mouseMove(canvas, at(canvas, 4) + QPoint(40, 40))
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    qtbot.mouseRelease(canvas, LEFT, pos=at(canvas, 4) + QPoint(80, 0))
    assert np.array_equal(canvas.scene.positions, before)
    assert not moved


def test_c92_dragging_a_node_moves_it_alone(canvas, qtbot, settled):
    told = []
    canvas.nodesMoved.connect(lambda nodes, places: told.append((nodes.tolist(), places.tolist())))
    before, camera = canvas.scene.positions.copy(), canvas.camera
    start = at(canvas, 1)
    drag(qtbot, canvas, start, start + QPoint(50, -30))
    after = canvas.scene.positions
    rest = np.arange(6) != 1
    assert np.array_equal(after[rest], before[rest])
    assert (after[1] - before[1]).tolist() == pytest.approx([50 / camera.scale, -30 / camera.scale], abs=0.01)
    assert told == [([1], [after[1].tolist()])]
    assert canvas.camera == camera
    settled(canvas)
    assert has_colour(grabbed(canvas), canvas._theme.node_colour("task"), start + QPoint(50, -30), 10)
    assert canvas.node_at(QPointF(start + QPoint(50, -30))) == 1


def test_dragging_one_of_several_selected_nodes_moves_all_of_them(canvas, qtbot):
    before = canvas.scene.positions.copy()
    canvas.select_nodes(np.array([0, 4]))
    drag(qtbot, canvas, at(canvas, 4), at(canvas, 4) + QPoint(30, 10))
    moved = np.abs(canvas.scene.positions - before).sum(1) > 0
    assert np.flatnonzero(moved).tolist() == [0, 4]
    assert selected(canvas) == [0, 4]


def test_the_positions_that_were_given_are_not_changed_by_a_drag(canvas, qtbot, graph):
    given = np.array(canvas.scene.positions)
    kept = given.copy()
    canvas.set_positions(given)
    drag(qtbot, canvas, at(canvas, 1), at(canvas, 1) + QPoint(50, 30))
    assert np.array_equal(given, kept)


def test_a_layout_that_comes_along_leaves_a_dragged_node_under_the_pointer(canvas, qtbot):
    start = at(canvas, 4)
    qtbot.mousePress(canvas, LEFT, pos=start)
    qtbot.mouseMove(canvas, start + QPoint(-40, 20))
    canvas.set_positions(canvas.scene.positions + np.float32(7))
    assert (at(canvas, 4) - start - QPoint(-40, 20)).manhattanLength() <= 2
    qtbot.mouseRelease(canvas, LEFT, pos=start + QPoint(-40, 20))
    assert (at(canvas, 4) - start - QPoint(-40, 20)).manhattanLength() <= 2


def test_c92_a_quick_pan_keeps_where_it_was_let_go(qtbot, theme, settled):
    side = 100
    nodes = [(i, "task", "open", f"node {i}") for i in range(side * side)]
    edges = [(i, (i * 7 + 1) % (side * side), "blocks") for i in range(side * side)]
    places = np.array([(i % side * 60, i // side * 60) for i in range(side * side)], np.float32)
    canvas = GraphCanvas(theme)
    qtbot.addWidget(canvas)
    canvas.resize(700, 500)
    canvas.show()
    canvas.set_graph(build_graph(nodes, edges), places)
    canvas.zoom(4.0)
    before = at(canvas, 5050)
    drag(qtbot, canvas, QPoint(350, 251), QPoint(450, 311), steps=3)
    seen = []
    canvas.cameraChanged.connect(lambda: seen.append(canvas.camera))
    kept = canvas.camera
    settled(canvas)
    canvas.set_positions(places)
    settled(canvas)
    assert canvas.camera == kept
    assert not seen
    assert at(canvas, 5050) - before == QPoint(100, 60)


def test_dots_seen_from_far_do_not_come_along_when_the_view_is_dragged(canvas, qtbot):
    canvas.zoom(0.05)
    before = canvas.scene.positions.copy()
    start = at(canvas, 0)
    drag(qtbot, canvas, start, start + QPoint(60, 0))
    assert np.array_equal(canvas.scene.positions, before)
    assert at(canvas, 0) - start == QPoint(60, 0)


def test_keys_go_through_the_edges_of_a_node_and_along_one(canvas, qtbot):
    canvas.select_node(2)
    seen = set()
    for _ in range(3):
        qtbot.keyClick(canvas, Qt.Key.Key_Right, CONTROL)
        seen.add(canvas.selected_edge)
    assert seen == {3, 4, 5}
    while canvas.selected_edge != 5:
        qtbot.keyClick(canvas, Qt.Key.Key_Left, CONTROL)
    qtbot.keyClick(canvas, Qt.Key.Key_Down, CONTROL)
    assert canvas.selected_node == 3


def test_keys_go_back_to_where_an_edge_was_entered(canvas, qtbot):
    canvas.select_node(1)
    qtbot.keyClick(canvas, Qt.Key.Key_Right, CONTROL)
    qtbot.keyClick(canvas, Qt.Key.Key_Up, CONTROL)
    assert canvas.selected_node == 1
    qtbot.keyClick(canvas, Qt.Key.Key_Right, CONTROL)
    qtbot.keyClick(canvas, Qt.Key.Key_Down, CONTROL)
    assert canvas.selected_node == 0


def test_keys_select_more_all_and_move_what_is_selected(canvas, qtbot):
    canvas.select_node(0)
    qtbot.keyClick(canvas, Qt.Key.Key_Right, SHIFT)
    assert selected(canvas) == [0, 1]
    before = canvas.scene.positions.copy()
    with qtbot.waitSignal(canvas.nodesMoved) as told:
        qtbot.keyClick(canvas, Qt.Key.Key_Down, CONTROL | SHIFT)
    assert told.args[0].tolist() == [0, 1]
    assert (canvas.scene.positions - before)[:2].tolist() == [[0, 12], [0, 12]]
    qtbot.keyClick(canvas, Qt.Key.Key_A, CONTROL)
    assert selected(canvas) == [0, 1, 2, 3, 4, 5]


def menu_at(canvas, point, reason=QContextMenuEvent.Reason.Mouse):
    seen = []
    canvas.menuRequested.connect(lambda *told: seen.append(told[:2]))
    QApplication.sendEvent(canvas, QContextMenuEvent(reason, point, canvas.mapToGlobal(point)))
    return seen[-1]


def test_menus_are_asked_for_a_node_an_edge_and_the_ground(canvas):
    assert menu_at(canvas, at(canvas, 3)) == (3, None)
    assert menu_at(canvas, on_edge(canvas, 5)) == (None, 5)
    assert menu_at(canvas, QPoint(4, 4)) == (None, None)


def test_a_menu_on_one_of_several_selected_nodes_keeps_them(canvas):
    canvas.select_nodes(np.array([0, 3]))
    menu_at(canvas, at(canvas, 3))
    assert selected(canvas) == [0, 3]


def test_a_menu_by_keyboard_is_for_the_current_node(canvas):
    canvas.select_node(4)
    assert menu_at(canvas, QPoint(1, 1), QContextMenuEvent.Reason.Keyboard) == (4, None)


def test_the_node_under_the_pointer_is_told(canvas, qtbot):
    seen = []
    canvas.hovered.connect(seen.append)
    qtbot.mouseMove(canvas, at(canvas, 3))
    qtbot.mouseMove(canvas, QPoint(5, 5))
    assert seen == [3, None]


def test_a_highlight_stays_while_other_nodes_are_selected(canvas, settled, theme):
    canvas.set_highlight(np.arange(6) == 4, np.zeros(7, bool))
    canvas.select_node(0)
    settled(canvas)
    task = theme.node_colour("task")
    image = grabbed(canvas)
    assert has_colour(image, task, at(canvas, 4), 6)
    assert not has_colour(image, task, at(canvas, 1), 10)
    canvas.clear_highlight()
    settled(canvas)
    image = grabbed(canvas)
    assert not has_colour(image, task, at(canvas, 4), 6)
    assert has_colour(image, task, at(canvas, 1), 10)


def test_what_leads_outside_and_what_is_pinned_is_marked(canvas, settled, theme):
    place = at(canvas, 4)
    canvas.zoom(1.5)
    place = at(canvas, 4)
    settled(canvas)
    plain = grabbed(canvas)
    canvas.set_outside(np.array([0, 0, 0, 0, 12, 0]))
    canvas.set_pinned(np.arange(6) == 4)
    settled(canvas)
    marked = grabbed(canvas)
    pin, count = place + QPoint(-12, -12), place + QPoint(16, 12)
    for corner in (pin, count):
        assert not has_colour(plain, theme.colour("text"), corner, 4)
        assert has_colour(marked, theme.colour("text"), corner, 4)


def test_a_measure_sizes_the_nodes_and_unknown_ones_are_smallest(canvas):
    by_degree = canvas.scene.sizes.copy()
    canvas.set_measure(np.array([1, 2, 3, 4, 9, np.nan]))
    sizes = canvas.scene.sizes.tolist()
    assert sizes[5] == min(sizes)
    assert sizes[4] == max(sizes) > sizes[2] > sizes[0]
    assert canvas.scene.by_importance[0] == 4
    canvas.set_measure(None)
    assert np.array_equal(canvas.scene.sizes, by_degree)


def test_all_edges_of_a_large_answer_stay_strong(qtbot, theme, settled):
    count = 2_000
    nodes = [(i, "task", "open", f"node {i}") for i in range(count)]
    edges = [(i, i + 1, "blocks") for i in range(count - 1)]
    places = np.array([(i % 50 * 60, i // 50 * 60) for i in range(count)], np.float32)
    canvas = GraphCanvas(theme)
    qtbot.addWidget(canvas)
    canvas.resize(700, 600)
    canvas.show()
    canvas.set_graph(build_graph(nodes, edges), places)
    last = 0.5 * (places[-2] + places[-1])
    canvas.set_highlight(np.zeros(count, bool), np.ones(count - 1, bool))
    canvas.zoom(1.5)
    canvas.look(canvas.camera.centred(*last.tolist()))
    settled(canvas)
    middle = (at(canvas, count - 2) + at(canvas, count - 1)) / 2
    lit = grabbed(canvas)
    canvas.set_highlight(np.zeros(count, bool), np.zeros(count - 1, bool))
    settled(canvas)
    dimmed = grabbed(canvas)
    ground = theme.colour("background")

    def away(image):
        pixels = [image.pixelColor(middle.x(), middle.y() + aside) for aside in range(-2, 3)]
        return max(abs(pixel.red() - ground.red()) for pixel in pixels)

    assert away(lit) > 2 * away(dimmed)
