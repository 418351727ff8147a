"""What the pointer does on the canvas: a click selects, a drag moves view or nodes or draws a box, a rest tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent

from inspector.ui.graph.picture.gestures import Box, Gesture, MoveNodes, Pan

if TYPE_CHECKING:
    from inspector.ui.graph.picture.canvas import GraphCanvas

DRAG_FROM = 4
"""Pixels the pointer moves before a press becomes a drag."""
HELD_FROM = 6.0
"""Diameter in pixels from which a node that is not selected can be dragged: the view is meant where nodes are dots."""
_MORE = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


class CanvasPointer:
    """Turns presses, moves and releases into gestures and clicks."""

    def __init__(self, canvas: GraphCanvas) -> None:
        self._canvas = canvas
        self._press: tuple[QPointF, Qt.MouseButton, Qt.KeyboardModifier] | None = None
        self._gesture: Gesture | None = None
        self.boxing = False
        """Whether a drag from the ground draws a box instead of moving the view."""

    @property
    def dragging(self) -> bool:
        """Whether a gesture goes on."""
        return self._gesture is not None

    def press(self, event: QMouseEvent) -> bool:
        """Remember where; tells whether the button means something here."""
        if event.button() not in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            return False
        if self._press is None:
            self._press = event.position(), event.button(), event.modifiers()
        return True

    def move(self, event: QMouseEvent) -> bool:
        """Go on with the gesture, or begin one; tells whether a button is held."""
        if self._press is None:
            return False
        start, button, modifiers = self._press
        point = event.position()
        if self._gesture is None and (point - start).manhattanLength() > DRAG_FROM:
            self._gesture = self._begin(start, button, modifiers)
            self._canvas.setCursor(self._gesture.cursor)
        if self._gesture is not None:
            self._gesture.move(point)
        return True

    def release(self, event: QMouseEvent) -> None:
        """End the gesture where the button was let go, or take the press for a click."""
        if self._press is None or event.button() != self._press[1]:
            return
        (_, button, modifiers), self._press = self._press, None
        gesture, self._gesture = self._gesture, None
        self._canvas.point_out()
        if gesture is not None:
            gesture.move(event.position())
            gesture.end()
        elif button == Qt.MouseButton.LeftButton:
            self._click(event.position(), bool(modifiers & _MORE))

    def cancel(self) -> bool:
        """Give up the gesture, as if it had not been; tells whether there was one."""
        gesture, self._gesture, self._press = self._gesture, None, None
        if gesture is None:
            return False
        self._canvas.point_out()
        gesture.cancel()
        return True

    def _begin(self, start: QPointF, button: Qt.MouseButton, modifiers: Qt.KeyboardModifier) -> Gesture:
        canvas = self._canvas
        if button == Qt.MouseButton.MiddleButton:
            return Pan(canvas, start)
        if modifiers & Qt.KeyboardModifier.ShiftModifier:
            return Box(canvas, start, more=bool(modifiers & Qt.KeyboardModifier.ControlModifier))
        node = canvas.node_at(start)
        if node is not None and (canvas.diameter(node) >= HELD_FROM or node in canvas.selected_nodes()):
            return MoveNodes(canvas, start, node)
        return Box(canvas, start, more=bool(modifiers & _MORE)) if self.boxing else Pan(canvas, start)

    def _click(self, point: QPointF, more: bool) -> None:
        canvas = self._canvas
        node = canvas.node_at(point)
        if node is not None:
            canvas.toggle_node(node) if more else canvas.select_node(node)
            return
        edge = canvas.edge_at(point)
        if edge is not None:
            canvas.select_edge(edge)
        elif not more and not canvas.open_cluster(point):
            canvas.select_node(None)
