"""What does a content of megabytes say? Its JSON is walked by SQLite, long texts in it come back as beginnings."""

from __future__ import annotations

from typing import Any

from inspector.db.reader import Reader
from inspector.db.values import BadText, Value

SMALL = 16_000
"""Bytes of a content that is simply read."""
_CUT = 40_000
"""Characters of each text inside that come back."""
_PARTS = 2_000
"""Members and items that are looked at."""
HUGE = 128 * 1024 * 1024
"""Bytes beyond which only the beginning is looked at."""
_TREE = (
    "SELECT id, parent, key, type, CASE WHEN type = 'text' THEN substr(atom, 1, {cut}) ELSE atom END, "
    "CASE WHEN type = 'text' THEN length(atom) END "
    "FROM json_tree((SELECT content FROM {table} WHERE rowid = :row)) LIMIT {parts}"
)


class CutText(str):
    """The beginning of a text; ``size`` is its length in characters."""

    __slots__ = ("size",)
    size: int


def length_of(text: str) -> int:
    """Characters of a text, those included that were cut off."""
    return text.size if isinstance(text, CutText) else len(text)


def read_large(reader: Reader, table: str, rowid: int) -> tuple[object, bool]:
    """(the JSON of a content with its long texts cut, whether all of it is there); (None, False) where it is none."""
    valid = reader.value(
        f"SELECT octet_length(content) <= {HUGE} AND json_valid(content) FROM {table} WHERE rowid = :row",
        {"row": rowid},
    )
    if not valid:
        return None, False
    found = reader.rows(_TREE.format(cut=_CUT, table=table, parts=_PARTS + 1), {"row": rowid})
    made: dict[int, Any] = {}
    root: object = None
    whole = len(found.rows) <= _PARTS
    for id, parent, key, type, atom, length in found.rows[:_PARTS]:
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
    return root, whole


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
            if isinstance(length, int) and length > len(text):
                cut = CutText(text)
                cut.size = length
                return cut
            return text
    return atom
