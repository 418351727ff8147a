"""The graph of a source as a tab: which graph, how laid out, what is shown of it, what is found, saved, opened."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QPointF, Qt, Slot
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QSplitter, QVBoxLayout, QWidget

from inspector.cancel import CancelToken
from inspector.errors import KnownError
from inspector.graph.filters import GraphFilter, matching
from inspector.graph.layout import LAYOUTS
from inspector.ui.changes.line import ChangedLine
from inspector.ui.commands import Command
from inspector.ui.graph.bar import GraphBar
from inspector.ui.graph.canvas import GraphCanvas
from inspector.ui.graph.describe import note
from inspector.ui.graph.legend import Legend
from inspector.ui.graph.loading import SCHEMA, Loaded, Wanted, load_and_place, place
from inspector.ui.graph.saving import GraphSaver
from inspector.ui.graph.sql import GraphSql
from inspector.ui.states import PartialStrip, StateOverlay
from inspector.ui.view import View, ViewContext
from inspector.workspace.location import Location
from inspector.workspace.rows.row_location import card_location, row_location, table_location
from inspector.workspace.source import Source

_LEGEND_SHARE = 0.35
"""Share of the width that a legend takes at most by itself."""


class GraphView(View):
    """Draws a projection of its source; selecting a node or an edge tells Details which row it is."""

    def __init__(
        self, context: ViewContext, source: Source | None, location: Location, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, source, location, parent)
        self._loaded: Loaded | None = None
        self._filter = GraphFilter()
        self._whole = False
        self._round = 0
        self._arranged = False
        self._kept: tuple[str, str] = ("", "")
        self._kept_place: QPointF | None = None
        self._hits: NDArray[Any] = np.zeros(0, np.intp)
        self._build()
        self._wire()
        self.refresh()

    # --- composition -----------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.bar = GraphBar(self.context.icons, self)
        self.canvas = GraphCanvas(self.context.theme)
        self.legend = Legend(self.context.theme)
        self.partial = PartialStrip(self)
        self.saver = GraphSaver(self.canvas, self.context, self)
        self.sql = GraphSql(self)
        # the overlay must not be a child of the splitter, which would make it one of its panes
        content = QWidget(self)
        self._split = QSplitter(Qt.Orientation.Horizontal, content)
        self._split.addWidget(self.canvas)
        self._split.addWidget(self.legend)
        self._split.setStretchFactor(0, 1)
        self._split.setStretchFactor(1, 0)
        self._split.setSizes([900, 216])
        inside = QVBoxLayout(content)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self._split)
        self.states = StateOverlay(content)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self.partial)
        column.addWidget(content, 1)
        self.changed = ChangedLine(self.context, self.refresh, self)
        column.addWidget(self.changed)
        self.setFocusProxy(self.canvas)

    def _wire(self) -> None:
        self.bar.projectionChosen.connect(self._choose_projection)
        self.bar.layoutChosen.connect(self._choose_layout)
        self.bar.findChanged.connect(self._find)
        self.bar.findNext.connect(self._find_next)
        self.bar.fitRequested.connect(self.canvas.fit)
        self.bar.pngRequested.connect(self.saver.ask_png)
        self.bar.svgRequested.connect(self.saver.ask_svg)
        self.saver.saved.connect(self.bar.say)
        self.bar.everythingRequested.connect(self.show_everything)
        self.legend.filterChanged.connect(self._set_filter)
        self._split.splitterMoved.connect(self._keep_arrangement)
        self.changed.roomChanging.connect(self.canvas.stay)
        self.canvas.nodeSelected.connect(self._node_selected)
        self.canvas.edgeSelected.connect(self._edge_selected)
        self.canvas.nodeActivated.connect(self._open_node)
        self.canvas.menuRequested.connect(self._node_menu)
        leave = QShortcut(QKeySequence(Qt.Key.Key_Escape), self.bar)
        leave.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        leave.activated.connect(self._leave_find)

    def commands(self) -> tuple[Command, ...]:
        drawn = self._is_drawn
        return (
            Command("graph.fit", "Fit the graph", self.canvas.fit, "Ctrl+0", drawn, "ph.frame-corners", "View"),
            Command("graph.everything", "Show the whole graph again", self.show_everything, "", drawn),
            Command("graph.png", "Save the graph as PNG…", self.saver.ask_png, "", drawn, "ph.image"),
            Command("graph.svg", "Save the graph as SVG…", self.saver.ask_svg, "", drawn, "ph.file-svg"),
            Command("graph.nodes_sql", "Show the SQL of the nodes", self.sql.show_nodes, "", self.sql.known, "ph.code"),
            Command("graph.edges_sql", "Show the SQL of the edges", self.sql.show_edges, "", self.sql.known, "ph.code"),
        )

    def loaded(self) -> Loaded | None:
        """What is shown; None before the first answer."""
        return self._loaded

    def _is_drawn(self) -> bool:
        return self._loaded is not None and len(self._loaded.graph) > 0

    # --- loading ---------------------------------------------------------------------------------------------------

    def set_source(self, source: Source) -> None:
        # what was read with secrets may not stay in place of an error
        self.changed.release()
        super().set_source(source)

    def refresh(self) -> None:
        source = self.source
        if source is None or source.database is None:
            advice = "Open one of the files inside it." if source is not None and source.children else ""
            self.states.show_empty("There is no single file here that could be drawn.", advice)
            return
        place_now = self.location()
        self._remember()
        self._round += 1
        self.states.show_loading("Reading the graph…", self._cancel)
        wanted = Wanted(place_now.get("graph"), place_now.get("layout"), self._whole)
        self.changed.run(
            (source.database,),
            partial(load_and_place, source, wanted, partial(self._hand_out, self._round)),
            self._placed,
            self._failed,
            owner=self,
            key="graph",
            title="Drawing the graph",
            cancelled=self._cancelled,
        )

    def _remember(self) -> None:
        """Keep by id what is selected: indices change with every load."""
        graph = self._loaded.graph if self._loaded else None
        node, edge = self.canvas.selected_node, self.canvas.selected_edge
        held = node is not None and self.canvas.moved_by_hand
        self._kept_place = self.canvas.place_of(node) if held and node is not None else None
        if graph is not None:
            self._kept = (graph.ids[node] if node is not None else "", graph.edge_ids[edge] if edge is not None else "")
        else:
            self._kept = (self.location().get("node"), "")

    def _hand_out(self, round: int, loaded: Loaded, positions: NDArray[Any]) -> None:
        """On the worker's thread: positions that are not final."""
        self.context.runner.deliver(self, self._on_the_way, (round, loaded, positions))

    def _on_the_way(self, parcel: tuple[int, Loaded, NDArray[Any]]) -> None:
        round, loaded, positions = parcel
        if round == self._round:
            self._show(loaded, positions)

    def _placed(self, answer: tuple[Loaded, NDArray[Any]]) -> None:
        self._show(*answer)
        self._round += 1
        self._restore()

    def _show(self, loaded: Loaded, positions: NDArray[Any]) -> None:
        if self._loaded is not None and loaded.graph is self._loaded.graph:
            self.canvas.set_positions(positions)
            return
        again = self._loaded is not None and self._loaded.projection.id == loaded.projection.id
        self._loaded = loaded
        self.changed.shown("graph")
        graph = loaded.graph
        self.bar.show_choices(loaded.projections, loaded.projection, LAYOUTS, loaded.layout)
        self._show_state(loaded)
        if not len(graph):
            self.set_note("0 nodes, 0 edges")
            self.canvas.set_graph(graph, positions)
            return
        self.canvas.set_graph(graph, positions, keep_view=again)
        self.legend.show_graph(graph, self._filter)
        self._fit_legend()
        self._apply_filter()
        self._say_what_is_missing(loaded)

    def _show_state(self, loaded: Loaded) -> None:
        if len(loaded.graph):
            self.states.show_content()
        else:
            self.states.show_empty(f"'{loaded.projection.title}' has no nodes.", loaded.projection.about)

    def _fit_legend(self) -> None:
        """Give the legend the room of its longest entry, until the reader says otherwise."""
        if not self._arranged:
            whole = sum(self._split.sizes())
            wanted = min(self.legend.wanted_width(), round(whole * _LEGEND_SHARE))
            self._split.setSizes([whole - wanted, wanted])

    @Slot()
    def _keep_arrangement(self) -> None:
        self._arranged = True

    def _say_what_is_missing(self, loaded: Loaded) -> None:
        graph = loaded.graph
        words = list(graph.left_out)
        if graph.partial:
            words.insert(
                0,
                f"Shown are {len(graph):,} of {graph.total_nodes:,} nodes and {graph.edge_count:,} of "
                f"{graph.total_edges:,} edges",
            )
        if not words:
            self.partial.show_whole()
        else:
            rest = self._load_whole if graph.partial and not self._whole else None
            self.partial.show_partial(("" if graph.partial else "Not shown: ") + "; ".join(words) + ".", rest)

    def _load_whole(self) -> None:
        self._whole = True
        self.refresh()

    def _failed(self, error: KnownError) -> None:
        loaded, asked = self._loaded, self.location().get("graph")
        if loaded is not None and asked in ("", loaded.projection.id) and self.changed.keep("graph", error):
            self._show_state(loaded)
            self._restore()
            return
        self.states.show_error(error, self.refresh)
        self.changed.shown("graph")
        self.set_note("")

    def _cancel(self) -> None:
        self.context.runner.cancel(self, "graph")
        self._cancelled()

    def _cancelled(self) -> None:
        if self._loaded is None:
            self.states.show_empty("Drawing was cancelled.", action="Draw", run=self.refresh)
        else:
            self.states.show_content()

    def _restore(self) -> None:
        """Select again what was selected, or what the Location names."""
        if self._loaded is None:
            return
        graph, (node, edge) = self._loaded.graph, self._kept
        if node and node in graph.index:
            self.canvas.select_node(graph.index[node], reveal=self._kept_place is None)
            if self._kept_place is not None:
                self.canvas.hold(graph.index[node], self._kept_place)
        elif edge and edge in graph.edge_ids:
            self.canvas.select_edge(graph.edge_ids.index(edge))

    # --- choices ---------------------------------------------------------------------------------------------------

    def show_location(self, location: Location) -> None:
        before = self.location()
        super().show_location(location)
        if (before.get("graph"), before.get("layout")) != (location.get("graph"), location.get("layout")):
            self._loaded_changes(location)
        elif self._loaded is not None:
            node = self._loaded.graph.index.get(location.get("node"))
            self.canvas.select_node(node, reveal=True)

    def _loaded_changes(self, location: Location) -> None:
        self.refresh()
        self._kept = (location.get("node"), "")

    @Slot(str)
    def _choose_projection(self, id: str) -> None:
        self.move_to(self.location().with_params(graph=id, layout="", node=""))
        self._filter, self._whole = GraphFilter(), False
        self.refresh()
        self._kept = ("", "")

    @Slot(str)
    def _choose_layout(self, id: str) -> None:
        if self._loaded is None:
            return
        self.move_to(self.location().with_params(layout=id))
        self._remember()
        self._round += 1
        loaded = replace(self._loaded, layout=id)
        self.context.runner.run(
            partial(self._place_again, loaded, self._round),
            self._placed,
            self._failed,
            owner=self,
            key="graph",
            title="Laying out the graph",
            cancelled=self._cancelled,
        )

    def _place_again(self, loaded: Loaded, round: int, cancel: CancelToken) -> tuple[Loaded, NDArray[Any]]:
        return loaded, place(loaded, partial(self._hand_out, round), cancel)

    @Slot(object)
    def _set_filter(self, wanted: GraphFilter) -> None:
        self._filter = wanted
        self._apply_filter()

    def _apply_filter(self) -> None:
        if self._loaded is None:
            return
        graph = self._loaded.graph
        nodes, edges = self._filter.masks(graph)
        self.canvas.set_filter(nodes, edges)
        self.bar.show_filtered(not self._filter.empty)
        self.set_note(note(graph, int(np.count_nonzero(nodes)), int(np.count_nonzero(edges))))
        self._find(self.bar.find_text())

    def show_neighbourhood(self, node: int, hops: int) -> None:
        """Show only what is at most so many edges from a node."""
        if self._loaded is not None:
            self._filter = replace(self._filter, around=self._loaded.graph.ids[node], hops=hops)
            self._apply_filter()
            self.canvas.fit()

    @Slot()
    def show_everything(self) -> None:
        """Undo every filter."""
        self._filter = GraphFilter()
        self.legend.set_filter(self._filter)
        self._apply_filter()
        self.canvas.fit()

    # --- finding ---------------------------------------------------------------------------------------------------

    def find(self) -> None:  # type: ignore[override]  # as in View
        self.bar.focus_find()

    @Slot(str)
    def _find(self, text: str) -> None:
        if self._loaded is None:
            return
        shown = self.canvas.scene.show_nodes if self.canvas.scene is not None else None
        self._hits = matching(self._loaded.graph, text, shown)
        self.canvas.set_found(self._hits)
        self.bar.show_hits(len(self._hits) if text.strip() else None)

    @Slot(int)
    def _find_next(self, step: int) -> None:
        if self._loaded is None or not len(self._hits):
            return
        at = np.flatnonzero(self._hits == self.canvas.selected_node)
        start = int(at[0]) + step if len(at) else 0
        self.canvas.select_node(int(self._hits[start % len(self._hits)]), reveal=True)

    @Slot()
    def _leave_find(self) -> None:
        self.bar.clear_find()
        self.canvas.setFocus()

    # --- selection -------------------------------------------------------------------------------------------------

    @Slot(object)
    def _node_selected(self, node: int | None) -> None:
        if self._loaded is None:
            return
        graph = self._loaded.graph
        if node is None:
            if self.canvas.selected_edge is None:
                self.rowSelected.emit(None)
            self.move_to(self.location().with_params(node=""))
            return
        row = graph.row_of(node)
        self.rowSelected.emit((self.source, row) if row is not None else None)
        self.move_to(self.location().with_params(node=graph.ids[node]))

    @Slot(object)
    def _edge_selected(self, edge: int | None) -> None:
        if self._loaded is None or edge is None:
            if self.canvas.selected_node is None:
                self.rowSelected.emit(None)
            return
        row = self._loaded.graph.edge_row_of(edge)
        self.rowSelected.emit((self.source, row) if row is not None else None)

    @Slot(object)
    def _open_node(self, node: int) -> None:
        goal = self._row_location(node)
        if goal is not None:
            self.openRequested.emit(goal)

    def _row_location(self, node: int) -> Location | None:
        """Where the row of a node, or the table it stands for, is seen in a table."""
        if self._loaded is None:
            return None
        graph, path = self._loaded.graph, self.location().path
        if self._loaded.projection is SCHEMA:
            schema, _, table = graph.ids[node].partition(".")
            return None if graph.placeholder[node] else table_location(path, table, schema)
        row = graph.row_of(node)
        return None if row is None else row_location(path, row)

    @Slot(object, object, object)
    def _node_menu(self, node: int | None, edge: int | None, at: QPoint) -> None:
        menu = QMenu(self)
        if node is not None and self._loaded is not None:
            graph = self._loaded.graph
            opened = menu.addAction("Open in its table", partial(self._open_node, node))
            opened.setEnabled(self._row_location(node) is not None)
            row = graph.row_of(node)
            if row is not None and self._loaded.projection is not SCHEMA:
                card = card_location(self.location().path, row)
                menu.addAction("Open card", partial(self.openRequested.emit, card))
            menu.addSeparator()
            for hops, words in ((1, "Show only its neighbours"), (2, "Show only two steps around")):
                menu.addAction(words, partial(self.show_neighbourhood, node, hops))
            menu.addSeparator()
            menu.addAction("Copy label", partial(_copy, graph.labels[node]))
            menu.addAction("Copy id", partial(_copy, graph.ids[node]))
            menu.addSeparator()
        whole = menu.addAction("Show the whole graph", self.show_everything)
        whole.setEnabled(not self._filter.empty)
        menu.addAction("Fit", self.canvas.fit)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)
