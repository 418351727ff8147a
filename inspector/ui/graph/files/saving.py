"""How the reader saves what a graph view shows: asks for a file, draws off the screen, says that it is done."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from inspector.cancel import CancelToken
from inspector.graph.export.graphml import graphml
from inspector.graph.export.json_form import graph_json
from inspector.graph.export.shown import ShownGraph
from inspector.ui.file_dialogs import FileKind, ask_target
from inspector.ui.graph.files.png import PngDrawing, png_bytes
from inspector.ui.graph.files.svg import svg_parts
from inspector.ui.graph.picture.canvas import GraphCanvas
from inspector.ui.graph.state.loading import Loaded
from inspector.ui.view import ViewContext
from inspector.workspace.answers.export_target import save_whole

KINDS = (
    FileKind("PNG picture", "png", "png"),
    FileKind("SVG picture, texts as text", "svg", "svg"),
    FileKind("GraphML for graph programs", "graphml", "graphml"),
    FileKind("JSON", "json", "json"),
)
"""What a graph can be saved as."""


class GraphSaver(QObject):
    """Saves everything that a canvas does not filter out, whole, whatever part of it is in view."""

    saved = Signal(str)
    """What to tell the reader: "Saved graph.png, 300 of 5,012 nodes, …"."""

    def __init__(self, canvas: GraphCanvas, context: ViewContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._canvas, self._context, self._widget = canvas, context, parent
        self.title = ""
        """What the files say that they show."""

    @Slot(object)
    def name_after(self, loaded: Loaded) -> None:
        """Let the files say which graph they show."""
        self.title = loaded.projection.title

    @Slot()
    def ask_png(self) -> None:
        """Ask for a file and save a PNG."""
        self.ask("png")

    @Slot()
    def ask_svg(self) -> None:
        """Ask for a file and save an SVG."""
        self.ask("svg")

    @Slot()
    def ask_graphml(self) -> None:
        """Ask for a file and save it as GraphML."""
        self.ask("graphml")

    @Slot()
    def ask_json(self) -> None:
        """Ask for a file and save it as JSON."""
        self.ask("json")

    @Slot(str)
    def ask(self, form: str) -> None:
        """Ask for a file; the form of this id is offered first, the others can be chosen."""
        kinds = sorted(KINDS, key=lambda kind: kind.form != form)
        ask_target(self._widget, "Save the graph", f"graph.{form}", kinds, self.save)

    def save(self, file: str, form: str) -> None:
        """Write what is shown to ``file`` as ``png``, ``svg``, ``graphml`` or ``json``."""
        scene = self._canvas.scene
        if scene is None:
            return
        shown = ShownGraph(scene.graph, scene.positions, scene.show_nodes, scene.show_edges, self.title)
        if form == "png":
            done = partial(self._drawn, file, shown)
            PngDrawing(self._canvas.painter, scene, self._context.theme, done, self)
            return
        tokens = self._context.theme.tokens

        def texts(cancel: CancelToken) -> Iterable[str]:
            if form == "svg":
                return svg_parts(scene, tokens, cancel, self.title)
            return graphml(shown) if form == "graphml" else graph_json(shown)

        self._write(file, shown, lambda cancel: (text.encode("utf-8") for text in texts(cancel)))

    def _drawn(self, file: str, shown: ShownGraph, image: QImage) -> None:
        self._write(file, shown, lambda cancel: [png_bytes(image)])

    def _write(self, file: str, shown: ShownGraph, make: Callable[[CancelToken], Iterable[bytes]]) -> None:
        sources = self._context.workspace.sources

        def work(cancel: CancelToken) -> str:
            save_whole(file, make(cancel), sources, cancel)
            return f"Saved {Path(file).name}: {shown.covers()}"

        self._context.runner.run(work, self.saved.emit, owner=self, title="Saving the graph")
