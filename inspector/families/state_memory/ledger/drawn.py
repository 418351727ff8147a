"""What does the graph of a moment look like: the state graph, with the same ids as that of today?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from inspector.families.ledger.ways import Redact
from inspector.families.state_memory.graphs import FIELDS
from inspector.families.state_memory.ledger.world import World
from inspector.families.state_memory.statuses import STATUSES
from inspector.graph.fields import Field, build_field
from inspector.graph.model import Graph, graph_of_columns
from inspector.graph.projection import FieldQuery
from inspector.graph.row_columns import texts


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
    given = [[node.values[at] for node in nodes] for at in range(len(FIELDS))]
    fields = (_field(query, ids, values, graph) for query, values in zip(FIELDS, given, strict=True))
    return replace(graph, fields=tuple(one.told(redact) for one in fields if not one.is_empty))


def _field(query: FieldQuery, ids: list[str], values: list[object], graph: Graph) -> Field:
    """What nodes can be filtered by. Words are coded here: they are few, and any moment must be there at once."""
    if query.kind not in ("choice", "list"):
        rows = [pair for pair in zip(ids, values, strict=True) if pair[1] is not None]
        return build_field(query.id, query.title, query.kind, rows, graph.index, len(graph))
    known: dict[object, int] = {}
    if query.kind == "list":
        pairs = [
            (at, known.setdefault(word, len(known)))
            for at, words in enumerate(values)
            if isinstance(words, tuple)
            for word in words
        ]
        owners, codes = np.array(pairs, np.int32).reshape(-1, 2).T
        names, codes = _most_frequent_first(known, codes)
        return Field(query.id, query.title, "list", names, codes, owners)
    spread = np.full(len(graph), -1, np.int32)
    spread[: len(values)] = [-1 if not word else known.setdefault(word, len(known)) for word in values]
    return Field(query.id, query.title, "choice", *_most_frequent_first(known, spread))


def _most_frequent_first(
    known: Mapping[object, int], codes: NDArray[np.int32]
) -> tuple[tuple[str, ...], NDArray[np.int32]]:
    """Names and codes in the order in which a field has them; -1 stays."""
    names, counts = texts(tuple(known)), np.bincount(codes[codes >= 0], minlength=len(known))
    order = sorted(range(len(names)), key=lambda at: (-counts[at], names[at]))
    place = np.full(len(names) + 1, -1, np.int32)
    place[order] = np.arange(len(names), dtype=np.int32)
    return tuple(names[at] for at in order), place[codes]


def _places(events: list[int]) -> tuple[list[object], list[object], list[object]]:
    """Where the rows stand: in the ledger; nowhere for what no event left."""
    count = len(events)
    keys: list[object] = [(abs(event),) if event else None for event in events]
    return ["main"] * count, ["events"] * count, keys
