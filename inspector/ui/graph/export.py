"""How a whole graph becomes a picture file: PNG drawn in slices of time, SVG written with its texts as text."""

from __future__ import annotations

import html
import time
from collections.abc import Callable, Iterator
from math import cos, pi, sin

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtGui import QImage

from inspector.cancel import CancelToken
from inspector.graph.status import STATUSES
from inspector.ui.graph.camera import Camera
from inspector.ui.graph.frame import Frame
from inspector.ui.graph.paint import ScenePainter
from inspector.ui.graph.scene import GraphScene
from inspector.ui.graph.sheet import Sheet
from inspector.ui.labels import one_line
from inspector.ui.theme.theme import Theme
from inspector.ui.theme.tokens import Tokens

BORDER = 96.0
"""Room around the graph for labels, pixels."""
LONGEST_SIDE = 10_000
"""Longest side of a PNG, pixels."""
SLICE_S = 0.012
_LINE = 20
"""Characters of one line of a label in an SVG."""
_DASH = {"dash": "5 3.5", "dot": "1.2 3"}
_SIDES = {"diamond": (4, 0.0, 1.14), "square": (4, pi / 4, 1.22), "octagon": (8, pi / 8, 1.04)}
_SIDES |= {"hexagon": (6, pi / 6, 1.06), "triangle": (3, 0.0, 1.2)}


def whole_frame(scene: GraphScene, ratio: float = 1.0) -> Frame:
    """The frame that shows everything that is not filtered out, at scale 1 unless that is too large."""
    points = scene.positions[scene.show_nodes]
    if not len(points):
        return Frame(Camera(), 2 * BORDER, 2 * BORDER, ratio)
    low, high = points.min(0).astype(float), points.max(0).astype(float)
    span = high - low
    scale = min(1.0, (LONGEST_SIDE / ratio - 2 * BORDER) / max(float(span.max()), 1.0))
    middle = (low + high) / 2
    width, height = (span * scale + 2 * BORDER).tolist()
    return Frame(Camera(float(middle[0]), float(middle[1]), scale), round(width), round(height), ratio)


class PngDrawing(QObject):
    """Draws the whole picture on the UI thread in short slices and hands it over."""

    def __init__(
        self, painter: ScenePainter, scene: GraphScene, theme: Theme, done: Callable[[QImage], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._done = done
        frame = whole_frame(scene, 2.0 if len(scene.graph) <= 2_000 else 1.0)
        self._sheet = Sheet(frame.width, frame.height, frame.ratio, theme.colour("background"))
        self._steps: Iterator[None] = painter.steps(self._sheet.painter, scene, frame)
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._slice)
        self._timer.start()

    @Slot()
    def _slice(self) -> None:
        until = time.perf_counter() + SLICE_S
        for _ in self._steps:
            if time.perf_counter() >= until:
                return
        self._timer.stop()
        self._done(self._sheet.finish())
        self.deleteLater()


def svg_text(scene: GraphScene, tokens: Tokens, cancel: CancelToken) -> str:
    """The picture as an SVG document: every shown edge, node and label, labels as text. Raises Cancelled."""
    frame = whole_frame(scene)
    width, height = round(frame.width), round(frame.height)
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="11">\n'
        f'<rect width="100%" height="100%" fill="{tokens.roles["background"]}"/>\n'
    ]
    parts.extend(_svg_edges(scene, tokens, frame))
    cancel.check()
    parts.extend(_svg_nodes(scene, tokens, frame))
    cancel.check()
    parts.append("</svg>\n")
    return "".join(parts)


def _svg_edges(scene: GraphScene, tokens: Tokens, frame: Frame) -> Iterator[str]:
    graph = scene.graph
    edges = np.flatnonzero(scene.show_edges)
    scale = frame.camera.scale
    for code in np.unique(graph.edge_types[edges]).tolist():
        look = tokens.edge(graph.edge_type_names[code])
        chosen = edges[graph.edge_types[edges] == code]
        dash = f' stroke-dasharray="{_DASH[look.line]}"' if look.line in _DASH else ""
        yield (
            f'<g fill="none" stroke="{look.colour}" stroke-opacity="0.7" stroke-width="1.2">'
            f"<title>{_escaped(graph.edge_type_names[code])}</title>\n"
        )
        lines = scene.polylines(chosen)
        straight = (scene.bends[chosen] == 0) & (scene.loops[chosen] < 0)
        shown = frame.place(lines.reshape(-1, 2)).reshape(lines.shape)
        radii = scene.sizes[graph.target[chosen]] / 2 * scale + 2
        for points, simple, radius in zip(shown, straight.tolist(), radii.tolist(), strict=True):
            kept = points[[0, -1]] if simple else points
            path = " L".join(f"{x:.1f} {y:.1f}" for x, y in kept.tolist())
            yield f'<path d="M{path}"{dash}/>{_svg_head(points, radius, look.colour)}\n'
        yield "</g>\n"


def _svg_head(points: NDArray[np.float64], radius: float, colour: str) -> str:
    away = points[-2] - points[-1]
    length = float(np.hypot(*away))
    if length < 1e-6:
        return ""
    x, y = (away / length).tolist()
    tip_x, tip_y = points[-1, 0] + x * radius, points[-1, 1] + y * radius
    left = f"{tip_x + 7 * x - 3 * y:.1f} {tip_y + 7 * y + 3 * x:.1f}"
    right = f"{tip_x + 7 * x + 3 * y:.1f} {tip_y + 7 * y - 3 * x:.1f}"
    return f'<path d="M{tip_x:.1f} {tip_y:.1f} L{left} L{right} Z" fill="{colour}" stroke="none"/>'


def _svg_nodes(scene: GraphScene, tokens: Tokens, frame: Frame) -> Iterator[str]:
    graph = scene.graph
    nodes = np.flatnonzero(scene.show_nodes)
    points = frame.place(scene.positions[nodes])
    diameters = scene.sizes[nodes] * frame.camera.scale
    for node, (x, y), diameter in zip(nodes.tolist(), points.tolist(), diameters.tolist(), strict=True):
        look = tokens.node(graph.type_names[graph.types[node]])
        yield "<g>" + _svg_mark(tokens, look.shape, look.colour, graph.statuses[node], x, y, diameter)
        yield f"<title>{_escaped(graph.labels[node])}</title>"
        for number, line in enumerate(_lines(one_line(graph.labels[node]))):
            yield (
                f'<text x="{x:.1f}" y="{y + diameter / 2 + 12 + 13 * number:.1f}" text-anchor="middle" '
                f'fill="{tokens.roles["text"]}">{_escaped(line)}</text>'
            )
        yield "</g>\n"


def _svg_mark(tokens: Tokens, shape: str, colour: str, status: int, x: float, y: float, diameter: float) -> str:
    """Shape, fill, ring and sign of one node, as its status asks."""
    state = tokens.state(STATUSES[status])
    ground = tokens.roles["background"]
    fill = {"full": colour, "none": ground, "half": colour}[state.fill]
    dash = {"broken": ' stroke-dasharray="5 2.5"', "dotted": ' stroke-dasharray="0.2 3.5" stroke-linecap="round"'}
    opacity = ' opacity="0.55"' if state.faint else ""
    half = ' fill-opacity="0.5"' if state.fill == "half" else ""
    stroke = f'stroke="{colour}" stroke-width="2"{dash.get(state.ring, "")}' if state.ring != "none" else ""
    drawn = f'<path d="{_outline(shape, x, y, diameter)}" fill="{fill}"{half} {stroke}{opacity}/>'
    if state.mark == "tick":
        d = diameter * 0.25
        drawn += f'<path d="M{x - d:.1f} {y:.1f} l{d * 0.7:.1f} {d * 0.8:.1f} l{d * 1.3:.1f} {-d * 1.6:.1f}" '
        drawn += f'fill="none" stroke="{colour}" stroke-width="2"/>'
    elif state.mark == "strike":
        d = diameter * 0.6
        drawn += f'<path d="M{x - d:.1f} {y + d:.1f} L{x + d:.1f} {y - d:.1f}" stroke="{colour}" stroke-width="2"/>'
    elif state.mark == "question":
        drawn += f'<text x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle" fill="{colour}">?</text>'
    return drawn


def _outline(shape: str, x: float, y: float, diameter: float) -> str:
    radius = diameter / 2
    if shape not in _SIDES:
        turn = f"a{radius:.1f} {radius:.1f} 0 1 0"
        return f"M{x - radius:.1f} {y:.1f} {turn} {diameter:.1f} 0 {turn} {-diameter:.1f} 0Z"
    corners, angle, grow = _SIDES[shape]
    angles = [2 * pi * i / corners + angle for i in range(corners)]
    points = [f"{x + radius * grow * sin(a):.1f} {y - radius * grow * cos(a):.1f}" for a in angles]
    return "M" + " L".join(points) + "Z"


def _lines(text: str) -> list[str]:
    """A label on at most two lines."""
    if len(text) <= _LINE:
        return [text]
    cut = text.rfind(" ", 1, _LINE + 1)
    cut = cut if cut > _LINE // 3 else _LINE
    rest = text[cut:].strip()
    return [text[:cut], rest if len(rest) <= _LINE else rest[: _LINE - 1] + "…"]


def _escaped(text: str) -> str:
    """``text`` for XML: its special characters escaped, those it may not hold replaced."""
    allowed = "".join(
        c if c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff" else "�" for c in text
    )
    return html.escape(allowed, quote=True)
