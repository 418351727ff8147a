"""Pictures of graphs without a window and without a display, for the command line."""

from __future__ import annotations

import os
from collections.abc import Iterable

from PySide6.QtWidgets import QApplication

from inspector.cancel import CancelToken
from inspector.graph.export.shown import ShownGraph
from inspector.settings import Settings
from inspector.ui.graph.drawing.paint import ScenePainter
from inspector.ui.graph.drawing.scene import GraphScene
from inspector.ui.graph.files.png import drawn_at_once, png_bytes
from inspector.ui.graph.files.svg import svg_parts
from inspector.ui.theme.theme import Theme
from inspector.ui.theme.tokens import load


def picture(shown: ShownGraph, form: str, theme: str) -> Iterable[bytes]:
    """The file, ``svg`` or ``png``, in pieces, in the colours of a theme. Raises KnownError."""
    scene = GraphScene(shown.graph, shown.positions)
    scene.filter(shown.show_nodes, shown.show_edges)
    if form == "svg":
        return (part.encode("utf-8") for part in svg_parts(scene, load(theme), CancelToken(), shown.title))
    # fonts and images need an application of Qt; this kind of it asks for no display
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    application = QApplication.instance() or QApplication(["agentdb-inspector"])
    look = Theme(Settings(), name=theme)
    image = drawn_at_once(ScenePainter(look), scene, look)
    del application
    return [png_bytes(image)]
