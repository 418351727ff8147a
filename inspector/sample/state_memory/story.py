"""How a written story becomes a graph: its nodes, steps and edges are played in the order of time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from inspector.sample.chance import Chance
from inspector.sample.moments import Moments
from inspector.sample.state_memory.ledger import Ledger

DOCUMENTED_NODE_TYPES = frozenset({"task", "decision", "artifact", "plan", "milestone", "blocker", "observation"})
DOCUMENTED_EDGE_TYPES = frozenset(
    {
        "depends_on",
        "blocks",
        "produces",
        "references",
        "updates",
        "contradicts",
        "part_of",
        "child_of",
        "implements",
        "decided_in",
        "renders_state",
    }
)


@dataclass(frozen=True)
class N:
    """One node of a story."""

    key: str
    """Name by which the story's edges call it."""
    type: str
    """Node type."""
    title: str
    """Title."""
    day: float
    """Days before "as of" when it was made."""
    status: str
    """Status at first."""
    steps: tuple[tuple[float, str], ...] = ()
    """Later statuses: (days before "as of", status)."""
    tags: str = ""
    """Tags, separated by spaces."""
    meta: dict[str, Any] | str = field(default_factory=dict)
    """Metadata."""
    branch: str = "main"
    """Git branch."""
    sealed: str = ""
    """Metadata as an encrypted file has it. Only the documented shape can: the real one reads it as JSON."""


@dataclass(frozen=True)
class E:
    """One edge of a story."""

    source: str
    """Key of the node it starts at."""
    type: str
    """Edge type."""
    target: str
    """Key of the node it points to."""
    props: dict[str, Any] = field(default_factory=dict)
    """Properties."""


@dataclass(frozen=True)
class Talk:
    """One message of the blackboard."""

    days: float
    """Days before "as of"."""
    agent: str
    """Who wrote it."""
    role: str | None
    """The writer's role."""
    topic: str
    """Channel."""
    text: str
    """The message."""
    lives_hours: float | None = None
    """Hours until it expires; None when it does not."""


@dataclass(frozen=True)
class Visit:
    """One session of an agent."""

    days: float
    """Days before "as of" when it began."""
    hours: float | None
    """How long it took; None when it is still open."""
    agent: str
    """Agent id."""
    about: dict[str, Any] = field(default_factory=dict)
    """Session metadata."""


@dataclass(frozen=True)
class Story:
    """Everything written about one project."""

    project: str
    """Slug."""
    nodes: tuple[N, ...]
    """Nodes, in any order."""
    edges: tuple[E, ...]
    """Edges, in any order."""
    visits: tuple[Visit, ...]
    """Sessions, oldest first."""
    talks: tuple[Talk, ...]
    """Blackboard, oldest first."""
    twists: Callable[[Twist], None]
    """Plants what a story of plain rows cannot say: deletions, undone events, silent edits."""
    snapshot_days: tuple[float, ...]
    """Days before "as of" at which a snapshot was taken."""


class Twist:
    """What a story's twists may do: act on nodes by their key at a day before "as of"."""

    def __init__(self, play: _Play) -> None:
        self._play = play

    def at(self, days: float, act: Callable[[Ledger, datetime, Callable[[str], str]], None]) -> None:
        """Do something at that time; ``act`` gets the ledger, the instant and key -> node id."""
        self._play.schedule(days, lambda ledger, moment: act(ledger, moment, self._play.ids.__getitem__))


class _Play:
    """The actions of a story, sorted by time and played into a ledger."""

    def __init__(self, moments: Moments, chance: Chance) -> None:
        self._moments = moments
        self._chance = chance
        self._actions: list[tuple[datetime, int, Callable[[Ledger, datetime], None]]] = []
        self.ids: dict[str, str] = {}
        """Node id by story key, filled while playing."""

    def schedule(self, days: float, act: Callable[[Ledger, datetime], None], *, after: timedelta = timedelta()) -> None:
        """Remember an action at that time; without ``after`` it comes up to twenty minutes late, as people do."""
        late = after or timedelta(milliseconds=self._chance.randrange(20 * 60_000))
        self._actions.append((self._moments.ago(days=days) + late, len(self._actions), act))

    def node(self, node: N) -> None:
        """A node is made, and its later statuses follow."""

        def create(ledger: Ledger, at: datetime) -> None:
            made = ledger.create_node(
                at,
                node.type,
                node.title,
                node.status,
                branch=node.branch,
                metadata=node.meta,
                tags=tuple(node.tags.split()),
            )
            self.ids[node.key] = made.id

        self.schedule(node.day, create)
        for day, status in node.steps:
            self._step(node.key, day, status)

    def _step(self, key: str, day: float, status: str) -> None:
        self.schedule(day, lambda ledger, at: ledger.update_node(at, self.ids[key], status=status))

    def edge(self, edge: E, days: float, branch: str) -> None:
        """An edge is made some minutes after the later of its ends."""
        later = timedelta(minutes=21 + self._chance.randrange(40), milliseconds=self._chance.randrange(1000))

        def create(ledger: Ledger, at: datetime) -> None:
            ledger.create_edge(
                at, self.ids[edge.source], edge.type, self.ids[edge.target], properties=edge.props, branch=branch
            )

        self.schedule(days, create, after=later)

    def run(self, ledger: Ledger) -> None:
        """Play everything in the order of time."""
        for moment, _, act in sorted(self._actions, key=lambda action: action[:2]):
            act(ledger, moment)


def play(story: Story, ledger: Ledger, moments: Moments, *, documented: bool) -> list[tuple[datetime, str, int, int]]:
    """Play ``story`` into ``ledger``; answers the snapshots taken on the way: (instant, JSON, nodes, edges).

    ``documented``: leave out node and edge types that the reference document does not know.
    """
    performance = _Play(moments, ledger.chance)
    snapshots: list[tuple[datetime, str, int, int]] = []
    nodes = {node.key: node for node in story.nodes if not documented or node.type in DOCUMENTED_NODE_TYPES}
    for node in nodes.values():
        performance.node(replace(node, meta=node.sealed) if documented and node.sealed else node)
    for edge in story.edges:
        if edge.source in nodes and edge.target in nodes and (not documented or edge.type in DOCUMENTED_EDGE_TYPES):
            source, target = nodes[edge.source], nodes[edge.target]
            branch = source.branch if source.branch != "main" else target.branch
            performance.edge(edge, min(source.day, target.day), branch)
    story.twists(Twist(performance))

    def take(ledger: Ledger, at: datetime) -> None:
        snapshots.append((at, ledger.snapshot(), len(ledger.nodes), len(ledger.edges)))

    for days in story.snapshot_days:
        performance.schedule(days, take)
    performance.run(ledger)
    return snapshots
