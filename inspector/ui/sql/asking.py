"""Asking a script in a worker: an outcome for each statement, ready for its page, with faults at their place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.errors import KnownError, SqlError
from inspector.queries.plan import PlanStep, explain
from inspector.queries.run import Limits
from inspector.queries.sandbox import SandboxAnswer, run_in_sandbox
from inspector.queries.scan import Statement
from inspector.ui.queries.answer import AnswerGrid, answer_grid
from inspector.ui.queries.asking import Fault
from inspector.workspace.answers.ask_script import ScriptAnswer, Step, ask_script
from inspector.workspace.answers.ask_sources import QueryAnswer, SourceRows
from inspector.workspace.answers.coverage import coverage, lacks_names
from inspector.workspace.answers.export_answer import Question
from inspector.workspace.source import Source


@dataclass(frozen=True)
class Wanted:
    """What is to be run."""

    source: Source
    """Of whom it is asked."""
    sql: str
    """The statements."""
    start: int
    """Where they begin in the document, in characters."""
    given: Mapping[str, str]
    """Texts of the parameters by name."""
    clock: Clock
    """The "as of" time."""
    limits: Limits
    """Rows, seconds, length of cells."""
    each: bool = False
    """Whether every source below is asked too."""
    sandbox: bool = False
    """Whether it is run on a private copy, whatever it does there."""

    def same_as(self, other: Wanted) -> bool:
        """Whether it asks the same of the same: an answer to one is an answer to the other, read earlier or later."""
        ours = (self.source, self.sql, self.given, self.clock.as_of, self.each, self.sandbox)
        return ours == (other.source, other.sql, other.given, other.clock.as_of, other.each, other.sandbox)

    def ask_whole(self, at: int, cancel: CancelToken) -> QueryAnswer:
        """The answer of one statement with whole cells. Raises KnownError, Cancelled."""
        steps = _ask(replace(self, limits=replace(self.limits, cell=None)), cancel)[0].steps
        answer = steps[at].answer if at < len(steps) else None
        if answer is None:
            raise KnownError("The statement has no answer any more.", advice="Run it again.")
        return answer


EACH_MAY = "Only this source itself was asked: “Each below” asks those below it too."
"""What to do where a table is not in the source itself, and may be below it."""


@dataclass(frozen=True)
class StatementOutcome:
    """What became of one statement."""

    statement: Statement
    """The statement."""
    place: int
    """Where it begins in the document, in characters."""
    answer: QueryAnswer | None = None
    """Its rows; None where it has none."""
    grid: AnswerGrid | None = None
    """The same, ready to be shown."""
    changes: int = 0
    """Rows of temporary tables that it changed."""
    fault: Fault | None = None
    """Why it ended; its place is one of the document."""

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(self.grid.rows) if self.grid is not None else 0


@dataclass(frozen=True)
class Outcome:
    """What became of a run."""

    wanted: Wanted
    """What was run."""
    statements: tuple[StatementOutcome, ...]
    """Those that were run, in order."""
    not_run: int = 0
    """How many were left out, for one before them failed."""
    changed: SandboxAnswer | None = None
    """What was changed on a private copy, where it was run on one."""

    @property
    def fault(self) -> Fault | None:
        """The fault that ended it."""
        return next((one.fault for one in self.statements if one.fault is not None), None)

    @property
    def rows(self) -> int:
        """Rows of all answers."""
        return sum(one.rows for one in self.statements)

    @property
    def more(self) -> bool:
        """Whether an answer has more rows than were kept."""
        return any(one.grid is not None and one.grid.truncated for one in self.statements)

    @property
    def elapsed_ms(self) -> float:
        """How long the answers took."""
        return sum(one.grid.elapsed_ms for one in self.statements if one.grid is not None)


def run(wanted: Wanted, cancel: CancelToken) -> Outcome:
    """Run; what a statement fails by is part of the outcome. Raises other KnownErrors, Cancelled."""
    ran, changed = _ask(wanted, cancel)
    return Outcome(wanted, tuple(_outcome(wanted, step, cancel) for step in ran.steps), len(ran.not_run), changed)


def plan(wanted: Wanted, cancel: CancelToken) -> tuple[PlanStep, ...]:
    """How SQLite would answer a statement, by the first database that is asked. Raises KnownError, Cancelled."""
    part = _first(wanted.source)
    assert part.database is not None
    return explain(part.database, wanted.sql, wanted.given, wanted.clock, cancel)


def _ask(wanted: Wanted, cancel: CancelToken) -> tuple[ScriptAnswer, SandboxAnswer | None]:
    source, sql, given, clock, limits = wanted.source, wanted.sql, wanted.given, wanted.clock, wanted.limits
    if not wanted.sandbox:
        return ask_script(source, sql, given, clock, limits, cancel, each=wanted.each), None
    part = _first(source)
    assert part.database is not None
    ran = run_in_sandbox(part.database, sql, given, clock, part.redactor, limits, cancel)
    script = ran.script
    told = coverage(part, ())
    steps = [Step(one.statement, QueryAnswer((SourceRows(part, one.rows),), told), one.changes) for one in script.done]
    if script.failed is not None:
        steps.append(Step(script.failed, error=script.error))
    return ScriptAnswer(tuple(steps), script.not_run), ran


def _first(source: Source) -> Source:
    """The source itself, or the first one below it that has a database. Raises KnownError."""
    found = next((part for part in source.walk() if part.database is not None), None)
    if found is None:
        raise KnownError(f"{source.title} holds no database that could be asked.", advice="Open a file that is one.")
    return found


def _outcome(wanted: Wanted, step: Step, cancel: CancelToken) -> StatementOutcome:
    made = StatementOutcome(step.statement, wanted.start + step.statement.start, changes=step.changes)
    if step.error is not None:
        if not wanted.each and not wanted.sandbox and not step.error.advice and lacks_names(step.error):
            below = any(part is not wanted.source and part.database is not None for part in wanted.source.walk())
            step.error.advice = EACH_MAY if below and wanted.source.database is not None else ""
        # where SQLite tells no place, the statement is the place
        place = _place(wanted, step)
        return replace(made, fault=Fault(step.error, made.place if place is None else place))
    if step.answer is None or not step.answer.answers[0].rows.columns:
        return made
    return replace(made, answer=step.answer, grid=answer_grid(step.answer, cancel))


def _place(wanted: Wanted, step: Step) -> int | None:
    """Where in the document the fault stands."""
    offset = step.error.offset if isinstance(step.error, SqlError) else None
    return None if offset is None else wanted.start + step.statement.start + offset


def again(wanted: Wanted, at: int) -> partial[QueryAnswer]:
    """Asks once more for the answer of one statement, with whole cells."""
    return partial(wanted.ask_whole, at)


def question(outcome: Outcome, at: int) -> Question | None:
    """What asks for all rows of the answer of one statement: it, and what ran before it. None for what ran on a copy
    that is gone."""
    wanted = outcome.wanted
    if wanted.sandbox:
        return None
    sql = wanted.sql[: outcome.statements[at].statement.end]
    return Question(wanted.source, None, sql, wanted.given, wanted.clock, wanted.each)
