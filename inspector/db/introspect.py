"""Reading the catalog, object by object, so that one that cannot be read spoils only itself."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar, cast

from inspector.db.catalog import (
    Catalog,
    Column,
    ColumnVisibility,
    ForeignKey,
    Index,
    SchemaFacts,
    Table,
    TableKind,
    Trigger,
)
from inspector.db.fts_structure import fts_structure
from inspector.db.quoting import name as quoted
from inspector.db.reader import Reader
from inspector.db.values import BadText, Value
from inspector.db.virtual_table import parse_virtual_table, unquoted
from inspector.errors import FileBusy, FileDamaged, KnownError

_VISIBILITY: dict[Value, ColumnVisibility] = {
    0: "normal",
    1: "hidden",
    2: "generated virtual",
    3: "generated stored",
}

T = TypeVar("T")
D = TypeVar("D")

_BAD_NAME = "Its name is not valid text, so no statement can name it."


@dataclass(frozen=True)
class KnownCatalog:
    """A catalog and what it was made from."""

    fingerprint: tuple[object, ...]
    """All rows of the schema tables, and the statistics."""
    catalog: Catalog
    """The catalog."""


@dataclass(frozen=True)
class _Entry:
    """A row of the schema table."""

    kind: str
    """``table``, ``view``, ``index``, ``trigger``, or something strange."""
    name: Value
    """Name, as stored."""
    owner: Value
    """Name of its table."""
    sql: str
    """Its statement."""

    @property
    def title(self) -> str:
        """The name as text."""
        return _text(self.name)


def read_catalog(reader: Reader, schemas: tuple[str, ...], known: KnownCatalog | None = None) -> KnownCatalog:
    """The catalog of every attached schema. A schema table that cannot be read at all raises KnownError.

    Where the schema tables say what they said for ``known``, its tables are taken over.
    """
    entries = {schema: _entries(reader, schema) for schema in schemas}
    fingerprint = (tuple(entries.items()), tuple(_statistics(reader, s, entries[s]) for s in schemas))
    facts = tuple(_facts(reader, schema) for schema in schemas)
    if known is not None and known.fingerprint == fingerprint:
        return replace(known, catalog=replace(known.catalog, facts=facts))
    tables: list[Table] = []
    problems: list[str] = list(reader.schema_faults)
    for schema in schemas:
        found, trouble = _remembered(reader, schema, entries[schema])
        tables += found
        problems += trouble
    return KnownCatalog(fingerprint, Catalog(tuple(tables), facts, tuple(problems)))


def _entries(reader: Reader, schema: str) -> tuple[_Entry, ...]:
    master = f"{quoted(schema)}.sqlite_master"
    rows = reader.rows(f"SELECT type, name, tbl_name, sql FROM {master} ORDER BY name").rows
    return tuple(_Entry(_text(kind), name, owner, _text(sql)) for kind, name, owner, sql in rows)


def _statistics(reader: Reader, schema: str, entries: tuple[_Entry, ...]) -> tuple[tuple[Value, ...], ...]:
    """The rows of sqlite_stat1: (table, its numbers as text)."""
    if not any(entry.name == "sqlite_stat1" for entry in entries):
        return ()
    rows, _ = _attempt(lambda: reader.rows(f"SELECT tbl, stat FROM {quoted(schema)}.sqlite_stat1").rows, ())
    return tuple(rows)


def _remembered(reader: Reader, schema: str, entries: tuple[_Entry, ...]) -> tuple[tuple[Table, ...], list[str]]:
    """The tables that these entries declare: the sessions of an install declare all the same, and are many.

    What is faulty is read anew each time, for the fault may be one of the file.
    """
    key = (schema, entries, _statistics(reader, schema, entries))
    with _lock:
        seen = _seen.get(key)
    if seen is not None and not reader.schema_faults:
        return seen, []
    found, problems = _read_schema(reader, schema, entries)
    if not (reader.schema_faults or problems or any(table.problem for table in found)):
        with _lock:
            if len(_seen) >= _REMEMBERED:
                del _seen[next(iter(_seen))]
            _seen[key] = tuple(found)
    return tuple(found), problems


_REMEMBERED = 64
"""Schemas whose tables are kept."""
_lock = threading.Lock()
_seen: dict[tuple[str, tuple[_Entry, ...], tuple[tuple[Value, ...], ...]], tuple[Table, ...]] = {}
"""What was read, by schema name and all that the file says of it: the same whoever reads it."""


def _read_schema(reader: Reader, schema: str, entries: tuple[_Entry, ...]) -> tuple[list[Table], list[str]]:
    nothing: dict[str, tuple[Value, Value, Value]] = {}
    listed, problem = _attempt(lambda: _listed(reader, schema), nothing)
    tables = [
        _read_table(reader, schema, entry, None if problem else listed, entries)
        for entry in entries
        if entry.kind in ("table", "view")
    ]
    strange = [f"{e.title}: unknown kind of object “{e.kind}”" for e in entries if e.kind not in _KINDS]
    finished = _with_owners(_with_targets(_with_estimates(tables, _statistics(reader, schema, entries))))
    return finished, strange + ([f"The list of tables could not be read: {problem}"] if problem else [])


_KINDS = ("table", "view", "index", "trigger")


def _listed(reader: Reader, schema: str) -> dict[str, tuple[Value, Value, Value]]:
    """What table_list says: name -> (kind, without rowid, strict)."""
    rows = reader.rows("SELECT name, type, wr, strict FROM pragma_table_list WHERE schema = ?", (schema,)).rows
    return {_text(row[0]): (row[1], row[2], row[3]) for row in rows}


def _read_table(
    reader: Reader,
    schema: str,
    entry: _Entry,
    listed: dict[str, tuple[Value, Value, Value]] | None,
    entries: tuple[_Entry, ...],
) -> Table:
    virtual = parse_virtual_table(entry.sql)
    by_text = ("view" if entry.kind == "view" else "virtual" if virtual else "table", 0, 0)
    kind, without_rowid, strict = (listed or {}).get(entry.title, by_text)
    columns, problem = _attempt(lambda: _columns(reader, schema, entry), ())
    keys, _ = _attempt(lambda: _foreign_keys(reader, schema, entry), ())
    indexes, _ = _attempt(lambda: _indexes(reader, schema, entry, entries), ())
    table = Table(
        schema,
        entry.title,
        cast(TableKind, kind),
        columns=columns,
        sql=entry.sql,
        without_rowid=bool(without_rowid),
        strict=bool(strict),
        foreign_keys=keys,
        indexes=indexes,
        module=virtual.module if virtual else "",
        triggers=tuple(Trigger(e.title, e.sql) for e in entries if e.kind == "trigger" and e.owner == entry.name),
    )
    absent = listed is not None and entry.title not in listed
    broken = _problem(reader, table, entry, problem, absent)
    problem = broken or _why_not_searchable(reader, table)
    if kind == "view" and not broken:
        table = replace(table, columns=_with_origins(reader, table))
    return replace(table, problem=problem, readable=not broken, fts=fts_structure(table))


def _with_origins(reader: Reader, view: Table) -> tuple[Column, ...]:
    """The columns of a view with what they show: its names are its own, and what they hide is named by a table."""
    sql = f"SELECT * FROM {quoted(view.schema)}.{quoted(view.name)}"
    told, problem = _attempt(lambda: reader.described(sql), None)
    if told is None or problem or len(told.columns) != len(view.columns):
        return view.columns
    read = tuple(sorted(pair for pair in told.reads if pair[0].lower() != view.name.lower()))
    return tuple(
        replace(column, shows=((one.table, one.origin),) if one.table else read)
        for column, one in zip(view.columns, told.columns, strict=True)
    )


def _problem(reader: Reader, table: Table, entry: _Entry, problem: str, absent: bool) -> str:
    """Why the object cannot be read, in words; empty if it can."""
    if not isinstance(entry.name, str):
        return _BAD_NAME
    if absent:
        told = next((fault for fault in reader.schema_faults if f"({table.name})" in fault), "")
        return "Its row in the schema table is malformed, so SQLite leaves it out." + (f" ({told})" if told else "")
    if table.columns and not problem:
        return ""
    problem = problem or _why_no_columns(reader, table.schema, table.name)
    if table.kind == "virtual":
        return _why_no_module(table, problem)
    return problem


def _why_no_module(table: Table, problem: str) -> str:
    if "no such module" in problem:
        return f"The module {table.module} is not available here."
    structure = fts_structure(table)
    if structure is not None and ("tokenize" in problem or "vtable constructor failed" in problem):
        return f"The tokenizer “{structure.tokenizer}” is not available here ({problem})."
    return problem


def _why_not_searchable(reader: Reader, table: Table) -> str:
    """FTS5 asks for its tokenizer only when it is searched."""
    structure = fts_structure(table)
    if structure is None or structure.version != 5:
        return ""
    words = [unquoted(word) for word in structure.tokenizer.split()]
    # porter stems what another tokenizer splits, unicode61 unless it is named
    asked = words[:2] if words[:1] == ["porter"] else words[:1]
    absent = [word for word in asked if not reader.has_tokenizer(word)]
    return f"The tokenizer “{absent[0]}” is not available here, so the index cannot be searched." if absent else ""


def _columns(reader: Reader, schema: str, entry: _Entry) -> tuple[Column, ...]:
    """All columns; the table-valued form of the pragma takes names that no statement can spell."""
    mark, name = _bound(entry.name)
    found = reader.rows(
        f'SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo({mark}, ?) ORDER BY cid',
        (name, schema),
    )
    return tuple(
        Column(
            name=_text(column),
            declared_type=_text(declared),
            not_null=bool(not_null),
            default=None if default is None else _text(default),
            key_position=cast(int, position),
            visibility=_VISIBILITY.get(hidden, "normal"),
            problem="" if isinstance(column, str) else _BAD_NAME,
        )
        for column, declared, not_null, default, position, hidden in found
    )


def _bound(name: Value) -> tuple[str, str | bytes]:
    """The SQL of a parameter that stands for a name, and what is bound to it."""
    return ("CAST(? AS TEXT)", name.raw) if isinstance(name, BadText) else ("?", _text(name))


def _why_no_columns(reader: Reader, schema: str, name: str) -> str:
    """table_xinfo is silent about an object that cannot be compiled; asking for a row tells why."""
    _, problem = _attempt(lambda: reader.rows(f"SELECT * FROM {quoted(schema)}.{quoted(name)} LIMIT 1"), None)
    return problem or "It has no columns."


def _foreign_keys(reader: Reader, schema: str, entry: _Entry) -> tuple[ForeignKey, ...]:
    mark, name = _bound(entry.name)
    rows = reader.rows(
        f'SELECT id, "table", "from", "to", on_delete FROM pragma_foreign_key_list({mark}, ?) ORDER BY id, seq',
        (name, schema),
    ).rows
    keys: dict[Value, list[tuple[Value, ...]]] = {}
    for row in rows:
        keys.setdefault(row[0], []).append(row)
    return tuple(
        ForeignKey(
            columns=tuple(_text(part[2]) for part in parts),
            target=_text(parts[0][1]),
            target_columns=tuple(_text(part[3]) for part in parts if part[3] is not None),
            on_delete=_text(parts[0][4]),
        )
        for parts in keys.values()
    )


def _indexes(reader: Reader, schema: str, entry: _Entry, entries: tuple[_Entry, ...]) -> tuple[Index, ...]:
    texts = {e.title: e.sql for e in entries if e.kind == "index" and e.owner == entry.name}
    mark, name = _bound(entry.name)
    listed = f'SELECT name, "unique", partial FROM pragma_index_list({mark}, ?)'
    found = []
    for index, unique, partial in reader.rows(listed, (name, schema)).rows:
        mark, bound = _bound(index)
        parts = reader.rows(f"SELECT name FROM pragma_index_info({mark}, ?) ORDER BY seqno", (bound, schema)).rows
        columns = tuple("<expression>" if part is None else _text(part) for (part,) in parts)
        found.append(Index(_text(index), columns, bool(unique), bool(partial), texts.get(_text(index), "")))
    return tuple(found)


def _with_estimates(tables: list[Table], statistics: tuple[tuple[Value, ...], ...]) -> list[Table]:
    """Row counts as ANALYZE last saw them: the largest first number, since a partial index has fewer rows."""
    known: dict[str, int] = {}
    for table, stat in statistics:
        first = _text(stat).partition(" ")[0]
        if first.isdigit():
            known[_text(table)] = max(known.get(_text(table), 0), int(first))
    return [replace(table, estimate=known.get(table.name)) for table in tables]


def _with_targets(tables: list[Table]) -> list[Table]:
    """Fill in the implicit columns of foreign keys and say which keys cannot be followed."""
    by_name = {table.name.lower(): table for table in tables}
    return [replace(t, foreign_keys=tuple(_resolved(key, by_name) for key in t.foreign_keys)) for t in tables]


def _resolved(key: ForeignKey, tables: dict[str, Table]) -> ForeignKey:
    target = tables.get(key.target.lower())
    if target is None:
        return replace(key, problem=f"table {key.target} does not exist")
    columns = key.target_columns or target.primary_key
    if len(columns) != len(key.columns):
        return replace(key, target_columns=columns, problem=f"{key.target} has no key of {len(key.columns)} columns")
    absent = [column for column in columns if target.column(column) is None]
    problem = f"{key.target} has no column {', '.join(absent)}" if absent else ""
    return replace(key, target_columns=columns, problem=problem)


def _with_owners(tables: list[Table]) -> list[Table]:
    """Give each shadow table the virtual table it belongs to: the longest name that it begins with."""
    virtual = sorted((t.name for t in tables if t.kind == "virtual"), key=len, reverse=True)
    return [
        replace(table, owner=next((n for n in virtual if table.name.lower().startswith(n.lower() + "_")), ""))
        if table.kind == "shadow"
        else table
        for table in tables
    ]


def _facts(reader: Reader, schema: str) -> SchemaFacts:
    def pragma(what: str) -> Value:
        return _attempt(lambda: reader.value(f"PRAGMA {quoted(schema)}.{what}"), None)[0]

    return SchemaFacts(
        schema,
        encoding=_text(pragma("encoding")),
        page_size=_number(pragma("page_size")),
        pages=_number(pragma("page_count")),
        journal=reader.journal_of(schema),
        user_version=_number(pragma("user_version")),
        application_id=_number(pragma("application_id")),
    )


def _attempt(read: Callable[[], T], otherwise: D) -> tuple[T | D, str]:
    """What ``read`` gives, or ``otherwise`` and why; a busy file and a cancelled read still end the whole."""
    try:
        return read(), ""
    except FileBusy:
        raise
    except FileDamaged as error:
        return otherwise, f"{error.what} {error.details}".strip()
    except KnownError as error:
        return otherwise, error.details or error.what


def _text(value: Value) -> str:
    return "" if value is None else str(value)


def _number(value: Value) -> int:
    return value if isinstance(value, int) else 0
