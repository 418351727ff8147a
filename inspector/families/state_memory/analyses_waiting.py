"""What does a node wait for, and what waits for it, over how many steps?"""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.families.state_memory.statuses import FINISHED
from inspector.graph.analysis import (
    AnalysisLine,
    AnalysisResult,
    Asked,
    Tone,
    counted,
    edge_name,
    kind_of,
    named,
    named_all,
)
from inspector.graph.analysis_ways import Arrows, arrows, steps_from
from inspector.graph.model import Graph

PART_OF = "part_of"
"""The relation that the system's own critical path ignores."""
MORE_RELATIONS = ("updates", PART_OF, "implements")
"""Relations that the system's own impact ignores although it lists them."""

_WAITS = MappingProxyType(
    # as they are stored, and as the graph of what waits for what has them, where all arrows lead to what is awaited
    {"depends_on": 1, "blocks": -1, "child_of": -1, "depends on": 1, "blocked by": 1, "has child": 1}
)
_HOW = MappingProxyType(
    {
        "depends_on": ("depends on it", "depends on"),
        "depends on": ("depends on it", "depends on"),
        "blocks": ("is blocked by it", "is blocked by"),
        "blocked by": ("is blocked by it", "is blocked by"),
        "child_of": ("has it as a child", "is the parent of"),
        "has child": ("has it as a child", "is the parent of"),
        "part_of": ("", "is part of"),
    }
)
"""What the waiting node says of an edge: to what it waits for, and of it."""
_WHY_TOLD = 2
"""Reasons that a line gives, where several edges say so."""


def waiting(graph: Graph) -> Arrows:
    """The arrows from what waits to what it waits for."""
    return arrows(graph, _WAITS)


def has_status(graph: Graph, words: tuple[str, ...]) -> NDArray[np.bool_]:
    """(n,) whether the stored status of each node, in small letters, is one of these."""
    return np.fromiter((text.lower() in words for text in graph.status_texts), bool, len(graph))


def finished(graph: Graph) -> NDArray[np.bool_]:
    """(n,) whether nothing waits for each node any more."""
    return has_status(graph, FINISHED)


def of_type(graph: Graph, *names: str) -> NDArray[np.bool_]:
    """(n,) whether each node is of one of these types."""
    codes = [code for code, name in enumerate(graph.type_names) if name in names]
    return np.isin(graph.types, codes)


def by_steps(graph: Graph, steps: NDArray[Any]) -> list[int]:
    """The nodes that are some steps away, the nearest first, then by type and title."""
    found = np.flatnonzero(steps > 0).tolist()
    return sorted(found, key=lambda at: (steps[at], graph.type_names[graph.types[at]], graph.labels[at], at))


def why_blocked(asked: Asked) -> AnalysisResult:
    """All open nodes that a node waits for; what is finished ends the search."""
    graph, node = asked.graph, asked.node
    ways = waiting(graph)
    still_open = ~finished(graph) & ~graph.placeholder
    onward = ways.into(still_open)
    steps = steps_from(onward, node)
    found = by_steps(graph, steps)
    within = onward.between(steps >= 0)
    begins = np.ones(len(graph), bool)
    begins[onward.tail] = False
    reasons = _reasons(graph, within, steps)
    lines = tuple(
        AnalysisLine(
            graph.labels[at],
            _told(kind_of(graph, at), f"step {steps[at]}", *reasons.get(at, ())),
            at,
            tone=_in_the_way(graph, at, bool(begins[at])),
        )
        for at in found
    )
    roots = [at for at in found if begins[at]]
    words = _blocked_words(asked, ways, found, roots, int(steps.max(initial=0)))
    nodes = np.array([node, *found] if found else [], np.intp)
    title, notes = f"Why is {named(graph, node)} blocked?", _missing(asked, ways)
    edges = within.edges if found else nodes
    return AnalysisResult(title, words, nodes, edges, lines, notes, within.turned().pairs())


def _in_the_way(graph: Graph, node: int, begins: bool) -> Tone:
    if graph.type_names[graph.types[node]] == "blocker":
        return "negative"
    return "warning" if begins else ""


def _blocked_words(asked: Asked, ways: Arrows, found: list[int], roots: list[int], furthest: int) -> str:
    graph, node = asked.graph, asked.node
    status = graph.status_texts[node]
    over = f"It is {status} itself. " if finished(graph)[node] else ""
    if not found:
        ends = np.unique(ways.head[ways.tail == node])
        ends = ends[~graph.placeholder[ends]]
        if not len(ends):
            return f"{over}It waits for nothing: no depends_on leads from it, no blocks or child_of to it."
        if ends.tolist() == [node]:
            return f"{over}It waits for itself alone."
        return f"{over}Nothing that is open holds it; finished of what it waits for: {counted(len(ends), 'node')}."
    blockers = int(np.count_nonzero(of_type(graph, "blocker")[found]))
    among = f", {counted(blockers, 'blocker')} among them" if blockers else ""
    where = f" It begins at {named_all(graph, roots)}." if roots else " They wait for one another in a cycle."
    far = f" over up to {counted(furthest, 'step')}" if furthest > 1 else ""
    return f"{over}It waits for {counted(len(found), 'open node')}{far}{among}.{where}"


def _missing(asked: Asked, ways: Arrows) -> tuple[str, ...]:
    lost = np.unique(ways.head[(ways.tail == asked.node) & asked.graph.placeholder[ways.head]])
    return (f"It also waits for {counted(len(lost), 'node')} that the file does not hold.",) if len(lost) else ()


def impact(asked: Asked) -> AnalysisResult:
    """All that waits for a node, what is finished too."""
    graph, node = asked.graph, asked.node
    more = {name: 1 for name in MORE_RELATIONS if name in asked.options}
    ways = arrows(graph, {**_WAITS, **more}).turned()
    steps = steps_from(ways.into(~graph.placeholder), node)
    found = by_steps(graph, steps)
    within = ways.between(steps >= 0)
    over = finished(graph)
    reasons = _reasons(graph, within, steps, turned=True)
    lines = tuple(
        AnalysisLine(
            graph.labels[at],
            _told(kind_of(graph, at), f"step {steps[at]}", *reasons.get(at, ())),
            at,
            tone="muted" if over[at] else "",
        )
        for at in found
    )
    lacking = [name for name in MORE_RELATIONS if name not in graph.edge_type_names and name in asked.options]
    notes = tuple(f"There is no edge {name} in this graph." for name in lacking)
    opened = int(np.count_nonzero(~over[found])) if found else 0
    far = f" over up to {counted(int(steps.max(initial=0)), 'step')}" if steps.max(initial=0) > 1 else ""
    words = (
        f"{counted(len(found), 'node')} {'waits' if len(found) == 1 else 'wait'} for it{far}, {opened:,} of them open."
        if found
        else "Nothing waits for it: no depends_on leads to it, it blocks nothing and is no child."
    )
    nodes = np.array([node, *found] if found else [], np.intp)
    edges = within.edges if found else nodes
    title = f"What waits for {named(graph, node)}?"
    return AnalysisResult(title, words, nodes, edges, lines, notes, within.pairs())


def _reasons(graph: Graph, ways: Arrows, steps: NDArray[Any], turned: bool = False) -> dict[int, list[str]]:
    """Node -> the edges from nodes that are nearer: "'Ship it' depends on it (depends_on, edges row 57)"."""
    nearer = ways.only(steps[ways.tail] < steps[ways.head])
    found: dict[int, list[str]] = {}
    rest: dict[int, int] = {}
    for tail, head, edge in zip(nearer.tail.tolist(), nearer.head.tolist(), nearer.edges.tolist(), strict=True):
        told = found.setdefault(head, [])
        if len(told) == _WHY_TOLD:
            rest[head] = rest.get(head, 0) + 1
            continue
        kind = graph.edge_type_names[graph.edge_types[edge]]
        of_it, of_other = _HOW.get(kind, (f"{kind} it", kind))
        how = f"{of_other} {named(graph, tail)}" if turned else f"{named(graph, tail)} {of_it}"
        told.append(f"{how} ({edge_name(graph, edge)})")
    for head, count in rest.items():
        found[head].append(f"{counted(count, 'edge')} more")
    return found


def _told(*parts: str) -> str:
    return " · ".join(part for part in parts if part)
