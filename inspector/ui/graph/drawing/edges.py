"""How edges are drawn: few with pattern, bend and arrowhead each; thousands as batches of lines; fainter the more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF
from shiboken6 import wrapInstance

from inspector.graph.model import Graph
from inspector.ui.graph.drawing.camera import node_pixels
from inspector.ui.graph.drawing.edge_shapes import clipped, head_length, shapes_of, unit
from inspector.ui.graph.drawing.frame import Frame
from inspector.ui.graph.drawing.scene import GraphScene
from inspector.ui.theme.theme import Theme

FINE_EDGES = 1_500
"""Edges in view up to which each is drawn with its pattern, its bend and a full arrowhead."""
HEAVIEST = 3
"""Pixels that the heaviest edge is wider than one without a weight."""
HUB = 60
"""Edges of a node from which on each of them is drawn lighter."""
SMOOTH_PIXELS = 600_000
"""Pixels of lines up to which thousands of edges are smoothed; that takes five times as long."""
HEADS_FROM = 0.22
"""Scale from which thousands of edges show where they point, by two strokes each."""
BENDS_FROM = 0.15
"""Scale from which thousands of edges are fanned."""
_FINE_BATCH = 30
_SLICE_PIXELS, _LINE_COST = 30_000, 20
"""Pixels of lines that are drawn in one go; what a line costs besides, as pixels."""
_PATTERNS = {"dash": [5.0, 3.5], "dot": [1.2, 3.0]}
_BACKWARD = [7.0, 3.0, 1.5, 3.0]
_FAR = 0.34
"""Share of the picture's width from which an edge is long: it says little of where it passes, and is drawn lighter."""


def draw_edges(painter: QPainter, theme: Theme, scene: GraphScene, frame: Frame, edges: NDArray[Any]) -> Iterator[None]:
    """Draw edges as their number allows."""
    if len(edges) <= FINE_EDGES:
        yield from fine_edges(painter, theme, scene, frame, edges)
    else:
        yield from _many_edges(painter, theme, scene, frame, edges)


def fine_edges(
    painter: QPainter, theme: Theme, scene: GraphScene, frame: Frame, edges: NDArray[Any], strong: bool = False
) -> Iterator[None]:
    """Every edge with its pattern, bend and arrowhead; those of hubs lighter, or they would cover all else."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    width = 2.0 if strong else float(np.clip(0.9 + 0.35 * frame.camera.scale, 1.0, 1.8))
    for code, backward, share, level, chosen in _groups(scene, frame, edges):
        look = theme.edge(scene.graph.edge_type_names[code])
        colour = QColor(look.colour)
        colour.setAlphaF((1.0 if strong else strength(len(edges))) * (max(share, 0.4) if strong else share))
        pen = QPen(colour, width + level)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if backward or look.line in _PATTERNS:
            pen.setDashPattern(_BACKWARD if backward else _PATTERNS[look.line])
        shapes = shapes_of(scene, frame, chosen)
        painter.setPen(pen)
        yield from _lines(painter, frame, shapes.lines)
        for curve in _batches(shapes.curves):
            painter.strokePath(_curved(curve), pen)
            yield
        for loop in _batches(shapes.loops):
            painter.strokePath(_outlined(loop), pen)
            yield
        for head in _batches(shapes.heads):
            painter.fillPath(_outlined(head, closed=True), colour)
            yield


def _groups(
    scene: GraphScene, frame: Frame, edges: NDArray[Any]
) -> Iterator[tuple[int, bool, float, int, NDArray[Any]]]:
    """Edges that are drawn alike: code of their type, whether they run backward, share of the usual opacity, pixels of
    width that their weight adds."""
    graph = scene.graph
    busiest = np.maximum(graph.degrees[graph.source[edges]], graph.degrees[graph.target[edges]]) > HUB
    backward = np.zeros(len(edges), bool) if scene.backward is None else scene.backward[edges]
    codes, levels = graph.edge_types[edges], weight_levels(graph)[edges]
    alike = np.stack([codes, backward, ~busiest, levels])
    for code, back, calm, level in np.unique(alike, axis=1).T.tolist():
        chosen = edges[(alike == np.array([[code], [back], [calm], [level]])).all(0)]
        yield code, bool(back), 1.0 if calm else 0.4, level, chosen


def weight_levels(graph: Graph) -> NDArray[np.int64]:
    """(m,) pixels that edges are wider for their weight: 0 for one of 1 or less, HEAVIEST for the heaviest."""
    weights = graph.weights
    if not len(weights) or weights.max() <= 1:
        return np.zeros(len(weights), np.int64)
    shares = np.log(np.maximum(weights, 1)) / np.log(weights.max())
    return np.rint(HEAVIEST * shares).astype(np.int64)


def _many_edges(
    painter: QPainter, theme: Theme, scene: GraphScene, frame: Frame, edges: NDArray[Any]
) -> Iterator[None]:
    """Lines per type, many at once; bent ones and loops as several pieces; long ones lighter."""
    graph = scene.graph
    bent = ((scene.bends_of(edges) != 0) & (frame.camera.scale > BENDS_FROM)) | (scene.loops[edges] >= 0)
    along = scene.positions[graph.target[edges]] - scene.positions[graph.source[edges]]
    length = np.sqrt((along * along).sum(1)) * frame.camera.scale
    long = length > _FAR * frame.width
    smooth = float(np.minimum(length, frame.width).sum()) < SMOOTH_PIXELS
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, smooth)
    codes = graph.edge_types[edges]
    alpha = strength(len(edges))
    for far in (True, False):
        for code in np.unique(codes[long == far]).tolist():
            colour = QColor(theme.edge(graph.edge_type_names[code]).colour)
            colour.setAlphaF(alpha * (0.45 if far else 1.0))
            painter.setPen(QPen(colour, 1.0 if smooth else 1.01))
            of_kind = (codes == code) & (long == far)
            straight = edges[of_kind & ~bent]
            ends = scene.positions[graph.source[straight]], scene.positions[graph.target[straight]]
            yield from _lines(painter, frame, np.hstack([frame.place(ends[0]), frame.place(ends[1])]))
            curved = scene.polylines(edges[of_kind & bent])
            pieces = np.concatenate([curved[:, :-1], curved[:, 1:]], axis=2).reshape(-1, 4)
            yield from _lines(painter, frame, np.hstack([frame.place(pieces[:, :2]), frame.place(pieces[:, 2:])]))
            if frame.camera.scale >= HEADS_FROM:
                # hundreds of heads at one node would be a disc
                pointed = of_kind & (graph.degrees[graph.target[edges]] <= HUB)
                yield from _lines(painter, frame, _stroke_heads(scene, frame, edges[pointed]))


def _stroke_heads(scene: GraphScene, frame: Frame, edges: NDArray[Any]) -> NDArray[np.float64]:
    """(2k, 4) two strokes at the target of each edge that is long enough for them."""
    graph = scene.graph
    lines = scene.polylines(edges)
    tip, before = frame.place(lines[:, -1]), frame.place(lines[:, -2])
    back = unit(before - tip)
    away = node_pixels(scene.sizes[graph.target[edges]], frame.camera.scale) / 2 + 1.5
    head = 0.8 * head_length(frame.camera.scale)
    long = np.sqrt(((frame.place(lines[:, 0]) - tip) ** 2).sum(1)) > away * 2 + head
    tip, back = (tip + back * away[:, None])[long], back[long]
    side = np.column_stack([-back[:, 1], back[:, 0]])
    wings = [tip + back * head + side * (head * 0.45 * sign) for sign in (1, -1)]
    return np.vstack([np.hstack([tip, wing]) for wing in wings])


def strength(count: int) -> float:
    """Opacity of edges: the more there are, the lighter, so that structure shows."""
    return float(np.clip(0.78 * (150 / max(count, 1)) ** 0.28, 0.16, 0.72))


def first_of(array: NDArray[np.float64], kind: type) -> Any:
    """The first of many Qt values that lie in an array, without a copy; the array must outlive it."""
    return wrapInstance(array.ctypes.data, kind)


def _lines(painter: QPainter, frame: Frame, lines: NDArray[np.float64]) -> Iterator[None]:
    """Draw (k, 4) lines, so many at a time as are quick."""
    lines = clipped(lines, frame)
    length = np.abs(lines[:, 2:] - lines[:, :2]).sum(1)
    # what takes time is the pixels, not the lines
    part = np.cumsum(length + _LINE_COST) // _SLICE_PIXELS
    bounds = np.flatnonzero(np.diff(part, prepend=-1.0, append=np.inf))
    for start, end in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
        piece = np.ascontiguousarray(lines[start:end])
        painter.drawLines(first_of(piece, QLineF), len(piece))
        yield


def _batches(shapes: NDArray[np.float64]) -> Iterator[NDArray[np.float64]]:
    for start in range(0, len(shapes), _FINE_BATCH):
        yield shapes[start : start + _FINE_BATCH]


def _curved(curves: NDArray[np.float64]) -> QPainterPath:
    path = QPainterPath()
    for (x, y), (middle_x, middle_y), (to_x, to_y) in curves.tolist():
        path.moveTo(x, y)
        path.quadTo(middle_x, middle_y, to_x, to_y)
    return path


def _outlined(shapes: NDArray[np.float64], closed: bool = False) -> QPainterPath:
    path = QPainterPath()
    for shape in shapes.tolist():
        path.addPolygon(QPolygonF([QPointF(x, y) for x, y in shape]))
        if closed:
            path.closeSubpath()
    return path
