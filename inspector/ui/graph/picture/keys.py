"""What keys do on the canvas: go from node to node, along edges, select more, move, zoom, open, let go."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

if TYPE_CHECKING:
    from inspector.ui.graph.picture.canvas import GraphCanvas

ZOOM_STEP = 1.25
NUDGE = 12.0
"""How far a key moves the selected nodes, scene pixels."""
_ARROWS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
_SHIFT, _CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


class CanvasKeys:
    """Answers key presses; remembers the node whose edges are being gone through."""

    def __init__(self, canvas: GraphCanvas) -> None:
        self._canvas = canvas
        self._from: int | None = None

    def press(self, event: QKeyEvent) -> bool:
        """Do what the key asks; tells whether it asks anything."""
        key, held = Qt.Key(event.key()), event.modifiers() & (_SHIFT | _CONTROL | Qt.KeyboardModifier.AltModifier)
        if key in _ARROWS:
            return self._arrow(*_ARROWS[key], held)
        return self._choice(key, held) or (held in (Qt.KeyboardModifier.NoModifier, _SHIFT) and self._sight(key))

    def _sight(self, key: Qt.Key) -> bool:
        canvas = self._canvas
        if key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            canvas.zoom(ZOOM_STEP)
        elif key == Qt.Key.Key_Minus:
            canvas.zoom(1 / ZOOM_STEP)
        elif key == Qt.Key.Key_F:
            canvas.fit()
        elif key == Qt.Key.Key_Z:
            canvas.fit_selection()
        else:
            return False
        return True

    def _choice(self, key: Qt.Key, held: Qt.KeyboardModifier) -> bool:
        canvas = self._canvas
        if key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp) and not held:
            self._next(1 if key == Qt.Key.Key_PageDown else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and canvas.selected_node is not None and not held:
            canvas.nodeActivated.emit(canvas.selected_node)
        elif key == Qt.Key.Key_A and held == _CONTROL and canvas.scene is not None:
            canvas.select_nodes(np.flatnonzero(canvas.scene.show_nodes))
        elif key == Qt.Key.Key_Space and not held:
            return canvas.overlays.toggle_selected()
        elif key == Qt.Key.Key_M and not held:
            canvas.overlays.set_mapped(not canvas.overlays.mapped)
        elif key == Qt.Key.Key_B and not held:
            canvas.set_boxing(not canvas.pointer.boxing)
        elif key == Qt.Key.Key_Escape and not held:
            return canvas.let_go()
        else:
            return False
        return True

    def _arrow(self, dx: int, dy: int, held: Qt.KeyboardModifier) -> bool:
        if not held:
            self._walk(dx, dy, more=False)
        elif held == _SHIFT:
            self._walk(dx, dy, more=True)
        elif held == _CONTROL:
            self._turn(dx) if dx else self._follow(onward=dy > 0)
        elif held == _CONTROL | _SHIFT:
            self._canvas.nudge(dx * NUDGE, dy * NUDGE)
        else:
            return False
        return True

    def _walk(self, dx: int, dy: int, more: bool) -> None:
        """To the next node in a direction; to the most important one when none is selected."""
        canvas = self._canvas
        if canvas.scene is None:
            return
        if canvas.selected_node is None:
            self._next(1)
            return
        goal = canvas.scene.toward(canvas.selected_node, dx, dy)
        if goal is not None:
            canvas.select_node(goal, reveal=True, more=more)

    def _next(self, step: int) -> None:
        """To the next node by importance, the most important first."""
        canvas = self._canvas
        scene = canvas.scene
        if scene is None:
            return
        order = scene.by_importance[scene.show_nodes[scene.by_importance]]
        if not len(order):
            return
        at = np.flatnonzero(order == canvas.selected_node) if canvas.selected_node is not None else order[:0]
        start = int(at[0]) + step if len(at) else (0 if step > 0 else -1)
        canvas.select_node(int(order[start % len(order)]), reveal=True)

    def _turn(self, step: int) -> None:
        """To the next edge around the node the reader comes from, clockwise."""
        canvas = self._canvas
        scene, edge = canvas.scene, canvas.selected_edge
        if scene is None:
            return
        node = canvas.selected_node
        if node is None and edge is not None:
            ends = int(scene.graph.source[edge]), int(scene.graph.target[edge])
            node = self._from if self._from in ends else ends[0]
        around = scene.around(node) if node is not None else np.zeros(0, np.intp)
        if not len(around):
            return
        self._from = node
        at = np.flatnonzero(around == edge) if edge is not None else around[:0]
        start = int(at[0]) + step if len(at) else (0 if step > 0 else -1)
        canvas.select_edge(int(around[start % len(around)]))

    def _follow(self, onward: bool) -> None:
        """Along the selected edge to its other end, or back to where the reader came from."""
        canvas = self._canvas
        scene, edge = canvas.scene, canvas.selected_edge
        if scene is None or edge is None:
            return
        ends = int(scene.graph.source[edge]), int(scene.graph.target[edge])
        start = self._from if self._from in ends else ends[0]
        goal = start if not onward else ends[1] if start == ends[0] else ends[0]
        canvas.select_node(goal, reveal=True)
