"""What is written on edges: their label or type, in their middle, where there is room."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from inspector.ui.graph.describe import weighs
from inspector.ui.graph.drawing.frame import Frame
from inspector.ui.graph.drawing.scene import GraphScene
from inspector.ui.graph.drawing.texts import Room, Texts, halo
from inspector.ui.labels import one_line
from inspector.ui.theme.theme import Theme

NAMED_FROM = 1.25
"""Scale from which edges are named though nothing is selected."""
MOST_NAMED = 90
"""Edges in view up to which they are."""
WIDEST_NAME = 160
_MIDDLE = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine)


def draw_edge_names(
    painter: QPainter,
    theme: Theme,
    texts: Texts,
    scene: GraphScene,
    frame: Frame,
    edges: NDArray[Any],
    room: Room,
    forced: bool = False,
) -> None:
    """Write on each edge what it is, where the room is free and the edge long enough; in any case if ``forced``.

    From far only how many it stands for.
    """
    painter.setFont(texts.font())
    metrics = painter.fontMetrics()
    graph = scene.graph
    lines = scene.polylines(edges)
    middles = frame.place(lines[:, lines.shape[1] // 2])
    span = frame.place(lines[:, 0]) - frame.place(lines[:, -1])
    lengths = np.sqrt((span * span).sum(1))
    looped = scene.loops[edges] >= 0
    near, weighed = frame.camera.scale >= NAMED_FROM, weighs(graph)
    ground = QColor(theme.colour("background"))
    ground.setAlpha(190)
    for edge, (x, y), length, loop in zip(
        edges.tolist(), middles.tolist(), lengths.tolist(), looped.tolist(), strict=True
    ):
        kind = graph.edge_type_names[graph.edge_types[edge]]
        number = f"{float(graph.weights[edge]):,.6g}" if weighed else ""
        name = (graph.edge_labels[edge] or kind) if near or forced else ""
        text = one_line(" · ".join(part for part in (name, number) if part))
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, WIDEST_NAME)
        width, height = metrics.horizontalAdvance(text) + 6, metrics.height()
        box = QRectF(x - width / 2, y - height / 2, width, height)
        fits = forced or loop or width < length * 0.8
        if text and fits and room.take(box, force=forced):
            if number:
                # on a wide line a halo would not be enough
                painter.fillRect(box, ground)
            halo(painter, ground, box, text)
            painter.setPen(theme.edge_colour(kind))
            painter.drawText(box, _MIDDLE, text)
