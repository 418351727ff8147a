"""What does the graph of a moment look like: the state graph, with the same ids as that of today?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from inspector.families.state_memory.graphs import FIELDS
from inspector.families.state_memory.ledger.world import World
from inspector.families.state_memory.statuses import STATUSES
from inspector.graph.fields import build_field
from inspector.graph.model import Graph, graph_of_columns

Redact = Callable[[Iterable[str]], Sequence[str]]
_TAGS = 2


def graph_of_world(world: World, redact: Redact, left_out: tuple[str, ...] = ()) -> Graph:
    """The graph of a moment; a click on something leads to the event that left it so. Labels go through ``redact``."""
    nodes, edges = list(world.nodes.values()), list(world.edges.values())
    ids = list(world.nodes)
    titles = list(redact([node.title for node in nodes]))
    node_columns = (ids, [n.type for n in nodes], [n.status for n in nodes], titles, *_places([n.event for n in nodes]))
    nothing = [None] * len(edges)
    edge_columns = (
        [e.source for e in edges],
        [e.target for e in edges],
        [e.type for e in edges],
        nothing,
        nothing,
        list(world.edges),
        *_places([e.event for e in edges]),
    )
    graph = graph_of_columns(node_columns, edge_columns, STATUSES, len(ids), len(edges), left_out)
    fields = []
    for at, query in enumerate(FIELDS):
        if at == _TAGS:
            rows: list[tuple[str, object]] = [
                (id, tag) for id, n in zip(ids, nodes, strict=True) for tag in _tags(n.values[at])
            ]
        else:
            rows = [(id, n.values[at]) for id, n in zip(ids, nodes, strict=True)]
        made = build_field(query.id, query.title, query.kind, rows, graph.index, len(graph))
        if not made.is_empty:
            fields.append(made.told(redact))
    return replace(graph, fields=tuple(fields))


def _tags(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else ()


def _places(events: list[int]) -> tuple[list[object], list[object], list[object]]:
    """Where the rows stand: in the ledger; nowhere for what no event left."""
    count = len(events)
    keys: list[object] = [(abs(event),) if event else None for event in events]
    return ["main"] * count, ["events"] * count, keys
