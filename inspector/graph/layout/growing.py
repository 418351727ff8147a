"""Where new nodes stand when everything that stood before stays: in free room beside what they hang on.

Node by node, nearest to the known ones first: the goal is where its placed neighbours would have it, and the free place
nearest to that is taken. What hangs on nothing known is laid out by itself and put below or beside the picture.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.cancel import CancelToken
from inspector.graph.layout.adjacency import Floats, adjacency
from inspector.graph.layout.free_room import FreeRoom
from inspector.graph.layout.layered import LAYER_GAP
from inspector.graph.layout.packing import COMPONENT_GAP
from inspector.graph.layout.spacing import pushed
from inspector.graph.model import Graph

CAREFUL = 2_000
"""New nodes up to which each looks for a free place by itself; more are put roughly and pushed apart."""


@dataclass(frozen=True)
class Habit:
    """How a layout would have a new node stand to its neighbours."""

    step: tuple[float, float] = (0.0, 0.0)
    """From the source of an edge to its target, scene pixels."""
    reach: tuple[float, float] = (1.0, 1.0)
    """How readily a node stands aside from its goal, across and along; 0 means never in this direction."""
    by_type: bool = False
    """Whether nodes of one type share a column."""

    @staticmethod
    def of(layout: str, direction: str, boxes: Floats) -> Habit:
        """The habit of a layout."""
        wide, tall = boxes.max(0).tolist()
        if layout == "columns":
            return Habit(reach=(0.0, 1.0), by_type=True)
        if layout != "layered":
            return Habit()
        x, y = {"right": (1, 0), "left": (-1, 0), "down": (0, 1), "up": (0, -1)}.get(direction, (1, 0))
        step = x * (wide + LAYER_GAP), y * (tall + LAYER_GAP)
        return Habit(step, (0.3, 1.0) if x else (1.0, 0.3))


def grown(
    graph: Graph,
    kept: Floats,
    known: NDArray[np.bool_],
    boxes: Floats,
    habit: Habit,
    ratio: float,
    apart: Callable[[NDArray[Any]], Floats],
    cancel: CancelToken,
) -> Floats:
    """(n, 2) positions: ``kept`` where ``known``, the others in the free room. ``apart`` lays out nodes alone.

    Raises Cancelled.
    """
    matrix = adjacency(len(graph), graph.source, graph.target)
    found = kept.copy()
    placed = known.copy()
    waves = _waves(matrix, known)
    free = FreeRoom(found, placed, boxes)
    careful = sum(map(len, waves)) <= CAREFUL
    for wave in waves:
        cancel.check()
        goals = _goals(graph, habit, found, placed, wave)
        if careful:
            for node, goal in zip(wave.tolist(), goals, strict=True):
                found[node] = free.near(node, goal, habit.reach)
                placed[node] = True
        else:
            angle = np.arange(len(wave)) * 2.399963
            found[wave] = goals + np.column_stack([np.cos(angle), np.sin(angle)]) * boxes[wave]
            placed[wave] = True
    if not careful:
        found = pushed(found.astype(np.float64), boxes, cancel, held=known, rounds=40).astype(np.float32)
    _put_lonely(graph, found, placed, boxes, known, free, ratio, apart)
    found[known] = kept[known]
    return found


def _waves(matrix: Any, known: NDArray[np.bool_]) -> list[NDArray[Any]]:
    """New nodes beside known ones, those beside these, and so on."""
    reached = known.copy()
    waves: list[NDArray[Any]] = []
    while True:
        beside = (matrix @ reached.astype(np.float32) > 0) & ~reached
        if not beside.any():
            return waves
        waves.append(np.flatnonzero(beside))
        reached |= beside


def _goals(
    graph: Graph, habit: Habit, found: Floats, placed: NDArray[np.bool_], wave: NDArray[Any]
) -> NDArray[np.float64]:
    """(k, 2) where the placed neighbours of the nodes of a wave would have them."""
    n = len(graph)
    sums, count = np.zeros((n, 2)), np.zeros(n)
    for node, other, sign in ((graph.target, graph.source, 1.0), (graph.source, graph.target, -1.0)):
        there = placed[other] & ~placed[node]
        count += np.bincount(node[there], minlength=n)
        for axis in (0, 1):
            at = found[other[there], axis] + sign * habit.step[axis]
            sums[:, axis] += np.bincount(node[there], at, n)
    goals: NDArray[np.float64] = sums[wave] / count[wave, None]
    if habit.by_type:
        for code in np.unique(graph.types[wave]).tolist():
            alike = placed & (graph.types == code)
            if alike.any():
                goals[graph.types[wave] == code, 0] = np.median(found[alike, 0])
    return goals


def _put_lonely(
    graph: Graph,
    found: Floats,
    placed: NDArray[np.bool_],
    boxes: Floats,
    known: NDArray[np.bool_],
    free: FreeRoom,
    ratio: float,
    apart: Callable[[NDArray[Any]], Floats],
) -> None:
    """Place what hangs on nothing known: isolated nodes beside isolated ones, the rest as a picture of its own."""
    isolated = np.zeros(len(graph), bool)
    isolated[graph.isolated] = True
    block = np.flatnonzero(isolated & known)
    single = np.flatnonzero(isolated & ~placed)
    if len(block) and len(single) <= CAREFUL:
        # the block is filled row by row: the next one stands behind the last
        last = block[np.lexsort((found[block, 0], found[block, 1]))[-1]]
        for node in single.tolist():
            found[node] = free.near(node, found[last] + (boxes[last] + boxes[node]) / 2 * (1, 0), (1.0, 1.0))
            placed[node] = True
    rest = np.flatnonzero(~placed)
    if not len(rest):
        return
    alone = apart(rest)
    low, high = (alone - boxes[rest] / 2).min(0), (alone + boxes[rest] / 2).max(0)
    there = np.flatnonzero(placed)
    floor, ceiling = (found[there] - boxes[there] / 2).min(0), (found[there] + boxes[there] / 2).max(0)
    wide, tall = (ceiling - floor).tolist()
    more = high - low + COMPONENT_GAP
    below = max(max(wide, more[0]) / ratio, tall + more[1])
    beside = max((wide + more[0]) / ratio, max(tall, more[1]))
    corner = (floor[0], ceiling[1] + COMPONENT_GAP) if below <= beside else (ceiling[0] + COMPONENT_GAP, floor[1])
    found[rest] = alone - low + np.array(corner, np.float32)
    placed[rest] = True
