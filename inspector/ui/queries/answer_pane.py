"""Where an answer is shown: as rows or drawn, with what it covers, what it took, and ways to take it away."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QMenu, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from inspector.cancel import CancelToken
from inspector.db.browse.question import Sort
from inspector.db.rows import RowKey, RowRef
from inspector.errors import KnownError
from inspector.families.links import Link
from inspector.ui.changes.line import ChangedLine
from inspector.ui.deed import Deed
from inspector.ui.file_dialogs import FileKind, ask_target
from inspector.ui.labels import PlainLabel, tone
from inspector.ui.lines.sizes import counted
from inspector.ui.queries.answer import AnswerGrid, find_row_key
from inspector.ui.queries.answer_list import AnswerList
from inspector.ui.queries.answer_model import AnswerModel
from inspector.ui.queries.answer_tools import AnswerTools
from inspector.ui.queries.keeping import Again, Form, answer_as_text, save_answer, told
from inspector.ui.states import PartialStrip, StateOverlay
from inspector.ui.view import ViewContext
from inspector.workspace.answers.ask_sources import QueryAnswer
from inspector.workspace.rows.row_location import row_location
from inspector.workspace.source import Source

_FORMS: tuple[tuple[str, Form], ...] = (("tab-separated lines", "tsv"), ("CSV", "csv"), ("JSON", "json"))


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
        self._again: Again | None = None
        self._drawing: QWidget | None = None
        self._name = "answer"
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

    def show_answer(self, answer: QueryAnswer, grid: AnswerGrid, again: Again, name: str, *, draw: bool) -> None:
        """Show an answer; ``again`` asks for it once more, ``draw``: as a graph where it is one."""
        self._answer, self._grid, self._again, self._name = answer, grid, again, name
        self.rows.show_answer(grid)
        self.grid.header.set_sort(None)
        self.tools.show_answer(answer, again)
        self.grid.fit_columns()
        self._say(answer, grid)
        self._offer(True)
        self.drawn.setVisible(grid.drawable)
        self.open_drawn.setVisible(grid.drawable)
        self.drawn.setChecked(draw and grid.drawable)
        self._show_page()
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
        self.drawn = QToolButton(self)
        self.drawn.setText("As a graph")
        self.drawn.setCheckable(True)
        self.open_drawn = QToolButton(self)
        self.open_drawn.setText("Open as a graph")
        self.open_drawn.setToolTip("Draws the answer in a tab of its own, with filters, layouts, paths and saving")
        self.copy_button = self._menu_button("Copy", "ph.copy", self.copy)
        self.save_button = self._menu_button("Save", "ph.floppy-disk", self.ask_file)
        bar = QHBoxLayout()
        bar.setContentsMargins(8, 4, 8, 4)
        bar.setSpacing(4)
        bar.addWidget(self._summary, 1)
        for button in (self.drawn, self.open_drawn, self.copy_button, self.save_button):
            bar.addWidget(button)
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

    def _menu_button(self, text: str, icon: str, run: Callable[[Form], object]) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(button)
        for words, form in _FORMS:
            action = QAction(f"{text} all as {words}" + ("…" if text == "Save" else ""), menu)
            Deed(action, partial(run, form))
            menu.addAction(action)
        button.setMenu(menu)
        self._context.icons.dress(button, icon)
        return button

    def _wire(self) -> None:
        self.grid.header.sortRequested.connect(self.sort_by)
        self.tools.said.connect(self.say)
        self.grid.linkRequested.connect(self._follow)
        self.grid.currentMoved.connect(self._moved)
        self.grid.entered.connect(self._open_row)
        self.grid.doubleClicked.connect(self._open_row)
        self.drawn.toggled.connect(self._show_page)
        self.open_drawn.clicked.connect(self.graphRequested)

    def _forget(self) -> None:
        self._answer = self._grid = self._again = None
        self.changed.release()
        self.rows.show_answer(None)
        self.tools.show_answer(None, None)
        self._summary.setText("")
        self.partial.show_whole()
        self.drawn.hide()
        self.open_drawn.hide()
        self._offer(False)
        self.pages.setCurrentIndex(0)
        self.rowSelected.emit(None)

    def _offer(self, usable: bool) -> None:
        self.copy_button.setEnabled(usable)
        self.save_button.setEnabled(usable)

    # --- what it says ---

    def _say(self, answer: QueryAnswer, grid: AnswerGrid) -> None:
        rows = counted(len(grid.rows), "row")
        kept = f"{rows} of more" if grid.truncated else rows
        time = _time_words(grid.elapsed_ms)
        asked = f" from {counted(len(answer.answers), 'source')}" if len(answer.answers) > 1 else ""
        self._summary.setText(f"{kept}{asked} in {time}; {answer.coverage.words().partition(';')[0]}")
        missing = []
        if grid.truncated:
            missing.append(f"Only the first {rows} are shown: the limit of the settings (query.row_limit) was reached.")
        if not answer.coverage.whole:
            missing.append(f"{answer.coverage.words().partition('; ')[2]}")
        if answer.passed_over:
            missing.append(
                f"{counted(len(answer.passed_over), 'source')} could not run it: {answer.passed_over[0].what}"
            )
        if missing:
            self.partial.show_partial(" ".join(missing))
        else:
            self.partial.show_whole()

    def say(self, words: str) -> None:
        """Tell that something was done."""
        self.partial.show_partial(words, self.partial.show_whole, action="Close")

    # --- drawing ---

    def is_drawable(self) -> bool:
        """Whether there is an answer that is a graph."""
        return self._grid is not None and self._grid.drawable

    @Slot()
    def _show_page(self) -> None:
        grid = self._grid
        if grid is None or not self.drawn.isChecked():
            self.pages.setCurrentIndex(0)
            return
        from inspector.ui.queries.drawing import AnswerDrawing, Drawn, draw  # late: numpy

        if self._drawing is None:
            self._drawing = AnswerDrawing(self._context, self.pages)
            self.pages.addWidget(self._drawing)
        drawing = self._drawing
        assert isinstance(drawing, AnswerDrawing)

        def done(drawn: Drawn) -> None:
            if self._grid is grid:
                drawing.show_drawn(drawn)

        self.pages.setCurrentWidget(drawing)
        self._context.runner.run(partial(draw, grid), done, owner=self, key="draw", title="Drawing the answer")

    # --- taking away ---

    def copy(self, form: Form) -> None:
        """Put all rows on the clipboard."""
        answer, again = self._answer, self._again
        if answer is None or again is None:
            return

        def work(cancel: CancelToken) -> tuple[str, QueryAnswer]:
            return answer_as_text(answer, form, again, cancel)

        self._context.runner.run(work, self._copied, self._could_not, owner=self, key="copy", title="Copying")

    def ask_file(self, form: Form) -> None:
        """Ask for a file and save all rows to it."""
        kinds = (FileKind(form.upper(), form, form),)
        ask_target(self, f"Save as {form.upper()}", f"{self._name}.{form}", kinds, self.save)

    def save(self, file: str, form: Form) -> None:
        """Save all rows to a file."""
        answer, again = self._answer, self._again
        if answer is None or again is None:
            return
        sources = tuple(self._context.workspace.sources)
        parts = (*sources, *(part.source for part in answer.answers))

        def work(cancel: CancelToken) -> str:
            return save_answer(file, answer, form, again, parts, cancel)

        self._context.runner.run(work, self.say, self._could_not, owner=self, key="save", title="Saving the answer")

    def _copied(self, copied: tuple[str, QueryAnswer]) -> None:
        QGuiApplication.clipboard().setText(copied[0])
        self.say(f"Copied {told(copied[1])}")

    def _could_not(self, error: KnownError) -> None:
        self.say(str(error))

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


def _time_words(ms: float) -> str:
    if ms < 1:
        return "less than 1 ms"
    return f"{ms:,.0f} ms" if ms < 10_000 else f"{ms / 1000:,.1f} s"


def _unheard(error: KnownError) -> None:
    """Where a row leads is a help; the answer stands without."""
