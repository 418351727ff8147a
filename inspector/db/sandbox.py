"""A private copy in which any statement may run, and what it changed there."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass

import apsw

from inspector.cancel import CancelToken
from inspector.db import budget
from inspector.db.changes import Piece, SchemaChange, TableChange
from inspector.db.database import Database
from inspector.db.reader import Reader
from inspector.db.recording import Recording
from inspector.db.sandbox_copy import copied
from inspector.db.translate import translate


@dataclass(frozen=True)
class Changes:
    """What is not as it was."""

    tables: tuple[TableChange, ...]
    """Changed rows by table."""
    schema: tuple[SchemaChange, ...]
    """What was made, changed and dropped, and settings of the file."""
    pieces: tuple[Piece, ...]
    """Changed rows and statements that changed the schema, in their order."""
    notes: tuple[str, ...]
    """What could not be followed, and why."""


class Sandbox:
    """The copy while it lives."""

    def __init__(self, connection: apsw.Connection, schemas: tuple[str, ...], path: str, cancel: CancelToken) -> None:
        self._recording = Recording(connection, schemas, cancel)
        # what is recorded of all statements counts, not of each
        ends_at = budget.work_ends_at()
        self.reader = Reader(connection, path=path, cancel=cancel, gate=self._recording.gate, work_ends_at=ends_at)
        """Runs statements in it: :meth:`Reader.user_rows`."""

    def changes(self, failed: str | None = None) -> Changes:
        """What all statements changed; ``failed`` is the one that ended the run."""
        tables, schema, pieces = self._recording.finish(failed)
        return Changes(tables, schema, pieces, self._recording.notes)

    def close(self) -> None:
        """Follow nothing any more."""
        self._recording.close()


@contextlib.contextmanager
def sandbox(database: Database, cancel: CancelToken | None = None) -> Iterator[Sandbox]:
    """A copy of all files of ``database``, as they are at one moment; nothing of it stays.

    Raises what reading raises, KnownError where there is no room.
    """
    token = cancel or CancelToken()
    with contextlib.ExitStack() as held:
        connection = copied(database, held, token)
        try:
            box = Sandbox(connection, tuple(database.files), database.path, token)
            held.callback(box.close)
            yield box
        except apsw.Error as error:
            raise translate(error, path=database.path, cancel=token) from error
