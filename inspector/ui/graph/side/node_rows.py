"""What the list of nodes says of each, and in which order they stand; nothing is made for a node before it is seen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.graph.fields import Field
from inspector.graph.filters import folded_texts
from inspector.graph.model import Graph
from inspector.graph.status import STATUSES
from inspector.ui.graph.side.entries import NO_TYPE
from inspector.ui.graph.side.said import moment_words, number_words

LABEL, EDGES, OUTSIDE, FIELD, STATUS, TYPE = COLUMNS = tuple(range(6))
"""The columns."""
NUMBERS = frozenset((EDGES, OUTSIDE))
"""Columns that begin with the greatest."""


class NodeRows:
    """All nodes of one graph as rows; ``field`` fills the last column."""

    def __init__(self, graph: Graph, outside: NDArray[Any], field: Field | None) -> None:
        self.graph, self.outside, self.field = graph, outside, field

    def text(self, node: int, column: int) -> str:
        """What a column says of a node; empty for nothing."""
        graph = self.graph
        if column == LABEL:
            return graph.labels[node]
        if column == EDGES:
            return f"{int(graph.degrees[node]):,}"
        if column == OUTSIDE:
            return f"{beyond:,}" if (beyond := int(self.outside[node])) else ""
        if column == TYPE:
            return graph.type_names[graph.types[node]] or NO_TYPE
        if column == STATUS:
            return graph.status_texts[node] or _state(graph, node)
        return self._field_text(node)

    def _field_text(self, node: int) -> str:
        field = self.field
        if field is None:
            return ""
        if field.kind in ("choice", "list"):
            return ", ".join(field.of(node))
        value = float(field.seconds[node] if field.kind == "time" else field.values[node])
        if np.isnan(value):
            return ""
        return moment_words(value) if field.kind == "time" else number_words(value)

    def sorted(self, nodes: NDArray[Any], column: int, *, descending: bool) -> NDArray[Any]:
        """These nodes by a column; equal ones by their degree, the most connected first. Empty cells stand last."""
        key, empty = self._keys(column)
        values = key[nodes]
        order = np.lexsort((nodes, -self.graph.degrees[nodes], -values if descending else values, empty[nodes]))
        found: NDArray[Any] = nodes[order]
        return found

    def _keys(self, column: int) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """(n,) numbers to sort by, and whether each cell is empty."""
        graph = self.graph
        full = np.zeros(len(graph), bool)
        if column == LABEL:
            return self._label_ranks, full
        if column == EDGES:
            return graph.degrees.astype(np.int64), full
        if column == OUTSIDE:
            return self.outside.astype(np.int64), full
        if column == TYPE:
            return _ranks(graph.type_names)[graph.types], full
        if column == STATUS:
            return graph.statuses.astype(np.int64), np.array([not text for text in graph.status_texts], bool)
        return self._field_keys()

    @cached_property
    def _label_ranks(self) -> NDArray[np.int64]:
        return _ranks(folded_texts(self.graph)[0])

    def _field_keys(self) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        field, count = self.field, len(self.graph)
        if field is None:
            return np.zeros(count, np.int64), np.ones(count, bool)
        if field.kind in ("time", "number"):
            values = field.seconds if field.kind == "time" else field.values
            return np.nan_to_num(values), np.isnan(values)
        ranks = _ranks(field.names)
        if field.kind == "choice":
            return np.append(ranks, 0)[field.codes], field.codes < 0
        # of several values the first by name counts
        first = np.full(count, len(field.names), np.int64)
        np.minimum.at(first, field.owners, ranks[field.codes])
        return first, first == len(field.names)

    def tsv(self, nodes: NDArray[Any], titles: Mapping[int, str]) -> str:
        """Nodes as lines of cells with a tab between: the id and these columns, a line of titles first."""
        lines = ["\t".join(["id", *map(_cell, titles.values())])]
        for node in nodes.tolist():
            cells = (self._plain(node, column) for column in titles)
            lines.append("\t".join([_cell(self.graph.ids[node]), *map(_cell, cells)]))
        return "\n".join(lines) + "\n"

    def _plain(self, node: int, column: int) -> str:
        """A cell as a program reads it: numbers without separators."""
        text = self.text(node, column)
        return text.replace(",", "") if column in NUMBERS else text


def _state(graph: Graph, node: int) -> str:
    state = STATUSES[graph.statuses[node]]
    return "" if state == "none" else state


def _cell(text: str) -> str:
    """A text that stays within its cell."""
    return text.replace("\t", " ").replace("\r", " ").replace("\n", " ")


def _ranks(names: Iterable[str]) -> NDArray[np.int64]:
    """The place of each name in their alphabetical order; equal ones share it."""
    given = list(names)
    if not given:
        return np.zeros(0, np.int64)
    places = {name: place for place, name in enumerate(sorted(set(given), key=str.casefold))}
    return np.fromiter((places[name] for name in given), np.int64, len(given))
