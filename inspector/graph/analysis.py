"""What an analysis of a graph is: a question with its rule, and an answer to be drawn and told line by line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from inspector.db.needs import Needs
from inspector.db.rows import RowRef
from inspector.graph.model import Graph
from inspector.graph.projection import NOTHING

Tone = Literal["", "muted", "positive", "warning", "negative"]
"""How a line is meant: what is refused or stands in the way is negative, what holds it up a warning."""
NO_INDICES: NDArray[Any] = np.zeros(0, np.intp)
"""No node, no edge."""
_NAMED = 60
"""Characters of a label that are told within a sentence."""


@dataclass(frozen=True)
class AnalysisOption:
    """One thing that can be counted or not."""

    id: str
    """Short id, unique in its analysis."""
    title: str
    """What its box says: "Count part_of"."""
    on: bool = False
    """Whether it is ticked at first."""


@dataclass(frozen=True)
class FactQuery:
    """One SELECT of what a rule needs to know beyond the graph: a setting of a wiring, an approver."""

    id: str
    """Short id, unique in its analysis."""
    sql: str
    """One SELECT without parameters."""
    needs: Needs = NOTHING
    """Tables and columns without which there are no such facts; the rule then knows none."""


@dataclass(frozen=True)
class AnalysisLine:
    """One line of an answer."""

    text: str
    """What it is about: a label, a way."""
    detail: str = ""
    """Why it is here, with the edge or row that says so."""
    node: int | None = None
    """The node it is about, selected by a click."""
    edge: int | None = None
    """The edge it is about, selected where it is about no node."""
    tone: Tone = ""
    """How it is meant."""
    row: RowRef | None = None
    """A row that says so and that no node or edge of the graph stands for."""


@dataclass(frozen=True, eq=False)
class AnalysisResult:
    """An answer."""

    title: str
    """The question with what it was asked of: "Why is 'Ship it' blocked?"."""
    words: str
    """The answer in a sentence or two; of an empty one, why there is nothing."""
    nodes: NDArray[Any] = field(default_factory=lambda: NO_INDICES)
    """Indices of the nodes to be drawn strong, in their order."""
    edges: NDArray[Any] = field(default_factory=lambda: NO_INDICES)
    """Indices of the edges to be drawn strong."""
    lines: tuple[AnalysisLine, ...] = ()
    """The answer line by line, in the order of the rule."""
    notes: tuple[str, ...] = ()
    """How it was counted, where a reader could think otherwise."""
    order: NDArray[Any] = field(default_factory=lambda: NO_INDICES.reshape(0, 2))
    """(p, 2) indices of nodes: pairs from what comes first to what comes after it. An answer about an order is laid out
    by it where it is shown alone; empty where nodes stay where they are."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw and nothing to tell line by line."""
        return not len(self.nodes) and not self.lines


@dataclass(frozen=True, eq=False)
class Asked:
    """One question: what is asked, of which graph and node, at what time."""

    graph: Graph
    """The whole graph that was read, whatever of it is shown."""
    node: int = -1
    """Index of the node it is asked of; -1 for none."""
    options: frozenset[str] = frozenset()
    """Ids of the options that are ticked."""
    now: float = 0.0
    """The "as of" time, seconds since 1970 (UTC)."""
    facts: Mapping[str, Sequence[tuple[object, ...]]] = field(default_factory=dict)
    """Rows of the facts by their ids; those that a file does not have are missing."""


@dataclass(frozen=True)
class GraphAnalysis:
    """One question that graphs of a family can be asked."""

    id: str
    """Short id, as in ``why_blocked``; one rule has one id in every family."""
    title: str
    """The question: "Why is it blocked"."""
    about: str
    """The rule in a sentence."""
    run: Callable[[Asked], AnalysisResult]
    """Answers it. Pure: it reads nothing but what it is given."""
    graphs: tuple[str, ...] = ()
    """Ids of the projections it applies to; ``snapshot:`` stands for all that begin so. Empty: every graph."""
    needs_node: bool = False
    """Whether it is asked of one node."""
    node_types: tuple[str, ...] = ()
    """Types of nodes it can be asked of; empty for all."""
    options: tuple[AnalysisOption, ...] = ()
    """What can be counted or not."""
    facts: tuple[FactQuery, ...] = ()
    """What has to be read besides."""
    menu: str = ""
    """What the menu of a node calls it; empty where it is not offered there."""

    def applies_to(self, projection: str) -> bool:
        """Whether a graph can be asked this."""
        return not self.graphs or any(
            projection.startswith(id) if id.endswith(":") else projection == id for id in self.graphs
        )

    def fits(self, graph: Graph, node: int | None) -> bool:
        """Whether it can be asked of this node; of none where it needs none."""
        if not self.needs_node:
            return True
        if node is None or graph.placeholder[node]:
            return False
        return not self.node_types or graph.type_names[graph.types[node]] in self.node_types

    @property
    def defaults(self) -> frozenset[str]:
        """Ids of the options that are ticked at first."""
        return frozenset(one.id for one in self.options if one.on)


def short(text: str, most: int = _NAMED) -> str:
    """A text on one line, not too long."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"


def named(graph: Graph, node: int) -> str:
    """A node within a sentence: its label in quotes, not too long."""
    return f"‘{short(graph.labels[node])}’"


def named_all(graph: Graph, nodes: Sequence[int], most: int = 3) -> str:
    """Several nodes within a sentence, the first ones by name."""
    told = [named(graph, at) for at in nodes[:most]]
    more = len(nodes) - len(told)
    return ", ".join(told) + (f" and {more:,} more" if more else "")


def edge_name(graph: Graph, edge: int) -> str:
    """Which edge says so: its type, and the row it was read from."""
    kind = graph.edge_type_names[graph.edge_types[edge]] or "edge without a type"
    row = graph.edge_row_of(edge)
    return f"{kind}, {row_name(row)}" if row is not None else kind


def row_name(row: RowRef) -> str:
    """A row within a sentence: "edges row 57"."""
    return f"{row.table} row {', '.join(map(str, row.key))}"


def kind_of(graph: Graph, node: int) -> str:
    """Type and status of a node as they are stored: "task, in_progress"."""
    kind, status = graph.type_names[graph.types[node]], graph.status_texts[node]
    return ", ".join(part for part in (kind, status) if part)


def counted(count: int, one: str, many: str = "") -> str:
    """ "1 node", "3 nodes"."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
