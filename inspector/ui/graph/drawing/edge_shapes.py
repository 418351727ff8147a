"""Where the strokes of edges run, in pixels: from rim to rim of their nodes, cut to what is seen, with arrowheads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.ui.graph.drawing.camera import node_pixels
from inspector.ui.graph.drawing.frame import Frame
from inspector.ui.graph.drawing.scene import CURVE_STEPS, GraphScene

ARROW = 7.5
"""Length of an arrowhead close by, pixels."""
_PIECES = 24
"""Pieces by which is found what of a curve is seen."""
_ROOM = 4.0


@dataclass(frozen=True, eq=False)
class Shapes:
    """What is stroked and filled."""

    lines: NDArray[np.float64]
    """(a, 4) straight edges."""
    curves: NDArray[np.float64]
    """(b, 3, 2) start, control point and end of bent edges."""
    loops: NDArray[np.float64]
    """(c, CURVE_STEPS + 1, 2) outlines of self-loops."""
    heads: NDArray[np.float64]
    """(d, 3, 2) corners of arrowheads."""


def shapes_of(scene: GraphScene, frame: Frame, edges: NDArray[Any]) -> Shapes:
    """The shapes of edges; an edge shorter than its arrow has none."""
    graph, scale = scene.graph, frame.camera.scale
    source, target = graph.source[edges], graph.target[edges]
    start, end = frame.place(scene.positions[source]), frame.place(scene.positions[target])
    middle = frame.place(scene.controls(edges))
    looped = scene.loops[edges] >= 0
    outlines = frame.place(scene.polylines(edges[looped]).reshape(-1, 2)).reshape(int(looped.sum()), CURVE_STEPS + 1, 2)
    if len(outlines):
        middle[looped] = outlines[:, -3]
    leave = node_pixels(scene.sizes[source], scale) / 2 + 1
    arrive = node_pixels(scene.sizes[target], scale) / 2 + 2
    out, back = unit(middle - start), unit(middle - end)
    head = head_length(scale)
    tip = end + back * arrive[:, None]
    # the length of bent edges is not that of the straight way, but never less
    long = (np.sqrt(((end - start) ** 2).sum(1)) > leave + arrive + head) | looped
    first = np.where(long[:, None], start + out * leave[:, None], start)
    last = np.where(long[:, None], tip + back * (head * 0.8), end)
    bent: NDArray[np.bool_] = np.asarray(scene.bends_of(edges) != 0) & ~looped
    straight = ~(bent | looped)
    seen = _inside(outlines.min(1), outlines.max(1), frame) if len(outlines) else np.zeros(0, bool)
    return Shapes(
        np.hstack([first[straight], last[straight]]),
        _cut(first[bent], middle[bent], last[bent], frame),
        outlines[seen],
        _heads(tip[long], back[long], head, frame),
    )


def clipped(lines: NDArray[np.float64], frame: Frame) -> NDArray[np.float64]:
    """(k, 4) lines cut to a frame, without those that miss it: Qt takes long over what is far outside."""
    start, along = lines[:, :2], lines[:, 2:] - lines[:, :2]
    low, high = np.array([-4.0, -4.0]), np.array([frame.width + 4.0, frame.height + 4.0])
    with np.errstate(divide="ignore", invalid="ignore"):
        first, second = (low - start) / along, (high - start) / along
    flat = along == 0
    outside = (flat & ((start < low) | (start > high))).any(1)
    enter = np.where(flat, 0.0, np.minimum(first, second)).max(1).clip(0.0)
    leave = np.where(flat, 1.0, np.maximum(first, second)).min(1).clip(None, 1.0)
    kept = (enter < leave) & ~outside
    start, along = start[kept], along[kept]
    return np.hstack([start + along * enter[kept][:, None], start + along * leave[kept][:, None]])


def head_length(scale: float) -> float:
    """How long arrowheads are, pixels."""
    return min(ARROW, max(3.0, ARROW * scale**0.6))


def unit(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    """(k, 2) vectors of length 1."""
    length = np.maximum(np.sqrt((vectors * vectors).sum(1)), 1e-6)
    scaled: NDArray[np.float64] = vectors / length[:, None]
    return scaled


def _heads(tip: NDArray[np.float64], back: NDArray[np.float64], head: float, frame: Frame) -> NDArray[np.float64]:
    seen = _inside(tip, tip, frame)
    tip, back = tip[seen], back[seen]
    side = np.column_stack([-back[:, 1], back[:, 0]]) * head * 0.42
    wing = tip + back * head
    return np.stack([tip, wing + side, wing - side], axis=1)


def _cut(
    start: NDArray[np.float64], middle: NDArray[np.float64], end: NDArray[np.float64], frame: Frame
) -> NDArray[np.float64]:
    """(k, 3, 2) the seen part of quadratic curves, without those that are not seen: strokes far outside cost most."""
    t = np.linspace(0, 1, _PIECES + 1)[None, :, None]
    points = (1 - t) ** 2 * start[:, None] + 2 * t * (1 - t) * middle[:, None] + t**2 * end[:, None]
    low, high = np.minimum(points[:, :-1], points[:, 1:]), np.maximum(points[:, :-1], points[:, 1:])
    pieces = _inside(low, high, frame)
    seen = np.flatnonzero(pieces.any(1))
    pieces, start, middle, end = pieces[seen], start[seen], middle[seen], end[seen]
    first = (pieces.argmax(1) / _PIECES)[:, None]
    last = (1 - pieces[:, ::-1].argmax(1) / _PIECES)[:, None]

    def blossom(s: NDArray[np.float64], t: NDArray[np.float64]) -> NDArray[np.float64]:
        return (1 - s) * (1 - t) * start + ((1 - s) * t + s * (1 - t)) * middle + s * t * end

    return np.stack([blossom(first, first), blossom(first, last), blossom(last, last)], axis=1)


def _inside(low: NDArray[np.float64], high: NDArray[np.float64], frame: Frame) -> NDArray[np.bool_]:
    """Whether boxes, given by their corners in the last axis, touch a frame."""
    touches = np.asarray(high >= -_ROOM) & np.asarray(low <= (frame.width + _ROOM, frame.height + _ROOM))
    return np.asarray(touches.all(-1), bool)
