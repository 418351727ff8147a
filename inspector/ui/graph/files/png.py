"""How a whole graph becomes a PNG: drawn in slices of time while a window goes on, or at once without one."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from PySide6.QtCore import QBuffer, QIODevice, QObject, QTimer, Slot
from PySide6.QtGui import QImage, QImageWriter

from inspector.errors import KnownError
from inspector.ui.graph.drawing.paint import ScenePainter
from inspector.ui.graph.drawing.scene import GraphScene
from inspector.ui.graph.drawing.sheet import Sheet
from inspector.ui.graph.files.whole import ratio_of, whole_frame
from inspector.ui.theme.theme import Theme

SLICE_S = 0.012


class PngDrawing(QObject):
    """Draws the whole picture on the UI thread in short slices and hands it over."""

    def __init__(
        self, painter: ScenePainter, scene: GraphScene, theme: Theme, done: Callable[[QImage], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._done = done
        frame = whole_frame(scene, ratio_of(scene))
        self._sheet = Sheet(frame.width, frame.height, frame.ratio, theme.colour("background"))
        self._steps: Iterator[None] = painter.steps(self._sheet.painter, scene, frame)
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._slice)
        self._timer.start()

    @Slot()
    def _slice(self) -> None:
        until = time.perf_counter() + SLICE_S
        for _ in self._steps:
            if time.perf_counter() >= until:
                return
        self._timer.stop()
        self._done(self._sheet.finish())
        self.deleteLater()


def drawn_at_once(painter: ScenePainter, scene: GraphScene, theme: Theme) -> QImage:
    """The whole picture; whoever asks waits for it."""
    frame = whole_frame(scene, ratio_of(scene))
    sheet = Sheet(frame.width, frame.height, frame.ratio, theme.colour("background"))
    for _ in painter.steps(sheet.painter, scene, frame):
        pass
    return sheet.finish()


def png_bytes(image: QImage) -> bytes:
    """The image as a PNG file. Raises KnownError where there is no memory for it."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, b"png")
    if not writer.write(image):
        raise KnownError("The picture could not be made.", details=writer.errorString())
    return bytes(buffer.data().data())
