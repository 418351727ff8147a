"""The signs before the entries of a filter: the very marks and lines that are drawn in the picture."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainter, QPen

from inspector.graph.model import PLACEHOLDER
from inspector.graph.status import STATUSES
from inspector.ui.graph.drawing.marks import draw_mark
from inspector.ui.graph.side.entry_list import DrawSign
from inspector.ui.theme.theme import Theme

_DIAMETER = 13


def draw_type(theme: Theme, painter: QPainter, name: str, place: QRectF) -> None:
    """The mark of a node of this type, whatever its state."""
    draw_mark(painter, theme, name, STATUSES.index("none"), name == PLACEHOLDER, place.center(), _DIAMETER)


def draw_status(theme: Theme, painter: QPainter, name: str, place: QRectF) -> None:
    """The mark of a node in this state."""
    draw_mark(painter, theme, "task", STATUSES.index(name), False, place.center(), _DIAMETER)


def draw_edge(theme: Theme, painter: QPainter, name: str, place: QRectF) -> None:
    """A piece of an edge of this type."""
    pen = QPen(theme.edge_colour(name), 2)
    line = theme.edge(name).line
    if line != "solid":
        pen.setDashPattern([3, 2] if line == "dash" else [1, 1.6])
    painter.setPen(pen)
    middle = place.center().y()
    painter.drawLine(QLineF(QPointF(place.left(), middle), QPointF(place.right(), middle)))


def sign_of(theme: Theme, key: str) -> DrawSign:
    """What draws the signs of ``types``, ``statuses`` or ``edge_types``."""
    return partial({"types": draw_type, "statuses": draw_status, "edge_types": draw_edge}[key], theme)
