"""Beside the picture: buttons that zoom and fit, a switch for boxes, one for the map that is remembered."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QTabWidget

from inspector.ui.graph.tools import CanvasTools
from inspector.ui.graph.view import GraphView
from inspector.ui.icons import Icons
from inspector.workspace.location import location
from tests.ui.graph.seen import at

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def tools(canvas, theme, settings, qtbot):
    made = CanvasTools(canvas, Icons(theme), settings)
    qtbot.addWidget(made)
    return made


def test_buttons_zoom_and_fit(canvas, tools, qtbot):
    before = canvas.camera
    qtbot.mouseClick(tools.larger, LEFT)
    assert canvas.camera.scale > before.scale
    qtbot.mouseClick(tools.smaller, LEFT)
    qtbot.mouseClick(tools.smaller, LEFT)
    assert canvas.camera.scale < before.scale
    qtbot.mouseClick(tools.fit, LEFT)
    assert canvas.camera == before


def test_while_boxes_are_on_a_drag_from_the_ground_selects(canvas, tools, qtbot):
    qtbot.mouseClick(tools.boxing, LEFT)
    assert canvas.cursor().shape() == Qt.CursorShape.CrossCursor
    camera = canvas.camera
    qtbot.mousePress(canvas, LEFT, pos=QPoint(2, 2))
    qtbot.mouseMove(canvas, QPoint(canvas.width() // 2, canvas.height() // 2))
    qtbot.mouseMove(canvas, QPoint(canvas.width() - 2, canvas.height() - 2))
    qtbot.mouseRelease(canvas, LEFT, pos=QPoint(canvas.width() - 2, canvas.height() - 2))
    assert len(canvas.selected_nodes()) == len(canvas.scene.graph)
    assert canvas.camera == camera
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    assert not tools.boxing.isChecked()
    assert len(canvas.selected_nodes()), "the first Esc only ends the drawing of boxes"
    qtbot.keyClick(canvas, Qt.Key.Key_B)
    assert tools.boxing.isChecked()
    qtbot.mouseMove(canvas, at(canvas, 0))
    assert canvas.cursor().shape() == Qt.CursorShape.PointingHandCursor


def test_whether_the_map_is_wanted_is_remembered(canvas, tools, theme, settings, qtbot):
    assert tools.mapped.isChecked()
    qtbot.keyClick(canvas, Qt.Key.Key_M)
    assert not tools.mapped.isChecked()
    canvas.overlays.set_mapped(True)
    qtbot.mouseClick(tools.mapped, LEFT)
    assert not canvas.overlays.mapped
    canvas.overlays.set_mapped(True)
    settings.set("graph.map", False)
    again = CanvasTools(canvas, Icons(theme), settings)
    qtbot.addWidget(again)
    assert not again.mapped.isChecked()
    assert not canvas.overlays.mapped


def test_a_view_knows_the_shape_of_its_picture_before_it_is_seen(context, qtbot, tmp_path):
    for width, page in ((1100, "filters"), (700, "")):
        around = QTabWidget()
        qtbot.addWidget(around)
        around.resize(width, 640)
        around.show()
        view = GraphView(context, None, location(tmp_path / "none.db", "graph"), around)
        guessed = view.picture_shape()
        around.addTab(view, "Graph")
        qtbot.waitUntil(lambda view=view: view.isVisible() and view.canvas.width() > 1)
        assert view.side.open_page == page
        assert abs(guessed[0] - view.canvas.width()) < 16
        assert abs(guessed[1] - view.canvas.height()) < 60, "but for the tabs"
        assert view.picture_shape() == (view.canvas.width(), view.canvas.height())
