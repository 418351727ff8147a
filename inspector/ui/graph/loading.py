"""What is read and laid out for a graph view, off the UI thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from numpy.typing import NDArray

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.graph.manner import Manner
from inspector.graph.model import Graph
from inspector.graph.projection import GraphProjection
from inspector.workspace.graphs.read_graph import ROWS_AROUND, read_graph
from inspector.workspace.graphs.read_graph import SCHEMA as SCHEMA
from inspector.workspace.graphs.wanted import WantedGraph, wanted_in
from inspector.workspace.location import Location
from inspector.workspace.source import Source

FEW = 1_500
"""Nodes up to which the layout is ready so soon that nothing is shown before it."""


@dataclass(frozen=True)
class Wanted:
    """What to read and how to lay it out."""

    projection: str = ""
    """Id of the projection; empty for the first that has any nodes."""
    layout: str = ""
    """Id of the layout; empty for the one the projection opens with."""
    whole: bool = False
    """Whether to read beyond the usual limits."""
    place: Location | None = None
    """What says more: the row in the middle and how far around it, the query and its parameters."""
    clock: Clock = field(default_factory=Clock)
    """The "as of" time, for a query."""


@dataclass(frozen=True)
class Loaded:
    """A graph that was read, and what else could be drawn of its source."""

    projections: tuple[GraphProjection, ...]
    """What this file can be drawn as."""
    projection: GraphProjection
    """What was read."""
    layout: str
    """Layout that places it."""
    graph: Graph
    """The graph."""


def load(source: Source, wanted: Wanted, cancel: CancelToken) -> Loaded:
    """Read the graph. Raises KnownError, Cancelled."""
    asked = wanted_in(wanted.place, wanted.clock) if wanted.place is not None else WantedGraph()
    asked = replace(asked, projection=wanted.projection, whole=wanted.whole)
    read = read_graph(source, asked, cancel)
    layout = wanted.layout or read.projection.layout
    if read.projection is ROWS_AROUND and layout == "radial":
        # the row that is asked for stands in the middle, not the one with most keys
        layout = Manner("radial", centre=read.graph.ids[0]).name
    return Loaded(read.projections, read.projection, layout, read.graph)


def load_and_place(
    source: Source,
    wanted: Wanted,
    hand_out: Callable[[Loaded, NDArray[Any]], None],
    cancel: CancelToken,
) -> tuple[Loaded, NDArray[Any]]:
    """Read the graph and lay it out; ``hand_out`` is called on this thread with positions as they come."""
    loaded = load(source, wanted, cancel)
    return loaded, place(loaded, hand_out, cancel)


def place(loaded: Loaded, hand_out: Callable[[Loaded, NDArray[Any]], None], cancel: CancelToken) -> NDArray[Any]:
    """(n, 2) scene positions by the layout; first ones are handed out at once when there are many nodes."""
    # scipy takes a quarter of a second to import: that must not be on the UI thread
    from inspector.graph.layout.arrange import arrange, first_picture

    graph = loaded.graph
    many = len(graph) > FEW
    if many:
        hand_out(loaded, first_picture(graph, cancel))

    def report(positions: NDArray[Any]) -> None:
        hand_out(loaded, positions)

    return arrange(graph, loaded.layout, cancel, report if many else None, loaded.projection.columns)
