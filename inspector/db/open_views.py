"""One connection over the views of all files of a read: it runs work, and checks that each was read in one state."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TypeVar

import apsw

from inspector.cancel import CancelToken
from inspector.db import quoting
from inspector.db.access import AccessLog, AccessMode
from inspector.db.file_view import FileView
from inspector.db.native.lease import Lease
from inspector.db.native.view import NativeView
from inspector.db.native.view_lease import lease_over
from inspector.db.reader import Reader
from inspector.db.regexp.function import regexp_function
from inspector.db.signature import SIDECARS, look
from inspector.db.translate import translate
from inspector.errors import ChangedWhileReading, FileBusy, KnownError

T = TypeVar("T")

BUSY_WAIT_MS = 400
"""How long SQLite waits for another program's lock within one try, where it takes locks itself."""
_ENCODINGS = {1: "UTF-8", 2: "UTF-16le", 3: "UTF-16be"}
_OURS = (AccessMode.PRIVATE_COPY, AccessMode.EMPTY, AccessMode.HOT_JOURNAL)
"""Modes in which what SQLite's page writer writes is not the user's file."""


class OpenViews:
    """The views, as a connection shows them: the first file as ``main`` if it is the only one, else each attached."""

    def __init__(self, views: Mapping[str, FileView], logs: Mapping[str, AccessLog], cancel: CancelToken) -> None:
        """Takes over the views; the first read connects to them."""
        self.views = dict(views)
        self.validated = False
        """Whether all that was read through it so far is known to be of one state."""
        self.changed: tuple[str, ...] = ()
        """The schema names of the views of which that could not be said."""
        self._logs = logs
        self._cancel = cancel
        self._faults: tuple[str, ...] | None = None
        self._connection: apsw.Connection | None = None
        self._lease: Lease | None = None
        self._reader: Reader | None = None
        self._running: CancelToken | None = None
        """The token of the read that runs now."""
        self._ending = threading.Lock()
        """Held while the running read is interrupted, and while it ends."""

    def run(self, work: Callable[[Reader], T], cancel: CancelToken) -> T:
        """The validated answer. Raises FileBusy and its kinds if the try was in vain, and what ``work`` raises."""
        self._cancel = self._running = cancel
        self.validated = False
        began = time.time()
        for view in self.views.values():
            view.start(cancel)
        unregister = cancel.on_cancel(partial(self._interrupt, cancel))
        try:
            answer = self._answer(work)
            self._validate()
        finally:
            unregister()
            self._end()
        self._record(began)
        return answer

    @property
    def keeps(self) -> bool:
        """Whether another read may use it while the signatures of its files stay the same."""
        return self.validated and self._connection is not None and all(view.keeps for view in self.views.values())

    def close(self) -> None:
        """Close the connection and the views."""
        if self._lease is not None:
            self._lease.close()
        if self._connection is not None:
            self._account(self._connection)
            self._connection.close(True)
            self._connection = None
        for view in self.views.values():
            view.close()
        self._look_for_leftovers()

    def _answer(self, work: Callable[[Reader], T]) -> T:
        try:
            connection = self._connected()
            reader = self._reader = self._new_reader(connection)
            if self._faults is None:
                self._faults = self._load_schemas(connection)
            reader.schema_faults = self._faults
            answer = work(reader)
            if reader.cut_short is not None:
                # the work took the end of a statement for an answer
                raise reader.cut_short
            return answer
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

    def _connected(self) -> apsw.Connection:
        """SQLite reads the schema of a file that is attached: what it says of it is believed like any other answer."""
        if self._connection is None:
            self._connection = self._connect()
            native = {schema: view for schema, view in self.views.items() if isinstance(view, NativeView)}
            self._lease = lease_over(self._connection, native, self._logs)
        return self._connection

    def _interrupt(self, token: CancelToken) -> None:
        """End a statement while it does what it asks nobody about: counting the rows of a whole table, for one."""
        if self._running is token:
            with self._ending:
                if self._running is token and self._connection is not None:
                    self._connection.interrupt()

    def _end(self) -> None:
        """Nothing of this read stays: no lock, no table of the user's, nobody who is asked about its progress."""
        with self._ending:
            # a token that is cancelled from now on must not end the next read
            self._running = None
        if self._lease is not None:
            self._lease.close()
        for view in self.views.values():
            view.finish()
        if self._connection is not None:
            self._connection.set_progress_handler(None)
        if self._reader is not None and self._reader.left_tables():
            self.validated = False
        self._reader = None

    @property
    def _path(self) -> str:
        return next(iter(self.views.values())).facts.path

    @property
    def _encoding(self) -> str:
        """Python's name of the encoding in which the files keep text: one for all of them."""
        known = next((view.facts.encoding for view in self.views.values() if view.facts.encoding), 1)
        return {2: "utf-16-le", 3: "utf-16-be"}.get(known, "utf-8")

    @property
    def _single(self) -> bool:
        return len(self.views) == 1 and "main" in self.views

    def _connect(self) -> apsw.Connection:
        flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_URI
        connection: apsw.Connection | None = None
        try:
            connection = apsw.Connection(self.views["main"].uri if self._single else ":memory:", flags=flags)
            connection.set_busy_timeout(BUSY_WAIT_MS)
            connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
            connection.execute("PRAGMA temp_store = MEMORY")
            connection.create_scalar_function("regexp", regexp_function(self._encoding), 2, deterministic=True)
            if not any(isinstance(view, NativeView) for view in self.views.values()):
                # before the first read: SQLite then keeps the index of a log in its own memory
                connection.execute("PRAGMA locking_mode = EXCLUSIVE")
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
        known = [view.facts.encoding for view in self.views.values()]
        encodings = {_ENCODINGS[encoding] for encoding in known if encoding in _ENCODINGS}
        if len(encodings) > 1:
            raise KnownError(
                f"The files keep their text in different encodings ({', '.join(sorted(encodings))}) and cannot be "
                "read together.",
                path=self._path,
                advice="Open them one by one.",
            )
        for encoding in encodings:
            connection.execute(f"PRAGMA encoding = '{encoding}'")
        for schema, view in self.views.items():
            with self._blaming(view):
                connection.execute(f"ATTACH ? AS {quoting.name(schema)}", (view.uri,))

    @contextlib.contextmanager
    def _blaming(self, view: FileView) -> Iterator[None]:
        """An error in here is one of this file, not of the first of the set."""
        try:
            yield
        except apsw.Error as error:
            raise translate(error, path=view.facts.path, cancel=self._cancel) from error
        except UnicodeDecodeError as error:
            # no text of the file's is read in here
            raise KnownError(
                "The journal beside the file names a file whose name is not UTF-8, so it is not known whether its "
                "transaction was committed.",
                path=view.facts.path,
                advice="Have its own program open it once.",
                details=str(error),
            ) from error

    def _load_schemas(self, connection: apsw.Connection) -> tuple[str, ...]:
        """Have SQLite read every schema; where a part is malformed, have it take the rest and tell why.

        SQLite refuses a whole database for one malformed row of its schema, or for a lost last page, unless
        writable_schema is on; nothing can be written with it, for no file is open for writing.
        """
        if self._lease is not None:
            self._lease.enter()
        try:
            faults = []
            for schema, view in self.views.items():
                with self._blaming(view):
                    faults.append(_load_schema(connection, schema))
            return tuple(fault for fault in faults if fault)
        finally:
            if self._lease is not None:
                self._lease.leave()

    def _new_reader(self, connection: apsw.Connection) -> Reader:
        return Reader(
            connection,
            path=self._path,
            cancel=self._cancel,
            lease=self._lease,
            unchanged=lambda: not any(_has_changed(view) for view in self.views.values()),
            journals={schema: view.facts.journal for schema, view in self.views.items()},
        )

    def _validate(self) -> None:
        self.changed = tuple(schema for schema, view in self.views.items() if _has_changed(view))
        if not self.changed:
            self.validated = True
            return
        for schema in self.changed:
            self._logs[schema].count("rejected")
        raise ChangedWhileReading(
            "The file was written to or replaced while it was read.",
            path=self.views[self.changed[0]].facts.path,
            advice="It is read again at the next refresh.",
        )

    def _account(self, connection: apsw.Connection) -> None:
        """What SQLite's page writer says it wrote; our own memory and copies are not the user's file."""
        in_place = [schema for schema, view in self.views.items() if view.facts.mode not in _OURS]
        if not in_place:
            return
        pages, _ = connection.status(apsw.SQLITE_DBSTATUS_CACHE_WRITE)
        if pages:
            size = connection.pragma("page_size", schema=in_place[0])
            self._logs[in_place[0]].count("bytes_written", pages * int(size))

    def _look_for_leftovers(self) -> None:
        """Sidecars that were not there before and cannot be a writer's, who would have changed the database too."""
        for schema, view in self.views.items():
            path, state = view.facts.path, view.facts.state
            had = {"-wal": state.wal, "-journal": state.journal, "-shm": state.shm_exists}
            new = tuple(
                os.path.basename(path) + suffix
                for suffix in SIDECARS
                if not had[suffix] and os.path.exists(path + suffix)
            )
            with contextlib.suppress(OSError):
                if new and look(path).main == state.main:
                    self._logs[schema].left(new)

    def _record(self, began: float) -> None:
        for schema, view in self.views.items():
            facts, log = view.facts, self._logs[schema]
            as_of = began if view.as_of is None else view.as_of
            log.answered(mode=facts.mode, why=facts.why, warnings=facts.warnings, as_of=as_of)


def _has_changed(view: FileView) -> bool:
    """A file that cannot be looked at any more is not what it was: the next try says what is the matter."""
    try:
        return view.has_changed()
    except OSError:
        return True


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
