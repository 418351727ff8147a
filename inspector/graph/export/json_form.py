"""The part of a graph that is shown as JSON: nodes and edges as objects, for scripts and pages."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice

from inspector.graph.export.shown import ShownGraph

BATCH = 500
"""Nodes or edges of one piece of text."""


def graph_json(shown: ShownGraph) -> Iterator[str]:
    """The document in pieces: ``{"graph": {...}, "nodes": [{"id", "label", "type", ...}], "edges": [{"source",
    "target", "type", ...}]}``. ``missing`` marks a node that edges name and no row has.
    """
    graph = shown.graph
    about = {
        "title": shown.title,
        **shown.about,
        "directed": True,
        "nodes": len(shown.nodes),
        "edges": len(shown.edges),
        "nodes_in_all": graph.total_nodes,
        "edges_in_all": graph.total_edges,
    }
    yield f'{{"graph": {_dumped(about)},\n"nodes": ['
    yield from _list({"id": id, **cells} for id, cells in shown.node_cells())
    yield '],\n"edges": ['
    yield from _list({"source": source, "target": target, **cells} for source, target, cells in shown.edge_cells())
    yield "]}\n"


def _list(items: Iterable[dict[str, object]]) -> Iterator[str]:
    rows, first = iter(items), True
    while batch := list(islice(rows, BATCH)):
        yield ("\n" if first else ",\n") + ",\n".join(map(_dumped, batch))
        first = False


def _dumped(value: object) -> str:
    # ASCII: text that is no Unicode (lone surrogates) stays what it is, and any reader takes it
    return json.dumps(value, ensure_ascii=True)
