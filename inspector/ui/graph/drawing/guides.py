"""What is written over a picture because of its layout: what columns hold, which way edges run, what closes a cycle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from inspector.graph.model import Graph
from inspector.ui.graph.drawing.frame import Frame
from inspector.ui.graph.drawing.scene import GraphScene
from inspector.ui.graph.drawing.texts import Texts, halo
from inspector.ui.theme.theme import Theme

MOST_EDGES = 60_000
"""Edges up to which those that close a cycle are looked for."""
_TOP = 6.0
_LEFT = 10.0
_WAYS = {"right": "→", "down": "↓", "left": "←", "up": "↑"}
_MIDDLE = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine)


@dataclass(frozen=True, eq=False)
class Guides:
    """What a layout says of the whole picture."""

    columns: tuple[tuple[str, NDArray[Any]], ...] = ()
    """Title and nodes of each column."""
    words: str = ""
    """Which way edges run."""
    backward: NDArray[np.bool_] | None = None
    """(m,) edges that close a cycle."""
    arched: NDArray[np.bool_] | None = None
    """(m,) edges that would run through what stands between their ends."""


def guides_of(graph: Graph, layout: str, columns: Sequence[Sequence[str]] = (), direction: str = "right") -> Guides:
    """The guides of a graph in a layout; with the scipy of layouts imported already, a few milliseconds."""
    if layout == "columns":
        found = _columns(graph, columns)
        return Guides(columns=found, arched=_within(graph, [nodes for _, nodes in found]))
    if layout != "layered" or graph.edge_count > MOST_EDGES:
        return Guides()
    from inspector.graph.layout.layered import back_edges

    backward = back_edges(graph)
    count = int(np.count_nonzero(backward))
    words = f"edges run {_WAYS.get(direction, direction)}"
    if count:
        words += f"; {count:,} bent and broken {'one closes a cycle' if count == 1 else 'ones close cycles'}"
    return Guides(words=words, backward=backward if count else None)


def room_above(guides: Guides, texts: Texts) -> float:
    """Pixels at the upper border of a picture that what is written there takes."""
    rows = 2 if guides.columns else 1 if guides.words else 0
    return _TOP + rows * QFontMetricsF(texts.font(strong=True)).height() if rows else 0.0


def draw_guides(painter: QPainter, theme: Theme, texts: Texts, scene: GraphScene, frame: Frame, guides: Guides) -> None:
    """Write the titles over their columns, at the upper border, however far the view was moved; and the words."""
    font = texts.font(strong=True)
    painter.setFont(font)
    metrics = painter.fontMetrics()
    ground = QColor(theme.colour("background"))
    ground.setAlpha(225)
    ends = [-np.inf, -np.inf]
    if guides.columns:
        painter.fillRect(QRectF(0, 0, frame.width, _TOP + metrics.height() + 3), ground)
    for title, nodes in guides.columns:
        shown = nodes[scene.show_nodes[nodes]]
        if not len(shown):
            continue
        x = scene.positions[shown, 0]
        middle = (float(x.min()) + float(x.max())) / 2
        at = float(frame.place(np.array([[middle, 0.0]]))[0, 0])
        text = f"{title} · {len(shown):,}"
        width = metrics.horizontalAdvance(text) + 8
        # one that has no room in either row is left out, as labels are
        row = 0 if at - width / 2 >= ends[0] else 1
        if at - width / 2 < ends[row] or at < 0 or at > frame.width:
            continue
        ends[row] = at + width / 2
        box = QRectF(at - width / 2, _TOP + row * metrics.height(), width, metrics.height())
        halo(painter, ground, box, text)
        painter.setPen(theme.colour("muted"))
        painter.drawText(box, _MIDDLE, text)
    if guides.words:
        box = QRectF(_LEFT, _TOP, metrics.horizontalAdvance(guides.words) + 8, metrics.height())
        painter.fillRect(box, ground)
        painter.setPen(theme.colour("muted"))
        painter.drawText(box, _MIDDLE, guides.words)


def _columns(graph: Graph, columns: Sequence[Sequence[str]]) -> tuple[tuple[str, NDArray[Any]], ...]:
    known = {name: number for number, names in enumerate(columns) for name in names}
    rest = [[name] for name in graph.type_names if name not in known] if not columns else []
    others = [name for name in graph.type_names if name not in known] if columns else []
    wanted: list[Sequence[str]] = [*columns, *rest, *([others] if others else [])]
    found = []
    for names in wanted:
        codes = [code for code, name in enumerate(graph.type_names) if name in names]
        nodes = np.flatnonzero(np.isin(graph.types, codes))
        if len(nodes):
            found.append((" and ".join(graph.type_names[code] or "no type" for code in codes), nodes))
    return tuple(found)


def _within(graph: Graph, columns: Sequence[NDArray[Any]]) -> NDArray[np.bool_]:
    """(m,) edges between two nodes of one column."""
    column = np.zeros(len(graph), np.int32)
    for number, nodes in enumerate(columns):
        column[nodes] = number
    return (column[graph.source] == column[graph.target]) & (graph.source != graph.target)
