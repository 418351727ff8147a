"""An answer with the columns source and target, drawn as a graph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray
from PySide6.QtWidgets import QVBoxLayout, QWidget

from inspector.cancel import CancelToken
from inspector.db.display import display
from inspector.db.values import Value
from inspector.graph.model import Graph, build_graph
from inspector.ui.graph.canvas import GraphCanvas
from inspector.ui.queries.answer import AnswerGrid
from inspector.ui.theme.theme import Theme

Drawn = tuple[Graph, NDArray[Any]]
"""A graph, and where its nodes stand."""


def draw(answer: AnswerGrid, cancel: CancelToken) -> Drawn:
    """Build the graph of an answer and lay it out; to be called in a worker."""
    from inspector.graph.layout.arrange import arrange  # late: scipy takes a quarter of a second to import

    graph = graph_of([column.title for column in answer.look.columns], answer.rows)
    return graph, arrange(graph, "force", cancel, None, ())


def graph_of(titles: Sequence[str], rows: Sequence[tuple[Value, ...]]) -> Graph:
    """Each row is an edge; rows without a source or target say that a node stands alone."""
    at = {title.lower(): place for place, title in reversed(list(enumerate(titles)))}

    def text(row: tuple[Value, ...], name: str) -> str:
        place = at.get(name)
        value = row[place] if place is not None else None
        return "" if value is None else display(value).text

    ends = [(text(row, "source"), text(row, "target")) for row in rows]
    names = dict.fromkeys(name for pair in ends for name in pair if name)
    edges = [
        (source, target, text(row, "type"), text(row, "label"))
        for row, (source, target) in zip(rows, ends, strict=True)
        if source and target
    ]
    return build_graph([(name, "", None, name) for name in names], edges)


class AnswerDrawing(QWidget):
    """The canvas of an answer."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.canvas = GraphCanvas(theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.canvas)

    def show_drawn(self, drawn: Drawn) -> None:
        """Show a graph, all of it in view."""
        self.canvas.set_graph(*drawn)
        self.canvas.fit()
