"""How long time travel takes: run by hand, prints milliseconds of the wall and of the processor.

    python tests/benchmarks/bench_time_travel.py PATH [--times N]

PATH is a graph.db with a ledger, such as the large real one. "first" folds the ledger; "any" are moments spread over
it, each read from the file and made a graph; "difference" is that between two of them.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

os.environ.setdefault("AGENTDB_INSPECTOR_HOME", tempfile.mkdtemp(prefix="bench-home-"))
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from inspector.cancel import CancelToken
from inspector.workspace.ledgers.time_travel import TimeTravel
from inspector.workspace.opening.open_source import open_source


def measure(name: str, works: list[Callable[[], object]]) -> None:
    taken = []
    for work in works:
        wall, processor = time.perf_counter(), time.process_time()
        work()
        taken.append(((time.perf_counter() - wall) * 1000, (time.process_time() - processor) * 1000))
    for what, values in zip(("wall", "processor"), zip(*taken, strict=True), strict=True):
        ordered = sorted(values)
        print(f"{name:12} {what:10} median {ordered[len(ordered) // 2]:7.0f} ms   worst {ordered[-1]:7.0f} ms")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("path")
    parser.add_argument("--times", type=int, default=20)
    options = parser.parse_args()
    source, cancel = open_source(options.path), CancelToken()
    travel = TimeTravel(source)
    measure("first", [lambda: travel.graph("2026-11-10", cancel)])
    # as in the window, where garbage is collected between two events and never within a read
    gc.disable()
    rows = travel.frames(cancel).rows
    pick = random.Random(1)
    moments = [str(pick.choice(rows)) for _ in range(options.times)]
    measure("newest", [lambda: travel.graph(str(rows[-1]), cancel)] * 3)
    measure("any", [lambda moment=moment: travel.graph(moment, cancel) for moment in moments])
    pairs = list(pairwise(moments))
    measure("difference", [lambda a=a, b=b: travel.difference(a, b, cancel) for a, b in pairs])
    measure("drift", [lambda: travel.drift(cancel)])
    source.close()


if __name__ == "__main__":
    main()
