"""Which values a filter of a graph can choose from, and how many nodes each would show (no Qt)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from inspector.graph.facets import Facets
from inspector.graph.fields import Field
from inspector.graph.filters import NO_VALUE, GraphFilter, has_value
from inspector.graph.model import Graph
from inspector.graph.projection import EdgeGroup

NO_TYPE, UNSET = "no type", "no value"


@dataclass(frozen=True)
class Entry:
    """One value that can be ticked."""

    name: str
    """By which the filter knows it."""
    text: str
    """What it is called."""
    count: int
    """Nodes, or edges, that it shows or would show under all other filters."""
    total: int
    """How many of the graph have it."""
    on: bool
    """Whether it is ticked."""


def listed_entries(facets: Facets, key: str, words: Callable[[str], str]) -> tuple[Entry, ...]:
    """The ``types``, ``statuses`` or ``edge_types`` that occur; ticked is what is not hidden."""
    graph = facets.graph
    totals, found = {
        "types": (graph.type_counts, facets.types),
        "statuses": (graph.status_counts, facets.statuses),
        "edge_types": (graph.edge_type_counts, facets.edge_types),
    }[key]
    counts, hidden = found(), getattr(facets.filter, key)
    return tuple(
        Entry(name, words(name) or NO_TYPE, counts[name], total, name not in hidden)
        for name, total in totals().items()
        if total
    )


def field_entries(facets: Facets, field: Field) -> tuple[Entry, ...]:
    """The values of a choice or list, most frequent first; ticked is what was chosen."""
    chosen = facets.filter.fields.get(field.id)
    names = chosen.names if chosen is not None else frozenset()
    counts, totals = facets.field(field.id), {**field.counts(), NO_VALUE: _without(facets.graph, field)}
    return tuple(
        Entry(name, name if name != NO_VALUE else UNSET, count, totals[name], name in names)
        for name, count in counts.items()
    )


def group_entries(graph: Graph, wanted: GraphFilter, groups: Iterable[EdgeGroup]) -> tuple[Entry, ...]:
    """The edges that are switched together and occur in the graph, with how many there are."""
    counts = graph.edge_type_counts()
    found = []
    for group in groups:
        total = sum(counts.get(name, 0) for name in group.edge_types)
        if total:
            found.append(Entry(group.id, group.title, total, total, not wanted.edge_types.issuperset(group.edge_types)))
    return tuple(found)


def is_a_choice(graph: Graph, field: Field) -> bool:
    """Whether some nodes differ in a choice or list: with one value that all have, nothing can be chosen."""
    return len(field.names) > 1 or _without(graph, field) > 0


def _without(graph: Graph, field: Field) -> int:
    return int(np.count_nonzero(~has_value(field, len(graph))))
