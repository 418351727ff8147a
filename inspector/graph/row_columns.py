"""How cells of rows become columns of a graph: texts, ids, codes with names, numbers, places of rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from inspector.db.values import Large

OTHER = "(other)"
"""The name that all share which come after the most frequent MOST_NAMES."""
MOST_NAMES = 30_000
"""Names of types that are told apart: codes are 16 bits wide."""

Place = tuple[str, str, Any]
"""Schema, table and key (a RowKey, or a lone rowid) of a row."""
_Code = TypeVar("_Code", np.int16, np.int32)


def columns_of(rows: Iterable[Sequence[object]], width: int) -> list[Sequence[Any]]:
    """``width`` columns of equally long rows; a column the rows do not have is all None."""
    columns: list[Sequence[Any]] = []
    columns.extend(list(zip(*rows, strict=True))[:width])
    count = len(columns[0]) if columns else 0
    return columns + [(None,) * count] * (width - len(columns))


def text_of(value: object) -> str:
    """A cell as text: NULL is empty, a BLOB is its first bytes in hex, a huge cell its beginning."""
    match value:
        case str():
            return value
        case None:
            return ""
        case bytes():
            return f"x'{value[:16].hex()}'" if len(value) <= 16 else f"x'{value[:16].hex()}…'"
        case Large(prefix=prefix):
            return text_of(prefix) + "…"
    return str(value)


def texts(values: Sequence[object]) -> list[str]:
    """All of a column as text; the two usual cases without a call."""
    return ["" if value is None else value if type(value) is str else text_of(value) for value in values]


def id_text(value: object) -> str:
    """What a node is called by its edges: ids are compared as text."""
    return "NULL" if value is None else text_of(value)


def coded(words: Sequence[str], width: type[_Code]) -> tuple[NDArray[_Code], tuple[str, ...]]:
    """Codes of texts and their names, most frequent first, ties by name. 16 bits hold MOST_NAMES; the rest is OTHER."""
    counts = Counter(words)
    names: tuple[str, ...] = tuple(sorted(counts, key=lambda name: (-counts[name], name)))
    codes = {name: code for code, name in enumerate(names)}
    if width is np.int16 and len(names) > MOST_NAMES:
        codes |= dict.fromkeys(names[MOST_NAMES:], MOST_NAMES)
        names = (*names[:MOST_NAMES], OTHER)
    return np.array([codes[word] for word in words], width), names


def weights_of(weights: Sequence[object]) -> NDArray[np.float32]:
    """Positive numbers as they are; everything else pulls like 1."""
    usable = [
        1.0 if weight is None or not isinstance(weight, int | float) or not 0 < weight < float("inf") else float(weight)
        for weight in weights
    ]
    return np.array(usable, np.float32)


def places_of(schemas: Sequence[object], tables: Sequence[object], keys: Sequence[object]) -> list[Place | None]:
    """Where rows stand; None where a table or a key is not told."""
    return [
        None if table is None or key is None else (text_of(schema) or "main", text_of(table), key)
        for schema, table, key in zip(schemas, tables, keys, strict=True)
    ]
