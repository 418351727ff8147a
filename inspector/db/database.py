"""An opened database: one file, or several read together, each read the way its state asks for.

Everything that is read goes through :meth:`Database.read`: it decides how to open, runs the given work, closes, checks
that nothing changed meanwhile, and only then gives the answer back. No connection or cursor outlives a read.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

import apsw

from inspector.cancel import CancelToken
from inspector.db import opening
from inspector.db.access import AccessLog, AccessMode, AccessReport
from inspector.db.catalog import Catalog
from inspector.db.introspect import read_catalog
from inspector.db.private_copy import PrivateCopy, make_copy
from inspector.db.reader import LockBudgetSpent, Reader
from inspector.db.signature import SIDECARS, YOUNG_S, Signature, look
from inspector.db.translate import translate
from inspector.db.uri import file_uri
from inspector.errors import ChangedWhileReading, FileBusy

T = TypeVar("T")

ATTEMPTS = 8
"""How often a read is made again before it is given up."""
LOCKLESS_ATTEMPTS = 2
"""How many of them may read a rollback-journal file without a lock."""
LOCK_BUDGET_MS = 200.0
"""Longest time one statement may hold a lock that a writer can feel."""
BUSY_WAIT_MS = 400
"""How long SQLite waits for another program's lock within one attempt."""


class DatabaseFile:
    """One file on disk and what reading it has cost."""

    def __init__(self, path: str) -> None:
        self.path = path
        """The path as it was given."""
        self.real = opening.resolve(path)
        """The real path: sidecars stand beside this one."""
        self.log = AccessLog(path)
        self._copy: PrivateCopy | None = None
        self._lock = threading.Lock()

    def signature(self) -> Signature:
        """State of the file and its sidecars now, by stat alone."""
        return look(os.path.realpath(self.path))

    def plan(self, cancel: CancelToken, *, attempt: int, want_copy: bool) -> opening.Plan:
        """How this attempt reads the file; makes the private copy if one is needed."""
        self.real = opening.resolve(self.path)
        decided = opening.plan(self.real, in_place_failed=want_copy)
        if decided.mode is AccessMode.AT_REST and attempt >= LOCKLESS_ATTEMPTS and not decided.state.wal:
            decided = opening.locked_plan(decided)
        if decided.mode is AccessMode.PRIVATE_COPY:
            decided = replace(decided, uri=file_uri(self._copied(decided, cancel), mode="rw"))
        return decided

    def close(self) -> None:
        """Delete the private copy, if there is one."""
        with self._lock:
            if self._copy:
                self._copy.remove()
                self._copy = None

    def _copied(self, decided: opening.Plan, cancel: CancelToken) -> str:
        with self._lock:
            if self._copy and self._copy.source.data == decided.state.data:
                return self._copy.path
            if self._copy:
                self._copy.remove()
                self._copy = None
            self._copy = make_copy(decided.path, cancel)
            self.log.count("copies")
            self.log.count("copied_bytes", self._copy.size)
            return self._copy.path


class Database:
    """What views, searches and queries read from.

    One file is attached as ``main``. Of several, each has its own schema name and ``main`` is an empty database in
    memory, so a table name that only one of them has needs no prefix.
    """

    def __init__(self, files: Mapping[str, DatabaseFile]) -> None:
        self.files: dict[str, DatabaseFile] = dict(files)
        """The files by schema name."""
        self._catalog: tuple[object, Catalog] | None = None

    @property
    def path(self) -> str:
        """The path of the first file, as it was given."""
        return next(iter(self.files.values())).path

    def signature(self) -> tuple[Signature, ...]:
        """State of all files now, by stat alone: cheap enough for a timer."""
        return tuple(file.signature() for file in self.files.values())

    def reports(self) -> tuple[AccessReport, ...]:
        """The access report of each file."""
        return tuple(file.log.report() for file in self.files.values())

    def catalog(self, cancel: CancelToken | None = None) -> Catalog:
        """Tables, views, keys and indexes; read again when a file changed."""
        now = tuple(signature.data for signature in self.signature())
        if self._catalog is None or self._catalog[0] != now:
            self._catalog = (now, self.read(lambda reader: read_catalog(reader, tuple(self.files)), cancel))
        return self._catalog[1]

    def read(self, work: Callable[[Reader], T], cancel: CancelToken | None = None) -> T:
        """Run ``work`` on a reader and give back its answer once it is known to be of one committed state.

        ``work`` may be run several times (the files changed meanwhile, a lock was held) and must not keep the reader.
        Raises KnownError of many kinds, Cancelled.
        """
        token = cancel or CancelToken()
        copies: set[str] = set()
        last: Exception | None = None
        for attempt in range(ATTEMPTS):
            token.check()
            try:
                return _Attempt(self.files, token, attempt, copies).run(work)
            except LockBudgetSpent as error:
                copies.update(self.files)
                last = error
            except FileBusy as error:
                last = error
                if attempt >= ATTEMPTS - 1:
                    break
                _wait(token, 0.01 * (attempt + 1))
            for file in self.files.values():
                file.log.count("retries")
        raise last or ChangedWhileReading("The file changed during every read.", path=self.path)

    def close(self) -> None:
        """Forget private copies. Reads that are under way end first on their own."""
        for file in self.files.values():
            file.close()


def open_database(path: str | os.PathLike[str]) -> Database:
    """The database at ``path``, ready to be read.

    Raises FileMissing, NotAFile, AccessDenied at once; NotADatabase and the rest at the first read.
    """
    return Database({"main": DatabaseFile(os.fspath(path))})


def open_together(paths: Mapping[str, str | os.PathLike[str]]) -> Database:
    """Several files that are read as one, each under its schema name."""
    return Database({schema: DatabaseFile(os.fspath(path)) for schema, path in paths.items()})


class _Attempt:
    """One try of one read over all files of a database."""

    def __init__(self, files: Mapping[str, DatabaseFile], cancel: CancelToken, attempt: int, copies: set[str]) -> None:
        self._files = files
        self._cancel = cancel
        self._copies = copies
        self._plans = {
            schema: file.plan(cancel, attempt=attempt, want_copy=schema in copies) for schema, file in files.items()
        }

    def run(self, work: Callable[[Reader], T]) -> T:
        self._let_age()
        connection = self._connect()
        unregister = self._cancel.on_cancel(connection.interrupt)
        try:
            answer = work(self._reader(connection))
        except apsw.Error as error:
            raise translate(error, path=self._main_path, cancel=self._cancel) from error
        except FileBusy:
            raise
        except Exception:
            # A torn read can look like damage or bad SQL: believe an error only if nothing changed meanwhile.
            self._validate()
            raise
        finally:
            unregister()
            self._account(connection)
            connection.close(True)
            self._look_for_leftovers()
        self._validate()
        self._record()
        return answer

    @property
    def _main_path(self) -> str:
        return next(iter(self._plans.values())).path

    def _let_age(self) -> None:
        """A write in the same tick of the file clock as the last one cannot be told from it: let the tick pass."""
        if any(plan.mode is AccessMode.AT_REST and plan.state.is_young() for plan in self._plans.values()):
            _wait(self._cancel, YOUNG_S)

    def _connect(self) -> apsw.Connection:
        flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_URI
        single = len(self._plans) == 1 and "main" in self._plans
        uri = self._plans["main"].uri if single else ":memory:"
        try:
            connection = apsw.Connection(uri, flags=flags)
            connection.set_busy_timeout(BUSY_WAIT_MS)
            connection.execute("PRAGMA temp_store = MEMORY")
            if not single:
                for schema, plan in self._plans.items():
                    connection.execute(f'ATTACH ? AS "{schema}"', (plan.uri,))
        except apsw.Error as error:
            raise self._open_error(error) from error
        return connection

    def _open_error(self, error: apsw.Error) -> Exception:
        if isinstance(error, apsw.CantOpenError | apsw.ReadOnlyError):
            # Sidecars come and go under a live writer: decide again.
            return FileBusy("The database could not be opened just now.", path=self._main_path, details=str(error))
        return translate(error, path=self._main_path, cancel=self._cancel)

    def _reader(self, connection: apsw.Connection) -> Reader:
        rollback = any(plan.mode is AccessMode.LIVE_ROLLBACK for plan in self._plans.values())
        return Reader(
            connection,
            path=self._main_path,
            cancel=self._cancel,
            lock_budget_ms=LOCK_BUDGET_MS if rollback else None,
            held=self._held,
            journals={schema: plan.journal for schema, plan in self._plans.items()},
        )

    def _held(self, ms: float) -> None:
        for schema, plan in self._plans.items():
            if plan.mode is AccessMode.LIVE_ROLLBACK:
                self._files[schema].log.longest("longest_lock_ms", ms)
            elif plan.mode is AccessMode.LIVE_WAL:
                self._files[schema].log.longest("longest_mark_ms", ms)

    def _validate(self) -> None:
        for schema, plan in self._plans.items():
            if plan.mode not in (AccessMode.AT_REST, AccessMode.EMPTY):
                continue
            if look(plan.path).data != plan.state.data:
                self._files[schema].log.count("rejected")
                raise ChangedWhileReading("The file was written to while it was read.", path=plan.path)

    def _account(self, connection: apsw.Connection) -> None:
        """What SQLite's page writer says it wrote; a private copy is not the user's file."""
        in_place = [
            s for s, plan in self._plans.items() if plan.mode not in (AccessMode.PRIVATE_COPY, AccessMode.EMPTY)
        ]
        if not in_place:
            return
        pages, _ = connection.status(apsw.SQLITE_DBSTATUS_CACHE_WRITE)
        if pages:
            size = connection.pragma("page_size", schema=in_place[0])
            self._files[in_place[0]].log.count("bytes_written", pages * int(size))

    def _look_for_leftovers(self) -> None:
        for schema, plan in self._plans.items():
            had = {"-wal": plan.state.wal, "-journal": plan.state.journal, "-shm": plan.state.shm_exists}
            new = tuple(
                os.path.basename(plan.path) + suffix
                for suffix in SIDECARS
                if not had[suffix] and os.path.exists(plan.path + suffix)
            )
            if new and plan.mode is AccessMode.AT_REST and look(plan.path).main == plan.state.main:
                self._files[schema].log.left(new)

    def _record(self) -> None:
        for schema, plan in self._plans.items():
            log = self._files[schema].log
            log.note(mode=plan.mode, why=plan.why, warnings=plan.warnings, as_of=time.time())
            log.count("reads")


def _wait(cancel: CancelToken, seconds: float) -> None:
    """Sleep, but wake up at once when cancelled."""
    woken = threading.Event()
    unregister = cancel.on_cancel(woken.set)
    woken.wait(seconds)
    unregister()
    cancel.check()
