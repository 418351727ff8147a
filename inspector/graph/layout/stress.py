"""Where the nodes of a small connected graph stand: distances on paper as near to distances in the graph as can be.

Stress majorisation over all pairs. Many small components are placed in one batch of padded arrays, because thousands
of them one by one would cost half a minute.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.cancel import CancelToken
from inspector.graph.layout.adjacency import Floats, Ints, distances_from

STRESS_LIMIT = 320
"""Nodes of a component up to which all pairs are looked at."""
ITERATIONS = 60
_CHUNK = 2_000_000
"""Pairs in one batch of padded arrays."""


def pivot_positions(matrix: Any, pivots: int) -> Floats:
    """(n, 2) a first guess: multidimensional scaling of distances to a few nodes far from each other."""
    n = matrix.shape[0]
    to_pivots = np.empty((n, pivots))
    nearest = np.full(n, np.iinfo(np.int32).max)
    pivot = 0
    for i in range(pivots):
        found = distances_from(matrix, pivot)
        found = np.where(found < 0, found.max() + 1, found)
        to_pivots[:, i] = found
        nearest = np.minimum(nearest, found)
        pivot = int(nearest.argmax())
    squares = to_pivots**2
    centred = -0.5 * (squares - squares.mean(0) - squares.mean(1, keepdims=True) + squares.mean())
    values, vectors = np.linalg.eigh(centred.T @ centred)
    vectors = vectors * np.where(vectors[np.abs(vectors).argmax(0), np.arange(pivots)] < 0, -1.0, 1.0)
    axes = centred @ vectors[:, -2:]
    if axes.shape[1] < 2:
        axes = np.column_stack([axes, np.zeros(n)])
        values = np.append(values, 1.0)
    found_positions: Floats = (axes / np.sqrt(np.maximum(values[-2:], 1e-9))).astype(np.float32)
    return found_positions


def batch_positions(sizes: Ints, slots: Ints, first: Ints, second: Ints, width: int, cancel: CancelToken) -> Floats:
    """(B, width, 2) positions of B components of at most ``width`` nodes each, one edge about 1 long.

    Edge k joins nodes ``first[k]`` and ``second[k]`` of component ``slots[k]``. Raises Cancelled.
    """
    step = max(1, _CHUNK // (width * width))
    found = np.zeros((len(sizes), width, 2), np.float32)
    order = np.argsort(slots, kind="stable")
    slots, first, second = slots[order], first[order], second[order]
    for start in range(0, len(sizes), step):
        cancel.check()
        low, high = np.searchsorted(slots, [start, start + step])
        near = np.zeros((len(sizes[start : start + step]), width, width), bool)
        near[slots[low:high] - start, first[low:high], second[low:high]] = True
        near |= near.transpose(0, 2, 1)
        near[:, np.arange(width), np.arange(width)] = False
        found[start : start + step] = _majorised(near, sizes[start : start + step], cancel)
    return found


def _lengths(near: NDArray[np.bool_]) -> Floats:
    """(B, m, m) wanted lengths of edges: longer between nodes with many neighbours they do not share."""
    linked = near.astype(np.float32)
    degrees = linked.sum(2)
    shared = linked @ linked
    either = degrees[:, :, None] + degrees[:, None, :] - 2 * shared - 2
    lengths: Floats = np.where(near, 1 + 0.12 * np.sqrt(np.maximum(either, 0)), np.float32(np.inf))
    return lengths


def _graph_distances(near: NDArray[np.bool_]) -> Floats:
    """(B, m, m) lengths of shortest ways, infinite where there is none."""
    distances = _lengths(near)
    width = near.shape[1]
    distances[:, np.arange(width), np.arange(width)] = 0
    for via in range(width):
        through = distances[:, :, via, None] + distances[:, via, None, :]
        np.minimum(distances, through, out=distances)
    return distances


def _majorised(near: NDArray[np.bool_], sizes: Ints, cancel: CancelToken) -> Floats:
    distances = _graph_distances(near).astype(np.float64)
    count, width = distances.shape[:2]
    there = np.arange(width)[None, :] < sizes[:, None]
    pairs = there[:, :, None] & there[:, None, :] & np.isfinite(distances)
    pairs[:, np.arange(width), np.arange(width)] = False
    wanted = np.where(pairs, distances, 0.0)
    weight = np.where(pairs, 1 / np.maximum(wanted, 1e-6) ** 2, 0.0)
    laplacian = -weight
    laplacian[:, np.arange(width), np.arange(width)] = weight.sum(2) + ~there
    inverse = np.linalg.inv(laplacian + (there[:, :, None] & there[:, None, :]) / sizes[:, None, None])
    positions = _scaled_start(wanted, there, sizes)
    pull = weight * wanted
    for _ in range(ITERATIONS):
        cancel.check()
        apart = positions[:, :, None, :] - positions[:, None, :, :]
        ratio = pull / np.maximum(np.sqrt((apart * apart).sum(3)), 1e-9)
        moved = ratio.sum(2)[:, :, None] * positions - ratio @ positions
        positions = inverse @ moved
    return (positions * there[:, :, None]).astype(np.float32).reshape(count, width, 2)


def _scaled_start(wanted: NDArray[Any], there: NDArray[np.bool_], sizes: Ints) -> NDArray[Any]:
    """(B, m, 2) classical scaling of the distances, nudged so that no two nodes stand at one place."""
    inside = there[:, :, None] & there[:, None, :]
    squares = wanted**2
    by_row = squares.sum(2) / sizes[:, None]
    whole = squares.sum((1, 2)) / sizes.astype(float) ** 2
    centred = np.where(inside, -0.5 * (squares - by_row[:, :, None] - by_row[:, None, :] + whole[:, None, None]), 0.0)
    values, vectors = np.linalg.eigh(centred)
    axes = vectors[:, :, -2:]
    strongest = np.take_along_axis(axes, np.abs(axes).argmax(1)[:, None, :], axis=1)
    axes = axes * np.where(strongest < 0, -1.0, 1.0) * np.sqrt(np.maximum(values[:, None, -2:], 1e-3))
    angle = np.arange(wanted.shape[1]) * 2.399963
    nudged: NDArray[Any] = axes + 0.05 * np.column_stack([np.cos(angle), np.sin(angle)])[None]
    return nudged
