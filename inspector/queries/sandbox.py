"""Running what would write: on a private copy, with what changed there as rows and as SQL; the file is untouched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db import quoting
from inspector.db.changes import Piece, RowChange, SchemaChange, TableChange
from inspector.db.database import Database
from inspector.db.literal import sql_literal
from inspector.db.redacted import redacted_value
from inspector.db.sandbox import sandbox
from inspector.db.values import Bindable, Value
from inspector.errors import InvalidInput
from inspector.queries.binding import asked
from inspector.queries.run import DEFAULT_LIMITS, NOTHING, WRITE_ONE, Limits, given_values
from inspector.queries.scan import Statement, statements, tokens
from inspector.queries.script import ScriptRows, masked_script, run_statements
from inspector.redaction import Redactor

UNTOUCHED = "This ran on a private copy, which is gone. The file itself was only read: not one byte of it changed."
_KEYS = "Foreign keys are not enforced unless the script says PRAGMA foreign_keys = ON."


@dataclass(frozen=True)
class SandboxAnswer:
    """What became of a script on a private copy."""

    script: ScriptRows
    """The answers of its statements, and which one failed."""
    changes: tuple[TableChange, ...] = ()
    """What changed by table, secrets masked."""
    schema_changes: tuple[SchemaChange, ...] = ()
    """What was made, changed and dropped, and settings of the file."""
    sql_text: str = ""
    """The changes that are told, as statements to copy, in their order; secrets masked."""
    notes: tuple[str, ...] = ()
    """What has to be said: that the file is untouched, what could not be compared, what is left out."""


def run_in_sandbox(
    database: Database,
    sql: str,
    given: Mapping[str, str],
    clock: Clock,
    redactor: Redactor,
    limits: Limits = DEFAULT_LIMITS,
    cancel: CancelToken | None = None,
) -> SandboxAnswer:
    """Run all statements of ``sql`` on a copy of ``database``; it may write there, and reach nothing outside.

    Raises InvalidInput for a script without a statement or a parameter without a value, KnownError where there is no
    room for the copy, what reading raises, Cancelled.
    """
    found = statements(sql)
    if not found:
        raise InvalidInput(NOTHING, advice=WRITE_ONE)
    values = given_values(found, given, clock)
    with sandbox(database, cancel) as box:
        ran = run_statements(box.reader, found, values, limits)
        changes = box.changes(ran.failed.sql if ran.failed is not None else None)
    told = tuple(_masked(change, redactor) for change in changes.tables)
    written = {one.sql: _with_values(one.sql, values) for one in found}
    pieces = [written.get(p, p) if isinstance(p, str) else _masked(p, redactor) for p in changes.pieces]
    left_out = tuple(f"Of {c.table} only the first {len(c.rows):,} changed rows are told." for c in told if c.truncated)
    said = ("Secrets are masked, in the SQL too.",) if told != changes.tables else ()
    return SandboxAnswer(
        masked_script(ran, redactor),
        told,
        changes.schema,
        "\n".join(line for piece in [*pieces, *_settings(changes.schema)] for line in _lines(piece)),
        (UNTOUCHED, *changes.notes, *left_out, *said, *((_KEYS,) if told and not _enforced(found) else ())),
    )


def _enforced(found: tuple[Statement, ...]) -> bool:
    return any(one.sql.lower().startswith("pragma") and "foreign_keys" in one.sql.lower() for one in found)


def _masked(change: TableChange, redactor: Redactor) -> TableChange:
    def side(values: Mapping[str, Value]) -> dict[str, Value]:
        return {column: redacted_value(value, redactor, change.table, column) for column, value in values.items()}

    rows = tuple(replace(row, before=side(row.before), after=side(row.after)) for row in change.rows)
    return replace(change, rows=rows)


def _with_values(sql: str, values: Mapping[str, Bindable]) -> str:
    """The statement with its values in the place of its parameters."""
    numbered = {one.number: one for one in asked(sql)}
    if not numbered:
        return sql
    named = {one.text: one.name for one in numbered.values()}
    places = iter(numbered.values())
    return "".join(
        token.text
        if token.kind != "parameter"
        else sql_literal(values.get(next(places).name if token.text == "?" else named.get(token.text, "")))
        for token in tokens(sql)
    )


def _settings(schema: tuple[SchemaChange, ...]) -> list[str]:
    return [change.sql for change in schema if change.type == "setting"]


def _lines(piece: Piece) -> Iterator[str]:
    """A change as lines of SQL. What comes about by itself where the others are run is only told."""
    if isinstance(piece, str):
        yield f"{piece};"
        return
    if piece.behind:
        whose = "SQLite itself" if piece.behind == "SQLite" else f"the virtual table {_in_comment(piece.behind)}"
        yield f"-- {_rows(piece.count, piece)}, kept by {whose}: not written here."
        return
    yield from (change_sql(piece, row) for row in piece.rows if not row.by_trigger)
    by_triggers = sum(row.by_trigger for row in piece.rows)
    if by_triggers:
        yield f"-- {_rows(by_triggers, piece)} by triggers or foreign keys: left to them."
    if piece.truncated:
        yield f"-- {_rows(piece.count - len(piece.rows), piece)} more: not listed."


def _rows(count: int, piece: TableChange) -> str:
    return f"{count:,} changed {'row' if count == 1 else 'rows'} of {_in_comment(piece.table)}"


def _in_comment(name: str) -> str:
    """A name must not end the comment it stands in."""
    return " ".join(name.split())


def change_sql(change: TableChange, row: RowChange) -> str:
    """The change of one row as a statement of SQL."""
    table = quoting.name(change.table)
    if change.schema != "main":
        table = quoting.qualified(change.schema, change.table)
    if row.kind == "insert":
        columns = quoting.names(row.after)
        return f"INSERT INTO {table} ({columns}) VALUES ({', '.join(map(sql_literal, row.after.values()))});"
    where = " AND ".join(_equal(column, row.before[column]) for column in row.key)
    if row.kind == "delete":
        return f"DELETE FROM {table} WHERE {where};"
    told = ", ".join(f"{quoting.name(column)} = {sql_literal(value)}" for column, value in row.after.items())
    return f"UPDATE {table} SET {told} WHERE {where};"


def _equal(column: str, value: Value) -> str:
    name = quoting.name(column)
    return f"{name} IS NULL" if value is None else f"{name} = {sql_literal(value)}"
