"""How much room a node takes together with its label, guessed without fonts.

Layouts need to know before anything is drawn. A label stands under its node, on at most two lines.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from inspector.graph.layout.adjacency import Floats

NODE_SIZE = 18.0
"""Diameter of a node, scene pixels."""
LABEL_WIDTH = 116.0
"""Widest line of a label, scene pixels."""
LINE_HEIGHT = 14.0
CHARACTER_WIDTH = 6.0
GAP = 10.0
"""Free room between neighbours, scene pixels."""


def boxes(labels: Sequence[str]) -> Floats:
    """(n, 2) width and height of each node with its label and the gap around both, scene pixels."""
    lengths = np.array([len(label) for label in labels], np.float32) * CHARACTER_WIDTH
    width = np.clip(lengths, NODE_SIZE, LABEL_WIDTH)
    lines = np.where(lengths > LABEL_WIDTH, 2, 1)
    found: Floats = np.column_stack([width + GAP, NODE_SIZE + lines * LINE_HEIGHT + GAP]).astype(np.float32)
    return found
