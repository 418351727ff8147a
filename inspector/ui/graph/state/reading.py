"""How a graph view gets what it shows: read, laid out on the way, read again in place; what is said when it fails."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QPointF, Signal, Slot

from inspector.errors import KnownError
from inspector.graph.address import from_params, is_filter_param
from inspector.graph.filters import GraphFilter
from inspector.graph.picture import Picture
from inspector.ui.graph.state.loading import Loaded, Wanted
from inspector.ui.graph.state.placing import Order, Placed, Standing, load_and_place, place, place_part
from inspector.workspace.location import Location

if TYPE_CHECKING:
    from inspector.ui.graph.view import GraphView


class GraphReading(QObject):
    """Reads and lays out for one view; the newest request wins."""

    loadedChanged = Signal(object)
    """The :class:`Loaded` that is shown from now on, its positions perhaps not final."""
    placed = Signal(object)
    """The :class:`Loaded` whose positions are final."""

    def __init__(self, view: GraphView) -> None:
        super().__init__(view)
        self._view = view
        self.loaded: Loaded | None = None
        """What is shown; None before the first answer."""
        self.whole = False
        """Whether to read beyond the usual limits."""
        self._round = 0
        self._laying = False
        self._subject: dict[str, str] = {}
        self._shown_subject: dict[str, str] = {}
        self._kept_place: tuple[str, QPointF] | None = None

    # --- reading ---------------------------------------------------------------------------------------------------

    def read(self) -> None:
        """Read the graph that the view's Location names; what is shown of it already keeps its places."""
        view, source = self._view, self._view.source
        if source is None or source.database is None:
            advice = "Open one of the files inside it." if source is not None and source.children else ""
            view.states.show_empty("There is no single file here that could be drawn.", advice)
            return
        place_now = view.location()
        self._hold_in_view()
        view.states.show_loading("Reading the graph…", self.cancel)
        wanted = Wanted(place_now.get("graph"), place_now.get("layout"), self.whole, place_now, view.context.clock)
        self._subject = _subject(place_now)
        view.changed.run(
            (source.database,),
            partial(load_and_place, wanted, source, self._order_to_read()),
            self._placed,
            self._failed,
            owner=view,
            key="graph",
            title="Drawing the graph",
            cancelled=self._cancelled,
        )

    def _order(self, standing: Standing) -> Order:
        """An order for a new layout: only what stands in its way already stays."""
        self._round += 1
        return Order(partial(self._hand_out, self._round), self._view.picture_shape(), lambda loaded: standing)

    def _order_to_read(self) -> Order:
        """How what is read is placed: what is shown already stays, else what stood somewhere in an earlier run."""
        self._round += 1
        view, exploring, known = self._view, self._view.exploring, self.loaded
        standing = Standing(exploring.graph.ids, exploring.home, exploring.pinned) if exploring.graph else None
        same, layout = self._subject == self._shown_subject, exploring.home_layout
        stood_once = view.keeping.stood

        def stood(loaded: Loaded) -> Standing | None:
            if not same or standing is None or known is None or known.projection.id != loaded.projection.id:
                return stood_once(loaded)
            if layout == loaded.layout:
                return standing
            return stood_once(loaded) or standing.only_pinned()

        return Order(partial(self._hand_out, self._round), view.picture_shape(), stood)

    def _hand_out(self, round: int, loaded: Loaded, positions: NDArray[Any]) -> None:
        """On the worker's thread: positions that are not final."""
        self._view.context.runner.deliver(self, self._on_the_way, (round, loaded, positions))

    def _on_the_way(self, parcel: tuple[int, Loaded, NDArray[Any]]) -> None:
        round, loaded, positions = parcel
        if round == self._round:
            self._show(loaded, positions)

    def _placed(self, answer: Placed) -> None:
        self._laying = False
        self._show(answer.loaded, answer.positions, answer.pinned)
        self._round += 1
        if self.loaded is not None:
            self.placed.emit(self.loaded)
        self._bring_back_in_view()
        if answer.fresh:
            self._view.keeping.keep()

    def _opening(self, loaded: Loaded) -> GraphFilter:
        """What is left out at first: what the Location says; else the edges that are to be switched on."""
        params = dict(self._view.location().params)
        if any(is_filter_param(name) for name in params):
            return from_params(params)
        off = [group for group in loaded.projection.edge_groups if not group.on]
        return GraphFilter(
            types=frozenset(name for group in off for name in group.node_types),
            edge_types=frozenset(name for group in off for name in group.edge_types),
        )

    def _show(self, loaded: Loaded, positions: NDArray[Any], pinned: frozenset[str] = frozenset()) -> None:
        view, before = self._view, self.loaded
        self.loaded = loaded
        if before is not None and loaded.graph is before.graph:
            view.exploring.place(positions)
        elif (
            before is not None and before.projection.id == loaded.projection.id and self._subject == self._shown_subject
        ):
            view.changed.shown("graph")
            view.exploring.show_graph(loaded.graph, positions, loaded.layout)
        else:
            view.changed.shown("graph")
            view.exploring.begin(loaded.graph, positions, loaded.layout, self._opening(loaded), pinned)
        self._shown_subject = self._subject
        self.loadedChanged.emit(loaded)
        self.show_state()

    def show_state(self) -> None:
        """Uncover the graph, or say that there is nothing in it."""
        loaded = self.loaded
        if loaded is None:
            return
        if len(loaded.graph):
            self._view.states.show_content()
        else:
            self._view.states.show_empty(f"'{loaded.projection.title}' has no nodes.", loaded.projection.about)

    # --- the same place on screen ----------------------------------------------------------------------------------

    def _hold_in_view(self) -> None:
        """Remember where the selected node is seen: it must be seen there when the graph is read again."""
        canvas, graph = self._view.canvas, self._view.exploring.graph
        node = canvas.selected_node
        held = graph is not None and node is not None and canvas.moved_by_hand
        self._kept_place = (graph.ids[node], canvas.place_of(node)) if held and graph and node is not None else None

    def _bring_back_in_view(self) -> None:
        graph, kept = self._view.exploring.graph, self._kept_place
        if graph is not None and kept is not None and kept[0] in graph.index:
            self._view.canvas.hold(graph.index[kept[0]], kept[1])
        self._kept_place = None

    # --- layouts ---------------------------------------------------------------------------------------------------

    def lay_out(self, layout: str) -> None:
        """Place the whole graph anew; pinned nodes stay."""
        exploring = self._view.exploring
        graph = exploring.graph
        if self.loaded is None or graph is None or graph is not self.loaded.graph:
            return
        self.loaded = replace(self.loaded, layout=layout)
        exploring.begin_layout(layout)
        order = self._order(Standing(graph.ids, exploring.home, exploring.pinned).only_pinned())
        self._laying = True
        self._view.context.runner.run(
            partial(place, self.loaded, order),
            self._placed,
            self._failed,
            owner=self._view,
            key="graph",
            title="Laying out the graph",
            cancelled=self._cancelled,
        )

    @Slot(object, str, str)
    def lay_out_part(self, nodes: NDArray[Any], layout: str, words: str) -> None:
        """Place some nodes by themselves: a step called ``words``, or the end of the step before."""
        view, loaded = self._view, self.loaded
        if loaded is None:
            return
        # a part of a graph keeps the order of the whole
        nodes = np.unique(nodes)

        def done(positions: NDArray[Any]) -> None:
            if self.loaded is not None and self.loaded.graph is loaded.graph:
                view.exploring.arrange(nodes, positions, layout, words)

        view.context.runner.run(
            partial(place_part, loaded, nodes, layout, view.picture_shape()),
            done,
            self._failed,
            owner=view,
            key="part",
            title="Laying out what is shown",
        )

    @Slot(object)
    def forget_part(self, picture: Picture) -> None:
        """Another picture was brought back: what is being laid out is not wanted there."""
        self._view.context.runner.cancel(self._view, "part")
        if self._laying:
            self._laying = False
            self._round += 1
            self._view.context.runner.cancel(self._view, "graph")
        if self.loaded is not None and picture.home_layout != self.loaded.layout:
            self.loaded = replace(self.loaded, layout=picture.home_layout)

    # --- ends ------------------------------------------------------------------------------------------------------

    def read_whole(self) -> None:
        """Read again, beyond the usual limits."""
        self.whole = True
        self.read()

    def _failed(self, error: KnownError) -> None:
        view, loaded = self._view, self.loaded
        asked = view.location().get("graph")
        if loaded is not None and asked in ("", loaded.projection.id) and view.changed.keep("graph", error):
            self.show_state()
            return
        view.states.show_error(error, self.read)
        view.changed.shown("graph")
        view.set_note("")

    def cancel(self) -> None:
        """Stop reading and laying out."""
        self._view.context.runner.cancel(self._view, "graph")
        self._cancelled()

    def _cancelled(self) -> None:
        if self.loaded is None:
            self._view.states.show_empty("Drawing was cancelled.", action="Draw", run=self.read)
        else:
            self._view.states.show_content()


def _subject(place: Location) -> dict[str, str]:
    """What of a Location says, besides the kind of graph, what it is a graph of: a row, a query."""
    ways = ("graph", "layout", "node", "hops")
    return {name: value for name, value in place.params if name not in ways and not is_filter_param(name)}
