"""The graph as one widget: what is selected, marked, moved and pointed at; it draws and decides nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from inspector.graph.model import Graph
from inspector.ui.graph.describe import edge_text, node_details, node_text
from inspector.ui.graph.drawing.camera import Camera, node_pixels
from inspector.ui.graph.drawing.emphasis import Emphasis
from inspector.ui.graph.picture.chosen import Chosen, chosen_nodes
from inspector.ui.graph.picture.keys import CanvasKeys
from inspector.ui.graph.picture.overlays import Overlays
from inspector.ui.graph.picture.pointer import CanvasPointer
from inspector.ui.graph.picture.surface import GraphSurface
from inspector.ui.theme.theme import Theme

WHEEL_STEP = 1.0015
"""Factor per eighth of a degree of the wheel."""
REACH = 6.0
"""How far from an edge or a node's rim a click still hits, pixels."""
_KEYS = (
    "Arrow keys go from node to node, Ctrl with left and right from edge to edge, Ctrl with down along the edge; "
    "Return opens, plus and minus zoom, F fits."
)

_NOTHING = (None, None, None)
"""No node, edge or cluster under the pointer."""


class GraphCanvas(GraphSurface):
    """Shows a graph at given positions; hands on what is selected, moved, opened and pointed at."""

    nodeSelected = Signal(object)
    """Index of the current node, or None."""
    edgeSelected = Signal(object)
    """Index of the selected edge, or None."""
    selectionChanged = Signal(object)
    """(k,) indices of all selected nodes, ascending."""
    nodeActivated = Signal(object)
    """Index of a node that was double-clicked, or confirmed with Return."""
    nodesMoved = Signal(object, object)
    """(k,) indices of nodes that were moved by hand, and their (k, 2) new positions."""
    menuRequested = Signal(object, object, object)
    """(index of the node or None, of the edge or None, global position) where a menu was asked for."""
    boxingChanged = Signal(bool)
    """Whether a drag from the ground draws a box instead of moving the view."""
    hovered = Signal(object)
    """Index of the node under the pointer, or None."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._chosen = Chosen()
        self._highlight: tuple[NDArray[np.bool_], NDArray[np.bool_]] | None = None
        self._pointed: tuple[int | None, int | None, int | None] = _NOTHING
        self._found: NDArray[Any] = np.zeros(0, np.intp)
        self._box: QRectF | None = None
        self.pointer = CanvasPointer(self)
        self._keys = CanvasKeys(self)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Graph")
        self.setAccessibleDescription(_KEYS)
        self.overlays = Overlays(theme, self)

    # --- what is shown ---------------------------------------------------------------------------------------------

    def set_graph(self, graph: Graph, positions: NDArray[Any], keep_view: bool = False) -> None:
        self.pointer.cancel()
        self._chosen, self._highlight = Chosen(), None
        self._pointed = _NOTHING
        self._found = np.zeros(0, np.intp)
        super().set_graph(graph, positions, keep_view)

    def set_positions(self, positions: NDArray[Any]) -> None:
        """Move the nodes, as a layout comes along; a view that was not moved by hand stays fitted, and a node that is
        being dragged stays under the pointer.
        """
        scene = self._scene
        if scene is None:
            return
        held = scene.positions[scene.lifted]
        scene.place(positions)
        if len(scene.lifted):
            scene.move(scene.lifted, held)
        self.redraw()
        if not self.moved_by_hand and not self.pointer.dragging:
            self.fit()
        self._hover_again()

    def set_filter(self, nodes: NDArray[np.bool_], edges: NDArray[np.bool_]) -> None:
        """Show some nodes and edges only; when all of them are out of view, the view goes to them."""
        scene = self._scene
        if scene is None:
            return
        scene.filter(nodes, edges)
        self._choose(self._chosen.only(nodes, scene.show_edges))
        self.redraw()
        if not self.moved_by_hand or (nodes.any() and not len(scene.nodes_in(*self.frame().bounds()))):
            self.fit()
        self._hover_again()

    def look(self, camera: Camera, by_hand: bool = True) -> None:
        super().look(camera, by_hand)
        self._hover_again()

    def set_found(self, nodes: NDArray[Any]) -> None:
        """Ring the nodes that a search found."""
        self._found = nodes
        self.update()

    def set_highlight(self, nodes: NDArray[np.bool_], edges: NDArray[np.bool_]) -> None:
        """Let an answer or a path stand out, nodes (n,) and edges (m,), and dim the rest."""
        self._highlight = nodes, edges
        self.redraw_standing_out()

    def clear_highlight(self) -> None:
        """Let nothing but the selection stand out."""
        if self._highlight is not None:
            self._highlight = None
            self.redraw_standing_out()

    def emphasis(self) -> Emphasis:
        labelled = frozenset(self.painter.labelled)
        return Emphasis(self._chosen, self._highlight, *self._pointed[:2], self._found, labelled)

    def boxed(self) -> QRectF | None:
        return self._box

    # --- what is selected ------------------------------------------------------------------------------------------

    @property
    def selection(self) -> Chosen:
        """What is selected."""
        return self._chosen

    @property
    def selected_node(self) -> int | None:
        """Index of the current node: the one that was selected last."""
        return self._chosen.current

    @property
    def selected_edge(self) -> int | None:
        """Index of the selected edge."""
        return self._chosen.edge

    def selected_nodes(self) -> NDArray[np.intp]:
        """(k,) indices of all selected nodes, ascending."""
        return self._chosen.nodes

    def select_node(self, node: int | None, reveal: bool = False, more: bool = False) -> None:
        """Select a node and what it is joined to, or besides others if ``more``; ``reveal`` brings it into view."""
        if node is not None and reveal:
            self.reveal(node)
        if node is None:
            self._choose(Chosen())
        else:
            self._choose(self._chosen.with_node(node) if more else chosen_nodes(np.array([node])))

    def select_nodes(self, nodes: NDArray[Any]) -> None:
        """Select exactly these nodes; the most important one is the current one."""
        scene = self._scene
        if scene is not None and len(nodes):
            self._choose(chosen_nodes(nodes, int(nodes[scene.importance[nodes].argmin()])))
        else:
            self._choose(Chosen())

    def toggle_node(self, node: int) -> None:
        """Take a node into the selection, or out of it."""
        self._choose(self._chosen.toggled(node))

    def select_edge(self, edge: int | None) -> None:
        """Select an edge and its two ends."""
        self._choose(Chosen(edge=edge))

    def let_go(self) -> bool:
        """Give up a drag, the drawing of boxes, or the selection; tells whether there was one."""
        if self.pointer.cancel():
            return True
        if self.pointer.boxing:
            self.set_boxing(False)
            return True
        held = not self._chosen.nothing
        self._choose(Chosen())
        return held

    def nodes_inside(self, rect: QRectF) -> NDArray[Any]:
        """Shown nodes whose middle is in a rectangle of the widget."""
        if self._scene is None:
            return np.zeros(0, np.intp)
        return self._scene.within(*self.to_scene(rect.topLeft()), *self.to_scene(rect.bottomRight()))

    def _choose(self, chosen: Chosen) -> None:
        before, self._chosen = self._chosen, chosen
        scene = self._scene
        if scene is not None:
            node, edge = chosen.current, chosen.edge
            words = node_text(scene.graph, node) if node is not None else ""
            self.setAccessibleDescription(words or (edge_text(scene.graph, edge) if edge is not None else _KEYS))
        self.redraw_standing_out()
        node_changed, edge_changed = chosen.current != before.current, chosen.edge != before.edge
        # what is let go of is told first, so that it does not take back what comes
        if edge_changed and chosen.edge is None:
            self.edgeSelected.emit(None)
        if node_changed:
            self.nodeSelected.emit(chosen.current)
        if edge_changed and chosen.edge is not None:
            self.edgeSelected.emit(chosen.edge)
        self.overlays.follow()
        if not chosen.same_nodes(before):
            self.selectionChanged.emit(chosen.nodes)

    # --- moving nodes ----------------------------------------------------------------------------------------------

    def lift(self, nodes: NDArray[Any]) -> NDArray[np.float32]:
        """Take nodes out of the picture to drag them; gives where they stood, (k, 2) scene pixels."""
        if self._scene is None:
            return np.zeros((0, 2), np.float32)
        self._scene.lifted = nodes
        self.redraw()
        self.sharpen()
        before: NDArray[np.float32] = self._scene.positions[nodes]
        return before

    def carry(self, positions: NDArray[Any]) -> None:
        """Move the lifted nodes to (k, 2) positions; nothing else moves."""
        if self._scene is not None:
            self._scene.move(self._scene.lifted, positions)
            self.update()

    def put_down(self, back: NDArray[Any] | None = None) -> None:
        """Let the lifted nodes stand where they are, or ``back`` where they stood; tells who was moved."""
        scene = self._scene
        if scene is None or not len(scene.lifted):
            return
        nodes, scene.lifted = scene.lifted, np.zeros(0, np.intp)
        if back is not None:
            scene.move(nodes, back)
        scene.place(scene.positions)
        # what was moved by hand must not be moved again by fitting
        self._fitted = self._fitted and back is not None
        self.redraw()
        self.sharpen()
        if back is None:
            self.nodesMoved.emit(nodes, scene.positions[nodes])

    def nudge(self, dx: float, dy: float) -> None:
        """Move the selected nodes by so many scene pixels."""
        nodes = self._chosen.nodes
        if len(nodes):
            self.carry(self.lift(nodes) + np.array([dx, dy], np.float32))
            self.put_down()

    @Slot(bool)
    def set_boxing(self, on: bool) -> None:
        """Let a drag from the ground draw a box, or move the view."""
        if on != self.pointer.boxing:
            self.pointer.boxing = on
            self.point_out()
            self.boxingChanged.emit(on)

    def point_out(self) -> None:
        """Let the pointer look like what a press would do."""
        ground = Qt.CursorShape.CrossCursor if self.pointer.boxing else Qt.CursorShape.ArrowCursor
        self.setCursor(ground if self._pointed == _NOTHING else Qt.CursorShape.PointingHandCursor)

    def show_box(self, rect: QRectF | None) -> None:
        """Show the rectangle that is being drawn."""
        self._box = rect
        self.update()

    # --- what is hit -----------------------------------------------------------------------------------------------

    def node_at(self, point: QPointF) -> int | None:
        """The node under a point of the widget."""
        if self._scene is None:
            return None
        radii = (node_pixels(self._scene.sizes, self._camera.scale) / 2 + REACH / 2) / self._camera.scale
        node = self._scene.node_at(*self.to_scene(point), radii)
        hidden = node is not None and self.painter.crowd(self._scene).hides(self.frame(), node)
        return None if hidden else node

    def edge_at(self, point: QPointF) -> int | None:
        """The edge under a point of the widget."""
        if self._scene is None or self.painter.crowd(self._scene).takes_over(self.frame()):
            return None
        return self._scene.edge_at(*self.to_scene(point), REACH / self._camera.scale)

    def cluster_at(self, point: QPointF) -> int | None:
        """The cluster under a point of the widget, where clusters are drawn."""
        if self._scene is None:
            return None
        crowd, frame = self.painter.crowd(self._scene), self.frame()
        return crowd.at(frame, point.x(), point.y()) if crowd.takes_over(frame) else None

    def open_cluster(self, point: QPointF) -> bool:
        """Look closer at the cluster under a point; tells whether there is one."""
        cluster = self.cluster_at(point)
        if cluster is None or self._scene is None:
            return False
        before = self._camera
        self.fit_nodes(self.painter.crowd(self._scene).members(cluster, before.scale))
        if self._camera.scale < 1.5 * before.scale:
            self.look(before)
            self.zoom(2.0, point)
        return True

    def tip_at(self, point: QPoint) -> str:
        """What the tip at a point says, as plain text; empty over nothing."""
        if self._scene is None:
            return ""
        node = self.node_at(QPointF(point))
        if node is not None:
            return node_details(self._scene.graph, node)
        edge = self.edge_at(QPointF(point))
        if edge is not None:
            return edge_text(self._scene.graph, edge)
        cluster = self.cluster_at(QPointF(point))
        return self.painter.crowd(self._scene).text(cluster, self._camera.scale) if cluster is not None else ""

    def fit_selection(self) -> None:
        """Show what is selected, as large as it fits; everything when nothing is."""
        scene, edge = self._scene, self._chosen.edge
        if scene is None or self._chosen.nothing:
            self.fit()
        elif edge is not None:
            self.fit_nodes(np.array([scene.graph.source[edge], scene.graph.target[edge]]))
        else:
            self.fit_nodes(self._chosen.nodes)

    # --- events ----------------------------------------------------------------------------------------------------

    def wheelEvent(self, event: QWheelEvent) -> None:
        steps = event.angleDelta().y() or event.pixelDelta().y()
        self.zoom(WHEEL_STEP**steps, event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.overlays.pointed(False, event.position().toPoint())
        if self.pointer.press(event):
            event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not self.pointer.move(event):
            self._hover_at(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.pointer.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        node = self.node_at(event.position())
        if node is not None and event.button() == Qt.MouseButton.LeftButton:
            self.nodeActivated.emit(node)

    def _hover_at(self, point: QPointF) -> None:
        node = self.node_at(point)
        edge = self.edge_at(point) if node is None else None
        self._hover(node, edge, None if node is not None or edge is not None else self.cluster_at(point), point)

    def _hover_again(self) -> None:
        """Something moved under the pointer: what was pointed at may be elsewhere, or not be shown any more."""
        if self._pointed != _NOTHING and not self.pointer.dragging:
            self._hover_at(QPointF(self.overlays.at))

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None, None)
        super().leaveEvent(event)

    def _hover(self, node: int | None, edge: int | None, cluster: int | None = None, at: QPointF | None = None) -> None:
        before, self._pointed = self._pointed, (node, edge, cluster)
        if before == self._pointed:
            return
        nothing = self._pointed == _NOTHING
        self.point_out()
        self.overlays.pointed(not nothing, (at or QPointF()).toPoint())
        self.update()
        if before[0] != node:
            self.hovered.emit(node)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            node, edge = self._chosen.current, self._chosen.edge
            seen = self.place_of(node).toPoint() if node is not None else self.rect().center()
            self.menuRequested.emit(node, edge, self.mapToGlobal(seen))
            return
        node = self.node_at(QPointF(event.pos()))
        edge = self.edge_at(QPointF(event.pos())) if node is None else None
        if node is not None and node not in self._chosen.nodes:
            self.select_node(node)
        elif edge is not None:
            self.select_edge(edge)
        self.menuRequested.emit(node, edge, event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._keys.press(event):
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            self.overlays.tell()
            return True
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.overlays.place()

    def redraw(self) -> None:
        super().redraw()
        self.overlays.place()
