"""How good force layouts are beside Graphviz sfdp, in one run: run by hand, prints one table.

    python tests/benchmarks/bench_layout_quality.py [NODES ...] [--seeds N]

Graphs are made by seeds that nothing was tuned on. ``sfdp`` is looked for on PATH; without it the program's own rows
stand alone. Nothing is stretched for a window (the canvas is square). Aims at 10,000 nodes: stress and overlap not
worse than sfdp, neighbours kept better, a tenth of its time.

- stress: mean of ((distance in the graph - scaled distance on paper) / distance in the graph)^2, over all nodes seen
  from some of them. Less is better.
- kept: share of a node's neighbours that are among as many nodes nearest to it (Jaccard). More is better.
- uneven: standard deviation of edge lengths over their mean. Less is better.
- overlap: share of nodes nearer to another than a quarter of the mean distance. covered: of nodes at their drawn size.
- seconds of processor time, and of the clock.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import dijkstra
from scipy.spatial import cKDTree

from inspector.cancel import CancelToken
from inspector.graph.layout.adjacency import adjacency
from inspector.graph.layout.arrange import arrange
from inspector.graph.layout.spacing import overlaps
from inspector.graph.model import Graph, build_graph
from inspector.graph.sizes import diameters

FIRST_SEED = 9_001
SAMPLE = 1_000
"""Nodes whose neighbourhoods are looked at."""
VIEWS = 40
"""Nodes from which distances are compared."""

Edges = NDArray[np.int64]


def project(n: int, random: np.random.Generator) -> Edges:
    """Plans, milestones in them, tasks in these; tasks depend on earlier ones, mostly near, sometimes far."""
    milestones = max(2, n // 50)
    plans = max(1, n // 1_000)
    first = 1 + plans + milestones
    tasks = n - first
    home = np.sort(random.integers(0, milestones, tasks))
    parts = [
        np.column_stack([np.arange(1, 1 + plans), np.zeros(plans, int)]),
        np.column_stack([1 + plans + np.arange(milestones), 1 + np.sort(random.integers(0, plans, milestones))]),
        np.column_stack([first + np.arange(tasks), 1 + plans + home]),
    ]
    near, far = random.integers(1, 4, tasks), random.integers(1, np.maximum(np.arange(tasks), 1) + 1)
    back = np.where(random.random(tasks) < 0.95, near, far)
    earlier = np.maximum(np.arange(tasks) - back, 0)
    parts.append(first + np.column_stack([np.arange(tasks), earlier])[1:])
    return np.concatenate(parts)


def scale_free(n: int, random: np.random.Generator) -> Edges:
    """Each new node is linked to two that are there, the more likely the more links those have."""
    ends, edges = [0, 1], [(1, 0)]
    for node in range(2, n):
        for other in {ends[random.integers(len(ends))] for _ in range(2)}:
            edges.append((node, other))
            ends += [node, other]
    return np.array(edges)


def clustered(n: int, random: np.random.Generator) -> Edges:
    """Clusters of about 80 nodes; one edge in twenty leads anywhere."""
    count = max(5, n // 80)
    home = np.sort(random.integers(0, count, n))
    bounds = np.searchsorted(home, np.arange(count + 1))
    first = random.integers(0, n, int(n * 2.5))
    inside = bounds[home[first]] + random.random(len(first)) * (bounds[home[first] + 1] - bounds[home[first]])
    return np.column_stack(
        [first, np.where(random.random(len(first)) < 0.05, random.integers(0, n, len(first)), inside)]
    )


KINDS: dict[str, Callable[[int, np.random.Generator], Edges]] = {
    "project": project,
    "scale-free": scale_free,
    "clustered": clustered,
}


def made(kind: str, n: int, seed: int) -> Graph:
    """The largest component of a graph of this kind: how components are packed is not compared."""
    edges = KINDS[kind](n, np.random.default_rng(seed)).astype(np.int64)
    edges = np.unique(edges[edges[:, 0] != edges[:, 1]], axis=0)
    nodes = [(f"n{i}", "task", None, f"A node with a title {i}") for i in range(n)]
    graph = build_graph(nodes, [(f"n{a}", f"n{b}") for a, b in edges.tolist()])
    return graph.subgraph(graph.components == 0)


def measured(graph: Graph, positions: NDArray[Any]) -> dict[str, float]:
    """The numbers of one picture."""
    random = np.random.default_rng(0)
    matrix, n = adjacency(len(graph), graph.source, graph.target), len(graph)
    tree = cKDTree(positions)
    kept = []
    for node in random.choice(n, min(n, SAMPLE), replace=False).tolist():
        beside = set(matrix.indices[matrix.indptr[node] : matrix.indptr[node + 1]].tolist())
        nearest = set(np.atleast_1d(tree.query(positions[node], len(beside) + 1)[1]).tolist()) - {node}
        kept.append(len(beside & nearest) / len(beside | nearest))
    views = random.choice(n, min(n, VIEWS), replace=False)
    steps = dijkstra(matrix, unweighted=True, indices=views)
    far = steps > 0
    paper = np.linalg.norm(positions[None] - positions[views][:, None], axis=2)[far]
    ratio = paper / steps[far]
    scale = ratio.sum() / (ratio * ratio).sum()
    lengths = np.linalg.norm(positions[graph.source] - positions[graph.target], axis=1)
    nearest_other = tree.query(positions, 2)[0][:, 1]
    low, high = np.percentile(positions, [1, 99], axis=0)
    mean = np.sqrt(np.prod(high - low) / n)
    return {
        "stress": float(((1 - scale * ratio) ** 2).mean()),
        "kept": float(np.mean(kept)),
        "uneven": float(lengths.std() / lengths.mean()),
        "overlap": float((nearest_other < 0.25 * mean).mean()),
    }


def covered(graph: Graph, positions: NDArray[Any]) -> float:
    """Pairs of drawn nodes that overlap, for each node."""
    drawn = np.repeat(diameters(graph.degrees)[:, None], 2, axis=1)
    return len(overlaps(positions.astype(float), drawn)) / len(graph)


def own(graph: Graph) -> tuple[NDArray[Any], float, float]:
    """Positions, seconds of processor time and of the clock."""
    clock, processor = time.perf_counter(), time.process_time()
    positions = arrange(graph, "force", CancelToken(), shape=(1000, 1000))
    return positions, time.process_time() - processor, time.perf_counter() - clock


def sfdp(graph: Graph) -> tuple[NDArray[Any], float, float]:
    """The same by Graphviz, with its own defaults; nodes as points."""
    lines = [f"{i};" for i in range(len(graph))]
    lines += [f"{a}--{b};" for a, b in zip(graph.source.tolist(), graph.target.tolist(), strict=True)]
    text = 'graph{node[shape=point,label=""]\n' + "\n".join(lines) + "\n}"
    clock, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    answer = subprocess.run(["sfdp", "-Tplain"], input=text, capture_output=True, text=True, check=True)
    processor = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    spent = time.perf_counter() - clock
    positions = np.zeros((len(graph), 2))
    for line in answer.stdout.splitlines():
        if line.startswith("node "):
            _, name, x, y, *_ = line.split()
            positions[int(name)] = float(x), float(y)
    return positions, processor, spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("nodes", nargs="*", type=int)
    parser.add_argument("--seeds", type=int, default=3)
    asked = parser.parse_args()
    ways = {"own": own}
    if shutil.which("sfdp"):
        ways["sfdp"] = sfdp
    else:
        print("sfdp (Graphviz) is not on PATH: nothing to compare with")
    own(made("project", 500, 1))  # what is imported late is imported now
    print(
        f"{'nodes':>7} {'graph':11} {'by':5} {'stress':>7} {'kept':>6} {'uneven':>7} {'overlap':>8} {'covered':>8}",
        end="",
    )
    print(f" {'cpu s':>7} {'clock s':>8}   mean of {asked.seeds} seeds")
    for n in asked.nodes or [1_000, 10_000]:
        for kind in KINDS:
            for name, way in ways.items():
                rows = []
                for seed in range(FIRST_SEED, FIRST_SEED + asked.seeds):
                    graph = made(kind, n, seed)
                    positions, processor, clock = way(graph)
                    # sfdp knows no drawn size: only our own scale says what covers what
                    hidden = covered(graph, positions) if name == "own" else np.nan
                    rows.append([*measured(graph, positions).values(), hidden, processor, clock])
                stress, kept, uneven, overlap, hidden, processor, clock = np.mean(rows, axis=0).tolist()
                print(f"{n:7,} {kind:11} {name:5} {stress:7.3f} {kept:6.3f} {uneven:7.3f} {overlap:8.3f}", end="")
                print(f" {hidden:8.3f} {processor:7.2f} {clock:8.2f}", flush=True)


if __name__ == "__main__":
    main()
