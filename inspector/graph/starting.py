"""Where to begin in a graph that is too large to be read whole: with what was changed last, or is joined to most."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.graph.exploring import by_importance
from inspector.graph.model import Graph

LARGE = 20_000
"""Nodes above which a graph opens as an overview."""
SEED = 300
"""Nodes that a picture begins with."""


def recently_changed(graph: Graph, count: int = SEED) -> NDArray[Any]:
    """Indices of the nodes whose latest time of any field is latest, newest first; empty where no times are known."""
    times = [field.seconds for field in graph.fields if field.kind == "time"]
    if not times:
        return np.zeros(0, np.intp)
    latest = np.fmax.reduce(times)
    known = np.flatnonzero(~np.isnan(latest))
    return known[np.lexsort((known, -latest[known]))][:count]


def most_connected(graph: Graph, count: int = SEED) -> NDArray[Any]:
    """Indices of the nodes with most edges."""
    return by_importance(graph, np.arange(len(graph)))[:count]
