"""How clusters are drawn: a disc with its number of nodes, a ring of the types in it, bundles of edges, a name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from inspector.graph.clusters import Clusters
from inspector.ui.graph.drawing.crowd import OPEN, Crowd
from inspector.ui.graph.drawing.frame import Frame
from inspector.ui.graph.drawing.texts import WIDEST, Room, Texts
from inspector.ui.theme.theme import Theme

MOST_BUNDLES = 500
"""Bundles that are drawn, those of most edges first; the others would hide them."""
RING = 3.5
_WIDE = 18.0
_MIDDLE = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip)
_BATCH = 12


def draw_bundles(painter: QPainter, theme: Theme, crowd: Crowd, frame: Frame) -> Iterator[None]:
    """Lines between clusters, thicker for more edges."""
    yield from crowd.prepare(frame.camera.scale)
    clusters, bundles = crowd.clusters(frame.camera.scale), crowd.bundles(frame.camera.scale)
    seen = _near(clusters, frame, np.arange(len(clusters)))
    inside = np.zeros(len(clusters), bool)
    inside[seen] = True
    chosen = np.flatnonzero(inside[bundles.ends].any(1))[:MOST_BUNDLES]
    points = frame.place(clusters.positions)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    most = max(int(bundles.weights[chosen].max(initial=1)), 2)
    # the thin ones first, so that the strong ones lie on top
    for number, which in enumerate(chosen[::-1].tolist()):
        share = float(np.log(bundles.weights[which] + 1) / np.log(most + 1))
        colour = QColor(theme.colour("muted"))
        colour.setAlphaF(0.1 + 0.35 * share)
        painter.setPen(QPen(colour, 0.8 + 4.5 * share**2))
        (x, y), (to_x, to_y) = points[bundles.ends[which]].tolist()
        painter.drawLine(QPointF(x, y), QPointF(to_x, to_y))
        if number % _BATCH == 0:
            yield
    yield


def opened(crowd: Crowd, frame: Frame) -> NDArray[Any]:
    """Nodes of clusters so small that they are drawn themselves."""
    clusters = crowd.clusters(frame.camera.scale)
    small = np.append(clusters.counts <= OPEN, False)
    return np.flatnonzero(small[clusters.of_node])


def draw_bubbles(painter: QPainter, theme: Theme, texts: Texts, crowd: Crowd, frame: Frame) -> Iterator[None]:
    """The discs with their numbers, the largest first, so that small ones lie on top."""
    clusters = crowd.clusters(frame.camera.scale)
    points, radii = frame.place(clusters.positions), crowd.radii(clusters, frame.camera.scale)
    chosen = _near(clusters, frame, np.flatnonzero(clusters.counts > OPEN))
    names = crowd.type_names
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    font = texts.font()
    for number, which in enumerate(chosen[np.argsort(-clusters.counts[chosen], kind="stable")].tolist()):
        middle, radius = QPointF(*points[which].tolist()), float(radii[which])
        _disc(painter, theme, middle, radius, names, clusters.types[which])
        painter.setFont(font)
        painter.setPen(theme.colour("text"))
        box = QRectF(middle.x() - radius * 2, middle.y() - radius, radius * 4, radius * 2)
        painter.drawText(box, _MIDDLE, short(int(clusters.counts[which]), wide=radius > _WIDE))
        if number % _BATCH == _BATCH - 1:
            yield
    yield


def draw_names(painter: QPainter, texts: Texts, crowd: Crowd, frame: Frame) -> Iterator[None]:
    """The names of clusters, under or beside them where there is room, those of large ones first."""
    yield from crowd.prepare(frame.camera.scale)
    clusters = crowd.clusters(frame.camera.scale)
    radii = crowd.radii(clusters, frame.camera.scale)
    chosen = _near(clusters, frame, np.flatnonzero(clusters.counts > OPEN))
    chosen = chosen[np.argsort(-clusters.counts[chosen], kind="stable")]
    points = frame.place(clusters.positions[chosen])
    room = Room(frame.width, frame.height, frame.seen)
    # the number in the middle of a disc stays free, its rim may be written over
    room.take_discs(points, 2 * radii[chosen], kept=0)
    room.take_discs(points, np.minimum(2 * radii[chosen], 22.0))
    labels = [clusters.names[which] for which in chosen.tolist()]
    placed = texts.place(room, labels, points, 2 * radii[chosen], WIDEST, frame.ratio, over=len(labels))
    for number, label in enumerate(placed):
        if label is not None:
            painter.drawPixmap(*label)
        if number % 3 == 2:
            yield


def short(count: int, wide: bool = True) -> str:
    """A count that fits into a disc, a ``wide`` one or not: "812", "4,812" or "4.8k", "12.4k"."""
    if count < (10_000 if wide else 1_000):
        return f"{count:,}"
    return f"{count / 1000:.1f}k" if count < 100_000 else f"{count // 1000:,}k"


def _near(clusters: Clusters, frame: Frame, among: NDArray[Any]) -> NDArray[Any]:
    left, top, right, bottom = frame.bounds(60)
    x, y = clusters.positions[among, 0], clusters.positions[among, 1]
    return among[(x >= left) & (x <= right) & (y >= top) & (y <= bottom)]


def _disc(
    painter: QPainter, theme: Theme, middle: QPointF, radius: float, names: tuple[str, ...], types: NDArray[Any]
) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("raised"))
    painter.drawEllipse(middle, radius, radius)
    box = QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius).adjusted(1, 1, -1, -1)
    start, whole = 90.0 * 16, int(types.sum())
    for code in np.argsort(-types, kind="stable")[: np.count_nonzero(types)].tolist():
        span = -360.0 * 16 * int(types[code]) / whole
        pen = QPen(theme.node_colour(names[code]), RING)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        painter.drawArc(box, round(start), round(span))
        start += span
