"""What is read and laid out for a graph view, off the UI thread."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

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
