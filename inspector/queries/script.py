"""Running several statements as one: on one connection, of one state of the file, up to the first that fails."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db.budget import Room
from inspector.db.database import Database
from inspector.db.reader import Reader
from inspector.db.redacted import redacted_rows
from inspector.db.rows import Rows
from inspector.db.values import Bindable
from inspector.errors import FileBusy, InvalidInput, KnownError, TimeLimitReached
from inspector.queries.binding import bindings
from inspector.queries.run import DEFAULT_LIMITS, NOTHING, WRITE_ONE, Limits, given_values
from inspector.queries.scan import Statement, statements
from inspector.redaction import Redactor

TEMPORARY = "sqlite_temp_master"
"""What a statement reads that makes a temporary table or view."""


@dataclass(frozen=True)
class StatementRows:
    """What one statement gave."""

    statement: Statement
    """The statement and its place in the script."""
    rows: Rows
    """Its rows, secrets masked; no columns where it gives none."""
    changes: int = 0
    """Rows of temporary tables that it changed."""


@dataclass(frozen=True)
class ScriptRows:
    """What a run of a script gave."""

    done: tuple[StatementRows, ...]
    """The statements that ran, in order."""
    failed: Statement | None = None
    """The one that ended the run; None where all ran."""
    error: KnownError | None = None
    """Why it did."""
    not_run: tuple[Statement, ...] = ()
    """Those behind it."""


def run_script(
    database: Database,
    sql: str,
    given: Mapping[str, str],
    clock: Clock,
    redactor: Redactor,
    limits: Limits = DEFAULT_LIMITS,
    cancel: CancelToken | None = None,
) -> ScriptRows:
    """Run all statements of ``sql``; temporary tables live as long as the run.

    A statement that is refused or fails ends the run and is told in the answer. The time limit is that of the run, the
    row limit that of each statement. Raises InvalidInput for a script without a statement and for a parameter without
    a value; FileBusy and what else concerns the file; Cancelled.
    """
    found = statements(sql)
    if not found:
        raise InvalidInput(NOTHING, advice=WRITE_ONE)
    values = given_values(found, given, clock)
    return masked_script(database.read(lambda reader: run_statements(reader, found, values, limits), cancel), redactor)


def masked_script(ran: ScriptRows, redactor: Redactor) -> ScriptRows:
    """The answers as they may be shown: what went through a temporary table is masked by what was read to fill it."""
    return replace(ran, done=_masked(ran.done, redactor))


def _masked(done: tuple[StatementRows, ...], redactor: Redactor) -> tuple[StatementRows, ...]:
    masked: list[StatementRows] = []
    reads: frozenset[tuple[str, str]] = frozenset()
    text = ""
    kept = False
    for one in done:
        rows, sql = one.rows, one.statement.sql
        reads, text = reads | rows.reads, f"{text}\n{sql}"
        if kept:
            columns = tuple(replace(c, table="", origin="") if c.schema == "temp" else c for c in rows.columns)
            told = redacted_rows(replace(rows, columns=columns, reads=reads), redactor, text)
            masked.append(replace(one, rows=replace(told, columns=rows.columns, reads=rows.reads)))
        else:
            masked.append(replace(one, rows=redacted_rows(rows, redactor, sql)))
        kept = kept or any(table == TEMPORARY for table, _ in rows.reads)
    return tuple(masked)


def run_statements(
    reader: Reader, found: tuple[Statement, ...], values: Mapping[str, Bindable], limits: Limits
) -> ScriptRows:
    """What each statement gives, nothing masked, up to the first that fails. Raises FileBusy, Cancelled."""
    done: list[StatementRows] = []
    ends = time.monotonic() + limits.seconds
    room = Room(limits.bytes)
    for index, statement in enumerate(found):
        try:
            done.append(_run_one(reader, statement, values, limits, ends, room))
        except FileBusy:
            # the whole read is made again: all statements are of one state
            raise
        except KnownError as error:
            return ScriptRows(tuple(done), statement, error, found[index + 1 :])
    return ScriptRows(tuple(done))


def _run_one(
    reader: Reader, statement: Statement, values: Mapping[str, Bindable], limits: Limits, ends: float, room: Room
) -> StatementRows:
    seconds = ends - time.monotonic()
    if seconds <= 0:
        raise TimeLimitReached("The script took longer than its time limit and was ended.", advice="Raise the limit.")
    before = reader.value("SELECT total_changes()")
    rows = reader.user_rows(
        statement.sql,
        bindings(statement.sql, values),
        limit=limits.rows,
        cell_limit=limits.cell,
        time_limit_s=seconds,
        room=room,
    )
    after = reader.value("SELECT total_changes()")
    assert isinstance(before, int)
    assert isinstance(after, int)
    return StatementRows(statement, rows, after - before)
