"""Which edges join nodes of one neighbourhood, and which lead from one neighbourhood to another.

Random vectors are smoothed along the edges: nodes of one cluster end up with nearly the same vector. An edge between
two unlike vectors leads elsewhere. What is unlike is told by the edges of the graph themselves: a graph without
clusters has no such outliers, and all its edges stay alike.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from inspector.graph.layout.adjacency import Floats

DIMENSIONS, STEPS = 16, 10
"""Length of the vectors, and how far they are smoothed."""
FENCE = 1.5
"""How many interquartile ranges below the lower quartile an edge is an outlier (Tukey)."""
LEAST_RANGE = 0.02
_CHUNK = 50_000
"""Entries compared at once."""


def kinship(matrix: Any, random: np.random.Generator) -> Floats:
    """(k,) for each entry of a symmetric CSR matrix how alike its two nodes are, from 0 to 1."""
    n = matrix.shape[0]
    degrees = np.diff(matrix.indptr).astype(np.float32)[:, None]
    vectors = random.standard_normal((n, DIMENSIONS)).astype(np.float32)
    for _ in range(STEPS):
        vectors = (matrix @ vectors + vectors) / (degrees + 1)
    vectors -= (degrees / degrees.sum() * vectors).sum(0)
    vectors /= np.sqrt((vectors * vectors).sum(1, keepdims=True)) + np.float32(1e-9)
    rows = np.repeat(np.arange(n), np.diff(matrix.indptr))
    found = np.empty(len(rows), np.float32)
    for start in range(0, len(rows), _CHUNK):
        part = slice(start, start + _CHUNK)
        found[part] = np.einsum("ij,ij->i", vectors[rows[part]], vectors[matrix.indices[part]])
    return np.maximum(found, 0)


def within(alike: Floats) -> Floats:
    """(k,) 1 for edges inside a neighbourhood, 0 for those that lead elsewhere, something between for doubtful ones."""
    low, high = np.percentile(alike, [25, 75])
    span = max(float(high - low), LEAST_RANGE)
    fence = float(low) - FENCE * span
    return np.asarray(np.clip((alike - (fence - span)) / span, 0, 1), np.float32)
