"""What a graph.db remembers of its own past: nodes and edges as they stand, and the event of each change.

The ledger plays actions in the order of time. An action may leave no event (an import, a silent edit): that is how
real files come to differ from their own ledger, and the sample plants a little of it on purpose.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from inspector.sample.chance import Chance
from inspector.sample.making import compact
from inspector.sample.moments import iso

GENESIS = "0" * 64


@dataclass(frozen=True)
class Node:
    """One row of nodes."""

    id: str
    """ULID."""
    type: str
    """task, decision, ..."""
    title: str
    """What people call it."""
    status: str
    """Where it stands."""
    project: str
    """Slug of the project."""
    branch: str
    """Git branch."""
    metadata: dict[str, Any] | str
    """JSON object, or text that is no JSON (encrypted)."""
    tags: tuple[str, ...]
    """Tags in order."""
    created_at: str
    """ISO time."""
    updated_at: str
    """ISO time (rarely in SQLite's form)."""
    version: int = 1
    """Grows by one with each update."""

    def state(self) -> dict[str, Any]:
        """The node as events and snapshots hold it."""
        return {
            "id": self.id,
            "type": self.type,
            "title": self.title,
            "status": self.status,
            "project": self.project,
            "git_branch": self.branch,
            "metadata": self.metadata,
            "tags": list(self.tags),
            "created_at": self.created_at,
            "updated_at": self.updated_at,
            "version": self.version,
        }

    def metadata_text(self) -> str:
        """The metadata as it stands in its column."""
        return self.metadata if isinstance(self.metadata, str) else compact(self.metadata)


@dataclass(frozen=True)
class Edge:
    """One row of edges."""

    id: str
    """ULID."""
    source: str
    """Id of the node it starts at."""
    target: str
    """Id of the node it points to."""
    type: str
    """depends_on, blocks, ..."""
    properties: dict[str, Any]
    """JSON object."""
    project: str
    """Slug of the project."""
    branch: str
    """Git branch."""
    created_at: str
    """ISO time."""

    def state(self) -> dict[str, Any]:
        """The edge as events and snapshots hold it."""
        return {
            "id": self.id,
            "source_id": self.source,
            "target_id": self.target,
            "type": self.type,
            "properties": self.properties,
            "project": self.project,
            "git_branch": self.branch,
            "created_at": self.created_at,
        }


@dataclass(frozen=True)
class Event:
    """One row of events, before it is hashed."""

    id: str
    """ULID."""
    session: str | None
    """Session that made the change, where it is known."""
    kind: str
    """node_created, edge_deleted, ..."""
    entity: str
    """Id of the node or edge."""
    before: str | None
    """JSON of the entity before, None when it was created."""
    after: str | None
    """JSON of the entity after, None when it was deleted."""
    timestamp: str
    """ISO time."""
    undone_at: str | None = None
    """When the change was taken back, ISO; None when it stands."""

    def metadata_text(self) -> str:
        """The event's metadata column."""
        return compact({"undone": True, "undone_at": self.undone_at}) if self.undone_at else "{}"


class Ledger:
    """The graph of one project while it is played: rows as they stand and the events that led there."""

    def __init__(
        self, project: str, chance: Chance, session_at: Callable[[datetime], str | None] = lambda _: None
    ) -> None:
        self.project = project
        self.chance = chance
        self.nodes: dict[str, Node] = {}
        self.edges: dict[str, Edge] = {}
        self.events: list[Event] = []
        self._session_at = session_at

    def create_node(
        self,
        at: datetime,
        type: str,
        title: str,
        status: str,
        *,
        branch: str = "main",
        metadata: dict[str, Any] | str | None = None,
        tags: tuple[str, ...] = (),
        logged: bool = True,
    ) -> Node:
        """Add a node; with its event unless it came by a way that logs none."""
        when = iso(at)
        node = Node(self.chance.ulid(at), type, title, status, self.project, branch, metadata or {}, tags, when, when)
        self.nodes[node.id] = node
        if logged:
            self._log(at, "node_created", node.id, None, node.state())
        return node

    def update_node(self, at: datetime, id: str, *, logged: bool = True, **changes: Any) -> None:
        """Change fields of a node."""
        before = self.nodes[id]
        after = replace(before, updated_at=iso(at), version=before.version + 1, **changes)
        self.nodes[id] = after
        if logged:
            self._log(at, "node_updated", id, before.state(), after.state())

    def undone_update(self, at: datetime, undone: datetime, id: str, **changes: Any) -> None:
        """Log a change that was taken back later: the node stands as before, the event is marked."""
        before = self.nodes[id]
        after = replace(before, updated_at=iso(at), version=before.version + 1, **changes)
        self._log(at, "node_updated", id, before.state(), after.state(), undone_at=iso(undone))

    def delete_node(self, at: datetime, id: str, *, logged: bool = True) -> None:
        """Remove a node and, before it, its edges."""
        for edge in [edge for edge in self.edges.values() if id in (edge.source, edge.target)]:
            self.delete_edge(at, edge.id, logged=logged)
        node = self.nodes.pop(id)
        if logged:
            self._log(at, "node_deleted", id, node.state(), None)

    def create_edge(
        self,
        at: datetime,
        source: str,
        type: str,
        target: str,
        *,
        properties: dict[str, Any] | None = None,
        branch: str = "main",
        logged: bool = True,
    ) -> Edge:
        """Add an edge."""
        edge = Edge(self.chance.ulid(at), source, target, type, properties or {}, self.project, branch, iso(at))
        self.edges[edge.id] = edge
        if logged:
            self._log(at, "edge_created", edge.id, None, edge.state())
        return edge

    def delete_edge(self, at: datetime, id: str, *, logged: bool = True) -> None:
        """Remove an edge."""
        edge = self.edges.pop(id)
        if logged:
            self._log(at, "edge_deleted", id, edge.state(), None)

    def snapshot(self) -> str:
        """The graph as it stands, as a snapshot's JSON."""
        return compact(
            {
                "nodes": [node.state() for node in self.nodes.values()],
                "edges": [edge.state() for edge in self.edges.values()],
            }
        )

    def _log(
        self,
        at: datetime,
        kind: str,
        entity: str,
        before: dict[str, Any] | None,
        after: dict[str, Any] | None,
        undone_at: str | None = None,
    ) -> None:
        self.events.append(
            Event(
                self.chance.ulid(at),
                self._session_at(at),
                kind,
                entity,
                compact(before) if before else None,
                compact(after) if after else None,
                iso(at),
                undone_at,
            )
        )


def event_hash(previous: str, id: str, kind: str, entity: str, after: str | None, timestamp: str) -> str:
    """The hash of one link of the audit chain (facts of schema version 8 and later)."""
    link = f"{previous}|{id}|{kind}|{entity}|{after or ''}|{timestamp}"
    return hashlib.sha256(link.encode()).hexdigest()
