"""Reading the catalog, object by object, so that one that cannot be read spoils only itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
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
from inspector.db.fts_structure import read_fts
from inspector.db.quoting import name as quoted
from inspector.db.reader import Reader
from inspector.db.values import Value
from inspector.errors import FileBusy, FileDamaged, KnownError

_VISIBILITY: dict[Value, ColumnVisibility] = {
    0: "normal",
    1: "hidden",
    2: "generated virtual",
    3: "generated stored",
}

T = TypeVar("T")
D = TypeVar("D")


def read_catalog(reader: Reader, schemas: tuple[str, ...]) -> Catalog:
    """The catalog of every attached schema. A schema table that cannot be read at all raises KnownError."""
    tables: list[Table] = []
    problems: list[str] = []
    for schema in schemas:
        found, trouble = _read_schema(reader, schema)
        tables += found
        problems += trouble
    return Catalog(tuple(tables), tuple(_facts(reader, schema) for schema in schemas), tuple(problems))


def _read_schema(reader: Reader, schema: str) -> tuple[list[Table], list[str]]:
    master = f"{quoted(schema)}.sqlite_master"
    entries = reader.rows(f"SELECT type, name, tbl_name, sql, rootpage FROM {master} ORDER BY name").rows
    nothing: dict[str, tuple[Value, Value, Value]] = {}
    listed, problem = _attempt(lambda: _listed(reader, schema), nothing)
    statements = [(str(kind), str(name), str(owner), _text(sql)) for kind, name, owner, sql, _ in entries]
    tables = [
        _read_table(reader, schema, name, sql, kind, listed, statements)
        for kind, name, _, sql in statements
        if kind in ("table", "view")
    ]
    strange = [f"{name}: unknown kind of object “{kind}”" for kind, name, _, _ in statements if kind not in _KINDS]
    finished = _with_owners(_with_targets(_with_estimates(reader, schema, tables)))
    return finished, strange + ([f"The list of tables could not be read: {problem}"] if problem else [])


_KINDS = ("table", "view", "index", "trigger")


def _listed(reader: Reader, schema: str) -> dict[str, tuple[Value, Value, Value]]:
    """What table_list says: name -> (kind, without rowid, strict)."""
    rows = reader.rows(f"PRAGMA {quoted(schema)}.table_list").rows
    return {str(row[1]): (row[2], row[4], row[5]) for row in rows if row[0] == schema}


def _read_table(
    reader: Reader,
    schema: str,
    name: str,
    sql: str,
    kind: str,
    listed: dict[str, tuple[Value, Value, Value]],
    statements: list[tuple[str, str, str, str]],
) -> Table:
    table_kind, without_rowid, strict = listed.get(name, (_kind_by_text(kind, sql), 0, 0))
    table = Table(
        schema,
        name,
        cast(TableKind, table_kind),
        sql=sql,
        without_rowid=bool(without_rowid),
        strict=bool(strict),
        module=_module(sql),
        triggers=tuple(Trigger(n, s) for k, n, owner, s in statements if k == "trigger" and owner == name),
    )
    columns, problem = _attempt(lambda: _columns(reader, schema, name), ())
    if not columns and not problem:
        problem = _why_no_columns(reader, schema, name)
    keys, _ = _attempt(lambda: _foreign_keys(reader, schema, name), ())
    indexes, _ = _attempt(lambda: _indexes(reader, schema, name, statements), ())
    table = replace(table, columns=columns, foreign_keys=keys, indexes=indexes, problem=problem)
    if table.module.lower() in ("fts5", "fts4", "fts3"):
        structure, trouble = _attempt(lambda: read_fts(reader, table), None)
        table = replace(table, fts=structure, problem=table.problem or trouble)
    return table


def _kind_by_text(kind: str, sql: str) -> str:
    if kind == "view":
        return "view"
    return "virtual" if _module(sql) else "table"


def _module(sql: str) -> str:
    """The module that a CREATE VIRTUAL TABLE statement names; empty for another statement."""
    words = sql.split(None, 3)
    if len(words) < 3 or [w.upper() for w in words[:2]] != ["CREATE", "VIRTUAL"]:
        return ""
    _, _, rest = _partition_word(sql, "USING")
    return rest.strip().split("(")[0].split()[0].strip("\"'`[]") if rest.strip() else ""


def _partition_word(text: str, word: str) -> tuple[str, str, str]:
    """Like str.partition at a keyword that stands outside quotes."""
    quote, start = "", 0
    for i, char in enumerate(text):
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'`":
            quote = char
        elif char == "[":
            quote = "]"
        elif char.isspace():
            start = i + 1
        elif text[start : i + 1].upper() == word and (i + 1 == len(text) or text[i + 1].isspace()):
            return text[:start], word, text[i + 1 :]
    return text, "", ""


def _columns(reader: Reader, schema: str, name: str) -> tuple[Column, ...]:
    rows = reader.rows(f"PRAGMA {quoted(schema)}.table_xinfo({quoted(name)})").rows
    return tuple(
        Column(
            name=str(column),
            declared_type=_text(declared),
            not_null=bool(not_null),
            default=None if default is None else str(default),
            key_position=cast(int, position),
            visibility=_VISIBILITY.get(hidden, "normal"),
        )
        for _, column, declared, not_null, default, position, hidden in rows
    )


def _why_no_columns(reader: Reader, schema: str, name: str) -> str:
    """table_xinfo is silent about an object that cannot be compiled; asking for a row tells why."""
    _, problem = _attempt(lambda: reader.rows(f"SELECT * FROM {quoted(schema)}.{quoted(name)} LIMIT 1"), None)
    return problem or "It has no columns."


def _foreign_keys(reader: Reader, schema: str, name: str) -> tuple[ForeignKey, ...]:
    rows = reader.rows(f"PRAGMA {quoted(schema)}.foreign_key_list({quoted(name)})").rows
    keys: dict[Value, list[tuple[Value, ...]]] = {}
    for row in rows:
        keys.setdefault(row[0], []).append(row)
    return tuple(
        ForeignKey(
            columns=tuple(str(part[3]) for part in parts),
            target=str(parts[0][2]),
            target_columns=tuple(_text(part[4]) for part in parts if part[4] is not None),
            on_delete=str(parts[0][6]),
        )
        for _, parts in sorted(keys.items(), key=lambda item: cast(int, item[0]))
    )


def _indexes(reader: Reader, schema: str, name: str, statements: list[tuple[str, str, str, str]]) -> tuple[Index, ...]:
    texts = {n: s for k, n, owner, s in statements if k == "index" and owner == name}
    found = []
    for _, index, unique, _, partial in reader.rows(f"PRAGMA {quoted(schema)}.index_list({quoted(name)})").rows:
        parts = reader.rows(f"PRAGMA {quoted(schema)}.index_info({quoted(str(index))})").rows
        columns = tuple("<expression>" if part[2] is None else str(part[2]) for part in parts)
        found.append(Index(str(index), columns, bool(unique), bool(partial), texts.get(str(index), "")))
    return tuple(found)


def _with_estimates(reader: Reader, schema: str, tables: list[Table]) -> list[Table]:
    """Row counts as ANALYZE last saw them: the first number of any index of the table."""
    if not any(table.name == "sqlite_stat1" for table in tables):
        return tables
    rows, _ = _attempt(lambda: reader.rows(f"SELECT tbl, stat FROM {quoted(schema)}.sqlite_stat1").rows, ())
    known = {str(table): int(first) for table, stat in rows if (first := str(stat).split(" ")[0]).isdigit()}
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
