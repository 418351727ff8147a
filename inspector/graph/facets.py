"""How many nodes and edges each choice of a filter would show, under everything else that is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.graph.fields import Field
from inspector.graph.filters import NO_VALUE, GraphFilter, conditions, has_value, listed
from inspector.graph.model import Graph
from inspector.graph.status import STATUSES


@dataclass(frozen=True)
class FieldRange:
    """What a time or number field holds among the nodes the other filters leave."""

    low: float
    """The least value; NaN when there is none."""
    high: float
    """The greatest value; NaN when there is none."""
    known: int
    """Nodes with a value."""
    unset: int
    """Nodes without one."""


class Facets:
    """Counts of one graph under one filter; each is made when it is first asked for."""

    def __init__(self, graph: Graph, wanted: GraphFilter) -> None:
        self.graph = graph
        self.filter = wanted
        self._known: dict[str, NDArray[np.bool_]] = {}

    @cached_property
    def nodes(self) -> NDArray[np.bool_]:
        """(n,) whether each node remains."""
        return self._masks[0]

    @cached_property
    def edges(self) -> NDArray[np.bool_]:
        """(m,) whether each edge remains."""
        return self._masks[1]

    @cached_property
    def _masks(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        return self.filter.masks(self.graph)

    @cached_property
    def _conditions(self) -> dict[str, NDArray[np.bool_]]:
        return conditions(self.filter, self.graph)

    @cached_property
    def _fails(self) -> NDArray[np.int16]:
        """(n,) how many facets leave each node out: under all but one facet those remain that fail nothing else."""
        fails = np.zeros(len(self.graph), np.int16)
        for mask in self._conditions.values():
            fails += ~mask
        return fails

    def without(self, facet: str) -> NDArray[np.bool_]:
        """(n,) whether each node remains when one facet asks for nothing: ``types``, ``statuses``, ``edge_types``,
        ``field.<id>``, ``text`` or ``picked``.
        """
        if facet not in self._known:
            self._known[facet] = self._without(facet)
        return self._known[facet]

    def _without(self, facet: str) -> NDArray[np.bool_]:
        wanted, own = self.filter, self._conditions.get(facet)
        if own is None and not (facet == "edge_types" and wanted.around):
            return self.nodes
        nodes = self._fails == 0 if own is None else (self._fails == 0) | ((self._fails == 1) & ~own)
        hidden = frozenset() if facet == "edge_types" else wanted.edge_types
        edges = listed(self.graph.edge_types, self.graph.edge_type_names, hidden, keep=False)
        return wanted.nearby(self.graph, nodes, edges)

    def types(self) -> dict[str, int]:
        """Nodes of each type that would be shown, were no type hidden."""
        return _counts(self.graph.types[self.without("types")], self.graph.type_names)

    def statuses(self) -> dict[str, int]:
        """Nodes of each state that occurs in the graph."""
        found = _counts(self.graph.statuses[self.without("statuses")], STATUSES)
        return {name: found[name] for name in self.graph.status_counts()}

    def edge_types(self) -> dict[str, int]:
        """Edges of each type between nodes that would be shown, were no type of edges hidden."""
        graph, nodes = self.graph, self.without("edge_types")
        between = nodes[graph.source] & nodes[graph.target]
        return _counts(graph.edge_types[between], graph.edge_type_names)

    def field(self, id: str) -> dict[str, int]:
        """Nodes with each value of a choice or list; NO_VALUE last, where some node of the graph has none."""
        field, nodes = self._field(id), self.without(f"field.{id}")
        found = field.counts(nodes)
        have = has_value(field, len(self.graph))
        return found if have.all() else {**found, NO_VALUE: int(np.count_nonzero(nodes & ~have))}

    def range(self, id: str) -> FieldRange:
        """What a time or number field holds."""
        field, nodes = self._field(id), self.without(f"field.{id}")
        values = (field.seconds if field.kind == "time" else field.values)[nodes]
        known = values[~np.isnan(values)]
        ends = (float(known.min()), float(known.max())) if len(known) else (np.nan, np.nan)
        return FieldRange(*ends, len(known), len(values) - len(known))

    def histogram(self, id: str, bins: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """(bins,) nodes and (bins + 1,) limits over the whole range of a time or number field."""
        field, nodes = self._field(id), self.without(f"field.{id}")
        values = field.seconds if field.kind == "time" else field.values
        everything = values[np.isfinite(values)]
        if not len(everything):
            return np.zeros(bins, np.int64), np.linspace(0.0, 1.0, bins + 1)
        limits = (float(everything.min()), float(everything.max()))
        counts, edges = np.histogram(values[nodes & np.isfinite(values)], bins, limits)
        return counts, edges

    def hides(self) -> Mapping[str, int]:
        """Facet -> how many nodes it leaves out that all the others would show; 0 is left out."""
        shown = int(np.count_nonzero(self.nodes))
        found = {name: int(np.count_nonzero(self.without(name))) - shown for name in self._conditions}
        if self.filter.around:
            everywhere = Facets(self.graph, replace(self.filter, around=""))
            found["around"] = int(np.count_nonzero(everywhere.nodes)) - shown
        return {name: count for name, count in found.items() if count}

    def _field(self, id: str) -> Field:
        return next(one for one in self.graph.fields if one.id == id)


def _counts(codes: NDArray[Any], names: tuple[str, ...]) -> dict[str, int]:
    return dict(zip(names, np.bincount(codes, minlength=len(names)).tolist(), strict=False))
