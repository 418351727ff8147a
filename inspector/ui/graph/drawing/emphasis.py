"""What is drawn over the picture, live: the selection with its neighbours, what is pointed at, what a search found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from inspector.ui.graph.drawing.badges import draw_badges
from inspector.ui.graph.drawing.camera import node_pixels
from inspector.ui.graph.drawing.edge_names import draw_edge_names
from inspector.ui.graph.drawing.edges import FINE_EDGES, draw_edges, fine_edges
from inspector.ui.graph.drawing.frame import Frame
from inspector.ui.graph.drawing.paint import ScenePainter
from inspector.ui.graph.drawing.scene import GraphScene
from inspector.ui.graph.drawing.texts import WIDEST, Room
from inspector.ui.graph.picture.chosen import Chosen
from inspector.ui.theme.theme import Theme

VEIL = 192
"""Opacity (of 255) of the ground that lies over everything beside the selection."""
MOST = 400
"""Neighbours and found nodes that are drawn live, the most important first."""
FOUND_LABELS, HOVER_EDGES = 60, 80
"""Found nodes that are labelled, and edges that light up under the pointer."""
FAINT_RING = 120
"""Opacity (of 255) of the rings of what was found, beside a selection."""
STRONG_LABELS = 12
"""Selected nodes up to which each is named in any case; of more, those that have room."""
EDGE_NAMES = 14
"""Edges of a selection up to which their types are written on them."""


@dataclass(frozen=True, eq=False)
class Emphasis:
    """What stands out."""

    chosen: Chosen = field(default_factory=Chosen)
    """What is selected."""
    highlight: tuple[NDArray[np.bool_], NDArray[np.bool_]] | None = None
    """Nodes (n,) and edges (m,) of an answer or a path: they stand out whatever is selected."""
    hovered: int | None = None
    """The node under the pointer."""
    hovered_edge: int | None = None
    """The edge under the pointer."""
    found: NDArray[Any] = field(default_factory=lambda: np.zeros(0, np.intp))
    """Nodes that a search found."""
    labelled: frozenset[int] = frozenset()
    """Nodes whose labels stand in the picture below: they are not written a second time."""

    @property
    def dims(self) -> bool:
        """Whether something stands out so that the rest is dimmed."""
        return self.highlight is not None or not self.chosen.nothing


def standing_out(scene: GraphScene, what: Emphasis) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Nodes to ring, nodes that stay strong (those too) and edges that stay strong.

    A lone node keeps what it is joined to, several what joins them; with a highlight that alone is kept.
    """
    graph, chosen = scene.graph, what.chosen
    ringed, edges = chosen.nodes, np.zeros(0, np.intp)
    if chosen.edge is not None:
        edges = np.array([chosen.edge])
        ringed = np.unique(np.concatenate([graph.source[edges], graph.target[edges]])).astype(np.intp)
    if what.highlight is not None:
        lit, paths = what.highlight
        nodes = np.union1d(ringed, np.flatnonzero(lit & scene.show_nodes))
        return ringed, nodes, np.union1d(edges, np.flatnonzero(paths & scene.show_edges))
    if len(chosen.nodes) == 1:
        nodes, edges = scene.neighbourhood(int(chosen.nodes[0]))
        return ringed, nodes, edges
    if len(chosen.nodes):
        among = np.zeros(len(graph), bool)
        among[chosen.nodes] = True
        edges = np.flatnonzero(scene.show_edges & among[graph.source] & among[graph.target])
    return ringed, ringed, edges


def selection_steps(
    painter: QPainter, with_: ScenePainter, theme: Theme, scene: GraphScene, frame: Frame, what: Emphasis
) -> Iterator[None]:
    """Dim everything, and draw the selection and what it is joined to over it."""
    if not what.dims:
        return
    ringed, nodes, edges = standing_out(scene, what)
    veil = QColor(theme.colour("background"))
    veil.setAlpha(VEIL)
    painter.fillRect(QRectF(0, 0, frame.width, frame.height), veil)
    # every node is drawn, whatever their number; only so many are named
    seen = np.intersect1d(edges, scene.edges_in(*frame.bounds(24)), assume_unique=True)
    if len(seen) <= FINE_EDGES:
        yield from fine_edges(painter, theme, scene, frame, seen, strong=True)
    else:
        yield from draw_edges(painter, theme, scene, frame, seen)
    yield from with_.nodes(painter, scene, frame, _visible(scene, frame, nodes))
    yield from draw_badges(painter, theme, with_.texts, scene, frame, _visible(scene, frame, nodes))
    room = Room(frame.width, frame.height, frame.seen)
    ringed, named = _seen(scene, frame, ringed), _seen(scene, frame, nodes)
    _rings(painter, theme.colour("accent"), scene, frame, ringed, 2.5 if len(ringed) <= STRONG_LABELS else 1.3)
    room.take_discs(frame.place(scene.positions[named]), node_pixels(scene.sizes[named], frame.camera.scale))
    few = len(ringed) <= STRONG_LABELS
    yield from _labels(painter, with_, scene, frame, ringed, room, strong=few)
    if len(edges) <= EDGE_NAMES:
        draw_edge_names(painter, theme, with_.texts, scene, frame, edges, room, forced=len(edges) == 1)
    yield from _labels(painter, with_, scene, frame, np.setdiff1d(named, ringed), room)


def draw_pointed_at(
    painter: QPainter, with_: ScenePainter, theme: Theme, scene: GraphScene, frame: Frame, what: Emphasis
) -> None:
    """Draw what changes with the pointer or a search: found nodes ringed, the node pointed at with its edges."""
    if len(scene.lifted):
        _run(fine_edges(painter, theme, scene, frame, _capped(scene.edges_of(scene.lifted)), strong=True))
        _run(with_.nodes(painter, scene, frame, scene.lifted))
    room = Room(frame.width, frame.height, frame.seen)
    found = _seen(scene, frame, what.found)
    if len(found):
        ring = QColor(theme.colour("accent"))
        # many rings would be all that is seen, and beside a selection they are not what is looked at
        ring.setAlpha(FAINT_RING if what.dims else 255)
        _rings(painter, ring, scene, frame, found, 2.0 if len(found) <= FOUND_LABELS else 1.0)
        # beside a selection the rings say enough: its own labels need the room
        if not what.dims:
            room.take_discs(frame.place(scene.positions[found]), node_pixels(scene.sizes[found], frame.camera.scale))
            unsaid = np.array([node for node in found[:FOUND_LABELS].tolist() if node not in what.labelled], np.intp)
            _run(_labels(painter, with_, scene, frame, unsaid, room))
    if what.hovered_edge is not None and what.hovered_edge != what.chosen.edge:
        edge = np.array([what.hovered_edge])
        _run(fine_edges(painter, theme, scene, frame, edge, strong=True))
        draw_edge_names(painter, theme, with_.texts, scene, frame, edge, room, forced=True)
    if what.hovered is not None and what.hovered not in what.chosen.nodes:
        hovered = np.array([what.hovered])
        if not what.dims:
            beside = scene.neighbourhood(what.hovered)[1][:HOVER_EDGES]
            _run(fine_edges(painter, theme, scene, frame, beside, strong=True))
            _run(with_.nodes(painter, scene, frame, hovered))
        _rings(painter, theme.colour("text"), scene, frame, hovered, 1.5)
        _run(_labels(painter, with_, scene, frame, hovered, room, strong=True))


def _capped(edges: NDArray[Any]) -> NDArray[Any]:
    return edges[: 2 * MOST]


def _visible(scene: GraphScene, frame: Frame, nodes: NDArray[Any]) -> NDArray[Any]:
    """Those of the nodes that are in view."""
    if not len(nodes):
        return nodes
    left, top, right, bottom = frame.bounds(40)
    x, y = scene.positions[nodes, 0], scene.positions[nodes, 1]
    return nodes[scene.show_nodes[nodes] & (x >= left) & (x <= right) & (y >= top) & (y <= bottom)]


def _seen(scene: GraphScene, frame: Frame, nodes: NDArray[Any]) -> NDArray[Any]:
    """Those of the nodes that are in view, the most important first."""
    seen = _visible(scene, frame, nodes)
    return seen[np.argsort(scene.importance[seen], kind="stable")][:MOST]


def _run(steps: Iterator[None]) -> None:
    for _ in steps:
        pass


def _rings(
    painter: QPainter, colour: QColor, scene: GraphScene, frame: Frame, nodes: NDArray[Any], width: float
) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    diameters = np.maximum(node_pixels(scene.sizes[nodes], frame.camera.scale), 5.0)
    for (x, y), diameter in zip(frame.place(scene.positions[nodes]).tolist(), diameters.tolist(), strict=True):
        radius = diameter / 2 * 1.2 + 3
        painter.drawEllipse(QPointF(x, y), radius, radius)


def _labels(
    painter: QPainter,
    with_: ScenePainter,
    scene: GraphScene,
    frame: Frame,
    nodes: NDArray[Any],
    room: Room,
    strong: bool = False,
) -> Iterator[None]:
    points = frame.place(scene.positions[nodes])
    diameters = np.maximum(node_pixels(scene.sizes[nodes], frame.camera.scale), 5.0) + (8 if strong else 0)
    labels = [scene.graph.labels[node] for node in nodes.tolist()]
    for label in with_.texts.place(room, labels, points, diameters, WIDEST, frame.ratio, strong):
        if label is not None:
            painter.drawPixmap(*label)
        yield
