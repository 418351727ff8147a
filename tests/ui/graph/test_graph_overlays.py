"""Over the picture: a map that shows and moves the view, a card of what is pointed at."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt

from inspector.graph.fields import Field
from inspector.graph.model import build_graph
from inspector.ui.graph.picture.canvas import GraphCanvas
from tests.ui.graph.seen import at

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def wide(qtbot, theme, settled):
    """A hundred nodes, too far apart to be seen at once when looked at closely."""
    graph = build_graph(
        [(i, "task", "open", f"node {i}") for i in range(100)], [(i, i + 1, "blocks") for i in range(99)]
    )
    canvas = GraphCanvas(theme)
    qtbot.addWidget(canvas)
    canvas.resize(800, 600)
    canvas.show()
    canvas.set_graph(graph, np.array([(i % 10 * 200, i // 10 * 200) for i in range(100)], np.float32))
    settled(canvas)
    return canvas


def test_the_map_comes_when_not_everything_is_seen_and_shows_where_the_view_is(wide):
    minimap = wide.overlays.minimap
    assert not minimap.isVisible()
    wide.zoom(6.0)
    assert minimap.isVisible()
    seen = minimap.view_rect()
    assert seen.width() < minimap.width() / 3
    assert (seen.center().toPoint() - minimap.rect().center()).manhattanLength() <= 3
    wide.fit()
    assert not minimap.isVisible()


def test_a_press_and_a_drag_on_the_map_move_the_view(wide, qtbot):
    wide.zoom(6.0)
    minimap = wide.overlays.minimap
    corner = QPoint(40, 20)
    qtbot.mousePress(minimap, LEFT, pos=corner)
    assert (minimap.view_rect().center().toPoint() - corner).manhattanLength() <= 2
    qtbot.mouseMove(minimap, QPoint(120, 90))
    qtbot.mouseRelease(minimap, LEFT, pos=QPoint(120, 90))
    assert (minimap.view_rect().center().toPoint() - QPoint(120, 90)).manhattanLength() <= 2


def test_the_map_can_be_switched_off_and_on(wide, qtbot):
    wide.zoom(6.0)
    qtbot.keyClick(wide, Qt.Key.Key_M)
    assert not wide.overlays.minimap.isVisible()
    qtbot.keyClick(wide, Qt.Key.Key_M)
    assert wide.overlays.minimap.isVisible()


def test_the_map_shows_only_nodes_that_are_shown(wide):
    wide.zoom(6.0)
    wide.look(wide.camera.centred(0.0, 0.0))
    minimap = wide.overlays.minimap

    def drawn(row):
        """Whether anything is drawn in the map at a row of the lattice, right of the view."""
        image = minimap.grab().toImage()
        y = round(minimap.height() / 2 + (row - 4.5) * (minimap.height() - 12) / 9)
        ground = image.pixelColor(4, image.height() // 2)
        seen = (image.pixelColor(x, y + aside) for x in range(100, 150) for aside in (-1, 0, 1))
        return any(abs(one.red() - ground.red()) > 40 for one in seen)

    assert drawn(3)
    assert drawn(6)
    shown = np.arange(100) < 60
    shown[99] = True
    wide.set_filter(shown, np.ones(99, bool))
    assert drawn(3)
    assert not drawn(6)


def test_the_map_needs_room(wide):
    wide.zoom(6.0)
    wide.resize(300, 250)
    assert not wide.overlays.minimap.isVisible()


def test_the_card_tells_of_the_node_under_the_pointer_and_goes_with_it(canvas, qtbot):
    card = canvas.overlays.card
    # a pointer that is there already, from the test before, would move nowhere
    qtbot.mouseMove(canvas, QPoint(6, 6))
    qtbot.mouseMove(canvas, at(canvas, 1))
    qtbot.waitUntil(card.isVisible, timeout=20_000)
    assert card.text().splitlines()[0] == "Beta <b>bold</b>"
    assert "in: 1 blocks, 1 depends_on" in card.text()
    assert canvas.rect().contains(card.geometry())
    assert not card.geometry().contains(at(canvas, 1))
    qtbot.mouseMove(canvas, QPoint(4, 4))
    assert not card.isVisible()


def test_the_card_is_not_in_the_way_while_something_is_dragged(canvas, qtbot):
    qtbot.mouseMove(canvas, at(canvas, 1))
    qtbot.mousePress(canvas, LEFT, pos=at(canvas, 1))
    qtbot.mouseMove(canvas, at(canvas, 1) + QPoint(30, 30))
    canvas.overlays.tell()
    assert not canvas.overlays.card.isVisible()


def test_by_keyboard_the_card_tells_of_what_is_selected_and_follows(canvas, qtbot):
    card = canvas.overlays.card
    canvas.select_node(0)
    qtbot.keyClick(canvas, Qt.Key.Key_Space)
    assert card.text().splitlines()[0] == "Alpha"
    qtbot.keyClick(canvas, Qt.Key.Key_Right)
    assert card.text().splitlines()[0] == "Beta <b>bold</b>"
    qtbot.keyClick(canvas, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert "→" in card.text()
    qtbot.keyClick(canvas, Qt.Key.Key_Space)
    assert not card.isVisible()


def test_the_card_tells_project_tags_and_times(canvas, graph):
    seconds = np.array([1_767_225_600.0] + [np.nan] * 5)
    fields = (
        Field("project", "Project", "choice", names=("atlas",), codes=np.array([0, -1, -1, -1, -1, -1], np.int32)),
        Field("created", "Created", "time", seconds=seconds),
    )
    canvas.set_graph(replace(graph, fields=fields), canvas.scene.positions)
    lines = canvas.tip_at(at(canvas, 0)).splitlines()
    assert lines[-2:] == ["Project: atlas", "Created: 2026-01-01 00:00:00 UTC"]
    assert "Project" not in canvas.tip_at(at(canvas, 1))
