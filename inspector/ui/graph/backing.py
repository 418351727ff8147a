"""The picture behind the canvas: larger than the widget, drawn in slices of time, moved and scaled until it is sharp.

While the reader pans and zooms every frame is one blit; the sharp picture follows as soon as it is drawn.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QObject, QPointF, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QImage, QPainter

from inspector.ui.graph.camera import Camera
from inspector.ui.graph.frame import Frame
from inspector.ui.graph.sheet import Sheet

OVERSCAN = 1.3
"""How much wider and taller than the widget the picture is."""
SLICE_S = 0.006
"""Longest time one slice of drawing should take, seconds."""

Draw = Callable[[QPainter, Frame], Iterator[None]]


@dataclass
class _Job:
    """A picture that is being drawn."""

    sheet: Sheet
    frame: Frame
    steps: Iterator[None]


class Backing(QObject):
    """Keeps the last whole picture and draws the next one."""

    ready = Signal()
    """A whole picture was drawn."""

    def __init__(self, draw: Draw, parent: QObject, *, see_through: bool = False) -> None:
        super().__init__(parent)
        self._draw = draw
        self._see_through = see_through
        self._whole: tuple[QImage, Frame] | None = None
        self._job: _Job | None = None
        self._stale = True
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._slice)

    @property
    def busy(self) -> bool:
        """Whether a picture is being drawn."""
        return self._job is not None

    @property
    def frame(self) -> Frame | None:
        """What the last whole picture shows."""
        return self._whole[1] if self._whole else None

    def invalidate(self) -> None:
        """What is drawn changed: the next request draws anew, even for the same camera."""
        self._stale = True

    def clear(self) -> None:
        """Show nothing."""
        self.stop()
        self._whole = None
        self._stale = True

    def stop(self) -> None:
        """Give up what is being drawn."""
        self._timer.stop()
        if self._job is not None:
            self._job.steps = iter(())
            self._job.sheet.finish()
            self._job = None

    def request(self, camera: Camera, width: float, height: float, ratio: float, ground: QColor) -> None:
        """Draw a picture for this camera unless the last one, or the one that is being drawn, does."""
        if width < 1 or height < 1:
            return
        wanted = Frame(camera, round(width * OVERSCAN), round(height * OVERSCAN), ratio, 1 / OVERSCAN)
        if not self._stale and (
            (self._job is not None and _serves(self._job.frame, wanted))
            or (self._job is None and self._whole is not None and _serves(self._whole[1], wanted))
        ):
            return
        self.stop()
        self._stale = False
        sheet = Sheet(wanted.width, wanted.height, ratio, ground, see_through=self._see_through)
        self._job = _Job(sheet, wanted, self._draw(sheet.painter, wanted))
        self._timer.start()

    def blit(self, painter: QPainter, camera: Camera, width: float, height: float) -> None:
        """Draw the last whole picture where this camera sees it."""
        if self._whole is None:
            return
        image, frame = self._whole
        grown = camera.scale / frame.camera.scale
        x = width / 2 + (frame.camera.x - camera.x) * camera.scale
        y = height / 2 + (frame.camera.y - camera.y) * camera.scale
        painter.save()
        if abs(grown - 1) < 1e-9:
            # whole device pixels, or the sharp picture would be blurred
            x, y = round(x * frame.ratio) / frame.ratio, round(y * frame.ratio) / frame.ratio
            left, top = x - round(frame.width / 2), y - round(frame.height / 2)
            painter.drawImage(QPointF(left, top), image)
        else:
            painter.translate(x, y)
            painter.scale(grown, grown)
            painter.drawImage(QPointF(-frame.width / 2, -frame.height / 2), image)
        painter.restore()

    @Slot()
    def _slice(self) -> None:
        job = self._job
        if job is None:
            self._timer.stop()
            return
        until = time.perf_counter() + SLICE_S
        for _ in job.steps:
            if time.perf_counter() >= until:
                return
        self._timer.stop()
        self._job = None
        self._whole = (job.sheet.finish(), job.frame)
        self.ready.emit()


def _serves(has: Frame, wanted: Frame) -> bool:
    """Whether a picture is of the wanted scale and size, and its margin still covers where the camera went."""
    if has.ratio != wanted.ratio or (has.width, has.height) != (wanted.width, wanted.height):
        return False
    if abs(has.camera.scale / wanted.camera.scale - 1) > 1e-9:
        return False
    spare = (1 - 1 / OVERSCAN) / 2 * 0.6
    moved_x = abs(has.camera.x - wanted.camera.x) * wanted.camera.scale
    moved_y = abs(has.camera.y - wanted.camera.y) * wanted.camera.scale
    return moved_x <= has.width * spare and moved_y <= has.height * spare
