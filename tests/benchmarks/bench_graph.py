"""How fast graphs are seen, laid out and moved in the real window: run by hand, prints one block for each size.

    python tests/benchmarks/bench_graph.py [NODES ...]

Every size is measured in a process of its own that has drawn a small graph before: from a file to the first and the
final picture, then while it is panned and zoomed by a script, drawn one by one, and as clusters where nodes are many.

Aims: 10,000 nodes / 20,000 edges: first picture <= 0.7 s, final <= 2 s. 100,000 / 200,000: first <= 3 s, final <= 12 s,
no gap over 50 ms. A pan or zoom frame <= 4 ms (median), <= 16 ms (95 %).
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

SIZES = (1_000, 10_000, 100_000)
FRAMES = 240
WIDTH, HEIGHT = 1400, 900
WAIT_S = 180.0


def write(path: Path, n: int) -> None:
    """A project in the schema of a graph.db: milestones, tasks in them, tasks that depend on earlier ones."""
    import apsw
    import numpy as np

    random = np.random.default_rng(1)
    milestones = max(2, n // 50)
    at = np.arange(milestones, n)
    home = np.sort(random.integers(0, milestones, len(at)))
    near = np.maximum(at - random.integers(1, 60, len(at)), milestones)
    connection = apsw.Connection(str(path))
    connection.execute((ROOT / "resources/schemas/state-memory.real.sql").read_text()).fetchall()
    with connection:
        kinds, states = ("milestone", "task"), ("open", "done")
        connection.executemany(
            "INSERT INTO nodes (id, type, title, status, project, created_at, updated_at)"
            " VALUES (?, ?, ?, ?, 'p', '2026-01-01', '2026-01-02')",
            ((f"n{i}", kinds[i >= milestones], f"Title of node {i}", states[i % 2]) for i in range(n)),
        )
        pairs = [*zip(at.tolist(), home.tolist(), ["part_of"] * len(at), strict=True)]
        pairs += zip(at.tolist(), near.tolist(), ["depends_on"] * len(at), strict=True)
        connection.executemany(
            "INSERT OR IGNORE INTO edges (id, source_id, target_id, type, project, created_at)"
            " VALUES (?, ?, ?, ?, 'p', '2026-01-01')",
            ((f"e{i}", f"n{a}", f"n{b}", kind) for i, (a, b, kind) in enumerate(pairs)),
        )
    connection.close()


class Run:
    """The whole program with one graph."""

    def __init__(self) -> None:
        from PySide6.QtWidgets import QApplication

        from inspector.clock import Clock
        from inspector.settings import Settings
        from inspector.ui.session import Session

        self.application = QApplication([])
        self.session = Session(Clock(), Settings())
        self.window = self.session.window
        self.window.resize(WIDTH, HEIGHT)
        self.session.start([])
        self.window.show()
        self.until(lambda: not self.session.context.runner.running())

    def until(self, done: Callable[[], bool]) -> None:
        """Run the event loop until ``done``."""
        from PySide6.QtCore import QEventLoop, QTimer

        ends = time.perf_counter() + WAIT_S
        wake = QTimer(interval=4)
        wake.start()
        while not done():
            self.application.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
            if time.perf_counter() > ends:
                raise SystemExit("it does not come to an end")

    def open(self, path: Path, tell: bool = True) -> None:
        """From the file to the final picture."""
        from inspector.workspace.location import location
        from tests.ui.heartbeat import Heartbeat

        started = time.perf_counter()
        with Heartbeat() as beat:
            self.window.navigation.open(location(str(path), "graph"))
            self.until(lambda: self._drawn(path))
            first = time.perf_counter() - started
            self.until(lambda: self._drawn(path) and not self.session.context.runner.running())
            final = time.perf_counter() - started
        if not tell:
            return
        graph = self.canvas.scene.graph
        print(f"{len(graph):,} nodes, {graph.edge_count:,} edges, shown whole")
        gap = f"longest gap {beat.longest_ms:.0f} ms"
        print(f"  file to first picture {first:7.2f} s   to final picture {final:7.2f} s   {gap}")

    @property
    def canvas(self):  # type: ignore[no-untyped-def]
        """The canvas of the tab in front; None before there is one."""
        return getattr(self.window.tabs.view(), "canvas", None)

    def _drawn(self, path: Path) -> bool:
        view, canvas = self.window.tabs.view(), self.canvas
        if canvas is None or view.location().path != str(path):
            return False
        return canvas.scene is not None and len(canvas.scene.graph) > 0 and canvas.settled()

    def move(self, what: str) -> None:
        """Pan and zoom by a script, near and far."""
        import numpy as np

        from tests.ui.heartbeat import Heartbeat

        canvas = self.canvas
        canvas.fit()
        self.until(canvas.settled)
        for seen, factor in (("whole", 1.0), ("10x", 10.0)):
            canvas.zoom(factor)
            began = time.perf_counter()
            self.until(canvas.settled)
            sharp = (time.perf_counter() - began) * 1000
            frames = []
            with Heartbeat() as beat:
                for step in range(FRAMES):
                    camera = canvas.camera
                    wide, tall = canvas.width(), canvas.height()
                    moved = camera.panned(5, 2) if step % 3 else camera.zoomed(1.01, wide / 3, tall / 3, wide, tall)
                    began = time.perf_counter()
                    canvas.look(moved)
                    canvas.repaint()
                    frames.append((time.perf_counter() - began) * 1000)
                    self.application.processEvents()
            middle, high = np.percentile(frames, [50, 95])
            print(
                f"  {what:9} {seen:6} frame {middle:6.1f} ms   95 % {high:6.1f}   most {max(frames):6.1f}"
                f"   longest gap {beat.longest_ms:4.0f}   sharp again {sharp:5.0f}"
            )
            self.until(canvas.settled)


def measure(n: int) -> None:
    """One size, in this process."""
    os.environ["AGENTDB_INSPECTOR_HOME"] = tempfile.mkdtemp(prefix="bench-home-")
    with tempfile.TemporaryDirectory() as folder:
        small, path = Path(folder) / "small" / "graph.db", Path(folder) / "graph.db"
        small.parent.mkdir()
        write(small, 20)
        write(path, n)
        run = Run()
        # what is imported once, for any graph, is not part of this one's time
        run.open(small, tell=False)
        run.open(path)
        if n > 20_000:
            run.move("clusters")
            run.canvas.draw_at_most(10 * n)
        run.move("plain")
        print(f"  memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024:,} MB")
        run.window.close()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        measure(int(sys.argv[2]))
    else:
        for size in [int(argument) for argument in sys.argv[1:]] or SIZES:
            subprocess.run([sys.executable, __file__, "--one", str(size)], check=False)
