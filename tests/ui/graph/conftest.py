"""Graphs to draw, and a canvas that shows one."""

import numpy as np
import pytest

from inspector.graph.model import build_graph
from inspector.ui.graph.picture.canvas import GraphCanvas

NODES = [
    ("a", "task", "done", "Alpha", "main", "nodes", 1),
    ("b", "task", "open", "Beta <b>bold</b>", "main", "nodes", 2),
    ("c", "decision", "blocked", "Gamma", "main", "nodes", 3),
    ("d", "milestone", "waiting for Bob", "Delta", "main", "nodes", 4),
    ("e", "task", None, "Epsilon", "main", "nodes", 5),
]
EDGES = [
    ("a", "b", "blocks", None, None, "e1", "main", "edges", 1),
    ("a", "b", "depends_on", None, None, "e2", "main", "edges", 2),
    ("b", "a", "blocks", None, None, "e3", "main", "edges", 3),
    ("c", "c", "references", None, None, "e4", "main", "edges", 4),
    ("c", "c", "blocks", None, None, "e5", "main", "edges", 5),
    ("c", "d", "part_of", None, None, "e6", "main", "edges", 6),
    ("d", "gone", "part_of", None, None, "e7", "main", "edges", 7),
]
PLACES = np.array([[0, 0], [200, 0], [0, 200], [200, 200], [400, 100], [400, 250]], np.float32)
"""Of a, b, c, d, e and the placeholder of ``gone``."""


@pytest.fixture
def graph():
    """Parallel and two-way edges, self-loops, a placeholder, an isolated node, statuses known and not."""
    return build_graph(NODES, EDGES)


@pytest.fixture
def settled(qtbot):
    """Waits until a canvas is sharp."""

    def wait(canvas):
        qtbot.waitUntil(canvas.settled, timeout=20_000)

    return wait


@pytest.fixture
def canvas(qtbot, theme, graph, settled):
    """A canvas of 800 x 600 that shows the graph, whole and sharp."""
    made = GraphCanvas(theme)
    qtbot.addWidget(made)
    made.resize(800, 600)
    made.show()
    made.set_graph(graph, PLACES)
    settled(made)
    return made
