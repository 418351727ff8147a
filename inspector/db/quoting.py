"""SQL names and literals written so that any name is safe."""

from __future__ import annotations

from collections.abc import Iterable


def name(identifier: str) -> str:
    """An identifier in double quotes."""
    return '"' + identifier.replace('"', '""') + '"'


def qualified(schema: str, table: str) -> str:
    """``"schema"."table"``."""
    return f"{name(schema)}.{name(table)}"


def names(identifiers: Iterable[str]) -> str:
    """Identifiers in double quotes, with commas between."""
    return ", ".join(name(identifier) for identifier in identifiers)


def literal(text: str) -> str:
    """A text literal in single quotes. A NUL cannot stand in one: bind such values instead."""
    return "'" + text.replace("'", "''") + "'"
