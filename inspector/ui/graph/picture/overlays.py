"""What lies over the picture: the map in the corner, the card of what is pointed at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QTimer, Signal, Slot

from inspector.ui.graph.describe import edge_text, node_details
from inspector.ui.graph.picture.hover_card import HoverCard
from inspector.ui.graph.picture.minimap import Minimap
from inspector.ui.theme.theme import Theme

if TYPE_CHECKING:
    from inspector.ui.graph.picture.canvas import GraphCanvas

GAP = 10
"""Pixels between a panel and the border."""
SMALLEST_ROOM = 420, 300
"""Width and height of a canvas that has room for a map."""
REST_MS = 320
"""How long the pointer rests until the card comes."""


class Overlays(QObject):
    """Places the panels of one canvas and says when they are seen."""

    mappedChanged = Signal(bool)
    """Whether the map is shown where it is of use."""

    def __init__(self, theme: Theme, canvas: GraphCanvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._mapped = True
        self._sticks = False
        self._at = QPoint()
        self.minimap = Minimap(theme, canvas)
        self.card = HoverCard(theme, canvas)
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self.tell)
        canvas.cameraChanged.connect(self._camera_changed)
        self.place()

    @property
    def at(self) -> QPoint:
        """Where the pointer came to what it points at."""
        return self._at

    @property
    def mapped(self) -> bool:
        """Whether the map is shown where it is of use."""
        return self._mapped

    @Slot(bool)
    def set_mapped(self, on: bool) -> None:
        """Show the map where it is of use, or never."""
        if on != self._mapped:
            self._mapped = on
            self.place()
            self.mappedChanged.emit(on)

    def place(self) -> None:
        """Put the panels into their corners, those that there is room for."""
        canvas = self._canvas
        room = canvas.width() >= SMALLEST_ROOM[0] and canvas.height() >= SMALLEST_ROOM[1]
        corner = QPoint(canvas.width() - self.minimap.width() - GAP, canvas.height() - self.minimap.height() - GAP)
        self.minimap.move(corner)
        self.minimap.setVisible(room and self._mapped and self.minimap.useful)
        self.minimap.update()

    def pointed(self, something: bool, at: QPoint) -> None:
        """The pointer came to something else at a point of the canvas, or to nothing."""
        self._at, self._sticks = at, False
        self.card.hide()
        if something:
            self._rest.start()
        else:
            self._rest.stop()

    @Slot()
    def tell(self) -> None:
        """Show at once what is under the pointer."""
        self._rest.stop()
        if not self._canvas.pointer.dragging:
            self.card.tell(self._canvas.tip_at(self._at), self._at)

    def toggle_selected(self) -> bool:
        """Show the card of what is selected, and of what is selected next, until asked again; by keyboard."""
        self._sticks = not self._sticks and not self._canvas.selection.nothing
        self.follow()
        return True

    def follow(self) -> None:
        """The selection changed: the card goes along if it was asked for by keyboard."""
        canvas, chosen = self._canvas, self._canvas.selection
        if canvas.scene is None or not self._sticks or chosen.nothing:
            self.card.hide()
            return
        graph = canvas.scene.graph
        if chosen.current is not None:
            self.card.tell(node_details(graph, chosen.current), canvas.place_of(chosen.current).toPoint())
        elif chosen.edge is not None:
            ends = canvas.place_of(int(graph.source[chosen.edge])), canvas.place_of(int(graph.target[chosen.edge]))
            self.card.tell(edge_text(graph, chosen.edge), ((ends[0] + ends[1]) / 2).toPoint())

    @Slot()
    def _camera_changed(self) -> None:
        if self._sticks:
            self.follow()
        else:
            self._rest.stop()
            self.card.hide()
        self.place()
