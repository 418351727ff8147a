"""A value as a statement of SQL writes it, so that running it gives the same value."""

from __future__ import annotations

from inspector.db import quoting
from inspector.db.display import real_text
from inspector.db.values import BadText, Value


def sql_literal(value: Value) -> str:
    """The value as SQL writes it."""
    match value:
        case None:
            return "NULL"
        case bool() | int():
            return str(value)
        case float():
            # the shell's way: SQL has no word for infinity
            return {"Inf": "9e999", "-Inf": "-9e999"}.get(real_text(value), real_text(value))
        case str():
            return quoting.literal(value)
        case bytes():
            return f"X'{value.hex().upper()}'"
        case BadText(raw=raw):
            return f"CAST(X'{raw.hex().upper()}' AS TEXT)"
    raise ValueError("a beginning is no value")
