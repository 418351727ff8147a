"""Where the nodes of a graph go, worked out off the UI thread: laid out, but for those that stood somewhere before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.cancel import CancelToken
from inspector.graph.filters import folded_texts, mask_of
from inspector.graph.manner import manner_of
from inspector.graph.model import Graph
from inspector.ui.graph.drawing.scene import edge_shapes
from inspector.ui.graph.state.loading import FEW, Loaded, Wanted, load

HandOut = Callable[[Loaded, NDArray[Any]], None]
"""Takes positions on the way, on the worker's thread."""


@dataclass(frozen=True, eq=False)
class Standing:
    """Where nodes stood before."""

    ids: tuple[str, ...]
    """Their ids."""
    positions: NDArray[Any]
    """(n, 2) scene positions."""
    pinned: frozenset[str] = frozenset()
    """Ids of those that a layout must leave there."""

    def only_pinned(self) -> Standing:
        """Where the pinned ones stood: for another layout, that places all others afresh."""
        kept = [at for at, id in enumerate(self.ids) if id in self.pinned]
        return Standing(tuple(self.ids[at] for at in kept), self.positions[kept], self.pinned)

    def start(self, graph: Graph) -> NDArray[np.float32]:
        """(n, 2) where the nodes of a graph stood; NaN for new ones."""
        start = np.full((len(graph), 2), np.nan, np.float32)
        pairs = [(graph.index[id], at) for at, id in enumerate(self.ids) if id in graph.index]
        if pairs:
            here, there = np.array(pairs, np.intp).T
            start[here] = self.positions[there]
        return start


@dataclass(frozen=True, eq=False)
class Placed:
    """A graph and where its nodes go in the end."""

    loaded: Loaded
    """What was read."""
    positions: NDArray[Any]
    """(n, 2) scene positions."""
    pinned: frozenset[str] = frozenset()
    """Ids of nodes that are pinned, as they were kept."""
    fresh: bool = True
    """Whether some node stood nowhere before."""


@dataclass(frozen=True, eq=False)
class Order:
    """How to place a graph."""

    hand_out: HandOut
    """Takes positions on the way."""
    shape: tuple[float, float]
    """Width and height of the canvas."""
    standing: Callable[[Loaded], Standing | None]
    """Where nodes stood before; called on the worker's thread."""


def load_and_place(wanted: Wanted, source: Any, order: Order, cancel: CancelToken) -> Placed:
    """Read a graph and place it. Raises KnownError, Cancelled."""
    return place(load(source, wanted, cancel), order, cancel)


def place(loaded: Loaded, order: Order, cancel: CancelToken) -> Placed:
    """Place a graph by its layout; first positions are handed out at once when there are many new nodes."""
    # scipy takes a quarter of a second to import: that must not be on the UI thread
    from inspector.graph.layout.arrange import arrange, first_picture

    graph, standing = loaded.graph, order.standing(loaded)
    # what is looked for later is made ready here, off the UI thread
    folded_texts(graph)
    edge_shapes(graph)
    start = standing.start(graph) if standing is not None else None
    fresh = len(graph) if start is None else int(np.count_nonzero(np.isnan(start[:, 0])))
    known = len(graph) - fresh
    # what stood somewhere must not be seen anywhere else on the way
    report = order.hand_out if fresh > FEW and not known else None
    if report is not None:
        report(loaded, first_picture(graph, cancel, order.shape))
    pinned = standing.pinned if standing is not None else frozenset()
    manner = manner_of(loaded.layout, loaded.projection.layout)
    positions = arrange(
        graph,
        manner.layout,
        cancel,
        None if report is None else (lambda found: report(loaded, found)),
        loaded.projection.columns,
        start=start if known else None,
        pinned=mask_of(graph, pinned) if known else None,
        shape=order.shape,
        direction=manner.direction,
        centre=graph.index.get(manner.centre),
    )
    return Placed(loaded, positions, pinned, fresh > 0)


def place_part(
    loaded: Loaded, nodes: NDArray[Any], layout: str, shape: tuple[float, float], cancel: CancelToken
) -> NDArray[Any]:
    """(k, 2) positions of some nodes, laid out by themselves."""
    from inspector.graph.layout.arrange import arrange

    part, manner = loaded.graph.subgraph(nodes), manner_of(layout, loaded.projection.layout)
    return arrange(
        part,
        manner.layout,
        cancel,
        None,
        loaded.projection.columns,
        shape=shape,
        direction=manner.direction,
        centre=part.index.get(manner.centre),
    )
