"""What changes on a copy while statements run: rows by SQLite's session extension, the schema by comparison.

A session tells nothing of a table that was altered or dropped. So each table has its own, and before a statement
changes the schema all of them are read out and begun anew. What a session is blind to is told in a note.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from tempfile import SpooledTemporaryFile
from typing import Any

import apsw

from inspector import settings
from inspector.cancel import CancelToken
from inspector.db import quoting
from inspector.db.authorize import SandboxAuthorizer
from inspector.db.budget import row_bytes
from inspector.db.changes import Change, Piece, RowChange, SchemaChange, TableChange
from inspector.db.values import Value

SHOWN_ROWS = 1_000
"""Rows of a table whose change is told; all are counted."""
SHOWN_BYTES = 64 << 20
"""What their values may take in memory, over all tables."""
_SPOOLED_BYTES = 32 << 20
_LOOK_ROWS = 1_000
"""Changes between two looks at the token."""
_CHANGES: Mapping[str, Change] = {"INSERT": "insert", "UPDATE": "update", "DELETE": "delete"}
_SETTINGS = ("user_version", "application_id", "page_size", "auto_vacuum")
_NEW = ""
"""Stands for all tables that were not there when a session began."""
_ROLLS_BACK = re.compile(r"\s*ROLLBACK\b(?!.*\bTO\b)", re.IGNORECASE | re.DOTALL)

_TO_A_SAVEPOINT = re.compile(r"\s*ROLLBACK\b", re.IGNORECASE)

_Name = tuple[str, str]
"""Schema and table."""


class Recording:
    """Follows what statements change in some schemas of a connection."""

    def __init__(self, connection: apsw.Connection, schemas: tuple[str, ...], cancel: CancelToken) -> None:
        self._connection = connection
        self._schemas = schemas
        self._cancel = cancel
        self._objects_before = self._objects()
        self._sessions: dict[_Name, Any] = {}
        self._behind: dict[_Name, str] = {}
        self._pieces: list[Piece] = []
        self._unsure: list[str] = []
        """Statements of a transaction that is not over."""
        self._notes: dict[str, None] = {}
        self._shown: dict[_Name, int] = {}
        self._shown_left = SHOWN_BYTES
        self._dropped: dict[_Name, int] = {}
        self._null_keys: dict[_Name, tuple[str, int]] = {}
        self._begin()

    def gate(self) -> SandboxAuthorizer:
        """Asked about the next statement."""
        return SandboxAuthorizer(self._before)

    def finish(self, failed: str | None) -> tuple[tuple[TableChange, ...], tuple[SchemaChange, ...], tuple[Piece, ...]]:
        """(changed rows by table, changes of the schema, both in their order); ``failed``: a statement that did."""
        if self._unsure[-1:] == [failed]:
            self._unsure.pop()
        elif self._pieces[-1:] == [failed]:
            self._pieces.pop()
        if self._connection.in_transaction:
            self._notes["The script left its transaction open: a file would keep nothing of it without a COMMIT."] = (
                None
            )
        self._pieces += self._unsure
        self._read_out()
        for name, (where, before) in self._null_keys.items():
            now = self._count(name, where)
            if before or now:
                self._notes[
                    f"Rows of {name[1]} that have no key (NULL) are not followed: there were {before:,}, now {now:,}."
                ] = None
        return _merged(self._pieces), tuple(self._schema_changes()), tuple(self._pieces)

    @property
    def notes(self) -> tuple[str, ...]:
        """What could not be followed, and why."""
        return tuple(self._notes)

    def close(self) -> None:
        """Follow nothing any more."""
        for session in self._sessions.values():
            session.close()
        self._sessions = {}

    # --- while statements run ---

    def _before(self, gate: SandboxAuthorizer, sql: str) -> None:
        """A statement is about to run."""
        if not self._connection.in_transaction:
            self._pieces += self._unsure
            self._unsure = []
        elif _ROLLS_BACK.match(sql):
            self._unsure = []
        elif self._unsure and _TO_A_SAVEPOINT.match(sql):
            self._notes["The SQL holds changes of the schema that may have been rolled back to a savepoint."] = None
        for name in gate.writes:
            self._note_write(name)
        for name in gate.drops:
            self._dropped[name] = self._count(name)
        if "main" in gate.alters - frozenset(self._schemas):
            self._notes["What is made without the name of a file before it belongs to none of the files."] = None
        if not gate.alters & frozenset(self._schemas):
            return
        if self._connection.in_transaction:
            # it may yet be rolled back, and so may all that the sessions hold
            self._unsure.append(sql)
            return
        self._read_out()
        self._begin()
        self._pieces.append(sql)

    def _note_write(self, name: _Name) -> None:
        if name in self._null_keys or name[0] not in self._schemas:
            return
        kind = self._connection.execute("SELECT type, wr FROM pragma_table_list(?) WHERE schema = ?", name[::-1]).get
        if kind is None:
            return
        if kind[0] == "virtual":
            self._notes[f"{name[1]} is a virtual table: what changed is told by the tables behind it."] = None
            return
        sql = "SELECT name FROM pragma_table_info(?, ?) WHERE pk ORDER BY pk"
        keys = [str(row[0]) for row in self._connection.execute(sql, name[::-1])]
        if keys and not kind[1]:
            where = " OR ".join(f"{quoting.name(key)} IS NULL" for key in keys)
            self._null_keys[name] = (where, self._count(name, where))

    def _count(self, name: _Name, where: str = "1") -> int:
        with suppress(apsw.SQLError):
            return int(self._connection.execute(f"SELECT count(*) FROM {quoting.qualified(*name)} WHERE {where}").get)
        return 0

    # --- sessions ---

    def _begin(self) -> None:
        """Follow every table that there is, and in one session those to come."""
        self.close()
        for schema in self._schemas:
            names = self._tables(schema)
            for table in (*names, _NEW):
                session = apsw.Session(self._connection, schema)
                # tables without a key of their own are followed by their rowids
                session.config(apsw.SQLITE_SESSION_OBJCONFIG_ROWID, True)
                self._sessions[schema, table] = session
                if table == _NEW:
                    session.table_filter(partial(_is_new, frozenset(names)))
                else:
                    session.attach(table)

    def _tables(self, schema: str) -> list[str]:
        sql = "SELECT name, type FROM pragma_table_list WHERE schema = ? AND type IN ('table', 'shadow', 'virtual')"
        listed = [(str(name), str(kind)) for name, kind in self._connection.execute(sql, (schema,))]
        virtual = sorted((name for name, kind in listed if kind == "virtual"), key=len)
        for name, kind in listed:
            if kind == "shadow":
                self._behind[schema, name] = next((v for v in reversed(virtual) if name.startswith(f"{v}_")), "SQLite")
        # the schema itself is no table that is in the list of another moment
        return [name for name, kind in listed if kind != "virtual" and name != "sqlite_schema"]

    def _read_out(self) -> None:
        for schema in self._schemas:
            self._tables(schema)
        for (schema, table), session in self._sessions.items():
            try:
                self._pieces += self._changes_of(schema, session)
            except (apsw.Error, UnicodeDecodeError) as error:
                whose = f"{schema}.{table}" if table else f"new tables of {schema}"
                self._notes[f"The changed rows of {whose} cannot be told: {error}."] = None

    def _changes_of(self, schema: str, session: Any) -> list[TableChange]:
        if session.is_empty:
            return []
        found: dict[str, TableChange] = {}
        rows: dict[str, list[RowChange]] = {}
        columns: dict[str, tuple[str, ...]] = {}
        for number, change in enumerate(_changes(session)):
            if number % _LOOK_ROWS == 0:
                self._cancel.check()
            table, kind = change.name, _CHANGES[change.op]
            whole = found.get(table) or TableChange(schema, table, behind=self._behind_of(schema, table))
            field = f"{kind}d" if kind != "insert" else "inserted"
            found[table] = replace(whole, **{field: getattr(whole, field) + 1})
            if self._shown.get((schema, table), 0) < SHOWN_ROWS and self._shown_left > 0:
                if table not in columns:
                    columns[table] = self._columns(schema, table, change.column_count)
                row = _row_change(kind, change, columns[table])
                self._shown[schema, table] = self._shown.get((schema, table), 0) + 1
                self._shown_left -= row_bytes((*row.before.values(), *row.after.values()))
                rows.setdefault(table, []).append(row)
        return [replace(whole, rows=tuple(rows.get(table, ()))) for table, whole in found.items()]

    def _behind_of(self, schema: str, table: str) -> str:
        return "SQLite" if table.startswith("sqlite_") else self._behind.get((schema, table), "")

    def _columns(self, schema: str, table: str, count: int) -> tuple[str, ...]:
        sql = "SELECT name FROM pragma_table_info(?, ?)"
        told = tuple(str(row[0]) for row in self._connection.execute(sql, (table, schema)))
        if len(told) + 1 == count:
            return ("_rowid_", *told)
        return told if len(told) == count else tuple(f"column {place + 1}" for place in range(count))

    # --- the schema ---

    def _objects(self) -> dict[tuple[str, str, str], str]:
        """Schema, type and name -> statement."""
        found = {}
        for schema in self._schemas:
            sql = f"SELECT type, name, coalesce(sql, '') FROM {quoting.name(schema)}.sqlite_schema"
            for type_, name, text in self._connection.execute(sql):
                found[schema, str(type_), str(name)] = str(text)
            for name in _SETTINGS:
                value = self._connection.execute(f"PRAGMA {quoting.name(schema)}.{name}").get
                where = "" if schema == "main" else f"{quoting.name(schema)}."
                found[schema, "setting", name] = f"PRAGMA {where}{name} = {value}"
        return found

    def _schema_changes(self) -> Iterator[SchemaChange]:
        now = self._objects()
        for key in dict.fromkeys((*self._objects_before, *now)):
            was, is_ = self._objects_before.get(key), now.get(key)
            schema, type_, name = key
            dropped = self._dropped.get((schema, name)) if type_ == "table" else None
            if was is None and is_ is not None:
                count = self._count((schema, name)) if type_ == "table" else None
                yield SchemaChange("made", type_, name, is_, count)
            elif was is not None and is_ is None:
                yield SchemaChange("dropped", type_, name, was, dropped)
            elif is_ is not None and (was != is_ or dropped is not None):
                if dropped is not None:
                    self._notes[f"{name} was dropped with its {dropped:,} rows and made anew."] = None
                yield SchemaChange("changed", type_, name, is_)


def _changes(session: Any) -> Iterator[Any]:
    """The changes of a session; many of them go through a file without a name."""
    with SpooledTemporaryFile(max_size=_SPOOLED_BYTES, dir=str(settings.private_dir())) as spool:
        session.changeset_stream(spool.write)
        spool.seek(0)
        yield from apsw.Changeset.iter(spool.read)


def _is_new(known: frozenset[str], table: str) -> bool:
    return table not in known


def _merged(pieces: list[Piece]) -> tuple[TableChange, ...]:
    found: dict[_Name, TableChange] = {}
    for piece in pieces:
        if isinstance(piece, str):
            continue
        known = found.get((piece.schema, piece.table))
        found[piece.schema, piece.table] = piece if known is None else replace(
            known,
            inserted=known.inserted + piece.inserted,
            updated=known.updated + piece.updated,
            deleted=known.deleted + piece.deleted,
            rows=known.rows + piece.rows,
        )  # fmt: skip
    return tuple(found.values())


def _row_change(kind: Change, change: Any, columns: tuple[str, ...]) -> RowChange:
    key = tuple(columns[place] for place in sorted(change.pk_columns))
    return RowChange(kind, _given(change.old, columns), _given(change.new, columns), key, bool(change.indirect))


def _given(values: tuple[Any, ...] | None, columns: tuple[str, ...]) -> dict[str, Value]:
    pairs = zip(columns, values or (), strict=False)
    return {column: value for column, value in pairs if value is not apsw.no_change}
