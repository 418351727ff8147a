"""Does work of a state graph wait for itself, over depends_on, blocks and child_of?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from inspector.db.needs import needs
from inspector.db.rows import RowRef
from inspector.families.state_memory.graphs import WAITING_EDGES
from inspector.health.check import CheckContext, HealthCheck
from inspector.health.finding import Evidence, Level

SHOWN = 12
"""Nodes of a cycle that its text names."""


def cycles(context: CheckContext) -> Iterator[Evidence]:
    """One line for each knot of nodes that wait for one another, with one way round it."""
    found = context.reader.rows(
        f"SELECT waiting, awaited FROM ({WAITING_EDGES}) WHERE waiting <> awaited ORDER BY place"
    )
    awaited: dict[str, list[str]] = {}
    for source, target in found:
        awaited.setdefault(str(source), []).append(str(target))
    for knot in knots(awaited):
        way = shortest_way_round(awaited, knot)
        titles = [_title(context, node) for node in way[:SHOWN]]
        more = f" → {len(way) - SHOWN} more" if len(way) > SHOWN else ""
        others = f" ({len(knot)} nodes wait for one another)" if len(knot) > len(way) else ""
        rowid = context.reader.value("SELECT rowid FROM nodes WHERE id = ?", (way[0],))
        ref = RowRef("main", "nodes", (rowid,)) if rowid is not None else None
        yield Evidence(" → ".join([*titles, titles[0]]) + more + others, ref)


def _title(context: CheckContext, node: str) -> str:
    title = context.reader.value("SELECT substr(title, 1, 80) FROM nodes WHERE id = ?", (node,))
    return node if title is None else str(title)


def knots(edges: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """The strongly connected components of more than one node, in the order their first node is met (Tarjan).

    Made without recursion: chains of ten thousand nodes occur.
    """
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    on_stack: set[str] = set()
    found: list[list[str]] = []
    for root in edges:
        if root in index:
            continue
        work: list[tuple[str, int]] = [(root, 0)]
        while work:
            node, place = work.pop()
            if place == 0:
                index[node] = low[node] = len(index)
                stack.append(node)
                on_stack.add(node)
            targets = edges.get(node, ())
            while place < len(targets):
                target = targets[place]
                place += 1
                if target not in index:
                    work += [(node, place), (target, 0)]
                    break
                if target in on_stack:
                    low[node] = min(low[node], index[target])
            else:
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    knot = _popped(stack, on_stack, node)
                    found += [knot] if len(knot) > 1 else []
    return found


def _popped(stack: list[str], on_stack: set[str], node: str) -> list[str]:
    knot: list[str] = []
    while not knot or knot[-1] != node:
        knot.append(stack.pop())
        on_stack.discard(knot[-1])
    return knot[::-1]


def shortest_way_round(edges: Mapping[str, Sequence[str]], knot: Sequence[str]) -> list[str]:
    """The nodes of a shortest cycle through the first node of a knot, beginning with it."""
    inside, start = set(knot), knot[0]
    before: dict[str, str] = {}
    queue = [start]
    for node in queue:
        for target in edges.get(node, ()):
            if target == start:
                way = [node]
                while way[-1] != start:
                    way.append(before[way[-1]])
                return way[::-1]
            if target in inside and target not in before:
                before[target] = node
                queue.append(target)
    return list(knot)


CHECKS = (
    HealthCheck(
        "state_memory.cycles",
        "Work that waits for itself",
        Level.SUSPICIOUS,
        "No node waits for itself over depends_on, blocks and child_of.",
        needs("nodes.id", "nodes.title", "edges.source_id", "edges.target_id", "edges.type"),
        run=cycles,
        advice="Take one of the edges away: nothing in the circle can ever be ready.",
        method="Strongly connected nodes over depends_on, blocks and child_of (Tarjan).",
    ),
)
