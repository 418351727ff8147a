"""Where every node of a whole graph stands: the layouts by name, fresh ones and such that keep what stood before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.cancel import CancelToken
from inspector.graph.layout.adjacency import Floats, adjacency, block
from inspector.graph.layout.associations import EDGE_LENGTH, LARGE_SPACING, Report, force_picture
from inspector.graph.layout.boxes import BARE, room
from inspector.graph.layout.columns import column_positions
from inspector.graph.layout.growing import Habit, grown
from inspector.graph.layout.layered import layered_positions
from inspector.graph.layout.packing import members, packed
from inspector.graph.layout.pins import around_pins, known_nodes
from inspector.graph.layout.radial import radial_positions, roomy_positions
from inspector.graph.layout.spacing import pushed
from inspector.graph.model import Graph

USUAL_SHAPE = (1500.0, 1000.0)
"""Width and height of a canvas nobody told of."""
TRUE_RINGS = 500
"""Nodes up to which every node of a distance stands on one circle; of more, rings are as thick as they must be."""
EXTREME = 4.0
"""Width over height, or height over width, beyond which the shape of a canvas is not followed."""


@dataclass(frozen=True)
class _Order:
    """One order for a layout."""

    graph: Graph
    """What to place."""
    layout: str
    """Id of the layout."""
    boxes: Floats
    """(n, 2) the room of each node, scene pixels."""
    columns: Sequence[Sequence[str]]
    """Node types of each column."""
    ratio: float
    """Width over height to fill."""
    direction: str
    """Where edges of layers run to."""
    centre: int | None
    """The node in the middle of the rings."""
    cancel: CancelToken
    """Ends the work."""
    report: Report | None
    """Is handed pictures on the way."""


def arrange(
    graph: Graph,
    layout: str,
    cancel: CancelToken,
    report: Report | None = None,
    columns: Sequence[Sequence[str]] = (),
    *,
    start: NDArray[Any] | None = None,
    pinned: NDArray[np.bool_] | None = None,
    shape: tuple[float, float] = USUAL_SHAPE,
    direction: str = "right",
    centre: int | None = None,
) -> Floats:
    """(n, 2) float32 scene positions (y grows downwards) by the layout of this id. Deterministic; ends by itself.

    ``columns`` are the node types of each column of the ``columns`` layout, ``shape`` is width and height of the
    canvas to fill, ``direction`` is one of :data:`inspector.graph.layout.layered.DIRECTIONS`, ``centre`` the node in
    the middle of ``radial``.

    ``start`` is (n, 2) positions of before, NaN for nodes that are new: every node that has one keeps exactly that, and
    new ones are put beside their neighbours. If only nodes of the mask ``pinned`` have one, all others are laid out
    afresh around them. Raises Cancelled, and ValueError for an unknown id or direction.
    """
    if not len(graph):
        return np.zeros((0, 2), np.float32)
    cancel.check()
    ratio = float(np.clip(shape[0] / max(shape[1], 1.0), 1 / EXTREME, EXTREME)) if shape[0] > 0 else 1.0
    order = _Order(graph, layout, room(graph), columns, ratio, direction, centre, cancel, report)
    if start is None:
        return _fresh(order)
    kept = start.astype(np.float32)
    known = known_nodes(kept)
    if known.all():
        return kept
    if not known.any():
        return _fresh(order)
    if pinned is not None and not (known & ~pinned).any():
        return around_pins(_fresh(order), kept, graph, order.boxes, cancel, rigid=layout != "force")
    return _grown(order, kept, known)


def first_picture(graph: Graph, cancel: CancelToken, shape: tuple[float, float] = USUAL_SHAPE) -> Floats:
    """(n, 2) scene positions at once: rings around the busiest node, and a block of isolated nodes."""
    ratio = shape[0] / max(shape[1], 1.0)
    return _by_component(_Order(graph, "", room(graph), (), ratio, "", None, cancel, None), _rings)


def _fresh(order: _Order) -> Floats:
    match order.layout:
        case "columns":
            return column_positions(order.graph, order.columns, order.boxes, order.ratio)
        case "layered":
            return _filled(_by_component(order, _layered), order, 1.5)
        case "radial":
            return _by_component(order, _rings_apart)
        case "force":
            found = force_picture(order.graph, order.boxes, order.ratio, order.cancel, order.report)
            # labels make every picture wide: an upright canvas needs more
            return _filled(found, order, 1.15 if order.ratio >= 1 else 1.5)
    raise ValueError(f"no layout {order.layout!r}")


def _filled(positions: Floats, order: _Order, most: float) -> Floats:
    """Positions pulled apart, at most so far, in the direction in which the canvas has room to spare."""
    wide, tall = (np.ptp(positions, axis=0) + order.boxes.max(0)).tolist()
    spare = order.ratio * tall / wide
    pull = (min(spare, most), 1.0) if spare > 1 else (1.0, min(1 / spare, most))
    return positions * np.array(pull, np.float32)


def _grown(order: _Order, kept: Floats, known: NDArray[np.bool_]) -> Floats:
    """Kept positions, and the others beside them in the manner of the layout."""
    habit = Habit.of(order.layout, order.direction, order.boxes)

    def apart(nodes: NDArray[Any]) -> Floats:
        """Nodes that hang on nothing that is known, laid out by themselves."""
        part = order.graph.subgraph(nodes)
        return _fresh(_Order(part, order.layout, order.boxes[nodes], order.columns, *_rest(order)))

    return grown(order.graph, kept, known, order.boxes, habit, order.ratio, apart, order.cancel)


def _rest(order: _Order) -> tuple[float, str, None, CancelToken, None]:
    return order.ratio, order.direction, None, order.cancel, None


@dataclass(frozen=True)
class _Part:
    """One component."""

    nodes: NDArray[Any]
    """Its nodes, as indices of the graph."""
    whole: Any
    """(n, n) matrix of the neighbours of all nodes of the graph."""
    source: NDArray[Any]
    """Where its edges start, as places in ``nodes``."""
    target: NDArray[Any]
    """Where they end."""

    def matrix(self) -> Any:
        """Which of its nodes are neighbours, in the order of ``nodes``; slow for thousands of small components."""
        return block(self.whole, self.nodes)


Place = Callable[[_Order, _Part], Floats]
"""Positions, in scene pixels, of one component."""


def _by_component(order: _Order, place: Place) -> Floats:
    graph = order.graph
    matrix = adjacency(len(graph), graph.source, graph.target)
    parts = members(graph)
    rank = np.empty(len(graph), np.int32)
    rank[np.concatenate(parts)] = np.concatenate([np.arange(len(nodes), dtype=np.int32) for nodes in parts])
    of_edge = graph.components[graph.source]
    edges = np.argsort(of_edge, kind="stable")
    bounds = np.concatenate([[0], np.cumsum(np.bincount(of_edge, minlength=len(parts)))])
    positions = np.zeros((len(graph), 2), np.float32)
    for which, nodes in enumerate(parts):
        order.cancel.check()
        if len(nodes) > 1:
            inside = edges[bounds[which] : bounds[which + 1]]
            ends = rank[graph.source[inside]], rank[graph.target[inside]]
            positions[nodes] = place(order, _Part(nodes, matrix, *ends))
    return packed(positions, parts, order.boxes, order.ratio)


def _rings(order: _Order, part: _Part) -> Floats:
    step = EDGE_LENGTH if len(part.nodes) <= BARE else LARGE_SPACING * 1.5
    return radial_positions(part.matrix(), _centre(order, part)) * np.float32(step)


def _rings_apart(order: _Order, part: _Part) -> Floats:
    """Rings with labels apart where there are few enough to be read."""
    if len(part.nodes) > BARE:
        return _rings(order, part)
    boxes = order.boxes[part.nodes]
    # a node is as wide along its ring as half of each side of its box, on the average over the ring
    size = float(boxes.mean())
    if len(part.nodes) <= TRUE_RINGS:
        found = roomy_positions(part.matrix(), boxes.mean(1), size * 1.1, _centre(order, part))
    else:
        found = radial_positions(part.matrix(), _centre(order, part)) * np.float32(size * 1.2)
    return pushed(found.astype(np.float64), boxes, order.cancel).astype(np.float32)


def _centre(order: _Order, part: _Part) -> int | None:
    """The place of the node in the middle in the nodes of this component; None if it is in another."""
    at = np.flatnonzero(part.nodes == (-1 if order.centre is None else order.centre))
    return int(at[0]) if len(at) else None


def _layered(order: _Order, part: _Part) -> Floats:
    n = len(part.nodes)
    # a small component stands among others and does not fill the window alone
    ratio = order.ratio if n > 0.5 * len(order.graph) else 1.0
    return layered_positions(n, part.source, part.target, order.boxes[part.nodes], order.direction, ratio)
