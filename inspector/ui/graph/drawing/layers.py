"""The pictures a canvas is made of: the scene, its labels, and what stands out; each is drawn in slices of time.

Labels are a picture of their own, so that a selection can stand without the dimmed labels of what is beside it.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, QPointF, Qt, Signal, Slot
from PySide6.QtGui import QColor, QImage, QPainter

from inspector.ui.graph.drawing.backing import Backing, Draw
from inspector.ui.graph.drawing.camera import Camera

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
        self._joined: tuple[QImage, QImage, QImage] | None = None
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

    def clear(self) -> None:
        """Show nothing: what comes has nothing to do with what was."""
        self._stands_out, self._joined = False, None
        for layer in self._all:
            layer.clear()

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

    def covers(self, sight: Sight) -> bool:
        """Whether the last picture of the scene covers all that is seen."""
        return self._scene.covers(sight.camera, sight.width, sight.height)

    def blit(self, painter: QPainter, sight: Sight) -> None:
        """Draw the last pictures where they are seen now."""
        where = sight.camera, sight.width, sight.height
        upper = self._upper(sight)
        joined = self._join(upper) if upper is not None else None
        self._scene.blit(painter, *where, joined)
        if upper is not None and joined is None:
            upper.blit(painter, *where)

    def _upper(self, sight: Sight) -> Backing | None:
        """What is seen over the scene: what stands out, else the labels, unless they would be scaled too far."""
        if self._stands_out and self._over.frame is not None:
            return self._over
        if self._labels.frame is None:
            return None
        grown = sight.camera.scale / self._labels.frame.camera.scale
        return self._labels if 1 / _LABELS_STRETCH <= grown <= _LABELS_STRETCH else None

    def _join(self, upper: Backing) -> QImage | None:
        """Both pictures as one, if they show the same: one copy a frame takes half the time of two."""
        below, above = self._scene.image, upper.image
        if below is None or above is None or self._scene.frame != upper.frame:
            self._joined = None
            return None
        if self._joined is None or self._joined[0] is not below or self._joined[1] is not above:
            whole = below.copy()
            painter = QPainter(whole)
            painter.drawImage(QPointF(0, 0), above)
            painter.end()
            self._joined = below, above, whole
        return self._joined[2]

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
