"""The pictures a canvas is made of: the scene, its labels, and what stands out; each is drawn in slices of time.

Labels are a picture of their own, so that a selection can stand without the dimmed labels of what is beside it.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QColor, QPainter

from inspector.ui.graph.backing import Backing, Draw
from inspector.ui.graph.camera import Camera

_LABELS_STRETCH = 1.6
"""How far labels may be scaled until the sharp ones are drawn; beyond, they are left out."""


@dataclass(frozen=True)
class Sight:
    """What a widget sees."""

    camera: Camera
    """Middle and scale."""
    width: float
    """Width of the widget, pixels."""
    height: float
    """Height of the widget, pixels."""
    ratio: float
    """Device pixels per pixel."""


class Layers(QObject):
    """Keeps the pictures of one canvas and draws them anew when asked."""

    changed = Signal()
    """A picture is ready: show it."""

    def __init__(self, scene: Draw, labels: Draw, standing_out: Draw, parent: QObject) -> None:
        super().__init__(parent)
        self._scene = Backing(scene, self)
        self._labels = Backing(labels, self, see_through=True)
        self._over = Backing(standing_out, self, see_through=True)
        self._all = (self._scene, self._labels, self._over)
        self._stands_out = False
        for layer in self._all:
            layer.ready.connect(self._ready)

    @property
    def busy(self) -> bool:
        """Whether something is being drawn."""
        return any(layer.busy for layer in self._all)

    def invalidate(self) -> None:
        """Everything is to be drawn anew at the next request."""
        for layer in self._all:
            layer.invalidate()

    def forget_selection(self) -> None:
        """Show nothing of what stood out."""
        self._stands_out = False
        self._over.clear()

    def stand_out(self, sight: Sight) -> None:
        """Draw what stands out anew."""
        self._stands_out = True
        self._over.invalidate()
        self._request(self._over, sight, QColor(Qt.GlobalColor.transparent))

    def request(self, sight: Sight, ground: QColor) -> None:
        """Draw everything for what is seen now, unless the last pictures serve."""
        nothing = QColor(Qt.GlobalColor.transparent)
        self._request(self._scene, sight, ground)
        self._request(self._labels, sight, nothing)
        if self._stands_out:
            self._request(self._over, sight, nothing)

    def blit(self, painter: QPainter, sight: Sight) -> None:
        """Draw the last pictures where they are seen now."""
        where = sight.camera, sight.width, sight.height
        self._scene.blit(painter, *where)
        if self._stands_out and self._over.frame is not None:
            self._over.blit(painter, *where)
        elif self._labels.frame is not None:
            grown = sight.camera.scale / self._labels.frame.camera.scale
            if 1 / _LABELS_STRETCH <= grown <= _LABELS_STRETCH:
                self._labels.blit(painter, *where)

    def rest(self) -> None:
        """Give up what is being drawn, because nobody sees it; the next request draws it."""
        for layer in self._all:
            if layer.busy:
                layer.stop()
                layer.invalidate()

    @staticmethod
    def _request(layer: Backing, sight: Sight, ground: QColor) -> None:
        layer.request(sight.camera, sight.width, sight.height, sight.ratio, ground)

    @Slot()
    def _ready(self) -> None:
        self.changed.emit()
