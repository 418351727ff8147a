"""What one step changes of a picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.graph.filters import GraphFilter
from inspector.graph.picture import EdgeKey


@dataclass(frozen=True)
class Marks:
    """What is drawn strong while the rest is dimmed: a path, an answer."""

    nodes: frozenset[str] = frozenset()
    """Ids of the nodes."""
    edges: frozenset[EdgeKey] = frozenset()
    """The edges."""


@dataclass(frozen=True, eq=False)
class Change:
    """What one step changes; what is None stays."""

    filter: GraphFilter | None = None
    """What is left out."""
    positions: NDArray[Any] | None = None
    """(n, 2) where the nodes stand."""
    marks: Marks | None = None
    """What is drawn strong."""
    pinned: frozenset[str] | None = None
    """Ids of nodes that layouts leave alone."""
    expanded: Mapping[str, frozenset[str]] | None = None
    """What expanding nodes brought in."""
    layout: str | None = None
    """Name of the layout that placed what is shown then."""
    frame: NDArray[Any] = field(default_factory=lambda: np.zeros(0, np.intp))
    """Indices of nodes that must be in view afterwards."""
    series: str = ""
    """Changes in a row of one series are one step."""
