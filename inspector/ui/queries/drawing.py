"""An answer with the columns source and target, drawn as a graph."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from inspector.cancel import CancelToken
from inspector.graph.answer import answer_graph
from inspector.graph.model import Graph
from inspector.ui.graph.picture.canvas import GraphCanvas
from inspector.ui.graph.picture.picture_tools import CanvasTools
from inspector.ui.queries.answer import AnswerGrid
from inspector.ui.view import ViewContext

Drawn = tuple[Graph, NDArray[Any]]
"""A graph, and where its nodes stand."""


def draw(answer: AnswerGrid, cancel: CancelToken) -> Drawn:
    """Build the graph of an answer and lay it out; to be called in a worker."""
    from inspector.graph.layout.arrange import arrange  # late: scipy takes a quarter of a second to import

    graph = answer_graph([column.title for column in answer.look.columns], answer.rows)
    return graph, arrange(graph, "force", cancel, None, ())


class AnswerDrawing(QWidget):
    """The canvas of an answer, and its tools."""

    def __init__(self, context: ViewContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.canvas = GraphCanvas(context.theme)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.canvas, 1)
        tools = CanvasTools(self.canvas, context.icons, context.settings, self)
        row.addWidget(tools, 0, Qt.AlignmentFlag.AlignBottom)

    def show_drawn(self, drawn: Drawn) -> None:
        """Show a graph, all of it in view."""
        self.canvas.set_graph(*drawn)
        self.canvas.fit()
