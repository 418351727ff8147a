"""Where nodes stand when each kind has its own column: who talks where, to whom, in which session."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.graph.layout.adjacency import Floats
from inspector.graph.model import Graph

COLUMN_GAP = 150.0
"""Free room between columns for edges, scene pixels."""
SWEEPS = 8
FEWEST_ROWS = 36
"""Nodes one below the other before a column may become two beside each other."""

LOOSEST = 2.5
"""How far short columns are pulled apart to fill the window: labels need the room between rows."""


def column_positions(graph: Graph, columns: Sequence[Sequence[str]], boxes: Floats, ratio: float = 4 / 3) -> Floats:
    """(n, 2) scene positions; types that are in no column stand in a last one. Nodes of a column are ordered so that
    edges between columns cross little. Short columns are pulled apart to fill a window of width over height ``ratio``.
    """
    column = _column_of(graph, columns)
    rank = _ordered(graph, column)
    heights = float(boxes[:, 1].max())
    rows = max(FEWEST_ROWS, round(1.3 * len(graph) ** 0.5))
    positions = np.zeros((len(graph), 2), np.float32)
    left = 0.0
    for which in np.unique(column).tolist():
        nodes = np.flatnonzero(column == which)
        nodes = nodes[np.argsort(rank[nodes], kind="stable")]
        across = -(-len(nodes) // rows)
        tall = -(-len(nodes) // across)
        width = float(boxes[nodes, 0].max())
        at = np.arange(len(nodes))
        x = left + (at // tall + 0.5) * width
        y = (at % tall - (np.minimum(tall, len(nodes) - at // tall * tall) - 1) / 2) * heights
        positions[nodes] = np.column_stack([x, y])
        left += across * width + COLUMN_GAP
    positions -= (positions.min(0) + positions.max(0)) / 2
    wide, tall = np.ptp(positions, axis=0).tolist()
    positions[:, 1] *= min(max(wide / ratio / tall, 1.0), LOOSEST) if tall else 1.0
    return positions


def _column_of(graph: Graph, columns: Sequence[Sequence[str]]) -> NDArray[np.int32]:
    """(n,) the column of each node. Without columns every type is one, in the order edges mostly run."""
    names = {name: i for i, types in enumerate(columns) for name in types}
    by_type = [names.get(name, len(columns)) for name in graph.type_names]
    if not columns:
        flow = np.zeros(len(graph.type_names))
        flow += np.bincount(graph.types[graph.source], minlength=len(flow))
        flow -= np.bincount(graph.types[graph.target], minlength=len(flow))
        by_type = np.argsort(np.argsort(-flow, kind="stable")).tolist()
    return np.array(by_type, np.int32)[graph.types]


def _ordered(graph: Graph, column: NDArray[np.int32]) -> NDArray[Any]:
    """(n,) the height of each node among its column, from -0.5 to 0.5, by sweeps of barycentres."""
    n = len(graph)
    across = column[graph.source] != column[graph.target]
    source, target = graph.source[across], graph.target[across]
    degrees = np.bincount(source, minlength=n) + np.bincount(target, minlength=n)
    rank = _ranked(np.arange(n, dtype=float), column)
    for sweep in range(SWEEPS):
        beside = np.bincount(source, rank[target], n) + np.bincount(target, rank[source], n)
        # every other column at a time: two that follow each other at once would swap for ever
        moves = (degrees > 0) & (column % 2 == (sweep + 1) % 2)
        rank = _ranked(np.where(moves, beside / np.maximum(degrees, 1), rank), column)
    return rank


def _ranked(height: NDArray[Any], column: NDArray[np.int32]) -> NDArray[Any]:
    order = np.lexsort((height, column))
    counts = np.bincount(column)
    starts = np.cumsum(counts) - counts
    rank = np.empty(len(height))
    rank[order] = np.arange(len(height)) - starts[column[order]]
    return (rank + 0.5) / counts[column] - 0.5
