"""A graph as an SVG document: every edge and node that is shown, texts as text, labels none over another."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF

from inspector.cancel import CancelToken
from inspector.graph.export.xml_text import xml_text
from inspector.graph.status import STATUSES
from inspector.ui.graph.drawing.frame import Frame
from inspector.ui.graph.drawing.scene import GraphScene
from inspector.ui.graph.drawing.texts import Room
from inspector.ui.graph.files.whole import whole_frame
from inspector.ui.labels import one_line
from inspector.ui.theme.tokens import Tokens

_LINE = 20
"""Characters of one line of a label."""
_WIDE, _TALL, _FONT = 6.4, 13.0, 11
"""Room of a character and of a line, and the size of the font, pixels."""
_SMALL = 0.25
"""Size of a label that has no room, to the others."""
_BATCH = 500
_DASH = {"dash": "5 3.5", "dot": "1.2 3"}
_SIDES = {"diamond": (4, 0.0, 1.14), "square": (4, pi / 4, 1.22), "octagon": (8, pi / 8, 1.04)}
_SIDES |= {"hexagon": (6, pi / 6, 1.06), "triangle": (3, 0.0, 1.2)}


def svg_parts(scene: GraphScene, tokens: Tokens, cancel: CancelToken, title: str = "") -> Iterator[str]:
    """The document in pieces, every label in it: those that have no room beside more important ones are small.

    Raises Cancelled.
    """
    frame = whole_frame(scene)
    width, height = round(frame.width), round(frame.height)
    yield (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="{_FONT}">\n<title>{xml_text(title)}</title>\n'
        f'<rect width="100%" height="100%" fill="{tokens.roles["background"]}"/>\n'
    )
    for parts in (_svg_edges(scene, tokens, frame), _svg_nodes(scene, tokens, frame)):
        for number, part in enumerate(parts):
            if number % _BATCH == 0:
                cancel.check()
            yield part
    yield "</svg>\n"


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
            f"<title>{xml_text(graph.edge_type_names[code])}</title>\n"
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
    nodes = scene.by_importance[scene.show_nodes[scene.by_importance]]
    points = frame.place(scene.positions[nodes])
    diameters = scene.sizes[nodes] * frame.camera.scale
    room = Room(frame.width, frame.height)
    room.take_discs(points, diameters)
    for node, (x, y), diameter in zip(nodes.tolist(), points.tolist(), diameters.tolist(), strict=True):
        look = tokens.node(graph.type_names[graph.types[node]])
        yield "<g>" + _svg_mark(tokens, look.shape, look.colour, graph.statuses[node], x, y, diameter)
        yield f"<title>{xml_text(graph.labels[node])}</title>"
        yield _svg_label(room, _lines(one_line(graph.labels[node])), x, y, diameter / 2 + 2, tokens.roles["text"])
        yield "</g>\n"


def _svg_label(room: Room, lines: list[str], x: float, y: float, away: float, colour: str) -> str:
    """A label under or over its node; where neither has room, under it and so small that it covers no other: a
    picture of vectors can be enlarged.
    """
    wide, tall = max(map(len, lines)) * _WIDE, len(lines) * _TALL
    spots = (y + away, y - away - tall)
    top = next((top for top in spots if room.take(QRectF(x - wide / 2, top, wide, tall))), None)
    share = 1.0 if top is not None else _SMALL
    size = "" if top is not None else f' font-size="{_FONT * _SMALL:.1f}"'
    first = spots[0] if top is None else top
    return "".join(
        f'<text x="{x:.1f}" y="{first + (_TALL * (number + 1) - 3) * share:.1f}" text-anchor="middle"{size} '
        f'fill="{colour}">{xml_text(line)}</text>'
        for number, line in enumerate(lines)
    )


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
