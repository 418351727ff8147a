"""The graph of a source as a tab: what it consists of, what hears whom, and what its address says."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from inspector.graph.address import from_params, is_filter_param, to_params
from inspector.graph.layout import LAYOUTS
from inspector.graph.manner import Manner
from inspector.graph.picture import Picture
from inspector.graph.starting import LARGE
from inspector.ui.changes.line import ChangedLine
from inspector.ui.commands import Command
from inspector.ui.graph.bar import GraphBar
from inspector.ui.graph.commands import GraphCommands
from inspector.ui.graph.describe import note
from inspector.ui.graph.files.saving import GraphSaver
from inspector.ui.graph.finding import GraphFinding
from inspector.ui.graph.following import GraphFollowing
from inspector.ui.graph.menus import GraphMenus
from inspector.ui.graph.picture.canvas import GraphCanvas
from inspector.ui.graph.picture.guiding import Guiding
from inspector.ui.graph.picture.remark import Remark
from inspector.ui.graph.side.panel import ANALYSES, SidePanel
from inspector.ui.graph.sql import GraphSql
from inspector.ui.graph.state.analysing import GraphAnalyses
from inspector.ui.graph.state.exploring import GraphExploring
from inspector.ui.graph.state.keeping import GraphKeeping
from inspector.ui.graph.state.loading import Loaded
from inspector.ui.graph.state.reading import GraphReading
from inspector.ui.graph.state.sizing import GraphSizing
from inspector.ui.graph.state.steps import GraphSteps
from inspector.ui.graph.telling import GraphTelling
from inspector.ui.states import PartialStrip, StateOverlay
from inspector.ui.view import View, ViewContext
from inspector.workspace.location import Location
from inspector.workspace.source import Source


class GraphView(View):
    """Draws a projection of its source; selecting a node or an edge tells Details which row it is.

    ``exploring`` holds what is shown and is the one way to change it, ``steps`` what goes from nodes, ``reading`` what
    was read, ``finding`` what was found.
    """

    def __init__(
        self, context: ViewContext, source: Source | None, location: Location, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, source, location, parent)
        self._wanted_node = location.get("node")
        self._wanted_picture: Picture | None = None
        self._settling = False
        self._covers = ""
        self._build()
        self._wire()
        self._wire_parts()
        self.refresh()

    # --- composition -----------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.bar = GraphBar(self.context.icons, self)
        self.canvas = GraphCanvas(self.context.theme)
        self.remark = Remark(self.context.theme, self.canvas)
        self.partial = PartialStrip(self)
        self._build_column()
        self.exploring = GraphExploring(self.canvas, self)
        self.steps = GraphSteps(self.exploring, self.canvas.selected_nodes, self.context.runner)
        self.keeping = GraphKeeping(self)
        self.reading = GraphReading(self)
        self.guiding = Guiding(self.exploring, self.reading, self.canvas, self)
        self.finding = GraphFinding(self)
        self.telling = GraphTelling(self)
        self.following = GraphFollowing(self)
        self.sizing = GraphSizing(self)
        self.saver = GraphSaver(self.canvas, self.context, self)
        self.sql = GraphSql(self)
        self.analyses = GraphAnalyses(self)
        self._commands = GraphCommands(self)
        self.menus = GraphMenus(self)
        self.side = SidePanel(self, self._split, self._content)
        self._inside.addWidget(self.side)

    def _build_column(self) -> None:
        # the overlay must not be a child of the splitter, which would make it one of its panes
        content = self._content = QWidget(self)
        self._split = QSplitter(Qt.Orientation.Horizontal, content)
        self._split.addWidget(self.canvas)
        self._split.setCollapsible(0, False)
        self._split.setStretchFactor(0, 1)
        self._inside = QHBoxLayout(content)
        self._inside.setContentsMargins(0, 0, 0, 0)
        self._inside.setSpacing(0)
        self._inside.addWidget(self._split, 1)
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
        self.bar.layoutChosen.connect(self.choose_layout)
        self.bar.findChanged.connect(self.finding.find)
        self.bar.findNext.connect(self.finding.find_next)
        self.bar.elsewhereChosen.connect(self.finding.open_elsewhere)
        self.bar.undoRequested.connect(self.exploring.undo)
        self.bar.redoRequested.connect(self.exploring.redo)
        self.bar.saveRequested.connect(self.saver.ask)
        self.reading.loadedChanged.connect(self.saver.name_after)
        self.saver.saved.connect(self.bar.say)
        self.bar.everythingRequested.connect(self.steps.show_everything)
        self.changed.roomChanging.connect(self.canvas.stay)
        leave = QShortcut(QKeySequence(Qt.Key.Key_Escape), self.bar)
        leave.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        leave.activated.connect(self.finding.leave)

    def _wire_parts(self) -> None:
        self.canvas.nodeSelected.connect(self.following.node_selected)
        self.canvas.nodeSelected.connect(self.finding.tell)
        self.canvas.edgeSelected.connect(self.following.edge_selected)
        self.canvas.selectionChanged.connect(self.following.selection_changed)
        self.canvas.selectionChanged.connect(self._selection_changed)
        self.exploring.changed.connect(self.following.picture_changed)
        self.canvas.nodeActivated.connect(self.following.open_node)
        self.canvas.menuRequested.connect(self.menus.show)
        self.exploring.changed.connect(self._picture_changed)
        self.canvas.aggregatedChanged.connect(self._tell_note)
        self.exploring.restored.connect(self.reading.forget_part)
        self.exploring.moved.connect(self.keeping.keep)
        self.exploring.said.connect(self.remark.say)
        self.steps.arrangeRequested.connect(self.reading.lay_out_part)
        self.analyses.panelWanted.connect(self._show_analyses)
        self.reading.loadedChanged.connect(self._show_loaded)
        self.reading.placed.connect(self._settled)

    def commands(self) -> tuple[Command, ...]:
        return self._commands.all

    def command(self, id: str) -> Command:
        """One of its commands."""
        return next(one for one in self._commands.all if one.id == id)

    def picture_shape(self) -> tuple[float, float]:
        """Width and height of the picture, pixels; of a view that was not seen yet those that it is going to have."""
        around = self.parentWidget()
        if self.isVisible() or around is None:
            return float(self.canvas.width()), float(self.canvas.height())
        room = around.contentsRect()
        height = room.height() - self.bar.sizeHint().height()
        return float(max(room.width() - self.side.breadth(room.width()), 1)), float(max(height, 1))

    def loaded(self) -> Loaded | None:
        """What is shown; None before the first answer."""
        return self.reading.loaded

    # --- what is read ----------------------------------------------------------------------------------------------

    def set_source(self, source: Source) -> None:
        # what was read with secrets may not stay in place of an error
        self.changed.release()
        super().set_source(source)

    def refresh(self) -> None:
        self.reading.read()

    @Slot(object)
    def _show_loaded(self, loaded: Loaded) -> None:
        self.bar.show_choices(loaded.projections, loaded.projection, LAYOUTS, self.exploring.layout)
        self._say_what_is_missing(loaded)

    @Slot(object)
    def _settled(self, loaded: Loaded) -> None:
        """Positions are final: select what the Location names."""
        picture, self._wanted_picture = self._wanted_picture, None
        wanted, self._wanted_node = self._wanted_node, ""
        if picture is not None and picture.filter == self.exploring.filter:
            self.exploring.go_to(picture)
        elif wanted in loaded.graph.index:
            self.canvas.select_node(loaded.graph.index[wanted], reveal=True)

    def _say_what_is_missing(self, loaded: Loaded) -> None:
        graph = loaded.graph
        words = list(graph.left_out)
        if graph.partial:
            words.insert(
                0,
                f"Shown are {len(graph):,} of {graph.total_nodes:,} nodes and {graph.edge_count:,} of "
                f"{graph.total_edges:,} edges",
            )
        if words:
            rest = self.reading.read_whole if graph.partial and not self.reading.whole else None
            self.partial.show_partial(("" if graph.partial else "Not shown: ") + "; ".join(words) + ".", rest)
        elif len(graph) > LARGE and self.exploring.filter.only is None:
            said = f"An overview of {len(graph):,} nodes. It can be read from a part of them, and grow from there."
            start = self._commands.start_somewhere
            self.partial.show_partial(said, start, action="Start from what was changed last")
        else:
            self.partial.show_whole()

    # --- what is shown ---------------------------------------------------------------------------------------------

    @Slot()
    def _picture_changed(self) -> None:
        exploring, loaded = self.exploring, self.reading.loaded
        graph = exploring.graph
        if graph is None:
            return
        self.bar.show_filtered(not exploring.filter.empty)
        self.bar.show_steps(exploring.history.undoes, exploring.history.redoes)
        self.bar.show_layout(exploring.layout)
        shown = int(np.count_nonzero(exploring.shown)), int(np.count_nonzero(exploring.shown_edges))
        self._covers = note(graph, *shown) if len(graph) else "0 nodes, 0 edges"
        self._tell_note()
        self.finding.again()
        if loaded is not None and loaded.graph is graph:
            self._say_what_is_missing(loaded)
        self._tell_address()
        self.context.commands.refresh()

    @Slot()
    def _tell_note(self) -> None:
        """Say what the picture covers, and what of it is drawn as clusters."""
        self.set_note("; ".join(filter(None, (self._covers, self.side.hidden_words(), self.canvas.aggregated()))))

    def _tell_address(self) -> None:
        """Put what is left out into the Location, so that a copied link shows it too."""
        if self._settling:
            return
        here, layout, loaded = self.location(), self.exploring.home_layout, self.reading.loaded
        if layout != here.get("layout") and (here.get("layout") or (loaded and layout != loaded.projection.layout)):
            here = here.with_params(layout=layout)
        kept = tuple((name, value) for name, value in here.params if not is_filter_param(name))
        place = Location(here.path, here.view, (*kept, *to_params(self.exploring.filter).items()))
        if dict(place.params) != dict(self.location().params):
            self.move_to(place)

    @Slot(object)
    def _selection_changed(self, nodes: object) -> None:
        self.context.commands.refresh()

    @Slot()
    def _show_analyses(self) -> None:
        self.side.show_page(ANALYSES)

    # --- choices ---------------------------------------------------------------------------------------------------

    def show_location(self, location: Location) -> None:
        before = self.location()
        super().show_location(location)
        if _subject(before) != _subject(location):
            self._wanted_node = location.get("node")
            self.refresh()
            return
        graph = self.exploring.graph
        if graph is None:
            self._wanted_node = location.get("node")
            return
        wanted = from_params(dict(location.params))
        if to_params(wanted) != to_params(self.exploring.filter):
            # the address is not told again on the way: it says already what is to be shown
            self._settling = True
            self.exploring.set_filter(wanted, "go to another picture")
            self._settling = False
        node = graph.index.get(location.get("node"))
        self.canvas.select_node(node, reveal=True)

    def bearings(self) -> object:
        return self.exploring.picture() if self.exploring.graph is not None else None

    def return_to(self, location: Location, bearings: object) -> None:
        picture = bearings if isinstance(bearings, Picture) else None
        graph = self.exploring.graph
        if picture is None or graph is None or _subject(self.location()) != _subject(location):
            self._wanted_picture = picture
            self.show_location(location)
            return
        self._location = location
        self._settling = True
        self.exploring.go_to(picture)
        self._settling = False

    @Slot(str)
    def _choose_projection(self, id: str) -> None:
        self.move_to(Location(self.location().path, self.location().view, (("graph", id),)))
        self.reading.whole, self._wanted_node = False, ""
        self.refresh()

    @Slot(str)
    def choose_layout(self, id: str) -> None:
        """Lay out the graph, or the part of it that is shown alone."""
        if self.exploring.graph is None:
            return
        if self.exploring.filter.only is not None:
            words = f"layout {id.partition('.')[0]}"
            self.reading.lay_out_part(np.flatnonzero(self.exploring.shown), self._with_centre(id), words)
            return
        self.reading.lay_out(self._with_centre(id))

    def _with_centre(self, layout: str) -> str:
        """Rings are drawn around the node that is selected."""
        graph, node = self.exploring.graph, self.canvas.selected_node
        if layout == "radial" and graph is not None and node is not None:
            return Manner(layout, centre=graph.ids[node]).name
        return layout

    def find(self) -> None:  # type: ignore[override]  # as in View
        self.bar.focus_find()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # the canvas lets go of what is selected first
        if event.key() == Qt.Key.Key_Escape and self._commands.is_marked():
            self.exploring.unmark()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.side.fit(event.size().width())


def _subject(place: Location) -> dict[str, str]:
    """What of a Location says which graph it is, and how it is laid out."""
    return {name: value for name, value in place.params if name != "node" and not is_filter_param(name)}
