"""Running statements inside one read: bounded, read to the end, their values exact, their errors in our words."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeVar

import apsw

from inspector.cancel import CancelToken
from inspector.db import budget, quoting
from inspector.db.authorize import Authorizer
from inspector.db.byte_form import (
    asks_for_columns,
    byte_form,
    decoder,
    has_byte_form,
    short_decoder,
    short_form,
    told_columns,
)
from inspector.db.native.lease import Lease, LockBudgetSpent
from inspector.db.one_statement import refuse_more
from inspector.db.rows import ResultColumn, Rows
from inspector.db.sendable import check_sendable
from inspector.db.streaming import Decoded, Flow, kept, pour
from inspector.db.translate import translate
from inspector.db.values import Parameters, Value
from inspector.errors import (
    ChangedWhileReading,
    FileBusy,
    KnownError,
    MemoryLimitReached,
    SqlError,
    StatementRefused,
    TimeLimitReached,
    ValueTooLong,
)

PROGRESS_STEPS = 20_000
"""Virtual machine steps between two looks at the clock and the token: about a millisecond."""
LOOK_S = 0.05
"""Seconds between two looks at the files while a statement runs: an answer that will be thrown away ends soon."""

T = TypeVar("T")

_ENCODINGS = {"UTF-8": "utf-8", "UTF-16le": "utf-16-le", "UTF-16be": "utf-16-be"}


class Reader:
    """What a read may do. It lives as long as the read and is used on its thread only."""

    def __init__(
        self,
        connection: apsw.Connection,
        *,
        path: str,
        cancel: CancelToken,
        lease: Lease | None = None,
        unchanged: Callable[[], bool] = lambda: True,
        journals: Mapping[str, str] | None = None,
        gate: Callable[[], Authorizer] = Authorizer,
        work_ends_at: int | None = None,
    ) -> None:
        self._connection = connection
        self._path = path
        self._cancel = cancel
        self._lease = lease
        self._unchanged = unchanged
        self._next_look = 0.0
        self._journals = journals or {}
        self._gate = gate
        self._deadline: float | None = None
        self._work_ends_at: int | None = None
        self._all_work_ends_at = work_ends_at
        self._room: budget.Room | None = None
        self._connected = False
        self._why_ended: type[Exception] | None = None
        self._may_leave_tables = False
        self._encoding: str | None = None
        self.schema_faults: tuple[str, ...] = ()
        """What SQLite says of what is malformed in a schema, and left out."""
        self.cut_short: FileBusy | None = None
        """What ended a statement so that the whole read has to be made again."""
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
        self._may_leave_tables = self._may_leave_tables or sql.startswith("CREATE ")
        return self._run(sql, params, limit, cell_limit, None)

    def user_rows(
        self,
        sql: str,
        params: Parameters = (),
        *,
        limit: int,
        cell_limit: int | None = None,
        time_limit_s: float | None = None,
        room: budget.Room | None = None,
    ) -> Rows:
        """Run a statement that a person wrote: behind the authorizer, with limits; ``Rows.reads`` tells what it read.

        ``room`` is what is left for its cells, where several statements share it. Raises StatementRefused with the rule
        that it broke, TimeLimitReached, MemoryLimitReached, and what :meth:`rows` raises.
        """
        self._room = room if room is not None else budget.Room()
        try:
            return self._guarded(sql, params, limit, cell_limit, time_limit_s)
        finally:
            self._room = None

    def user_stream(
        self,
        sql: str,
        params: Parameters,
        flow: Flow,
        *,
        limit: int | None = None,
        time_limit_s: float | None = None,
    ) -> bool:
        """Run a statement that a person wrote as :meth:`user_rows` does, its rows handed to ``flow`` as they come.

        Whether there are more rows than ``limit``. Nothing that was handed over counts before the read as a whole is
        known to be of one state. Raises what :meth:`user_rows` raises.
        """
        return self._guarded(sql, params, limit, None, time_limit_s, flow).truncated

    def value(self, sql: str, params: Parameters = ()) -> Value:
        """First column of the first row; None if there is no row."""
        found = self.rows(sql, params, limit=1)
        return found.rows[0][0] if found.rows else None

    def value_list(self, sql: str, params: Parameters = ()) -> tuple[Value, ...]:
        """First column of all rows."""
        return tuple(row[0] for row in self.rows(sql, params))

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

    def blob_part(self, schema: str, table: str, column: str, rowid: int, start: int, count: int) -> bytes:
        """``count`` bytes from ``start`` on of a text or BLOB cell of a rowid table."""
        part = b""
        with self._statement(""), self._connection.blob_open(schema, table, column, rowid, False) as blob:
            blob.seek(min(start, blob.length()))
            part = blob.read(count)
        return part

    def described(self, sql: str) -> Rows:
        """The columns of a statement with their origins and what it would read; it is not run."""
        gate = Authorizer()
        self._connection.authorizer = gate
        try:
            return Rows(self._columns_of(sql, (), gate), (), reads=frozenset(gate.reads))
        finally:
            self._connection.authorizer = None

    def has_tokenizer(self, name: str) -> bool:
        """Whether FTS5 can split text with this tokenizer here."""
        with self._statement(""):
            found = self._connection.fts5_tokenizer_available(name)
        return found

    def on_connection(self, work: Callable[[apsw.Connection], T]) -> T:
        """Run work of this package on the connection itself: what SQL cannot ask, such as tokenizers.

        Raises what :meth:`rows` raises.
        """
        self._cancel.check()
        with self._statement(""):
            return work(self._connection)

    def left_tables(self) -> bool:
        """Whether temporary tables are left: those of the user's statements, or of work of ours that was ended."""
        if not self._may_leave_tables:
            return False
        try:
            return bool(self._connection.execute("SELECT count(*) FROM temp.sqlite_master").get)
        except apsw.Error:
            return True

    def _guarded(
        self,
        sql: str,
        params: Parameters,
        limit: int | None,
        cell_limit: int | None,
        time_limit_s: float | None,
        flow: Flow | None = None,
    ) -> Rows:
        self._deadline = time.monotonic() + time_limit_s if time_limit_s is not None else None
        self._work_ends_at = self._all_work_ends_at or budget.work_ends_at()
        self._may_leave_tables = True
        try:
            with budget.bounded(self._connection):
                try:
                    return self._behind(self._gate(), sql, params, limit, cell_limit, flow)
                except StatementRefused:
                    if not self._connect_virtual_tables():
                        raise
                    return self._behind(self._gate(), sql, params, limit, cell_limit, flow)
        except MemoryError as error:
            raise budget.too_much_work(self._path) from error
        finally:
            # what ended this statement ends no other: what it changed on a copy is read next
            self._deadline = self._work_ends_at = self._why_ended = None

    def _behind(
        self,
        gate: Authorizer,
        sql: str,
        params: Parameters,
        limit: int | None,
        cell_limit: int | None,
        flow: Flow | None = None,
    ) -> Rows:
        self._connection.authorizer = gate
        try:
            return replace(self._run(sql, params, limit, cell_limit, gate, flow), reads=frozenset(gate.reads))
        finally:
            self._connection.authorizer = None

    def _connect_virtual_tables(self) -> bool:
        """Have the modules prepare what they prepare when a table is first met: rtree's writing is not the user's.

        Whether there was any to connect: done once.
        """
        if self._connected:
            return False
        self._connected = True
        met = 0
        for schema in self.value_list("SELECT name FROM pragma_database_list"):
            listed = "SELECT name FROM pragma_table_list WHERE schema = ? AND type = 'virtual'"
            for table in self.value_list(listed, (str(schema),)):
                met += 1
                with contextlib.suppress(KnownError):
                    self.rows(f"SELECT 1 FROM {quoting.qualified(str(schema), str(table))} LIMIT 0")
        return met > 0

    def _run(
        self,
        sql: str,
        params: Parameters,
        limit: int | None,
        cell_limit: int | None,
        gate: Authorizer | None,
        flow: Flow | None = None,
    ) -> Rows:
        self._cancel.check()
        check_sendable(sql, params)
        started = time.perf_counter()
        room = self._room.left if self._room is not None else 0
        try:
            columns, rows, more = self._fetch(sql, params, limit, cell_limit, gate, flow)
        except UnicodeDecodeError:
            columns, rows, more = self._run_bytes(sql, params, limit, cell_limit, gate, flow)
        except ValueTooLong:
            if flow is not None or limit is None or cell_limit is None or not has_byte_form(sql):
                raise
            columns, rows, more = self._fetch_short(sql, params, limit, cell_limit, gate)
        full = more and limit is not None and len(rows) < limit
        used = room - self._room.left if self._room is not None else 0
        return Rows(columns, rows, more, full, used, (time.perf_counter() - started) * 1000)

    def _fetch(
        self,
        sql: str,
        params: Parameters,
        limit: int | None,
        cell_limit: int | None,
        gate: Authorizer | None,
        flow: Flow | None = None,
    ) -> tuple[tuple[ResultColumn, ...], tuple[tuple[Value, ...], ...], bool]:
        described: list[tuple[ResultColumn, ...]] = []

        def begin(cursor: apsw.Cursor, statement: str, _bindings: object) -> bool:
            refuse_more(sql, statement, self._path)
            described.append(_describe(cursor))
            if gate is not None:
                gate.before_run(statement)
            return True

        with self._statement(sql, gate):
            cursor = self._connection.cursor()
            cursor.exec_trace = begin
            try:
                found = cursor.execute(sql, params)
                if flow is not None:
                    columns = described[0] if described else ()
                    return columns, (), pour(found, columns, gate.reads if gate else (), flow, limit)
                rows, more = kept(found, limit, cell_limit, self._room if gate is not None else None)
            except KeyError as error:
                raise SqlError(f"The parameter “{error.args[0]}” has no value.", sql=sql, path=self._path) from error
            finally:
                cursor.close(True)
        return described[0] if described else (), rows, more

    def _run_bytes(
        self,
        sql: str,
        params: Parameters,
        limit: int | None,
        cell_limit: int | None,
        gate: Authorizer | None,
        flow: Flow | None = None,
    ) -> tuple[tuple[ResultColumn, ...], tuple[tuple[Value, ...], ...], bool]:
        if has_byte_form(sql):
            try:
                return self._fetch_bytes(sql, params, limit, cell_limit, gate, flow)
            except UnicodeDecodeError:
                pass
        raise SqlError(
            "The statement meets a name whose bytes are not valid text.",
            sql=sql,
            path=self._path,
            advice="Browse the table instead: its columns are taken by their places there.",
        )

    def _fetch_bytes(
        self,
        sql: str,
        params: Parameters,
        limit: int | None,
        cell_limit: int | None,
        gate: Authorizer | None,
        flow: Flow | None = None,
    ) -> tuple[tuple[ResultColumn, ...], tuple[tuple[Value, ...], ...], bool]:
        """The same statement where a text is not valid: every text comes as its bytes and is decoded here."""
        columns = self._columns_of(sql, params, gate)
        wrapped = byte_form(sql, len(columns), limit)
        exact = decoder(len(columns), self.encoding(), cell_limit)
        if flow is not None:
            _, _, more = self._fetch(wrapped, params, limit, None, gate, Decoded(flow, columns, exact))
            return columns, (), more
        _, pairs, more = self._fetch(wrapped, params, limit, None, gate)
        return columns, tuple(map(exact, pairs)), more

    def _fetch_short(
        self, sql: str, params: Parameters, limit: int, cell_limit: int, gate: Authorizer | None
    ) -> tuple[tuple[ResultColumn, ...], tuple[tuple[Value, ...], ...], bool]:
        """The same statement where a cell is too long to be read: of that one comes the length alone."""
        columns = self._columns_of(sql, params, gate)
        exact = short_decoder(len(columns), self.encoding(), cell_limit, budget.VALUE_BYTES)
        _, parts, more = self._fetch(short_form(sql, len(columns), budget.VALUE_BYTES), params, limit, None, gate)
        return columns, tuple(map(exact, parts)), more

    def _columns_of(self, sql: str, params: Parameters, gate: Authorizer | None) -> tuple[ResultColumn, ...]:
        """The columns of a statement, which is not run."""
        described: list[tuple[ResultColumn, ...]] = []

        def stop(cursor: apsw.Cursor, _sql: str, _bindings: object) -> bool:
            described.append(_describe(cursor))
            return False

        with self._statement(sql, gate):
            cursor = self._connection.cursor()
            cursor.exec_trace = stop
            try:
                cursor.execute(sql, params)
            except apsw.ExecTraceAbort:
                pass
            except UnicodeDecodeError:
                described = [tuple(ResultColumn(f"column {i + 1}") for i in range(self._count_columns(sql, params)))]
            finally:
                cursor.close(True)
        return described[0]

    def _count_columns(self, sql: str, params: Parameters) -> int:
        """How many columns a statement has whose names cannot be read: SQLite tells when it is given too few names."""
        try:
            self._connection.execute(asks_for_columns(sql), params)
        except apsw.SQLError as error:
            told = told_columns(str(error))
            if told is None:
                raise
            return told
        return 1

    @contextmanager
    def _statement(self, sql: str, gate: Authorizer | None = None) -> Iterator[None]:
        """Runs a statement under the lease, and gives its errors our words."""
        self._why_ended = None
        self._next_look = time.monotonic() + LOOK_S
        try:
            if self._lease is not None:
                self._lease.enter()
            try:
                yield
            except apsw.Error as error:
                raise self._translated(error, sql, gate) from error
            finally:
                if self._lease is not None:
                    self._lease.leave()
        except FileBusy as error:
            self.cut_short = error
            raise

    def _translated(self, error: apsw.Error, sql: str, gate: Authorizer | None) -> Exception:
        if self._why_ended is TimeLimitReached:
            return TimeLimitReached(
                "The query took longer than its time limit and was ended.",
                path=self._path,
                advice="Ask for less, or raise the limit.",
            )
        if self._why_ended is MemoryLimitReached or (isinstance(error, apsw.NoMemError) and gate is not None):
            return budget.too_much_work(self._path)
        if isinstance(error, apsw.TooBigError) and gate is not None:
            return budget.value_too_long(self._path)
        if isinstance(error, apsw.FullError) and gate is not None:
            return budget.copy_is_full(self._path)
        if self._why_ended is LockBudgetSpent and self._lease is not None:
            return self._lease.error()
        if self._why_ended is ChangedWhileReading:
            return ChangedWhileReading("The file was written to while it was read.", path=self._path)
        if gate is not None and gate.refusal:
            refused = StatementRefused(
                f"Refused: {gate.refusal}.",
                sql=sql,
                path=self._path,
                advice=gate.advice,
                details=str(error),
            )
            refused.on_a_copy = not gate.reaches_out
            return refused
        return translate(error, path=self._path, sql=sql, cancel=self._cancel)

    def _progress(self) -> bool:
        """Whether SQLite should end the running statement; records why."""
        if self._cancel.cancelled:
            return True
        now = time.monotonic()
        if self._lease is not None and self._lease.spent:
            self._why_ended = LockBudgetSpent
        elif self._deadline is not None and now > self._deadline:
            self._why_ended = TimeLimitReached
        elif self._work_ends_at is not None and budget.work_is_spent(self._work_ends_at):
            self._why_ended = MemoryLimitReached
        elif now > self._next_look:
            self._next_look = now + LOOK_S
            if not self._unchanged():
                self._why_ended = ChangedWhileReading
        return self._why_ended is not None


def _describe(cursor: apsw.Cursor) -> tuple[ResultColumn, ...]:
    return tuple(
        ResultColumn(name, declared or "", schema or "", table or "", origin or "")
        for name, declared, schema, table, origin in cursor.description_full
    )
