"""The picture behind the canvas: larger than the widget, drawn in slices of time, moved and scaled until it is sharp.

While the reader pans and zooms every frame is one blit; the sharp picture follows as soon as it is drawn.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QObject, QPointF, QRectF, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QImage, QPainter

from inspector.ui.graph.drawing.camera import Camera
from inspector.ui.graph.drawing.frame import PREVIEW, Frame
from inspector.ui.graph.drawing.sheet import Sheet

OVERSCAN = 1.3
"""How much wider and taller than the widget the picture is."""
SLICE_S = 0.006
"""Longest time one slice of drawing should take, seconds."""

Draw = Callable[[QPainter, Frame], Iterator[object]]
"""Draws in steps; one that is PREVIEW says that what is drawn so far can be shown."""


@dataclass
class _Job:
    """A picture that is being drawn."""

    sheet: Sheet
    frame: Frame
    steps: Iterator[object]


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
        self._waiting = True
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

    @property
    def image(self) -> QImage | None:
        """The last whole picture."""
        return self._whole[0] if self._whole else None

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
        # what came before its time was changed again: show at least a preview of it
        self._waiting = self._whole is None or (self._stale and self._job is not None)
        self.stop()
        self._stale = False
        sheet = Sheet(wanted.width, wanted.height, ratio, ground, see_through=self._see_through)
        self._job = _Job(sheet, wanted, self._draw(sheet.painter, wanted))
        self._timer.start()

    def covers(self, camera: Camera, width: float, height: float) -> bool:
        """Whether the last whole picture covers everything that this camera sees."""
        return self._whole is not None and self._target(camera, width, height).contains(
            QRectF(-1, -1, width + 2, height + 2)
        )

    def blit(
        self, painter: QPainter, camera: Camera, width: float, height: float, instead: QImage | None = None
    ) -> None:
        """Draw the last whole picture, or ``instead`` of it one that shows the same, where this camera sees it."""
        if self._whole is None:
            return
        image, frame = self._whole
        target = self._target(camera, width, height)
        if abs(camera.scale / frame.camera.scale - 1) < 1e-9:
            # whole device pixels, or the sharp picture would be blurred
            middle = target.center()
            x, y = round(middle.x() * frame.ratio) / frame.ratio, round(middle.y() * frame.ratio) / frame.ratio
            corner = QPointF(x - round(frame.width / 2), y - round(frame.height / 2))
            painter.drawImage(corner, image if instead is None else instead)
        else:
            painter.drawImage(target, image if instead is None else instead)

    def _target(self, camera: Camera, width: float, height: float) -> QRectF:
        """Where in the widget the last whole picture lies."""
        if self._whole is None:
            return QRectF()
        frame = self._whole[1]
        grown = camera.scale / frame.camera.scale
        x = width / 2 + (frame.camera.x - camera.x) * camera.scale
        y = height / 2 + (frame.camera.y - camera.y) * camera.scale
        wide, tall = frame.width * grown, frame.height * grown
        return QRectF(x - wide / 2, y - tall / 2, wide, tall)

    @Slot()
    def _slice(self) -> None:
        job = self._job
        if job is None:
            self._timer.stop()
            return
        until = time.perf_counter() + SLICE_S
        for step in job.steps:
            if step is PREVIEW and self._waiting:
                self._whole = (job.sheet.copy(), job.frame)
                self.ready.emit()
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
