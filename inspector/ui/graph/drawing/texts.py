"""Which labels have room, where they stand, and what they look like: no label covers another or a node."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetricsF, QPainter, QPixmap

from inspector.ui.labels import one_line
from inspector.ui.theme.theme import Theme

WIDEST, WIDEST_FAR = 132.0, 104.0
"""Widest line of a label, pixels: close by, and where the whole graph is seen."""
NARROW = 78.0
"""Widest line of a label that has no room on two lines, and gets one."""
FONT_PIXELS = 11
CANDIDATES = 500
"""Labels that are tried, most important first."""
_CELL = 6
"""Width and height of the cells in which free room is kept, pixels."""
_LESSER, _TAKEN = 1, 2
_AROUND = [(1.6 * x, 1.6 * y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
_MIDDLE = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine)
_CACHE = 4_000
_PADDING = 3.0


class Room:
    """Which cells of a picture are taken; ``seen`` is the share of its width and height that is not margin."""

    def __init__(self, width: float, height: float, seen: float = 1.0) -> None:
        aside, above = width * (1 - seen) / 2, height * (1 - seen) / 2
        self._seen = QRectF(aside, above, width * seen, height * seen)
        self._taken = np.zeros((int(height) // _CELL + 2, int(width) // _CELL + 2), np.int8)

    def take_discs(self, points: NDArray[Any], diameters: NDArray[Any], kept: int | None = None) -> None:
        """Take the squares around nodes, so that no label hides one; where need be, those after the first ``kept`` may
        be hidden.
        """
        rows, columns = self._taken.shape
        # a little less than they are, or the cells at the rim would keep a node's own label away
        diameters = np.maximum(diameters - _CELL, 1.0)
        low = np.clip(((points - diameters[:, None] / 2) // _CELL).astype(int), 0, (columns - 1, rows - 1))
        high = np.clip(((points + diameters[:, None] / 2) // _CELL).astype(int), 0, (columns - 1, rows - 1))
        first = len(points) if kept is None else kept
        self._fill(low[first:], high[first:], _LESSER)
        self._fill(low[:first], high[:first], _TAKEN)

    def _fill(self, low: NDArray[Any], high: NDArray[Any], level: int) -> None:
        """Take many boxes of cells at once: most are one or two cells wide."""
        if not len(low):
            return
        for right, down in np.ndindex(*(high - low + 1).max(0).tolist()):
            at = low + np.array([right, down])
            inside = at[(at <= high).all(1)]
            self._taken[inside[:, 1], inside[:, 0]] = level

    def crosses_border(self, box: QRectF, x: float, y: float) -> bool:
        """Whether a box would be cut off at the border of what is seen, though its node at (x, y) is not."""
        return self._seen.contains(x, y) and not self._seen.contains(box)

    def take(self, box: QRectF, force: bool = False, over: bool = False) -> bool:
        """Take a box if all of it is free and inside, or in any case; ``over`` lesser nodes counts as free. Tells
        whether it was taken.
        """
        rows, columns = self._taken.shape
        left, right = int(box.left()) // _CELL, int(box.right()) // _CELL
        top, bottom = int(box.top()) // _CELL, int(box.bottom()) // _CELL
        inside = left >= 0 and top >= 0 and right < columns and bottom < rows
        area = self._taken[max(top, 0) : bottom + 1, max(left, 0) : right + 1]
        if not force and (not inside or (area > (_LESSER if over else 0)).any()):
            return False
        area[:] = _TAKEN
        return True


@dataclass(frozen=True)
class _Lines:
    texts: tuple[str, ...]
    """The lines."""
    size: QSizeF
    """Size of all with their ground, pixels."""
    spacing: float
    """Height of a line, pixels."""


class Texts:
    """Labels as pictures, made when first needed."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._made: dict[tuple[str, float, bool, float], QPixmap] = {}
        self._sizes: dict[tuple[str, float, bool], _Lines] = {}
        self._fonts: dict[bool, QFontMetricsF] = {}

    def forget(self) -> None:
        """Drop all pictures, because the theme changed."""
        self._made.clear()
        self._sizes.clear()
        self._fonts.clear()

    def font(self, strong: bool = False) -> QFont:
        """The font of labels."""
        font = self._theme.font("dense")
        font.setPixelSize(max(FONT_PIXELS, QFontInfo(font).pixelSize() - 1) + strong)
        if strong:
            font.setWeight(QFont.Weight.DemiBold)
        return font

    def place(
        self,
        room: Room,
        labels: Sequence[str],
        points: NDArray[Any],
        diameters: NDArray[Any],
        width: float,
        ratio: float,
        strong: bool = False,
        apart: float = 0.0,
        over: int = 0,
    ) -> Iterator[tuple[QPointF, QPixmap] | None]:
        """For each label its corner and picture, or None when it has no room; all have room if they are ``strong``.

        A label stands under, over or beside its node, on one short line if two do not fit; ``apart`` pixels around it
        are kept free of others. The first ``over`` may hide lesser nodes rather than be left out.
        """
        for number, (text, at, diameter) in enumerate(
            zip(labels, points.tolist(), diameters.tolist(), strict=True),
        ):
            ways = [(width, False)] if strong else [(width, False), (NARROW, False)] + [(width, True)] * (number < over)
            for wide, hiding in ways:
                size = self._measured(text, wide, strong).size
                corner = _corner(room, size, at, diameter / 2 + 2, strong, apart, hiding)
                if corner is not None:
                    yield QPointF(round(corner.x()), round(corner.y())), self.picture(text, wide, strong, ratio)
                    break
            else:
                yield None

    def picture(self, text: str, width: float, strong: bool, ratio: float) -> QPixmap:
        """A label of at most two lines (four, if it is ``strong``) with a rim that keeps it legible over edges."""
        key = (text, width, strong, ratio)
        found = self._made.get(key)
        if found is None:
            if len(self._made) > _CACHE:
                self._made.clear()
            found = self._made[key] = self._drawn(self._measured(text, width, strong), strong, ratio)
        return found

    def _measured(self, text: str, width: float, strong: bool) -> _Lines:
        key = (text, width, strong)
        found = self._sizes.get(key)
        if found is None:
            if len(self._sizes) > 4 * _CACHE:
                self._sizes.clear()
            metrics = self._metrics(strong)
            lines = wrapped(one_line(text), metrics, width * (1.5 if strong else 1.0), _most_lines(width, strong))
            widest = max((metrics.horizontalAdvance(line) for line in lines), default=0.0) + 2 * _PADDING
            size = QSizeF(widest, metrics.lineSpacing() * len(lines) + 1)
            found = self._sizes[key] = _Lines(tuple(lines), size, metrics.lineSpacing())
        return found

    def _metrics(self, strong: bool) -> QFontMetricsF:
        if strong not in self._fonts:
            self._fonts[strong] = QFontMetricsF(self.font(strong))
        return self._fonts[strong]

    def _drawn(self, lines: _Lines, strong: bool, ratio: float) -> QPixmap:
        size = lines.size
        picture = _blank(size, ratio)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if strong:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._ground(strong))
            painter.drawRoundedRect(QRectF(0, 0, size.width(), size.height()), 3, 3)
        else:
            rim = self._written(lines, strong, ratio, self._ground(strong))
            for x, y in _AROUND:
                painter.drawPixmap(QPointF(x, y), rim)
        ink = self._theme.colour("selection_text" if strong else "text")
        painter.drawPixmap(QPointF(0, 0), self._written(lines, strong, ratio, ink))
        painter.end()
        return picture

    def _written(self, lines: _Lines, strong: bool, ratio: float, ink: QColor) -> QPixmap:
        picture = _blank(lines.size, ratio)
        painter = QPainter(picture)
        painter.setFont(self.font(strong))
        painter.setPen(ink)
        for number, text in enumerate(lines.texts):
            box = QRectF(0, number * lines.spacing, lines.size.width(), lines.spacing)
            painter.drawText(box, _MIDDLE, text)
        painter.end()
        return picture

    def _ground(self, strong: bool) -> QColor:
        ground = QColor(self._theme.colour("selection" if strong else "background"))
        ground.setAlpha(240 if strong else 170)
        return ground


def _blank(size: QSizeF, ratio: float) -> QPixmap:
    picture = QPixmap(max(1, round(size.width() * ratio)), max(1, round(size.height() * ratio)))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    return picture


def _most_lines(width: float, strong: bool) -> int:
    return 4 if strong else 1 if width <= NARROW else 2


def halo(painter: QPainter, ground: QColor, box: QRectF, text: str) -> None:
    """Write ``text`` thickly in the colour of the ground: what is written over it can be read on lines and nodes."""
    painter.setPen(ground)
    for x, y in _AROUND:
        painter.drawText(box.translated(x, y), _MIDDLE, text)


def _corner(
    room: Room, size: QSizeF, at: tuple[float, float], away: float, strong: bool, apart: float, over: bool
) -> QPointF | None:
    """Where a label has room, and takes it; a strong one has it in any case."""
    spots = [QPointF(*spot) for spot in _spots(*at, size.width(), size.height(), away)]
    spots = [spot for spot in spots if not room.crosses_border(QRectF(spot, size), *at)] or spots[:1]
    for spot in spots:
        if room.take(QRectF(spot, size).adjusted(-apart, -apart, apart, apart), over=over):
            return spot
    if not strong:
        return None
    room.take(QRectF(spots[0], size), force=True)
    return spots[0]


def _spots(x: float, y: float, width: float, height: float, away: float) -> list[tuple[float, float]]:
    """Where a label may stand, best first: under, over, beside its node, and under or over but to one side."""
    under, over, middle = y + away, y - away - height, y - height / 2
    spots = [(x - width / 2, under), (x - width / 2, over), (x + away, middle), (x - away - width, middle)]
    return spots + [(x - width * share, edge) for edge in (under, over) for share in (0.2, 0.8)]


def wrapped(text: str, metrics: QFontMetricsF, width: float, most: int) -> list[str]:
    """``text`` on at most ``most`` lines no wider than ``width``, broken between words where that is possible."""
    lines: list[str] = []
    # no line holds more characters than there is room for the narrowest, so what is behind is never measured
    rest = text[: int(width) * most].strip()
    while rest and len(lines) < most:
        if len(lines) == most - 1 or metrics.horizontalAdvance(rest) <= width:
            lines.append(metrics.elidedText(rest, Qt.TextElideMode.ElideRight, width))
            break
        cut = _cut(rest, metrics, width)
        lines.append(rest[:cut].rstrip())
        rest = rest[cut:].lstrip()
    return lines


def _cut(text: str, metrics: QFontMetricsF, width: float) -> int:
    """How many characters stand on the first line."""
    low, high = 1, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if metrics.horizontalAdvance(text[:middle]) <= width:
            low = middle
        else:
            high = middle - 1
    breaks = [text.rfind(mark, 1, low + 1) for mark in (" ", "/", "_", "-")]
    best = max(breaks)
    if best > low * 0.25:
        return best + (0 if text[best] == " " else 1) if best < low or text[best] == " " else low
    return low
