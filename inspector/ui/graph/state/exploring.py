"""What is shown of a graph now, and the one way to change it: every change is a step that can be undone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal, Slot

from inspector.graph.exploring import Bundle, around, bundles, eligible, ids_of, outside
from inspector.graph.facets import Facets
from inspector.graph.filters import FieldChoice, GraphFilter, listed, mask_of
from inspector.graph.history import History
from inspector.graph.model import Graph
from inspector.graph.picture import Picture, Sight, edge_key, edge_of, edges_of
from inspector.graph.projection import EdgeGroup
from inspector.ui.graph.drawing.camera import Camera
from inspector.ui.graph.picture.canvas import GraphCanvas
from inspector.ui.graph.state.change import Change, Marks

FEW, SOME = 60, 400
"""Nodes up to which all of them are brought into view after a filter; after a step that must show some of them."""


class GraphExploring(QObject):
    """The state of a graph view; panels read it and change it, and hear of every change.

    To read: ``graph``, ``filter``, ``facets`` (masks of shown nodes and edges, counts of every choice under the other
    filters, what each filter hides), ``outside()``, ``pinned``, ``marks``, ``picture()``, ``history.undoes``.
    To change: ``set_filter`` and its short forms ``set_field``, ``set_text``, ``set_listed``, ``switch``; ``mark`` and
    ``unmark``; ``pin``; ``apply`` for anything else; ``undo`` and ``redo``. What goes from nodes (expand,
    hide, isolate, path) is in :class:`inspector.ui.graph.state.steps.GraphSteps`.
    Listen to ``changed``; after it everything is read anew. ``graphChanged`` comes before it when indices changed.
    """

    graphChanged = Signal(object)
    """Another Graph is shown, or the same one read again: indices are others."""
    changed = Signal()
    """What is shown, marked or pinned changed, or what can be undone."""
    restored = Signal(object)
    """A :class:`Picture` was brought back by undo or redo."""
    said = Signal(str)
    """What a step came to, in words; empty takes it back."""
    moved = Signal()
    """Nodes were moved or pinned by hand: their places are worth keeping."""

    def __init__(self, canvas: GraphCanvas, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._canvas = canvas
        self.graph: Graph | None = None
        """What was read; None before the first answer."""
        self.filter = GraphFilter()
        """What is left out."""
        self.facets: Facets | None = None
        """Masks and counts under the filter."""
        self.history = History()
        """The steps."""
        self.layout = ""
        """Name of the layout that placed what is shown, as :mod:`inspector.graph.manner` writes it."""
        self.home_layout = ""
        """Name of the layout that placed the whole graph."""
        self.pinned: frozenset[str] = frozenset()
        """Ids of nodes that layouts leave where they are."""
        self.expanded: Mapping[str, frozenset[str]] = {}
        """Id of a node -> ids of what expanding it brought in."""
        self.marks = Marks()
        """What is drawn strong."""
        self.home: NDArray[Any] = np.zeros((0, 2), np.float32)
        """(n, 2) where the layout of the whole graph put the nodes."""
        self._positions = self.home
        self._former: Sight | None = None
        canvas.nodesMoved.connect(self._moved_by_hand)

    # --- reading ---------------------------------------------------------------------------------------------------

    @property
    def positions(self) -> NDArray[Any]:
        """(n, 2) where the nodes stand."""
        return self._positions

    @property
    def shown(self) -> NDArray[np.bool_]:
        """(n,) whether each node is shown."""
        return self.facets.nodes if self.facets is not None else np.zeros(0, bool)

    @property
    def shown_edges(self) -> NDArray[np.bool_]:
        """(m,) whether each edge is shown."""
        return self.facets.edges if self.facets is not None else np.zeros(0, bool)

    def usable_edges(self) -> NDArray[np.bool_]:
        """(m,) whether each edge is of a type that is shown and no filter hides its ends, brought in or not."""
        if self.graph is None:
            return np.zeros(0, bool)
        graph, nodes = self.graph, eligible(self.filter, self.graph)
        kinds = listed(graph.edge_types, graph.edge_type_names, self.filter.edge_types, keep=False)
        return kinds & nodes[graph.source] & nodes[graph.target]

    def near(self, nodes: NDArray[Any]) -> NDArray[np.bool_]:
        """(n,) whether each node is one of these or beside one over edges that can be used."""
        if self.graph is None:
            return np.zeros(0, bool)
        return around(self.graph, nodes, 1, self.usable_edges())

    def bundles(self, node: int) -> tuple[Bundle, ...]:
        """What a node is joined to, by type and direction, and what of that is not shown."""
        if self.graph is None:
            return ()
        return bundles(self.graph, node, self.shown, eligible(self.filter, self.graph))

    def outside(self) -> NDArray[np.int32]:
        """(n,) edges of each shown node that lead to nodes that are not shown, types that are hidden left out."""
        graph = self.graph
        if graph is None:
            return np.zeros(0, np.int32)
        kinds = listed(graph.edge_types, graph.edge_type_names, self.filter.edge_types, keep=False)
        return outside(graph, self.shown, kinds)

    def label(self, node: int) -> str:
        """What a node is called, short."""
        text = self.graph.labels[node] if self.graph is not None else ""
        return f"'{text}'" if len(text) <= 40 else f"'{text[:39]}…'"

    def picture(self) -> Picture:
        """What exactly is seen now."""
        canvas, graph = self._canvas, self.graph
        camera, lead, edge = canvas.camera, canvas.selected_node, canvas.selected_edge
        ids = graph.ids if graph is not None else ()
        others = [ids[at] for at in canvas.selected_nodes().tolist() if at != lead]
        return Picture(
            ids=ids,
            positions=self._positions,
            home=self.home,
            filter=self.filter,
            layout=self.layout,
            home_layout=self.home_layout,
            pinned=self.pinned,
            expanded=self.expanded,
            marked=self.marks.nodes,
            marked_edges=self.marks.edges,
            selected=tuple([ids[lead], *others] if lead is not None else others),
            selected_edge=edge_key(graph, edge) if graph is not None and edge is not None else None,
            sight=Sight(camera.x, camera.y, camera.scale, not canvas.moved_by_hand),
        )

    # --- the graph -------------------------------------------------------------------------------------------------

    def show_graph(self, graph: Graph, positions: NDArray[Any], layout: str) -> None:
        """Show the graph that is shown, read again: the picture stays as it is."""
        before, known = self.picture(), layout == self.home_layout
        self.graph, self.home_layout = graph, layout
        self.layout = self.layout if known else layout
        self.home = before.home_in(graph, positions) if known else positions
        together = before.positions is before.home or not known
        self._positions = self.home if together else before.positions_in(graph, positions)
        self._canvas.set_graph(graph, self._positions, keep_view=True)
        self.graphChanged.emit(graph)
        self._show()
        self._select(before)
        self.changed.emit()

    def begin(
        self,
        graph: Graph,
        positions: NDArray[Any],
        layout: str,
        wanted: GraphFilter,
        pinned: frozenset[str] = frozenset(),
    ) -> None:
        """Show another graph; nothing of the one before can be undone to."""
        self.history.clear()
        self.graph, self.filter, self.pinned = graph, wanted, pinned
        self.layout = self.home_layout = layout
        self.expanded, self.marks, self._former = {}, Marks(), None
        self.home = self._positions = positions
        self._canvas.set_graph(graph, positions)
        self.graphChanged.emit(graph)
        self._show()
        self.changed.emit()

    def begin_layout(self, layout: str) -> None:
        """The whole graph is going to be laid out anew: a step."""
        self._record(f"layout {layout.partition('.')[0]}", "")
        together = self._positions is self.home
        # arrays of their own: what comes along from now on must not reach the pictures before
        self.home = np.array(self.home, np.float32)
        self._positions = self.home if together else self._positions
        self.layout = self.home_layout = layout
        # nothing stays where the reader looks
        self._canvas.fit()
        self.changed.emit()

    def place(self, positions: NDArray[Any]) -> None:
        """The layout of the whole graph goes on."""
        self.history.came_along(self.home, positions)
        if self._positions is self.home:
            self._positions = positions
            self._canvas.set_positions(positions)
        self.home = positions
        self.changed.emit()

    def arrange(self, nodes: NDArray[Any], positions: NDArray[Any], layout: str, words: str = "") -> None:
        """Some nodes were laid out by themselves: a step called ``words``, or the end of the step before."""
        if words:
            self._record(words, "")
        placed = np.array(self._positions, np.float32)
        placed[nodes] = positions
        self._positions, self.layout = placed, layout
        self._canvas.set_positions(placed)
        self._canvas.fit()
        self.changed.emit()

    # --- changing --------------------------------------------------------------------------------------------------

    def apply(self, words: str, change: Change) -> None:
        """Make one step, called ``words``."""
        before = self._record(words, change.series)
        self.filter = self.filter if change.filter is None else change.filter
        self.marks = self.marks if change.marks is None else change.marks
        self.pinned = self.pinned if change.pinned is None else change.pinned
        self.expanded = self.expanded if change.expanded is None else change.expanded
        self.layout = self.layout if change.layout is None else change.layout
        if change.positions is not None and change.positions is not self._positions:
            self._positions = change.positions
            self._canvas.set_positions(self._positions)
        self._show()
        self._reframe(before.sight, change.frame)
        self.changed.emit()

    def set_filter(self, wanted: GraphFilter, words: str = "filter", series: str = "") -> None:
        """Leave something else out."""
        if wanted != self.filter:
            self.said.emit("")
            self.apply(words, Change(wanted, series=series))

    def set_listed(self, key: str, names: Iterable[str]) -> None:
        """Hide these of ``types``, ``statuses`` or ``edge_types``, and no others."""
        hidden: Any = {key: frozenset(names)}
        self.set_filter(replace(self.filter, **hidden))

    def set_field(self, id: str, choice: FieldChoice) -> None:
        """Ask something of a field; a range that is dragged is one step."""
        self.set_filter(self.filter.with_field(id, choice), f"filter by {id}", "" if choice.names else f"field.{id}")

    def set_text(self, text: str) -> None:
        """Leave out what does not hold these words; a text that is typed is one step."""
        self.set_filter(replace(self.filter, text=text), "filter by text", "text")

    def switch(self, group: EdgeGroup, on: bool) -> None:
        """Show or hide edges that are switched together, with the nodes that mean nothing without them."""
        edges, nodes = frozenset(group.edge_types), frozenset(group.node_types)
        kept = self.filter
        wanted = (
            replace(kept, edge_types=kept.edge_types - edges, types=kept.types - nodes)
            if on
            else replace(kept, edge_types=kept.edge_types | edges, types=kept.types | nodes)
        )
        self.set_filter(wanted, f"{'show' if on else 'hide'} {group.title}")

    def is_on(self, group: EdgeGroup) -> bool:
        """Whether edges that are switched together are shown."""
        return not self.filter.edge_types.issuperset(group.edge_types)

    def mark(self, words: str, nodes: NDArray[Any], edges: NDArray[Any]) -> None:
        """Draw these (indices) strong, dim the rest and bring them into view."""
        self.apply(words, Change(marks=self.marks_of(nodes, edges), frame=nodes))

    def marks_of(self, nodes: NDArray[Any], edges: NDArray[Any]) -> Marks:
        """These nodes and edges (indices) as marks."""
        graph = self.graph
        if graph is None:
            return Marks()
        ids = frozenset(graph.ids[at] for at in nodes.tolist())
        return Marks(ids, frozenset(edge_key(graph, at) for at in edges.tolist()))

    @Slot()
    def unmark(self) -> None:
        """Draw everything alike again."""
        if self.marks != Marks():
            self.said.emit("")
            self.apply("take marks away", Change(marks=Marks()))

    def pin(self, nodes: NDArray[Any], pinned: bool = True) -> None:
        """Let layouts leave these nodes where they are, or move them again."""
        if self.graph is not None and len(nodes):
            ids = frozenset(self.graph.ids[at] for at in nodes.tolist())
            kept = self.pinned | ids if pinned else self.pinned - ids
            self.apply("pin" if pinned else "unpin", Change(pinned=kept))
            self.moved.emit()

    # --- undo ------------------------------------------------------------------------------------------------------

    @Slot()
    def undo(self) -> None:
        """Bring back exactly what was seen before the last step."""
        if self.graph is not None:
            self._bring_back(self.history.undo(self.picture()))

    @Slot()
    def redo(self) -> None:
        """Bring back exactly what was seen after the step that was undone last."""
        if self.graph is not None:
            self._bring_back(self.history.redo(self.picture()))

    def go_to(self, picture: Picture) -> None:
        """Show a picture of before, as when the reader comes back to it; a step where it shows something else."""
        if self.graph is not None:
            if picture.filter != self.filter:
                self._record("go to another picture", "")
            self._bring_back(picture)

    def _bring_back(self, picture: Picture | None) -> None:
        if picture is None or self.graph is None:
            return
        self.said.emit("")
        pinned, positions = self.pinned, self._positions
        self.layout, self.home_layout = picture.layout, picture.home_layout
        self.pinned, self.expanded = picture.pinned, picture.expanded
        self.filter, self.marks = picture.filter, Marks(picture.marked, picture.marked_edges)
        self._positions, self.home = (
            picture.positions_in(self.graph, self._positions),
            picture.home_in(self.graph, self.home),
        )
        if picture.filter.empty:
            self._former = None
        if self._positions is not positions:
            self._canvas.set_positions(self._positions)
        self._show()
        self._select(picture)
        self._look(picture.sight)
        self.restored.emit(picture)
        self.changed.emit()
        if pinned != self.pinned or positions is not self._positions:
            self.moved.emit()

    # --- inside ----------------------------------------------------------------------------------------------------

    def _record(self, words: str, series: str) -> Picture:
        before = self.picture()
        self.history.record(words, before, series)
        return before

    def _show(self) -> None:
        """Hand filter, marks and pins to the canvas."""
        graph = self.graph
        if graph is None:
            return
        self.facets = Facets(graph, self.filter)
        canvas = self._canvas
        canvas.set_filter(self.facets.nodes, self.facets.edges)
        canvas.set_outside(None if self.facets.nodes.all() else self.outside())
        canvas.set_pinned(mask_of(graph, self.pinned) if self.pinned else None)
        marked = mask_of(graph, self.marks.nodes)
        if marked.any():
            canvas.set_highlight(marked, edges_of(graph, self.marks.edges, marked))
        else:
            canvas.clear_highlight()

    def _reframe(self, before: Sight, frame: NDArray[Any]) -> None:
        """Bring into view what has to be seen; a filter that is gone gives back what was seen before it."""
        if self.filter.empty and self._former is not None:
            former, self._former = self._former, None
            self._look(former)
        shown = np.flatnonzero(self.shown)
        wanted = frame if len(frame) else shown if len(shown) <= FEW and not self.filter.empty else frame
        if len(wanted) and not self._in_view(wanted):
            if len(shown) > max(SOME, 4 * len(frame)):
                self._canvas.fit_nodes(frame)
            else:
                self._canvas.fit()
        if self._former is None and not self.filter.empty and self.picture().sight != before:
            self._former = before

    def _in_view(self, nodes: NDArray[Any]) -> bool:
        canvas = self._canvas
        size = canvas.width(), canvas.height()
        seen = canvas.camera.to_widget(self._positions[nodes], *size)
        return bool(((seen >= 0) & (seen <= size)).all())

    def _look(self, sight: Sight) -> None:
        if sight.fitted:
            self._canvas.fit()
        else:
            self._canvas.look(Camera(sight.x, sight.y, sight.scale))

    def _select(self, picture: Picture) -> None:
        """Select what was selected in a picture."""
        graph, canvas = self.graph, self._canvas
        if graph is None:
            return
        nodes = [graph.index[id] for id in picture.selected if id in graph.index]
        edge = edge_of(graph, picture.selected_edge) if picture.selected_edge is not None else None
        if edge is not None:
            canvas.select_edge(edge)
            return
        canvas.select_nodes(np.array(nodes, np.intp))
        if nodes and canvas.selected_node != nodes[0]:
            canvas.select_node(nodes[0], more=True)

    @Slot(object, object)
    def _moved_by_hand(self, nodes: NDArray[Any], positions: NDArray[Any]) -> None:
        """Nodes were dragged: they stay there, pinned."""
        graph = self.graph
        if graph is None:
            return
        self._record("move" if len(nodes) == 1 else f"move {len(nodes):,} nodes", "")
        together = self._positions is self.home
        placed = np.array(self._positions, np.float32)
        placed[nodes] = positions
        home = placed if together else np.array(self.home, np.float32)
        home[nodes] = positions
        self._positions, self.home = placed, home
        self.pinned |= ids_of(graph, np.isin(np.arange(len(graph)), nodes))
        self._canvas.set_pinned(mask_of(graph, self.pinned))
        self.changed.emit()
        self.moved.emit()
