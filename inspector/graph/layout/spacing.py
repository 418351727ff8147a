"""How nodes that lie on each other are moved apart without losing the shape of the picture.

Proximity stress: neighbours in a Delaunay triangulation keep their distances, overlapping ones are wanted further
apart, and the whole is solved for together, so that a crowd grows instead of being pushed into its neighbours.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix, diags
from scipy.sparse.linalg import splu
from scipy.spatial import Delaunay, QhullError, cKDTree

from inspector.cancel import CancelToken
from inspector.graph.layout.adjacency import Floats

ROUNDS = 40
STRETCH = 1.5
"""How much one round may stretch a distance."""
OVERSHOOT = 1.1
"""How much further apart than needed overlapping ones are wanted: all want something, none gets all of it."""
FEW = 0.05
"""Overlapping pairs, as a share of the nodes, that are left to be pushed apart one by one."""


def spaced(positions: Floats, boxes: Floats, cancel: CancelToken) -> Floats:
    """(n, 2) positions at which the (n, 2) boxes, centred on them, do not overlap. Raises Cancelled."""
    if len(positions) < 2:
        return positions
    # no two at one place: they would have no direction to go
    angle = np.arange(len(positions)) * 2.399963
    aside = np.column_stack([np.cos(angle), np.sin(angle)]) * np.sqrt(np.arange(len(positions)))[:, None]
    found = positions.astype(np.float64) + 0.05 * aside
    for _ in range(ROUNDS):
        cancel.check()
        overlapping = overlaps(found, boxes)
        if len(overlapping) <= FEW * len(found):
            break
        found = _relaxed(found, boxes, np.vstack([_proximity(found), overlapping]))
    return pushed(found, boxes, cancel).astype(np.float32)


def overlaps(positions: NDArray[Any], boxes: Floats) -> NDArray[np.intp]:
    """(k, 2) pairs of boxes that overlap."""
    pairs = cKDTree(positions / boxes.max(0)).query_pairs(1.0, p=np.inf, output_type="ndarray")
    room = (boxes[pairs[:, 0]] + boxes[pairs[:, 1]]) / 2
    apart = np.abs(positions[pairs[:, 0]] - positions[pairs[:, 1]])
    found: NDArray[np.intp] = pairs[(apart < room - 1e-3).all(1)]
    return found


def separated(positions: Floats, distance: float, rounds: int, cancel: CancelToken) -> Floats:
    """(n, 2) positions with nearest neighbours pushed to ``distance`` where they are closer; for large graphs."""
    found = positions.astype(np.float64)
    moving = np.arange(len(found))
    for _ in range(rounds):
        cancel.check()
        # a tree that is not balanced is built in half the time
        tree = cKDTree(found, balanced_tree=False, compact_nodes=False)
        lengths, nearest = tree.query(found[moving], 4, distance_upper_bound=distance)
        move = np.zeros((len(moving), 2))
        for k in range(1, 4):
            close = np.flatnonzero(nearest[:, k] < len(found))
            away = found[moving[close]] - found[nearest[close, k]]
            length = np.maximum(lengths[close, k], 1e-6)[:, None]
            move[close] += away / length * (distance - length) * 0.5
        found[moving] += move
        moving = moving[move.any(1)]
        if not len(moving):
            break
    return found.astype(np.float32)


def _proximity(positions: NDArray[Any]) -> NDArray[np.intp]:
    """(k, 2) pairs that lie beside each other."""
    if len(positions) < 4:
        first, second = np.triu_indices(len(positions), 1)
        return np.column_stack([first, second])
    try:
        corners = Delaunay(positions, qhull_options="Qbb Qc QJ").simplices
    except QhullError:
        order = np.lexsort((positions[:, 1], positions[:, 0]))
        return np.column_stack([order[:-1], order[1:]])
    sides = np.vstack([corners[:, [0, 1]], corners[:, [1, 2]], corners[:, [0, 2]]])
    low, high = sides.min(1).astype(np.int64), sides.max(1)
    pairs = np.unique(low * len(positions) + high)
    return np.column_stack([pairs // len(positions), pairs % len(positions)])


def _relaxed(positions: NDArray[Any], boxes: Floats, pairs: NDArray[np.intp]) -> NDArray[Any]:
    """One step of stress majorisation over the pairs, overlapping ones stretched until their boxes just touch."""
    n = len(positions)
    first, second = pairs[:, 0], pairs[:, 1]
    apart = positions[first] - positions[second]
    distance = np.maximum(np.sqrt((apart * apart).sum(1)), 1e-3)
    room = (boxes[first] + boxes[second]) / 2
    factor = np.min(room / np.maximum(np.abs(apart), 1e-3), axis=1)
    wanted = distance * np.where(factor > 1, np.clip(factor * OVERSHOOT, 1.0, STRETCH), 1.0)
    weight = 1 / wanted**2
    held = 1e-4 * weight.mean()
    ends = np.concatenate([first, second]), np.concatenate([second, first])
    near = coo_matrix((np.concatenate([weight, weight]), ends), shape=(n, n)).tocsr()
    laplacian = diags(np.asarray(near.sum(1)).ravel() + held) - near
    pull = (weight * wanted / distance)[:, None] * apart
    goal = held * positions
    for axis in (0, 1):
        goal[:, axis] += np.bincount(first, pull[:, axis], n) - np.bincount(second, pull[:, axis], n)
    # pairs that lie beside each other make a nearly planar matrix, which is quick to factor
    solver = splu(laplacian.tocsc(), permc_spec="MMD_AT_PLUS_A", options={"SymmetricMode": True})
    return np.asarray(solver.solve(goal))


def pushed(
    positions: NDArray[Any],
    boxes: Floats,
    cancel: CancelToken,
    held: NDArray[np.bool_] | None = None,
    rounds: int = 200,
) -> NDArray[Any]:
    """(n, 2) positions with what overlaps a little pushed apart along the shorter way, all pairs at once.

    Nodes of the mask ``held`` stay; of two that are held both do.
    """
    found = positions.copy()
    for _ in range(rounds):
        cancel.check()
        pairs = overlaps(found, boxes)
        if held is not None:
            pairs = pairs[~held[pairs].all(1)]
        if not len(pairs):
            break
        apart = found[pairs[:, 0]] - found[pairs[:, 1]]
        lack = (boxes[pairs[:, 0]] + boxes[pairs[:, 1]]) / 2 - np.abs(apart)
        axis = lack.argmin(1)
        row = np.arange(len(pairs))
        sign = np.where(apart[row, axis] < 0, -1.0, 1.0)
        move = np.zeros_like(apart)
        move[row, axis] = sign * (lack[row, axis] / 2 + 0.25)
        if held is None:
            np.add.at(found, pairs[:, 0], move * 0.7)
            np.subtract.at(found, pairs[:, 1], move * 0.7)
            continue
        # who meets a held node goes the whole way
        share = np.where(held[pairs], 0.0, np.where(held[pairs[:, ::-1]], 1.4, 0.7))
        np.add.at(found, pairs[:, 0], move * share[:, :1])
        np.subtract.at(found, pairs[:, 1], move * share[:, 1:])
    return found
