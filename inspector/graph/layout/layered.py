"""Where nodes stand when edges run from left to right: every node one layer after what leads to it.

Cycles are broken where the graph is most one-way: the edge that closes one runs backwards and is seen to.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.graph.layout.adjacency import Floats

LAYER_GAP = 84.0
"""Free room between layers for edges, scene pixels."""
SWEEPS = 12
FEWEST_ROWS = 36
"""Nodes one below the other before a column may become two beside each other."""


def layers(n: int, source: NDArray[Any], target: NDArray[Any]) -> NDArray[np.int32]:
    """(n,) the layer of each node; edges go to a later layer unless they close a cycle."""
    apart = source != target
    source, target = source[apart], target[apart]
    order = np.argsort(source, kind="stable")
    pointers = np.concatenate([[0], np.cumsum(np.bincount(source, minlength=n))])
    goals = target[order]
    waiting = np.bincount(target, minlength=n)
    outgoing = np.bincount(source, minlength=n)
    layer = np.zeros(n, np.int32)
    placed = np.zeros(n, bool)
    front = np.flatnonzero(waiting == 0)
    depth, left = 0, n
    while left:
        if not len(front):
            rest = np.flatnonzero(~placed)
            front = rest[[np.argmax(outgoing[rest] - waiting[rest])]]
        layer[front] = depth
        placed[front] = True
        left -= len(front)
        depth += 1
        counts = pointers[front + 1] - pointers[front]
        before = np.cumsum(counts) - counts
        reached = goals[np.repeat(pointers[front] - before, counts) + np.arange(int(counts.sum()))]
        reached = reached[~placed[reached]]
        waiting -= np.bincount(reached, minlength=n)
        touched = np.unique(reached)
        front = touched[waiting[touched] <= 0]
    return _sources_near(layer, source, target)


def _sources_near(layer: NDArray[np.int32], source: NDArray[Any], target: NDArray[Any]) -> NDArray[np.int32]:
    """Layers with nodes that nothing leads to moved up to just before the first thing they lead to."""
    first = np.full(len(layer), np.iinfo(np.int32).max)
    np.minimum.at(first, source, layer[target])
    into = np.bincount(target, minlength=len(layer))
    moves = (into == 0) & (first < np.iinfo(np.int32).max)
    near = np.where(moves, np.maximum(first - 1, 0), layer).astype(np.int32)
    _, dense = np.unique(near, return_inverse=True)
    return dense.astype(np.int32)


def layered_positions(n: int, source: NDArray[Any], target: NDArray[Any], boxes: Floats) -> Floats:
    """(n, 2) scene positions of a connected graph, layers from left to right, few crossings."""
    layer = layers(n, source, target)
    rank = _ordered(layer, source, target)
    height = float(boxes[:, 1].max())
    rows = max(FEWEST_ROWS, round(1.3 * n**0.5))
    positions = np.zeros((n, 2), np.float32)
    left = 0.0
    for depth in range(int(layer.max()) + 1):
        nodes = np.flatnonzero(layer == depth)
        nodes = nodes[np.argsort(rank[nodes], kind="stable")]
        across = -(-len(nodes) // rows)
        width = float(boxes[nodes, 0].max())
        at = np.arange(len(nodes))
        slot = _slots(rank[nodes], across, len(nodes))
        positions[nodes] = np.column_stack([left + (at % across + 0.5) * width, slot * height])
        left += across * width + LAYER_GAP
    return positions


def _slots(rank: NDArray[Any], across: int, count: int) -> NDArray[Any]:
    """Heights of the nodes of one layer, in units of a node: near their rank, none nearer than one to the last."""
    if across > 1:
        return np.arange(count) // across - count / across / 2
    low = np.maximum.accumulate(rank - np.arange(count)) + np.arange(count)
    high = np.minimum.accumulate((rank + np.arange(count)[::-1])[::-1])[::-1] - np.arange(count)[::-1]
    return (low + high) / 2


def _ordered(layer: NDArray[np.int32], source: NDArray[Any], target: NDArray[Any]) -> NDArray[Any]:
    """(n,) the wanted height of each node, 0 in the middle, by sweeps of barycentres up and down."""
    n = len(layer)
    counts = np.bincount(layer)
    starts = np.cumsum(counts) - counts
    into = np.bincount(target, minlength=n)
    out = np.bincount(source, minlength=n)

    def ranked(height: NDArray[Any]) -> NDArray[Any]:
        order = np.lexsort((height, layer))
        rank = np.empty(n)
        rank[order] = np.arange(n) - starts[layer[order]]
        return rank - (counts[layer] - 1) / 2

    rank = ranked(np.arange(n, dtype=float))
    wanted = rank
    for sweep in range(SWEEPS):
        before = np.bincount(target, rank[source], n) / np.maximum(into, 1)
        after = np.bincount(source, rank[target], n) / np.maximum(out, 1)
        share = 0.8 if sweep % 2 == 0 else 0.2
        both = share * before + (1 - share) * after
        wanted = np.where((into > 0) & (out > 0), both, np.where(into > 0, before, np.where(out > 0, after, rank)))
        rank = ranked(wanted)
    return rank
