"""Which question a graph was asked, of which node, and what the answer is: asked off the UI thread, drawn as a step."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal, Slot

from inspector.cancel import CancelToken
from inspector.errors import KnownError
from inspector.graph.analysis import AnalysisLine, AnalysisResult, Asked, GraphAnalysis
from inspector.graph.analysis_any import ANY_GRAPH
from inspector.graph.analysis_facts import read_facts
from inspector.graph.analysis_layout import in_order
from inspector.graph.exploring import with_nodes
from inspector.graph.model import Graph
from inspector.ui.graph.state.change import Change, Marks
from inspector.workspace.source import Source

if TYPE_CHECKING:
    from inspector.ui.graph.view import GraphView

BROUGHT = 2_000
"""Nodes of an answer that are brought into a picture of a part; of more only the number is told."""


@dataclass(frozen=True, eq=False)
class _Answered:
    """An answer that was seen before."""

    analysis: GraphAnalysis
    """What was asked."""
    subject: str
    """Id of the node it was asked of."""
    result: AnalysisResult
    """The answer."""
    marks: Marks
    """What was drawn strong."""
    graph: Graph
    """The graph that was asked."""

    def is_seen(self, graph: Graph | None, marks: Marks) -> bool:
        """Whether its marks are those of the picture."""
        return graph is self.graph and marks == self.marks and marks != Marks()


class GraphAnalyses(QObject):
    """The questions of one view; the panel shows it, menus and commands ask."""

    changed = Signal()
    """What is offered, asked or answered is another: read anew."""
    asked = Signal()
    """A question was asked: its answer is to be seen from now on."""
    panelWanted = Signal()
    """The panel should be seen: something was asked from elsewhere."""

    def __init__(self, view: GraphView) -> None:
        super().__init__(view)
        self._view = view
        self.current: GraphAnalysis | None = None
        """What was asked last."""
        self.subject = ""
        """Id of the node it was asked of; empty for none."""
        self.result: AnalysisResult | None = None
        """The answer; None before it is there."""
        self.failure = ""
        """Why there is no answer; empty if nothing failed."""
        self.waits_for_node = False
        """Whether a fitting node has to be selected first."""
        self._options: dict[str, frozenset[str]] = {}
        self._graph: Graph | None = None
        self._marks = Marks()
        self._former: _Answered | None = None
        self._drawing = False
        view.reading.loadedChanged.connect(self._loaded)
        view.exploring.changed.connect(self._picture_changed)
        view.canvas.selectionChanged.connect(self._selection_changed)

    # --- what there is ---------------------------------------------------------------------------------------------

    def offered(self) -> tuple[GraphAnalysis, ...]:
        """What the graph that is shown can be asked: the questions of its family first."""
        loaded, source = self._view.reading.loaded, self._view.source
        if loaded is None or source is None:
            return ()
        own = [one for one in source.family.analyses if one.applies_to(loaded.projection.id)]
        known = {one.id for one in own}
        return (*own, *(one for one in ANY_GRAPH if one.id not in known))

    def offered_for(self, node: int) -> tuple[GraphAnalysis, ...]:
        """What the menu of a node offers."""
        graph = self._view.exploring.graph
        return () if graph is None else tuple(one for one in self.offered() if one.menu and one.fits(graph, node))

    def can_ask(self, analysis: GraphAnalysis) -> bool:
        """Whether it can be asked now, of the node that is selected where it needs one."""
        graph = self._view.exploring.graph
        return graph is not None and analysis.fits(graph, self._view.canvas.selected_node)

    def options_of(self, analysis: GraphAnalysis) -> frozenset[str]:
        """Ids of the options that are ticked."""
        return self._options.get(analysis.id, analysis.defaults)

    def hidden(self) -> int:
        """Nodes of the answer that are not shown."""
        if self.result is None or self._graph is not self._view.exploring.graph:
            return 0
        return int(np.count_nonzero(~self._view.exploring.shown[self.result.nodes]))

    # --- asking ----------------------------------------------------------------------------------------------------

    def ask(self, id: str, node: int | None = None) -> None:
        """Ask a question of a node, or of the selected one where it needs one."""
        analysis, graph = self._find(id), self._view.exploring.graph
        if analysis is None or graph is None:
            return
        chosen = self._view.canvas.selected_node if node is None else node
        if chosen is None and self.current is analysis and self.subject in graph.index:
            chosen = graph.index[self.subject]
        self.current, self.result, self.failure = analysis, None, ""
        self.waits_for_node = not analysis.fits(graph, chosen)
        self.subject = graph.ids[chosen] if analysis.needs_node and chosen is not None else ""
        self.asked.emit()
        if self.waits_for_node:
            self._view.context.runner.cancel(self, "analysis")
            self.changed.emit()
            return
        self._run()

    def ask_in_panel(self, id: str, node: int | None = None) -> None:
        """The same from a menu or a command."""
        self.panelWanted.emit()
        self.ask(id, node)

    def set_option(self, id: str, on: bool) -> None:
        """Tick an option of what was asked, or not, and ask again."""
        if self.current is None:
            return
        ticked = self.options_of(self.current)
        self._options[self.current.id] = ticked | {id} if on else ticked - {id}
        if not self.waits_for_node:
            self._run()

    def _find(self, id: str) -> GraphAnalysis | None:
        return next((one for one in self.offered() if one.id == id), None)

    def _run(self) -> None:
        graph, source, analysis = self._view.exploring.graph, self._view.source, self.current
        if graph is None or source is None or analysis is None:
            return
        node = graph.index.get(self.subject, -1)
        if self.subject and node < 0:
            self._give_up("The node is not in the graph any more.")
            return
        now = self._view.context.clock.now().timestamp()
        asked = Asked(graph, node, self.options_of(analysis), now)
        self._view.context.runner.run(
            partial(_answer, source, analysis, asked),
            partial(self._answered, asked),
            self._failed,
            owner=self,
            key="analysis",
            title=analysis.title,
        )
        self.changed.emit()

    def _answered(self, asked: Asked, result: AnalysisResult) -> None:
        if asked.graph is not self._view.exploring.graph:
            self._run()
            return
        again = self.result is not None
        self.result, self.failure, self._graph = result, "", asked.graph
        self._draw(result, again)
        self.changed.emit()

    def _draw(self, result: AnalysisResult, again: bool) -> None:
        """Mark the answer in the picture: one step, none where it is marked already."""
        exploring, graph, analysis = self._view.exploring, self._view.exploring.graph, self.current
        if graph is None or analysis is None:
            return
        self._marks = exploring.marks_of(result.nodes, result.edges)
        if self._marks == exploring.marks:
            return
        lacking = result.nodes[~exploring.shown[result.nodes]]
        wanted = exploring.filter
        if len(lacking) and len(lacking) <= BROUGHT:
            wanted = with_nodes(wanted, graph, exploring.shown, lacking)
        series = f"analysis.{analysis.id}.{self.subject}" if again else ""
        change = Change(wanted, marks=self._marks, frame=result.nodes, series=series)
        self._drawing = True
        exploring.apply(result.title, change)
        self._drawing = False

    def _failed(self, error: KnownError) -> None:
        self._give_up(f"{error.what} {error.advice}".strip())

    def _give_up(self, words: str) -> None:
        self.result, self.failure = None, words
        self.changed.emit()

    # --- with the answer -------------------------------------------------------------------------------------------

    def select(self, line: AnalysisLine) -> None:
        """Select what a line is about."""
        view = self._view
        if self._graph is not view.exploring.graph:
            return
        if line.node is not None:
            view.canvas.select_node(line.node, reveal=True)
        elif line.edge is not None:
            view.canvas.select_edge(line.edge)
        elif line.row is not None:
            view.rowSelected.emit((view.source, line.row))

    @Slot()
    def isolate(self) -> None:
        """Show the answer alone; one about an order is laid out by it."""
        result = self.result
        if result is None or not len(result.nodes):
            return
        if self._graph is not self._view.exploring.graph:
            return
        view, graph = self._view, self._graph
        view.steps.isolate(result.nodes)
        nodes = np.sort(result.nodes[view.exploring.shown[result.nodes]])
        if graph is None or not len(result.order) or len(nodes) < 2:
            return
        shape = float(view.canvas.width()), float(view.canvas.height())
        # it ends the step: undoing that step cancels what its key names
        view.context.runner.run(
            partial(in_order, graph, nodes, result.order, shape),
            partial(self._laid_out, graph, nodes),
            owner=view,
            key="part",
            title="Laying out the answer",
        )

    def _laid_out(self, graph: Graph, nodes: NDArray[Any], positions: NDArray[Any]) -> None:
        exploring = self._view.exploring
        if exploring.graph is graph:
            exploring.arrange(nodes, positions, exploring.layout)

    @Slot()
    def clear(self) -> None:
        """Ask nothing, and draw everything alike again."""
        mine = self._marks != Marks() and self._view.exploring.marks == self._marks
        self._forget()
        if mine:
            self._view.exploring.unmark()
        self.changed.emit()

    def _forget(self) -> None:
        if self.current is not None and self.result is not None and self._graph is not None:
            self._former = _Answered(self.current, self.subject, self.result, self._marks, self._graph)
        self._view.context.runner.cancel(self, "analysis")
        self.current, self.subject, self.result, self.failure = None, "", None, ""
        self.waits_for_node, self._marks = False, Marks()

    # --- the picture changed ---------------------------------------------------------------------------------------

    @Slot(object)
    def _loaded(self, loaded: object) -> None:
        if self.current is not None and self._find(self.current.id) is not self.current:
            self._forget()
        elif self.result is not None and self._graph is not self._view.exploring.graph:
            self._run()
        self.changed.emit()

    @Slot()
    def _picture_changed(self) -> None:
        """An answer whose marks are gone (undone, a path instead) is no longer what is seen; one whose marks come back
        (done again) is told again.
        """
        exploring, former = self._view.exploring, self._former
        if self._drawing:
            return
        if self.current is None and former is not None and former.is_seen(exploring.graph, exploring.marks):
            self.current, self.subject, self.result = former.analysis, former.subject, former.result
            self._marks, self._graph = former.marks, former.graph
            self.asked.emit()
            self.changed.emit()
            return
        if self.result is None or self._graph is not exploring.graph:
            return
        if self._view.exploring.marks != self._marks:
            self._forget()
        self.changed.emit()

    @Slot(object)
    def _selection_changed(self, nodes: object) -> None:
        current = self.current
        if current is not None and self.waits_for_node and self.can_ask(current):
            self.ask(current.id)
        else:
            self.changed.emit()


def _answer(source: Source, analysis: GraphAnalysis, asked: Asked, cancel: CancelToken) -> AnalysisResult:
    """On the worker's thread."""
    if analysis.facts and source.database is not None:
        asked = replace(asked, facts=read_facts(source.database, analysis.facts, cancel, source.redactor.text))
    cancel.check()
    return analysis.run(asked)
