"""What the size of nodes tells: how many edges they have, or a number that the graph knows of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from inspector.graph.fields import Field
from inspector.graph.model import Graph

if TYPE_CHECKING:
    from inspector.ui.graph.view import GraphView

EDGES = "Number of edges"
"""What nodes are sized by where nothing else is chosen."""


class GraphSizing(QObject):
    """The measure of one view; it outlives reading again, and another graph that knows the same field."""

    def __init__(self, view: GraphView) -> None:
        super().__init__(view)
        self._view = view
        self.by = ""
        """Id of the field; empty for the number of edges."""
        self._measured = False
        view.exploring.graphChanged.connect(self._graph_changed)

    def measures(self) -> tuple[Field, ...]:
        """The fields that can be chosen."""
        graph = self._view.exploring.graph
        return tuple(field for field in graph.fields if field.kind == "number") if graph is not None else ()

    def choose(self, by: str) -> None:
        """Size nodes by a field; by the number of their edges where none is named."""
        self.by = by
        self._apply()
        self._view.exploring.said.emit(f"Nodes are sized by: {self.words()}")

    @Slot()
    def choose_next(self) -> None:
        """Size nodes by the next measure, and after the last one by their edges again."""
        known = ["", *(field.id for field in self.measures())]
        at = known.index(self.by) if self.by in known else 0
        self.choose(known[(at + 1) % len(known)])

    def words(self) -> str:
        """What the nodes are sized by."""
        field = next((one for one in self.measures() if one.id == self.by), None)
        return field.title if field is not None else EDGES

    @Slot(object)
    def _graph_changed(self, graph: Graph) -> None:
        # another graph is drawn with sizes of its own
        self._measured = False
        self._apply()

    def _apply(self) -> None:
        field = next((one for one in self.measures() if one.id == self.by), None)
        if field is not None or self._measured:
            self._view.canvas.set_measure(field.values if field is not None else None)
        self._measured = field is not None
