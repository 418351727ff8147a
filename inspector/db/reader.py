"""Running statements inside one read: bounded, read to the end, their values exact, their errors in our words."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

import apsw

from inspector.cancel import CancelToken
from inspector.db.authorize import Authorizer
from inspector.db.rows import ResultColumn, Rows
from inspector.db.translate import translate
from inspector.db.values import Parameters, Value, shorten, text_of
from inspector.errors import FileBusy, SqlError, StatementRefused, TimeLimitReached

PROGRESS_STEPS = 20_000
"""Virtual machine steps between two looks at the clock and the token: about a millisecond."""

_ENCODINGS = {"UTF-8": "utf-8", "UTF-16le": "utf-16-le", "UTF-16be": "utf-16-be"}


class LockBudgetSpent(FileBusy):
    """A statement would have held a lock longer than a writer waits; it is run again on a copy."""


class Reader:
    """What a read may do. It lives as long as the read and is used on its thread only."""

    def __init__(
        self,
        connection: apsw.Connection,
        *,
        path: str,
        cancel: CancelToken,
        lock_budget_ms: float | None = None,
        held: Callable[[float], None] = lambda _ms: None,
        journals: Mapping[str, str] | None = None,
    ) -> None:
        self._connection = connection
        self._path = path
        self._cancel = cancel
        self._lock_budget_ms = lock_budget_ms
        self._held = held
        self._journals = journals or {}
        self._deadline: float | None = None
        self._why_ended: type[Exception] | None = None
        self._started = 0.0
        self._encoding: str | None = None
        connection.set_progress_handler(self._progress, PROGRESS_STEPS)

    @property
    def cancel(self) -> CancelToken:
        """The token of this read; long loops over results ask it."""
        return self._cancel

    def rows(
        self, sql: str, params: Parameters = (), *, limit: int | None = None, cell_limit: int | None = None
    ) -> Rows:
        """Run one SELECT of ours, read it to its end or to ``limit`` rows, close it.

        Cells longer than ``cell_limit`` characters or bytes come back as :class:`Large`.
        Raises SqlError, FileDamaged, FileBusy, Cancelled.
        """
        return self._run(sql, params, limit, cell_limit, None)

    def user_rows(
        self,
        sql: str,
        params: Parameters = (),
        *,
        limit: int,
        cell_limit: int | None = None,
        time_limit_s: float | None = None,
    ) -> Rows:
        """Run a statement that a person wrote: behind the authorizer, with limits; ``Rows.reads`` tells what it read.

        Raises StatementRefused with the rule that it broke, TimeLimitReached, and what :meth:`rows` raises.
        """
        authorizer = Authorizer()
        self._deadline = time.monotonic() + time_limit_s if time_limit_s is not None else None
        try:
            self._connection.authorizer = authorizer
            return replace(self._run(sql, params, limit, cell_limit, authorizer), reads=frozenset(authorizer.reads))
        finally:
            self._deadline = None
            self._connection.authorizer = None

    def value(self, sql: str, params: Parameters = ()) -> Value:
        """First column of the first row; None if there is no row."""
        found = self.rows(sql, params, limit=1)
        return found.rows[0][0] if found.rows else None

    def cell(self, sql: str, params: Parameters = ()) -> Value:
        """One whole cell, however long; a row that is gone raises SqlError."""
        found = self.rows(sql, params, limit=1)
        if not found.rows:
            raise SqlError("This row is not there any more.", sql=sql, path=self._path, advice="Refresh the view.")
        return found.rows[0][0]

    def encoding(self) -> str:
        """Python's name of the encoding in which the database keeps text."""
        if self._encoding is None:
            found = str(self.value("PRAGMA encoding"))
            self._encoding = _ENCODINGS.get(found, "utf-8")
        return self._encoding

    def journal_of(self, schema: str) -> str:
        """``wal`` or ``rollback``, from the file's header: SQLite says ``delete`` of a WAL file opened immutable."""
        return self._journals.get(schema, "")

    def blob_prefix(self, schema: str, table: str, column: str, rowid: int, count: int) -> bytes:
        """The first ``count`` bytes of a text or BLOB cell of a rowid table, without reading the rest of it."""
        return self.blob_part(schema, table, column, rowid, 0, count)

    def blob_part(self, schema: str, table: str, column: str, rowid: int, start: int, count: int) -> bytes:
        """``count`` bytes from ``start`` on of a text or BLOB cell of a rowid table."""
        part = b""
        with self._statement(""), self._connection.blob_open(schema, table, column, rowid, False) as blob:
            blob.seek(min(start, blob.length()))
            part = blob.read(count)
        return part

    def _run(
        self, sql: str, params: Parameters, limit: int | None, cell_limit: int | None, gate: Authorizer | None
    ) -> Rows:
        self._cancel.check()
        started = time.perf_counter()
        try:
            columns, rows, more = self._fetch(sql, params, limit, cell_limit, gate)
        except UnicodeDecodeError:
            columns, rows, more = self._fetch_bytes(sql, params, limit, cell_limit, gate)
        return Rows(columns, rows, more, (time.perf_counter() - started) * 1000)

    def _fetch(
        self, sql: str, params: Parameters, limit: int | None, cell_limit: int | None, gate: Authorizer | None
    ) -> tuple[tuple[ResultColumn, ...], tuple[tuple[Value, ...], ...], bool]:
        described: list[tuple[ResultColumn, ...]] = []
        with self._statement(sql, gate):
            cursor = self._connection.cursor()
            cursor.exec_trace = lambda cursor, _sql, _bindings: _describe(cursor, described)
            try:
                found = cursor.execute(sql, params)
                wanted = None if limit is None else limit + 1
                if cell_limit is None:
                    rows = list(itertools.islice(found, wanted))
                else:
                    rows = [tuple(shorten(v, cell_limit) for v in row) for row in itertools.islice(found, wanted)]
            finally:
                cursor.close(True)
        more = limit is not None and len(rows) > limit
        return described[0] if described else (), tuple(rows[:limit]), more

    def _fetch_bytes(
        self, sql: str, params: Parameters, limit: int | None, cell_limit: int | None, gate: Authorizer | None
    ) -> tuple[tuple[ResultColumn, ...], tuple[tuple[Value, ...], ...], bool]:
        """The same statement where a text is not valid: every text comes as its bytes and is decoded here.

        MATERIALIZED keeps the inner ORDER BY.
        """
        columns = self._columns_of(sql, params)
        names = [f"c{i}" for i in range(len(columns))]
        cells = ", ".join(
            f"typeof({n}), CASE typeof({n}) WHEN 'text' THEN CAST({n} AS BLOB) ELSE {n} END" for n in names
        )
        inner = sql.strip().rstrip(";")
        wrapped = f"WITH q({', '.join(names)}) AS MATERIALIZED ({inner}\n) SELECT {cells} FROM q"
        self._connection.authorizer = None
        encoding = self.encoding()
        self._connection.authorizer = gate
        _, pairs, more = self._fetch(wrapped, params, limit, None, gate)
        rows = tuple(
            tuple(
                _cell(row[2 * i], row[2 * i + 1], encoding, cell_limit)  # type: ignore[arg-type]
                for i in range(len(columns))
            )
            for row in pairs
        )
        return columns, rows, more

    def _columns_of(self, sql: str, params: Parameters) -> tuple[ResultColumn, ...]:
        described: list[tuple[ResultColumn, ...]] = []
        cursor = self._connection.cursor()

        def stop(cursor: apsw.Cursor, _sql: str, _bindings: object) -> bool:
            _describe(cursor, described)
            return False

        cursor.exec_trace = stop
        try:
            cursor.execute(sql, params)
        except apsw.ExecTraceAbort:
            pass
        finally:
            cursor.close(True)
        return described[0]

    @contextmanager
    def _statement(self, sql: str, gate: Authorizer | None = None) -> Iterator[None]:
        """Times the lock that a statement holds, and gives its errors our words."""
        self._why_ended = None
        self._started = time.perf_counter()
        try:
            yield
        except apsw.Error as error:
            raise self._translated(error, sql, gate) from error
        finally:
            self._held((time.perf_counter() - self._started) * 1000)

    def _translated(self, error: apsw.Error, sql: str, gate: Authorizer | None) -> Exception:
        if self._why_ended is TimeLimitReached:
            return TimeLimitReached(
                "The query took longer than its time limit and was ended.",
                path=self._path,
                advice="Ask for less, or raise the limit.",
            )
        if self._why_ended is LockBudgetSpent:
            return LockBudgetSpent("The statement takes longer than a writer may be kept waiting.", path=self._path)
        if gate is not None and gate.refusal:
            return StatementRefused(
                f"Refused: {gate.refusal}.",
                sql=sql,
                path=self._path,
                advice="Statements here may read, and make temporary tables.",
                details=str(error),
            )
        return translate(error, path=self._path, sql=sql, cancel=self._cancel)

    def _progress(self) -> bool:
        """Whether SQLite should end the running statement; records why."""
        if self._cancel.cancelled:
            return True
        if self._deadline is not None and time.monotonic() > self._deadline:
            self._why_ended = TimeLimitReached
            return True
        held_ms = (time.perf_counter() - self._started) * 1000
        if self._lock_budget_ms is not None and held_ms > self._lock_budget_ms:
            self._why_ended = LockBudgetSpent
            return True
        return False


def _describe(cursor: apsw.Cursor, into: list[tuple[ResultColumn, ...]]) -> bool:
    into.append(
        tuple(
            ResultColumn(name, declared or "", schema or "", table or "", origin or "")
            for name, declared, schema, table, origin in cursor.description_full
        )
    )
    return True


def _cell(kind: str, value: Value, encoding: str, cell_limit: int | None) -> Value:
    if kind == "text" and isinstance(value, bytes):
        value = text_of(value, encoding)
    return value if cell_limit is None else shorten(value, cell_limit)
