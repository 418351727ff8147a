"""Small graphs to lay out, and layouts as characters on a grid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.graph.model import Graph, build_graph


def graph_of(text: str, types: Mapping[str, str] | None = None) -> Graph:
    """A graph from ``a>b b>c d``: edges, and lone names for isolated nodes."""
    parts = text.split()
    names = sorted({name for part in parts for name in part.split(">")})
    edges = [tuple(part.split(">")) for part in parts if ">" in part]
    kinds = types or {}
    return build_graph([(name, kinds.get(name, "task"), None, name) for name in names], edges)


def numbered(n: int, edges: Iterable[tuple[int, int]]) -> Graph:
    """A graph of n nodes with titles of usual length."""
    nodes = [(f"n{i}", "task", None, f"A task with a longer title {i}") for i in range(n)]
    return build_graph(nodes, [(f"n{a}", f"n{b}") for a, b in edges])


def project(n: int, seed: int = 1) -> Graph:
    """Milestones with tasks, tasks that depend on earlier ones, long titles."""
    random = np.random.default_rng(seed)
    first = n // 12
    nodes = [(f"n{i}", "milestone" if i < first else "task", None, f"A task with a longer title {i}") for i in range(n)]
    edges = [(f"n{i}", f"n{random.integers(0, max(1, first))}", "part_of") for i in range(first, n)]
    edges += [(f"n{i}", f"n{max(0, i - random.integers(1, 9))}", "depends_on") for i in range(first, n)]
    return build_graph(nodes, edges)


def clustered(n: int, count: int, edges: int, seed: int = 1) -> tuple[Graph, NDArray[Any]]:
    """``count`` clusters, one edge in twenty leading to another cluster; and the cluster of each node."""
    random = np.random.default_rng(seed)
    home = np.sort(random.integers(0, count, n))
    bounds = np.searchsorted(home, np.arange(count + 1))
    first = random.integers(0, n, edges)
    inside = bounds[home[first]] + random.random(edges) * (bounds[home[first] + 1] - bounds[home[first]])
    second = np.where(random.random(edges) < 0.05, random.integers(0, n, edges), inside.astype(int))
    apart = first != second
    return numbered(n, zip(first[apart].tolist(), second[apart].tolist(), strict=True)), home


def picture(positions: NDArray[Any], names: Iterable[str], columns: int, rows: int) -> list[str]:
    """Names on a grid of characters, as the positions lie to each other."""
    low, high = positions.min(0), positions.max(0)
    span = np.maximum(high - low, 1e-6)
    lines = [["."] * columns for _ in range(rows)]
    for name, (x, y) in zip(names, (positions - low) / span, strict=True):
        lines[round(float(y) * (rows - 1))][round(float(x) * (columns - 1))] = name
    return ["".join(line) for line in lines]
