"""What is read and laid out for a graph view, off the UI thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from inspector.cancel import CancelToken
from inspector.graph.load import load_graph
from inspector.graph.model import Graph
from inspector.graph.projection import EDGE_LIMIT, NODE_LIMIT, GraphProjection
from inspector.graph.schema import SchemaLink, schema_graph
from inspector.workspace.source import Source

SCHEMA = GraphProjection(
    "schema", "Tables and keys", "Each node is a table; an edge says which table refers to which.", (), ()
)
"""The graph that every database has."""
FEW = 1_500
"""Nodes up to which the layout is ready so soon that nothing is shown before it."""


@dataclass(frozen=True)
class Wanted:
    """What to read and how to lay it out."""

    projection: str = ""
    """Id of the projection; empty for the first that has any nodes."""
    layout: str = ""
    """Id of the layout; empty for the one the projection opens with."""
    whole: bool = False
    """Whether to read beyond the usual limits."""


@dataclass(frozen=True)
class Loaded:
    """A graph that was read, and what else could be drawn of its source."""

    projections: tuple[GraphProjection, ...]
    """What this file can be drawn as."""
    projection: GraphProjection
    """What was read."""
    layout: str
    """Layout that places it."""
    graph: Graph
    """The graph."""


def load(source: Source, wanted: Wanted, cancel: CancelToken) -> Loaded:
    """Read the graph. Raises KnownError, Cancelled."""
    database = source.database
    assert database is not None
    catalog = database.catalog(cancel)
    fits = tuple(one for one in source.family.graphs if one.needs.met_by(catalog))
    projections = (*fits, SCHEMA)
    chosen = [one for one in projections if one.id == wanted.projection] or projections
    for projection in chosen:
        graph = _graph(source, projection, wanted.whole, cancel)
        if len(graph):
            break
    return Loaded(projections, projection, wanted.layout or projection.layout, graph)


def _graph(source: Source, projection: GraphProjection, whole: bool, cancel: CancelToken) -> Graph:
    database = source.database
    assert database is not None
    if projection is SCHEMA:
        keys = source.family.logical_keys
        links = [SchemaLink(key.table, key.columns, key.target, key.target_columns) for key in keys]
        return schema_graph(database.catalog(cancel), links)
    nodes, edges = (10 * NODE_LIMIT, 10 * EDGE_LIMIT) if whole else (NODE_LIMIT, EDGE_LIMIT)
    return load_graph(database, projection, cancel, node_limit=nodes, edge_limit=edges, redact=source.redactor.text)


def load_and_place(
    source: Source,
    wanted: Wanted,
    hand_out: Callable[[Loaded, NDArray[Any]], None],
    cancel: CancelToken,
) -> tuple[Loaded, NDArray[Any]]:
    """Read the graph and lay it out; ``hand_out`` is called on this thread with positions as they come."""
    loaded = load(source, wanted, cancel)
    return loaded, place(loaded, hand_out, cancel)


def place(loaded: Loaded, hand_out: Callable[[Loaded, NDArray[Any]], None], cancel: CancelToken) -> NDArray[Any]:
    """(n, 2) scene positions by the layout; first ones are handed out at once when there are many nodes."""
    # scipy takes a quarter of a second to import: that must not be on the UI thread
    from inspector.graph.layout.arrange import arrange, first_picture

    graph = loaded.graph
    many = len(graph) > FEW
    if many:
        hand_out(loaded, first_picture(graph, cancel))

    def report(positions: NDArray[Any]) -> None:
        hand_out(loaded, positions)

    return arrange(graph, loaded.layout, cancel, report if many else None, loaded.projection.columns)
