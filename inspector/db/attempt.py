"""One try of one read: open every file the way its plan says, run the work, close, and see that nothing changed."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

import apsw

from inspector.cancel import CancelToken
from inspector.db import quoting
from inspector.db.access import AccessLog, AccessMode
from inspector.db.native.lease import Lease
from inspector.db.native.opening import Plan
from inspector.db.native.private_copy import LOCKED_COPY_BYTES
from inspector.db.reader import Reader
from inspector.db.signature import SIDECARS, look
from inspector.db.translate import translate
from inspector.errors import ChangedWhileReading, FileBusy, KnownError

T = TypeVar("T")

LOCK_BUDGET_MS = 200.0
"""Longest time one read may hold a shared lock, which a rollback-journal writer waits for."""
MARK_BUDGET_MS = 1000.0
"""Longest time one read of a file that can be copied instead may keep its log from being begun anew."""
BUSY_WAIT_MS = 400
"""How long SQLite waits for another program's lock within one attempt."""
_ENCODINGS = {1: "UTF-8", 2: "UTF-16le", 3: "UTF-16be"}


class Attempt:
    """One try of one read over all files of a database."""

    def __init__(self, plans: Mapping[str, Plan], logs: Mapping[str, AccessLog], cancel: CancelToken) -> None:
        self._plans = plans
        self._logs = logs
        self._cancel = cancel

    def run(self, work: Callable[[Reader], T]) -> T:
        """The validated answer. Raises FileBusy and its kinds if the try was in vain, and what ``work`` raises."""
        began = time.time()
        connection = self._connect()
        lease = self._lease(connection)
        try:
            reader = self._reader(connection, lease)
            reader.schema_faults = self._load_schemas(connection, lease)
            answer = work(reader)
            if reader.cut_short is not None:
                # the work took the end of a statement for an answer
                raise reader.cut_short
        except FileBusy as error:
            if isinstance(error, ChangedWhileReading):
                self._validate()  # counts it
            raise
        except Exception as error:
            # A torn read can look like damage or bad SQL: believe an error only if nothing changed meanwhile.
            self._validate()
            if isinstance(error, apsw.Error):
                raise translate(error, path=self._path, cancel=self._cancel) from error
            raise
        finally:
            if lease is not None:
                lease.close()
            self._account(connection)
            connection.close(True)
            self._look_for_leftovers()
        self._validate()
        self._record(began)
        return answer

    @property
    def _path(self) -> str:
        return next(iter(self._plans.values())).path

    @property
    def _single(self) -> bool:
        return len(self._plans) == 1 and "main" in self._plans

    def _connect(self) -> apsw.Connection:
        flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_URI
        connection: apsw.Connection | None = None
        try:
            connection = apsw.Connection(self._plans["main"].uri if self._single else ":memory:", flags=flags)
            connection.set_busy_timeout(BUSY_WAIT_MS)
            connection.execute("PRAGMA temp_store = MEMORY")
            if not self._single:
                self._attach_all(connection)
            return connection
        except BaseException as error:
            if connection is not None:
                connection.close(True)
            if isinstance(error, apsw.Error):
                raise translate(error, path=self._path, cancel=self._cancel) from error
            raise

    def _attach_all(self, connection: apsw.Connection) -> None:
        """All files of a connection keep their text in one encoding, that of ``main``."""
        encodings = {_ENCODINGS[plan.encoding] for plan in self._plans.values() if plan.encoding in _ENCODINGS}
        if len(encodings) > 1:
            raise KnownError(
                f"The files keep their text in different encodings ({', '.join(sorted(encodings))}) and cannot be "
                "read together.",
                path=self._path,
                advice="Open them one by one.",
            )
        for encoding in encodings:
            connection.execute(f"PRAGMA encoding = '{encoding}'")
        for schema, plan in self._plans.items():
            with self._blaming(plan):
                connection.execute(f"ATTACH ? AS {quoting.name(schema)}", (plan.uri,))

    @contextlib.contextmanager
    def _blaming(self, plan: Plan) -> Iterator[None]:
        """An error in here is one of this file, not of the first of the set."""
        try:
            yield
        except apsw.Error as error:
            raise translate(error, path=plan.path, cancel=self._cancel) from error

    def _load_schemas(self, connection: apsw.Connection, lease: Lease | None) -> tuple[str, ...]:
        """Have SQLite read every schema; where a part is malformed, have it take the rest and tell why.

        SQLite refuses a whole database for one malformed row of its schema, or for a lost last page, unless
        writable_schema is on; nothing can be written with it, for no file is open for writing.
        """
        if lease is not None:
            lease.enter()
        try:
            faults = []
            for schema, plan in self._plans.items():
                with self._blaming(plan):
                    faults.append(_load_schema(connection, schema))
            return tuple(fault for fault in faults if fault)
        finally:
            if lease is not None:
                lease.leave()

    def _lease(self, connection: apsw.Connection) -> Lease | None:
        live = [plan for plan in self._plans.values() if plan.live]
        if not live:
            return None
        budget: float | None = None
        if any(plan.mode is AccessMode.LIVE_ROLLBACK for plan in live):
            budget = LOCK_BUDGET_MS
        elif sum(plan.size for plan in live) <= LOCKED_COPY_BYTES:
            budget = MARK_BUDGET_MS
        schemas = [schema for schema, plan in self._plans.items() if plan.live]
        return Lease(connection, path=live[0].path, schemas=schemas, budget_ms=budget, held=self._held)

    def _reader(self, connection: apsw.Connection, lease: Lease | None) -> Reader:
        return Reader(
            connection,
            path=self._path,
            cancel=self._cancel,
            lease=lease,
            unchanged=lambda: self._changed() is None,
            journals={schema: plan.journal for schema, plan in self._plans.items()},
        )

    def _held(self, ms: float) -> None:
        for schema, plan in self._plans.items():
            if plan.mode is AccessMode.LIVE_ROLLBACK:
                self._logs[schema].longest("longest_lock_ms", ms)
            elif plan.mode is AccessMode.LIVE_WAL:
                self._logs[schema].longest("longest_mark_ms", ms)

    def _changed(self) -> str | None:
        """The schema of a file that is not what it was: its bytes where no lock is held, else its identity."""
        for schema, plan in self._plans.items():
            if plan.mode is AccessMode.PRIVATE_COPY:
                continue
            now = look(plan.path)
            if plan.live:
                if now.main is None or plan.state.main is None or now.main.identity != plan.state.main.identity:
                    return schema
            elif now.data != plan.state.data:
                return schema
        return None

    def _validate(self) -> None:
        changed = self._changed()
        if changed is not None:
            self._logs[changed].count("rejected")
            raise ChangedWhileReading(
                "The file was written to or replaced while it was read.",
                path=self._plans[changed].path,
                advice="It is read again at the next refresh.",
            )

    def _account(self, connection: apsw.Connection) -> None:
        """What SQLite's page writer says it wrote; a private copy is not the user's file."""
        in_place = [s for s, p in self._plans.items() if p.mode not in (AccessMode.PRIVATE_COPY, AccessMode.EMPTY)]
        if not in_place:
            return
        pages, _ = connection.status(apsw.SQLITE_DBSTATUS_CACHE_WRITE)
        if pages:
            size = connection.pragma("page_size", schema=in_place[0])
            self._logs[in_place[0]].count("bytes_written", pages * int(size))

    def _look_for_leftovers(self) -> None:
        """Sidecars that were not there before and cannot be a writer's, who would have changed the database too."""
        for schema, plan in self._plans.items():
            had = {"-wal": plan.state.wal, "-journal": plan.state.journal, "-shm": plan.state.shm_exists}
            new = tuple(
                os.path.basename(plan.path) + suffix
                for suffix in SIDECARS
                if not had[suffix] and os.path.exists(plan.path + suffix)
            )
            if new and look(plan.path).main == plan.state.main:
                self._logs[schema].left(new)

    def _record(self, began: float) -> None:
        for schema, plan in self._plans.items():
            log = self._logs[schema]
            as_of = began if plan.as_of is None else plan.as_of
            log.note(mode=plan.mode, why=plan.why, warnings=plan.warnings, as_of=as_of)
            log.count("reads")


def _load_schema(connection: apsw.Connection, schema: str) -> str:
    """Read the schema; what SQLite says of the first thing that is malformed, empty if nothing is."""
    read = f"SELECT 1 FROM {quoting.name(schema)}.sqlite_master LIMIT 1"
    try:
        connection.execute(read).fetchall()
    except apsw.CorruptError as error:
        connection.execute("PRAGMA writable_schema = ON")
        # the first statement meets the malformed rows once more, the next is compiled without them
        with contextlib.suppress(apsw.CorruptError):
            connection.execute(read).fetchall()
        connection.execute(read).fetchall()
        return str(error)
    return ""
