"""A row as one text with exact values: a JSON object, or an INSERT statement (no Qt)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from inspector.cancel import CancelToken
from inspector.db import quoting
from inspector.db.display import real_text
from inspector.db.literal import sql_literal
from inspector.db.values import BadText, Large, Value
from inspector.errors import KnownError
from inspector.workspace.rows.cell_parts import CellAt, read_parts
from inspector.workspace.rows.row_details import Field, RowDetails
from inspector.workspace.source import Source

MOST = 64 << 20
"""Bytes of a value that are copied whole."""

Whole = Callable[[Field], Value]
"""Gives the value of a field that was read as its beginning."""


def row_json(details: RowDetails, whole: Whole | None = None) -> str:
    """The row as a JSON object, a column a line.

    JSON has no bytes: a BLOB is ``{"blob": "00ff"}``, text that is not valid ``{"text": "ff", "encoding": ...}``, the
    beginning of a long value ``{"beginning": ..., "bytes": 5000000}``.
    """
    lines = [
        f"  {json.dumps(field.column.name, ensure_ascii=False)}: {_json(_value(field, whole))}"
        for field in details.fields
    ]
    return "{\n" + ",\n".join(lines) + "\n}"


def row_sql(details: RowDetails, whole: Whole | None = None) -> str:
    """The row as an INSERT statement; generated columns, which no statement can set, are left out."""
    fields = [field for field in details.fields if field.column.visibility == "normal"]
    names = ",\n  ".join(quoting.name(field.column.name) for field in fields)
    values = ",\n  ".join(_sql(_value(field, whole)) for field in fields)
    return f"INSERT INTO {quoting.name(details.table.name)} (\n  {names}\n) VALUES (\n  {values}\n);"


def whole_value(source: Source, details: RowDetails, field: Field, cancel: CancelToken) -> Value:
    """The value of a field, secrets masked, however long it is. Raises KnownError over :data:`MOST` bytes."""
    value, database = field.value, source.database
    if not isinstance(value, Large) or database is None:
        return value
    if value.length > MOST:
        raise KnownError(
            f"The value of {field.column.name} is too long for the clipboard: {value.length:,} bytes.",
            advice="Read it in parts.",
        )
    cell = CellAt(details.table, details.ref.key, field.column.name, value.length, value.kind == "text")
    parts = list(read_parts(database, cell, source.redactor, 0, value.length, cancel))
    return "".join(part.text for part in parts) if cell.is_text else b"".join(part.raw for part in parts)


def cut_fields(details: RowDetails) -> Iterator[Field]:
    """Fields of which only the beginning was read."""
    return (field for field in details.fields if isinstance(field.value, Large))


def _value(field: Field, whole: Whole | None) -> Value:
    return whole(field) if whole is not None and isinstance(field.value, Large) else field.value


def _json(value: Value) -> str:
    match value:
        case float():
            return {"Inf": "9e999", "-Inf": "-9e999"}.get(real_text(value), real_text(value))
        case bytes() as raw:
            return json.dumps({"blob": raw.hex()})
        case BadText() as bad:
            return json.dumps({"text": bad.raw.hex(), "encoding": bad.encoding})
        case Large(prefix=prefix, length=length):
            return f'{{"beginning": {_json(prefix)}, "bytes": {length}}}'
    return json.dumps(value, ensure_ascii=False)


def _sql(value: Value) -> str:
    if isinstance(value, Large):
        return f"{sql_literal(value.prefix)} /* the beginning of {value.length:,} bytes */"
    return sql_literal(value)
