"""How the reader saves what a graph view shows: asks for a file, draws off the screen, says that it is done."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QImage, QImageWriter
from PySide6.QtWidgets import QFileDialog, QWidget

from inspector.cancel import CancelToken
from inspector.errors import AccessDenied
from inspector.ui.graph.canvas import GraphCanvas
from inspector.ui.graph.export import PngDrawing, svg_text
from inspector.ui.graph.scene import GraphScene
from inspector.ui.tasks import TaskRunner
from inspector.ui.theme.theme import Theme
from inspector.ui.theme.tokens import Tokens


class GraphSaver(QObject):
    """Saves everything that a canvas does not filter out, whole, whatever part of it is in view."""

    saved = Signal(str)
    """What to tell the reader: "Saved graph.png"."""

    def __init__(self, canvas: GraphCanvas, theme: Theme, runner: TaskRunner, parent: QWidget) -> None:
        super().__init__(parent)
        self._canvas, self._theme, self._runner, self._widget = canvas, theme, runner, parent

    @Slot()
    def ask_png(self) -> None:
        """Ask for a file and save a PNG."""
        file = self._ask("png")
        if file:
            self.save_png(file)

    @Slot()
    def ask_svg(self) -> None:
        """Ask for a file and save an SVG."""
        file = self._ask("svg")
        if file:
            self.save_svg(file)

    def save_png(self, file: str) -> None:
        """Draw what is shown and write it to ``file``."""
        if self._canvas.scene is not None:
            done = partial(self._drawn, file)
            PngDrawing(self._canvas.painter, self._canvas.scene, self._theme, done, self)

    def save_svg(self, file: str) -> None:
        """Write what is shown to ``file``, its texts as text."""
        scene = self._canvas.scene
        if scene is not None:
            work = partial(_write_svg, file, scene, self._theme.tokens)
            self._runner.run(work, self._tell, owner=self, title="Saving the picture")

    def _drawn(self, file: str, image: QImage) -> None:
        self._runner.run(partial(_write_png, file, image), self._tell, owner=self, title="Saving the picture")

    def _tell(self, file: str) -> None:
        self.saved.emit(f"Saved {Path(file).name}")

    def _ask(self, kind: str) -> str:
        file, _ = QFileDialog.getSaveFileName(self._widget, f"Save as {kind.upper()}", f"graph.{kind}", f"*.{kind}")
        return file


def _write_png(file: str, image: QImage, cancel: CancelToken) -> str:
    writer = QImageWriter(file, b"png")
    if not writer.write(image):
        raise _unwritable(file, writer.errorString())
    return file


def _write_svg(file: str, scene: GraphScene, tokens: Tokens, cancel: CancelToken) -> str:
    text = svg_text(scene, tokens, cancel)
    try:
        Path(file).write_text(text, encoding="utf-8")
    except OSError as error:
        raise _unwritable(file, str(error)) from error
    return file


def _unwritable(file: str, details: str) -> AccessDenied:
    return AccessDenied(
        "The picture could not be written.", path=file, advice="Choose another folder.", details=details
    )
