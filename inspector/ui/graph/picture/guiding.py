"""Keeps headings, direction and marked cycles of a picture in step with its graph and its layout."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from inspector.graph.manner import manner_of
from inspector.graph.model import Graph
from inspector.ui.graph.drawing.guides import guides_of
from inspector.ui.graph.picture.surface import GraphSurface
from inspector.ui.graph.state.exploring import GraphExploring
from inspector.ui.graph.state.reading import GraphReading


class Guiding(QObject):
    """Keeps the guides of a canvas in step with what is explored."""

    def __init__(self, exploring: GraphExploring, reading: GraphReading, canvas: GraphSurface, parent: QObject) -> None:
        super().__init__(parent)
        self._exploring, self._reading, self._canvas = exploring, reading, canvas
        self._told: tuple[Graph, str] | None = None
        exploring.graphChanged.connect(self._forget)
        exploring.changed.connect(self._tell)

    @Slot()
    def _forget(self) -> None:
        self._told = None

    @Slot()
    def _tell(self) -> None:
        graph, layout, loaded = self._exploring.graph, self._exploring.layout, self._reading.loaded
        if graph is not None and loaded is not None and self._told != (graph, layout):
            self._told = graph, layout
            manner = manner_of(layout)
            self._canvas.set_guides(guides_of(graph, manner.layout, loaded.projection.columns, manner.direction))
