"""How edges are drawn: few with pattern, bend and arrowhead each; thousands as batches of lines; fainter the more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF
from shiboken6 import wrapInstance

from inspector.ui.graph.camera import node_pixels
from inspector.ui.graph.frame import Frame
from inspector.ui.graph.scene import GraphScene
from inspector.ui.theme.theme import Theme

FINE_EDGES = 1_500
"""Edges in view up to which each is drawn with its pattern, its bend and a full arrowhead."""
HUB = 60
"""Edges of a node from which on each of them is drawn lighter."""
ARROW = 7.5
"""Length of an arrowhead close by, pixels."""
HEADS_FROM = 0.22
"""Scale from which thousands of edges show where they point, by two strokes each."""
BENDS_FROM = 0.15
"""Scale from which thousands of edges are fanned."""
_FINE_BATCH = 60
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
    for code, backward, share, chosen in _groups(scene, frame, edges):
        look = theme.edge(scene.graph.edge_type_names[code])
        colour = QColor(look.colour)
        colour.setAlphaF((1.0 if strong else strength(len(edges))) * (max(share, 0.4) if strong else share))
        pen = QPen(colour, width)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if backward or look.line in _PATTERNS:
            pen.setDashPattern(_BACKWARD if backward else _PATTERNS[look.line])
        for start in range(0, len(chosen), _FINE_BATCH):
            lines, heads = _paths(scene, frame, chosen[start : start + _FINE_BATCH])
            painter.strokePath(lines, pen)
            painter.fillPath(heads, colour)
            yield


def _groups(scene: GraphScene, frame: Frame, edges: NDArray[Any]) -> Iterator[tuple[int, bool, float, NDArray[Any]]]:
    """Edges that are drawn alike: code of their type, whether they run backward, share of the usual opacity."""
    graph = scene.graph
    busiest = np.maximum(graph.degrees[graph.source[edges]], graph.degrees[graph.target[edges]]) > HUB
    backward = np.zeros(len(edges), bool) if scene.backward is None else scene.backward[edges]
    codes = graph.edge_types[edges]
    for code in np.unique(codes).tolist():
        for back in (False, True):
            for hub in (True, False):
                chosen = edges[(codes == code) & (busiest == hub) & (backward == back)]
                if len(chosen):
                    yield code, back, 0.4 if hub else 1.0, chosen


def _many_edges(
    painter: QPainter, theme: Theme, scene: GraphScene, frame: Frame, edges: NDArray[Any]
) -> Iterator[None]:
    """Lines per type, many at once; bent ones and loops as several pieces; long ones lighter."""
    graph = scene.graph
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, len(edges) <= 12_000)
    bent = ((scene.bends_of(edges) != 0) & (frame.camera.scale > BENDS_FROM)) | (scene.loops[edges] >= 0)
    along = scene.positions[graph.target[edges]] - scene.positions[graph.source[edges]]
    long = (along * along).sum(1) > (_FAR * frame.width / frame.camera.scale) ** 2
    codes = graph.edge_types[edges]
    alpha = strength(len(edges))
    for far in (True, False):
        for code in np.unique(codes[long == far]).tolist():
            colour = QColor(theme.edge(graph.edge_type_names[code]).colour)
            colour.setAlphaF(alpha * (0.45 if far else 1.0))
            painter.setPen(QPen(colour, 1.01))
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
    back = _unit(before - tip)
    away = node_pixels(scene.sizes[graph.target[edges]], frame.camera.scale) / 2 + 1.5
    head = min(ARROW, max(3.0, ARROW * frame.camera.scale**0.6)) * 0.8
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


def clipped(lines: NDArray[np.float64], frame: Frame) -> NDArray[np.float64]:
    """(k, 4) lines cut to a frame, without those that miss it: Qt takes long over what is far outside."""
    start, along = lines[:, :2], lines[:, 2:] - lines[:, :2]
    low, high = np.array([-4.0, -4.0]), np.array([frame.width + 4.0, frame.height + 4.0])
    with np.errstate(divide="ignore", invalid="ignore"):
        first, second = (low - start) / along, (high - start) / along
    flat = along == 0
    outside = (flat & ((start < low) | (start > high))).any(1)
    enter = np.where(flat, 0.0, np.minimum(first, second)).max(1).clip(0.0)
    leave = np.where(flat, 1.0, np.maximum(first, second)).min(1).clip(None, 1.0)
    kept = (enter < leave) & ~outside
    start, along = start[kept], along[kept]
    return np.hstack([start + along * enter[kept][:, None], start + along * leave[kept][:, None]])


def _paths(scene: GraphScene, frame: Frame, edges: NDArray[Any]) -> tuple[QPainterPath, QPainterPath]:
    """The lines of edges, from rim to rim of their nodes, and their arrowheads."""
    graph = scene.graph
    source, target = graph.source[edges], graph.target[edges]
    start, end = frame.place(scene.positions[source]), frame.place(scene.positions[target])
    middle = frame.place(scene.controls(edges))
    loops = scene.loops[edges] >= 0
    if loops.any():
        shapes = frame.place(scene.polylines(edges[loops]).reshape(-1, 2)).reshape(int(loops.sum()), -1, 2)
        middle[loops] = shapes[:, -3]
    scale = frame.camera.scale
    leave = node_pixels(scene.sizes[source], scale) / 2 + 1
    arrive = node_pixels(scene.sizes[target], scale) / 2 + 2
    out, back = _unit(middle - start), _unit(middle - end)
    head = min(ARROW, max(3.0, ARROW * scale**0.6))
    tip = end + back * arrive[:, None]
    rim = tip + back * (head * 0.8)
    side = np.column_stack([-back[:, 1], back[:, 0]]) * head * 0.42
    wing = tip + back * head
    begin = start + out * leave[:, None]
    # an edge shorter than its arrow has none
    long = (np.sqrt(((end - start) ** 2).sum(1)) > leave + arrive + head) | loops
    lines, heads = QPainterPath(), QPainterPath()
    bent = (scene.bends[edges] != 0) | (scene.arched[edges] if scene.arched is not None else False)
    number = 0
    for i in range(len(edges)):
        if loops[i]:
            lines.addPolygon(QPolygonF([QPointF(x, y) for x, y in shapes[number].tolist()]))
            number += 1
        else:
            last = rim[i] if long[i] else end[i]
            lines.moveTo(*(begin[i] if long[i] else start[i]))
            if bent[i]:
                lines.quadTo(*middle[i], *last)
            else:
                lines.lineTo(*last)
        if long[i]:
            corners = (tip[i], wing[i] + side[i], wing[i] - side[i])
            heads.addPolygon(QPolygonF([QPointF(x, y) for x, y in corners]))
            heads.closeSubpath()
    return lines, heads


def _unit(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    length = np.maximum(np.sqrt((vectors * vectors).sum(1)), 1e-6)
    scaled: NDArray[np.float64] = vectors / length[:, None]
    return scaled
