"""In which order the nodes of each layer stand, and how high, so that edges cross little and bend little."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

SWEEPS = 12
VISITS = 12_000
"""Visits of a layer in all sweeps together: a chain of thousands of layers is swept less often."""
BEND_ROOM = 0.55
"""Height that a stand-in takes, in heights of a node."""


@dataclass(frozen=True)
class Chains:
    """Nodes and stand-ins, and the pieces of edges that join them from each layer to the next."""

    layer: NDArray[Any]
    """(N,) the layer of each node and, behind the nodes, of each stand-in."""
    before: NDArray[Any]
    """(k,) the end of each piece in the earlier layer."""
    after: NDArray[Any]
    """(k,) its end in the next layer."""
    by_layer: list[NDArray[Any]]
    """Members of each layer."""


def ordered(chains: Chains) -> NDArray[Any]:
    """(N,) the place of each member in its layer, by sweeps of barycentres to and fro."""
    place = np.empty(len(chains.layer))
    for members in chains.by_layer:
        place[members] = np.arange(len(members)) - (len(members) - 1) / 2
    sweeps = _Sweeps(chains)
    for sweep in range(sweeps.count):
        forth = sweep % 2 == 0
        for depth in sweeps.depths(forth):
            if len(chains.by_layer[depth]) < 2:
                continue
            members, wanted = sweeps.wanted(depth, forth, place)
            order = members[np.argsort(wanted, kind="stable")]
            place[order] = np.arange(len(order)) - (len(order) - 1) / 2
    return place


def heights(chains: Chains, order: NDArray[Any], n: int) -> NDArray[Any]:
    """(N,) heights in units of a node: near those of the neighbours, in the order found, none too near to the next."""
    height = order.copy()
    room = np.where(np.arange(len(order)) < n, 1.0, BEND_ROOM)
    sweeps = _Sweeps(chains)
    for sweep in range(sweeps.count):
        forth = sweep % 2 == 0
        for depth in sweeps.depths(forth):
            members, wanted = sweeps.wanted(depth, forth, height)
            if len(members) == 1:
                height[members] = wanted
                continue
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

    def __init__(self, chains: Chains) -> None:
        self._chains = chains
        count = len(chains.by_layer)
        self.count = max(2, min(SWEEPS, VISITS // count))
        self._into = _by_depth(chains.layer[chains.after], count)
        self._out = _by_depth(chains.layer[chains.before], count)
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


def _by_depth(depths: NDArray[Any], count: int) -> list[NDArray[Any]]:
    """The pieces of each depth."""
    order = np.argsort(depths, kind="stable")
    return np.split(order, np.cumsum(np.bincount(depths, minlength=count))[:-1])
