"""One SQL document as a tab: bar, editor and parameters above, answers below, the history of runs beside them."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication, QSplitter, QVBoxLayout, QWidget

from inspector.errors import InvalidInput, KnownError
from inspector.queries.drafts import Draft
from inspector.queries.history import PastRun
from inspector.queries.scan import statements
from inspector.ui.changes.line import databases_of
from inspector.ui.commands import Command
from inspector.ui.queries.answer_pane import AnswerPane
from inspector.ui.queries.asking import limits_of
from inspector.ui.queries.place import EDITOR, RUN, SQL, VALUE
from inspector.ui.sql.asking import Outcome, Wanted, run
from inspector.ui.sql.bar import WorkbenchBar
from inspector.ui.sql.commands import workbench_commands
from inspector.ui.sql.documents import Documents
from inspector.ui.sql.naming import tab_name
from inspector.ui.sql.parameter_row import ParameterRow
from inspector.ui.sql.place import DOC, document_location
from inspector.ui.sql.plain_editor import SqlEditor
from inspector.ui.sql.results import Results
from inspector.ui.sql.running import Running, Work
from inspector.ui.view import View, ViewContext
from inspector.workspace.graphs.wanted import answer_location
from inspector.workspace.location import Location
from inspector.workspace.source import Source

_WRITING_MS = 700
"""Milliseconds after the last key until a draft is written: within a second, kill -9 or not."""
_LOOK_MS = 200
_EDITOR_SHARE = 0.45


class SqlView(View):
    """Runs SQL of the reader's. Params: ``doc`` (id of a document), ``run``, ``p.NAME`` for values."""

    def __init__(
        self, context: ViewContext, source: Source | None, location: Location, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, source, location, parent)
        self.documents = Documents.of(context)
        draft = self.documents.get(location.get(DOC))
        self._draft = draft or self.documents.create(location.path)
        self._location = document_location(location.path, self._draft.id)
        self._wanted: Wanted | None = None
        self._answered: Wanted | None = None
        self._built = self._seen = False
        self._pending = location if location.get(RUN) or _values_in(location) else None
        self._build()
        self._wire()
        self._show_draft()
        self.setFocusProxy(self.editor)

    # --- the contract of views ---

    def title(self) -> str:
        return tab_name(self._draft)

    def address(self) -> Location:
        """The text itself, for documents are of this machine alone; of a long one its document."""
        text = self.editor.text()
        return Location(self._location.path, EDITOR, ((SQL, text),)) if 0 < len(text) <= 4_000 else self._location

    def show_location(self, location: Location) -> None:
        self.parameters.give(_values_in(location))
        if location.get(RUN) and not self._is_answered():
            self.run()

    def refresh(self) -> None:
        self.bar.show_limits()
        if self._answered is not None and self.source is not None:
            limits = limits_of(self.context.settings)
            self._begin(replace(self._answered, source=self.source, clock=self.context.clock, limits=limits))

    def set_source(self, source: Source) -> None:
        self.parameters.set_source(source)
        super().set_source(source)

    def put_away(self, *, given_up: bool) -> None:
        self._save_draft(now=True)
        self.running.stop()
        if given_up:
            self.documents.close(self._draft.id)

    def find(self) -> None:  # type: ignore[override]  # see View
        focused, pane = QApplication.focusWidget(), self.results.answer
        if pane is not None and focused is not None and pane.tools.holds(focused):
            pane.tools.find()

    def commands(self) -> tuple[Command, ...]:
        return workbench_commands(self)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._seen:
            self._seen = True
            # whoever comes here comes to write
            self.editor.setFocus()
        if self._pending is not None:
            place, self._pending = self._pending, None
            self.show_location(place)

    # --- building ---

    def _build(self) -> None:
        self.bar = WorkbenchBar(self.context.icons, self.context.settings, self)
        self.editor = SqlEditor(self.context, self)
        self.parameters = ParameterRow(self.context, self.source, self)
        self.results = Results(self.context, self)
        self.running = Running(self.context, self)
        upper = QWidget(self)
        above = QVBoxLayout(upper)
        above.setContentsMargins(0, 0, 0, 0)
        above.setSpacing(0)
        above.addWidget(self.editor, 1)
        above.addWidget(self.parameters)
        self._split = QSplitter(Qt.Orientation.Vertical, self)
        self._split.addWidget(upper)
        self._split.addWidget(self.results)
        self._split.setChildrenCollapsible(False)
        self._split.setStretchFactor(1, 1)
        self._split.setSizes([int(600 * _EDITOR_SHARE), int(600 * (1 - _EDITOR_SHARE))])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self._split, 1)
        self._writing = QTimer(self, singleShot=True, interval=_WRITING_MS)
        self._looking = QTimer(self, singleShot=True, interval=_LOOK_MS)
        below = self.source is not None and any(child.database is not None for child in self.source.children)
        self.bar.each.setVisible(below and self.source is not None and self.source.database is not None)

    def _wire(self) -> None:
        bar, results = self.bar, self.results
        bar.runRequested.connect(self.run)
        bar.runAllRequested.connect(self.run_all)
        bar.stopRequested.connect(self.stop)
        bar.eachChanged.connect(self._ask_each)
        self.editor.changed.connect(self._written)
        self.editor.caretMoved.connect(self._looking.start)
        self.parameters.entered.connect(self.run)
        self._writing.timeout.connect(self._save_draft)
        self._looking.timeout.connect(self._look)
        results.openRequested.connect(self.openRequested)
        results.rowSelected.connect(self.rowSelected)
        results.againRequested.connect(self.refresh)
        results.placeRequested.connect(self._go_to)
        results.graphRequested.connect(self.open_graph)
        results.frontChanged.connect(self._front_changed)
        self.running.changed.connect(self._show_running)

    # --- the document ---

    def _show_draft(self) -> None:
        draft = self._draft
        with QSignalBlocker(self.editor):
            self.editor.set_text(draft.text)
            self.editor.set_caret(draft.caret)
        with QSignalBlocker(self.bar.each):
            self.bar.each.setChecked(draft.each)
        self._built = True
        self._look()
        self.results.show_nothing("Nothing was run yet.", "Ctrl+Enter runs the statement at the caret.")

    @Slot()
    def _written(self) -> None:
        self.editor.clear_faults()
        # whoever writes without a pause is written down all the same
        if not self._writing.isActive():
            self._writing.start()
        self._looking.start()

    @Slot()
    def _save_draft(self, *, now: bool = False) -> None:
        """Give the document what is written."""
        if not self._built:
            return
        self._writing.stop()
        text = self.editor.text()
        edited = self._draft.edited or text != self._draft.text
        self._keep(replace(self._draft, text=text, caret=self.editor.caret(), edited=edited), now=now)

    def _keep(self, draft: Draft, *, now: bool = False) -> None:
        before = tab_name(self._draft)
        self._draft = draft
        self.documents.keep(draft, now=now)
        if tab_name(draft) != before:
            self.titleChanged.emit(tab_name(draft))

    @Slot()
    def _look(self) -> None:
        """Ask for the values of what would be run now."""
        self.parameters.ask(self._would_run()[0])

    @Slot(object)
    def _go_to(self, place: int) -> None:
        self.editor.set_caret(place)
        self.editor.setFocus()

    @Slot(bool)
    def _ask_each(self, each: bool) -> None:
        self._keep(replace(self._draft, each=each))

    # --- running ---

    def _would_run(self) -> tuple[str, int]:
        """What is selected, else the statement at the caret, and where it begins."""
        selected = self.editor.selected()
        if selected is not None and selected[0].strip():
            return selected
        text, caret = self.editor.text(), self.editor.caret()
        found = statements(text)
        before = [one for one in found if one.start <= caret]
        at = before[-1] if before else (found[0] if found else None)
        return (at.sql, at.start) if at is not None else (text, 0)

    @Slot()
    def run(self) -> None:
        """Run what is selected, else the statement at the caret."""
        self._ask(*self._would_run())

    @Slot()
    def run_all(self) -> None:
        """Run every statement."""
        self._ask(self.editor.text(), 0)

    @Slot()
    def stop(self) -> None:
        """Give up what runs: it is over at once, whatever SQLite still does."""
        self.context.runner.cancel(self, "run")
        self.running.stop()

    def is_running(self) -> bool:
        """Whether something runs."""
        return self.running.active

    def _ask(self, sql: str, start: int) -> None:
        source = self.source
        if source is None:
            return
        self.bar.settle()
        self._save_draft()
        empty = self.parameters.ask(sql)
        if empty:
            self.parameters.form.fields[empty[0]].field.setFocus()
            names = ", ".join(f":{name}" for name in empty)
            self.results.show_nothing(f"Give {names} a value, then run again.", "A field that stays empty is NULL.")
            return
        self.parameters.keep()
        settings = self.context.settings
        each = self.bar.each.isChecked()
        self._begin(Wanted(source, sql, start, self.parameters.given(), self.context.clock, limits_of(settings), each))

    def _begin(self, wanted: Wanted) -> None:
        self._wanted = wanted
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
        self.results.show_outcome(outcome, self.editor.text())
        fault = outcome.fault
        if fault is not None and fault.offset is not None:
            self.editor.mark_fault(fault.offset)
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
        self.documents.add_run(PastRun(now, wanted.source.path, wanted.sql, rows, ms, error, more))

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


def _values_in(location: Location) -> dict[str, str]:
    return {name.removeprefix(VALUE): text for name, text in location.params if name.startswith(VALUE)}
