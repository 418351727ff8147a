"""What is exported: the nodes and edges that are shown, where they stand, and what that is a part of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.graph.fields import Field
from inspector.graph.model import Graph
from inspector.graph.row_columns import Place
from inspector.graph.status import STATUSES

Cell = str | float | bool | list[str]
"""What is known of a node or edge, as a file can hold it."""


@dataclass(frozen=True)
class ShownGraph:
    """A graph with what is shown of it. Nothing is shown of an edge whose end is not."""

    graph: Graph
    """All that was read."""
    positions: NDArray[Any]
    """(n, 2) scene positions; y grows downwards."""
    show_nodes: NDArray[np.bool_]
    """(n,) which nodes are shown."""
    show_edges: NDArray[np.bool_]
    """(m,) which edges are shown."""
    title: str = ""
    """What it is a picture of."""
    about: Mapping[str, str] = field(default_factory=dict)
    """More in words: file, time, layout."""

    @property
    def nodes(self) -> NDArray[Any]:
        """Indices of the nodes that are shown."""
        return np.flatnonzero(self.show_nodes)

    @property
    def edges(self) -> NDArray[Any]:
        """Indices of the edges that are shown."""
        ends = self.show_nodes[self.graph.source] & self.show_nodes[self.graph.target]
        return np.flatnonzero(self.show_edges & ends)

    def covers(self) -> str:
        """ "300 of 5,012 nodes, 410 of 9,000 edges"."""
        graph = self.graph
        nodes, edges = _of(len(self.nodes), graph.total_nodes, "node"), _of(len(self.edges), graph.total_edges, "edge")
        return f"{nodes}, {edges}"

    def node_cells(self) -> Iterator[tuple[str, dict[str, Cell]]]:
        """Id and attributes of each node that is shown; what is not known of one is left out."""
        graph, nodes = self.graph, self.nodes
        columns = [(one.id, _field_cells(one, nodes)) for one in graph.fields]
        for at, node in enumerate(nodes.tolist()):
            x, y = self.positions[node].tolist()
            cells: dict[str, Cell] = {"label": graph.labels[node], "type": graph.type_names[graph.types[node]]}
            if graph.status_texts[node]:
                cells |= {"status": graph.status_texts[node], "state": STATUSES[graph.statuses[node]]}
            if graph.placeholder[node]:
                cells["missing"] = True
            cells |= {"x": round(x, 2), "y": round(y, 2)}
            # a field may not take the place of what every node has
            cells |= {id if id not in _OWN else f"{id}_": found[at] for id, found in columns if at in found}
            yield graph.ids[node], cells | _row_cells(graph.places[node] if graph.places else None)

    def edge_cells(self) -> Iterator[tuple[str, str, dict[str, Cell]]]:
        """Ids of both ends and attributes of each edge that is shown."""
        graph = self.graph
        for edge in self.edges.tolist():
            cells: dict[str, Cell] = {"type": graph.edge_type_names[graph.edge_types[edge]]}
            if graph.edge_ids[edge]:
                cells["id"] = graph.edge_ids[edge]
            if graph.edge_labels[edge]:
                cells["label"] = graph.edge_labels[edge]
            cells["weight"] = round(float(graph.weights[edge]), 6)
            ends = graph.ids[graph.source[edge]], graph.ids[graph.target[edge]]
            yield *ends, cells | _row_cells(graph.edge_places[edge] if graph.edge_places else None)


_OWN = frozenset({"id", "label", "type", "status", "state", "missing", "x", "y", "table", "row"})


def _row_cells(place: Place | None) -> dict[str, Cell]:
    """The row that it was read from: table and key."""
    if place is None:
        return {}
    schema, table, key = place
    keys = key if isinstance(key, tuple) else (key,)
    words = [part.hex() if isinstance(part, bytes) else str(part) for part in keys]
    return {"table": table if schema == "main" else f"{schema}.{table}", "row": " ".join(words)}


def _field_cells(one: Field, nodes: NDArray[Any]) -> Mapping[int, Cell]:
    """Place in ``nodes`` -> value of a field, for the nodes that have one; instants as ISO 8601 in UTC."""
    if one.kind == "list":
        return _listed(one, nodes)
    if one.kind == "choice":
        codes = one.codes[nodes]
        return {at: one.names[codes[at]] for at in np.flatnonzero(codes >= 0).tolist()}
    values = (one.seconds if one.kind == "time" else one.values)[nodes]
    known = np.flatnonzero(np.isfinite(values)).tolist()
    return {at: _instant(float(values[at])) if one.kind == "time" else float(values[at]) for at in known}


def _listed(one: Field, nodes: NDArray[Any]) -> Mapping[int, Cell]:
    place = {node: at for at, node in enumerate(nodes.tolist())}
    found: dict[int, list[str]] = {}
    for owner, code in zip(one.owners.tolist(), one.codes.tolist(), strict=True):
        if owner in place:
            found.setdefault(place[owner], []).append(one.names[code])
    return {**found}


def _instant(seconds: float) -> Cell:
    """ISO 8601; the number itself where no calendar reaches it."""
    try:
        return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")
    except (ValueError, OverflowError, OSError):
        return seconds


def _of(shown: int, total: int, noun: str) -> str:
    return f"{shown:,} of {total:,} {noun}s" if shown < total else f"{total:,} {noun}" + ("" if total == 1 else "s")
