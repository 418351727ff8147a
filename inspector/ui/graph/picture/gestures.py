"""What a press on the canvas can become: moving the view, moving nodes, drawing a box. Each starts, goes on, ends or is
given up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt

if TYPE_CHECKING:
    from inspector.ui.graph.picture.canvas import GraphCanvas


class Gesture(Protocol):
    """One drag, from the press on."""

    cursor: Qt.CursorShape
    """What the pointer looks like meanwhile."""

    def move(self, point: QPointF) -> None:
        """The pointer is at a point of the widget."""

    def end(self) -> None:
        """The button was let go."""

    def cancel(self) -> None:
        """Take it back."""


class Pan:
    """Moves the view with the pointer: always from where it started, so that no step is lost or counted twice."""

    cursor = Qt.CursorShape.ClosedHandCursor

    def __init__(self, canvas: GraphCanvas, start: QPointF) -> None:
        self._canvas, self._start, self._camera = canvas, start, canvas.camera

    def move(self, point: QPointF) -> None:
        moved = point - self._start
        self._canvas.look(self._camera.panned(moved.x(), moved.y()))

    def end(self) -> None:
        self._canvas.sharpen()

    def cancel(self) -> None:
        self._canvas.look(self._camera)


class MoveNodes:
    """Moves the node under the pointer, with all selected ones if it is one of them; nothing else moves."""

    cursor = Qt.CursorShape.SizeAllCursor

    def __init__(self, canvas: GraphCanvas, start: QPointF, node: int) -> None:
        chosen = canvas.selected_nodes()
        self._canvas, self._start = canvas, start
        self._nodes = chosen if node in chosen else np.array([node], np.intp)
        self._before = canvas.lift(self._nodes)

    def move(self, point: QPointF) -> None:
        moved = (point - self._start) / self._canvas.camera.scale
        self._canvas.carry(self._before + np.array([moved.x(), moved.y()], np.float32))

    def end(self) -> None:
        self._canvas.put_down()

    def cancel(self) -> None:
        self._canvas.put_down(self._before)


class Box:
    """Selects what is inside a rectangle, besides what was selected if ``more``."""

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, canvas: GraphCanvas, start: QPointF, more: bool) -> None:
        self._canvas, self._start, self._more, self._rect = canvas, start, more, QRectF(start, start)

    def move(self, point: QPointF) -> None:
        self._rect = QRectF(self._start, point).normalized()
        self._canvas.show_box(self._rect)

    def end(self) -> None:
        self._canvas.show_box(None)
        inside = self._canvas.nodes_inside(self._rect)
        before = self._canvas.selected_nodes() if self._more else inside[:0]
        self._canvas.select_nodes(np.concatenate([before, inside]))

    def cancel(self) -> None:
        self._canvas.show_box(None)
