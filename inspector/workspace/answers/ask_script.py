"""Several statements over a source and all below it: for each the answers of all that ran it, side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.errors import InvalidInput, KnownError, StatementRefused
from inspector.queries.run import DEFAULT_LIMITS, NOTHING, WRITE_ONE, Limits
from inspector.queries.scan import Statement, statements
from inspector.queries.script import ScriptRows, run_script
from inspector.workspace.answers.ask_sources import QueryAnswer, SourceRows
from inspector.workspace.answers.coverage import coverage, lacks_names
from inspector.workspace.source import FileProblem, Source


@dataclass(frozen=True)
class Step:
    """What became of one statement."""

    statement: Statement
    """The statement and its place in the script."""
    answer: QueryAnswer | None = None
    """The answers of all that ran it; None where nobody could."""
    changes: int = 0
    """Rows of temporary tables that it changed, over all that ran it."""
    error: KnownError | None = None
    """Why nobody could run it."""


@dataclass(frozen=True)
class ScriptAnswer:
    """What became of a script."""

    steps: tuple[Step, ...]
    """The statements that were run, in order; the last one may have failed."""
    not_run: tuple[Statement, ...] = ()
    """Those behind one that failed."""


def ask_script(
    source: Source,
    sql: str,
    given: Mapping[str, str],
    clock: Clock,
    limits: Limits = DEFAULT_LIMITS,
    cancel: CancelToken | None = None,
    *,
    each: bool = False,
) -> ScriptAnswer:
    """Run all statements of ``sql`` on the database of ``source``; on those below it where it has none.

    ``each``: on those below it as well. Each database runs the whole script on one state of its own; one that lacks a
    table is passed over from there on. Raises InvalidInput where there is nothing to run or a parameter has no value,
    KnownError where no file could be read, Cancelled.
    """
    found = statements(sql)
    if not found:
        raise InvalidInput(NOTHING, advice=WRITE_ONE)
    own = source.database is not None and not each
    ran, failed = _run_all(source, sql, given, clock, limits, cancel, own=own)
    if not ran:
        raise (
            failed[0][1]
            if failed
            else KnownError(
                f"{source.title} holds no database that could be asked.",
                advice="Open a file or a folder that holds one.",
            )
        )
    problems = [_problem(part, error) for part, error in failed]
    steps: list[Step] = []
    for index, statement in enumerate(found):
        step = _step(source, statement, index, ran, problems, lenient=not own)
        if step is None:
            break
        steps.append(step)
        if step.error is not None:
            break
    return ScriptAnswer(tuple(steps), found[len(steps) :])


def _run_all(
    source: Source,
    sql: str,
    given: Mapping[str, str],
    clock: Clock,
    limits: Limits,
    cancel: CancelToken | None,
    *,
    own: bool,
) -> tuple[list[tuple[Source, ScriptRows]], list[tuple[Source, KnownError]]]:
    """What each database gave, and those that could not be read at all."""
    ran: list[tuple[Source, ScriptRows]] = []
    failed: list[tuple[Source, KnownError]] = []
    left = limits.bytes
    for part in source.walk():
        if part.database is None or (own and part is not source):
            continue
        try:
            shared = replace(limits, bytes=left)
            rows = run_script(part.database, sql, given, clock, part.redactor, shared, cancel)
        except InvalidInput:
            raise
        except KnownError as error:
            failed.append((part, error))
        else:
            ran.append((part, rows))
            left -= sum(one.rows.bytes for one in rows.done)
    return ran, failed


def _step(
    source: Source,
    statement: Statement,
    index: int,
    ran: list[tuple[Source, ScriptRows]],
    problems: list[FileProblem],
    *,
    lenient: bool,
) -> Step | None:
    """What became of the statement of this number; None where nobody came so far."""
    answers: list[SourceRows] = []
    passed_over: list[FileProblem] = []
    changes = 0
    fault: KnownError | None = None
    for part, rows in ran:
        if index < len(rows.done):
            answers.append(SourceRows(part, rows.done[index].rows))
            changes += rows.done[index].changes
        elif rows.error is not None:
            here = index == len(rows.done)
            if here and (fault is None or isinstance(rows.error, StatementRefused)):
                fault = rows.error
            if lenient and lacks_names(rows.error):
                passed_over.append(_problem(part, rows.error))
            elif here:
                problems.append(_problem(part, rows.error))
    if answers:
        return Step(statement, QueryAnswer(tuple(answers), coverage(source, problems), tuple(passed_over)), changes)
    return Step(statement, error=fault) if fault is not None else None


def _problem(part: Source, error: KnownError) -> FileProblem:
    return FileProblem(error.path or part.path, error.what, error.advice, error.details)
