"""Where nodes stand when edges run one way: every node one layer after what leads to it.

Cycles are broken where that turns round the fewest edges. An edge that passes layers has a stand-in in each of them,
so that nodes keep out of its way. Layers of many nodes are wrapped; a picture that would be a thread is cut into bands
one below the other, as text is into lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.graph.layout.adjacency import Floats
from inspector.graph.layout.cycles import runs_back
from inspector.graph.layout.sweeps import Chains, heights, ordered
from inspector.graph.model import Graph

DIRECTIONS = ("right", "down", "left", "up")
"""Where edges may run to."""
LAYER_GAP = 64.0
"""Free room between layers for edges, scene pixels."""
WIDEST_GAP = 150.0
"""To which it may grow where the window is wider than the picture."""
LOOSEST = 2.2
"""How far nodes of a layer may be pulled apart where the window is taller than the picture."""
BEND_LIMIT = 20_000
"""Stand-ins for edges that pass layers, beyond which a graph is too large to be told from them."""
FEWEST_ROWS = 14
"""Nodes one below the other before a layer may be wrapped."""
AIRY = 1.3
"""How much higher than its longest layer a picture may be so that edges run straight."""
WORTH = 0.85
"""A wrapped picture must need this much less room than one that is not."""
SLENDER = 5.0
"""How much longer than the window a picture may be before it is cut into bands."""
FEWEST_TO_CUT = 24
"""Layers that a picture has at least when it is cut."""


def back_edges(graph: Graph) -> NDArray[np.bool_]:
    """(m,) whether each edge runs against the layers, because it closes a cycle; self-loops do not."""
    return runs_back(len(graph), graph.source, graph.target)


def layers(n: int, source: NDArray[Any], target: NDArray[Any]) -> NDArray[np.int32]:
    """(n,) the layer of each node; edges go to a later layer unless they close a cycle."""
    apart = source != target
    source, target = source[apart], target[apart]
    back = runs_back(n, source, target)
    first, last = np.where(back, target, source), np.where(back, source, target)
    order = np.argsort(first, kind="stable")
    bounds = np.concatenate([[0], np.cumsum(np.bincount(first, minlength=n))]).tolist()
    goals = last[order].tolist()
    waiting = np.bincount(last, minlength=n).tolist()
    layer = [0] * n
    ready = [node for node in range(n) if not waiting[node]]
    while ready:
        node = ready.pop()
        after = layer[node] + 1
        for goal in goals[bounds[node] : bounds[node + 1]]:
            layer[goal] = max(layer[goal], after)
            waiting[goal] -= 1
            if not waiting[goal]:
                ready.append(goal)
    return _sources_near(np.array(layer, np.int32), first, last)


def _sources_near(layer: NDArray[np.int32], source: NDArray[Any], target: NDArray[Any]) -> NDArray[np.int32]:
    """Layers with nodes that nothing leads to moved up to just before the first thing they lead to."""
    first = np.full(len(layer), np.iinfo(np.int32).max)
    np.minimum.at(first, source, layer[target])
    into = np.bincount(target, minlength=len(layer))
    moves = (into == 0) & (first < np.iinfo(np.int32).max)
    near = np.where(moves, np.maximum(first - 1, 0), layer).astype(np.int32)
    _, dense = np.unique(near, return_inverse=True)
    return dense.astype(np.int32)


def layered_positions(
    n: int,
    source: NDArray[Any],
    target: NDArray[Any],
    boxes: Floats,
    direction: str = "right",
    ratio: float = 1.5,
) -> Floats:
    """(n, 2) scene positions of a connected graph, few crossings, filling a window of this width over height.

    ``direction`` is one of :data:`DIRECTIONS`; ValueError for any other.
    """
    if direction not in DIRECTIONS:
        raise ValueError(f"no direction {direction!r}")
    if n == 2:
        # thousands of pairs are common, and there is but one way to draw one
        return _pair(source, target, boxes, direction)
    upright = direction in ("down", "up")
    room = boxes[:, ::-1] if upright else boxes
    chains = _chains(layers(n, source, target), source, target)
    found = _placed(chains, n, room, 1 / ratio if upright else ratio)
    if direction in ("left", "up"):
        found[:, 0] *= -1
    return np.ascontiguousarray(found[:, ::-1]) if upright else found


def _pair(source: NDArray[Any], target: NDArray[Any], boxes: Floats, direction: str) -> Floats:
    forth = bool((source < target).any())
    upright = direction in ("down", "up")
    step = float(boxes[:, 1 if upright else 0].mean()) + LAYER_GAP
    found = np.zeros((2, 2), np.float32)
    found[1 if forth else 0, 1 if upright else 0] = -step if direction in ("left", "up") else step
    return found


@dataclass(frozen=True)
class _Fit:
    """How layers are wrapped and pulled apart so that they fill the window."""

    rows: int
    """Nodes of a layer one below the other."""
    tall: float
    """Height of the whole, in heights of a node."""
    gap: float
    """Free room between layers, scene pixels."""
    loose: float
    """How far the nodes of a layer are pulled apart."""


def _placed(chains: Chains, n: int, room: Floats, ratio: float) -> Floats:
    """(n, 2) positions of layers from left to right; ``room`` is (n, 2) along and across the layers."""
    order = ordered(chains)
    height = float(room[:, 1].max())
    wanted = heights(chains, order, n)[:n]
    wanted -= (wanted.min() + wanted.max()) / 2
    nodes_of = [members[members < n] for members in chains.by_layer]
    counts = np.array([len(nodes) for nodes in nodes_of])
    widths = np.maximum.reduceat(room[np.concatenate(nodes_of), 0], np.cumsum(counts) - counts).astype(np.float64)
    fit = _fitted(counts, widths, height, float(np.ptp(wanted)) + 1, ratio)
    positions = np.zeros((n, 2), np.float32)
    across = -(-counts // fit.rows)
    lefts = np.cumsum(across * widths + fit.gap) - (across * widths + fit.gap)
    half = (fit.tall - 1) / 2
    for depth in range(len(nodes_of)):
        nodes, wide = nodes_of[depth], int(across[depth])
        nodes = nodes[np.argsort(order[nodes], kind="stable")]
        at = np.arange(len(nodes))
        if wide == 1:
            # within the height of the whole, and still none too near to the next
            y = np.minimum(np.maximum(wanted[nodes], at - half), half - at[::-1])
        else:
            y = at // wide - (len(nodes) / wide - 1) / 2
        positions[nodes, 0] = lefts[depth] + (at % wide + 0.5) * widths[depth]
        positions[nodes, 1] = y * (height * fit.loose)
    return _in_bands(positions, chains.layer[:n], lefts, height, fit.gap, ratio)


def _fitted(counts: NDArray[Any], widths: NDArray[Any], height: float, span: float, ratio: float) -> _Fit:
    """The number of rows at which a window of this ratio is filled best, and what room is left to pull apart."""

    def extent(rows: int) -> tuple[float, float]:
        wide = float((-(-counts // rows) * widths + LAYER_GAP).sum()) - LAYER_GAP
        least = float(min(rows, counts.max()))
        return wide, min(max(span, 1.0), max(least * AIRY, wide / ratio / height)) * height

    def needed(rows: int) -> float:
        wide, tall = extent(rows)
        return max(wide / ratio, tall)

    most = int(counts.max())
    best, rows = needed(most) * WORTH, most
    for tried in np.unique(np.geomspace(FEWEST_ROWS, max(most, FEWEST_ROWS + 1), 24).astype(int)).tolist():
        if FEWEST_ROWS <= tried < most and needed(tried) < best:
            best, rows = needed(tried), tried
    wide, tall = extent(rows)
    spare = (tall * ratio - wide) / max(len(counts) - 1, 1)
    gap = min(LAYER_GAP + max(spare, 0.0), WIDEST_GAP)
    return _Fit(rows, tall / height, gap, min(max(wide / ratio / tall, 1.0), LOOSEST))


def _in_bands(
    positions: Floats, layer: NDArray[Any], lefts: NDArray[Any], height: float, gap: float, ratio: float
) -> Floats:
    """Positions with a picture that is long and thin cut between layers, the pieces one below the other."""
    wide, tall = (np.ptp(positions, axis=0) + height).tolist()
    if wide / tall < SLENDER * ratio or len(lefts) < FEWEST_TO_CUT:
        return positions
    bands = max(2, round(float(np.sqrt(wide / (tall + gap / 2) / ratio))))
    band = np.minimum((lefts / (lefts[-1] + 1) * bands).astype(int), bands - 1)
    starts = np.full(bands, np.inf)
    np.minimum.at(starts, band, lefts)
    of_node = band[layer]
    moved = positions.copy()
    moved[:, 0] -= starts[of_node]
    moved[:, 1] += of_node * (tall + gap / 2)
    return moved


def _chains(layer: NDArray[np.int32], source: NDArray[Any], target: NDArray[Any]) -> Chains:
    n = len(layer)
    forward = layer[source] <= layer[target]
    first, last = np.where(forward, source, target), np.where(forward, target, source)
    span = layer[last] - layer[first]
    first, last, span = first[span > 0], last[span > 0], span[span > 0]
    bends = np.maximum(span - 1, 0)
    if bends.sum() > BEND_LIMIT:
        bends[:] = 0
    total = int(bends.sum())
    edge = np.repeat(np.arange(len(first)), bends)
    number = np.arange(total) - np.repeat(np.cumsum(bends) - bends, bends)
    bend_layer = layer[first[edge]] + 1 + number
    bend_id = n + np.arange(total)
    starts = np.append(first, bend_id)
    # a bend leads to the next one of its edge, the last one to the edge's end
    ends = np.append(last, bend_id + 1)
    final = n + np.cumsum(bends) - 1
    ends[len(first) + (final[bends > 0] - n)] = last[bends > 0]
    ends[np.flatnonzero(bends > 0)] = (final - bends + 1)[bends > 0]
    layers_of_all = np.append(layer, bend_layer)
    order = np.argsort(layers_of_all, kind="stable")
    bounds = np.cumsum(np.bincount(layers_of_all))[:-1]
    return Chains(layers_of_all, starts, ends, np.split(order, bounds))
