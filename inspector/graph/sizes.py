"""How large nodes are, by their number of edges: layouts plan with it before anything is drawn, drawing keeps to it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

SMALLEST, LARGEST = 16.0, 40.0
"""Diameters of nodes, scene pixels."""


def diameters(degrees: NDArray[Any]) -> NDArray[np.float32]:
    """(n,) how large nodes with so many ends of edges are drawn, scene pixels."""
    grown = SMALLEST + 2.6 * np.sqrt(np.maximum(degrees - 1, 0))
    # few sizes, so that few pictures of nodes are needed
    found: NDArray[np.float32] = (np.round(np.minimum(grown, LARGEST) / 2) * 2).astype(np.float32)
    return found
