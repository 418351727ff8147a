"""How strongly all nodes push each other apart: a particle mesh, so that the cost does not grow with n squared.

Masses are spread over a square grid, the grid is convolved with the force of one mass by FFT, and the force is read
back at every node, bilinear both ways. Forces between nodes of one cell are not seen here; spacing takes care of them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import scipy.fft

from inspector.graph.layout.adjacency import Floats

POWER = 1.5
"""The force of one mass falls with distance to this power: 1 draws clusters tight, 2 spreads nodes evenly."""
SOFTENING = 0.7
"""Cells within which the force stops growing."""


@lru_cache(maxsize=8)
def _kernel(cells: int) -> tuple[Any, Any]:
    """FFTs of the force of one mass, x and y, on a grid twice as wide (so that nothing wraps around)."""
    offset = np.arange(2 * cells)
    offset = np.where(offset >= cells, offset - 2 * cells, offset).astype(np.float32)
    x, y = offset[None, :], offset[:, None]
    force = x / (x * x + y * y + np.float32(SOFTENING * SOFTENING)) ** ((POWER + 1) / 2)
    force[:, cells] = 0
    force[cells, :] = 0
    force = force.astype(np.float32)
    return scipy.fft.rfft2(force), scipy.fft.rfft2(np.ascontiguousarray(force.T))


def cells_for(n: int, most: int = 512) -> int:
    """The width of a grid that gives n nodes about three cells each, of a size that FFT is quick for."""
    return int(scipy.fft.next_fast_len(max(32, min(most, round((3 * n) ** 0.5))), real=True))


def repulsion(positions: Floats, masses: Floats, cells: int) -> Floats:
    """(n, 2) the force on each node: the sum over all others of mass / distance ** POWER, away from them."""
    low = positions.min(0)
    width = float((positions.max(0) - low).max()) / (cells - 3) or 1.0
    scaled = (positions - low) / np.float32(width) + np.float32(1)
    corner = scaled.astype(np.int32)
    far = scaled - corner
    near = 1 - far
    at = corner[:, 1] * cells + corner[:, 0]
    shares = (
        (at, near[:, 0] * near[:, 1]),
        (at + 1, far[:, 0] * near[:, 1]),
        (at + cells, near[:, 0] * far[:, 1]),
        (at + cells + 1, far[:, 0] * far[:, 1]),
    )
    density = np.zeros(cells * cells)
    for place, share in shares:
        density += np.bincount(place, masses * share, cells * cells)
    wave = scipy.fft.rfft2(density.astype(np.float32).reshape(cells, cells), s=(2 * cells, 2 * cells))
    force = np.empty_like(positions)
    for axis, kernel in enumerate(_kernel(cells)):
        field = scipy.fft.irfft2(wave * kernel, s=(2 * cells, 2 * cells))[:cells, :cells].ravel()
        force[:, axis] = sum(field[place] * share for place, share in shares)
    return force * np.float32(width**-POWER)
