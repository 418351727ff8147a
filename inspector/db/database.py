"""An opened database: one file, or several read together, each read the way its state asks for.

Everything that is read goes through :meth:`Database.read`: it decides how to open, runs the given work, closes, checks
that nothing changed meanwhile, and only then gives the answer back. No connection or cursor outlives a read.
"""

from __future__ import annotations

import itertools
import os
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

from inspector.cancel import CancelToken
from inspector.db.access import AccessLog, AccessMode, AccessReport
from inspector.db.attempt import Attempt
from inspector.db.catalog import Catalog
from inspector.db.introspect import KnownCatalog, read_catalog
from inspector.db.native import opening
from inspector.db.native.lease import LockBudgetSpent
from inspector.db.native.private_copy import PrivateCopy, make_copy
from inspector.db.pause import pause
from inspector.db.reader import Reader
from inspector.db.signature import Signature, look
from inspector.errors import ChangedWhileReading, FileBusy

T = TypeVar("T")

ATTEMPTS = 8
"""How often a read is tried at least before it is given up."""
PATIENCE_S = 2.0
"""Seconds for which a read is tried at least, however often that is."""
LOCKLESS_ATTEMPTS = 2
"""How many of them may read a rollback-journal file without a lock."""
IN_PLACE_ATTEMPTS = 4
"""How many of them may read a WAL file in place before a copy is tried."""
BUSY_S = 2.0
"""Seconds after which a read that only met other programs' locks is given up."""
AGEINGS = 2
"""How often the file is given time to become old enough for its times to tell whether it was written to."""
RESTLESS_S = 3.0
"""Seconds for which a file that was written to while it was read is read under a lock at once."""


class DatabaseFile:
    """One file on disk and what reading it has cost."""

    def __init__(self, path: str) -> None:
        self.path = path
        """The path as it was given."""
        self._absolute = os.path.abspath(path)
        self.real = opening.resolve(path)
        """The real path: sidecars stand beside this one."""
        self.log = AccessLog(path)
        self._copy: PrivateCopy | None = None
        self._lock = threading.Lock()
        self._restless_until = 0.0

    def signature(self) -> Signature:
        """State of the file and its sidecars now, by stat alone."""
        return look(os.path.realpath(self._absolute))

    def plan(self, cancel: CancelToken, *, attempt: int, want_copy: bool) -> opening.Plan:
        """How this attempt reads the file; makes the private copy if one is needed."""
        self.real = opening.resolve(self._absolute)
        decided = opening.plan(self.real, in_place_failed=want_copy)
        for _ in range(AGEINGS):
            if decided.mode is AccessMode.AT_REST and decided.state.is_young():
                # a write in the same tick of the file clock as the last one cannot be told from it: let the tick pass
                pause(decided.state.young_for_s(), cancel)
                decided = opening.plan(self.real, in_place_failed=want_copy)
        if decided.mode is AccessMode.AT_REST and decided.journal == "rollback":
            if attempt >= LOCKLESS_ATTEMPTS or time.monotonic() < self._restless_until:
                decided = opening.locked_plan(decided, "it was written to while it was read without a lock")
            elif decided.state.is_young():
                decided = opening.locked_plan(decided, "it is written to again and again")
        if decided.mode is AccessMode.AT_REST and decided.state.is_young():
            raise ChangedWhileReading("The file is written to again and again.", path=self.path)
        if decided.mode is AccessMode.PRIVATE_COPY:
            copy = self._copied(decided, cancel)
            decided = replace(decided, uri=opening.resting_uri(copy.path), as_of=self._age_of(copy, decided))
        return decided

    def note_restless(self) -> None:
        """Remember that the file was written to while it was read."""
        self._restless_until = time.monotonic() + RESTLESS_S

    def close(self) -> None:
        """Delete the private copy, if there is one."""
        with self._lock:
            if self._copy:
                self._copy.remove()
                self._copy = None

    @staticmethod
    def _age_of(copy: PrivateCopy, decided: opening.Plan) -> float | None:
        """A copy is as old as its making only if the file went on since."""
        return None if copy.source.data == decided.state.data else copy.as_of

    def _copied(self, decided: opening.Plan, cancel: CancelToken) -> PrivateCopy:
        while not self._lock.acquire(timeout=0.05):
            cancel.check()
        try:
            if self._copy and self._copy.source.data == decided.state.data and os.path.exists(self._copy.path):
                return self._copy
            if self._copy:
                self._copy.remove()
                self._copy = None
            self._copy = make_copy(decided.path, cancel, lambda ms: self.log.longest("longest_lock_ms", ms))
            self.log.count("copies")
            self.log.count("copied_bytes", self._copy.size)
            return self._copy
        finally:
            self._lock.release()


class Database:
    """What views, searches and queries read from.

    One file is attached as ``main``. Of several, each has its own schema name and ``main`` is an empty database in
    memory, so a table name that only one of them has needs no prefix.
    """

    def __init__(self, files: Mapping[str, DatabaseFile]) -> None:
        self.files: dict[str, DatabaseFile] = dict(files)
        """The files by schema name."""
        self._catalog: tuple[object, KnownCatalog] | None = None

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
        """Tables, views, keys and indexes; read again when a file changed.

        Two threads that ask at once may both read it: the same answer twice.
        """
        now = tuple(signature.data for signature in self.signature())
        cached = self._catalog
        if cached is None or cached[0] != now:
            known = cached[1] if cached else None
            cached = (now, self.read(lambda reader: read_catalog(reader, tuple(self.files), known), cancel))
            self._catalog = cached
        return cached[1].catalog

    def read(self, work: Callable[[Reader], T], cancel: CancelToken | None = None) -> T:
        """Run ``work`` on a reader and give back its answer once it is known to be of one committed state.

        ``work`` may be run several times (the files changed meanwhile, a lock was held) and must not keep the reader.
        Raises KnownError of many kinds, Cancelled.
        """
        token = cancel or CancelToken()
        copies: set[str] = set()
        started = time.monotonic()
        for attempt in itertools.count():
            token.check()
            try:
                return self._attempt(work, token, attempt, copies)
            except FileBusy as error:
                busy = not isinstance(error, ChangedWhileReading | LockBudgetSpent)
                spent = time.monotonic() - started
                if (attempt + 1 >= ATTEMPTS and spent > PATIENCE_S) or (busy and spent > BUSY_S):
                    raise
                if not isinstance(error, LockBudgetSpent):
                    pause(min(0.01 * (attempt + 1), 0.1), token)
            for file in self.files.values():
                file.log.count("retries")
        raise AssertionError("the loop returns or raises")

    def close(self) -> None:
        """Forget private copies. Reads that are under way end first on their own."""
        for file in self.files.values():
            file.close()

    def _attempt(self, work: Callable[[Reader], T], cancel: CancelToken, attempt: int, copies: set[str]) -> T:
        """One try; says in ``copies`` which files the next one is to copy."""
        plans = {
            schema: file.plan(cancel, attempt=attempt, want_copy=schema in copies)
            for schema, file in self.files.items()
        }
        logs = {schema: file.log for schema, file in self.files.items()}
        try:
            return Attempt(plans, logs, cancel).run(work)
        except LockBudgetSpent:
            copies.update(schema for schema, plan in plans.items() if plan.live)
            raise
        except ChangedWhileReading:
            for schema, file in self.files.items():
                if plans[schema].mode is AccessMode.AT_REST and file.signature().data != plans[schema].state.data:
                    file.note_restless()
            raise
        except FileBusy:
            if attempt + 1 >= IN_PLACE_ATTEMPTS:
                copies.update(schema for schema, plan in plans.items() if plan.mode is AccessMode.LIVE_WAL)
            raise


def open_database(path: str | os.PathLike[str]) -> Database:
    """The database at ``path``, ready to be read.

    Raises FileMissing, NotAFile, AccessDenied at once; NotADatabase and the rest at the first read.
    """
    return Database({"main": DatabaseFile(os.fsdecode(path))})


def open_together(paths: Mapping[str, str | os.PathLike[str]]) -> Database:
    """Several files that are read as one, each under its schema name."""
    return Database({schema: DatabaseFile(os.fsdecode(path)) for schema, path in paths.items()})
