"""A private copy of all files of a database, of one moment: in memory, or in a folder of ours if it is large."""

from __future__ import annotations

import contextlib

import apsw

from inspector.cancel import CancelToken
from inspector.db import quoting
from inspector.db.budget import WORK_BYTES
from inspector.db.database import Database
from inspector.db.native.private_copy import new_folder
from inspector.db.reader import Reader
from inspector.db.regexp.function import regexp_function
from inspector.errors import KnownError

MEMORY_BYTES = 256 << 20
"""Largest database that is copied into memory; a larger one goes to a file in the folder of private copies."""
_PAGES = 2_000
"""Pages that are copied between two looks at the token."""


def copied(database: Database, held: contextlib.ExitStack, cancel: CancelToken) -> apsw.Connection:
    """A connection to the copy; closing ``held`` makes an end of both.

    Raises what reading raises, KnownError where there is no room, Cancelled.
    """
    copy = _Copy(tuple(database.files), held, cancel)
    database.read(copy.make, cancel)
    target = copy.target
    assert target is not None
    target.execute("PRAGMA temp_store = MEMORY")
    target.create_scalar_function("regexp", regexp_function(copy.encoding), 2, deterministic=True)
    return target


class _Copy:
    def __init__(self, schemas: tuple[str, ...], held: contextlib.ExitStack, cancel: CancelToken) -> None:
        self._schemas = schemas
        self._held = held
        self._cancel = cancel
        self.target: apsw.Connection | None = None
        self.encoding = "utf-8"
        """Python's name of the encoding in which the files keep text."""

    def make(self, reader: Reader) -> None:
        """May be called again: what was copied before is void then."""
        if self.target is not None:
            self.target.close(True)
        sizes = [_size(reader, schema) for schema in self._schemas]
        paths = [self._place(pages * size) for pages, size in sizes]
        single = self._schemas == ("main",)
        target = self.target = apsw.Connection(paths[0] if single else ":memory:")
        self._held.callback(target.close, True)
        self.encoding = reader.encoding()
        if not single:
            # all files of a connection keep their text in one encoding, that of main
            target.execute(f"PRAGMA encoding = '{reader.value('PRAGMA encoding')!s}'")
        for schema, path in zip(self._schemas, paths, strict=True):
            if not single:
                target.execute(f"ATTACH ? AS {quoting.name(schema)}", (path,))
            target.execute(f"PRAGMA {quoting.name(schema)}.synchronous = OFF")
            reader.on_connection(lambda source, schema=schema: self._back_up(source, target, schema))  # type: ignore[misc]
        for schema, (pages, size) in zip(self._schemas, sizes, strict=True):
            target.execute(f"PRAGMA {quoting.name(schema)}.max_page_count = {pages + WORK_BYTES // size}")

    def _back_up(self, source: apsw.Connection, target: apsw.Connection, schema: str) -> None:
        with target.backup(schema, source, schema) as backup:
            while not backup.done:
                self._cancel.check()
                backup.step(_PAGES)

    def _place(self, size: int) -> str:
        if size <= MEMORY_BYTES:
            return ":memory:"
        return self._held.enter_context(new_folder(size))


def _size(reader: Reader, schema: str) -> tuple[int, int]:
    """(pages, bytes of a page)."""
    pages, size = (reader.value(f"PRAGMA {quoting.name(schema)}.{of}") for of in ("page_count", "page_size"))
    if not isinstance(pages, int) or not isinstance(size, int):
        raise KnownError("The size of the database is not known.", advice="Open it anew.")
    return pages, size
