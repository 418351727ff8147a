"""Rows of a table for browsing: huge cells as bounded beginnings that are read without the rest of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from inspector.db import quoting
from inspector.db.catalog import Column, Table
from inspector.db.reader import Reader
from inspector.db.rows import RowKey
from inspector.db.values import BadText, Bindable, Large, Value, text_of
from inspector.errors import KnownError, SqlError

PREFIX = 4096
"""Bytes up to which a cell comes whole, and of which the beginning of a longer one consists."""
COLUMNS_AT_ONCE = 900
"""SQLite allows 2,000 result columns, and each column takes two."""
WALK_LIMIT = 256 << 20
"""Bytes of large cells that are walked over to reach the beginnings of those behind them in their rows."""

CellRow = tuple[RowKey, tuple[Value, ...]]
"""The key of a row (empty where it has none: a view) and its cells in the order asked for."""


def read_cells(
    reader: Reader,
    table: Table,
    columns: Sequence[str],
    where: str = "",
    params: Sequence[Bindable] = (),
    order: str = "",
    *,
    limit: int,
    offset: int = 0,
    prefix: int = PREFIX,
) -> tuple[CellRow, ...]:
    """Up to ``limit`` rows; ``where`` and ``order`` are SQL without their keywords, over the table's own names.

    A text or BLOB longer than ``prefix`` bytes comes as :class:`Large`. Raises what :meth:`Reader.rows` raises.
    """
    tail = (f" WHERE {where}" if where else "") + (f" ORDER BY {order}" if order else "")
    bound = (*params, limit, offset)
    tail += " LIMIT ? OFFSET ?"
    wanted = [_column(table, name) for name in columns]
    if table.kind in ("view", "virtual"):
        return _computed(reader, table, wanted, tail, bound, prefix)
    parts = [
        _stored(reader, table, wanted[start : start + COLUMNS_AT_ONCE], tail, bound, prefix)
        for start in range(0, max(1, len(wanted)), COLUMNS_AT_ONCE)
    ]
    joined = zip(*parts, strict=True)
    return tuple((row[0][0], tuple(cell for _, cells in row for cell in cells)) for row in joined)


def read_by_rowid(
    reader: Reader, table: Table, columns: Sequence[str], rowids: Iterable[int], *, prefix: int = PREFIX
) -> tuple[CellRow, ...]:
    """The rows of these rowids in the order asked for; those that are gone are left out."""
    asked = list(rowids)
    where = f"{table.rowid_name} IN (SELECT value FROM json_each(?))"
    found = read_cells(reader, table, columns, where, (json.dumps(asked),), limit=len(asked), prefix=prefix)
    by_key = {key[0]: (key, cells) for key, cells in found}
    return tuple(by_key[rowid] for rowid in asked if rowid in by_key)


def find_row(
    reader: Reader, table: Table, key: RowKey, columns: Sequence[str] | None = None, *, prefix: int = PREFIX
) -> tuple[Value, ...] | None:
    """The cells of one row (all visible columns unless named); None if the row is gone."""
    names = [column.name for column in table.visible_columns] if columns is None else columns
    where, params = where_key(table, key)
    found = read_cells(reader, table, names, where, params, limit=1, prefix=prefix)
    return found[0][1] if found else None


def read_whole(reader: Reader, table: Table, key: RowKey, column: str) -> Value:
    """One cell, however long. Raises SqlError if the row is gone."""
    where, params = where_key(table, key)
    source, expression = _source(table, [_column(table, column)])
    sql = f"SELECT {expression[0]} FROM {source} WHERE {where}"
    return reader.cell(sql, params)


def read_part(reader: Reader, table: Table, key: RowKey, column: str, start: int, count: int) -> bytes:
    """``count`` bytes of a text or BLOB cell from ``start`` on, as they are stored, for a window over a huge cell."""
    if _has_blobs(table) and len(key) == 1 and isinstance(key[0], int):
        try:
            return reader.blob_part(table.schema, table.name, column, key[0], start, count)
        except KnownError:
            pass  # a generated column is not stored, and a NULL or number has no bytes: SQLite computes what there is
    where, params = where_key(table, key)
    sql = (
        f"SELECT substr(CAST({quoting.name(column)} AS BLOB), ?, ?) "
        f"FROM {quoting.qualified(table.schema, table.name)} WHERE {where}"
    )
    found = reader.cell(sql, (start + 1, count, *params))
    return found if isinstance(found, bytes) else b""


def key_columns(table: Table) -> tuple[str, ...]:
    """What names a row: SQL names of the rowid or of the primary key; empty where nothing does (a view)."""
    if table.has_rowid and table.rowid_name:
        return (table.rowid_name,)
    return tuple(quoting.name(column) for column in table.primary_key)


def where_key(table: Table, key: RowKey) -> tuple[str, tuple[Bindable, ...]]:
    """The condition that finds the row of this key, and its parameters. Raises SqlError where rows have no key."""
    columns = key_columns(table)
    if not columns or len(columns) != len(key):
        raise SqlError(f"A row of {table.name} cannot be found again: it has no key.", advice="Filter for it instead.")
    terms = [
        f"{c} IS {'CAST(? AS TEXT)' if isinstance(k, BadText) else '?'}" for c, k in zip(columns, key, strict=True)
    ]
    return " AND ".join(terms), tuple(_bindable(part) for part in key)


def _bindable(value: Value) -> Bindable:
    if isinstance(value, BadText):
        return value.raw
    if isinstance(value, Large):
        raise ValueError("a key is never a beginning")
    return value


def _column(table: Table, name: str) -> Column:
    return table.column(name) or Column(name)


def _has_blobs(table: Table) -> bool:
    """Whether SQLite can open single cells of the table by rowid."""
    return table.kind in ("table", "shadow") and not table.without_rowid and bool(table.rowid_name)


def _source(table: Table, columns: Sequence[Column]) -> tuple[str, list[str]]:
    """What stands behind FROM, and how each column is called there."""
    full = quoting.qualified(table.schema, table.name)
    if not any(column.problem for column in columns):
        return full, [quoting.name(column.name) for column in columns]
    # a name that is not UTF-8 cannot be written in a statement: such a column gets a name of ours by its place
    ours = {
        column.name: quoting.name(f"column {place}" if column.problem else column.name)
        for place, column in enumerate(table.visible_columns)
    }
    rowid = [key for key in key_columns(table) if table.has_rowid]
    given, inner = ", ".join([*rowid, *ours.values()]), ", ".join([*rowid, "t.*"])
    return f"(WITH q({given}) AS (SELECT {inner} FROM {full} AS t) SELECT * FROM q)", [ours[c.name] for c in columns]


def _computed(
    reader: Reader, table: Table, columns: Sequence[Column], tail: str, params: tuple[Bindable, ...], prefix: int
) -> tuple[CellRow, ...]:
    """Views and virtual tables: each cell is computed once, so it comes whole and is cut here, row by row."""
    keys = list(key_columns(table))
    source, names = _source(table, columns)
    found = reader.rows(f"SELECT {', '.join([*keys, *names]) or 'NULL'} FROM {source}{tail}", params, cell_limit=prefix)
    return tuple((row[: len(keys)], row[len(keys) : len(keys) + len(names)]) for row in found)


def _stored(
    reader: Reader, table: Table, columns: Sequence[Column], tail: str, params: tuple[Bindable, ...], prefix: int
) -> tuple[CellRow, ...]:
    """Real tables: SQLite is asked for the length first, which it knows without reading the cell."""
    keys = list(key_columns(table))
    source, names = _source(table, columns)
    blobs = _has_blobs(table) and not any(column.problem for column in columns)
    beginning = "NULL" if blobs else f"substr(CAST({{0}} AS BLOB), 1, {prefix})"
    guarded = [_GUARDED.format(name, limit=prefix, beginning=beginning.format(name)) for name in names]
    asked = [_WHOLE.format(key) for key in keys] + guarded
    rows = reader.rows(f"SELECT {', '.join(asked) or 'NULL'} FROM {source}{tail}", params).rows
    encoding = reader.encoding()
    walked = 0
    out: list[CellRow] = []
    for row in rows:
        key = tuple(_decoded(row[i], row[i + 1], encoding) for i in range(0, 2 * len(keys), 2))
        cells, walked_here = _cells(reader, table, columns, key, row[2 * len(keys) :], encoding, prefix, walked)
        walked += walked_here
        out.append((key, cells))
    return tuple(out)


_WHOLE = "typeof({0}) = 'text', CASE typeof({0}) WHEN 'text' THEN CAST({0} AS BLOB) ELSE {0} END"
_GUARDED = (
    "CASE typeof({0}) WHEN 'text' THEN octet_length({0}) WHEN 'blob' THEN -1 - octet_length({0}) END, "
    "CASE WHEN octet_length({0}) > {limit} THEN {beginning} "
    "WHEN typeof({0}) = 'text' THEN CAST({0} AS BLOB) ELSE {0} END"
)
"""Length (of a BLOB as -1 - length, of NULL and numbers NULL) and value."""


def _cells(
    reader: Reader,
    table: Table,
    columns: Sequence[Column],
    key: RowKey,
    row: Sequence[Value],
    encoding: str,
    prefix: int,
    walked: int,
) -> tuple[tuple[Value, ...], int]:
    cells: list[Value] = []
    before = 0
    cost = 0
    for column, length, found in zip(columns, row[0::2], row[1::2], strict=True):
        if not isinstance(length, int):
            cells.append(found)
            continue
        is_text = length >= 0
        size = length if is_text else -1 - length
        if size <= prefix:
            cells.append(_decoded(int(is_text), found, encoding))
            continue
        if found is None and walked + cost + before <= WALK_LIMIT:
            found = read_part(reader, table, key, column.name, 0, prefix)
            cost += before
        before += size
        cells.append(_large(found if isinstance(found, bytes) else b"", size, encoding if is_text else None))
    return tuple(cells), cost


def _large(beginning: bytes, size: int, encoding: str | None) -> Large:
    if encoding is None:
        return Large("blob", beginning, size)
    return Large("text", text_of(beginning, encoding, whole=False), size)


def _decoded(is_text: Value, value: Value, encoding: str) -> Value:
    return text_of(value, encoding) if is_text and isinstance(value, bytes) else value
