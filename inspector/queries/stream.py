"""Answers of any length, handed on as they come: what is saved to a file is read and masked part by part."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db.catalog import Catalog
from inspector.db.database import Database
from inspector.db.reader import Reader
from inspector.db.redacted import redacted_rows
from inspector.db.rows import ResultColumn, Rows
from inspector.db.values import Bindable, Value
from inspector.errors import InvalidInput
from inspector.queries.binding import bindings
from inspector.queries.library import SavedQuery
from inspector.queries.run import NOTHING, WRITE_ONE, Mask, given_values, mask_of, query_values
from inspector.queries.scan import statements
from inspector.queries.script import TEMPORARY
from inspector.redaction import Redactor


class Sink(Protocol):
    """Who takes the rows."""

    def begin(self, columns: tuple[ResultColumn, ...]) -> None:
        """The rows of the answer follow; what was handed over before is void: the file was written to meanwhile."""

    def add(self, rows: Sequence[tuple[Value, ...]]) -> None:
        """The next rows, secrets masked."""


@dataclass(frozen=True)
class Streamed:
    """What was handed over."""

    rows: int
    """How many rows."""
    truncated: bool = False
    """Whether there are more than the limit."""


def stream_rows(
    database: Database,
    sql: str,
    given: Mapping[str, str],
    clock: Clock,
    redactor: Redactor,
    sink: Sink,
    *,
    limit: int | None = None,
    seconds: float | None = None,
    cancel: CancelToken | None = None,
) -> Streamed:
    """Hand the rows of the last statement of a script of the user's to ``sink``; those before it are run first, on the
    same state of the file: they may fill temporary tables. Raises what running it raises."""
    found = statements(sql)
    if not found:
        raise InvalidInput(NOTHING, advice=WRITE_ONE)
    values = given_values(found, given, clock)
    flow = _Masking(sink, redactor, found[-1].sql, redacted_rows)
    return _stream(database, [one.sql for one in found], values, flow, limit, seconds, cancel)


def stream_query(
    database: Database,
    query: SavedQuery,
    given: Mapping[str, str],
    clock: Clock,
    redactor: Redactor,
    sink: Sink,
    *,
    limit: int | None = None,
    seconds: float | None = None,
    cancel: CancelToken | None = None,
    names: Catalog | None = None,
) -> Streamed:
    """Hand the rows of a saved question to ``sink``. Raises what asking it raises."""
    values = query_values(query, given, clock)
    sql = query.written(given, names or database.catalog(cancel))
    flow = _Masking(sink, redactor, sql, mask_of(query))
    return _stream(database, [sql], values, flow, limit, seconds, cancel)


def _stream(
    database: Database,
    sqls: Sequence[str],
    values: Mapping[str, Bindable],
    flow: _Masking,
    limit: int | None,
    seconds: float | None,
    cancel: CancelToken | None,
) -> Streamed:
    *before, last = sqls

    def work(reader: Reader) -> bool:
        flow.carried = frozenset(), ""
        for sql in before:
            rows = reader.user_rows(sql, bindings(sql, values), limit=1, cell_limit=1, time_limit_s=seconds)
            flow.carry(rows.reads, sql)
        return reader.user_stream(last, bindings(last, values), flow, limit=limit, time_limit_s=seconds)

    more = database.read(work, cancel)
    return Streamed(flow.count, more)


class _Masking:
    """Masks each part by what the statement reads."""

    def __init__(self, sink: Sink, redactor: Redactor, sql: str, mask: Mask) -> None:
        self._sink = sink
        self._redactor = redactor
        self._sql = sql
        self._mask = mask
        self._columns: tuple[ResultColumn, ...] = ()
        self._reads: frozenset[tuple[str, str]] = frozenset()
        self._whole = sql
        self.carried: tuple[frozenset[tuple[str, str]], str] = (frozenset(), "")
        """What earlier statements read, and their text: it may stand in a temporary table."""
        self.count = 0
        """Rows that were handed over."""

    def carry(self, reads: Collection[tuple[str, str]], sql: str) -> None:
        """An earlier statement was run."""
        before, text = self.carried
        self.carried = before | frozenset(reads), f"{text}\n{sql}"

    def begin(self, columns: tuple[ResultColumn, ...], reads: Collection[tuple[str, str]]) -> None:
        carried, text = self.carried
        self._columns, self._reads, self._whole = columns, frozenset(reads), self._sql
        if any(table == TEMPORARY for table, _ in carried):
            self._reads |= carried
            self._whole = f"{text}\n{self._sql}"
            self._columns = tuple(replace(c, table="", origin="") if c.schema == "temp" else c for c in columns)
        self.count = 0
        self._sink.begin(columns)

    def add(self, rows: Sequence[tuple[Value, ...]]) -> None:
        part = Rows(self._columns, tuple(rows), reads=self._reads)
        self._sink.add(self._mask(part, self._redactor, self._whole).rows)
        self.count += len(rows)
