"""What stands in a state graph at one moment: each node and edge as the event left it that was last on it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from inspector.graph.model import LABEL_LIMIT

State = Mapping[str, object]
"""An entity as JSON tells it."""
_NUMBER = re.compile(r"[0-9]*\.?[0-9]+")


class Node(NamedTuple):
    """A node as far as a drawing tells it."""

    event: int
    """Rowid of the event that left it so; negative: it stood so before that event."""
    type: str
    """What it is."""
    status: str
    """How it stands."""
    title: str
    """Its title, cut to what a label shows."""
    values: tuple[object, ...]
    """What it can be filtered by, in the order of the fields of the graph."""


class Edge(NamedTuple):
    """An edge as far as a drawing tells it."""

    event: int
    """Rowid of the event that left it so; negative: it stood so before that event."""
    source: str
    """Id of the node it comes from."""
    target: str
    """Id of the node it leads to."""
    type: str
    """What it says."""


@dataclass
class World:
    """All nodes and edges of a moment, by id, in the order in which they were made."""

    nodes: dict[str, Node] = field(default_factory=dict)
    """The nodes."""
    edges: dict[str, Edge] = field(default_factory=dict)
    """The edges."""
    _touching: dict[str, set[str]] | None = None

    def copy(self) -> World:
        """One that can be changed without changing this one."""
        return World(dict(self.nodes), dict(self.edges))

    def put(self, entity_type: str, id: str, event: int, state: State) -> None:
        """An entity stands as this state says."""
        if entity_type == "node":
            self.nodes[id] = node_of(event, state)
            return
        edge = edge_of(event, state)
        self.edges[id] = edge
        if self._touching is not None:
            self._touching.setdefault(edge.source, set()).add(id)
            self._touching.setdefault(edge.target, set()).add(id)

    def drop(self, entity_type: str, id: str) -> None:
        """An entity is gone. Edges go with their node, as the foreign keys of the tables have it: no event says so."""
        if entity_type == "edge":
            self.edges.pop(id, None)
            return
        self.nodes.pop(id, None)
        if self._touching is None:
            self._touching = _touching(self.edges)
        for edge_id in self._touching.pop(id, ()):
            edge = self.edges.get(edge_id)
            if edge is not None and id in (edge.source, edge.target):
                del self.edges[edge_id]


def _touching(edges: Mapping[str, Edge]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for id, edge in edges.items():
        found.setdefault(edge.source, set()).add(id)
        found.setdefault(edge.target, set()).add(id)
    return found


def node_of(event: int, state: State) -> Node:
    """The node of a state."""
    metadata = state.get("metadata")
    known: State = metadata if isinstance(metadata, dict) else {}
    tags = state.get("tags")
    values = (
        _plain(state.get("git_branch")),
        _plain(state.get("project")),
        tuple(dict.fromkeys(tag for tag in tags if isinstance(tag, str) and tag)) if isinstance(tags, list) else (),
        _plain(known.get("priority")),
        _plain(known.get("phase")),
        _estimate(known.get("estimate")),
        _plain(state.get("created_at")),
        _plain(state.get("updated_at")),
    )
    return Node(event, _text(state, "type"), _text(state, "status"), _text(state, "title")[:LABEL_LIMIT], values)


def edge_of(event: int, state: State) -> Edge:
    """The edge of a state."""
    return Edge(event, _text(state, "source_id"), _text(state, "target_id"), _text(state, "type"))


def world_of(nodes: Iterable[tuple[str, State]], edges: Iterable[tuple[str, State]]) -> World:
    """The world of states that no event left: of tables, or of a snapshot."""
    made = World()
    for id, state in nodes:
        made.nodes.setdefault(id, node_of(0, state))
    for id, state in edges:
        made.edges.setdefault(id, edge_of(0, state))
    return made


def _text(state: State, name: str) -> str:
    value = state.get(name)
    return value if isinstance(value, str) else "" if value is None else str(value)


def _plain(value: object) -> object:
    return value if isinstance(value, str | int | float) else None


def _estimate(value: object) -> float | None:
    """A number, or the one that a text begins with: "4.5 hours"."""
    found = _NUMBER.match(value) if isinstance(value, str) else None
    if found is not None:
        return float(found.group())
    return float(value) if isinstance(value, int | float) and abs(value) < 1e300 else None
