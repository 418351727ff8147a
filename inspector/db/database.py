"""An opened database: one file, or several read together, each read the way its state asks for.

Everything that is read goes through :meth:`Database.read`: it takes a view of each file, runs the given work, checks
that what was read is one committed state of each, and only then gives the answer back. No lock outlives a read.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from typing import TypeVar

from inspector.cancel import CancelToken
from inspector.db.access import AccessLog, AccessReport
from inspector.db.catalog import Catalog
from inspector.db.file_view import Effort, FileView
from inspector.db.idle_views import IdleViews
from inspector.db.introspect import KnownCatalog, read_catalog
from inspector.db.native.lease import LockBudgetSpent
from inspector.db.open_views import OpenViews
from inspector.db.pause import pause
from inspector.db.reader import Reader
from inspector.db.resolving import resolve
from inspector.db.signature import Signature, look_along
from inspector.db.translate import system_error
from inspector.db.way import readable
from inspector.errors import ChangedWhileReading, FileBusy

T = TypeVar("T")

TRIES = 8
"""How often a read is tried at least before it is given up."""
PATIENCE_S = 2.0
"""Seconds for which a read is tried at least, however often that is."""
BUSY_S = 2.0
"""Seconds after which a read that only met other programs' locks is given up."""
_PAUSES_S = (0.0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05)
"""Pauses between tries; the last one again and again."""

_idle = IdleViews()


class DatabaseFile:
    """One file on disk and what reading it has cost."""

    def __init__(self, path: str) -> None:
        """Raises FileMissing, NotAFile, AccessDenied."""
        self.path = path
        """The path as it was given."""
        self._absolute = os.path.abspath(path)
        resolve(path)
        self.log = AccessLog(path)
        self.readable = readable(self._absolute, self.log)

    def signature(self) -> Signature:
        """State of the file and its sidecars now, by stat alone. Raises AccessDenied and other KnownErrors."""
        try:
            return look_along(self._absolute)
        except OSError as error:
            raise system_error(error, path=self.path) from error

    @property
    def real(self) -> str:
        """The real path now: sidecars stand beside this one."""
        return os.path.realpath(self._absolute)


class Database:
    """What views, searches and queries read from.

    One file is attached as ``main``. Of several, each has its own schema name and ``main`` is an empty database in
    memory, so a table name that only one of them has needs no prefix.
    """

    def __init__(self, files: Mapping[str, DatabaseFile]) -> None:
        self.files: dict[str, DatabaseFile] = dict(files)
        """The files by schema name."""
        self._catalog: tuple[object, KnownCatalog] | None = None
        self._closed = False

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
        signatures = self.signature()
        now = tuple(signature.data for signature in signatures)
        cached = self._catalog
        if cached is None or cached[0] != now:
            known = cached[1] if cached else None
            found = self.read(lambda reader: read_catalog(reader, tuple(self.files), known), cancel)
            if known is not None and found.catalog == known.catalog:
                found = known
            # a later write could carry the same times: then it is read again when it is asked for
            young = any(signature.is_young() for signature in signatures)
            cached = self._catalog = (None if young else now, found)
        return cached[1].catalog

    def read(self, work: Callable[[Reader], T], cancel: CancelToken | None = None) -> T:
        """Run ``work`` on a reader and give back its answer once it is known to be of one committed state.

        ``work`` may be run several times (the files changed meanwhile, a lock was held) and must not keep the reader.
        Raises KnownError of many kinds, Cancelled.
        """
        token = cancel or CancelToken()
        efforts = {schema: Effort() for schema in self.files}
        started = time.monotonic()
        tries = 0
        while True:
            token.check()
            try:
                return self._try(work, token, efforts)
            except FileBusy as error:
                tries += 1
                spent = time.monotonic() - started
                held = not isinstance(error, ChangedWhileReading | LockBudgetSpent)
                if (tries >= TRIES and spent > PATIENCE_S) or (held and spent > BUSY_S):
                    # rule 10: who shows an answer goes on showing it, with its age
                    raise
            for file in self.files.values():
                file.log.count("retries")
            pause(_PAUSES_S[min(tries, len(_PAUSES_S)) - 1], token)

    def close(self) -> None:
        """Close what waits for the next read, forget copies. Reads that are under way end first on their own."""
        self._closed = True
        _idle.forget(self)
        for file in self.files.values():
            file.readable.close()

    def _try(self, work: Callable[[Reader], T], cancel: CancelToken, efforts: Mapping[str, Effort]) -> T:
        """One try; what stood in its way is noted in ``efforts``."""
        opened = _idle.take(self, {schema: file.signature() for schema, file in self.files.items()})
        if opened is None:
            opened = OpenViews(self._views(efforts, cancel), {s: file.log for s, file in self.files.items()}, cancel)
        began = time.monotonic()
        try:
            return opened.run(work, cancel)
        except FileBusy as error:
            self._learn(error, opened, efforts, time.monotonic() - began)
            raise
        finally:
            if opened.keeps:
                _idle.keep(self, opened)
            else:
                opened.close()
            if self._closed:
                _idle.forget(self)

    def _views(self, efforts: Mapping[str, Effort], cancel: CancelToken) -> dict[str, FileView]:
        views: dict[str, FileView] = {}
        try:
            for schema, file in self.files.items():
                views[schema] = self._view(file, efforts[schema], cancel)
        except BaseException:
            for view in views.values():
                view.close()
            raise
        return views

    @staticmethod
    def _view(file: DatabaseFile, effort: Effort, cancel: CancelToken) -> FileView:
        try:
            return file.readable.view(effort, cancel)
        except ChangedWhileReading:
            effort.failed += 1
            raise
        except FileBusy:
            effort.note_busy()
            raise
        except OSError as error:
            raise system_error(error, path=file.path) from error

    def _learn(self, error: FileBusy, opened: OpenViews, efforts: Mapping[str, Effort], took_s: float) -> None:
        """What the next try has to know."""
        for schema in opened.changed:
            view = opened.views[schema]
            efforts[schema].note_rejected(took_s, guarded=view.guarded)
            self.files[schema].readable.note_rejected(view.facts)
        if not opened.changed:
            for effort in efforts.values():
                effort.failed += 1
                effort.wants_copy = effort.wants_copy or isinstance(error, LockBudgetSpent)


def open_database(path: str | os.PathLike[str]) -> Database:
    """The database at ``path``, ready to be read.

    Raises FileMissing, NotAFile, AccessDenied at once; NotADatabase and the rest at the first read.
    """
    return Database({"main": DatabaseFile(os.fsdecode(path))})


def open_together(paths: Mapping[str, str | os.PathLike[str]]) -> Database:
    """Several files that are read as one, each under its schema name."""
    return Database({schema: DatabaseFile(os.fsdecode(path)) for schema, path in paths.items()})
