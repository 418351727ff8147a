"""What can be done in a graph view by keys, menus and the palette."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Slot

from inspector.graph.starting import recently_changed
from inspector.ui.commands import Command
from inspector.ui.graph.analysis_commands import AnalysisCommands
from inspector.ui.graph.side.panel import FILTERS, LIST

if TYPE_CHECKING:
    from inspector.ui.graph.view import GraphView


class GraphCommands(QObject):
    """The commands of one view, and whether each can be used now."""

    def __init__(self, view: GraphView) -> None:
        super().__init__(view)
        self._view = view
        analyses = AnalysisCommands(view).all
        self.all = (*self._picture(), *self._beside(), *self._from_nodes(), *self._starts(), *analyses, *self._files())

    def _picture(self) -> tuple[Command, ...]:
        view, drawn = self._view, self.is_drawn
        exploring, steps, canvas = view.exploring, view.steps, view.canvas
        undo, redo = ("Ctrl+Z", self.can_undo), ("Ctrl+Shift+Z", self.can_redo)
        return (
            Command("graph.undo", "Undo in the graph", exploring.undo, *undo, "ph.arrow-u-up-left"),
            Command("graph.redo", "Redo in the graph", exploring.redo, *redo, "ph.arrow-u-up-right", "", ("Ctrl+Y",)),
            Command("graph.fit", "Fit the graph", canvas.fit, "Ctrl+0", drawn, "ph.frame-corners", "View"),
            Command("graph.focus", "Fit what is selected", canvas.fit_selection, "Ctrl+9", self.is_selected),
            Command("graph.everything", "Show the whole graph again", steps.show_everything, "", drawn),
            Command("graph.arrange", "Arrange what is shown", steps.arrange_shown, "", drawn),
            Command("graph.size", "Size the nodes by another measure", view.sizing.choose_next, "", self.is_measured),
            Command("graph.unmark", "Take the marks away", exploring.unmark, "", self.is_marked),
        )

    def _beside(self) -> tuple[Command, ...]:
        drawn, filters, listed = self.is_drawn, self.show_filters, self.show_list
        return (
            Command("graph.filters", "Filters of the graph", filters, "Ctrl+Shift+E", drawn, "ph.funnel-simple"),
            Command("graph.list", "List of the nodes", listed, "Ctrl+Shift+N", drawn, "ph.list-bullets"),
        )

    def _from_nodes(self) -> tuple[Command, ...]:
        steps, selected = self._view.steps, self.is_selected
        return (
            Command("graph.expand", "Expand the node", steps.expand_selected, "Ctrl+U", selected),
            Command("graph.collapse", "Collapse the node", self.collapse, "Ctrl+Shift+U", selected),
            Command("graph.hide", "Hide the node", self.hide, "Ctrl+H", selected),
            Command("graph.isolate", "Show only what is selected", self.isolate, "Ctrl+I", selected),
            Command("graph.path", "Path between two nodes", self.path, "Ctrl+G", self.are_two_selected),
            Command("graph.lineage", "Show the lineage of the node", self.lineage, "Ctrl+Shift+L", selected),
            Command("graph.pin", "Pin or unpin the node", self.pin, "Ctrl+T", selected),
        )

    def _starts(self) -> tuple[Command, ...]:
        view, drawn, found = self._view, self.is_drawn, self.is_found
        steps, most = view.steps, "Start from what is joined to most"
        return (
            Command("graph.start_recent", "Start from what was changed last", steps.start_from_recent, "", drawn),
            Command("graph.start_connected", most, steps.start_from_connected, "", drawn),
            Command("graph.start_found", "Start from what was found", view.finding.start_from_found, "", found),
            Command("graph.start_selected", "Start from what is selected", self.start, "", self.is_selected),
        )

    def _files(self) -> tuple[Command, ...]:
        view, drawn = self._view, self.is_drawn
        saver, sql = view.saver, view.sql
        return (
            Command("graph.png", "Save the graph as PNG…", saver.ask_png, "", drawn, "ph.image"),
            Command("graph.svg", "Save the graph as SVG…", saver.ask_svg, "", drawn, "ph.file-svg"),
            Command("graph.graphml", "Save the graph as GraphML…", saver.ask_graphml, "", drawn, "ph.flow-arrow"),
            Command("graph.json", "Save the graph as JSON…", saver.ask_json, "", drawn, "ph.brackets-curly"),
            Command("graph.nodes_sql", "Show the SQL of the nodes", sql.show_nodes, "", sql.known, "ph.code"),
            Command("graph.edges_sql", "Show the SQL of the edges", sql.show_edges, "", sql.known, "ph.code"),
        )

    # --- when ------------------------------------------------------------------------------------------------------

    def is_drawn(self) -> bool:
        """Whether there are nodes."""
        graph = self._view.exploring.graph
        return graph is not None and len(graph) > 0

    def is_measured(self) -> bool:
        """Whether the graph knows numbers of its nodes."""
        return bool(self._view.sizing.measures())

    def is_selected(self) -> bool:
        """Whether nodes are selected."""
        return bool(len(self._view.canvas.selected_nodes()))

    def are_two_selected(self) -> bool:
        """Whether two nodes are selected."""
        return len(self._view.canvas.selected_nodes()) == 2

    def is_found(self) -> bool:
        """Whether something was found."""
        return bool(len(self._view.finding.hits) or len(self._view.finding.beyond))

    def is_marked(self) -> bool:
        """Whether something is drawn strong."""
        return bool(self._view.exploring.marks.nodes)

    def can_undo(self) -> bool:
        """Whether there is a step to undo."""
        return bool(self._view.exploring.history.undoes)

    def can_redo(self) -> bool:
        """Whether there is a step to do again."""
        return bool(self._view.exploring.history.redoes)

    # --- beside the picture ----------------------------------------------------------------------------------------

    @Slot()
    def show_filters(self) -> None:
        """Go to the filters; from there, back to the picture."""
        self._view.side.turn_to(FILTERS)

    @Slot()
    def show_list(self) -> None:
        """Go to the list of the nodes; from there, back to the picture."""
        self._view.side.turn_to(LIST)

    # --- with what is selected -------------------------------------------------------------------------------------

    @Slot()
    def collapse(self) -> None:
        """Take away what expanding brought in."""
        self._view.steps.collapse(self._view.canvas.selected_nodes())

    @Slot()
    def hide(self) -> None:
        """Show it no more."""
        self._view.steps.hide(self._view.canvas.selected_nodes())

    @Slot()
    def isolate(self) -> None:
        """Show it alone."""
        self._view.steps.isolate(self._view.canvas.selected_nodes())

    @Slot()
    def path(self) -> None:
        """Mark the shortest ways between the two, from the one that was selected first."""
        nodes, last = self._view.canvas.selected_nodes(), self._view.canvas.selected_node
        if len(nodes) == 2 and last is not None:
            first = int(nodes[nodes != last][0])
            self._view.steps.path(first, last)

    @Slot()
    def lineage(self) -> None:
        """Show what leads there and what comes of it."""
        node = self._view.canvas.selected_node
        if node is not None:
            self._view.steps.lineage(node)

    @Slot()
    def pin(self) -> None:
        """Pin all of it, or unpin it if all of it is pinned."""
        exploring, nodes = self._view.exploring, self._view.canvas.selected_nodes()
        graph = exploring.graph
        if graph is not None:
            held = all(graph.ids[at] in exploring.pinned for at in nodes.tolist())
            exploring.pin(nodes, not held)

    @Slot()
    def start_somewhere(self) -> None:
        """Begin a picture with what was changed last; where no times are known, with what is joined to most."""
        graph = self._view.exploring.graph
        if graph is not None and len(recently_changed(graph, 1)):
            self._view.steps.start_from_recent()
        else:
            self._view.steps.start_from_connected()

    @Slot()
    def start(self) -> None:
        """Begin a picture with it and its neighbours."""
        exploring, nodes = self._view.exploring, self._view.canvas.selected_nodes()
        near = exploring.near(nodes)
        self._view.steps.start_from(np.flatnonzero(near), "what is selected")
