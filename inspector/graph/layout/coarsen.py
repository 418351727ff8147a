"""Which nodes of a large graph stand together as one when it is first laid out coarsely."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from inspector.graph.layout.adjacency import Floats

ROUNDS = 2
"""Rounds of choosing centres."""


def coarsened(matrix: Any, masses: Floats, random: np.random.Generator) -> tuple[Any, Floats, NDArray[Any]]:
    """One level coarser: the matrix between clusters, the masses of the clusters, the cluster of each node.

    Nodes of locally highest random priority are centres; their neighbours join the centre they hang on most strongly.
    """
    n = matrix.shape[0]
    cluster = _stars(matrix, masses, random.random(n))
    alone = cluster < 0
    cluster[alone] = np.flatnonzero(alone)
    _join_singles(matrix, masses, cluster)
    names, cluster = np.unique(cluster, return_inverse=True)
    return merged(matrix, cluster), np.bincount(cluster, masses, len(names)).astype(np.float32), cluster


def merged(matrix: Any, cluster: NDArray[Any]) -> Any:
    """The matrix between the clusters that nodes are numbered by: values summed, nothing on the diagonal."""
    n = len(cluster)
    member = csr_matrix((np.ones(n, np.float32), (np.arange(n), cluster)), shape=(n, int(cluster.max()) + 1))
    between = (member.T @ matrix @ member).tocsr()
    between.setdiag(0)
    between.eliminate_zeros()
    between.sort_indices()
    return between


def _stars(matrix: Any, masses: Floats, priority: NDArray[Any]) -> NDArray[Any]:
    """(n,) the centre each node joined, -1 for those that found none."""
    n = matrix.shape[0]
    pointers, columns = matrix.indptr, matrix.indices
    degrees = np.diff(pointers)
    rows = np.repeat(np.arange(n), degrees)
    joined = degrees > 0
    cluster = np.full(n, -1, np.int64)
    for _ in range(ROUNDS):
        free = cluster < 0
        highest = np.full(n, -1.0)
        if joined.any():
            among_free = np.where(free[columns], priority[columns], -1.0)
            highest[joined] = np.maximum.reduceat(among_free, pointers[:-1][joined])
        centre = free & (priority > highest)
        cluster[centre] = np.flatnonzero(centre)
        joins = free[rows] & ~centre[rows] & centre[columns]
        pull = matrix.data[joins] / masses[columns[joins]]
        _assign_strongest(cluster, rows[joins], columns[joins], pull)
    return cluster


def _join_singles(matrix: Any, masses: Floats, cluster: NDArray[Any]) -> None:
    """Let every cluster of one node join the lightest cluster beside it, in place."""
    n = len(cluster)
    rows = np.repeat(np.arange(n), np.diff(matrix.indptr))
    columns = matrix.indices
    single = np.bincount(cluster, minlength=n)[cluster] == 1
    joins = single[rows] & ~single[columns]
    beside = cluster[columns[joins]]
    mass = np.bincount(cluster, masses, n)
    _assign_strongest(cluster, rows[joins], beside, matrix.data[joins] / mass[beside])


def _assign_strongest(cluster: NDArray[Any], nodes: NDArray[Any], goals: NDArray[Any], pull: NDArray[Any]) -> None:
    """Give each of ``nodes`` (which repeat) the goal of strongest pull, in place; ties go to the later goal."""
    if not len(nodes):
        return
    order = np.lexsort((pull, nodes))
    nodes, goals = nodes[order], goals[order]
    last = np.append(nodes[1:] != nodes[:-1], True)
    cluster[nodes[last]] = goals[last]
