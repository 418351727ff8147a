"""Asking: a saved question or a statement of the user's is run behind the authorizer, its secrets masked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db.budget import ANSWER_BYTES, Room
from inspector.db.catalog import Catalog
from inspector.db.database import Database
from inspector.db.redacted import redacted_rows
from inspector.db.rows import Rows
from inspector.db.values import Bindable, Value
from inspector.errors import InvalidInput
from inspector.queries.binding import asked, bindings
from inspector.queries.identifiers import uses_identifiers
from inspector.queries.library import SavedQuery
from inspector.queries.parameter import IDENTIFIERS, Parameter, bound, clock_values
from inspector.queries.scan import Statement, statements
from inspector.redaction import Redactor, is_secret_name

ROW_LIMIT = 10_000
"""Rows of a result that are kept unless the settings say otherwise."""
TIME_LIMIT_S = 30.0
"""Seconds after which a statement is ended unless the settings say otherwise."""
_NAME = 64
"""Characters of the longest text that is taken for the name of a secret."""
CELL_LIMIT = 4_096
"""Characters or bytes of a cell of a result; the length of the whole is kept."""


@dataclass(frozen=True)
class Limits:
    """How much a statement may take."""

    rows: int = ROW_LIMIT
    """Rows that are kept; whether there were more is told."""
    seconds: float = TIME_LIMIT_S
    """After this it is ended with TimeLimitReached."""
    cell: int | None = CELL_LIMIT
    """Characters or bytes of a cell; None for all."""
    bytes: int = ANSWER_BYTES
    """What all cells may take in memory; rows that do not fit are left out, and it is told."""


DEFAULT_LIMITS = Limits()

Mask = Callable[[Rows, Redactor, str], Rows]
"""How the secrets of an answer are taken out: rows, rules, the statement."""
NOTHING = "There is nothing to run."
WRITE_ONE = "Write a statement, e.g. SELECT name FROM sqlite_schema."


def run_query(
    database: Database,
    query: SavedQuery,
    given: Mapping[str, str],
    clock: Clock,
    redactor: Redactor,
    limits: Limits = DEFAULT_LIMITS,
    cancel: CancelToken | None = None,
    names: Catalog | None = None,
) -> Rows:
    """The answer to a saved question; ``given`` are the texts of its parameters by name, ``names`` the tables and
    columns that they may name (all of the database if None).

    Raises InvalidInput for a parameter that is missing or wrong, StatementRefused, SqlError, TimeLimitReached, ...
    """
    values = query_values(query, given, clock)
    sql = query.written(given, names or database.catalog(cancel))
    return mask_of(query)(_run(database, sql, values, limits, cancel), redactor, sql)


def mask_of(query: SavedQuery) -> Mask:
    """How the answer to a saved question is masked: strictly where the user wrote it, or chose what it reads."""
    ours = not query.own and not uses_identifiers(query.sql, query.parameters)
    return masked_by_row if ours else redacted_rows


def run_sql(
    database: Database,
    sql: str,
    given: Mapping[str, str],
    clock: Clock,
    redactor: Redactor,
    limits: Limits = DEFAULT_LIMITS,
    cancel: CancelToken | None = None,
) -> Rows:
    """The result of one statement of the user's. Raises what :func:`run_query` raises."""
    statement, values = sql_values(sql, given, clock)
    return redacted_rows(_run(database, statement, values, limits, cancel), redactor, statement)


def query_values(query: SavedQuery, given: Mapping[str, str], clock: Clock) -> dict[str, Bindable]:
    """The values of a saved question by name, those of the clock among them. Raises InvalidInput."""
    asked_for = [parameter for parameter in query.parameters if parameter.type not in IDENTIFIERS]
    values = {parameter.name: bound(parameter, given.get(parameter.name)) for parameter in asked_for}
    known = [parameter.name for parameter in query.parameters]
    unknown = [name for name in given if name not in known]
    if unknown:
        names = ", ".join(known) or "none"
        raise InvalidInput(f"The query has no parameter “{unknown[0]}”.", advice=f"Its parameters are: {names}.")
    return {**clock_values(clock), **values}


def sql_values(sql: str, given: Mapping[str, str], clock: Clock) -> tuple[str, dict[str, Bindable]]:
    """The one statement of a text, and its values by name. Raises InvalidInput."""
    found = statements(sql)
    if len(found) != 1:
        what = NOTHING if not found else f"There are {len(found)} statements."
        raise InvalidInput(what, advice=WRITE_ONE if not found else "Run them one at a time.")
    return found[0].sql, given_values(found, given, clock)


def given_values(found: tuple[Statement, ...], given: Mapping[str, str], clock: Clock) -> dict[str, Bindable]:
    """The value of every parameter of some statements by its name; of ``?`` by its number. Raises InvalidInput."""
    values = clock_values(clock)
    for statement in found:
        for one in asked(statement.sql):
            if one.name in given:
                values[one.name] = bound(Parameter(one.name), given[one.name])
            elif one.name not in values:
                named = f"{one.text} (number {one.number})" if one.text == "?" else one.text
                raise InvalidInput(f"The parameter {named} has no value.", advice="Give it one.")
    return values


def _run(
    database: Database,
    sql: str,
    values: Mapping[str, Bindable],
    limits: Limits,
    cancel: CancelToken | None,
) -> Rows:
    """The rows, nothing masked."""
    named = bindings(sql, values)
    return database.read(
        lambda reader: reader.user_rows(
            sql,
            named,
            limit=limits.rows,
            cell_limit=limits.cell,
            time_limit_s=limits.seconds,
            room=Room(limits.bytes),
        ),
        cancel,
    )


def masked_by_row(rows: Rows, redactor: Redactor, sql: str) -> Rows:
    """The answer to a question that we wrote, as it may be shown.

    It walks JSON to show what people and agents said, and never to take a secret out of it; so what it computes is
    masked as text is. But in a row that names a secret (the ledger tells a field and its value) nothing is believed.
    """
    mild, strict = redacted_rows(rows, redactor), redacted_rows(rows, redactor, sql)
    if mild.rows == strict.rows:
        return mild
    chosen = (
        b if any(_names_secret(cell) for cell in raw) else a for raw, a, b in zip(rows, mild, strict, strict=True)
    )
    return replace(mild, rows=tuple(chosen))


def _names_secret(cell: Value) -> bool:
    return isinstance(cell, str) and len(cell) <= _NAME and is_secret_name(cell)
