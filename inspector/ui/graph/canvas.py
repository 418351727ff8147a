"""The graph as one widget: seen, moved, zoomed, walked through by keyboard, selected; it draws and decides nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QHelpEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from inspector.graph.model import Graph
from inspector.ui.graph.backing import Backing
from inspector.ui.graph.camera import Camera, fitting, node_pixels
from inspector.ui.graph.describe import edge_text, node_text
from inspector.ui.graph.emphasis import Emphasis, draw_pointed_at, selection_steps
from inspector.ui.graph.paint import Frame, ScenePainter
from inspector.ui.graph.scene import GraphScene
from inspector.ui.labels import tip
from inspector.ui.theme.theme import Theme

ZOOM_STEP = 1.25
WHEEL_STEP = 1.0015
"""Factor per eighth of a degree of the wheel."""
DRAG_FROM = 4
"""Pixels the pointer moves before a press becomes a drag."""
REACH = 6.0
"""How far from an edge or a node's rim a click still hits, pixels."""
_ARROWS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}


class GraphCanvas(QWidget):
    """Shows a graph at given positions; hands on what is selected, opened and pointed at."""

    nodeSelected = Signal(object)
    """Index of the selected node, or None."""
    edgeSelected = Signal(object)
    """Index of the selected edge, or None."""
    nodeActivated = Signal(object)
    """Index of a node that was double-clicked, or confirmed with Return."""
    menuRequested = Signal(object, object)
    """(index of the node or None, global position) of a right click."""
    cameraChanged = Signal()
    """The view was moved or zoomed."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._scene: GraphScene | None = None
        self._camera = Camera()
        self._fitted = True
        self._stays = False
        self._node: int | None = None
        self._edge: int | None = None
        self._hovered: int | None = None
        self._found: NDArray[Any] = np.zeros(0, np.intp)
        self._press: QPointF | None = None
        self._drag: QPointF | None = None
        self._painter = ScenePainter(theme)
        self._backing = Backing(self._steps, self)
        self._selection = Backing(self._selection_steps, self, see_through=True)
        self._later = QTimer(self, singleShot=True, interval=90)
        self._build()
        self._backing.ready.connect(self._picture_ready)
        self._selection.ready.connect(self._picture_ready)
        self._later.timeout.connect(self._sharpen)
        theme.changed.connect(self._theme_changed)

    def _build(self) -> None:
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(200, 160)
        self.setAccessibleName("Graph")
        self.setAccessibleDescription("Arrow keys go from node to node, Return opens, plus and minus zoom, F fits.")

    # --- what is shown ---------------------------------------------------------------------------------------------

    @property
    def scene(self) -> GraphScene | None:
        """What is drawn."""
        return self._scene

    @property
    def camera(self) -> Camera:
        """What is seen of it."""
        return self._camera

    @property
    def moved_by_hand(self) -> bool:
        """Whether the reader went somewhere; else everything is in view."""
        return not self._fitted

    @property
    def painter(self) -> ScenePainter:
        """What draws it; exports use it too."""
        return self._painter

    def set_graph(self, graph: Graph, positions: NDArray[Any], keep_view: bool = False) -> None:
        """Show another graph, whole; with ``keep_view`` stay where the reader went by hand."""
        self._scene = GraphScene(graph, positions)
        self._node = self._edge = self._hovered = None
        self._found = np.zeros(0, np.intp)
        self._selection.clear()
        self._redraw()
        if self._fitted or not keep_view:
            self.fit()

    def set_positions(self, positions: NDArray[Any]) -> None:
        """Move the nodes, as a layout comes along; a view that was not moved by hand stays fitted."""
        if self._scene is not None:
            self._scene.place(positions)
            self._redraw()
            if self._fitted:
                self.fit()

    def set_filter(self, nodes: NDArray[np.bool_], edges: NDArray[np.bool_]) -> None:
        """Show some nodes and edges only; when all of them are out of view, the view goes to them."""
        scene = self._scene
        if scene is None:
            return
        scene.filter(nodes, edges)
        if self._node is not None and not nodes[self._node]:
            self.select_node(None)
        if self._edge is not None and not scene.show_edges[self._edge]:
            self.select_edge(None)
        self._redraw()
        if self._fitted or (nodes.any() and not len(scene.nodes_in(*self._frame().bounds()))):
            self.fit()

    def set_found(self, nodes: NDArray[Any]) -> None:
        """Ring the nodes that a search found."""
        self._found = nodes
        self.update()

    # --- what is selected ------------------------------------------------------------------------------------------

    @property
    def selected_node(self) -> int | None:
        """Index of the selected node."""
        return self._node

    @property
    def selected_edge(self) -> int | None:
        """Index of the selected edge."""
        return self._edge

    def select_node(self, node: int | None, reveal: bool = False) -> None:
        """Select a node and what it is joined to; with ``reveal`` bring it into view."""
        changed, edge = node != self._node, self._edge
        self._node, self._edge = node, None
        scene = self._scene
        if node is not None and scene is not None:
            self.setAccessibleDescription(node_text(scene.graph, node))
            if reveal:
                self.reveal(node)
        self._selection_changed()
        if edge is not None:
            self.edgeSelected.emit(None)
        if changed:
            self.nodeSelected.emit(node)

    def select_edge(self, edge: int | None) -> None:
        """Select an edge and its two ends."""
        changed, node = edge != self._edge, self._node
        self._node, self._edge = None, edge
        self._selection_changed()
        if node is not None:
            self.nodeSelected.emit(None)
        if changed:
            self.edgeSelected.emit(edge)

    def reveal(self, node: int) -> None:
        """Move the view just so far that a node is well inside, and large enough to be read."""
        if self._scene is None:
            return
        x, y = self._scene.positions[node].tolist()
        scale = max(self._camera.scale, 0.5)
        at_x, at_y = self._camera.to_widget(np.array([[x, y]]), self.width(), self.height())[0]
        inside = 0.1 * self.width() < at_x < 0.9 * self.width() and 0.1 * self.height() < at_y < 0.9 * self.height()
        if not inside or scale != self._camera.scale:
            self._look(self._camera.centred(x, y, scale))

    def place_of(self, node: int) -> QPointF:
        """Where a node is seen, in the widget."""
        if self._scene is None:
            return QPointF()
        x, y = self._camera.to_widget(self._scene.positions[[node]], self.width(), self.height())[0]
        return QPointF(x, y)

    def hold(self, node: int, place: QPointF) -> None:
        """Move the view so that a node is seen at a place of the widget."""
        moved = place - self.place_of(node)
        self._look(self._camera.panned(moved.x(), moved.y()))

    @Slot()
    def stay(self) -> None:
        """Let nothing move at the next change of size, that of the lower edge; asked twice, it is taken back."""
        # what happens out of sight needs no care, and comes in steps of any size
        self._stays = self.isVisible() and not self._stays

    # --- what is seen ----------------------------------------------------------------------------------------------

    @Slot()
    def fit(self) -> None:
        """Show everything that is not filtered out."""
        if self._scene is not None and self.width() > 1:
            shown = self._scene.positions[self._scene.show_nodes]
            self._look(fitting(shown, self.width(), self.height()), by_hand=False)
            self._sharpen()

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom with the point ``at`` (the middle, by default) kept in place."""
        point = QPointF(self.width() / 2, self.height() / 2) if at is None else at
        self._look(self._camera.zoomed(factor, point.x(), point.y(), self.width(), self.height()))

    def node_at(self, point: QPointF) -> int | None:
        """The node under a point of the widget."""
        if self._scene is None:
            return None
        radii = (node_pixels(self._scene.sizes, self._camera.scale) / 2 + REACH / 2) / self._camera.scale
        return self._scene.node_at(*self._to_scene(point), radii)

    def edge_at(self, point: QPointF) -> int | None:
        """The edge under a point of the widget."""
        if self._scene is None:
            return None
        return self._scene.edge_at(*self._to_scene(point), REACH / self._camera.scale)

    def settled(self) -> bool:
        """Whether the picture is sharp: nothing is being drawn or about to be."""
        return not (self._backing.busy or self._selection.busy or self._later.isActive())

    def _to_scene(self, point: QPointF) -> tuple[float, float]:
        return self._camera.to_scene(point.x(), point.y(), self.width(), self.height())

    def _look(self, camera: Camera, by_hand: bool = True) -> None:
        self._camera = camera
        self._fitted = not by_hand
        self._later.start()
        self.update()
        self.cameraChanged.emit()

    def _frame(self) -> Frame:
        return Frame(self._camera, self.width(), self.height(), self.devicePixelRatioF())

    # --- drawing ---------------------------------------------------------------------------------------------------

    def _steps(self, painter: QPainter, frame: Frame) -> Iterator[None]:
        if self._scene is not None:
            yield from self._painter.steps(painter, self._scene, frame)

    def _selection_steps(self, painter: QPainter, frame: Frame) -> Iterator[None]:
        if self._scene is not None:
            yield from selection_steps(painter, self._painter, self._theme, self._scene, frame, self._emphasis())

    def _emphasis(self) -> Emphasis:
        return Emphasis(self._node, self._edge, self._hovered, self._found, frozenset(self._painter.labelled))

    def _redraw(self) -> None:
        self._backing.invalidate()
        self._selection.invalidate()
        self._later.start()
        self.update()

    def _selection_changed(self) -> None:
        if self._node is None and self._edge is None:
            self._selection.clear()
        else:
            self._selection.invalidate()
            self._sharpen_selection()
        self.update()

    def _sharpen_selection(self) -> None:
        if self._node is not None or self._edge is not None:
            ratio, nothing = self.devicePixelRatioF(), QColor(Qt.GlobalColor.transparent)
            self._selection.request(self._camera, self.width(), self.height(), ratio, nothing)

    @Slot()
    def _sharpen(self) -> None:
        self._later.stop()
        ground = self._theme.colour("background")
        self._backing.request(self._camera, self.width(), self.height(), self.devicePixelRatioF(), ground)
        self._sharpen_selection()

    @Slot()
    def _picture_ready(self) -> None:
        self.update()

    @Slot()
    def _theme_changed(self) -> None:
        self._painter.forget()
        self._redraw()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour("background"))
        self._backing.blit(painter, self._camera, self.width(), self.height())
        self._selection.blit(painter, self._camera, self.width(), self.height())
        if self._scene is not None:
            draw_pointed_at(painter, self._painter, self._theme, self._scene, self._frame(), self._emphasis())
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setPen(QPen(QColor(self._theme.colour("focus")), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        stays, self._stays = self._stays, False
        if stays and event.size().width() == event.oldSize().width():
            grown = event.size().height() - event.oldSize().height()
            self._look(self._camera.panned(0, -grown / 2), by_hand=not self._fitted)
        elif self._fitted:
            self.fit()
        else:
            self._later.start()

    def hideEvent(self, event: QHideEvent) -> None:
        for backing in (self._backing, self._selection):
            if backing.busy:
                backing.stop()
                backing.invalidate()
        super().hideEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._later.start()

    def sizeHint(self) -> QSize:
        return QSize(900, 600)

    # --- pointer ---------------------------------------------------------------------------------------------------

    def wheelEvent(self, event: QWheelEvent) -> None:
        steps = event.angleDelta().y() or event.pixelDelta().y()
        self.zoom(WHEEL_STEP**steps, event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            self._press = self._drag = event.position()
            event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position()
        if self._press is not None and self._drag is not None:
            moved = point - self._press
            if self.cursor().shape() == Qt.CursorShape.ClosedHandCursor or moved.manhattanLength() > DRAG_FROM:
                self.setCursor(Qt.CursorShape.ClosedHandCursor)
                step = point - self._drag
                self._drag = point
                self._look(self._camera.panned(step.x(), step.y()))
            return
        hovered = self.node_at(point)
        if hovered != self._hovered:
            self._hovered = hovered
            self.setCursor(Qt.CursorShape.ArrowCursor if hovered is None else Qt.CursorShape.PointingHandCursor)
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        dragged = self.cursor().shape() == Qt.CursorShape.ClosedHandCursor
        pressed, self._press, self._drag = self._press, None, None
        self.setCursor(Qt.CursorShape.ArrowCursor)
        if dragged:
            self._sharpen()
        elif pressed is not None and event.button() == Qt.MouseButton.LeftButton:
            self._click(event.position())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        node = self.node_at(event.position())
        if node is not None and event.button() == Qt.MouseButton.LeftButton:
            self.nodeActivated.emit(node)

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = None
        self.update()
        super().leaveEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        node = self._node if by_key else self.node_at(QPointF(event.pos()))
        if node is not None:
            self.select_node(node)
        self.menuRequested.emit(node, event.globalPos())

    def _click(self, point: QPointF) -> None:
        node = self.node_at(point)
        if node is not None:
            self.select_node(node)
            return
        edge = self.edge_at(point)
        if edge is not None:
            self.select_edge(edge)
        else:
            self.select_node(None)
            self.select_edge(None)

    # --- keyboard --------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _ARROWS:
            self._walk(*_ARROWS[key])
        elif key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
            self._next(1 if key == Qt.Key.Key_PageDown else -1)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(ZOOM_STEP)
        elif key == Qt.Key.Key_Minus:
            self.zoom(1 / ZOOM_STEP)
        elif key == Qt.Key.Key_F and not event.modifiers():
            self.fit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._node is not None:
            self.nodeActivated.emit(self._node)
        elif key == Qt.Key.Key_Escape and (self._node is not None or self._edge is not None):
            self.select_node(None)
            self.select_edge(None)
        else:
            super().keyPressEvent(event)

    def _walk(self, dx: int, dy: int) -> None:
        """To the next node in a direction; the one in the middle when none is selected."""
        if self._scene is None:
            return
        if self._node is None:
            self._next(1)
            return
        goal = self._scene.toward(self._node, dx, dy)
        if goal is not None:
            self.select_node(goal, reveal=True)

    def _next(self, step: int) -> None:
        """To the next node by importance, the most important first."""
        scene = self._scene
        if scene is None:
            return
        order = scene.by_importance[scene.show_nodes[scene.by_importance]]
        if not len(order):
            return
        at = np.flatnonzero(order == self._node) if self._node is not None else np.zeros(0, np.intp)
        start = int(at[0]) + step if len(at) else (0 if step > 0 else -1)
        self.select_node(int(order[start % len(order)]), reveal=True)

    # --- tips ------------------------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            text = self.tip_at(event.pos())
            QToolTip.showText(event.globalPos(), tip(text), self)
            return True
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._redraw()
        return super().event(event)

    def tip_at(self, point: QPoint) -> str:
        """What the tip at a point says, as plain text; empty over nothing."""
        if self._scene is None:
            return ""
        node = self.node_at(QPointF(point))
        if node is not None:
            return node_text(self._scene.graph, node)
        edge = self.edge_at(QPointF(point))
        return edge_text(self._scene.graph, edge) if edge is not None else ""
