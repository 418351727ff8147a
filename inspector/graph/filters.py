"""Which nodes and edges of a graph remain when types, states or far nodes are left out, and which match a text."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.graph.model import Graph
from inspector.graph.status import STATUSES

FOUND_LIMIT = 5_000
"""Nodes that a search gives back at most."""
_PART_OF_ID = 5
"""Characters from which a word is looked for in the middle of ids."""


@dataclass(frozen=True)
class GraphFilter:
    """What is left out."""

    types: frozenset[str] = frozenset()
    """Node types that are hidden."""
    statuses: frozenset[str] = frozenset()
    """States that are hidden."""
    edge_types: frozenset[str] = frozenset()
    """Edge types that are hidden."""
    around: int | None = None
    """Index of the node whose neighbourhood alone is shown; None for all."""
    hops: int = 1
    """How far that neighbourhood reaches."""

    @property
    def empty(self) -> bool:
        """Whether nothing is left out."""
        return self == GraphFilter()

    def masks(self, graph: Graph) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """(n,) and (m,) whether each node and each edge remains; an edge needs both its ends."""
        nodes = ~np.isin(graph.types, _codes(graph.type_names, self.types))
        nodes &= ~np.isin(graph.statuses, _codes(STATUSES, self.statuses))
        edges = ~np.isin(graph.edge_types, _codes(graph.edge_type_names, self.edge_types))
        if self.around is not None:
            usable = edges & nodes[graph.source] & nodes[graph.target]
            nodes &= neighbourhood(graph, self.around, self.hops, usable)
            nodes[self.around] = True
        return nodes, edges & nodes[graph.source] & nodes[graph.target]

    def everywhere(self) -> GraphFilter:
        """The same, no longer around one node."""
        return replace(self, around=None, hops=1)


def neighbourhood(graph: Graph, node: int, hops: int, edges: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
    """(n,) whether each node is at most ``hops`` edges (of the mask ``edges``), in any direction, from ``node``."""
    reached = np.zeros(len(graph), bool)
    reached[node] = True
    usable = np.ones(graph.edge_count, bool) if edges is None else edges
    source, target = graph.source[usable], graph.target[usable]
    for _ in range(hops):
        leaving, entering = reached[source], reached[target]
        before = int(reached.sum())
        reached[target[leaving]] = True
        reached[source[entering]] = True
        if int(reached.sum()) == before:
            break
    return reached


def matching(graph: Graph, text: str, among: NDArray[np.bool_] | None = None) -> NDArray[Any]:
    """Indices of nodes whose label or id holds every word of ``text``, whatever its case: whole words at the start
    of the label first, then those with most edges. At most FOUND_LIMIT.

    A short word counts in an id only where it begins it: in the middle of a long id any two letters are found.
    """
    words = text.casefold().split()
    if not words:
        return np.zeros(0, np.intp)
    texts = [f"{label}\n{id}".casefold() for label, id in zip(graph.labels, graph.ids, strict=True)]
    found = np.array([i for i, one in enumerate(texts) if all(_holds(one, word) for word in words)], np.intp)
    if among is not None:
        found = found[among[found]]
    first = np.array([not texts[i].startswith(words[0]) for i in found.tolist()], bool)
    return found[np.lexsort((-graph.degrees[found], first))][:FOUND_LIMIT]


def _holds(text: str, word: str) -> bool:
    if word not in text:
        return False
    label, _, id = text.rpartition("\n")
    return len(word) >= _PART_OF_ID or word in label or id.startswith(word)


def _codes(names: tuple[str, ...], chosen: frozenset[str]) -> list[int]:
    return [code for code, name in enumerate(names) if name in chosen]
