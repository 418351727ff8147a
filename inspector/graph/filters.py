"""Which nodes and edges of a graph remain when some are left out, by what they are, hold, say, or stand beside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from inspector.graph.fields import Field
from inspector.graph.model import Graph
from inspector.graph.status import STATUSES

FOUND_LIMIT = 5_000
"""Nodes that a search gives back at most."""
NO_VALUE = ""
"""Among the names of a :class:`FieldChoice`: the nodes without a value."""
_PART_OF_ID = 5
"""Characters from which a word is looked for in the middle of ids."""
_FOLDED: WeakKeyDictionary[Graph, tuple[list[str], list[str]]] = WeakKeyDictionary()
"""Labels and ids of all nodes in lower case, as long as their graph lives: a text is typed letter by letter."""


@dataclass(frozen=True)
class FieldChoice:
    """What a field must hold for a node to remain."""

    names: frozenset[str] = frozenset()
    """``choice`` and ``list``: a node needs one of these; none at all: any will do."""
    low: float = -inf
    """``time`` (seconds since 1970, UTC) and ``number``: the least that remains."""
    high: float = inf
    """The greatest that remains."""
    unset: bool = False
    """Whether nodes without a time or number remain although a range is asked for."""

    @property
    def empty(self) -> bool:
        """Whether every value will do."""
        return not self.names and self.low == -inf and self.high == inf

    def mask(self, field: Field, count: int) -> NDArray[np.bool_]:
        """(count,) whether each node has what is asked for."""
        if field.kind in ("choice", "list"):
            kept = field.having(self.names - {NO_VALUE}, count)
            return kept | ~has_value(field, count) if NO_VALUE in self.names else kept
        values = field.seconds if field.kind == "time" else field.values
        kept = (values >= self.low) & (values <= self.high)
        return kept | np.isnan(values) if self.unset else kept


@dataclass(frozen=True)
class GraphFilter:
    """What is left out; everything combines. Nodes are named by id, so that it holds for the graph read again."""

    types: frozenset[str] = frozenset()
    """Node types that are hidden."""
    statuses: frozenset[str] = frozenset()
    """States that are hidden."""
    edge_types: frozenset[str] = frozenset()
    """Edge types that are hidden."""
    fields: Mapping[str, FieldChoice] = field(default_factory=dict)
    """Id of a field -> what it must hold."""
    text: str = ""
    """Words that label or id must hold, as :func:`matching` finds them."""
    hidden: frozenset[str] = frozenset()
    """Ids of nodes that are hidden one by one."""
    only: frozenset[str] | None = None
    """Ids of the only nodes that are shown, as a picture grows from a few; None for all."""
    around: str = ""
    """Id of the node whose neighbourhood alone is shown; empty for all."""
    hops: int = 1
    """How far that neighbourhood reaches."""

    @property
    def empty(self) -> bool:
        """Whether nothing is left out."""
        return replace(self, hops=1) == GraphFilter()

    def with_field(self, id: str, choice: FieldChoice) -> GraphFilter:
        """The same with another choice of a field; one that leaves nothing out is dropped."""
        others = {name: one for name, one in self.fields.items() if name != id}
        return replace(self, fields=others if choice.empty else {**others, id: choice})

    def masks(self, graph: Graph) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """(n,) and (m,) whether each node and each edge remains; an edge needs both its ends."""
        nodes = np.ones(len(graph), bool)
        for one in conditions(self, graph).values():
            nodes &= one
        edges = listed(graph.edge_types, graph.edge_type_names, self.edge_types, keep=False)
        nodes = self.nearby(graph, nodes, edges)
        return nodes, edges & nodes[graph.source] & nodes[graph.target]

    def nearby(self, graph: Graph, nodes: NDArray[np.bool_], edges: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """(n,) of these nodes those in the chosen neighbourhood, reached over these nodes and edges, and its middle."""
        middle = graph.index.get(self.around) if self.around else None
        if middle is None:
            return nodes
        usable = edges & nodes[graph.source] & nodes[graph.target]
        near = nodes & neighbourhood(graph, middle, self.hops, usable)
        near[middle] = True
        return near

    def everywhere(self) -> GraphFilter:
        """The same, no longer around one node."""
        return replace(self, around="", hops=1)


def conditions(wanted: GraphFilter, graph: Graph) -> dict[str, NDArray[np.bool_]]:
    """Facet -> (n,) whether each node meets what is asked of it; facets that ask for nothing are left out.

    Facets are ``types``, ``statuses``, ``field.<id>``, ``text`` and ``picked`` (hidden and only).
    """
    found: dict[str, NDArray[np.bool_]] = {}
    if wanted.types:
        found["types"] = listed(graph.types, graph.type_names, wanted.types, keep=False)
    if wanted.statuses:
        found["statuses"] = listed(graph.statuses, STATUSES, wanted.statuses, keep=False)
    if wanted.fields:
        known = {one.id: one for one in graph.fields}
        for id, choice in wanted.fields.items():
            if id in known and not choice.empty:
                found[f"field.{id}"] = choice.mask(known[id], len(graph))
    if wanted.text.split():
        found["text"] = matching_mask(graph, wanted.text)
    if wanted.hidden or wanted.only is not None:
        picked = np.ones(len(graph), bool) if wanted.only is None else mask_of(graph, wanted.only)
        found["picked"] = picked & ~mask_of(graph, wanted.hidden)
    return found


def listed(codes: NDArray[Any], names: tuple[str, ...], chosen: Iterable[str], *, keep: bool) -> NDArray[np.bool_]:
    """Whether the name of each code is among the chosen ones (``keep``), or is not."""
    among = frozenset(chosen)
    table = np.array([(name in among) == keep for name in names], bool)
    found: NDArray[np.bool_] = table[codes] if len(table) else np.ones(len(codes), bool)
    return found


def mask_of(graph: Graph, ids: Iterable[str]) -> NDArray[np.bool_]:
    """(n,) whether each node is one of these; ids that are no node of the graph are passed over."""
    mask = np.zeros(len(graph), bool)
    mask[[graph.index[id] for id in ids if id in graph.index]] = True
    return mask


def has_value(field: Field, count: int) -> NDArray[np.bool_]:
    """(count,) whether each node has a value in a field."""
    if field.kind == "choice":
        return field.codes >= 0
    if field.kind == "list":
        found = np.zeros(count, bool)
        found[field.owners] = True
        return found
    return ~np.isnan(field.seconds if field.kind == "time" else field.values)


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
    mask = matching_mask(graph, text)
    found = np.flatnonzero(mask if among is None else mask & among)
    labels, _ = folded_texts(graph)
    later = np.fromiter((not labels[i].startswith(words[0]) for i in found.tolist()), bool, len(found))
    return found[np.lexsort((-graph.degrees[found], later))][:FOUND_LIMIT]


def matching_mask(graph: Graph, text: str) -> NDArray[np.bool_]:
    """(n,) whether label or id of each node holds every word of ``text``."""
    labels, ids = folded_texts(graph)
    found: list[int] | range = range(len(graph))
    for word in text.casefold().split():
        if len(word) >= _PART_OF_ID:
            found = [i for i in found if word in labels[i] or word in ids[i]]
        else:
            found = [i for i in found if word in labels[i] or ids[i].startswith(word)]
    mask = np.zeros(len(graph), bool)
    mask[np.fromiter(found, np.intp, len(found))] = True
    return mask


def folded_texts(graph: Graph) -> tuple[list[str], list[str]]:
    """Labels and ids of all nodes in lower case."""
    known = _FOLDED.get(graph)
    if known is None:
        known = [label.casefold() for label in graph.labels], [id.casefold() for id in graph.ids]
        _FOLDED[graph] = known
    return known
