"""How much room a node takes together with its label, guessed without fonts.

Layouts need to know before anything is drawn. A label stands under its node, on at most two lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.graph.layout.adjacency import Floats
from inspector.graph.model import Graph
from inspector.graph.sizes import diameters

LABEL_WIDTH = 116.0
"""Widest line of a label, scene pixels."""
LINE_HEIGHT = 14.0
CHARACTER_WIDTH = 6.0
GAP = 10.0
"""Free room between neighbours, scene pixels."""
LABELLED, BARE = 400, 3_000
"""Nodes up to which all labels find room at once, and from which on none is kept free."""


def boxes(labels: Sequence[str], sizes: NDArray[Any] | float = 18.0) -> Floats:
    """(n, 2) width and height of each node, ``sizes`` wide, with its label and the gap around both, scene pixels."""
    lengths = np.array([len(label) for label in labels], np.float32) * CHARACTER_WIDTH
    width = np.maximum(np.minimum(lengths, LABEL_WIDTH), sizes)
    lines = np.where(lengths > LABEL_WIDTH, 2, 1)
    found: Floats = np.column_stack([width + GAP, sizes + lines * LINE_HEIGHT + GAP]).astype(np.float32)
    return found


def room(graph: Graph) -> Floats:
    """(n, 2) the room each node is given: with its label in a small graph, without in a large one, between between.

    A picture with free room for thousands of labels would be too wide for any of them to be read.
    """
    sizes = diameters(graph.degrees)
    bare = np.repeat((sizes + np.float32(GAP))[:, None], 2, axis=1)
    share = np.log(max(len(graph), 1) / LABELLED) / np.log(BARE / LABELLED)
    if share >= 1:
        return bare
    labelled = boxes(graph.labels, sizes)
    mixed: Floats = (labelled + np.float32(max(share, 0.0)) * (bare - labelled)).astype(np.float32)
    return mixed
