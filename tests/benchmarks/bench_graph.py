"""How fast graphs are read, laid out and moved: run by hand, prints medians.

    python tests/benchmarks/bench_graph.py [NODES ...]

Aims: 10,000 nodes / 20,000 edges: first picture <= 0.7 s, final <= 2 s; a pan or zoom frame <= 4 ms (median),
<= 16 ms (95 %). 100,000 / 200,000: first picture <= 3 s, final <= 12 s.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import apsw
import numpy as np

from inspector.cancel import CancelToken
from inspector.db.database import open_database
from inspector.graph.load import load_graph
from inspector.graph.projection import GraphProjection, GraphQuery

STATE = GraphProjection(
    "state",
    "State",
    "",
    (GraphQuery("SELECT id, type, status, title, rowid FROM nodes", "nodes"),),
    (GraphQuery("SELECT source, target, type, NULL, NULL, rowid, rowid FROM edges", "edges"),),
)
FRAMES = 240


def write(path: Path, n: int) -> None:
    """A project: milestones, tasks in them, tasks that depend on earlier ones."""
    random = np.random.default_rng(1)
    milestones = max(2, n // 50)
    at = np.arange(milestones, n)
    home = np.sort(random.integers(0, milestones, len(at)))
    near = np.maximum(at - random.integers(1, 60, len(at)), milestones)
    connection = apsw.Connection(str(path))
    connection.execute("CREATE TABLE nodes (id TEXT PRIMARY KEY, type TEXT, status TEXT, title TEXT)")
    connection.execute("CREATE TABLE edges (source TEXT, target TEXT, type TEXT)")
    with connection:
        kinds = ("milestone", "task")
        rows = ((f"n{i}", kinds[i >= milestones], ("open", "done")[i % 2], f"Title of node {i}") for i in range(n))
        connection.executemany("INSERT INTO nodes VALUES (?,?,?,?)", rows)
        pairs = [*zip(at.tolist(), home.tolist(), ["part_of"] * len(at), strict=True)]
        pairs += zip(at.tolist(), near.tolist(), ["depends_on"] * len(at), strict=True)
        connection.executemany("INSERT INTO edges VALUES (?,?,?)", ((f"n{a}", f"n{b}", kind) for a, b, kind in pairs))
    connection.close()


def timed(what: str, times: list[float]) -> None:
    ms = np.array(times) * 1000
    extra = f"   95 % {np.percentile(ms, 95):8.1f}   most {ms.max():8.1f}" if len(ms) > 5 else ""
    print(f"  {what:34} {np.median(ms):9.1f} ms{extra}")


def measure(n: int) -> None:
    from PySide6.QtWidgets import QApplication

    from inspector.settings import Settings
    from inspector.ui.graph.canvas import GraphCanvas
    from inspector.ui.theme.theme import Theme

    application = QApplication.instance() or QApplication([])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "graph.db"
        write(path, n)
        database = open_database(path)
        start = time.perf_counter()
        graph = load_graph(database, STATE, CancelToken())
        read = time.perf_counter() - start
        database.close()
        print(f"{len(graph):,} nodes, {graph.edge_count:,} edges")
        timed("file to arrays", [read])
        from inspector.graph.layout.arrange import arrange, first_picture

        start = time.perf_counter()
        first = first_picture(graph, CancelToken())
        timed("first positions (scipy imported too)", [time.perf_counter() - start])
        start = time.perf_counter()
        final = arrange(graph, "force", CancelToken(), lambda positions: None)
        timed("final positions", [time.perf_counter() - start])
        canvas = GraphCanvas(Theme(Settings(Path(folder) / "settings.json")))
        canvas.resize(1400, 900)
        canvas.show()
        application.processEvents()

        def settle() -> float:
            began = time.perf_counter()
            while not canvas.settled():
                application.processEvents()
            return time.perf_counter() - began

        canvas.set_graph(graph, first)
        timed("first picture drawn", [settle()])
        canvas.set_positions(final)
        timed("final picture drawn", [settle()])
        for scale in (1.0, 10.0):
            canvas.zoom(scale)
            timed(f"sharp again, zoomed {scale:g}x", [settle()])
            frames, gaps = [], []
            for step in range(FRAMES):
                began = time.perf_counter()
                moved = canvas.camera.panned(5, 2) if step % 3 else canvas.camera.zoomed(1.01, 300, 300, 1400, 900)
                canvas.look(moved)
                canvas.repaint()
                frames.append(time.perf_counter() - began)
                application.processEvents()
                gaps.append(time.perf_counter() - began)
            timed(f"frame, zoomed {scale:g}x", frames)
            timed("   with slices of redrawing", gaps)
            settle()
        canvas.close()


if __name__ == "__main__":
    for count in [int(argument) for argument in sys.argv[1:]] or [1_000, 10_000]:
        measure(count)
