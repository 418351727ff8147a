"""A scene seen by a camera and kept sharp: moved, zoomed, fitted, drawn from pictures; what stands out comes on top."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QHideEvent, QPainter, QPaintEvent, QPen, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.graph.model import Graph
from inspector.ui.graph.drawing.camera import Camera, fitting, node_pixels
from inspector.ui.graph.drawing.crowd import MOST_PLAIN
from inspector.ui.graph.drawing.emphasis import Emphasis, draw_pointed_at, selection_steps
from inspector.ui.graph.drawing.frame import Frame
from inspector.ui.graph.drawing.guides import Guides, draw_guides, room_above
from inspector.ui.graph.drawing.layers import Layers, Sight
from inspector.ui.graph.drawing.paint import ScenePainter
from inspector.ui.graph.drawing.scene import GraphScene
from inspector.ui.theme.theme import Theme

READABLE = 0.5
"""Scale from which a node that is brought into view can be read."""


class GraphSurface(QWidget):
    """Draws a scene; knows nothing of pointer and keys."""

    cameraChanged = Signal()
    """The view was moved or zoomed."""
    aggregatedChanged = Signal(str)
    """What is drawn as clusters, in words; empty when every node is drawn."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._scene: GraphScene | None = None
        self._camera = Camera()
        self._fitted = True
        self._stays = False
        self._aggregated = ""
        self._most_plain = MOST_PLAIN
        self._guides = Guides()
        self._painter = ScenePainter(theme)
        self._layers = Layers(self._picture_steps, self._label_steps, self._standing_out_steps, self)
        self._later = QTimer(self, singleShot=True, interval=90)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(200, 160)
        self._layers.changed.connect(self._picture_ready)
        self._later.timeout.connect(self.sharpen)
        theme.changed.connect(self._theme_changed)

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
        self._painter.crowd(self._scene).most_plain = self._most_plain
        self._guides = Guides()
        if keep_view:
            self._layers.forget_selection()
        else:
            self._layers.clear()
        self.redraw()
        if self._fitted or not keep_view:
            self.fit()

    def aggregated(self) -> str:
        """What is drawn as clusters, in words; empty when every node is drawn."""
        return self._aggregated

    def draw_at_most(self, nodes: int) -> None:
        """Draw up to so many nodes in view one by one; more are drawn as clusters."""
        self._most_plain = nodes
        if self._scene is not None:
            self._painter.crowd(self._scene).most_plain = nodes
            self.redraw()

    @property
    def guides(self) -> Guides:
        """What is written over the picture because of its layout."""
        return self._guides

    def set_guides(self, guides: Guides) -> None:
        """Write over the picture what its layout says, and bend the edges that close a cycle."""
        self._guides = guides
        if self._scene is not None:
            if guides.arched is not None or guides.backward is not None or self._scene.arched is not None:
                self._scene.bend(guides.arched, guides.backward)
                self.redraw()
            self.update()
            if self._fitted:
                self.fit()

    def set_pinned(self, pinned: NDArray[np.bool_] | None) -> None:
        """Mark the nodes that are held in their place, (n,)."""
        if self._scene is not None:
            self._scene.pinned = pinned
            self.redraw()

    def set_outside(self, counts: NDArray[Any] | None) -> None:
        """Say beside each node how many of its edges, (n,), lead to nodes that are not shown."""
        if self._scene is not None:
            self._scene.outside = counts
            self.redraw()

    def set_measure(self, values: NDArray[Any] | None) -> None:
        """Size the nodes by (n,) values, NaN where unknown; without, by their number of edges."""
        if self._scene is not None:
            self._scene.measure(values)
            self.redraw()

    # --- what is seen ----------------------------------------------------------------------------------------------

    @Slot()
    def fit(self) -> None:
        """Show everything that is not filtered out."""
        if self._scene is not None and self.width() > 1:
            shown = self._scene.extent() if self._scene.show_nodes.any() else np.zeros((0, 2))
            above = room_above(self._guides, self._painter.texts)
            camera = fitting(shown, self.width(), self.height() - above)
            self.look(camera.panned(0.0, above / 2), by_hand=False)
            self.sharpen()

    def fit_nodes(self, nodes: NDArray[Any]) -> None:
        """Show some nodes, as large as they fit."""
        if self._scene is not None and len(nodes):
            self.look(fitting(self._scene.positions[nodes], self.width(), self.height()))

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom with the point ``at`` (the middle, by default) kept in place."""
        point = QPointF(self.width() / 2, self.height() / 2) if at is None else at
        self.look(self._camera.zoomed(factor, point.x(), point.y(), self.width(), self.height()))

    def reveal(self, node: int) -> None:
        """Move the view just so far that a node is well inside, and large enough to be read."""
        if self._scene is None:
            return
        x, y = self._scene.positions[node].tolist()
        scale = max(self._camera.scale, READABLE)
        at = self.place_of(node)
        inside = 0.1 * self.width() < at.x() < 0.9 * self.width() and 0.1 * self.height() < at.y() < 0.9 * self.height()
        if not inside or scale != self._camera.scale:
            self.look(self._camera.centred(x, y, scale))

    def place_of(self, node: int) -> QPointF:
        """Where a node is seen, in the widget."""
        if self._scene is None:
            return QPointF()
        x, y = self._camera.to_widget(self._scene.positions[[node]], self.width(), self.height())[0]
        return QPointF(x, y)

    def diameter(self, node: int) -> float:
        """How large a node is seen, pixels."""
        return 0.0 if self._scene is None else float(node_pixels(self._scene.sizes[node], self._camera.scale))

    def hold(self, node: int, place: QPointF) -> None:
        """Move the view so that a node is seen at a place of the widget."""
        moved = place - self.place_of(node)
        self.look(self._camera.panned(moved.x(), moved.y()))

    @Slot()
    def stay(self) -> None:
        """Let nothing move at the next change of size, that of the lower edge; asked twice, it is taken back."""
        # what happens out of sight needs no care, and comes in steps of any size
        self._stays = self.isVisible() and not self._stays

    def look(self, camera: Camera, by_hand: bool = True) -> None:
        """See something else; the sharp picture follows once the view rests."""
        self._camera = camera
        self._fitted = not by_hand
        self._later.start()
        self.update()
        self.cameraChanged.emit()

    def settled(self) -> bool:
        """Whether the picture is sharp: nothing is being drawn or about to be."""
        return not (self._layers.busy or self._later.isActive())

    def to_scene(self, point: QPointF) -> tuple[float, float]:
        """The scene point under a point of the widget."""
        return self._camera.to_scene(point.x(), point.y(), self.width(), self.height())

    def sight(self) -> Sight:
        """What the widget sees."""
        return Sight(self._camera, self.width(), self.height(), self.devicePixelRatioF())

    def frame(self) -> Frame:
        """What is seen, as the frame of a picture."""
        return Frame(self._camera, self.width(), self.height(), self.devicePixelRatioF())

    # --- drawing ---------------------------------------------------------------------------------------------------

    def emphasis(self) -> Emphasis:
        """What stands out."""
        return Emphasis()

    def boxed(self) -> QRectF | None:
        """A rectangle to show over everything."""
        return None

    def redraw(self) -> None:
        """What is drawn changed: draw it anew, soon."""
        self._layers.invalidate()
        self._later.start()
        self.update()

    def redraw_standing_out(self) -> None:
        """What stands out changed: draw it anew, at once."""
        if self._scene is not None and self.emphasis().dims:
            self._layers.stand_out(self.sight())
        else:
            self._layers.forget_selection()
        self.update()

    @Slot()
    def sharpen(self) -> None:
        """Draw what is seen, unless the last pictures serve."""
        self._later.stop()
        self._layers.request(self.sight(), self._theme.colour("background"))

    def _picture_steps(self, painter: QPainter, frame: Frame) -> Iterator[object]:
        if self._scene is not None:
            yield from self._painter.picture(painter, self._scene, frame)

    def _label_steps(self, painter: QPainter, frame: Frame) -> Iterator[None]:
        if self._scene is not None:
            yield from self._painter.labels(painter, self._scene, frame)

    def _standing_out_steps(self, painter: QPainter, frame: Frame) -> Iterator[None]:
        if self._scene is not None:
            yield from selection_steps(painter, self._painter, self._theme, self._scene, frame, self.emphasis())

    @Slot()
    def _picture_ready(self) -> None:
        self.update()
        if self._scene is not None and self.settled():
            words = self._painter.crowd(self._scene).words(self.frame())
            if words is not None and words != self._aggregated:
                self._aggregated = words
                self.aggregatedChanged.emit(words)

    @Slot()
    def _theme_changed(self) -> None:
        self._painter.forget()
        self.redraw()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if not self._layers.covers(self.sight()):
            painter.fillRect(self.rect(), self._theme.colour("background"))
        self._layers.blit(painter, self.sight())
        if self._scene is not None:
            draw_pointed_at(painter, self._painter, self._theme, self._scene, self.frame(), self.emphasis())
            draw_guides(painter, self._theme, self._painter.texts, self._scene, self.frame(), self._guides)
        box = self.boxed()
        if box is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            inside = QColor(self._theme.colour("accent"))
            inside.setAlpha(36)
            painter.setPen(QPen(self._theme.colour("accent"), 1))
            painter.setBrush(inside)
            painter.drawRect(box)
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setPen(QPen(QColor(self._theme.colour("focus")), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    # --- the widget ------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        stays, self._stays = self._stays, False
        if stays and event.size().width() == event.oldSize().width():
            grown = event.size().height() - event.oldSize().height()
            self.look(self._camera.panned(0, -grown / 2), by_hand=not self._fitted)
        elif self._fitted:
            self.fit()
        else:
            self._later.start()

    def hideEvent(self, event: QHideEvent) -> None:
        self._layers.rest()
        super().hideEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._later.start()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self.redraw()
        return super().event(event)

    def sizeHint(self) -> QSize:
        return QSize(900, 600)
