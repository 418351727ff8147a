"""What does a payload of megabytes say? SQLite walks its JSON; of long texts in it the beginnings come back."""

from __future__ import annotations

import json
from typing import Any

from inspector.db.reader import Reader
from inspector.db.values import BadText, Value
from inspector.families.json_prefix import read_json
from inspector.redaction import Redactor

SMALL = 100_000
"""Bytes of a payload that is simply read."""
CUT = 40_000
"""Characters of each text inside a larger one that come back."""
PARTS = 4_000
"""Members and items of it that are looked at."""
HUGE = 128 * 1024 * 1024
"""Bytes beyond which only the beginning is looked at."""
_TREE = (
    f"SELECT id, parent, key, type, CASE WHEN type = 'text' THEN substr(atom, 1, {CUT}) ELSE atom END, "
    "CASE WHEN type = 'text' THEN length(atom) END "
    "FROM json_tree((SELECT payload_json FROM transcript_entries WHERE rowid = :row)) LIMIT :parts"
)


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


def read_small(text: str, redactor: Redactor) -> tuple[object, bool]:
    """(the JSON of a payload with its secrets masked, whether it is JSON).

    Where no secret can be told by the name of a member, or by the argument before it, each text is masked by itself:
    that is much quicker than masking the JSON around all of them.
    """
    try:
        if redactor.reveal or redactor.names_secrets(text) or '"--' in text:
            return json.loads(redactor.cell(text, "transcript_entries", "payload_json")), True
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None, False
    try:
        return _texts_masked(value, redactor), True
    except RecursionError:
        return json.loads(redactor.cell(text, "transcript_entries", "payload_json")), True


def _texts_masked(value: object, redactor: Redactor) -> object:
    if isinstance(value, str):
        return redactor.text(value)
    if isinstance(value, dict):
        return {key: _texts_masked(part, redactor) for key, part in value.items()}
    return [_texts_masked(part, redactor) for part in value] if isinstance(value, list) else value


def read_large(reader: Reader, rowid: int, redactor: Redactor) -> tuple[object, bool, bool]:
    """(the JSON with long texts cut and secrets masked, whether it is JSON, whether all of it is here)."""
    valid = reader.value(
        f"SELECT octet_length(payload_json) <= {HUGE} AND json_valid(payload_json) FROM transcript_entries "
        "WHERE rowid = :row",
        {"row": rowid},
    )
    if not valid:
        return _beginning(reader, rowid, redactor)
    found = reader.rows(_TREE, {"row": rowid, "parts": PARTS + 1}).rows
    made: dict[int, Any] = {}
    sizes: dict[int, int] = {}
    root: object = None
    for id, parent, key, type, atom, length in found[:PARTS]:
        value = _value(type, atom)
        if isinstance(value, str) and isinstance(length, int) and length > len(value):
            value = cut(value, length)
            sizes[length] = length
        if isinstance(id, int) and isinstance(value, dict | list):
            made[id] = value
        above = made.get(parent) if isinstance(parent, int) else None
        if isinstance(above, dict):
            above[str(key)] = value
        elif isinstance(above, list):
            above.append(value)
        elif parent is None:
            root = value
    return _masked(root, redactor), True, len(found) <= PARTS and not sizes


def _beginning(reader: Reader, rowid: int, redactor: Redactor) -> tuple[object, bool, bool]:
    """What the beginning says of a payload that is no JSON, or is too long to be walked through."""
    raw = reader.blob_part("main", "transcript_entries", "payload_json", rowid, 0, CUT)
    text = redactor.cell(raw.decode(reader.encoding(), "replace"), "transcript_entries", "payload_json")
    huge = reader.value(
        f"SELECT octet_length(payload_json) > {HUGE} FROM transcript_entries WHERE rowid = :row", {"row": rowid}
    )
    return (read_json(text), True, False) if huge else (cut(text, len(text)), False, False)


def _value(type: Value, atom: Value) -> object:
    match type:
        case "object":
            return {}
        case "array":
            return []
        case "true" | "false":
            return type == "true"
        case "text":
            return str(atom) if isinstance(atom, str | BadText) else ""
    return atom


def _masked(value: object, redactor: Redactor) -> object:
    """The same with secrets masked: the JSON as a whole is looked at, since names of members tell of them."""
    if redactor.reveal:
        return value
    shown = json.loads(redactor.cell(json.dumps(value, ensure_ascii=False), "transcript_entries", "payload_json"))
    return _with_sizes(shown, value)


def _with_sizes(shown: object, before: object) -> object:
    if isinstance(shown, dict) and isinstance(before, dict):
        return {key: _with_sizes(part, before.get(key)) for key, part in shown.items()}
    if isinstance(shown, list) and isinstance(before, list) and len(shown) == len(before):
        return [_with_sizes(part, old) for part, old in zip(shown, before, strict=True)]
    return cut(shown, before.size) if isinstance(shown, str) and isinstance(before, CutText) else shown
