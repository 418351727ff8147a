"""Which edges run backwards: as few as can be found quickly, so that all others run one way.

Only edges inside a strongly connected part can close a cycle. Its nodes are put in a row by taking away what nothing
leads to, what leads to nothing, and else the node that most leads away from (Eades, Lin and Smyth). Linear but for a
heap, without recursion.
"""

from __future__ import annotations

from collections import deque
from heapq import heapify, heappop, heappush
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components


def runs_back(n: int, source: NDArray[Any], target: NDArray[Any]) -> NDArray[np.bool_]:
    """(m,) whether each edge closes a cycle; without these none is left. A self-loop is no way back."""
    back = np.zeros(len(source), bool)
    ends = coo_matrix((np.ones(len(source), np.int8), (source, target)), shape=(n, n))
    _, part = connected_components(ends, directed=True, connection="strong")
    inside = np.flatnonzero((part[source] == part[target]) & (source != target))
    if len(inside):
        rank = _row(n, source[inside].tolist(), target[inside].tolist())
        back[inside] = rank[source[inside]] > rank[target[inside]]
    return back


def _row(n: int, source: list[int], target: list[int]) -> NDArray[np.int64]:
    """(n,) the place of each node in a row along which most of these edges run."""
    out: dict[int, list[int]] = {}
    into: dict[int, list[int]] = {}
    for first, second in zip(source, target, strict=True):
        out.setdefault(first, []).append(second)
        into.setdefault(second, []).append(first)
    leading = {node: len(out.get(node, ())) for node in sorted({*out, *into})}
    led = {node: len(into.get(node, ())) for node in leading}
    heap = [(led[node] - leading[node], node) for node in leading]
    heapify(heap)
    ends = deque(node for node in leading if not leading[node] or not led[node])
    left = dict.fromkeys(leading, True)
    head: list[int] = []
    tail: list[int] = []
    while ends or heap:
        node = ends.popleft() if ends else heappop(heap)[1]
        if not left[node]:
            continue
        left[node] = False
        (tail if not leading[node] and led[node] else head).append(node)
        for others, counts in ((out.get(node, ()), led), (into.get(node, ()), leading)):
            for other in others:
                counts[other] -= 1
                if left[other] and counts[other]:
                    heappush(heap, (led[other] - leading[other], other))
                elif left[other]:
                    ends.append(other)
    rank = np.zeros(n, np.int64)
    rank[np.array(head + tail[::-1])] = np.arange(len(head) + len(tail))
    return rank
