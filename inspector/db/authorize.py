"""What a statement of the user's may do: read, and make temporary tables in memory. Everything else is refused."""

from __future__ import annotations

from collections.abc import Callable

import apsw

_READ_PRAGMAS = frozenset(
    (
        "application_id collation_list compile_options data_version database_list encoding foreign_key_check "
        "foreign_key_list freelist_count function_list index_info index_list index_xinfo integrity_check journal_mode "
        "max_page_count module_list page_count page_size pragma_list quick_check schema_version table_info table_list "
        "table_xinfo user_version auto_vacuum"
    ).split(" ")
)
"""Pragmas that read when they are given no value."""

_TAKE_A_NAME = frozenset(
    (
        "foreign_key_check foreign_key_list index_info index_list index_xinfo integrity_check quick_check table_info "
        "table_list table_xinfo"
    ).split(" ")
)
"""Of these, the ones whose value is the name of an object or a limit."""

_OF_A_CONNECTION = frozenset(
    (
        "busy_timeout cache_size cache_spill case_sensitive_like cell_size_check checkpoint_fullfsync count_changes "
        "defer_foreign_keys foreign_keys fullfsync journal_size_limit locking_mode mmap_size query_only "
        "read_uncommitted recursive_triggers secure_delete synchronous temp_store threads trusted_schema "
        "wal_autocheckpoint"
    ).split(" ")
)
"""Pragmas that, read, would tell how this program reads: an answer that looks like one of the file, and is none."""

_REFUSED_FUNCTIONS = {
    "load_extension": "loading extensions",
    "fts3_tokenizer": "registering tokenizers",
    "writefile": "writing files",
    "edit": "starting programs",
}

_ALWAYS = {apsw.SQLITE_SELECT, apsw.SQLITE_RECURSIVE}

_WRITES = {
    apsw.SQLITE_INSERT: "inserting rows",
    apsw.SQLITE_UPDATE: "changing rows",
    apsw.SQLITE_DELETE: "deleting rows",
    apsw.SQLITE_ATTACH: "attaching files",
    apsw.SQLITE_DETACH: "detaching files",
    apsw.SQLITE_ALTER_TABLE: "changing tables",
    apsw.SQLITE_REINDEX: "rebuilding indexes",
    apsw.SQLITE_ANALYZE: "ANALYZE, which writes statistics",
    apsw.SQLITE_CREATE_VTABLE: "making virtual tables",
    apsw.SQLITE_DROP_VTABLE: "dropping virtual tables",
    apsw.SQLITE_TRANSACTION: "transactions: each read is one already",
    apsw.SQLITE_SAVEPOINT: "savepoints: each read is one transaction already",
}


_SCHEMA_TABLES = frozenset(("sqlite_master", "sqlite_schema"))
"""Where a statement that makes or drops something writes first."""

_REACHES_OUT = frozenset((*_REFUSED_FUNCTIONS.values(), _WRITES[apsw.SQLITE_ATTACH], _WRITES[apsw.SQLITE_DETACH]))
"""Rules that hold on a private copy too: what they are about lies outside of it."""


class Authorizer:
    """Asked by SQLite about every action while a statement is prepared; remembers what was read and what refused."""

    advice = "Statements here may read, and make temporary tables."
    """What to say to whom it refuses."""

    def __init__(self) -> None:
        self.refusal = ""
        """The rule that the statement broke, in words; empty if none."""
        self.reads: set[tuple[str, str]] = set()
        """Every (table, column) that is read."""

    @property
    def reaches_out(self) -> bool:
        """Whether what was refused would reach beyond the database, so that a private copy could not hold it."""
        return self.refusal in _REACHES_OUT or self.refusal.startswith(_FOLDERS)

    def before_run(self, sql: str) -> None:
        """A statement that was asked about runs now."""

    def __call__(
        self, action: int, first: str | None, second: str | None, schema: str | None, trigger: str | None
    ) -> int:
        if action == apsw.SQLITE_READ:
            self.reads.add((first or "", second or ""))
            return apsw.SQLITE_OK
        if action in _ALWAYS:
            return apsw.SQLITE_OK
        if action == apsw.SQLITE_FUNCTION:
            return self._function((second or "").lower())
        if action == apsw.SQLITE_PRAGMA:
            return self._pragma((first or "").lower(), second)
        if schema == "temp" or action in _TEMPORARY:
            return apsw.SQLITE_OK
        if (first or "").lower() in _SCHEMA_TABLES:
            return self._refuse("changing the schema")
        return self._refuse(_WRITES.get(action, "changing the schema"))

    def _function(self, name: str) -> int:
        refused = _REFUSED_FUNCTIONS.get(name)
        return self._refuse(refused) if refused else apsw.SQLITE_OK

    def _pragma(self, name: str, value: str | None) -> int:
        if name in _READ_PRAGMAS and (value is None or name in _TAKE_A_NAME):
            return apsw.SQLITE_OK
        if value is not None:
            return self._refuse(f"PRAGMA {name} with a value")
        about = ", which is about this program's connection and not about the file" if name in _OF_A_CONNECTION else ""
        return self._refuse(f"PRAGMA {name}{about}")

    def _refuse(self, rule: str) -> int:
        self.refusal = self.refusal or rule
        return apsw.SQLITE_DENY


_REACHING_PRAGMAS = frozenset(
    (
        "temp_store_directory data_store_directory hard_heap_limit soft_heap_limit temp_store mmap_size max_page_count "
        "cache_size cache_spill threads"
    ).split(" ")
)
"""Pragmas that are about the whole process, its memory and disk, or about files of its own."""

_FOLDERS = ("PRAGMA temp_store_directory", "PRAGMA data_store_directory")
"""Pragmas that say where this program writes."""

_TEMPORARY = {
    apsw.SQLITE_CREATE_TEMP_INDEX,
    apsw.SQLITE_CREATE_TEMP_TABLE,
    apsw.SQLITE_CREATE_TEMP_VIEW,
    apsw.SQLITE_DROP_TEMP_INDEX,
    apsw.SQLITE_DROP_TEMP_TABLE,
    apsw.SQLITE_DROP_TEMP_VIEW,
}


_ALTERS = frozenset(
    (
        apsw.SQLITE_ALTER_TABLE,
        apsw.SQLITE_CREATE_INDEX,
        apsw.SQLITE_CREATE_TABLE,
        apsw.SQLITE_CREATE_TRIGGER,
        apsw.SQLITE_CREATE_VIEW,
        apsw.SQLITE_CREATE_VTABLE,
        apsw.SQLITE_DROP_INDEX,
        apsw.SQLITE_DROP_TABLE,
        apsw.SQLITE_DROP_TRIGGER,
        apsw.SQLITE_DROP_VIEW,
        apsw.SQLITE_DROP_VTABLE,
    )
)


class SandboxAuthorizer(Authorizer):
    """What a statement may do on a private copy: anything that stays inside it. Remembers what it would change."""

    advice = "On the private copy anything may run that reaches nothing outside of it."

    def __init__(self, before: Callable[[SandboxAuthorizer, str], None] | None = None) -> None:
        """``before`` is told of a statement that may run, before it does."""
        super().__init__()
        self._before = before
        self._aside = False
        """Whether it is we who ask meanwhile: that is no part of the statement."""
        self.writes: set[tuple[str, str]] = set()
        """Every (schema, table) into which rows are written."""
        self.drops: set[tuple[str, str]] = set()
        """Every (schema, table) that is dropped."""
        self.alters: set[str] = set()
        """Every schema in which something is made, changed or dropped."""

    def before_run(self, sql: str) -> None:
        """The statement runs now."""
        if self._before is None:
            return
        self._aside = True
        try:
            self._before(self, sql)
        finally:
            self._aside = False

    def __call__(
        self, action: int, first: str | None, second: str | None, schema: str | None, trigger: str | None
    ) -> int:
        if self._aside or (action == apsw.SQLITE_ATTACH and first in ("", ":memory:")):
            # an empty name is a database of SQLite's own, as VACUUM makes one
            return apsw.SQLITE_OK
        if action == apsw.SQLITE_PRAGMA and (first or "").lower() in _REACHING_PRAGMAS:
            return self._refuse(f"PRAGMA {(first or '').lower()}")
        if action in (apsw.SQLITE_READ, apsw.SQLITE_FUNCTION, apsw.SQLITE_ATTACH, apsw.SQLITE_DETACH):
            return super().__call__(action, first, second, schema, trigger)
        if action in _ALTERS:
            self.alters.add((first if action == apsw.SQLITE_ALTER_TABLE else schema) or "main")
        if action in (apsw.SQLITE_DROP_TABLE, apsw.SQLITE_DROP_VTABLE):
            self.drops.add((schema or "main", first or ""))
        elif action in (apsw.SQLITE_INSERT, apsw.SQLITE_UPDATE, apsw.SQLITE_DELETE):
            self.writes.add((schema or "main", first or ""))
        return apsw.SQLITE_OK
