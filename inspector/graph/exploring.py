"""What lies beyond the nodes that are shown: neighbours by type and direction, which come in first, what goes again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from inspector.graph.filters import GraphFilter, conditions
from inspector.graph.model import Graph

Way = Literal["out", "in"]
"""Whether an edge leaves a node or enters it."""
FIRST = 100
"""Neighbours of a hub that are brought in at once, unless all of them are asked for."""


@dataclass(frozen=True, eq=False)
class Bundle:
    """The neighbours of a node over the edges of one type in one direction."""

    way: Way
    """Whether the edges leave the node or enter it."""
    edge_type: str
    """Their type."""
    nodes: NDArray[Any]
    """Indices of the neighbours, those with most edges first."""
    new: NDArray[Any]
    """Of these, those that are not shown and that no filter hides."""
    filtered: int
    """Neighbours that a filter hides."""

    def __len__(self) -> int:
        return len(self.nodes)


def bundles(
    graph: Graph, node: int, shown: NDArray[np.bool_], eligible: NDArray[np.bool_] | None = None
) -> tuple[Bundle, ...]:
    """What a node is joined to, by direction and type, those with most neighbours first.

    ``shown`` and ``eligible`` (all, by default) are (n,) masks; a node that is not eligible is hidden by a filter.
    """
    found = []
    may = np.ones(len(graph), bool) if eligible is None else eligible
    for way, here, there in (("out", graph.source, graph.target), ("in", graph.target, graph.source)):
        edges = np.flatnonzero((here == node) & (there != node))
        kinds = graph.edge_types[edges]
        for code in np.unique(kinds).tolist():
            nodes = by_importance(graph, np.unique(there[edges[kinds == code]]))
            absent = ~shown[nodes]
            new = nodes[absent & may[nodes]]
            filtered = int(np.count_nonzero(absent)) - len(new)
            found.append(Bundle("out" if way == "out" else "in", graph.edge_type_names[code], nodes, new, filtered))
    return tuple(sorted(found, key=lambda one: -len(one)))


def by_importance(graph: Graph, nodes: NDArray[Any]) -> NDArray[Any]:
    """The same nodes, those with most edges first."""
    return nodes[np.lexsort((nodes, -graph.degrees[nodes]))]


def new_neighbours(graph: Graph, found: Iterable[Bundle]) -> NDArray[Any]:
    """All nodes that several bundles would bring in, those with most edges first."""
    every = [one.new for one in found]
    return by_importance(graph, np.unique(np.concatenate(every))) if every else np.zeros(0, np.intp)


def eligible(wanted: GraphFilter, graph: Graph) -> NDArray[np.bool_]:
    """(n,) whether each node is what the filters show, were it brought in by hand."""
    nodes = np.ones(len(graph), bool)
    for facet, mask in conditions(wanted, graph).items():
        if facet != "picked":
            nodes &= mask
    return nodes


def with_nodes(wanted: GraphFilter, graph: Graph, shown: NDArray[np.bool_], brought: NDArray[Any]) -> GraphFilter:
    """The filter that shows some more nodes beside those that are shown."""
    ids = frozenset(graph.ids[at] for at in brought.tolist())
    picked = wanted.only
    if wanted.around:
        picked = ids_of(graph, shown)
    grown = None if picked is None else picked | ids
    return replace(wanted, hidden=wanted.hidden - ids, only=grown, around="", hops=1)


def without_nodes(wanted: GraphFilter, ids: frozenset[str]) -> GraphFilter:
    """The filter that shows some nodes less: those that were brought in go again, all others are hidden."""
    if wanted.only is None:
        return replace(wanted, hidden=wanted.hidden | ids)
    return replace(wanted, only=wanted.only - ids)


def only_nodes(wanted: GraphFilter, ids: frozenset[str]) -> GraphFilter:
    """The filter that shows these nodes alone; what hides by type and content stays."""
    return replace(wanted, only=ids, hidden=frozenset(), around="", hops=1)


def ids_of(graph: Graph, mask: NDArray[np.bool_]) -> frozenset[str]:
    """Ids of the nodes of a mask."""
    return frozenset(graph.ids[at] for at in np.flatnonzero(mask).tolist())


def brought_by(expanded: Mapping[str, frozenset[str]], id: str) -> frozenset[str]:
    """What expanding a node brought in, and what expanding that brought in, and so on; never the node itself."""
    found: set[str] = set()
    waiting = [id]
    while waiting:
        fresh = expanded.get(waiting.pop(), frozenset()) - found
        found |= fresh
        waiting.extend(fresh)
    return frozenset(found - {id})


def hanging(graph: Graph, node: int, shown: NDArray[np.bool_], edges: NDArray[np.bool_]) -> NDArray[Any]:
    """Indices of shown nodes that shown edges join to this node and to no other."""
    source, target = graph.source[edges], graph.target[edges]
    apart = source != target
    source, target = source[apart], target[apart]
    beside = np.zeros(len(graph), bool)
    beside[target[source == node]] = True
    beside[source[target == node]] = True
    elsewhere = np.zeros(len(graph), bool)
    elsewhere[source[target != node]] = True
    elsewhere[target[source != node]] = True
    beside &= shown & ~elsewhere
    beside[node] = False
    return np.flatnonzero(beside)


def outside(graph: Graph, shown: NDArray[np.bool_], edges: NDArray[np.bool_] | None = None) -> NDArray[np.int32]:
    """(n,) edges (of a mask) from each shown node to nodes that are not shown; 0 for nodes that are not shown."""
    leaving, entering = shown[graph.source] & ~shown[graph.target], shown[graph.target] & ~shown[graph.source]
    if edges is not None:
        leaving, entering = leaving & edges, entering & edges
    ends = np.concatenate([graph.source[leaving], graph.target[entering]])
    return np.bincount(ends, minlength=len(graph)).astype(np.int32)


def around(
    graph: Graph,
    start: NDArray[Any],
    hops: int,
    usable: NDArray[np.bool_],
    ways: tuple[Way, ...] = ("out", "in"),
) -> NDArray[np.bool_]:
    """(n,) whether each node is at most ``hops`` edges (of the mask ``usable``), along or against them, from one of
    ``start``.
    """
    reached = np.zeros(len(graph), bool)
    reached[start] = True
    source, target = graph.source[usable], graph.target[usable]
    for _ in range(hops):
        leaving = reached[source] if "out" in ways else np.zeros(len(source), bool)
        entering = reached[target] if "in" in ways else np.zeros(len(source), bool)
        before = int(reached.sum())
        reached[target[leaving]] = True
        reached[source[entering]] = True
        if int(reached.sum()) == before:
            break
    return reached
