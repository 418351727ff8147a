"""How a fresh layout is bent so that pinned nodes stand exactly where the reader put them.

The shift of each pin spreads over the edges as heat does, so that what hangs on a pin comes along, and what is far
from all pins stays.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import diags
from scipy.sparse.linalg import cg

from inspector.cancel import CancelToken
from inspector.graph.layout.adjacency import Floats, adjacency
from inspector.graph.layout.boxes import BARE
from inspector.graph.layout.free_room import FreeRoom
from inspector.graph.layout.spacing import overlaps, pushed
from inspector.graph.model import Graph

FADING = 0.03
"""How fast a shift fades from node to node, as a share of an edge's pull."""


def known_nodes(kept: Floats) -> NDArray[np.bool_]:
    """(n,) whether each of (n, 2) positions is one: NaN is none."""
    found: NDArray[np.bool_] = np.isfinite(kept[:, 0]) & np.isfinite(kept[:, 1])
    return found


def around_pins(
    fresh: Floats, kept: Floats, graph: Graph, boxes: Floats, cancel: CancelToken, *, rigid: bool
) -> Floats:
    """(n, 2) positions: those of ``kept`` that are not NaN as they are, the others of ``fresh`` around them.

    A ``rigid`` layout (layers, columns, rings) is moved as a whole and not bent.
    """
    known = known_nodes(kept)
    away = kept[known] - fresh[known]
    middle = np.median(away, axis=0)
    found: Floats = (fresh + middle).astype(np.float32)
    if not rigid:
        found += _spread(graph, known, away - middle, cancel)
    found[known] = kept[known]
    if len(graph) > BARE:
        return found
    moved: Floats = pushed(found.astype(np.float64), boxes, cancel, held=known, rounds=80).astype(np.float32)
    moved[known] = kept[known]
    _out_of_crowds(moved, known, boxes)
    return moved


def _out_of_crowds(positions: Floats, known: NDArray[np.bool_], boxes: Floats) -> None:
    """Give nodes that cannot be pushed free, because held ones hem them in, another place, in place."""
    pairs = overlaps(positions.astype(np.float64), boxes)
    free = FreeRoom(positions, np.ones(len(positions), bool), boxes)
    for first, second in pairs.tolist():
        node = second if known[first] else first
        if not known[node]:
            positions[node] = free.near(node, positions[node].astype(np.float64), (1.0, 1.0))


def _spread(graph: Graph, known: NDArray[np.bool_], away: Floats, cancel: CancelToken) -> Floats:
    """(n, 2) shifts: those of the known nodes, and of the others the mean of their neighbours', fading."""
    near = adjacency(len(graph), graph.source, graph.target)
    free = np.flatnonzero(~known)
    degrees = np.asarray(near.sum(1)).ravel()
    shifts = np.zeros((len(graph), 2), np.float32)
    shifts[known] = away
    if not len(free):
        return shifts
    between = near[free]
    stiff = diags((degrees[free] + FADING).astype(np.float64)) - between[:, free]
    pull = between[:, np.flatnonzero(known)] @ away
    for axis in (0, 1):
        cancel.check()
        shifts[free, axis] = cg(stiff, pull[:, axis].astype(np.float64), rtol=1e-3, maxiter=200)[0]
    return shifts
