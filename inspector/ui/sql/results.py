"""Where the answers of a run stand: a tab for each statement with rows or a fault, one for the rest, plan, sandbox."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from inspector.errors import KnownError
from inspector.queries.plan import PlanStep
from inspector.ui.changes.line import ChangedLine
from inspector.ui.queries.answer_pane import AnswerPane
from inspector.ui.queries.asking import Fault
from inspector.ui.sql.asking import Outcome, StatementOutcome, again, question
from inspector.ui.sql.pages import FaultPage, MessagesPage, message
from inspector.ui.sql.plan_pane import PlanPane
from inspector.ui.sql.sandbox_pane import SandboxPane
from inspector.ui.states import StateOverlay

if TYPE_CHECKING:
    from inspector.ui.view import ViewContext

PLAN, SANDBOX = "Plan", "Sandbox"
"""Titles of the tabs that are no answers."""
MOST_TABS = 40
"""Answers that have a tab of their own; further ones are lines of the messages."""


class AnswerPage(QWidget):
    """The answer of one statement; its pane is made when it is first seen."""

    made = Signal(object)
    """The AnswerPane that was made."""

    def __init__(self, context: ViewContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._pending: tuple[Outcome, int] | None = None
        self._pane: AnswerPane | None = None
        self.statement: StatementOutcome | None = None
        """What is shown."""

    def show_outcome(self, outcome: Outcome, at: int) -> None:
        """Show the answer of a statement, when the page is seen."""
        self._pending, self.statement = (outcome, at), outcome.statements[at]
        if self.isVisible():
            self.pane()

    def pane(self) -> AnswerPane:
        """The pane, with the answer in it."""
        if self._pane is None:
            self._pane = AnswerPane(self._context, self)
            self._column.addWidget(self._pane)
            self.made.emit(self._pane)
        pending, self._pending = self._pending, None
        if pending is not None:
            outcome, at = pending
            one = outcome.statements[at]
            if one.answer is not None and one.grid is not None:
                whole = again(outcome.wanted, at)
                self._pane.show_answer(one.answer, one.grid, whole, "answer", question=question(outcome, at))
        return self._pane

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.pane()


class Results(QWidget):
    """All that came of what was run."""

    openRequested = Signal(object)
    """A Location to open."""
    rowSelected = Signal(object)
    """``(source, RowRef)`` of the row that a row of the answer in front is, or None."""
    graphRequested = Signal()
    """The answer in front is wanted as a graph in a tab of its own."""
    againRequested = Signal()
    """The same is to be run on the files as they are now."""
    placeRequested = Signal(object)
    """Index of a character of the document that the reader wants to see."""
    sandboxRequested = Signal()
    """What was refused is to be run in the sandbox."""
    frontChanged = Signal()
    """Another answer is in front."""

    def __init__(self, context: ViewContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._outcome: Outcome | None = None
        self._document = ""
        self._answers: list[AnswerPage] = []
        self._extra: dict[str, QWidget] = {}
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.setUsesScrollButtons(True)
        self.fault = FaultPage(self)
        self.messages = MessagesPage(context.theme, self)
        self.fault.hide()
        self.messages.hide()
        self.changed = ChangedLine(context, self.againRequested.emit, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tabs, 1)
        column.addWidget(self.changed)
        self.overlay = StateOverlay(self.tabs)
        self.fault.placeRequested.connect(self.placeRequested)
        self.fault.sandboxRequested.connect(self.sandboxRequested)
        self.messages.placeRequested.connect(self.placeRequested)
        self.tabs.currentChanged.connect(self._front_changed)

    # --- what the view tells ---

    def show_nothing(self, what: str, advice: str = "") -> None:
        """There is no answer."""
        self._forget()
        self.overlay.show_empty(what, advice)

    def show_running(self, what: str, cancel: Callable[[], object]) -> None:
        """Answers are on their way."""
        self.overlay.show_loading(what, cancel)

    def show_error(self, error: KnownError, retry: Callable[[], object]) -> None:
        """There is an error in place of answers."""
        self._forget()
        self.overlay.show_error(error, retry)

    def show_outcome(self, outcome: Outcome, document: str) -> None:
        """Show what became of a run of ``document``."""
        kept = self.tabs.currentIndex() if self._outcome is not None else -1
        before = self._titles()
        self._outcome, self._document = outcome, document
        front = self._fill(outcome)
        same = len(before) == self.tabs.count() and 0 <= kept < self.tabs.count()
        self.tabs.setCurrentIndex(kept if same and outcome.fault is None else front)
        if outcome.changed is not None:
            pane = SandboxPane(self._context.theme, self._context.icons, self)
            pane.show_answer(outcome.changed)
            self.show_beside(SANDBOX, pane, in_front=outcome.fault is None)
        self.overlay.show_content()
        self._front_changed()

    def show_plan(self, steps: tuple[PlanStep, ...]) -> None:
        """Show a plan beside the answers."""
        pane = PlanPane(self._context.theme, self._context.icons, self)
        pane.show_plan(steps)
        self.show_beside(PLAN, pane)

    def show_no_plan(self, fault: Fault, document: str, sql: str) -> None:
        """Tell beside the answers why a statement of ``document`` has no plan."""
        page = FaultPage(self)
        page.show_fault(fault, document, sql)
        page.sandbox.hide()  # it would run what was run last
        page.placeRequested.connect(self.placeRequested)
        self.show_beside(PLAN, page)

    def show_beside(self, title: str, page: QWidget, *, in_front: bool = True) -> None:
        """Show a page that is no answer (a plan, a sandbox) in a tab of this title, in place of one before."""
        self._take_out(title)
        self._extra[title] = page
        place = self.tabs.addTab(page, title)
        if in_front:
            self.tabs.setCurrentIndex(place)
        self.overlay.show_content()

    def has_answers(self) -> bool:
        """Whether something was run and is shown."""
        return self._outcome is not None

    def keep(self, error: KnownError) -> bool:
        """Whether the answers that are there stay, for they could only not be read again just now; that is told."""
        if self._outcome is None or not self.changed.keep("run", error):
            return False
        self.overlay.show_content()
        return True

    # --- what is in front ---

    @property
    def answer(self) -> AnswerPane | None:
        """The pane in front; None where no rows are."""
        page = self.tabs.currentWidget()
        return page.pane() if isinstance(page, AnswerPage) else None

    @property
    def statement(self) -> StatementOutcome | None:
        """The statement whose answer is in front."""
        page = self.tabs.currentWidget()
        return page.statement if isinstance(page, AnswerPage) else None

    def panes(self) -> tuple[AnswerPane, ...]:
        """All answers, in order."""
        return tuple(page.pane() for page in self._answers)

    def summary(self) -> str:
        """What is said over the answer in front."""
        pane = self.answer
        return pane.summary() if pane is not None else self.tabs.tabText(self.tabs.currentIndex()).replace("&&", "&")

    # --- tabs ---

    def _fill(self, outcome: Outcome) -> int:
        """Lay out the tabs; gives the one to be in front."""
        for title in list(self._extra):
            self._take_out(title)
        while self.tabs.count():
            self.tabs.removeTab(0)
        silent: list[tuple[int, StatementOutcome]] = []
        used, front = 0, 0
        for at, one in enumerate(outcome.statements):
            if one.fault is not None:
                self.fault.show_fault(one.fault, self._document, one.statement.sql)
                front = self.tabs.addTab(self.fault, f"{at + 1}: error")
            elif one.grid is not None and used < MOST_TABS:
                page = self._page(used)
                page.show_outcome(outcome, at)
                where = " on the copy" if outcome.changed is not None else ""
                self.tabs.addTab(page, f"{at + 1}: {message(one)}{where}")
                used += 1
            else:
                silent.append((at + 1, one))
        for page in self._answers[max(used, 1) :]:
            page.deleteLater()
        del self._answers[max(used, 1) :]
        if silent or outcome.not_run:
            everything = list(enumerate(outcome.statements, 1))
            self.messages.show_messages(everything, outcome.not_run)
            self.tabs.addTab(self.messages, "Messages")
        return front

    def _page(self, at: int) -> AnswerPage:
        if at == len(self._answers):
            page = AnswerPage(self._context, self)
            page.hide()
            page.made.connect(self._follow)
            self._answers.append(page)
        return self._answers[at]

    @Slot(object)
    def _follow(self, pane: AnswerPane) -> None:
        pane.openRequested.connect(self.openRequested)
        pane.rowSelected.connect(self._row_selected)
        pane.againRequested.connect(self.againRequested)
        pane.graphRequested.connect(self.graphRequested)

    def _titles(self) -> list[str]:
        return [self.tabs.tabText(at) for at in range(self.tabs.count())]

    def _take_out(self, title: str) -> None:
        page = self._extra.pop(title, None)
        if page is not None:
            self.tabs.removeTab(self.tabs.indexOf(page))
            page.deleteLater()

    def _forget(self) -> None:
        self._outcome = None
        for title in list(self._extra):
            self._take_out(title)
        while self.tabs.count():
            self.tabs.removeTab(0)
        for page in self._answers:
            page.deleteLater()
        self._answers = []
        self.changed.release()
        self.rowSelected.emit(None)

    @Slot(object)
    def _row_selected(self, selected: object) -> None:
        pane = self.answer
        if pane is None or self.sender() in (None, pane):
            self.rowSelected.emit(selected)

    @Slot()
    def _front_changed(self) -> None:
        self.frontChanged.emit()
