"""One SQL document as a tab: bar, editor and parameters above, answers below, the history of runs beside them."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, QTimer, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication, QSplitter, QVBoxLayout, QWidget

from inspector.errors import InvalidInput, KnownError, SqlError
from inspector.queries.drafts import Draft
from inspector.queries.history import PastRun
from inspector.queries.scan import statements
from inspector.queries.sql_file import is_sql_file
from inspector.ui.changes.line import databases_of
from inspector.ui.commands import Command
from inspector.ui.queries.answer_pane import AnswerPane
from inspector.ui.queries.asking import Fault, limits_of
from inspector.ui.queries.place import EDITOR, RUN, SQL, VALUE, new_query_location, sql_location
from inspector.ui.sql.asking import Outcome, Wanted, plan, run
from inspector.ui.sql.bar import WorkbenchBar
from inspector.ui.sql.commands import workbench_commands
from inspector.ui.sql.document import OpenDocument
from inspector.ui.sql.documents import Documents
from inspector.ui.sql.editor.editor import SqlEditor
from inspector.ui.sql.history_pane import HistoryPane
from inspector.ui.sql.naming import tab_name
from inspector.ui.sql.parameter_row import ParameterRow
from inspector.ui.sql.place import DOC, document_location, file_location
from inspector.ui.sql.results import Results
from inspector.ui.sql.running import Running, Work
from inspector.ui.sql.vocabulary import vocabulary_of
from inspector.ui.sql.words import first_words
from inspector.ui.view import View, ViewContext
from inspector.workspace.graphs.wanted import answer_location
from inspector.workspace.location import Location
from inspector.workspace.rows.row_location import table_location
from inspector.workspace.source import Source

_LOOK_MS = 200
_SHARES = [270, 330]
"""Parts of the height for editor and answers, as drawn."""
_HISTORY_WIDTH = 300
_LONGEST_LINK = 4_000
"""Characters of a text that a link carries; a longer one is named by its document."""
_LOOKED_THROUGH = 200_000
"""Characters that are looked through for parameters while somebody writes."""
HISTORY_SHOWN = "state.sql_history"
"""Key of the settings file: whether the history is shown."""


class SqlView(View):
    """Runs SQL of the reader's. Params: ``doc`` (id of a document), ``run``, ``p.NAME`` for values.

    It is built when it is first seen: the tabs of many documents come back at once.
    """

    def __init__(
        self, context: ViewContext, source: Source | None, location: Location, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, source, location, parent)
        documents = Documents.of(context)
        self._draft = documents.get(location.get(DOC)) or documents.create(location.path)
        self._location = document_location(location.path, self._draft.id)
        self._pending = location
        self._wanted: Wanted | None = None
        self._answered: Wanted | None = None
        self._built = False

    @property
    def draft(self) -> Draft:
        """The document as it was kept last."""
        return self.document.draft if self._built else self._draft

    # --- the contract of views ---

    def title(self) -> str:
        return tab_name(self.draft)

    def address(self) -> Location:
        """The text itself, for documents are of this machine alone; of a long one its document."""
        text = self.editor.text() if self._built else self._draft.text
        short = 0 < len(text) <= _LONGEST_LINK
        return Location(self._location.path, EDITOR, ((SQL, text),)) if short else self._location

    def show_location(self, location: Location) -> None:
        if not self._built:
            self._pending = location
            return
        values = {name.removeprefix(VALUE): text for name, text in location.params if name.startswith(VALUE)}
        self.parameters.give(values)
        if location.get(RUN) and not self._is_answered():
            self.run()

    def refresh(self) -> None:
        if not self._built:
            return
        self.bar.show_limits()
        self.document.look()
        self._read_names()
        if self._answered is not None and self.source is not None:
            limits = limits_of(self.context.settings)
            self._begin(replace(self._answered, source=self.source, clock=self.context.clock, limits=limits))

    def set_source(self, source: Source) -> None:
        if self._built:
            self.parameters.set_source(source)
        super().set_source(source)

    def put_away(self, *, given_up: bool) -> None:
        if self._built:
            self.running.stop()
            self.document.put_away(given_up=given_up)
        elif given_up:
            Documents.of(self.context).close(self._draft.id)

    def find(self) -> None:  # type: ignore[override]  # see View
        focused, pane = QApplication.focusWidget(), self.results.answer
        if pane is not None and focused is not None and pane.tools.holds(focused):
            pane.tools.find()
        else:
            self.editor.find_text()

    def commands(self) -> tuple[Command, ...]:
        return workbench_commands(self) if self._built else ()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._built:
            self._build()
            self._wire()
            self._built = True
            self._look()
            self._read_names()
            # whoever comes here comes to write
            self.editor.setFocus()
            self.show_location(self._pending)
        self.document.look()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        # whoever comes back to the window may have written to the file elsewhere
        if event.type() == QEvent.Type.ActivationChange and self._built and self.isActiveWindow():
            self.document.look()

    # --- building ---

    def _build(self) -> None:
        context = self.context
        self.bar = WorkbenchBar(context.icons, context.settings, self)
        self.editor = SqlEditor(context, self)
        self.document = OpenDocument(context, self._draft, self.editor, self)
        self.parameters = ParameterRow(context, self.source, self)
        self.results = Results(context, self)
        self.history = HistoryPane(context, self._location.path, self)
        self.running = Running(context, self)
        self._looking = QTimer(self, singleShot=True, interval=_LOOK_MS)
        self._lay_out()
        shown = bool(context.settings.get(HISTORY_SHOWN))
        self.history.setVisible(shown)
        with QSignalBlocker(self.bar):
            self.bar.history.setChecked(shown)
        below = self.source is not None and any(child.database is not None for child in self.source.children)
        if below and self.source is not None and self.source.database is not None:
            self.bar.offer_each(self._draft.each)
        self.results.show_nothing("Nothing was run yet.", first_words(self.source))
        self.setFocusProxy(self.editor)

    def _lay_out(self) -> None:
        upper = QWidget(self)
        above = QVBoxLayout(upper)
        above.setContentsMargins(0, 0, 0, 0)
        above.setSpacing(0)
        above.addWidget(self.document.strip)
        above.addWidget(self.editor, 1)
        above.addWidget(self.parameters)
        split = QSplitter(Qt.Orientation.Vertical, self)
        split.addWidget(upper)
        split.addWidget(self.results)
        split.setChildrenCollapsible(False)
        split.setStretchFactor(1, 1)
        split.setSizes(_SHARES)
        whole = QSplitter(Qt.Orientation.Horizontal, self)
        whole.addWidget(split)
        whole.addWidget(self.history)
        whole.setChildrenCollapsible(False)
        whole.setStretchFactor(0, 1)
        whole.setSizes([3 * _HISTORY_WIDTH, _HISTORY_WIDTH])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(whole, 1)

    def _wire(self) -> None:
        bar, results, editor = self.bar, self.results, self.editor
        bar.runRequested.connect(self.run)
        bar.runAllRequested.connect(self.run_all)
        bar.stopRequested.connect(self.stop)
        bar.planRequested.connect(self.explain)
        bar.sandboxRequested.connect(self.run_in_sandbox)
        bar.formatRequested.connect(editor.format_sql)
        bar.fileRequested.connect(self.document.save)
        bar.questionRequested.connect(self.save_question)
        bar.historyToggled.connect(self.show_history)
        bar.eachChanged.connect(self.document.ask_each)
        editor.changed.connect(editor.clear_faults)
        editor.changed.connect(self._looking.start)
        editor.caretMoved.connect(self._looking.start)
        editor.filesDropped.connect(self._open_files)
        editor.runRequested.connect(self.run)
        editor.openRequested.connect(self._open_table)
        editor.told.connect(self.document.say)
        self._looking.timeout.connect(self._look)
        self.document.titleChanged.connect(self.titleChanged)
        self.parameters.entered.connect(self.run)
        self.history.editRequested.connect(self._edit_run)
        self.history.runRequested.connect(self._run_again)
        results.openRequested.connect(self.openRequested)
        results.rowSelected.connect(self.rowSelected)
        results.againRequested.connect(self.refresh)
        results.placeRequested.connect(self._go_to)
        results.graphRequested.connect(self.open_graph)
        results.sandboxRequested.connect(self._run_refused)
        results.frontChanged.connect(self._front_changed)
        self.running.changed.connect(self._show_running)

    @Slot()
    def _look(self) -> None:
        """Ask for the values of what would be run now; of a long text they are asked for when it is run."""
        if self.editor.document().characterCount() <= _LOOKED_THROUGH:
            self.parameters.ask(self._would_run()[0])

    def _read_names(self) -> None:
        if self.source is not None:
            work = partial(vocabulary_of, self.source)
            self.context.runner.run(work, self.editor.set_vocabulary, _unheard, owner=self, key="names")

    @Slot(object)
    def _open_table(self, named: tuple[str, str]) -> None:
        home = self.editor.vocabulary.homes.get((named[0], named[1].lower()), self._named_of())
        self.openRequested.emit(table_location(home, named[1], named[0]))

    def _named_of(self) -> str:
        """The path of the source whose tables are named."""
        parts = self.source.walk() if self.source is not None else ()
        return next((one.path for one in parts if one.database is not None), self._location.path)

    @Slot(object)
    def _go_to(self, place: int) -> None:
        self.editor.set_caret(place)
        self.editor.setFocus()

    # --- running ---

    def _would_run(self) -> tuple[str, int]:
        """What is selected, else the statement at the caret, and where it begins."""
        selected = self.editor.selected()
        if selected is not None and selected[0].strip():
            return selected
        at = self.editor.statement_at_caret()
        return (at.sql, at.start) if at is not None else (self.editor.text(), 0)

    @Slot()
    def run(self) -> None:
        """Run what is selected, else the statement at the caret."""
        self._ask(*self._would_run())

    @Slot()
    def run_all(self) -> None:
        """Run every statement."""
        self._ask(self.editor.text(), 0)

    @Slot()
    def run_in_sandbox(self) -> None:
        """Run what is selected, else every statement, on a private copy."""
        selected = self.editor.selected()
        self._ask(*(selected if selected is not None else (self.editor.text(), 0)), sandbox=True)

    @Slot()
    def _run_refused(self) -> None:
        if self._answered is not None:
            self._begin(replace(self._answered, sandbox=True))

    @Slot()
    def explain(self) -> None:
        """Show how SQLite would answer what is selected, else the statement at the caret."""
        wanted = self._want(*self._would_run())
        if wanted is not None:
            work, shown, failed = partial(plan, wanted), self.results.show_plan, partial(self._unexplained, wanted)
            self.context.runner.run(work, shown, failed, owner=self, key="plan", title="Reading the plan")

    def _unexplained(self, wanted: Wanted, error: KnownError) -> None:
        """The answers stay: only their plan could not be made."""
        if isinstance(error, InvalidInput) and not self.results.has_answers():
            self.results.show_nothing(error.what, error.advice)
            return
        offset = error.offset if isinstance(error, SqlError) else None
        fault = Fault(error, None if offset is None else wanted.start + offset)
        self.results.show_no_plan(fault, self.editor.text(), wanted.sql)
        self._mark(wanted, fault)

    def _mark(self, wanted: Wanted, fault: Fault) -> None:
        """Mark a fault at its place, unless the text there was changed meanwhile."""
        there = self.editor.text()[wanted.start : wanted.start + len(wanted.sql)]
        if fault.offset is not None and there == wanted.sql:
            self.editor.mark_fault(fault.offset, words=fault.error.what)

    @Slot()
    def stop(self) -> None:
        """Give up what runs: it is over at once, whatever SQLite still does."""
        self.context.runner.cancel(self, "run")
        self.running.stop()

    def is_running(self) -> bool:
        """Whether something runs."""
        return self.running.active

    def _ask(self, sql: str, start: int, *, sandbox: bool = False) -> None:
        wanted = self._want(sql, start)
        if wanted is not None:
            self.parameters.keep()
            self._begin(replace(wanted, sandbox=sandbox))

    def _want(self, sql: str, start: int) -> Wanted | None:
        """What is to be asked; None where it must be given a value before."""
        source = self.source
        self.bar.settle()
        self.document.keep()
        empty = self.parameters.ask(sql)
        if empty:
            self.parameters.form.fields[empty[0]].field.setFocus()
            names = ", ".join(f"{'?' if name.isdigit() else ':'}{name}" for name in empty)
            self.results.show_nothing(f"Give {names} a value, then run again.", "A field that stays empty is NULL.")
        if source is None or empty:
            return None
        limits, each = limits_of(self.context.settings), self.bar.each.isChecked()
        return Wanted(source, sql, start, self.parameters.given(), self.context.clock, limits, each)

    def _begin(self, wanted: Wanted) -> None:
        self._wanted, self._ran = wanted, self.editor.text()
        self.editor.clear_faults()
        self.running.begin(partial(run, wanted), partial(self._hand_over, wanted))

    def _hand_over(self, wanted: Wanted, work: Work) -> None:
        self.results.changed.run(
            databases_of((wanted.source,)),
            work,
            partial(self._done, wanted),
            partial(self._failed, wanted),
            owner=self,
            key="run",
            title="Running SQL",
            cancelled=self.running.stop,
        )

    def _done(self, wanted: Wanted, outcome: Outcome) -> None:
        self.running.ended()
        self._answered = wanted
        self.results.show_outcome(outcome, self._ran)
        fault = outcome.fault
        if fault is not None:
            self._mark(wanted, fault)
        error = fault.error.what if fault is not None else ""
        self._remember(wanted, outcome.rows, outcome.elapsed_ms, error, more=outcome.more)

    def _failed(self, wanted: Wanted, error: KnownError) -> None:
        self.running.ended()
        self.set_note("")
        if isinstance(error, InvalidInput):
            self.results.show_nothing(error.what, error.advice)
            return
        self._remember(wanted, 0, 0.0, error.what)
        same = self._answered is not None and wanted.same_as(self._answered)
        if not same or not self.results.keep(error):
            self.results.show_error(error, self.run)
            self.results.changed.shown("run")

    def _remember(self, wanted: Wanted, rows: int, ms: float, error: str, *, more: bool = False) -> None:
        now = time.time_ns() // 1_000_000
        Documents.of(self.context).add_run(PastRun(now, wanted.source.path, wanted.sql, rows, ms, error, more))

    @Slot()
    def _show_running(self) -> None:
        self.bar.show_running(running=self.running.active)
        if self.running.waiting:
            what = "Waiting: SQLite still works on statements that were stopped."
            self.results.show_running(what, self.stop)
        elif self.running.active:
            seconds = int(self.running.seconds)
            self.results.show_running(f"Running… {seconds:,} s" if seconds else "Running…", self.stop)
        elif self._wanted is not None and not self.running.over:
            lingers = "Stopping… SQLite ends it when its present step is done; go on meanwhile."
            self.results.show_nothing("Stopped.", lingers if self.running.lingers else "Run it again when you like.")

    def _is_answered(self) -> bool:
        """Whether the answer to what would run is here, and its files are as they were when it was given."""
        same = self._answered is not None and self._answered.sql.strip() == self._would_run()[0].strip()
        return same and self.results.has_answers() and self.results.changed.isHidden()

    @Slot()
    def _front_changed(self) -> None:
        self.set_note(self.results.summary())

    # --- going on ---

    @property
    def answer(self) -> AnswerPane | None:
        """The answer in front."""
        return self.results.answer

    @Slot()
    def open_graph(self) -> None:
        """Draw the answer in front in a tab of its own, with all that a graph offers."""
        one, wanted = self.results.statement, self._answered
        if one is not None and wanted is not None:
            self.openRequested.emit(answer_location(wanted.source.path, one.statement.sql, "", wanted.given))

    @Slot()
    def save_question(self) -> None:
        """Save what is selected, else the statement at the caret, as a question of the user's own."""
        text = self.editor.text()
        alone = self.editor.selected() is None and len(statements(text)) == 1
        pane = self.results.answer
        show, chart = pane.looked_at() if pane is not None else ("table", None)
        self.document.save_question(text if alone else self._would_run()[0], self.source, show, chart)

    @Slot(bool)
    def show_history(self, shown: bool) -> None:
        """Show the history of runs, or hide it."""
        self.context.settings.set(HISTORY_SHOWN, shown)
        self.history.setVisible(shown)
        if shown:
            self.history.setFocus()
        else:
            self.editor.setFocus()

    def toggle_history(self) -> None:
        """Show the history of runs, or hide it."""
        self.bar.history.toggle()

    @Slot(object)
    def _open_files(self, paths: Iterable[str]) -> None:
        """Files of SQL become documents of this source; any other is opened as a database."""
        for path in paths:
            own = is_sql_file(path)
            self.openRequested.emit(file_location(self._location.path, path) if own else Location(path))

    @Slot(object)
    def _edit_run(self, past: PastRun) -> None:
        """The text of an earlier run goes into this document where it is empty, else into one of its own."""
        if not self.editor.text().strip() and past.source == self._location.path:
            self.editor.set_text(past.sql)
            self.editor.setFocus()
        else:
            self.openRequested.emit(new_query_location(past.source, past.sql))

    @Slot(object)
    def _run_again(self, past: PastRun) -> None:
        self.openRequested.emit(sql_location(past.source, past.sql))


def _unheard(error: KnownError) -> None:
    """Names are a help; where they cannot be had, they are typed."""
