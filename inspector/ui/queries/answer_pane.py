"""Where an answer is shown: as rows or drawn, with what it covers, what it took, and ways to take it away."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from inspector.cancel import CancelToken
from inspector.db.browse.question import Sort
from inspector.db.rows import RowKey, RowRef
from inspector.errors import KnownError
from inspector.families.links import Link
from inspector.queries.chart_spec import ChartSpec
from inspector.queries.library import Show
from inspector.ui.changes.line import ChangedLine
from inspector.ui.labels import PlainLabel, tone
from inspector.ui.lines.sizes import counted
from inspector.ui.queries.answer import AnswerGrid, find_row_key
from inspector.ui.queries.answer_list import AnswerList
from inspector.ui.queries.answer_model import AnswerModel
from inspector.ui.queries.answer_saving import AnswerSaving
from inspector.ui.queries.answer_tools import AnswerTools
from inspector.ui.queries.keeping import Again
from inspector.ui.queries.show_switch import ShowSwitch
from inspector.ui.states import PartialStrip, StateOverlay
from inspector.ui.view import ViewContext
from inspector.workspace.answers.ask_sources import QueryAnswer
from inspector.workspace.answers.block_text import Form
from inspector.workspace.answers.coverage import by_reason
from inspector.workspace.answers.export_answer import Question
from inspector.workspace.rows.row_location import row_location
from inspector.workspace.source import Source

_WIDE = 860
"""Pixels from which the ways to look at an answer are named beside their icons."""
_NARROW = 520
"""Pixels below which no button has words: what is said of the answer needs the room."""


class AnswerPane(QWidget):
    """Shows one answer; asks nothing by itself but where its cells lead."""

    openRequested = Signal(object)
    """A Location to open."""
    rowSelected = Signal(object)
    """``(source, RowRef)`` of the row that a row of the answer is, or None."""
    graphRequested = Signal()
    """The reader wants the answer as a graph in a tab of its own."""
    againRequested = Signal()
    """The reader wants the same answer from the files as they are now."""

    def __init__(self, context: ViewContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._answer: QueryAnswer | None = None
        self._grid: AnswerGrid | None = None
        self._chart: ChartSpec | None = None
        self._time = self._read_at = self._missing = ""
        self._others: QObject | None = None
        self._build()
        self._wire()
        self.show_nothing("Nothing was asked yet.", "Choose a question and press Run (Ctrl+Enter).")

    # --- what the view tells ---

    def show_nothing(self, what: str, advice: str = "") -> None:
        """There is no answer."""
        self._forget()
        self.overlay.show_empty(what, advice)

    def show_asking(self, what: str, cancel: Callable[[], object]) -> None:
        """An answer is on its way."""
        self.partial.show_whole()
        self.overlay.show_loading(what, cancel)

    def show_error(self, error: KnownError, retry: Callable[[], object]) -> None:
        """There is an error in place of an answer."""
        self._forget()
        self.overlay.show_error(error, retry)

    def show_answer(
        self,
        answer: QueryAnswer,
        grid: AnswerGrid,
        again: Again,
        name: str,
        *,
        question: Question | None = None,
        show: Show = "table",
        chart: ChartSpec | None = None,
        time: str = "",
    ) -> None:
        """Show an answer; ``again`` asks for it once more, ``question`` for all its rows.

        ``show``: how it is looked at first, where it can be; ``chart`` and ``time``: what the question says of that.
        """
        self._answer, self._grid = answer, grid
        self._chart, self._time = chart, time
        self.saving.show_answer(answer, again, question, name)
        self.rows.show_answer(grid)
        self.grid.header.set_sort(None)
        self.tools.show_answer(answer, again)
        self.grid.fit_columns()
        self._read_at = _read_words(answer)
        self._say(answer, grid)
        self.shows.setEnabled(True)
        self.shows.offer(_why_not(grid))
        self.shows.choose(show if self.shows.possible(show) else "table")
        self._show_state(grid)
        self.rowSelected.emit(None)

    def _show_state(self, grid: AnswerGrid) -> None:
        if not grid.rows:
            self.overlay.show_empty("The answer has no rows.", "Nothing in this file is what was asked for.")
        else:
            self.overlay.show_content()

    def keep_answer(self, error: KnownError) -> bool:
        """Whether the answer that is there stays, for it could only not be read again just now; that is told then."""
        if self._answer is None or self._grid is None or not self.changed.keep("ask", error):
            return False
        self._say(self._answer, self._grid)
        self._show_state(self._grid)
        return True

    def summary(self) -> str:
        """What is said over the answer."""
        return self._summary.text()

    # --- building ---

    def _build(self) -> None:
        self.rows = AnswerModel(self._context.clock, self)
        self.grid = AnswerList(self._context.theme, self.rows, self)
        self._summary = PlainLabel("", self)
        tone(self._summary, "muted")
        self.partial = PartialStrip(self)
        self.shows = ShowSwitch(self._context.icons, self)
        self.open_drawn = QToolButton(self)
        self.open_drawn.setText("Open as a graph")
        self.open_drawn.setToolTip("Draws the answer in a tab of its own, with filters, layouts, paths and saving")
        self.saving = AnswerSaving(self._context, self)
        bar = QHBoxLayout()
        bar.setContentsMargins(8, 4, 8, 4)
        bar.setSpacing(4)
        bar.addWidget(self._summary, 1)
        for widget in (self.shows, self.open_drawn, self.saving.copy_button, self.saving.save_button):
            bar.addWidget(widget)
        content = QWidget(self)
        self.pages = QStackedWidget(content)
        self.tools = AnswerTools(self._context, self.grid, self.rows, self.sort_by, self)
        self.pages.addWidget(self.grid)
        inside = QVBoxLayout(content)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.tools.around(self.pages))
        self.overlay = StateOverlay(content)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar)
        column.addWidget(self.partial)
        column.addWidget(content, 1)
        self.changed = ChangedLine(self._context, self.againRequested.emit, self)
        column.addWidget(self.changed)

    def _wire(self) -> None:
        self.grid.header.sortRequested.connect(self.sort_by)
        for taking in (self.tools, self.saving):
            taking.said.connect(self.say)
            taking.tooMuch.connect(self._offer_file)
        self.grid.linkRequested.connect(self._follow)
        self.grid.currentMoved.connect(self._moved)
        self.grid.entered.connect(self._open_row)
        self.grid.doubleClicked.connect(self._open_row)
        self.shows.chosen.connect(self._show_as)
        self.open_drawn.clicked.connect(self.graphRequested)

    def _forget(self) -> None:
        self._answer = self._grid = None
        self.saving.show_answer(None)
        self.changed.release()
        self.rows.show_answer(None)
        self.tools.show_answer(None, None)
        self._summary.setText("")
        self._missing = ""
        self.partial.show_whole()
        self.open_drawn.hide()
        self.shows.setEnabled(False)
        self.pages.setCurrentIndex(0)
        self.rowSelected.emit(None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.shows.set_words(event.size().width() >= _WIDE)
        self.saving.set_words(event.size().width() >= _NARROW)

    # --- what it says ---

    def _say(self, answer: QueryAnswer, grid: AnswerGrid) -> None:
        rows = counted(len(grid.rows), "row")
        kept = f"first {rows} of more" if grid.truncated else rows
        took = _time_words(grid.elapsed_ms)
        asked = f" from {counted(len(answer.answers), 'source')}" if len(answer.answers) > 1 else ""
        covered = answer.coverage.words().partition(";")[0]
        self._summary.setText(f"{kept}{asked} in {took}; {covered}{self._read_at}; {_lock_words(answer)}")
        missing = []
        if grid.truncated:
            missing.append(f"Only the first {rows} are shown: {_limit(answer)} was reached. Save writes all there are.")
        if not answer.coverage.whole:
            missing.append(f"{answer.coverage.words().partition('; ')[2]}.")
        for what, paths in by_reason(answer.passed_over).items():
            missing.append(f"{counted(len(paths), 'source')} could not run it: {what}")
        self._missing = " ".join(missing)
        self._say_missing()

    def _say_missing(self) -> None:
        if self._missing:
            self.partial.show_partial(self._missing)
        else:
            self.partial.show_whole()

    @Slot(str)
    def say(self, words: str) -> None:
        """Tell that something was done; what is missing is told again when that was read."""
        self.partial.show_partial(words, self._say_missing, action="Close")

    @Slot(str)
    def _offer_file(self, words: str) -> None:
        self.partial.show_partial(words, self._save_all, action="Save all rows…")

    def _save_all(self) -> None:
        self._say_missing()
        self.saving.ask_file("csv")

    # --- drawing ---

    def copy(self, form: Form) -> None:
        """Put the rows that are shown on the clipboard."""
        self.saving.copy(form)

    def ask_file(self, form: Form) -> None:
        """Ask for a file and save all rows to it."""
        self.saving.ask_file(form)

    def is_drawable(self) -> bool:
        """Whether there is an answer that is a graph."""
        return self._grid is not None and self._grid.drawable

    def looked_at(self) -> tuple[Show, ChartSpec | None]:
        """As what the answer is looked at, and the chart that is drawn of it."""
        page = getattr(self._others, "chart", None)  # the pages are known once one was wanted: they load numpy
        return self.shows.current(), page.spec if page is not None else self._chart

    @Slot(str)
    def _show_as(self, show: Show) -> None:
        grid = self._grid
        self.open_drawn.setVisible(show == "graph")
        if grid is None or show == "table":
            self.pages.setCurrentIndex(0)
            return
        from inspector.ui.queries.pages.shown import Pages  # late: numpy

        if self._others is None:
            self._others = Pages(self._context, self.pages)
            self._others.rowChosen.connect(self._choose_row)
            self._others.rowOpened.connect(self._open_row)
            self._others.said.connect(self.say)
        others = self._others
        assert isinstance(others, Pages)
        others.show(show, grid, self._chart, self._time)

    @Slot(object)
    def _choose_row(self, row: int) -> None:
        """The row of the answer that another page tells of is the current one."""
        self.grid.setCurrentIndex(self.rows.index(self.rows.places().index(row), 0))

    # --- where rows lead ---

    @Slot(object)
    def sort_by(self, sort: Sort | None) -> None:
        """Sort the rows that are there."""
        self.rows.sort_by(sort)
        self.grid.header.set_sort(sort)

    @Slot()
    def _moved(self) -> None:
        found = self._row_link()
        if found is None:
            self.rowSelected.emit(None)
            return
        self._find(*found, self._tell_selected)

    @Slot()
    def _open_row(self) -> None:
        found = self._row_link()
        if found is not None:
            self._find(*found, self._open)

    @Slot(object)
    def _follow(self, place: tuple[int, int]) -> None:
        link = self.rows.link(*place)
        if link is not None:
            self._find(self.rows.source(place[0]), *link, self._open)

    def _row_link(self) -> tuple[Source, Link, tuple[object, ...]] | None:
        """What says which row of a table the current row of the answer is."""
        index, grid = self.grid.currentIndex(), self._grid
        if not index.isValid() or grid is None or grid.identifying is None:
            return None
        link = self.rows.link(index.row(), grid.identifying)
        return None if link is None else (self.rows.source(index.row()), *link)

    def _find(
        self, source: Source, link: Link, values: tuple[object, ...], then: Callable[[tuple[Source, RowRef]], None]
    ) -> None:
        value = values[0]

        def work(cancel: CancelToken) -> RowKey | None:
            return find_row_key(source, link, value, cancel)  # type: ignore[arg-type]  # a Value by the model's word

        def done(key: RowKey | None) -> None:
            if key is not None:
                then((source, RowRef(link.target.schema, link.target.name, key)))

        self._context.runner.run(work, done, _unheard, owner=self, key=f"find {then.__name__}")

    def _tell_selected(self, found: tuple[Source, RowRef]) -> None:
        self.rowSelected.emit(found)

    def _open(self, found: tuple[Source, RowRef]) -> None:
        self.openRequested.emit(row_location(found[0].path, found[1]))


def _why_not(grid: AnswerGrid) -> dict[Show, str]:
    """Which ways an answer cannot be looked at, and why."""
    reasons: dict[Show, str] = {}
    if not grid.rows:
        nothing = "The answer has no rows"
        return {"graph": nothing, "timeline": nothing, "chart": nothing}
    if not grid.drawable:
        reasons["graph"] = "A graph needs columns called source and target"
    kinds = grid.kinds
    if "time" not in kinds:
        reasons["timeline"] = "A timeline needs a column that holds times"
    if not {"number", "time"} & set(kinds):
        reasons["chart"] = "A chart needs a column that holds numbers or times"
    return reasons


def _limit(answer: QueryAnswer) -> str:
    full = any(part.rows.full for part in answer.answers)
    return "the memory that an answer may take" if full else "the limit of rows"


def _lock_words(answer: QueryAnswer) -> str:
    """What reading the files of an answer has held up at most, since they were opened."""
    databases = [part.source.database for part in answer.answers if part.source.database is not None]
    longest = max((report.longest_lock_ms for one in databases for report in one.reports()), default=0.0)
    return f"longest lock {longest:,.0f} ms" if longest >= 1 else "no lock"


def _read_words(answer: QueryAnswer) -> str:
    """When the files of an answer were read."""
    databases = [part.source.database for part in answer.answers if part.source.database is not None]
    times = [report.as_of for one in databases for report in one.reports() if report.as_of is not None]
    return f" at {time.strftime('%H:%M:%S', time.localtime(max(times)))}" if times else ""


def _time_words(ms: float) -> str:
    if ms < 1:
        return "less than 1 ms"
    return f"{ms:,.0f} ms" if ms < 10_000 else f"{ms / 1000:,.1f} s"


def _unheard(error: KnownError) -> None:
    """Where a row leads is a help; the answer stands without."""
