"""The analyses by keys and palette: the panel, and each question that graphs of some family can be asked."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from inspector.families.registry import all_families
from inspector.graph.analysis import GraphAnalysis
from inspector.graph.analysis_any import ANY_GRAPH
from inspector.ui.commands import Command
from inspector.ui.graph.side.panel import ANALYSES

if TYPE_CHECKING:
    from inspector.ui.graph.view import GraphView


class AnalysisCommands(QObject):
    """The commands of one view; a question that its graph cannot be asked is not offered."""

    def __init__(self, view: GraphView) -> None:
        super().__init__(view)
        self._view = view
        panel = Command("graph.analyses", "Analyses of the graph", self.show_panel, "Ctrl+Shift+A", self._is_drawn)
        clear = Command("graph.analysis_clear", "Clear the analysis", view.analyses.clear, "", self._is_asked)
        self.all = (panel, *map(self._command, every_question()), clear)

    def _command(self, analysis: GraphAnalysis) -> Command:
        run, when = partial(self._view.analyses.ask_in_panel, analysis.id), partial(self._can_ask, analysis.id)
        return Command(f"graph.analysis.{analysis.id}", f"Ask the graph: {analysis.title}", run, "", when)

    @Slot()
    def show_panel(self) -> None:
        """Go to the questions; from there, back to the picture."""
        self._view.side.turn_to(ANALYSES)

    def _is_drawn(self) -> bool:
        return self._view.exploring.graph is not None

    def _is_asked(self) -> bool:
        return self._view.analyses.current is not None

    def _can_ask(self, id: str) -> bool:
        analyses = self._view.analyses
        return any(one.id == id and analyses.can_ask(one) for one in analyses.offered())


def every_question() -> tuple[GraphAnalysis, ...]:
    """All questions there are, one of each id, by the families' order."""
    found: dict[str, GraphAnalysis] = {}
    for one in (*(one for family in all_families() for one in family.analyses), *ANY_GRAPH):
        found.setdefault(one.id, one)
    return tuple(found.values())
