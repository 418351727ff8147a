"""How a scene is drawn: edges, then nodes, then labels, in batches, in steps between which others may run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF
from shiboken6 import wrapInstance

from inspector.ui.graph.badges import draw_badges
from inspector.ui.graph.camera import node_pixels
from inspector.ui.graph.frame import Frame
from inspector.ui.graph.marks import MARGIN, Marks
from inspector.ui.graph.scene import GraphScene
from inspector.ui.graph.texts import CANDIDATES, WIDEST, WIDEST_FAR, Room, Texts
from inspector.ui.theme.theme import Theme

FINE_EDGES = 1_500
"""Edges in view up to which each is drawn with its pattern, its bend and a full arrowhead."""
FINE_NODES = 4_000
"""Nodes in view up to which each shows its shape and status."""
HUB = 60
"""Edges of a node from which on each of them is drawn lighter."""
FAR_LABELS = 60
"""Labels that are tried where thousands of nodes are seen from far."""
SEEN_SHAPE = 6.0
"""Diameter in pixels from which a node shows its shape and its label stands close to others."""
ARROW = 7.5
_BATCH, _FINE_BATCH = 2_000, 150
_PATTERNS = {"dash": [5.0, 3.5], "dot": [1.2, 3.0]}


class ScenePainter:
    """Draws scenes in the colours of a theme."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self.marks = Marks(theme)
        self.texts = Texts(theme)
        self.labelled: set[int] = set()
        """Nodes whose labels stand in the last picture."""

    def forget(self) -> None:
        """Drop cached pictures, because the theme changed."""
        self.marks.forget()
        self.texts.forget()

    def steps(self, painter: QPainter, scene: GraphScene, frame: Frame) -> Iterator[None]:
        """Draw the whole picture; stops after every few milliseconds of work."""
        yield from self.picture(painter, scene, frame)
        yield from self.labels(painter, scene, frame)

    def picture(self, painter: QPainter, scene: GraphScene, frame: Frame) -> Iterator[None]:
        """Draw edges and nodes, without those that are being dragged."""
        edges = scene.edges_in(*frame.bounds(24))
        nodes = scene.nodes_in(*frame.bounds(48))
        if len(scene.lifted):
            edges = np.setdiff1d(edges, scene.edges_of(scene.lifted), assume_unique=True)
            nodes = np.setdiff1d(nodes, scene.lifted)
        yield
        if len(edges) <= FINE_EDGES:
            yield from self.fine_edges(painter, scene, frame, edges)
        else:
            yield from self._many_edges(painter, scene, frame, edges)
        yield from self.nodes(painter, scene, frame, nodes)
        yield from draw_badges(painter, self._theme, self.texts, scene, frame, nodes)

    def fine_edges(
        self, painter: QPainter, scene: GraphScene, frame: Frame, edges: NDArray[Any], strong: bool = False
    ) -> Iterator[None]:
        """Every edge with its pattern, bend and arrowhead; those of hubs lighter, or they would cover all else."""
        graph = scene.graph
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width = 2.0 if strong else float(np.clip(0.9 + 0.35 * frame.camera.scale, 1.0, 1.8))
        busiest = np.maximum(graph.degrees[graph.source[edges]], graph.degrees[graph.target[edges]])
        for code in np.unique(graph.edge_types[edges]).tolist():
            look = self._theme.edge(graph.edge_type_names[code])
            for hub in (True, False):
                chosen = edges[(graph.edge_types[edges] == code) & ((busiest > HUB) == hub)]
                colour = QColor(look.colour)
                colour.setAlphaF(1.0 if strong and not hub else _strength(len(edges)) * (0.4 if hub else 1.0))
                pen = QPen(colour, width)
                pen.setCapStyle(Qt.PenCapStyle.FlatCap)
                if look.line in _PATTERNS:
                    pen.setDashPattern(_PATTERNS[look.line])
                for start in range(0, len(chosen), _FINE_BATCH):
                    lines, heads = _paths(scene, frame, chosen[start : start + _FINE_BATCH])
                    painter.strokePath(lines, pen)
                    painter.fillPath(heads, colour)
                    yield

    def _many_edges(self, painter: QPainter, scene: GraphScene, frame: Frame, edges: NDArray[Any]) -> Iterator[None]:
        """Straight lines per type, many at once; bent ones and loops as several pieces."""
        graph = scene.graph
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, len(edges) <= 12_000)
        bent = ((scene.bends[edges] != 0) & (frame.camera.scale > 0.15)) | (scene.loops[edges] >= 0)
        codes = graph.edge_types[edges]
        for code in np.unique(codes).tolist():
            colour = QColor(self._theme.edge(graph.edge_type_names[code]).colour)
            colour.setAlphaF(_strength(len(edges)))
            painter.setPen(QPen(colour, 1.01))
            straight = edges[(codes == code) & ~bent]
            ends = scene.positions[graph.source[straight]], scene.positions[graph.target[straight]]
            yield from _lines(painter, np.hstack([frame.place(ends[0]), frame.place(ends[1])]))
            curved = scene.polylines(edges[(codes == code) & bent])
            pieces = np.concatenate([curved[:, :-1], curved[:, 1:]], axis=2).reshape(-1, 4)
            yield from _lines(painter, np.hstack([frame.place(pieces[:, :2]), frame.place(pieces[:, 2:])]))

    def nodes(self, painter: QPainter, scene: GraphScene, frame: Frame, nodes: NDArray[Any]) -> Iterator[None]:
        """Every node: with shape and status where there are few enough to see it, else as a dot of its colour."""
        graph = scene.graph
        diameters = node_pixels(scene.sizes[nodes], frame.camera.scale)
        points = frame.place(scene.positions[nodes])
        if len(nodes) > FINE_NODES or (len(nodes) and diameters.max() < SEEN_SHAPE):
            yield from self._dots(painter, scene, frame, nodes, points, diameters)
            return
        # the busiest last, so that they lie on top
        for at in np.argsort(-scene.importance[nodes], kind="stable").tolist():
            node, diameter = nodes[at], round(float(diameters[at]))
            picture = self.marks.picture(
                graph.type_names[graph.types[node]],
                int(graph.statuses[node]),
                bool(graph.placeholder[node]),
                diameter,
                frame.ratio,
            )
            reach = diameter / 2 + MARGIN
            painter.drawPixmap(QPointF(points[at, 0] - reach, points[at, 1] - reach), picture)
            if at % 40 == 39:
                yield
        yield

    def _dots(
        self,
        painter: QPainter,
        scene: GraphScene,
        frame: Frame,
        nodes: NDArray[Any],
        points: NDArray[Any],
        diameters: NDArray[Any],
    ) -> Iterator[None]:
        codes = scene.graph.types[nodes]
        for code in np.unique(codes).tolist():
            colour = self._theme.node_colour(scene.graph.type_names[code])
            mine = codes == code
            for size in np.unique(np.round(diameters[mine])).tolist():
                dot = self.marks.dot(colour, size, frame.ratio)
                at = points[mine & (np.round(diameters) == size)]
                fragments = np.zeros((len(at), 10))
                fragments[:, :2] = at
                fragments[:, 4:6] = dot.width(), dot.height()
                fragments[:, 6:8] = 1 / frame.ratio
                fragments[:, 9] = 1
                for start in range(0, len(fragments), _BATCH):
                    part = fragments[start : start + _BATCH]
                    painter.drawPixmapFragments(_first(part, QPainter.PixmapFragment), len(part), dot)
                    yield

    def labels(self, painter: QPainter, scene: GraphScene, frame: Frame) -> Iterator[None]:
        """Draw the labels that have room, those of important nodes first."""
        nodes = np.setdiff1d(scene.nodes_in(*frame.bounds(48)), scene.lifted)
        tried = nodes[np.argsort(scene.importance[nodes], kind="stable")][:CANDIDATES]
        tiny = len(tried) > 0 and node_pixels(scene.sizes[tried], frame.camera.scale).max() < SEEN_SHAPE * 1.5
        far = tiny and len(nodes) > CANDIDATES
        tried = tried[:FAR_LABELS] if far else tried
        points = frame.place(scene.positions[tried])
        diameters = node_pixels(scene.sizes[tried], frame.camera.scale)
        room = Room(frame.width, frame.height, frame.seen)
        if not far:
            room.take_discs(frame.place(scene.positions[nodes]), node_pixels(scene.sizes[nodes], frame.camera.scale))
        labels = [scene.graph.labels[node] for node in tried.tolist()]
        yield
        width = WIDEST if frame.camera.scale > 0.75 else WIDEST_FAR
        apart = 20.0 if far else 0.0
        placed = self.texts.place(room, labels, points, diameters, width, frame.ratio, apart=apart)
        self.labelled = set()
        for count, label in enumerate(placed):
            if label is not None:
                painter.drawPixmap(*label)
                self.labelled.add(int(tried[count]))
            if count % 8 == 7:
                yield


def _first(array: NDArray[np.float64], kind: type) -> Any:
    """The first of many Qt values that lie in an array, without a copy; the array must outlive it."""
    return wrapInstance(array.ctypes.data, kind)


def _strength(count: int) -> float:
    """Opacity of edges: the more there are, the lighter, so that structure shows."""
    return float(np.clip(0.78 * (150 / max(count, 1)) ** 0.28, 0.16, 0.72))


def _lines(painter: QPainter, lines: NDArray[np.float64]) -> Iterator[None]:
    lines = np.ascontiguousarray(lines)
    for start in range(0, len(lines), _BATCH):
        part = lines[start : start + _BATCH]
        painter.drawLines(_first(part, QLineF), len(part))
        yield


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
    bent = scene.bends[edges] != 0
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
