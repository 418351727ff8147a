"""How a scene is drawn: edges, then nodes, then labels, in batches, in steps between which others may run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from inspector.ui.graph.describe import weighs
from inspector.ui.graph.drawing.badges import draw_badges
from inspector.ui.graph.drawing.bubbles import draw_bubbles, draw_bundles, draw_names, opened
from inspector.ui.graph.drawing.camera import node_pixels
from inspector.ui.graph.drawing.crowd import Crowd
from inspector.ui.graph.drawing.edge_names import MOST_NAMED, NAMED_FROM, draw_edge_names
from inspector.ui.graph.drawing.edges import draw_edges, first_of
from inspector.ui.graph.drawing.frame import PREVIEW, Frame
from inspector.ui.graph.drawing.marks import MARGIN, Marks
from inspector.ui.graph.drawing.scene import LOOP, GraphScene
from inspector.ui.graph.drawing.texts import CANDIDATES, WIDEST, WIDEST_FAR, Room, Texts
from inspector.ui.theme.theme import Theme

FINE_NODES = 4_000
"""Nodes in view up to which each shows its shape and status."""
SLOW_EDGES = 5_000
"""Edges of a graph from which its nodes are shown before them."""
FAR_LABELS = 60
"""Labels that are tried where thousands of nodes are seen from far."""
LEADING = 24
"""Nodes in view that are named in any case but over each other: where they stand too close, over lesser ones."""
CROWDED = 300
"""Nodes in view from which labels may hide lesser nodes."""
SEEN_SHAPE = 6.0
"""Diameter in pixels from which a node shows its shape and its label stands close to others."""
_BATCH = 2_000


class ScenePainter:
    """Draws scenes in the colours of a theme."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self.marks = Marks(theme)
        self.texts = Texts(theme)
        self._crowd: tuple[GraphScene, Crowd] | None = None
        self.labelled: set[int] = set()
        """Nodes whose labels stand in the last picture."""

    def forget(self) -> None:
        """Drop cached pictures, because the theme changed."""
        self.marks.forget()
        self.texts.forget()

    def steps(self, painter: QPainter, scene: GraphScene, frame: Frame) -> Iterator[None]:
        """Draw every node with edges and labels, however many; stops after every few milliseconds of work."""
        yield from self._plain_picture(painter, scene, frame)
        yield from self._plain_labels(painter, scene, frame)

    def crowd(self, scene: GraphScene) -> Crowd:
        """What is drawn of a scene when it is too full."""
        if self._crowd is None or self._crowd[0] is not scene:
            self._crowd = scene, Crowd(scene)
        return self._crowd[1]

    def picture(self, painter: QPainter, scene: GraphScene, frame: Frame) -> Iterator[object]:
        """Draw edges and nodes, without those that are being dragged; clusters where there are too many."""
        crowd = self.crowd(scene)
        if crowd.takes_over(frame):
            yield from draw_bundles(painter, self._theme, crowd, frame)
            yield from self.nodes(painter, scene, frame, opened(crowd, frame))
            yield from draw_bubbles(painter, self._theme, self.texts, crowd, frame)
        else:
            if scene.graph.edge_count > SLOW_EDGES:
                yield from self._preview(painter, scene, frame)
            yield from self._plain_picture(painter, scene, frame)

    def _preview(self, painter: QPainter, scene: GraphScene, frame: Frame) -> Iterator[object]:
        """The nodes as dots, at once: edges take longest."""
        nodes = scene.nodes_in(*frame.bounds())
        diameters = node_pixels(scene.sizes[nodes], frame.camera.scale)
        yield from self._dots(painter, scene, frame, nodes, frame.place(scene.positions[nodes]), diameters)
        yield PREVIEW
        painter.fillRect(QRectF(0, 0, frame.width, frame.height), self._theme.colour("background"))

    def _plain_picture(self, painter: QPainter, scene: GraphScene, frame: Frame) -> Iterator[None]:
        edges = scene.edges_in(*frame.bounds(24))
        nodes = scene.nodes_in(*frame.bounds(48))
        if len(scene.lifted):
            edges = np.setdiff1d(edges, scene.edges_of(scene.lifted), assume_unique=True)
            nodes = np.setdiff1d(nodes, scene.lifted)
        yield
        yield from draw_edges(painter, self._theme, scene, frame, edges)
        yield from self.nodes(painter, scene, frame, nodes)
        yield from draw_badges(painter, self._theme, self.texts, scene, frame, nodes)

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
            if at % 25 == 24:
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
                    painter.drawPixmapFragments(first_of(part, QPainter.PixmapFragment), len(part), dot)
                    yield

    def labels(self, painter: QPainter, scene: GraphScene, frame: Frame) -> Iterator[None]:
        """Draw the labels that have room, those of important nodes first."""
        if self.crowd(scene).takes_over(frame):
            self.labelled = set()
            yield from draw_names(painter, self.texts, self.crowd(scene), frame)
        else:
            yield from self._plain_labels(painter, scene, frame)

    def _plain_labels(self, painter: QPainter, scene: GraphScene, frame: Frame) -> Iterator[None]:
        nodes = np.setdiff1d(scene.nodes_in(*frame.bounds(48)), scene.lifted)
        tried = nodes[np.argsort(scene.importance[nodes], kind="stable")][:CANDIDATES]
        tiny = len(tried) > 0 and node_pixels(scene.sizes[tried], frame.camera.scale).max() < SEEN_SHAPE * 1.5
        far = tiny and len(nodes) > CANDIDATES
        tried = tried[:FAR_LABELS] if far else tried
        points = frame.place(scene.positions[tried])
        diameters = node_pixels(scene.sizes[tried], frame.camera.scale)
        room = Room(frame.width, frame.height, frame.seen)
        if not far:
            rest = np.setdiff1d(nodes, tried[:LEADING], assume_unique=True)
            _take(room, scene, frame, np.concatenate([tried[:LEADING], rest]))
        labels = [scene.graph.labels[node] for node in tried.tolist()]
        yield
        width = WIDEST if frame.camera.scale > 0.75 else WIDEST_FAR
        apart, over = 20.0 if far else 0.0, LEADING if len(nodes) > CROWDED else 0
        placed = self.texts.place(room, labels, points, diameters, width, frame.ratio, apart=apart, over=over)
        self.labelled = set()
        for count, label in enumerate(placed):
            if label is not None:
                painter.drawPixmap(*label)
                self.labelled.add(int(tried[count]))
            if count % 3 == 2:
                yield
        if frame.camera.scale >= NAMED_FROM or weighs(scene.graph):
            edges = scene.edges_in(*frame.bounds())
            if len(edges) <= MOST_NAMED:
                draw_edge_names(painter, self._theme, self.texts, scene, frame, edges, room)


def _take(room: Room, scene: GraphScene, frame: Frame, nodes: NDArray[Any]) -> None:
    """Keep labels off nodes, and off self-loops; where there is no room, all but the leading ones may be hidden."""
    looped = scene.positions[scene.graph.source[(scene.loops >= 0) & scene.show_edges]] - (0, 0.75 * LOOP)
    room.take_discs(frame.place(looped), np.full(len(looped), LOOP * frame.camera.scale), kept=0)
    sizes = node_pixels(scene.sizes[nodes], frame.camera.scale)
    room.take_discs(frame.place(scene.positions[nodes]), sizes, kept=LEADING)
