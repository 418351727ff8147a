"""A row's key as text for a link, and back, exact: ``17``, ``["user:17","2026-05-01"]``; bytes as ``{"x":"00ff"}``."""

from __future__ import annotations

import json
from collections.abc import Sequence

from inspector.db import quoting
from inspector.db.catalog import Table
from inspector.db.cells import key_columns, read_cells
from inspector.db.reader import Reader
from inspector.db.rows import RowKey
from inspector.db.values import BadText, Bindable, Value
from inspector.errors import InvalidInput


def key_text(key: RowKey) -> str:
    """The key of a row as text."""
    if len(key) == 1 and isinstance(key[0], int):
        return str(key[0])
    return json.dumps([written_value(part) for part in key], ensure_ascii=True, separators=(",", ":"))


def parse_key(text: str) -> RowKey:
    """The key that a text names; a plain word is a key of one text. Raises InvalidInput."""
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) < 20:
        return (int(text),)
    if not text.startswith("["):
        return (text,)
    try:
        return tuple(read_value(part) for part in json.loads(text))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise InvalidInput(
            "The link names a row by a key that cannot be read.", advice="Copy the link again.", details=str(error)
        ) from error


def resolve_key(reader: Reader, table: Table, key: RowKey) -> RowKey | None:
    """The key by which the table finds its row; a table with rowids also finds one by its primary key.

    None if there is no such row, or none that a key finds (a view).
    """
    names = key_columns(table)
    if not names:
        return None
    if len(key) == len(names) and (not table.has_rowid or isinstance(key[0], int)):
        found = find_keys(reader, table, names, key, limit=1)
        if found:
            return found[0]
    if table.has_rowid and len(table.primary_key) == len(key):
        found = find_keys(reader, table, tuple(map(quoting.name, table.primary_key)), key, limit=1)
        return found[0] if found else None
    return None


def find_keys(
    reader: Reader, table: Table, names: Sequence[str], values: Sequence[Value], *, limit: int
) -> tuple[RowKey, ...]:
    """Keys of up to ``limit`` rows whose columns (SQL names) hold these values."""
    terms = [
        f"{name} = {'CAST(? AS TEXT)' if isinstance(value, BadText) else '?'}"
        for name, value in zip(names, values, strict=True)
    ]
    params = tuple(bindable(value) for value in values)
    return tuple(row[0] for row in read_cells(reader, table, (), " AND ".join(terms), params, limit=limit))


def bindable(value: Value) -> Bindable:
    """What SQLite is given for a value; broken text as its bytes, to be cast. Raises ValueError for a beginning."""
    if isinstance(value, BadText):
        return value.raw
    if isinstance(value, None | int | float | str | bytes):
        return value
    raise ValueError("a key is never a beginning")


def written_value(part: Value) -> object:
    """A value as JSON holds it."""
    if isinstance(part, bytes):
        return {"x": part.hex()}
    if isinstance(part, BadText):
        return {"t": part.raw.hex(), "e": part.encoding}
    return part


def read_value(part: object) -> Value:
    """The value that JSON holds. Raises ValueError, KeyError."""
    if isinstance(part, dict):
        if "x" in part:
            return bytes.fromhex(part["x"])
        return BadText(bytes.fromhex(part["t"]), str(part["e"]))
    if isinstance(part, None | int | float | str) and not isinstance(part, bool):
        return part
    raise ValueError("a key holds no lists")
