"""How the places of nodes outlive a run: loaded before a graph is laid out, kept when nodes were placed or moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Slot

from inspector.cancel import CancelToken
from inspector.errors import KnownError
from inspector.graph.filters import mask_of
from inspector.graph.kept_places import KeptPlaces, PlacesKey
from inspector.ui.graph.state.loading import SCHEMA, Loaded
from inspector.ui.graph.state.placing import Standing
from inspector.workspace.graphs.read_graph import MADE

if TYPE_CHECKING:
    from inspector.ui.graph.view import GraphView


class GraphKeeping(QObject):
    """Keeps the places of one view."""

    def __init__(self, view: GraphView) -> None:
        super().__init__(view)
        self._view = view
        self._kept = KeptPlaces()

    def key(self, loaded: Loaded) -> PlacesKey | None:
        """What its places are kept under; None for a graph that is made for one row or one question."""
        source = self._view.source
        if source is None or (loaded.projection in MADE and loaded.projection is not SCHEMA):
            return None
        return PlacesKey(source.path, loaded.projection.id, loaded.layout)

    def stood(self, loaded: Loaded) -> Standing | None:
        """Where nodes stood in an earlier run; may be called on a worker's thread."""
        key = self.key(loaded)
        places = self._kept.load(key) if key is not None else None
        if places is None:
            return None
        pinned = frozenset(places.ids[at] for at in np.flatnonzero(places.pinned).tolist())
        return Standing(places.ids, places.positions, pinned)

    @Slot()
    def keep(self) -> None:
        """Keep where nodes stand now."""
        exploring, loaded = self._view.exploring, self._view.reading.loaded
        graph = exploring.graph
        if graph is None or loaded is None or loaded.graph is not graph or not len(graph):
            return
        key = self.key(loaded)
        if key is None:
            return
        ids, positions, pinned = graph.ids, exploring.home, mask_of(graph, exploring.pinned)

        def work(cancel: CancelToken) -> bool:
            cancel.check()
            return self._kept.save(key, ids, positions, pinned)

        self._view.context.runner.run(work, self._done, self._not_kept, owner=self, key="places")

    def _done(self, kept: bool) -> None:
        if not kept:
            self._view.exploring.said.emit("Places could not be kept: the folder of settings cannot be written")

    def _not_kept(self, error: KnownError) -> None:
        self._view.exploring.said.emit(f"Where nodes stand could not be kept: {error.what}")
