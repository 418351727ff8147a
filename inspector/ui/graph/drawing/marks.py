"""How one node looks: its shape by kind, its colour by type, its status by fill, ring and sign, its glyph close by."""

from __future__ import annotations

from math import cos, pi, sin

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from inspector.graph.status import STATUSES
from inspector.ui.theme.theme import Theme

GLYPH_FROM = 19
"""Diameter in pixels from which the glyph of a type is drawn."""
MARGIN = 4
"""Room around a node in its picture, for rings and badges."""

_POLYGONS = {"diamond": (4, 0.0, 1.14), "square": (4, pi / 4, 1.22), "octagon": (8, pi / 8, 1.04)}
_POLYGONS |= {"hexagon": (6, pi / 6, 1.06), "triangle": (3, 0.0, 1.2)}


class Marks:
    """Pictures of nodes by type, status and size, made when first asked for."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._made: dict[tuple[str, int, bool, int, float], QPixmap] = {}
        self._dots: dict[tuple[int, float, float], QPixmap] = {}

    def forget(self) -> None:
        """Drop all pictures, because the theme changed."""
        self._made.clear()
        self._dots.clear()

    def dot(self, colour: QColor, diameter: float, ratio: float) -> QPixmap:
        """A plain round dot, in device pixels, for nodes seen from far."""
        key = (colour.rgba(), diameter, ratio)
        if key not in self._dots:
            side = max(2, round((diameter + 1) * ratio))
            picture = QPixmap(side, side)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            painter.drawEllipse(QPointF(side / 2, side / 2), diameter * ratio / 2, diameter * ratio / 2)
            painter.end()
            self._dots[key] = picture
        return self._dots[key]

    def picture(self, type: str, status: int, missing: bool, diameter: int, ratio: float) -> QPixmap:
        """The picture of a node ``diameter`` pixels wide, MARGIN wider on each side, for a device pixel ratio."""
        key = (type, status, missing, diameter, ratio)
        if key not in self._made:
            side = diameter + 2 * MARGIN
            picture = QPixmap(round(side * ratio), round(side * ratio))
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            draw_mark(painter, self._theme, type, status, missing, QPointF(side / 2, side / 2), diameter)
            painter.end()
            self._made[key] = picture
        return self._made[key]


def outline(shape: str, middle: QPointF, diameter: float) -> QPainterPath:
    """The outline of a shape about as large as a circle of this diameter."""
    path = QPainterPath()
    sides = _POLYGONS.get(shape)
    if sides is None:
        path.addEllipse(middle, diameter / 2, diameter / 2)
        return path
    corners, turn, grow = sides
    radius = diameter / 2 * grow
    angles = [2 * pi * i / corners + turn for i in range(corners)]
    points = [QPointF(middle.x() + radius * sin(a), middle.y() - radius * cos(a)) for a in angles]
    path.addPolygon(QPolygonF(points))
    path.closeSubpath()
    return path


def draw_mark(
    painter: QPainter, theme: Theme, type: str, status: int, missing: bool, middle: QPointF, diameter: float
) -> None:
    """Draw one node, with ``middle`` and ``diameter`` in the painter's pixels."""
    look, state = theme.node(type), theme.status(STATUSES[status])
    colour = theme.colour("muted") if missing else QColor(look.colour)
    ground = theme.colour("background")
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    faint = state.faint and not missing
    line = max(1.4, diameter * 0.11)
    shape = outline(look.shape, middle, diameter - (line if state.ring != "none" or missing else 0))
    fill = "none" if missing else state.fill
    if faint:
        colour = _between(colour, ground, 0.5)
    painter.fillPath(shape, ground if fill != "full" else colour)
    if fill == "half":
        painter.save()
        painter.setClipPath(shape)
        painter.fillRect(QRectF(middle.x() - diameter, middle.y(), 2 * diameter, diameter), colour)
        painter.restore()
    ring = "dotted" if missing else state.ring
    if ring != "none":
        painter.strokePath(shape, _ring(ring, QColor(state.colour) if ring == "broken" else colour, line))
    if diameter >= GLYPH_FROM:
        ink = ground if fill == "full" else theme.colour("text") if fill == "half" else colour
        _glyph(painter, "?" if missing else look.glyph, ink, middle, diameter, ground if fill == "half" else None)
    if state.mark != "none" and not missing:
        _sign(painter, state.mark, colour, ground, middle, diameter)
    painter.restore()


def _between(first: QColor, second: QColor, share: float) -> QColor:
    channels = ((first.red(), second.red()), (first.green(), second.green()), (first.blue(), second.blue()))
    return QColor(*(round(a + (b - a) * share) for a, b in channels))


def _ring(kind: str, colour: QColor, line: float) -> QPen:
    pen = QPen(colour, line * (1.5 if kind == "broken" else 1.0))
    if kind == "broken":
        pen.setDashPattern([2.2, 1.1])
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    elif kind == "dotted":
        pen.setDashPattern([0.1, 1.9])
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    return pen


def _glyph(painter: QPainter, glyph: str, ink: QColor, middle: QPointF, diameter: float, halo: QColor | None) -> None:
    font = QFont(painter.font())
    font.setPixelSize(max(8, round(diameter * (0.46 if len(glyph) < 2 else 0.38))))
    font.setWeight(QFont.Weight.DemiBold)
    path = QPainterPath()
    path.addText(0, 0, font, glyph)
    box = path.boundingRect()
    path.translate(middle.x() - box.center().x(), middle.y() - box.center().y())
    if halo is not None:
        painter.strokePath(path, QPen(halo, max(2.0, diameter * 0.09), Qt.PenStyle.SolidLine))
    painter.fillPath(path, ink)


def _sign(painter: QPainter, mark: str, colour: QColor, ground: QColor, middle: QPointF, diameter: float) -> None:
    """A tick, stroke or question mark: over the whole of a small node, as a badge at the corner of a large one."""
    large = diameter >= GLYPH_FROM
    if mark == "strike":
        reach = diameter * 0.62
        start, end = QPointF(middle.x() - reach, middle.y() + reach), QPointF(middle.x() + reach, middle.y() - reach)
        painter.setPen(QPen(ground, max(3.0, diameter * 0.2)))
        painter.drawLine(start, end)
        painter.setPen(QPen(colour, max(1.4, diameter * 0.09), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(start, end)
        return
    size = diameter * (0.5 if large else 0.86)
    at = QPointF(middle.x() + diameter * 0.4, middle.y() - diameter * 0.36) if large else middle
    if large:
        painter.setPen(QPen(ground, 1.5))
        painter.setBrush(QBrush(colour))
        painter.drawEllipse(at, size * 0.54, size * 0.54)
    ink = ground if large else colour
    if mark == "tick":
        pen = QPen(ink, max(1.3, size * 0.15), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        tick = [(-0.24, 0.02), (-0.06, 0.2), (0.26, -0.18)]
        painter.drawPolyline(QPolygonF([QPointF(at.x() + size * x, at.y() + size * y) for x, y in tick]))
    else:
        _glyph(painter, "?", ink, at, size * 1.5, None)
