"""What a graph is here: numpy arrays of nodes and edges, built once and never changed.

A multigraph: parallel edges and self-loops stay apart. An edge whose end is no node of the graph gets a placeholder
node in its place, marked as such, so that nothing that is stored is left out of the picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from inspector.db.rows import RowRef
from inspector.graph.fields import Field
from inspector.graph.row_columns import Place as Place
from inspector.graph.row_columns import coded, columns_of, id_text, places_of, texts, weights_of
from inspector.graph.status import NONE, PLAIN_WORDS, STATUSES, StatusMap

PLACEHOLDER = "missing"
"""The type of placeholder nodes."""
LABEL_LIMIT = 500
"""Characters of a label that are kept."""


class NodeRow(NamedTuple):
    """One node as a query gives it; a shorter plain tuple will do."""

    id: object
    """What edges name; compared as text."""
    type: object = ""
    """Its kind; NULL is shown as an empty type."""
    status: object = None
    """Its status as stored; NULL when it has none."""
    label: object = None
    """What is written beside it; the id when NULL."""
    schema: object = None
    """Schema of the table its row stands in."""
    table: object = None
    """Table its row stands in; NULL when it has no row."""
    key: object = None
    """Key of its row."""


class EdgeRow(NamedTuple):
    """One edge as a query gives it; a shorter plain tuple will do."""

    source: object
    """Id of the node it starts at."""
    target: object
    """Id of the node it ends at."""
    type: object = ""
    """Its kind."""
    label: object = None
    """What is written beside it; nothing when NULL."""
    weight: object = None
    """How strongly it pulls in a layout; 1 when NULL."""
    id: object = None
    """Its own id, if it has one."""
    schema: object = None
    """Schema of the table its row stands in."""
    table: object = None
    """Table its row stands in; NULL when it has no row."""
    key: object = None
    """Key of its row."""


@dataclass(frozen=True, eq=False)
class Graph:
    """Nodes and edges as arrays; ``n`` nodes, ``m`` edges. Codes index the names beside them."""

    ids: tuple[str, ...]
    """Ids of the nodes, n; unique."""
    labels: tuple[str, ...]
    """What is written beside the nodes, n; the id where nothing else is known."""
    types: NDArray[np.int16]
    """(n,) codes into ``type_names``."""
    type_names: tuple[str, ...]
    """Types of nodes, most frequent first; placeholders, if any, last."""
    statuses: NDArray[np.int8]
    """(n,) codes into :data:`inspector.graph.status.STATUSES`."""
    status_texts: tuple[str, ...]
    """Statuses as stored, n; empty where there is none."""
    placeholder: NDArray[np.bool_]
    """(n,) whether the node stands for one that is missing."""
    source: NDArray[np.int32]
    """(m,) indices of the nodes the edges start at."""
    target: NDArray[np.int32]
    """(m,) indices of the nodes the edges end at."""
    edge_types: NDArray[np.int16]
    """(m,) codes into ``edge_type_names``."""
    edge_type_names: tuple[str, ...]
    """Types of edges, most frequent first."""
    edge_labels: tuple[str, ...]
    """What is written beside the edges, m; empty where nothing is."""
    weights: NDArray[np.float32]
    """(m,) how strongly the edges pull; 1 where nothing is known."""
    edge_ids: tuple[str, ...]
    """Ids of the edges, m; empty where they have none."""
    places: tuple[Place | None, ...] = ()
    """Where the rows of the nodes stand, n."""
    edge_places: tuple[Place | None, ...] = ()
    """Where the rows of the edges stand, m."""
    dangling: int = 0
    """Edges with at least one end that is no node."""
    duplicates: int = 0
    """Node rows left out because their id had come before."""
    total_nodes: int = 0
    """Nodes there are in all; more than ``n`` when a limit cut."""
    total_edges: int = 0
    """Edges there are in all; more than ``m`` when a limit cut."""
    left_out: tuple[str, ...] = ()
    """What could not be read, in words: a table this version does not have."""
    fields: tuple[Field, ...] = ()
    """What else is known of the nodes; fields of which no node has a value are not among them."""

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def edge_count(self) -> int:
        """Number of edges, m."""
        return len(self.source)

    @cached_property
    def index(self) -> dict[str, int]:
        """Index of each node by its id."""
        return {id: i for i, id in enumerate(self.ids)}

    @cached_property
    def degrees(self) -> NDArray[np.int32]:
        """(n,) ends of edges at each node; a self-loop counts twice."""
        ends = np.concatenate([self.source, self.target])
        return np.bincount(ends, minlength=len(self)).astype(np.int32)

    @cached_property
    def components(self) -> NDArray[np.int32]:
        """(n,) number of the connected component of each node, largest component 0."""
        return _components(len(self), self.source, self.target)

    @cached_property
    def isolated(self) -> NDArray[np.int32]:
        """Indices of nodes that no edge joins to another node."""
        joined = np.zeros(len(self), bool)
        apart = self.source != self.target
        joined[self.source[apart]] = True
        joined[self.target[apart]] = True
        return np.flatnonzero(~joined).astype(np.int32)

    @cached_property
    def dangling_edges(self) -> NDArray[np.int32]:
        """Indices of the edges with at least one end that is no node."""
        return np.flatnonzero(self.placeholder[self.source] | self.placeholder[self.target]).astype(np.int32)

    @property
    def component_count(self) -> int:
        """Number of connected components."""
        return int(self.components.max()) + 1 if len(self) else 0

    @property
    def partial(self) -> bool:
        """Whether a limit left something out."""
        return self.total_nodes > len(self) or self.total_edges > self.edge_count

    def field(self, id: str) -> Field | None:
        """The field of this id; None where the graph has none."""
        return next((one for one in self.fields if one.id == id), None)

    def row_of(self, node: int) -> RowRef | None:
        """The row a node was read from."""
        return _row(self.places[node])

    def edge_row_of(self, edge: int) -> RowRef | None:
        """The row an edge was read from."""
        return _row(self.edge_places[edge])

    def type_counts(self) -> dict[str, int]:
        """Number of nodes of each type."""
        return _counts(self.types, self.type_names)

    def edge_type_counts(self) -> dict[str, int]:
        """Number of edges of each type."""
        return _counts(self.edge_types, self.edge_type_names)

    def status_counts(self) -> dict[str, int]:
        """Number of nodes of each state that occurs."""
        return {name: count for name, count in _counts(self.statuses, STATUSES).items() if count}

    def degrees_by_type(self, node: int) -> dict[tuple[str, str], int]:
        """How many edges of each ("out" | "in", type) a node has; a self-loop is in both."""
        counts: dict[tuple[str, str], int] = {}
        for direction, ends in (("out", self.source), ("in", self.target)):
            found = np.bincount(self.edge_types[ends == node], minlength=len(self.edge_type_names))
            counts |= {
                (direction, self.edge_type_names[code]): int(found[code]) for code in np.flatnonzero(found).tolist()
            }
        return counts

    def subgraph(self, nodes: NDArray[Any], edges: NDArray[np.bool_] | None = None) -> Graph:
        """The graph of some nodes (a mask, or indices) and the edges between them (of the mask ``edges``)."""
        kept = np.zeros(len(self), bool)
        kept[nodes] = True
        chosen = np.flatnonzero(kept)
        place = np.full(len(self), -1, np.int32)
        place[chosen] = np.arange(len(chosen), dtype=np.int32)
        inside = kept[self.source] & kept[self.target]
        between = np.flatnonzero(inside if edges is None else inside & edges)
        return _taken(self, chosen, between, place)


def _taken(graph: Graph, nodes: NDArray[Any], edges: NDArray[Any], place: NDArray[np.int32]) -> Graph:
    """The graph of the nodes and edges at these indices; totals are those of the whole."""
    at_nodes, at_edges = nodes.tolist(), edges.tolist()
    missing = graph.placeholder[nodes]
    source, target = place[graph.source[edges]], place[graph.target[edges]]
    return Graph(
        ids=tuple(graph.ids[i] for i in at_nodes),
        labels=tuple(graph.labels[i] for i in at_nodes),
        types=graph.types[nodes],
        type_names=graph.type_names,
        statuses=graph.statuses[nodes],
        status_texts=tuple(graph.status_texts[i] for i in at_nodes),
        placeholder=missing,
        source=source,
        target=target,
        edge_types=graph.edge_types[edges],
        edge_type_names=graph.edge_type_names,
        edge_labels=tuple(graph.edge_labels[i] for i in at_edges),
        weights=graph.weights[edges],
        edge_ids=tuple(graph.edge_ids[i] for i in at_edges),
        places=tuple(graph.places[i] for i in at_nodes),
        edge_places=tuple(graph.edge_places[i] for i in at_edges),
        dangling=int(np.count_nonzero(missing[source] | missing[target])),
        total_nodes=graph.total_nodes,
        total_edges=graph.total_edges,
        left_out=graph.left_out,
        fields=tuple(field.taken(nodes, place) for field in graph.fields),
    )


def build_graph(
    node_rows: Iterable[Sequence[object]],
    edge_rows: Iterable[Sequence[object]],
    statuses: StatusMap = PLAIN_WORDS,
    total_nodes: int = 0,
    total_edges: int = 0,
    left_out: tuple[str, ...] = (),
) -> Graph:
    """The graph of rows in the order of :class:`NodeRow` and :class:`EdgeRow`; all rows of a list equally long.

    ``total_nodes`` and ``total_edges`` count the rows there are, where a limit left some out.
    """
    columns = columns_of(node_rows, len(NodeRow._fields)), columns_of(edge_rows, len(EdgeRow._fields))
    return graph_of_columns(*columns, statuses, total_nodes, total_edges, left_out)


def graph_of_columns(
    node_columns: Sequence[Sequence[Any]],
    edge_columns: Sequence[Sequence[Any]],
    statuses: StatusMap,
    total_nodes: int,
    total_edges: int,
    left_out: tuple[str, ...],
) -> Graph:
    """The same of the columns of all those rows."""
    ids, types, words, labels, *rows = node_columns
    names = [id if type(id) is str else id_text(id) for id in ids]
    index: dict[str, int] = {}
    for i, name in enumerate(names):
        index.setdefault(name, i)
    first = sorted(index.values())
    duplicates = len(names) - len(first)
    if duplicates:
        ids, types, words, labels = ([column[i] for i in first] for column in (ids, types, words, labels))
        rows = [[column[i] for i in first] for column in rows]
        names = [names[i] for i in first]
        index = {name: i for i, name in enumerate(names)}

    sources, targets, edge_kinds, edge_labels, weights, edge_ids, *edge_rows_at = edge_columns
    missing: list[str] = []
    source = _ends(sources, index, missing, "source", edge_ids)
    target = _ends(targets, index, missing, "target", edge_ids)
    known, n = len(names), len(names) + len(missing)

    kinds = texts(types)
    type_codes, type_names = coded(kinds, np.int16)
    if missing:
        type_names = (*type_names, PLACEHOLDER) if PLACEHOLDER not in type_names else type_names
        type_codes = np.append(type_codes, np.full(len(missing), type_names.index(PLACEHOLDER), np.int16))
    edge_codes, edge_type_names = coded(texts(edge_kinds), np.int16)
    return Graph(
        ids=(*names, *missing),
        labels=(*(_label(text, name) for text, name in zip(texts(labels), names, strict=True)), *missing),
        types=type_codes,
        type_names=type_names,
        statuses=_states(statuses, kinds, words, len(missing)),
        status_texts=(*texts(words), *("" for _ in missing)),
        placeholder=np.arange(n) >= known,
        source=source,
        target=target,
        edge_types=edge_codes,
        edge_type_names=edge_type_names,
        edge_labels=tuple(text[:LABEL_LIMIT] for text in texts(edge_labels)),
        weights=weights_of(weights),
        edge_ids=tuple(texts(edge_ids)),
        places=(*places_of(*rows), *(None for _ in missing)),
        edge_places=tuple(places_of(*edge_rows_at)),
        dangling=int(np.count_nonzero((source >= known) | (target >= known))),
        duplicates=duplicates,
        total_nodes=max(total_nodes - duplicates, n),
        total_edges=max(total_edges, len(source)),
        left_out=left_out,
    )


def _label(text: str, id: str) -> str:
    return text[:LABEL_LIMIT] if text and not text.isspace() else id


def _ends(
    ends: Sequence[object], index: dict[str, int], missing: list[str], side: str, edge_ids: Sequence[object]
) -> NDArray[np.int32]:
    """Indices of the nodes named by ``ends``. A name that is no node is put into ``missing`` and ``index``; each
    NULL stands for a node of its own, because two unknown things are not the same thing.
    """
    found: list[int] = []
    known = len(index) - len(missing)
    for i, end in enumerate(ends):
        name = (
            end
            if type(end) is str
            else id_text(end)
            if end is not None
            else f"NULL ({side} of {edge_ids[i] or f'edge {i + 1}'})"
        )
        at = index.get(name)
        if at is None:
            at = index[name] = known + len(missing)
            missing.append(name)
        found.append(at)
    return np.array(found, np.int32)


def _states(statuses: StatusMap, kinds: Sequence[str], words: Sequence[object], placeholders: int) -> NDArray[np.int8]:
    codes: dict[tuple[str, object], int] = {}
    found: list[int] = []
    for pair in zip(kinds, words, strict=True):
        code = codes.get(pair)
        if code is None:
            code = codes[pair] = statuses.code(*pair)
        found.append(code)
    return np.array(found + [NONE] * placeholders, np.int8)


def _row(place: Place | None) -> RowRef | None:
    if place is None:
        return None
    schema, table, key = place
    return RowRef(schema, table, key if isinstance(key, tuple) else (key,))


def _components(n: int, source: NDArray[np.int32], target: NDArray[np.int32]) -> NDArray[np.int32]:
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    if not n:
        return np.zeros(0, np.int32)
    matrix = coo_matrix((np.ones(len(source), np.int8), (source, target)), shape=(n, n))
    count, labels = connected_components(matrix, directed=False)
    sizes = np.bincount(labels, minlength=count)
    rank = np.empty(count, np.int32)
    rank[np.argsort(-sizes, kind="stable")] = np.arange(count, dtype=np.int32)
    found: NDArray[np.int32] = rank[labels]
    return found


def _counts(codes: NDArray[Any], names: Sequence[str]) -> dict[str, int]:
    return dict(zip(names, np.bincount(codes, minlength=len(names)).tolist(), strict=False))
