"""How the rest of the window follows what is selected in a graph: Details, the address, the row in its table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from inspector.graph.filters import GraphFilter
from inspector.graph.model import Graph
from inspector.ui.graph.state.loading import SCHEMA
from inspector.workspace.graphs.wanted import around_location
from inspector.workspace.location import Location
from inspector.workspace.rows.row_location import card_location, row_location, table_location

if TYPE_CHECKING:
    from inspector.ui.graph.view import GraphView


class GraphFollowing(QObject):
    """Rows and places of the nodes of one view."""

    def __init__(self, view: GraphView) -> None:
        super().__init__(view)
        self._view = view
        self._several = False
        self._told_under: tuple[Graph | None, GraphFilter] = (None, GraphFilter())

    @Slot(object)
    def node_selected(self, node: int | None) -> None:
        """Tell which row it is."""
        view, graph = self._view, self._view.exploring.graph
        if graph is None:
            return
        if node is not None or view.canvas.selected_edge is None:
            self.tell()
        view.move_to(view.location().with_params(node=graph.ids[node] if node is not None else ""))

    @Slot(object)
    def edge_selected(self, edge: int | None) -> None:
        """Tell which row it is."""
        if edge is not None or self._view.canvas.selected_node is None:
            self.tell()

    @Slot()
    def tell(self) -> None:
        """Tell Details what is selected: its row, if it is one, and what the graph knows of it."""
        view, graph, told = self._view, self._view.exploring.graph, self._view.telling.told()
        chosen = view.canvas.selection
        if told is None or graph is None:
            view.rowSelected.emit(None)
        elif chosen.edge is not None:
            view.rowSelected.emit((view.source, graph.edge_row_of(chosen.edge), told))
        else:
            row = graph.row_of(int(chosen.nodes[0])) if len(chosen.nodes) == 1 else None
            view.rowSelected.emit((view.source, row, told))

    @Slot(object)
    def selection_changed(self, nodes: object) -> None:
        """Others are selected besides the current one, or were."""
        now = len(self._view.canvas.selected_nodes())
        before, self._several = self._several, now > 1
        if now > 1 or before:
            self.tell()

    @Slot()
    def picture_changed(self) -> None:
        """What is shown changed, and with it what of the links of the selected node is not."""
        graph, wanted = self._view.exploring.graph, self._view.exploring.filter
        if (graph, wanted) != self._told_under and not self._view.canvas.selection.nothing:
            self._told_under = graph, wanted
            self.tell()

    @Slot(object)
    def open_node(self, node: int) -> None:
        """Go to the row of a node."""
        self._open(self.place_of(node))

    def open_edge(self, edge: int) -> None:
        """Go to the row of an edge."""
        self._open(self.edge_place_of(edge))

    def open_card(self, node: int) -> None:
        """Go to the card of a node."""
        self._open(self.card_of(node))

    def draw_around(self, node: int, hops: int = 1) -> None:
        """Draw the rows at most so many steps from the row of a node: those it refers to, those that refer to it."""
        graph = self._view.exploring.graph
        row = graph.row_of(node) if graph is not None else None
        if row is not None:
            self._view.openRequested.emit(around_location(self._view.location().path, row, hops))

    def _open(self, goal: Location | None) -> None:
        if goal is not None:
            self._view.openRequested.emit(goal)

    def place_of(self, node: int) -> Location | None:
        """Where the row of a node, or the table it stands for, is seen in a table."""
        view, graph = self._view, self._view.exploring.graph
        if graph is None:
            return None
        path = view.location().path
        if self._is_schema():
            schema, _, table = graph.ids[node].partition(".")
            return None if graph.placeholder[node] else table_location(path, table, schema)
        row = graph.row_of(node)
        return None if row is None else row_location(path, row)

    def edge_place_of(self, edge: int) -> Location | None:
        """Where the row of an edge is seen in a table."""
        graph = self._view.exploring.graph
        row = graph.edge_row_of(edge) if graph is not None else None
        return None if row is None else row_location(self._view.location().path, row)

    def card_of(self, node: int) -> Location | None:
        """Where everything about the row of a node is seen."""
        graph = self._view.exploring.graph
        row = graph.row_of(node) if graph is not None and not self._is_schema() else None
        return None if row is None else card_location(self._view.location().path, row)

    def _is_schema(self) -> bool:
        loaded = self._view.loaded()
        return loaded is not None and loaded.projection is SCHEMA
