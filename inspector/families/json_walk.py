"""What does a JSON cell of megabytes say? SQLite walks it; of long texts in it the beginnings come back, masked."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from inspector.db.reader import Reader
from inspector.db.values import BadText, Value
from inspector.redaction import Redactor

CUT = 40_000
"""Characters of each text inside that come back."""
PARTS = 4_000
"""Members and items that are looked at."""
HUGE = 128 * 1024 * 1024
"""Bytes beyond which a cell is not walked."""


class CutText(str):
    """The beginning of a text; ``size`` is its length in characters."""

    __slots__ = ("size",)
    size: int


def cut(text: str, size: int) -> CutText:
    """A beginning with the length of the whole."""
    made = CutText(text)
    made.size = size
    return made


def length_of(text: str) -> int:
    """Characters of a text, those included that were cut off."""
    return text.size if isinstance(text, CutText) else len(text)


@dataclass(frozen=True)
class Walked:
    """The JSON of a cell."""

    value: object
    """What it says, long texts cut, secrets masked by form and by the names of members."""
    whole: bool
    """Whether nothing was cut off or left out."""


def walk_json(reader: Reader, redactor: Redactor, table: str, column: str, rowid: int) -> Walked | None:
    """The JSON of a cell of the table, whose name needs no quotes; None where it is none, or too long to be walked."""
    row = {"row": rowid}
    can = f"SELECT octet_length({column}) <= {HUGE} AND json_valid({column}) FROM {table} WHERE rowid = :row"
    if not reader.value(can, row):
        return None
    sql = (
        f"SELECT id, parent, key, type, CASE WHEN type = 'text' THEN substr(atom, 1, {CUT}) ELSE atom END, "
        "CASE WHEN type = 'text' THEN length(atom) END "
        f"FROM json_tree((SELECT {column} FROM {table} WHERE rowid = :row)) LIMIT {PARTS + 1}"
    )
    found = reader.rows(sql, row).rows
    made: dict[int, Any] = {}
    root: object = None
    whole = len(found) <= PARTS
    for id, parent, key, type, atom, length in found[:PARTS]:
        value = _value(type, atom, length)
        whole = whole and not isinstance(value, CutText)
        if isinstance(id, int) and isinstance(value, dict | list):
            made[id] = value
        above = made.get(parent) if isinstance(parent, int) else None
        if isinstance(above, dict):
            above[str(key)] = value
        elif isinstance(above, list):
            above.append(value)
        elif parent is None:
            root = value
    return Walked(_masked(root, redactor, table, column), whole)


def _value(type: Value, atom: Value, length: Value) -> object:
    match type:
        case "object":
            return {}
        case "array":
            return []
        case "true" | "false":
            return type == "true"
        case "text":
            text = str(atom) if isinstance(atom, str | BadText) else ""
            return cut(text, length) if isinstance(length, int) and length > len(text) else text
    return atom


def _masked(value: object, redactor: Redactor, table: str, column: str) -> object:
    """The same with secrets masked: the JSON as a whole is looked at, since names of members tell of them."""
    if redactor.reveal:
        return value
    shown = json.loads(redactor.cell(json.dumps(value, ensure_ascii=False), table, column))
    return _with_sizes(shown, value)


def _with_sizes(shown: object, before: object) -> object:
    if isinstance(shown, dict) and isinstance(before, dict):
        return {key: _with_sizes(part, before.get(key)) for key, part in shown.items()}
    if isinstance(shown, list) and isinstance(before, list) and len(shown) == len(before):
        return [_with_sizes(part, old) for part, old in zip(shown, before, strict=True)]
    return cut(shown, before.size) if isinstance(shown, str) and isinstance(before, CutText) else shown
