"""Where nodes stand when edges run from left to right: every node one layer after what leads to it.

Cycles are broken where the graph is most one-way: the edge that closes one runs backwards and is seen to. An edge that
passes layers has a stand-in in each of them, so that nodes keep out of its way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.graph.layout.adjacency import Floats

LAYER_GAP = 64.0
"""Free room between layers for edges, scene pixels."""
SWEEPS = 12
BEND_LIMIT = 20_000
"""Stand-ins for edges that pass layers, beyond which a graph is too large to be told from them."""
BEND_ROOM = 0.55
"""Height that such a stand-in takes, in heights of a node."""
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
    chains = _chains(layer, source, target)
    order = _ordered(chains)
    height = float(boxes[:, 1].max())
    rows = max(FEWEST_ROWS, round(1.3 * n**0.5))
    heights = _heights(chains, order, n)
    positions = np.zeros((n, 2), np.float32)
    left = 0.0
    for members in chains.by_layer:
        nodes = members[members < n]
        nodes = nodes[np.argsort(order[nodes], kind="stable")]
        across = -(-len(nodes) // rows)
        width = float(boxes[nodes, 0].max())
        at = np.arange(len(nodes))
        y = heights[nodes] if across == 1 else at // across - len(nodes) / across / 2
        positions[nodes] = np.column_stack([left + (at % across + 0.5) * width, y * height])
        left += across * width + LAYER_GAP
    return positions


@dataclass(frozen=True)
class _Chains:
    """Nodes and stand-ins, and the pieces of edges that join them from each layer to the next."""

    layer: NDArray[Any]
    """(N,) the layer of each node and, behind the nodes, of each stand-in."""
    before: NDArray[Any]
    """(k,) the end of each piece in the earlier layer."""
    after: NDArray[Any]
    """(k,) its end in the next layer."""
    by_layer: list[NDArray[Any]]
    """Members of each layer."""


def _chains(layer: NDArray[np.int32], source: NDArray[Any], target: NDArray[Any]) -> _Chains:
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
    return _Chains(layers_of_all, starts, ends, np.split(order, bounds))


def _ordered(chains: _Chains) -> NDArray[Any]:
    """(N,) the place of each member in its layer, by sweeps of barycentres to and fro."""
    total = len(chains.layer)
    place = np.empty(total)
    for members in chains.by_layer:
        place[members] = np.arange(len(members)) - (len(members) - 1) / 2
    sweeps = _Sweeps(chains)
    for sweep in range(SWEEPS):
        forth = sweep % 2 == 0
        for depth in sweeps.depths(forth):
            members, wanted = sweeps.wanted(depth, forth, place)
            order = members[np.argsort(wanted, kind="stable")]
            place[order] = np.arange(len(order)) - (len(order) - 1) / 2
    return place


def _heights(chains: _Chains, order: NDArray[Any], n: int) -> NDArray[Any]:
    """(N,) heights in units of a node: near those of the neighbours, in the order found, none too near to the next."""
    height = order.copy()
    room = np.where(np.arange(len(order)) < n, 1.0, BEND_ROOM)
    sweeps = _Sweeps(chains)
    for sweep in range(SWEEPS):
        forth = sweep % 2 == 0
        for depth in sweeps.depths(forth):
            members, wanted = sweeps.wanted(depth, forth, height)
            by_order = np.argsort(order[members], kind="stable")
            members, wanted = members[by_order], wanted[by_order]
            gaps = np.maximum((room[members[1:]] + room[members[:-1]]) / 2, BEND_ROOM)
            least = np.append(0.0, np.cumsum(gaps))
            loose = wanted - least
            lowest, highest = np.maximum.accumulate(loose), np.minimum.accumulate(loose[::-1])[::-1]
            height[members] = (lowest + highest) / 2 + least
    return height


class _Sweeps:
    """Where each member would stand between its neighbours of the layer before, or of the layer after."""

    def __init__(self, chains: _Chains) -> None:
        self._chains = chains
        into = chains.layer[chains.after]
        out = chains.layer[chains.before]
        count = len(chains.by_layer)
        self._into = [np.flatnonzero(into == depth) for depth in range(count)]
        self._out = [np.flatnonzero(out == depth) for depth in range(count)]
        self._slot = np.empty(len(chains.layer), np.intp)
        for members in chains.by_layer:
            self._slot[members] = np.arange(len(members))

    def depths(self, forth: bool) -> range:
        """The layers in the order of a sweep."""
        count = len(self._chains.by_layer)
        return range(1, count) if forth else range(count - 2, -1, -1)

    def wanted(self, depth: int, forth: bool, at: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Members of a layer, and the mean of ``at`` over their neighbours; those without keep their own."""
        members = self._chains.by_layer[depth]
        pieces = (self._into if forth else self._out)[depth]
        near, far = self._chains.before[pieces], self._chains.after[pieces]
        mine, other = (far, near) if forth else (near, far)
        slot = self._slot[mine]
        count = np.bincount(slot, minlength=len(members))
        mean = np.bincount(slot, at[other], len(members)) / np.maximum(count, 1)
        return members, np.where(count > 0, mean, at[members])
