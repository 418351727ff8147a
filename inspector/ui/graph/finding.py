"""How a node is found by its words, in the picture and beyond it, and gone to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QTimer, Slot

from inspector.cancel import CancelToken
from inspector.errors import KnownError
from inspector.graph.filters import matching
from inspector.graph.model import Graph
from inspector.graph.seek import LIMIT, Sought, seek
from inspector.workspace.graphs.read_graph import MADE
from inspector.workspace.graphs.wanted import around_location

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
        self.elsewhere: tuple[Sought, ...] = ()
        """Nodes that are found in the file and that a limit left out of the graph."""
        self._text = ""
        self._looking = False
        self._matched: tuple[Graph, str, NDArray[Any]] | None = None
        self._later = QTimer(self, singleShot=True, interval=200)
        self._later.timeout.connect(self._seek)

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
        if self._matched is None or self._matched[0] is not graph or self._matched[1] != text:
            self._matched = graph, text, matching(graph, text)
        every = self._matched[2]
        self.hits, self.beyond = every[shown[every]], every[~shown[every]]
        view.canvas.set_found(self.hits)
        self._looking = bool(text.strip())
        self.tell()
        if text != self._text:
            self._text = text
            self._tell_elsewhere(())
            if graph.partial and text.strip():
                self._later.start()

    @Slot(object)
    def tell(self, _: object = None) -> None:
        """Say how many were found, and which of them is selected."""
        at = np.flatnonzero(self.hits == self._view.canvas.selected_node)
        current = int(at[0]) if len(at) else None
        self._view.bar.show_hits(len(self.hits) if self._looking else None, len(self.beyond), current)

    @Slot()
    def _seek(self) -> None:
        """Look in the file for what a limit left out of the graph."""
        view, loaded = self._view, self._view.loaded()
        source = view.source
        database = source.database if source is not None else None
        if loaded is None or source is None or database is None or loaded.projection in MADE:
            return
        known, redact = loaded.graph.index.keys(), source.redactor.text

        def work(cancel: CancelToken, text: str = self._text) -> tuple[str, tuple[Sought, ...]]:
            return text, seek(database, loaded.projection, text, known, cancel, redact)

        view.context.runner.run(
            work, self._sought, self._not_sought, owner=self, key="seek", title="Looking for nodes in the file"
        )

    def _sought(self, answer: tuple[str, tuple[Sought, ...]]) -> None:
        text, found = answer
        if text == self._text:
            self._tell_elsewhere(found)

    def _not_sought(self, error: KnownError) -> None:
        self._view.exploring.said.emit(f"The file could not be searched: {error.what}")

    def _tell_elsewhere(self, found: tuple[Sought, ...]) -> None:
        self.elsewhere = found
        self._view.bar.show_elsewhere([one.label for one in found], len(found) >= LIMIT)

    @Slot(object)
    def open_elsewhere(self, number: int) -> None:
        """Draw the rows around a node that was found in the file alone."""
        row = self.elsewhere[number].row
        if row is not None:
            self._view.openRequested.emit(around_location(self._view.location().path, row))

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
