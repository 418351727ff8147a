"""The signs before a line: each known by its form, so that no colour is needed to tell them apart."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from inspector.ui.lines.line import Mark
from inspector.ui.theme.theme import Theme

SIZE = 14
"""Pixels of a sign's square."""

_ROLES: dict[Mark, str] = {
    "error": "negative",
    "warning": "warning",
    "info": "info",
    "good": "positive",
    "absent": "muted",
}


def draw_mark(painter: QPainter, mark: Mark, place: QRectF, theme: Theme) -> None:
    """Draw a sign into the square ``place``."""
    if not mark:
        return
    colour, ground = theme.colour(_ROLES[mark]), theme.colour("panel")
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(place.center())
    painter.scale(place.width() / SIZE, place.height() / SIZE)
    _DRAW[mark](painter, colour, ground)
    painter.restore()


def _error(painter: QPainter, colour: QColor, ground: QColor) -> None:
    """A filled octagon with a cross."""
    cut = 2.8
    corners = [(-cut, -6.5), (cut, -6.5), (6.5, -cut), (6.5, cut), (cut, 6.5), (-cut, 6.5), (-6.5, cut), (-6.5, -cut)]
    _fill(painter, QPolygonF([QPointF(x, y) for x, y in corners]), colour)
    painter.setPen(_pen(ground, 1.8))
    painter.drawLine(QPointF(-2.4, -2.4), QPointF(2.4, 2.4))
    painter.drawLine(QPointF(-2.4, 2.4), QPointF(2.4, -2.4))


def _warning(painter: QPainter, colour: QColor, ground: QColor) -> None:
    """A filled triangle with an exclamation mark."""
    _fill(painter, QPolygonF([QPointF(0, -6.5), QPointF(7, 6), QPointF(-7, 6)]), colour)
    painter.setPen(_pen(ground, 1.7))
    painter.drawLine(QPointF(0, -2.2), QPointF(0, 1.6))
    painter.drawPoint(QPointF(0, 4.2))


def _info(painter: QPainter, colour: QColor, ground: QColor) -> None:
    """A ring with an i."""
    painter.setPen(_pen(colour, 1.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QPointF(0, 0), 6, 6)
    painter.setPen(_pen(colour, 1.7))
    painter.drawPoint(QPointF(0, -2.8))
    painter.drawLine(QPointF(0, -0.4), QPointF(0, 3))


def _good(painter: QPainter, colour: QColor, ground: QColor) -> None:
    """A tick."""
    painter.setPen(_pen(colour, 2))
    path = QPainterPath(QPointF(-5, 0.5))
    path.lineTo(-1.5, 4)
    path.lineTo(5, -4)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)


def _absent(painter: QPainter, colour: QColor, ground: QColor) -> None:
    """A broken ring."""
    pen = _pen(colour, 1.5)
    pen.setDashPattern([1.6, 2.2])
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QPointF(0, 0), 5, 5)


def _fill(painter: QPainter, shape: QPolygonF, colour: QColor) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon(shape)


def _pen(colour: QColor, width: float) -> QPen:
    pen = QPen(colour, width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen


_DRAW = {"error": _error, "warning": _warning, "info": _info, "good": _good, "absent": _absent}
