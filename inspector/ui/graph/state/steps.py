"""What can be done from nodes: bring in what lies beyond, take it away, keep some alone, find ways and lineage."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal, Slot

from inspector.cancel import CancelToken
from inspector.graph.beside import away_from, place_beside
from inspector.graph.exploring import (
    FIRST,
    Bundle,
    around,
    brought_by,
    by_importance,
    hanging,
    new_neighbours,
    only_nodes,
    with_nodes,
    without_nodes,
)
from inspector.graph.filters import GraphFilter, mask_of
from inspector.graph.lineage import Lineage, lineage
from inspector.graph.model import Graph
from inspector.graph.paths import Paths, shortest_paths
from inspector.graph.starting import most_connected, recently_changed
from inspector.ui.graph.state.change import Change, Marks
from inspector.ui.graph.state.exploring import GraphExploring
from inspector.ui.tasks import TaskRunner

T = TypeVar("T")

AT_ONCE = 50_000
"""Edges up to which a path is looked for without leaving the UI thread."""
_CYCLE_TOLD = 5
"""Nodes of a cycle that are named."""


class GraphSteps(QObject):
    """The steps of one graph view; each can be undone as a whole."""

    arrangeRequested = Signal(object, str, str)
    """(indices of nodes, layout, words): lay them out by themselves; without words it ends the step before."""

    def __init__(self, exploring: GraphExploring, selected: Callable[[], NDArray[Any]], runner: TaskRunner) -> None:
        super().__init__(exploring)
        self._exploring = exploring
        self._selected = selected
        self._runner = runner

    # --- neighbours ------------------------------------------------------------------------------------------------

    def expand(self, node: int, found: Sequence[Bundle] | None = None, limit: int | None = FIRST) -> None:
        """Bring in what a node is joined to (by some bundles), the most important first, at most ``limit``."""
        exploring = self._exploring
        graph = exploring.graph
        if graph is None:
            return
        chosen = exploring.bundles(node) if found is None else found
        every = new_neighbours(graph, chosen)
        brought = every[:limit]
        if not len(brought):
            filtered = sum(one.filtered for one in chosen)
            exploring.said.emit(f"{filtered:,} neighbours are hidden by filters" if filtered else "Nothing lies beyond")
            return
        id = graph.ids[node]
        more = frozenset(graph.ids[at] for at in brought.tolist())
        expanded = {**exploring.expanded, id: exploring.expanded.get(id, frozenset()) | more}
        wanted = with_nodes(exploring.filter, graph, exploring.shown, brought)
        change = Change(wanted, self._beside(node, brought, wanted), expanded=expanded, frame=np.append(brought, node))
        exploring.apply(f"expand {exploring.label(node)}", change)
        rest = len(every) - len(brought)
        exploring.said.emit(f"{len(brought):,} of {len(every):,} brought in; {rest:,} more" if rest else "")

    def _beside(self, node: int, brought: NDArray[Any], wanted: GraphFilter) -> NDArray[Any] | None:
        """Where nodes go that are brought into a picture that grows; in the whole graph all have their places."""
        exploring = self._exploring
        if wanted.only is None or exploring.graph is None:
            return None
        shown, graph = exploring.shown, exploring.graph
        ends = np.concatenate([graph.target[graph.source == node], graph.source[graph.target == node]])
        toward = away_from(exploring.positions, node, ends[shown[ends] & (ends != node)])
        return place_beside(exploring.positions, node, brought, shown, toward)

    @Slot()
    def expand_selected(self) -> None:
        """Bring in what the selected nodes are joined to: the first ones of each."""
        nodes = self._selected()
        if len(nodes) == 1:
            self.expand(int(nodes[0]))
        elif len(nodes):
            self.hops(nodes, 1)

    def hops(self, nodes: NDArray[Any], count: int) -> None:
        """Bring in everything that is at most ``count`` edges from some nodes."""
        exploring = self._exploring
        graph = exploring.graph
        if graph is None or not len(nodes):
            return
        near = around(graph, nodes, count, exploring.usable_edges())
        brought = by_importance(graph, np.flatnonzero(near & ~exploring.shown))
        if not len(brought):
            exploring.said.emit("Nothing lies beyond")
            return
        wanted = with_nodes(exploring.filter, graph, exploring.shown, brought)
        lead = int(by_importance(graph, nodes)[0])
        change = Change(wanted, self._beside(lead, brought, wanted), frame=np.append(brought, nodes))
        exploring.apply(f"{count} steps around {exploring.label(lead)}", change)
        exploring.said.emit(f"{len(brought):,} brought in")

    def collapse(self, nodes: NDArray[Any]) -> None:
        """Take away what expanding these nodes brought in; where nothing was, what hangs on them alone."""
        exploring = self._exploring
        graph = exploring.graph
        if graph is None or not len(nodes):
            return
        ids = [graph.ids[at] for at in nodes.tolist()]
        gone: frozenset[str] = frozenset().union(*(brought_by(exploring.expanded, id) for id in ids))
        if not gone:
            loose = [hanging(graph, at, exploring.shown, exploring.shown_edges) for at in nodes.tolist()]
            gone = frozenset(graph.ids[at] for some in loose for at in some.tolist())
        gone -= frozenset(ids)
        if not gone:
            exploring.said.emit("Nothing hangs on it alone")
            return
        expanded = {id: some - gone for id, some in exploring.expanded.items() if id not in gone and id not in ids}
        change = Change(without_nodes(exploring.filter, gone), expanded=expanded)
        exploring.apply(f"collapse {exploring.label(int(nodes[0]))}", change)

    # --- some alone ------------------------------------------------------------------------------------------------

    def hide(self, nodes: NDArray[Any]) -> None:
        """Show these nodes no more."""
        exploring = self._exploring
        if exploring.graph is not None and len(nodes):
            wanted = without_nodes(exploring.filter, self._ids(nodes))
            exploring.apply(f"hide {self._called(nodes)}", Change(wanted))

    def isolate(self, nodes: NDArray[Any]) -> None:
        """Show these nodes alone, with the edges between them."""
        exploring = self._exploring
        if exploring.graph is not None and len(nodes):
            wanted = only_nodes(exploring.filter, self._ids(nodes))
            exploring.apply(f"only {self._called(nodes)}", Change(wanted, frame=nodes))

    def show_around(self, node: int, hops: int) -> None:
        """Show only what is at most so many edges from a node."""
        exploring = self._exploring
        if exploring.graph is not None:
            wanted = replace(exploring.filter, around=exploring.graph.ids[node], hops=hops, only=None)
            exploring.apply(f"around {exploring.label(node)}", Change(wanted))

    @Slot()
    def show_everything(self) -> None:
        """Show the whole graph again, where its layout placed it."""
        exploring = self._exploring
        exploring.said.emit("")
        if not exploring.filter.empty or exploring.marks != Marks() or exploring.positions is not exploring.home:
            change = Change(GraphFilter(), exploring.home, Marks(), expanded={}, layout=exploring.home_layout)
            exploring.apply("show everything", change)

    # --- ways ------------------------------------------------------------------------------------------------------

    def path(self, start: int, end: int, *, edge_type: str | None = None, directed: bool = False) -> None:
        """Mark the shortest ways between two nodes, brought in where they are not shown; over edges of the types that
        are shown, or of one type.
        """
        graph = self._exploring.graph
        if graph is None:
            return
        usable = self._usable(edge_type)
        over = f" over {edge_type or 'edges without a type'}" if edge_type is not None else ""
        way = f"{over} along the arrows" if directed else over

        def look(cancel: CancelToken) -> Paths:
            return shortest_paths(graph, start, end, usable, directed=directed)

        self._look_for(look, partial(self._show_paths, (start, end), way), "Looking for a path")

    def _show_paths(self, ends: tuple[int, int], way: str, found: Paths) -> None:
        exploring = self._exploring
        graph, (start, end) = exploring.graph, ends
        if graph is None:
            return
        words = f"{exploring.label(start)} to {exploring.label(end)}"
        if not found.found:
            exploring.said.emit(f"No path from {words}{way}")
            return
        brought = found.nodes[~exploring.shown[found.nodes]]
        wanted = with_nodes(exploring.filter, graph, exploring.shown, brought) if len(brought) else exploring.filter
        positions = self._beside(start, brought, wanted) if len(brought) else None
        marks = exploring.marks_of(found.nodes, found.edges)
        exploring.apply(f"path from {words}", Change(wanted, positions, marks, frame=found.nodes))
        ways = "1 shortest path" if found.count == 1 else f"{found.count:,} shortest paths"
        exploring.said.emit(f"{ways} of {found.length:,} edge{'' if found.length == 1 else 's'}{way}")

    def lineage(self, node: int, edge_type: str | None = None) -> None:
        """Show only what leads to a node and what it leads to, in layers; says whether there is a cycle."""
        graph = self._exploring.graph
        if graph is None:
            return
        usable = self._usable(edge_type)

        def look(cancel: CancelToken) -> Lineage:
            return lineage(graph, node, usable)

        self._look_for(look, partial(self._show_lineage, node, usable), "Looking for the lineage")

    def _show_lineage(self, node: int, usable: NDArray[np.bool_], found: Lineage) -> None:
        exploring = self._exploring
        graph = exploring.graph
        if graph is None:
            return
        nodes = np.flatnonzero(found.nodes)
        round_trip = np.array(found.cycle, np.intp)
        marks = exploring.marks_of(round_trip, _edges_along(graph, usable, found.cycle))
        wanted = only_nodes(exploring.filter, self._ids(nodes))
        exploring.apply(f"lineage of {exploring.label(node)}", Change(wanted, marks=marks, frame=nodes))
        exploring.said.emit(self._lineage_words(found))
        self.arrangeRequested.emit(nodes, "layered", "")

    def _usable(self, edge_type: str | None) -> NDArray[np.bool_]:
        """(m,) the edges that can be walked, of one type if it is given."""
        graph, usable = self._exploring.graph, self._exploring.usable_edges()
        if graph is None or edge_type is None:
            return usable
        return usable & (graph.edge_types == graph.edge_type_names.index(edge_type))

    def _look_for(self, look: Callable[[CancelToken], T], show: Callable[[T], None], title: str) -> None:
        """Look at once where that takes no time, else off the UI thread; what was found in another graph is dropped."""
        graph = self._exploring.graph
        if graph is None:
            return
        if graph.edge_count <= AT_ONCE:
            show(look(CancelToken()))
            return

        def done(found: T) -> None:
            if self._exploring.graph is graph:
                show(found)

        self._runner.run(look, done, owner=self, key="look", title=title)

    def _lineage_words(self, found: Lineage) -> str:
        words = f"{found.before:,} before, {found.after:,} after"
        if not found.cycle:
            return f"{words}, no cycle"
        told = [self._exploring.label(at) for at in found.cycle[:_CYCLE_TOLD]]
        more = len(found.cycle) - len(told)
        way = " → ".join([*told, f"{more:,} more", told[0]] if more else [*told, told[0]])
        one = "on a cycle" if found.cyclic == len(found.cycle) else "on cycles, as in"
        return f"{words}; {found.cyclic:,} node{'' if found.cyclic == 1 else 's'} {one}: {way}"

    # --- where to start --------------------------------------------------------------------------------------------

    def start_from(self, nodes: NDArray[Any], words: str) -> None:
        """Begin a picture with some nodes alone, laid out by themselves."""
        exploring = self._exploring
        if exploring.graph is None or not len(nodes):
            exploring.said.emit("Nothing to start from")
            return
        wanted = only_nodes(exploring.filter, self._ids(nodes))
        exploring.apply(f"start from {words}", Change(wanted, marks=Marks(), expanded={}, frame=nodes))
        self.arrangeRequested.emit(nodes, exploring.layout, "")

    @Slot()
    def start_from_recent(self) -> None:
        """Begin with what was changed last."""
        if self._exploring.graph is not None:
            self.start_from(recently_changed(self._exploring.graph), "what was changed last")

    @Slot()
    def start_from_connected(self) -> None:
        """Begin with what is joined to most."""
        if self._exploring.graph is not None:
            self.start_from(most_connected(self._exploring.graph), "what is joined to most")

    @Slot()
    def arrange_shown(self) -> None:
        """Lay out what is shown by itself."""
        shown = np.flatnonzero(self._exploring.shown)
        if len(shown):
            self.arrangeRequested.emit(shown, self._exploring.layout, "arrange what is shown")

    # --- words -----------------------------------------------------------------------------------------------------

    def _ids(self, nodes: NDArray[Any]) -> frozenset[str]:
        graph = self._exploring.graph
        return frozenset(graph.ids[at] for at in nodes.tolist()) if graph is not None else frozenset()

    def _called(self, nodes: NDArray[Any]) -> str:
        return self._exploring.label(int(nodes[0])) if len(nodes) == 1 else f"{len(nodes):,} nodes"


def _edges_along(graph: Graph, usable: NDArray[np.bool_], cycle: tuple[int, ...]) -> NDArray[Any]:
    """The edges from each node of a cycle to the next."""
    if not cycle:
        return np.zeros(0, np.intp)
    after = np.full(len(graph), -1, np.intp)
    after[list(cycle)] = [*cycle[1:], cycle[0]]
    on_cycle = mask_of(graph, (graph.ids[at] for at in cycle))
    return np.flatnonzero(usable & on_cycle[graph.source] & (after[graph.source] == graph.target))
