"""Beside the picture: buttons that zoom and fit, a switch for boxes, one for the map that is remembered."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QTabWidget, QWidget

from inspector.graph.layout import LAYOUTS
from inspector.graph.projection import GraphProjection, GraphQuery
from inspector.ui.graph.bar import GraphBar
from inspector.ui.graph.picture.picture_tools import CanvasTools
from inspector.ui.graph.view import GraphView
from inspector.ui.icons import Icons
from inspector.workspace.location import location
from tests.ui.graph.seen import at

DIRECT = Qt.FindChildOption.FindDirectChildrenOnly
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


def test_the_bar_of_a_narrow_view_pushes_nothing_aside(context, qtbot):
    bar = GraphBar(context.icons)
    qtbot.addWidget(bar)
    name = "A graph whose name is longer than any bar is wide, and goes on after that"
    long = GraphProjection("g", name, "", GraphQuery(""), ())
    bar.show_choices((long,), long, LAYOUTS, "layered")
    bar.show_hits(12_345, 678)
    bar.show_steps("hide", "show")
    bar.show_filtered(True)
    bar.resize(664, bar.sizeHint().height())
    bar.show()
    assert bar.minimumWidth() < 400
    ends = [one.geometry().right() for one in bar.findChildren(QWidget, options=DIRECT) if one.isVisible()]
    assert max(ends) < 664
    bar.resize(1400, bar.height())
    bar.show_hits(12_345, 0, 4)
    assert bar._hits.text() == "5 of 12,345"
