"""How fast pictures of graphs are drawn and moved, as clusters and node by node: run by hand, prints a table.

    python tests/benchmarks/bench_drawing.py [NODES ...]

Aims: a frame of a pan or zoom <= 4 ms (median), <= 16 ms (95 %); the event loop never held for more than 50 ms; 2,500
nodes with titles of 60 characters panned at 30 frames a second or more.
"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication

from inspector.graph.model import build_graph
from inspector.settings import Settings
from inspector.ui.graph.drawing.crowd import MOST_PLAIN
from inspector.ui.graph.drawing.scene import edge_shapes
from inspector.ui.graph.picture.canvas import GraphCanvas
from inspector.ui.theme.theme import Theme

WIDTH, HEIGHT = 1400, 900
FRAMES = 180
GROUPS = 40
KINDS = ("task", "decision", "blocker", "artifact", "milestone")


def project(n: int, title: str = "Title of node {}"):
    """Forty groups of nodes side by side, most edges inside them, some between: a graph and its positions."""
    random = np.random.default_rng(5)
    group = np.sort(random.integers(0, GROUPS, n))
    turn, away = np.arange(GROUPS) * 2.4, np.sqrt(np.arange(GROUPS)) * np.sqrt(n) * 6
    middle = np.column_stack([np.cos(turn) * away, np.sin(turn) * away])
    places = middle[group] + random.normal(0, np.sqrt(n / GROUPS) * 14, (n, 2))
    source = random.integers(0, n, 2 * n)
    target = np.minimum(source + random.geometric(0.02, 2 * n), n - 1)
    far = random.random(2 * n) < 0.05
    target[far] = random.integers(0, n, int(far.sum()))
    nodes = ((i, KINDS[i % 5], ("open", "done", "blocked")[i % 3], title.format(i)) for i in range(n))
    pairs = zip(source.tolist(), target.tolist(), strict=True)
    edges = ((a, b, ("depends_on", "blocks", "references")[i % 3]) for i, (a, b) in enumerate(pairs))
    return build_graph(list(nodes), list(edges)), places.astype(np.float32)


class Loop:
    """Runs the event loop and notes how long it was held."""

    def __init__(self) -> None:
        self._last = time.perf_counter()
        self.worst = 0.0
        self._timer = QTimer(interval=1)
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def _tick(self) -> None:
        now = time.perf_counter()
        self.worst, self._last = max(self.worst, now - self._last), now

    def run(self, ms: int) -> None:
        loop = QEventLoop()
        QTimer.singleShot(ms, loop.quit)
        loop.exec()

    def reset(self) -> None:
        self.run(5)
        self.worst, self._last = 0.0, time.perf_counter()


def settle(canvas: GraphCanvas, loop: Loop) -> float:
    began = time.perf_counter()
    while not canvas.settled():
        loop.run(2)
    return (time.perf_counter() - began) * 1000


def frames(canvas: GraphCanvas, loop: Loop, name: str) -> None:
    """A scripted pan and zoom; each frame is drawn at once."""
    canvas.sharpen()
    sharp = settle(canvas, loop)
    page, times = QPixmap(canvas.size()), []
    loop.reset()
    for step in range(FRAMES):
        if step % 4 == 3:
            canvas.zoom(1.03 if step < FRAMES / 2 else 1 / 1.03)
        else:
            canvas.look(canvas.camera.panned(7 if step % 60 < 30 else -7, 3 if step % 40 < 20 else -3))
        # processor time: another program on the machine does not count
        began = time.thread_time()
        canvas.render(page)
        times.append((time.thread_time() - began) * 1000)
        loop.run(8)
    low, high, most = np.median(times), np.percentile(times, 95), max(times)
    print(f"  {name:26} {low:7.1f} {high:7.1f} {most:7.1f}   {loop.worst * 1000:7.0f}   {sharp:9.0f}")


def measure(n: int, theme: Theme) -> None:
    graph, places = project(n)
    # what the worker that lays out a graph makes on the way
    _ = graph.components, edge_shapes(graph)
    loop = Loop()
    canvas = GraphCanvas(theme)
    canvas.resize(WIDTH, HEIGHT)
    canvas.show()
    loop.reset()
    began = time.perf_counter()
    canvas.set_graph(graph, places)
    settle(canvas, loop)
    print(
        f"{n:,} nodes, {graph.edge_count:,} edges: first picture {(time.perf_counter() - began) * 1000:.0f} ms, "
        f"loop held {loop.worst * 1000:.0f} ms  {canvas.aggregated()}"
    )
    print(f"  {'frame, ms':26} {'median':>7} {'95 %':>7} {'most':>7}   {'held':>7}   {'sharp, ms':>9}")
    for zoom, name in ((1.0, "whole"), (6.0, "6 times")):
        for most, how in ((MOST_PLAIN, ""), (10**9, ", all nodes")):
            if most > n > MOST_PLAIN or most == MOST_PLAIN:
                canvas.fit()
                canvas.zoom(zoom)
                canvas.draw_at_most(most)
                frames(canvas, loop, name + how)
    canvas.close()


def titles(theme: Theme) -> None:
    """2,500 nodes with titles of 60 characters, close enough that hundreds of labels are in view."""
    graph, places = project(2_500, "{} " + "a title that goes on " * 2 + "until sixty")
    loop = Loop()
    canvas = GraphCanvas(theme)
    canvas.resize(WIDTH, HEIGHT)
    canvas.show()
    canvas.set_graph(graph, places)
    print("2,500 nodes with titles of 60 characters")
    for zoom in (1.0, 4.0, 12.0):
        canvas.fit()
        canvas.zoom(zoom)
        frames(canvas, loop, f"{zoom:g} times")
    canvas.close()


if __name__ == "__main__":
    application = QApplication([])
    with tempfile.TemporaryDirectory() as folder:
        look = Theme(Settings(Path(folder) / "settings.json"))
        titles(look)
        for count in [int(argument) for argument in sys.argv[1:]] or [1_000, 10_000, 100_000]:
            measure(count, look)
    print(f"memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
