"""What fills a sample graph up to any size: plans of milestones, their tasks, and what hangs on them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from inspector.sample import words
from inspector.sample.chance import Chance, ulid_time
from inspector.sample.making import Making, compact
from inspector.sample.moments import Moments, iso, unix_ms
from inspector.sample.state_memory.ledger import Event, Ledger

_CLUSTER = 25
"""Nodes of one milestone: the milestone itself, then tasks, decisions, artifacts, blockers, observations."""

_KINDS = ("task",) * 12 + ("decision",) * 3 + ("artifact",) * 3 + ("observation",) * 3 + ("blocker",) * 2 + ("task",)
_STATUSES = {
    "milestone": ("upcoming", "in_progress", "reached"),
    "task": ("pending", "pending", "in_progress", "done", "done", "done", "blocked", "cancelled"),
    "decision": ("accepted", "accepted", "proposed", "superseded"),
    "artifact": ("current", "current", "draft", "outdated"),
    "observation": ("active", "active", "resolved"),
    "blocker": ("active", "resolved", "resolved", "mitigated"),
}
_LINKS = {
    "task": "depends_on",
    "decision": "updates",
    "artifact": "references",
    "observation": "references",
    "blocker": "blocks",
    "milestone": "depends_on",
}


@dataclass(frozen=True)
class Bulk:
    """Generated nodes and edges, as plain lists: nothing per node but strings."""

    project: str
    """Slug."""
    ids: list[str] = field(default_factory=list)
    """Node ids."""
    nodes: list[tuple[Any, ...]] = field(default_factory=list)
    """Node rows in the order of their columns, version last."""
    edges: list[tuple[Any, ...]] = field(default_factory=list)
    """Edge rows in the order of their columns."""

    @property
    def count(self) -> int:
        """How many nodes and edges, and so how many events."""
        return len(self.nodes) + len(self.edges)

    def node_rows(self) -> Iterator[tuple[Any, ...]]:
        """Rows of nodes: id, type, title, status, project, branch, metadata, tags, created, updated, version."""
        return iter(self.nodes)

    def edge_rows(self) -> Iterator[tuple[Any, ...]]:
        """Rows of edges: id, source, target, type, properties, project, branch, created."""
        return iter(self.edges)

    def events(self) -> Iterator[Event]:
        """One event per node and edge, in the order in which they were made."""
        # JSON is put together by hand: json.dumps would take most of the time of a large sample.
        for id, type, title, status, project, branch, metadata, tags, created, updated, version in self.nodes:
            after = (
                f'{{"id":"{id}","type":"{type}","title":{compact(title)},"status":"{status}","project":"{project}",'
                f'"git_branch":"{branch}","metadata":{metadata},"tags":{tags},"created_at":"{created}",'
                f'"updated_at":"{updated}","version":{version}}}'
            )
            yield Event(_event_id(id), None, "node_created", id, None, after, created)
        for id, source, target, type, properties, project, branch, created in self.edges:
            after = (
                f'{{"id":"{id}","source_id":"{source}","target_id":"{target}","type":"{type}",'
                f'"properties":{properties},"project":"{project}","git_branch":"{branch}","created_at":"{created}"}}'
            )
            yield Event(_event_id(id), None, "edge_created", id, None, after, created)


def _event_id(id: str) -> str:
    """An id of the same time as the entity's own, different and as unique: its chance backwards."""
    return id[:10] + id[:9:-1]


def bulk(ledger: Ledger, moments: Moments, nodes: int, edges: int, making: Making) -> Bulk:
    """Generate ``nodes`` nodes and about ``edges`` edges; everything happened within the last fifty days.

    Edges are as many as asked for unless there are too few nodes to join.
    """
    filling = Bulk(ledger.project)
    if nodes <= 0:
        return filling
    start = moments.ago(days=50)
    step = timedelta(days=49) / (nodes + 1)
    kinds = []
    for index in range(nodes):
        kind = "milestone" if index % _CLUSTER == 0 else _KINDS[index % _CLUSTER - 1]
        kinds.append(kind)
        at = start + step * index
        _node(filling, ledger, kind, iso(at), unix_ms(at))
        if index % 10_000 == 9_999:
            making.say(f"Project {ledger.project}: {index + 1} of {nodes} nodes thought up")
    latest = start + step * nodes
    _edges(filling, ledger.chance, kinds, edges, iso(latest), unix_ms(latest), making)
    return filling


def _node(filling: Bulk, ledger: Ledger, kind: str, when: str, milliseconds: int) -> None:
    chance = ledger.chance
    theme = words.THEMES[int(chance.random() * 3)]
    if kind in ("task", "milestone"):
        title = words.task(chance, theme)
    elif kind == "decision":
        title = words.decision(chance, theme)
    elif kind == "blocker":
        title = words.blocker(chance, theme)
    else:
        title = words.fact(chance, theme) if kind == "observation" else chance.choice(theme.files)
    metadata = f'{{"estimate":{1 + int(chance.random() * 9)},"file_path":"{chance.choice(theme.files)}"}}'
    id = ulid_time(milliseconds) + chance.ulid_tail()
    branch = "main" if chance.random() < 0.85 else "feature/sweep"
    status = chance.choice(_STATUSES[kind])
    tags = f'["{theme.name}","{kind}"]'
    filling.ids.append(id)
    filling.nodes.append((id, kind, title, status, filling.project, branch, metadata, tags, when, when, 1))


def _edges(
    filling: Bulk, chance: Chance, kinds: list[str], wanted: int, when: str, milliseconds: int, making: Making
) -> None:
    """First every node joins its milestone, then nodes depend on earlier ones, mostly near, sometimes far."""
    stamp = ulid_time(milliseconds)
    ids, edges, count = filling.ids, filling.edges, len(filling.ids)
    seen: set[tuple[int, int, str]] = set()

    def add(source: int, target: int, type: str) -> None:
        if source != target and (source, target, type) not in seen:
            seen.add((source, target, type))
            id = stamp + chance.ulid_tail()
            edges.append((id, ids[source], ids[target], type, "{}", filling.project, "main", when))

    for index in range(count):
        if index % _CLUSTER and len(edges) < wanted:
            add(index, index - index % _CLUSTER, "part_of")
    tries = 0
    while len(edges) < wanted and tries < wanted * 4:
        tries += 1
        source = int(chance.random() * count)
        if chance.random() < 0.9:
            target = source - source % _CLUSTER + int(chance.random() * _CLUSTER)
        else:
            target = int(chance.random() * count)
        if target < source:
            add(source, target, _LINKS[kinds[source]])
        if tries % 20_000 == 0:
            making.check()
