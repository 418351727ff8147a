"""A private copy in which any statement may run, and what it changed there: by table, by row, in the schema."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import apsw

from inspector.cancel import CancelToken
from inspector.db import quoting
from inspector.db.authorize import SandboxAuthorizer
from inspector.db.database import Database
from inspector.db.native.private_copy import new_folder
from inspector.db.reader import Reader
from inspector.db.regexp.function import regexp_function
from inspector.db.translate import translate
from inspector.db.values import Value
from inspector.errors import KnownError

MEMORY_BYTES = 256 << 20
"""Largest database that is copied into memory; a larger one goes to a file in the folder of private copies."""
SHOWN_ROWS = 1_000
"""Rows of a table whose change is told; all are counted."""
_PAGES = 2_000
"""Pages that are copied between two looks at the token."""

Change = Literal["insert", "update", "delete"]
_CHANGES: Mapping[str, Change] = {"INSERT": "insert", "UPDATE": "update", "DELETE": "delete"}


@dataclass(frozen=True)
class RowChange:
    """One row that is not as it was."""

    kind: Change
    """What became of it."""
    before: Mapping[str, Value]
    """Column -> value as it was; of an update its key and what changed; empty for a new row."""
    after: Mapping[str, Value]
    """Column -> value as it is; of an update what changed; empty for a row that is gone."""
    key: tuple[str, ...]
    """The columns that name the row; ``_rowid_`` where the table has no key of its own."""


@dataclass(frozen=True)
class TableChange:
    """What changed in one table."""

    schema: str
    """Name of the file in a set, else ``main``."""
    table: str
    """Name of the table."""
    inserted: int = 0
    """New rows."""
    updated: int = 0
    """Rows with other values."""
    deleted: int = 0
    """Rows that are gone."""
    rows: tuple[RowChange, ...] = ()
    """The first of them."""

    @property
    def truncated(self) -> bool:
        """Whether more rows changed than are told."""
        return self.inserted + self.updated + self.deleted > len(self.rows)


@dataclass(frozen=True)
class SchemaChange:
    """An object of the schema that is not as it was."""

    kind: Literal["made", "changed", "dropped"]
    """What became of it."""
    type: str
    """``table``, ``index``, ``view`` or ``trigger``."""
    name: str
    """Its name."""
    sql: str
    """Its statement as it is, or was."""


class Sandbox:
    """The copy while it lives."""

    def __init__(self, connection: apsw.Connection, schemas: tuple[str, ...], path: str, cancel: CancelToken) -> None:
        self._connection = connection
        self._schemas = schemas
        self._path = path
        self.reader = Reader(connection, path=path, cancel=cancel, gate=SandboxAuthorizer)
        """Runs statements in it: :meth:`Reader.user_rows`."""
        self._before = self._objects()
        self._sessions: dict[str, Any] = {}
        for schema in schemas:
            session = apsw.Session(connection, schema)
            # tables without a key of their own are followed by their rowids
            session.config(apsw.SQLITE_SESSION_OBJCONFIG_ROWID, True)
            session.attach()
            self._sessions[schema] = session

    def changes(self) -> tuple[tuple[TableChange, ...], tuple[str, ...]]:
        """(what changed by table, what could not be told and why)."""
        found: list[TableChange] = []
        notes: list[str] = []
        for schema, session in self._sessions.items():
            try:
                found += self._changes_of(schema, session.changeset())
            except (apsw.Error, UnicodeDecodeError) as error:
                notes.append(f"The changed rows of {schema} cannot be told: {error}.")
        return tuple(found), tuple(notes)

    def schema_changes(self) -> tuple[SchemaChange, ...]:
        """What was made, changed and dropped."""
        now = self._objects()
        found = []
        for key in dict.fromkeys((*self._before, *now)):
            was, is_ = self._before.get(key), now.get(key)
            if was != is_:
                kind: Literal["made", "changed", "dropped"]
                kind = "made" if was is None else "dropped" if is_ is None else "changed"
                found.append(SchemaChange(kind, key[1], key[2], is_ if is_ is not None else was or ""))
        return tuple(found)

    def close(self) -> None:
        """Forget it."""
        for session in self._sessions.values():
            session.close()
        self._connection.close(True)

    def _objects(self) -> dict[tuple[str, str, str], str]:
        found = {}
        for schema in self._schemas:
            sql = f"SELECT type, name, coalesce(sql, '') FROM {quoting.name(schema)}.sqlite_schema"
            for type_, name, text in self._connection.execute(sql):
                found[schema, type_, name] = text
        return found

    def _changes_of(self, schema: str, changeset: bytes) -> list[TableChange]:
        counts: dict[str, dict[Change, int]] = {}
        rows: dict[str, list[RowChange]] = {}
        columns: dict[str, tuple[str, ...]] = {}
        for change in apsw.Changeset.iter(changeset):
            table, kind = change.name, _CHANGES[change.op]
            count = counts.setdefault(table, {"insert": 0, "update": 0, "delete": 0})
            count[kind] += 1
            kept = rows.setdefault(table, [])
            if len(kept) < SHOWN_ROWS:
                if table not in columns:
                    columns[table] = self._columns(schema, table, change.column_count)
                kept.append(_row_change(kind, change, columns[table]))
        return [
            TableChange(schema, table, count["insert"], count["update"], count["delete"], tuple(rows[table]))
            for table, count in counts.items()
        ]

    def _columns(self, schema: str, table: str, count: int) -> tuple[str, ...]:
        sql = "SELECT name FROM pragma_table_info(?, ?)"
        told = tuple(str(row[0]) for row in self._connection.execute(sql, (table, schema)))
        if len(told) + 1 == count:
            return ("_rowid_", *told)
        return told if len(told) == count else tuple(f"column {place + 1}" for place in range(count))


def _row_change(kind: Change, change: Any, columns: tuple[str, ...]) -> RowChange:
    key = tuple(columns[place] for place in sorted(change.pk_columns))
    return RowChange(kind, _given(change.old, columns), _given(change.new, columns), key)


def _given(values: tuple[Any, ...] | None, columns: tuple[str, ...]) -> dict[str, Value]:
    pairs = zip(columns, values or (), strict=False)
    return {column: value for column, value in pairs if value is not apsw.no_change}


@contextlib.contextmanager
def sandbox(database: Database, cancel: CancelToken | None = None) -> Iterator[Sandbox]:
    """A copy of all files of ``database``, as they are at one moment; nothing of it stays.

    Raises what reading raises, KnownError where there is no room.
    """
    token = cancel or CancelToken()
    with contextlib.ExitStack() as held:
        connection = _Copy(database, held, token).made()
        made: list[Sandbox] = []
        try:
            made.append(Sandbox(connection, tuple(database.files), database.path, token))
            yield made[0]
        except apsw.Error as error:
            raise translate(error, path=database.path, cancel=token) from error
        finally:
            for one in made:
                one.close()


class _Copy:
    """How the copy is made."""

    def __init__(self, database: Database, held: contextlib.ExitStack, cancel: CancelToken) -> None:
        self._database = database
        self._held = held
        self._cancel = cancel
        self._target: apsw.Connection | None = None

    def made(self) -> apsw.Connection:
        """The connection to it."""
        self._database.read(self._copy, self._cancel)
        target = self._target
        assert target is not None
        target.execute("PRAGMA temp_store = MEMORY")
        target.create_scalar_function("regexp", regexp_function("utf-8"), 2, deterministic=True)
        return target

    def _copy(self, reader: Reader) -> None:
        """May be called again: what was copied before is void then."""
        if self._target is not None:
            self._target.close(True)
        schemas = tuple(self._database.files)
        sizes = [_bytes_of(reader, schema) for schema in schemas]
        single = schemas == ("main",)
        paths = [self._place(size) for size in sizes]
        target = self._target = apsw.Connection(paths[0] if single else ":memory:")
        self._held.callback(target.close, True)
        for schema, path in zip(schemas, paths, strict=True):
            if not single:
                target.execute(f"ATTACH ? AS {quoting.name(schema)}", (path,))
            target.execute(f"PRAGMA {quoting.name(schema)}.synchronous = OFF")
            reader.on_connection(lambda source, schema=schema: self._back_up(source, target, schema))  # type: ignore[misc]

    def _back_up(self, source: apsw.Connection, target: apsw.Connection, schema: str) -> None:
        with target.backup(schema, source, schema) as backup:
            while not backup.done:
                self._cancel.check()
                backup.step(_PAGES)

    def _place(self, size: int) -> str:
        if size <= MEMORY_BYTES:
            return ":memory:"
        return self._held.enter_context(new_folder(size))


def _bytes_of(reader: Reader, schema: str) -> int:
    pages, size = (reader.value(f"PRAGMA {quoting.name(schema)}.{of}") for of in ("page_count", "page_size"))
    if not isinstance(pages, int) or not isinstance(size, int):
        raise KnownError("The size of the database is not known.", advice="Open it anew.")
    return pages * size
