"""The undirected neighbours of every node as one sparse matrix, and walks over it without Python per node."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix, csr_matrix

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]


def adjacency(n: int, source: NDArray[Any], target: NDArray[Any]) -> Any:
    """(n, n) CSR matrix of float32 ones, symmetric: parallel and two-way edges count once, self-loops not at all."""
    ends = np.concatenate([source, target]), np.concatenate([target, source])
    matrix = coo_matrix((np.ones(len(ends[0]), np.float32), ends), shape=(n, n)).tocsr()
    matrix.setdiag(0)
    matrix.eliminate_zeros()
    matrix.data[:] = 1
    return matrix


def neighbours(matrix: Any, nodes: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """For each edge out of ``nodes``: the node of ``nodes`` it leaves, and the node it reaches."""
    starts = matrix.indptr[nodes]
    counts = matrix.indptr[nodes + 1] - starts
    before = np.cumsum(counts) - counts
    places = np.repeat(starts - before, counts) + np.arange(int(counts.sum()))
    return np.repeat(nodes, counts), matrix.indices[places]


def distances_from(matrix: Any, start: int) -> Ints:
    """(n,) number of edges from ``start`` to each node, -1 where there is no way."""
    found = np.full(matrix.shape[0], -1, np.int32)
    found[start] = 0
    front = np.array([start])
    step = 0
    while len(front):
        step += 1
        _, reached = neighbours(matrix, front)
        front = np.unique(reached[found[reached] < 0])
        found[front] = step
    return found


def block(matrix: Any, nodes: NDArray[Any]) -> Any:
    """The matrix of some nodes that form whole components, in the order given."""
    place = np.zeros(matrix.shape[0], np.int32)
    place[nodes] = np.arange(len(nodes), dtype=np.int32)
    counts = matrix.indptr[nodes + 1] - matrix.indptr[nodes]
    _, reached = neighbours(matrix, nodes)
    pointers = np.concatenate([[0], np.cumsum(counts)])
    return csr_matrix((np.ones(len(reached), np.float32), place[reached], pointers), shape=(len(nodes), len(nodes)))
