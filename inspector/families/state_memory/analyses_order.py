"""In which order: what has to be done before a milestone, what can begin now, how a decision came to be?"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.families.state_memory.analyses_found import day, stored_status, times
from inspector.families.state_memory.analyses_waiting import PART_OF, finished, has_status, of_type, waiting
from inspector.graph.analysis import AnalysisLine, AnalysisResult, Asked, counted, edge_name, kind_of, named
from inspector.graph.analysis_ways import Arrows, LongestWay, arrows, longest_way
from inspector.graph.model import Graph

_LETS_BEGIN = ("done", "cancelled", "resolved")
"""Statuses of tasks and blockers for which nothing waits any more when the system picks work."""


# --- what has to be done before --------------------------------------------------------------------------------------


def critical_path(asked: Asked) -> AnalysisResult:
    """The heaviest way of open tasks and milestones upstream of a node, in the order they have to be done."""
    graph, node = asked.graph, asked.node
    title = f"Critical path to {named(graph, node)}"
    if finished(graph)[node]:
        return AnalysisResult(title, f"It is {graph.status_texts[node]}: nothing has to be done before it any more.")
    ways, parts = waiting(graph), arrows(graph, {PART_OF: -1})
    if PART_OF in asked.options:
        ways = _joined(ways, parts)
    counts = of_type(graph, "task", "milestone") & ~finished(graph)
    estimates = _estimates(graph)
    found = longest_way(ways.into(counts), np.where(np.isnan(estimates), 1.0, estimates), node)
    notes = _how_counted(graph, found, estimates)
    if len(found.nodes) == 1:
        inside = int(np.count_nonzero(parts.head[parts.tail == node] != node))
        words = "No open task or milestone has to be done before it."
        if inside and PART_OF not in asked.options:
            words += f" By part_of it has {counted(inside, 'node')}, which are not counted now."
        return AnalysisResult(title, words, notes=notes[1:])
    lines = _path_lines(graph, found, estimates)
    words = f"{found.weight:g} over {counted(len(found.nodes), 'node')}, in the order they have to be done."
    nodes, edges = np.array(found.nodes[::-1], np.intp), np.array(found.edges[::-1], np.intp)
    return AnalysisResult(title, words, nodes, edges, lines, notes, np.column_stack([nodes[:-1], nodes[1:]]))


def _joined(one: Arrows, other: Arrows) -> Arrows:
    return Arrows(
        one.count,
        np.append(one.tail, other.tail),
        np.append(one.head, other.head),
        np.append(one.edges, other.edges),
    )


def _estimates(graph: Graph) -> NDArray[np.float64]:
    """(n,) estimates; NaN where there is none, or one that cannot be."""
    field = graph.field("estimate")
    values = field.values if field is not None else np.full(len(graph), np.nan)
    return np.where(values >= 0, values, np.nan)


def _path_lines(graph: Graph, found: LongestWay, estimates: NDArray[np.float64]) -> tuple[AnalysisLine, ...]:
    lines = []
    onward = [None, *found.edges]
    for node, edge in zip(reversed(found.nodes), reversed(onward), strict=True):
        weight = "no estimate, counts 1" if np.isnan(estimates[node]) else f"estimate {estimates[node]:g}"
        held_by = f" · then over {edge_name(graph, edge)}" if edge is not None else ""
        lines.append(AnalysisLine(graph.labels[node], f"{weight} · {kind_of(graph, node)}{held_by}", node))
    return tuple(lines)


def _how_counted(graph: Graph, found: LongestWay, estimates: NDArray[np.float64]) -> tuple[str, ...]:
    missing = int(np.count_nonzero(np.isnan(estimates[list(found.nodes)])))
    known = len(found.nodes) - missing
    if not missing:
        first = "All of them have an estimate."
    else:
        first = f"{known:,} of {len(found.nodes):,} have an estimate; each of the others counts 1."
    first += " An estimate is the number it begins with, whatever its unit."
    cycle = (
        f"{counted(found.knotted, 'node')} before it wait for one another in cycles; ways within a cycle are left out."
    )
    return (first, *((cycle,) if found.knotted else ()))


# --- what can begin --------------------------------------------------------------------------------------------------


def work_queue(asked: Asked) -> AnalysisResult:
    """Tasks that nothing open holds."""
    graph = asked.graph
    ways = waiting(graph).apart()
    tasks = of_type(graph, "task")
    wanted = tasks & (stored_status(graph, "pending") | stored_status(graph, "in_progress"))
    stands = of_type(graph, "task", "blocker") & ~has_status(graph, _LETS_BEGIN)
    held = np.zeros(len(graph), bool)
    held[ways.tail[stands[ways.head]]] = True
    counting = ways.only(~finished(graph)[ways.tail] & ~graph.placeholder[ways.tail])
    holds_up = np.bincount(counting.head, minlength=len(graph))
    created = times(graph, "created")
    found = np.flatnonzero(wanted & ~held)
    found = found[np.lexsort((np.nan_to_num(created[found], nan=np.inf), -holds_up[found]))]
    priority = graph.field("priority")
    lines = []
    for at in found.tolist():
        parts = [
            f"holds up {holds_up[at]:,}" if holds_up[at] else "holds up nothing",
            graph.status_texts[at],
            f"priority {priority.of(at)[0]}" if priority is not None and priority.of(at) else "",
            f"made {day(created[at])}" if not np.isnan(created[at]) else "",
        ]
        lines.append(AnalysisLine(graph.labels[at], " · ".join(part for part in parts if part), at))
    waits = int(np.count_nonzero(wanted & held))
    words = f"{counted(len(found), 'task')} can begin or go on; {waits:,} more held by what is open."
    if not len(found):
        words = (
            f"None: {counted(waits, 'task')} wait for something that is open." if waits else "No task is to be done."
        )
    first = np.isin(counting.head, found)
    nodes = np.append(found, np.setdiff1d(counting.tail[first], found))
    notes = ("Drawn with what they hold up.",) if len(nodes) > len(found) else ()
    return AnalysisResult("Work that can begin", words, nodes, counting.edges[first], tuple(lines), notes)


# --- how a decision came to be ---------------------------------------------------------------------------------------


def decision_trail(asked: Asked) -> AnalysisResult:
    """All that a decision replaced or was replaced by, oldest first."""
    graph, node = asked.graph, asked.node
    updates, clashes = arrows(graph, {"updates": 1}), arrows(graph, {"contradicts": 1})
    trail = _reached_both_ways(updates, node) & ~graph.placeholder
    created = times(graph, "created")
    found = np.flatnonzero(trail)
    found = found[np.lexsort((found, np.nan_to_num(created[found], nan=np.inf)))]
    within, against = updates.between(trail), clashes.between(trail)
    title = f"Decision trail of {named(graph, node)}"
    lines = tuple(_trail_line(graph, at, updates, clashes, created) for at in found.tolist())
    if len(found) == 1:
        beside = clashes.only((clashes.tail == node) | (clashes.head == node))
        words = "It replaced nothing and nothing replaced it."
        words += f" {counted(len(beside), 'edge')} contradicts of its own." if len(beside) else ""
        return AnalysisResult(title, words, lines=lines if len(beside) else ())
    words = f"{counted(len(found), 'node')} over updates, oldest first"
    words += f"; {counted(len(against), 'contradiction')} among them." if len(against) else "."
    edges = np.append(within.edges, against.edges)
    return AnalysisResult(title, words, found, edges, lines, order=within.turned().pairs())


def _reached_both_ways(ways: Arrows, node: int) -> NDArray[np.bool_]:
    reached = np.zeros(ways.count, bool)
    reached[node] = True
    size = 0
    while size != (size := int(np.count_nonzero(reached))):
        reached[ways.head[reached[ways.tail]]] = True
        reached[ways.tail[reached[ways.head]]] = True
    return reached


def _trail_line(graph: Graph, node: int, updates: Arrows, clashes: Arrows, created: NDArray[Any]) -> AnalysisLine:
    parts = [graph.status_texts[node], day(created[node])]
    for place in np.flatnonzero(updates.tail == node).tolist():
        other, edge = int(updates.head[place]), int(updates.edges[place])
        parts.append(f"replaces {named(graph, other)} ({edge_name(graph, edge)})")
    against = False
    for place in np.flatnonzero((clashes.tail == node) | (clashes.head == node)).tolist():
        other = int(clashes.head[place] if clashes.tail[place] == node else clashes.tail[place])
        parts.append(f"contradicts {named(graph, other)} ({edge_name(graph, int(clashes.edges[place]))})")
        against = True
    return AnalysisLine(
        graph.labels[node], " · ".join(part for part in parts if part), node, tone="warning" if against else ""
    )
