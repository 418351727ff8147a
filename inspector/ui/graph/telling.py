"""What Details say of a selection in a graph: links by type and direction, several nodes counted, ends of an edge."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Slot

from inspector.graph.exploring import Bundle
from inspector.graph.model import Graph
from inspector.graph.status import STATUSES
from inspector.ui.graph.describe import node_text, weight_text
from inspector.ui.lines.line import Line, LineGroup
from inspector.ui.view import Told

if TYPE_CHECKING:
    from inspector.ui.graph.view import GraphView

FIRST = 5
"""Nodes behind one kind of links that are named before the rest is asked for."""
MOST = 200
"""Nodes behind one kind of links that are named at all."""
_NO_TYPE = "no type"


@dataclass(frozen=True, eq=False)
class Go:
    """What a line leads to."""

    how: Literal["nodes", "edge"]
    """Nodes are selected, brought in where they are not shown; an edge is selected."""
    at: NDArray[Any]
    """Indices of the nodes, or of the edge."""
    start: int = -1
    """The node that the nodes are brought in from."""
    bundle: Bundle | None = None
    """The links that they are behind."""


class GraphTelling(QObject):
    """Tells of what is selected in one view, and goes where a line of it leads."""

    def __init__(self, view: GraphView) -> None:
        super().__init__(view)
        self._view = view

    def told(self) -> Told | None:
        """What is to be said of the selection; None when nothing is selected."""
        exploring, chosen = self._view.exploring, self._view.canvas.selection
        graph = exploring.graph
        if graph is None or chosen.nothing:
            return None
        if chosen.edge is not None:
            return Told("Graph", edge_groups(graph, chosen.edge), self.go)
        if len(chosen.nodes) > 1:
            return Told(f"{len(chosen.nodes):,} nodes", several_groups(graph, chosen.nodes), self.go)
        node = int(chosen.nodes[0])
        groups = node_groups(graph, node, exploring.bundles(node), exploring.shown, self._status_words)
        return Told("Graph", groups, self.go)

    def _status_words(self, name: str) -> str:
        return self._view.context.theme.status(name).words

    @Slot(object)
    def go(self, line: Line) -> None:
        """Go where a line leads."""
        goal, view = line.selects, self._view
        if not isinstance(goal, Go):
            return
        if goal.how == "edge":
            view.canvas.select_edge(int(goal.at[0]))
            return
        absent = goal.at[~view.exploring.shown[goal.at]]
        if len(absent) and goal.bundle is not None:
            view.steps.expand(goal.start, (_part_of(goal.bundle, absent),), None)
        found = goal.at[view.exploring.shown[goal.at]]
        if len(found) == 1:
            view.canvas.select_node(int(found[0]), reveal=True)
        elif len(found):
            view.canvas.select_nodes(found)
        else:
            view.exploring.said.emit("It is hidden by filters")


def _part_of(bundle: Bundle, nodes: NDArray[Any]) -> Bundle:
    new = bundle.new[np.isin(bundle.new, nodes)]
    return Bundle(bundle.way, bundle.edge_type, bundle.nodes, new, bundle.filtered)


def node_groups(
    graph: Graph,
    node: int,
    bundles: tuple[Bundle, ...],
    shown: NDArray[np.bool_],
    status_words: Callable[[str], str],
) -> tuple[LineGroup, ...]:
    """The links of a node, those with most nodes behind them first."""
    if not bundles:
        return (LineGroup("", (Line("No links to other nodes", kind="heading"),)),)
    found = []
    for bundle in bundles:
        name = f"{bundle.edge_type or _NO_TYPE} {'→' if bundle.way == 'out' else '←'} {len(bundle):,}"
        lines = [_node_line(graph, node, at, bundle, shown, status_words) for at in bundle.nodes[:MOST].tolist()]
        if len(bundle) > 1:
            every = Go("nodes", bundle.nodes, node, bundle)
            bring = f", bring in {len(bundle.new):,}" if len(bundle.new) else ""
            lines.insert(0, Line(f"Select all {len(bundle):,}{bring}", key=f"all {name}", selects=every))
        beyond = len(bundle) - MOST
        found.append(
            LineGroup(name, tuple(lines), _beyond(bundle), FIRST + 1, f"and {beyond:,} more" if beyond > 0 else "")
        )
    return tuple(found)


def _beyond(bundle: Bundle) -> str:
    parts = [f"{len(bundle.new):,} not shown"] if len(bundle.new) else []
    parts += [f"{bundle.filtered:,} filtered out"] if bundle.filtered else []
    return ", ".join(parts)


def _node_line(
    graph: Graph,
    start: int,
    node: int,
    bundle: Bundle,
    shown: NDArray[np.bool_],
    status_words: Callable[[str], str],
) -> Line:
    kind, state = graph.type_names[graph.types[node]] or _NO_TYPE, STATUSES[graph.statuses[node]]
    trailing = kind if state == "none" else status_words(state)
    return Line(
        graph.labels[node],
        trailing=trailing if shown[node] else f"{trailing}, not shown",
        tip=node_text(graph, node),
        key=f"{bundle.way} {bundle.edge_type} {graph.ids[node]}",
        selects=Go("nodes", np.array([node], np.intp), start, bundle),
    )


def several_groups(graph: Graph, nodes: NDArray[Any]) -> tuple[LineGroup, ...]:
    """How many there are of each type and state, and the edges between them."""
    inside = np.zeros(len(graph), bool)
    inside[nodes] = True
    between = inside[graph.source] & inside[graph.target]
    leaving = inside[graph.source] ^ inside[graph.target]
    found, counts = np.unique(graph.edge_types[between], return_counts=True)
    kinds = [(graph.edge_type_names[code] or _NO_TYPE, count) for code, count in zip(found, counts, strict=True)]
    kinds.sort(key=lambda one: -one[1])
    edges = [Line(name, trailing=f"{count:,}", key=f"edges {name}") for name, count in kinds]
    edges.append(Line("to other nodes", trailing=f"{int(np.count_nonzero(leaving)):,}", key="leaving"))
    groups = [_counted("Types", nodes, graph.types[nodes], graph.type_names)]
    if any(STATUSES[code] != "none" for code in np.unique(graph.statuses[nodes]).tolist()):
        groups.append(_counted("Status", nodes, graph.statuses[nodes], STATUSES))
    total = int(np.count_nonzero(between))
    return (*groups, LineGroup("Edges between them", tuple(edges), f"{total:,}"))


def _counted(title: str, nodes: NDArray[Any], codes: NDArray[Any], names: tuple[str, ...]) -> LineGroup:
    found, counts = np.unique(codes, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    lines = tuple(
        Line(
            names[code] or _NO_TYPE,
            trailing=f"{count:,}",
            tip=f"{names[code] or _NO_TYPE}: {count:,}\nA click selects these alone.",
            key=f"{title} {names[code]}",
            selects=Go("nodes", nodes[codes == code]),
        )
        for code, count in zip(found[order].tolist(), counts[order].tolist(), strict=True)
    )
    return LineGroup(title, lines, f"{len(nodes):,}")


def edge_groups(graph: Graph, edge: int) -> tuple[LineGroup, ...]:
    """Both ends of an edge, and the other edges between them."""
    source, target = int(graph.source[edge]), int(graph.target[edge])
    kind = graph.edge_type_names[graph.edge_types[edge]] or _NO_TYPE
    ends = [_end("from", graph, source), _end("to", graph, target)]
    if graph.edge_labels[edge]:
        ends.append(Line(graph.edge_labels[edge], key="label"))
    if weight := weight_text(graph, edge, "weight "):
        ends.append(Line(weight, key="weight"))
    beside = (graph.source == source) & (graph.target == target) | (graph.source == target) & (graph.target == source)
    beside[edge] = False
    others = tuple(_edge_line(graph, at, source) for at in np.flatnonzero(beside)[:MOST].tolist())
    groups = [LineGroup(kind, tuple(ends))]
    if others:
        groups.append(LineGroup("Also between them", others, f"{int(np.count_nonzero(beside)):,}", FIRST))
    return tuple(groups)


def _end(side: str, graph: Graph, node: int) -> Line:
    goal = Go("nodes", np.array([node], np.intp))
    return Line(graph.labels[node], trailing=side, tip=node_text(graph, node), key=side, selects=goal)


def _edge_line(graph: Graph, edge: int, source: int) -> Line:
    kind = graph.edge_type_names[graph.edge_types[edge]] or _NO_TYPE
    way = "→" if graph.source[edge] == source else "←"
    return Line(f"{kind} {way}", key=f"edge {edge}", selects=Go("edge", np.array([edge], np.intp)))
