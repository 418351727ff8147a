"""How the reader saves what a graph view shows: asks for a file, draws off the screen, says that it is done."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QObject, Signal, Slot
from PySide6.QtGui import QImage, QImageWriter
from PySide6.QtWidgets import QWidget

from inspector.cancel import CancelToken
from inspector.errors import KnownError
from inspector.ui.file_dialogs import FileKind, ask_target
from inspector.ui.graph.canvas import GraphCanvas
from inspector.ui.graph.export import PngDrawing, svg_text
from inspector.ui.view import ViewContext
from inspector.workspace.answers.export_target import save_whole


class GraphSaver(QObject):
    """Saves everything that a canvas does not filter out, whole, whatever part of it is in view."""

    saved = Signal(str)
    """What to tell the reader: "Saved graph.png"."""

    def __init__(self, canvas: GraphCanvas, context: ViewContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._canvas, self._context, self._widget = canvas, context, parent

    @Slot()
    def ask_png(self) -> None:
        """Ask for a file and save a PNG."""
        self._ask("png")

    @Slot()
    def ask_svg(self) -> None:
        """Ask for a file and save an SVG."""
        self._ask("svg")

    def save_png(self, file: str) -> None:
        """Draw what is shown and write it to ``file``."""
        if self._canvas.scene is not None:
            done = partial(self._drawn, file)
            PngDrawing(self._canvas.painter, self._canvas.scene, self._context.theme, done, self)

    def save_svg(self, file: str) -> None:
        """Write what is shown to ``file``, its texts as text."""
        scene = self._canvas.scene
        if scene is not None:
            tokens = self._context.theme.tokens
            self._save(file, lambda cancel: svg_text(scene, tokens, cancel).encode("utf-8"))

    def _drawn(self, file: str, image: QImage) -> None:
        self._save(file, lambda cancel: png_bytes(image))

    def _save(self, file: str, make: Callable[[CancelToken], bytes]) -> None:
        sources = self._context.workspace.sources

        def work(cancel: CancelToken) -> str:
            save_whole(file, [make(cancel)], sources, cancel)
            return file

        self._context.runner.run(work, self._tell, owner=self, title="Saving the picture")

    def _tell(self, file: str) -> None:
        self.saved.emit(f"Saved {Path(file).name}")

    def _ask(self, form: str) -> None:
        kinds = (FileKind(form.upper(), form, form),)
        ask_target(self._widget, f"Save as {form.upper()}", f"graph.{form}", kinds, self._save_as)

    def _save_as(self, file: str, form: str) -> None:
        save = self.save_png if form == "png" else self.save_svg
        save(file)


def png_bytes(image: QImage) -> bytes:
    """The image as a PNG file. Raises KnownError where there is no memory for it."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, b"png")
    if not writer.write(image):
        raise KnownError("The picture could not be made.", details=writer.errorString())
    return bytes(buffer.data().data())
