"""Which nodes of a large picture are drawn as one: those of a project, a part or a place, as far as they lie together.

A group (a project, or a connected part) that is seen small is one cluster; a group that is seen large falls apart into
squares, smaller ones the closer it is looked at. What does not lie together is only ever grouped by place. Nothing is
left out: every node is in exactly one cluster, and the counts of all clusters add up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.graph.fields import Field
from inspector.graph.model import Graph

SEEN_AS_ONE = 190.0
"""Extent in pixels up to which a group is one cluster."""
CELL = 64.0
"""Width of the squares of larger groups, pixels; halved and doubled with the zoom, between this and twice this."""
MOST_GROUPS = 400
"""Groups that are told apart, the largest first; the others are grouped by place."""
TOGETHER = 0.55
"""Mean extent of groups, as a share of that of all nodes, up to which they are said to lie together."""
ROBUST = 2.2
"""Times the mean distance from its middle that a group extends to either side."""
_LARGEST = 300
"""Clusters, the largest ones, whose distances are looked at."""
_FIELDS = ("project", "branch", "channel")
"""Fields that are tried, best first."""


@dataclass(frozen=True, eq=False)
class Grouping:
    """How the nodes of a graph are grouped before places are looked at."""

    about: str
    """By what, in words: "project", "part", "place"."""
    codes: NDArray[np.int32]
    """(n,) index into ``names`` of the group of each node."""
    names: tuple[str, ...]
    """Names of the groups; empty for what is only grouped by place."""
    extents: NDArray[np.float64]
    """(g,) how wide each group lies, scene pixels."""


@dataclass(frozen=True, eq=False)
class Clusters:
    """What is drawn in place of nodes: ``k`` clusters."""

    about: str
    """By what they are grouped."""
    of_node: NDArray[np.int32]
    """(n,) cluster of each node, -1 for nodes that are not shown."""
    counts: NDArray[np.int64]
    """(k,) nodes in each."""
    positions: NDArray[np.float64]
    """(k, 2) their middles, scene pixels."""
    names: tuple[str, ...]
    """k names: of the group, or after the node of most edges."""
    types: NDArray[np.int64]
    """(k, t) nodes of each type in each."""
    apart: float
    """How far a cluster usually stands from the next, scene pixels."""

    def __len__(self) -> int:
        return len(self.counts)


@dataclass(frozen=True, eq=False)
class Bundles:
    """The edges between and inside ``k`` clusters, as ``e`` bundles."""

    ends: NDArray[np.int64]
    """(e, 2) clusters that edges join, the smaller index first."""
    weights: NDArray[np.int64]
    """(e,) how many edges do."""
    inner: NDArray[np.int64]
    """(k,) edges inside each cluster."""


def grouping(graph: Graph, positions: NDArray[Any]) -> Grouping:
    """The grouping whose groups lie together best: by a field such as the project, by connected part, else by place."""
    tried = [field for id in _FIELDS if (field := graph.field(id)) is not None and field.kind == "choice"]
    for field in tried:
        found = _by_field(field, positions)
        if found is not None:
            return found
    sizes = np.bincount(graph.components) if len(graph) else np.zeros(0, np.int64)
    # one part that holds nearly everything says nothing
    if len(sizes) > 1 and sizes[0] < 0.9 * len(graph):
        found = _by_part(graph, sizes, positions)
        if found is not None:
            return found
    everything = np.zeros(len(graph), np.int32)
    return Grouping("place", everything, ("",), _extents(everything, 1, positions))


def clustered(
    graph: Graph, positions: NDArray[Any], group: Grouping, nodes: NDArray[np.bool_], scale: float
) -> Clusters:
    """The clusters of the shown ``nodes`` (n,) at ``scale`` pixels per scene pixel."""
    shown = np.flatnonzero(nodes)
    keys = _keys(positions, group, scale)[shown]
    first, of_shown = np.unique(keys, return_index=True, return_inverse=True)[1:]
    count = len(first)
    of_node = np.full(len(graph), -1, np.int32)
    of_node[shown] = of_shown
    counts = np.bincount(of_shown, minlength=count)
    middles = np.column_stack(
        [np.bincount(of_shown, positions[shown, axis], minlength=count) / np.maximum(counts, 1) for axis in (0, 1)]
    )
    kinds = len(graph.type_names)
    types = np.bincount(of_shown * kinds + graph.types[shown], minlength=count * kinds).reshape(count, kinds)
    names = _names(graph, group, shown, of_shown, first)
    return Clusters(
        group.about, of_node, counts, middles, names, types, _apart(middles[np.argsort(-counts)[:_LARGEST]])
    )


def bundled(graph: Graph, clusters: Clusters, edges: NDArray[np.bool_]) -> Bundles:
    """The shown ``edges`` (m,) as bundles, those of most edges first."""
    count = len(clusters)
    ends = clusters.of_node[graph.source], clusters.of_node[graph.target]
    drawn = edges & (ends[0] >= 0) & (ends[1] >= 0)
    low, high = np.minimum(*ends)[drawn].astype(np.int64), np.maximum(*ends)[drawn].astype(np.int64)
    inside = low == high
    inner = np.bincount(low[inside], minlength=count)
    pairs, weights = np.unique(low[~inside] * count + high[~inside], return_counts=True)
    order = np.argsort(-weights, kind="stable")
    pairs, weights = pairs[order], weights[order]
    return Bundles(np.column_stack([pairs // max(count, 1), pairs % max(count, 1)]), weights, inner)


def _by_field(field: Field, positions: NDArray[Any]) -> Grouping | None:
    """Groups by the values of a field, if there are several and they lie together."""
    if not 2 <= len(field.names) <= MOST_GROUPS:
        return None
    codes = np.where(field.codes >= 0, field.codes, len(field.names)).astype(np.int32)
    names = (*field.names, f"no {field.title.lower()}")
    return _if_together(Grouping(field.title.lower(), codes, names, _extents(codes, len(names), positions)), positions)


def _by_part(graph: Graph, sizes: NDArray[np.int64], positions: NDArray[Any]) -> Grouping | None:
    """Groups by connected part; the small ones together, by place."""
    apart = min(MOST_GROUPS, int(np.count_nonzero(sizes >= max(3, len(graph) // 2000))))
    codes = np.minimum(graph.components, apart).astype(np.int32)
    names = (*(f"around {graph.labels[node]}" for node in _busiest(graph, codes, apart)), "small parts")
    return _if_together(Grouping("connected part", codes, names, _extents(codes, apart + 1, positions)), positions)


def _busiest(graph: Graph, codes: NDArray[np.int32], count: int) -> list[int]:
    """The node with most edges of each of the first ``count`` groups."""
    order = np.lexsort((-graph.degrees, codes))
    first = np.unique(codes[order], return_index=True)[1]
    return [int(node) for node in order[first[:count]].tolist()]


def _apart(middles: NDArray[np.float64]) -> float:
    """The usual distance from one of these to the nearest other."""
    if len(middles) < 2:
        return float("inf")
    away = ((middles[:, None] - middles[None]) ** 2).sum(2)
    np.fill_diagonal(away, np.inf)
    return float(np.sqrt(np.median(away.min(1))))


def _if_together(group: Grouping, positions: NDArray[Any]) -> Grouping | None:
    counts = np.bincount(group.codes, minlength=len(group.extents))
    whole = _extents(np.zeros(len(group.codes), np.int32), 1, positions)[0]
    mean = float((group.extents * counts).sum() / max(counts.sum(), 1))
    return group if mean <= TOGETHER * whole else None


def _extents(codes: NDArray[np.int32], count: int, positions: NDArray[Any]) -> NDArray[np.float64]:
    """(count,) twice the usual distance of the nodes of each group from its middle."""
    sizes = np.maximum(np.bincount(codes, minlength=count), 1)
    middles = np.column_stack([np.bincount(codes, positions[:, axis], minlength=count) / sizes for axis in (0, 1)])
    away = np.sqrt(((positions - middles[codes]) ** 2).sum(1))
    return ROBUST * 2 * np.bincount(codes, away, minlength=count) / sizes


def _keys(positions: NDArray[Any], group: Grouping, scale: float) -> NDArray[np.int64]:
    """(n,) what nodes of one cluster have in common: their group, and its square where the group is seen large."""
    cell = CELL / scale
    # squares that halve with every doubling of the zoom: between two steps nothing changes
    side = 2.0 ** np.ceil(np.log2(cell))
    large = (group.extents * scale > SEEN_AS_ONE)[group.codes]
    squares = np.floor(positions / side).astype(np.int64)
    squares -= squares.min(0) if len(squares) else 0
    wide = int(squares[:, 0].max()) + 1 if len(squares) else 1
    places = np.where(large, squares[:, 1] * wide + squares[:, 0] + 1, 0)
    span = int(places.max()) + 1 if len(places) else 1
    keys: NDArray[np.int64] = group.codes.astype(np.int64) * span + places
    return keys


def _names(
    graph: Graph, group: Grouping, shown: NDArray[Any], of_shown: NDArray[Any], first: NDArray[Any]
) -> tuple[str, ...]:
    """The group of each cluster, or the node of most edges in it."""
    named = [group.names[code] for code in group.codes[shown[first]].tolist()]
    if all(named):
        return tuple(named)
    # of what is written to one place, the last stays
    order = np.argsort(graph.degrees[shown], kind="stable")
    busiest = np.zeros(len(first), np.int64)
    busiest[of_shown[order]] = shown[order]
    return tuple(name or f"around {graph.labels[node]}" for name, node in zip(named, busiest.tolist(), strict=True))
