"""Where the nodes of a large connected graph stand: multilevel force layout, coarse to fine.

The graph is coarsened to about a hundred clusters, these are placed, and each finer level starts from the coarser
one. Edges pull the more the longer they are, all nodes push each other apart over a particle mesh. Every step is a
call on large arrays: it runs in a thread beside the window and lets others run. Deterministic; ends by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from inspector.cancel import CancelToken
from inspector.graph.layout.adjacency import Floats
from inspector.graph.layout.coarsen import coarsened, merged
from inspector.graph.layout.kinship import kinship, within
from inspector.graph.layout.mesh import cells_for, repulsion
from inspector.graph.layout.stress import pivot_positions

Report = Callable[[Floats], None]
"""Is handed (n, 2) positions while a layout runs, on its thread."""

ITERATIONS_COARSEST, ITERATIONS_BETWEEN, ITERATIONS_FINEST = 60, 24, 30
QUICK = 4_000
"""Nodes of a level up to which twice as many are made: they cost little there."""
PUSH = np.float32(0.35)
"""Strength of repulsion between nodes of mass 1."""
LOOSE, TIGHT = np.float32(0.4), np.float32(0.07)
"""Strength of a short spring, and how much stronger it gets with the square of its length: so that long edges shorten
and short ones do not collapse."""
WEAK = np.float32(0.3)
"""Strength of an edge that leads from one neighbourhood to another, so that clusters stay apart."""
EVEN = np.float32(0.7)
"""How little it matters to the pull between clusters which edges lead elsewhere."""
EACH_TIME = 6
"""Iterations at the begin of a level that look at repulsion each time; then every other one does, for the field
hardly changes any more."""


@dataclass(frozen=True)
class _Level:
    matrix: Any
    """(n, n) CSR matrix; the value is how readily two nodes become one."""
    masses: Floats
    """(n,) how many nodes each stands for."""
    cluster: Any
    """Cluster of each node of the next finer level; None for the finest."""
    strengths: Floats
    """How strongly each entry of the matrix pulls."""


def force_positions(matrix: Any, cancel: CancelToken, report: Report | None = None, seed: int = 0) -> Floats:
    """(n, 2) positions of a connected graph given as a symmetric CSR matrix; a usual edge is about 1 long.

    ``report`` is called with positions of all nodes whenever a level is done. Raises Cancelled.
    """
    random = np.random.default_rng(seed)
    levels = _levels(matrix, random, cancel)
    positions: Floats | None = None
    for depth in range(len(levels) - 1, -1, -1):
        level = levels[depth]
        n = level.matrix.shape[0]
        if positions is None:
            positions = _start(level.matrix, random)
            iterations, step = ITERATIONS_COARSEST, 1.5
        else:
            finer = levels[depth + 1].cluster
            spread = np.sqrt(n / len(positions))
            positions = (positions[finer] * spread + random.normal(0, 0.3, (n, 2))).astype(np.float32)
            iterations, step = (ITERATIONS_BETWEEN if depth else ITERATIONS_FINEST), 0.8
            if n <= QUICK:
                iterations *= 2
        positions = _refined(level, positions, iterations, step, cancel)
        if report is not None:
            report(_on_finest(levels, depth, positions))
    assert positions is not None
    return positions


def _levels(matrix: Any, random: np.random.Generator, cancel: CancelToken) -> list[_Level]:
    alike = kinship(matrix, random)
    # nodes of one neighbourhood become one first, but clusters pull each other by how many edges join them
    joined, pulls = matrix.copy(), matrix.copy()
    joined.data = alike**8 + np.float32(0.01)
    joined.data /= joined.data.mean()
    pulls.data = EVEN + (1 - EVEN) * joined.data
    strengths = WEAK + (1 - WEAK) * within(alike)
    levels = [_Level(joined, np.ones(matrix.shape[0], np.float32), None, strengths)]
    while levels[-1].matrix.shape[0] > 150 and len(levels) < 25:
        cancel.check()
        between, masses, cluster = coarsened(levels[-1].matrix, levels[-1].masses, random)
        if between.shape[0] > 0.9 * levels[-1].matrix.shape[0]:
            break
        pulls = merged(pulls, cluster)
        levels.append(_Level(between, masses, cluster, np.sqrt(pulls.data)))
    return levels


def _start(matrix: Any, random: np.random.Generator) -> Floats:
    n = matrix.shape[0]
    positions = pivot_positions(matrix, min(n, 30))
    widest = float(np.abs(positions).max()) or 1.0
    spread: Floats = (positions / widest * np.sqrt(n) + random.normal(0, 0.02, (n, 2))).astype(np.float32)
    return spread


def _on_finest(levels: list[_Level], depth: int, positions: Floats) -> Floats:
    """Positions of all nodes while only a coarser level is placed: each where its cluster is, a little aside."""
    for finer in range(depth, 0, -1):
        cluster = levels[finer].cluster
        positions = positions[cluster] * np.float32(np.sqrt(len(cluster) / len(positions)))
    if depth:
        angle = np.arange(len(positions)) * 2.399963
        aside = np.column_stack([np.cos(angle), np.sin(angle)]) * np.sqrt(np.arange(len(positions)) % 7 + 1)[:, None]
        positions = positions + (0.3 * aside).astype(np.float32)
    return positions


def _refined(level: _Level, positions: Floats, iterations: int, step: float, cancel: CancelToken) -> Floats:
    """Positions after some iterations; no node moves further than ``step``, which shrinks to a twentieth."""
    matrix = level.matrix.copy()
    n = matrix.shape[0]
    rows = np.repeat(np.arange(n), np.diff(matrix.indptr))
    columns = matrix.indices
    masses = np.sqrt(level.masses / level.masses.mean()).astype(np.float32)
    cells = cells_for(n)
    cooling = 0.05 ** (1 / max(iterations - 1, 1))
    push = np.zeros_like(positions)
    for turn in range(iterations):
        cancel.check()
        apart = positions[columns] - positions[rows]
        squared = np.einsum("ij,ij->i", apart, apart)
        matrix.data = level.strengths * (LOOSE + TIGHT * squared)
        stiffness = np.asarray(matrix.sum(1)).ravel()
        force = matrix @ positions - stiffness[:, None] * positions
        if turn < EACH_TIME or turn % 2 == 0:
            push = repulsion(positions, masses, cells) * PUSH
        force += push
        # a hub is pulled by many springs at once and would swing
        force /= (stiffness + np.float32(0.3))[:, None]
        size = np.sqrt(np.einsum("ij,ij->i", force, force)) + np.float32(1e-9)
        positions = positions + force * (np.minimum(size, np.float32(step)) / size)[:, None]
        step *= cooling
    return positions
