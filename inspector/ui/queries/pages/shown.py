"""The pages beside the grid of an answer, each made when it is first wanted: graph, timeline, chart."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QStackedWidget

from inspector.cancel import CancelToken
from inspector.queries.chart_spec import ChartSpec
from inspector.queries.library import Show
from inspector.timeline.entry import Entry
from inspector.timeline.timeline import Timeline
from inspector.ui.queries.answer import AnswerGrid
from inspector.ui.queries.drawing import AnswerDrawing, Drawn, draw
from inspector.ui.queries.pages.chart_page import ChartPage
from inspector.ui.timeline.pane import TimelinePane
from inspector.ui.view import ViewContext
from inspector.workspace.answers.answer_timeline import answer_timeline, time_column


class Pages(QObject):
    """Between one answer pane and its other pages."""

    rowChosen = Signal(object)
    """The number of a row of the answer that a page tells of."""
    rowOpened = Signal()
    """The row that was told of last is to be opened."""
    said = Signal(str)
    """Something to tell."""

    def __init__(self, context: ViewContext, pages: QStackedWidget) -> None:
        super().__init__(pages)
        self._context, self._pages = context, pages
        self._grid: AnswerGrid | None = None
        self.drawing: AnswerDrawing | None = None
        """The graph, once it was wanted."""
        self.timeline: TimelinePane | None = None
        """The timeline, once it was wanted."""
        self.chart: ChartPage | None = None
        """The chart, once it was wanted."""

    def show(self, show: Show, grid: AnswerGrid, chart: ChartSpec | None, time: str) -> None:
        """Show an answer on the page of this way."""
        self._grid = grid
        if show == "graph":
            self._show_graph(grid)
        elif show == "timeline":
            self._show_timeline(grid, time)
        else:
            self._show_chart(grid, chart)

    def _show_graph(self, grid: AnswerGrid) -> None:
        if self.drawing is None:
            self.drawing = AnswerDrawing(self._context, self._pages)
            self._pages.addWidget(self.drawing)
        drawing = self.drawing

        def done(drawn: Drawn) -> None:
            if self._grid is grid:
                drawing.show_drawn(drawn)

        self._pages.setCurrentWidget(drawing)
        self._context.runner.run(partial(draw, grid), done, owner=self, key="draw", title="Drawing the answer")

    def _show_timeline(self, grid: AnswerGrid, time: str) -> None:
        if self.timeline is None:
            self.timeline = TimelinePane(self._context, self._pages)
            self.timeline.entrySelected.connect(self._entry_selected)
            self.timeline.entryOpened.connect(self._entry_opened)
            self._pages.addWidget(self.timeline)
        pane = self.timeline
        place = time_column(grid.names, grid.kinds, time)
        if place is None:
            return

        def work(cancel: CancelToken) -> Timeline:
            return answer_timeline(grid.names, grid.rows, place)

        def done(timeline: Timeline) -> None:
            if self._grid is grid:
                pane.show_timeline(timeline)
                pane.states.show_content()

        pane.states.show_loading("Putting the rows in order…")
        self._pages.setCurrentWidget(pane)
        self._context.runner.run(work, done, owner=self, key="timeline", title="Making the timeline")

    def _show_chart(self, grid: AnswerGrid, chart: ChartSpec | None) -> None:
        if self.chart is None:
            self.chart = ChartPage(self._context, self._pages)
            self.chart.rowChosen.connect(self.rowChosen)
            self.chart.said.connect(self.said)
            self._pages.addWidget(self.chart)
        self._pages.setCurrentWidget(self.chart)
        self.chart.show_answer(grid.names, grid.rows, [column.times for column in grid.look.columns], chart)

    @Slot(object)
    def _entry_selected(self, place: int | None) -> None:
        if place is not None and self.timeline is not None:
            row = self.timeline.timeline().entry(place).sequence
            if row is not None:
                self.rowChosen.emit(row)

    @Slot(object)
    def _entry_opened(self, entry: Entry) -> None:
        if entry.sequence is not None:
            self.rowChosen.emit(entry.sequence)
            self.rowOpened.emit()
