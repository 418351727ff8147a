"""SQL names and literals written so that any name is safe."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_UNSAFE = re.compile("([\0\r\xa0\u2028\u2029\ufdd0\ufdd1]{1,50})")
"""What a statement or an editor does not keep as it is: NUL ends a statement, editors make newlines and spaces of the
others."""


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
    """A text as SQL, exactly: in single quotes, with ``char()`` for what cannot stand there."""
    if _UNSAFE.search(text) is None:
        return f"'{text.replace(chr(39), chr(39) * 2)}'"
    parts = [
        f"char({', '.join(str(ord(one)) for one in part)})" if at % 2 else f"'{part.replace(chr(39), chr(39) * 2)}'"
        for at, part in enumerate(_UNSAFE.split(text))
        if part
    ]
    return _joined(parts) if parts else "''"


def _joined(parts: Sequence[str]) -> str:
    """Parts put together by halves: SQLite refuses expressions that are more than 1,000 deep."""
    if len(parts) == 1:
        return parts[0]
    middle = len(parts) // 2
    return f"({_joined(parts[:middle])} || {_joined(parts[middle:])})"
