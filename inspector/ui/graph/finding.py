"""How a node is found by its words, in the picture and beyond it, and gone to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Slot

from inspector.graph.filters import matching

if TYPE_CHECKING:
    from inspector.ui.graph.view import GraphView


class GraphFinding(QObject):
    """The find field of one view."""

    def __init__(self, view: GraphView) -> None:
        super().__init__(view)
        self._view = view
        self.hits: NDArray[Any] = np.zeros(0, np.intp)
        """Indices of the nodes that are shown and found, best first."""
        self.beyond: NDArray[Any] = np.zeros(0, np.intp)
        """Indices of nodes that are found and not shown."""

    @Slot()
    def again(self) -> None:
        """What is shown changed."""
        self.find(self._view.bar.find_text())

    @Slot(str)
    def find(self, text: str) -> None:
        """Ring what holds these words."""
        view, graph = self._view, self._view.exploring.graph
        if graph is None:
            return
        shown = view.exploring.shown
        every = matching(graph, text)
        self.hits, self.beyond = every[shown[every]], every[~shown[every]]
        view.canvas.set_found(self.hits)
        view.bar.show_hits(len(self.hits) if text.strip() else None, len(self.beyond))

    @Slot(int)
    def find_next(self, step: int) -> None:
        """Go to the next hit, or the one before."""
        canvas = self._view.canvas
        if len(self.hits):
            at = np.flatnonzero(self.hits == canvas.selected_node)
            start = int(at[0]) + step if len(at) else (0 if step > 0 else -1)
            canvas.select_node(int(self.hits[start % len(self.hits)]), reveal=True)

    @Slot()
    def start_from_found(self) -> None:
        """Begin a picture with what was found, shown or not."""
        self._view.steps.start_from(np.concatenate([self.hits, self.beyond]), "what was found")

    @Slot()
    def leave(self) -> None:
        """Look for nothing and go back to the picture."""
        self._view.bar.clear_find()
        self._view.canvas.setFocus()
