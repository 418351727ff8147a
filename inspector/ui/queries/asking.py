"""Asking a question in a worker: the answer ready for the grid, or the fault with what a person can do about it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db.catalog import Table
from inspector.db.quoting import name, qualified
from inspector.db.reader import Reader
from inspector.db.rows import RowRef, Rows
from inspector.errors import InvalidInput, KnownError, SqlError
from inspector.families.registry import GENERIC
from inspector.queries.identifiers import CATALOG_PICKERS
from inspector.queries.library import SavedQuery
from inspector.queries.pickers import Choice, load_choices
from inspector.queries.run import Limits
from inspector.queries.scan import statements
from inspector.settings import Settings
from inspector.ui.queries.answer import AnswerGrid, answer_grid
from inspector.workspace.answers.ask_sources import QueryAnswer, ask_query, ask_sql, own_names
from inspector.workspace.source import Source

_NAMED = 3
_JSON = re.compile(r"json_\w+\(\s*(?:\w+\.)?(\w+)")
_EQUAL = re.compile(r"(\w+)\s*=\s*:(\w+)")


@dataclass(frozen=True)
class Asked:
    """What is asked, of whom, with which limits."""

    source: Source
    """Of whom."""
    query: SavedQuery | None
    """The saved question; None for one's own statement."""
    sql: str
    """The statement."""
    given: Mapping[str, str]
    """Texts of the parameters by name."""
    clock: Clock
    """The "as of" time."""
    limits: Limits
    """Rows, seconds, length of cells."""

    def ask(self, cancel: CancelToken) -> QueryAnswer:
        """The answer. Raises KnownError, Cancelled."""
        if self.query is not None:
            return ask_query(self.source, self.query, self.given, self.clock, self.limits, cancel)
        return ask_sql(self.source, self.sql, self.given, self.clock, self.limits, cancel)

    def ask_whole(self, cancel: CancelToken) -> QueryAnswer:
        """The answer with whole cells."""
        return replace(self, limits=replace(self.limits, cell=None)).ask(cancel)


@dataclass(frozen=True)
class Fault:
    """Why there is no answer."""

    error: KnownError
    """What happened."""
    offset: int | None = None
    """The place in the statement, in characters."""
    rows: tuple[tuple[Source, RowRef], ...] = ()
    """Rows whose JSON is malformed: those that ended it."""

    @property
    def words(self) -> str:
        """In one or two sentences."""
        return " ".join(part for part in (self.error.what, self.error.advice) if part)


Outcome = tuple[QueryAnswer, AnswerGrid] | Fault


def limits_of(settings: Settings) -> Limits:
    """The limits that the settings say."""
    return Limits(max(1, int(settings.get("query.row_limit"))), max(1, int(settings.get("query.time_limit_s"))))


def ask(asked: Asked, cancel: CancelToken) -> Outcome:
    """Ask; a statement that fails is told as a :class:`Fault`. Raises other KnownErrors, Cancelled."""
    try:
        answer = asked.ask(cancel)
    except SqlError as error:
        return Fault(error, _place(asked.sql, error), _malformed(asked, error, cancel))
    return answer, answer_grid(answer, cancel)


def choices(source: Source, query: SavedQuery, picker: str, cancel: CancelToken) -> tuple[Choice, ...]:
    """What a parameter can be chosen from: of the first database that knows; tables and columns of all."""
    every: dict[str, Choice] = {}
    for part in source.walk():
        if part.database is None or query.family not in (part.family.id, GENERIC):
            continue
        found = load_choices(
            part.database,
            query.family,
            picker,
            part.redactor,
            part.family.queries_root if query.family != GENERIC else None,
            cancel,
            part.context,
        )
        if found and picker not in CATALOG_PICKERS:
            return found
        every |= {choice.value: choice for choice in found if choice.value not in every}
    return tuple(every.values())


def statement_of(source: Source, query: SavedQuery, given: Mapping[str, str], cancel: CancelToken) -> str:
    """The SQL of a question as it is run: the tables and columns that are chosen are written into it.

    Where not all are, it is as it stands in the question. Raises what reading a catalog raises, Cancelled.
    """
    for part in source.walk():
        if part.database is not None:
            try:
                return query.written(given, own_names(part, part.database.catalog(cancel)))
            except InvalidInput:
                continue
    return query.sql


def names_parts(query: SavedQuery) -> bool:
    """Whether tables or columns are chosen for it."""
    return any(parameter.type in ("table", "column") for parameter in query.parameters)


def place_words(sql: str, offset: int | None) -> str:
    """ "line 3, column 14"; empty where no place is known."""
    if offset is None:
        return ""
    before = sql[:offset]
    return f"line {before.count(chr(10)) + 1}, column {offset - (before.rfind(chr(10)) + 1) + 1}"


def _place(sql: str, error: SqlError) -> int | None:
    if error.offset is None:
        return None
    found = statements(sql)
    start = found[0].start if found and error.sql == found[0].sql else sql.find(error.sql)
    return start + error.offset if start >= 0 else None


def _malformed(asked: Asked, error: SqlError, cancel: CancelToken) -> tuple[tuple[Source, RowRef], ...]:
    """The rows of the columns that a saved question needs whose JSON cannot be read."""
    if asked.query is None or "malformed JSON" not in f"{error.what} {error.details}":
        return ()
    found: list[tuple[Source, RowRef]] = []
    read_as_json = set(_JSON.findall(asked.sql))
    for part in asked.source.walk():
        if part.database is None or asked.query.family != part.family.id:
            continue
        catalog = part.database.catalog(cancel)
        for need in asked.query.needs.names:
            table_name, _, column = need.partition(".")
            table = catalog.table(table_name)
            if table is None or not table.has_rowid or column not in read_as_json:
                continue
            same = _same(asked, table)
            also = "".join(f" AND {name(one)} = ?" for one in same)
            sql = (
                f"SELECT {table.rowid_name} FROM {qualified(table.schema, table.name)} "
                f"WHERE NOT json_valid({name(column)}){also} ORDER BY 1 DESC LIMIT {_NAMED}"
            )
            read = partial(_rows, sql, tuple(same.values()))
            rows = part.database.read(read, cancel)
            found += [(part, RowRef(table.schema, table.name, (row[0],))) for row in rows]
    return tuple(found[:_NAMED])


def _same(asked: Asked, table: Table) -> dict[str, str]:
    """Column -> value of what the question asks of a table for equality: other rows did not end it."""
    pairs = _EQUAL.findall(asked.sql)
    return {column: asked.given[to] for column, to in pairs if to in asked.given and table.column(column) is not None}


def _rows(sql: str, params: tuple[str, ...], reader: Reader) -> Rows:
    return reader.rows(sql, params)
