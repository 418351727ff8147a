"""Answers of any length, handed on as they come: what is saved to a file is read and masked part by part."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db.catalog import Catalog
from inspector.db.database import Database
from inspector.db.redacted import redacted_rows
from inspector.db.rows import ResultColumn, Rows
from inspector.db.values import Bindable, Value
from inspector.queries.binding import bindings
from inspector.queries.library import SavedQuery
from inspector.queries.run import Mask, mask_of, query_values, sql_values
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
    """Hand the rows of one statement of the user's to ``sink``. Raises what running it raises."""
    statement, values = sql_values(sql, given, clock)
    flow = _Masking(sink, redactor, statement, redacted_rows)
    return _stream(database, statement, values, flow, limit, seconds, cancel)


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
    return _stream(database, sql, values, flow, limit, seconds, cancel)


def _stream(
    database: Database,
    sql: str,
    values: Mapping[str, Bindable],
    flow: _Masking,
    limit: int | None,
    seconds: float | None,
    cancel: CancelToken | None,
) -> Streamed:
    named = bindings(sql, values)
    more = database.read(lambda reader: reader.user_stream(sql, named, flow, limit=limit, time_limit_s=seconds), cancel)
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
        self.count = 0
        """Rows that were handed over."""

    def begin(self, columns: tuple[ResultColumn, ...], reads: Collection[tuple[str, str]]) -> None:
        self._columns, self._reads = columns, frozenset(reads)
        self.count = 0
        self._sink.begin(columns)

    def add(self, rows: Sequence[tuple[Value, ...]]) -> None:
        part = Rows(self._columns, tuple(rows), reads=self._reads)
        self._sink.add(self._mask(part, self._redactor, self._sql).rows)
        self.count += len(rows)
