"""What does a payload say, short or of megabytes: its JSON with secrets masked?"""

from __future__ import annotations

import json

from inspector.db.reader import Reader
from inspector.families.json_prefix import read_json
from inspector.families.json_walk import CUT, HUGE, cut, walk_json
from inspector.redaction import Redactor

SMALL = 100_000
"""Bytes of a payload that is simply read."""
TABLE, COLUMN = "transcript_entries", "payload_json"


def read_small(text: str, redactor: Redactor) -> tuple[object, bool]:
    """(the JSON of a payload with its secrets masked, whether it is JSON).

    Where no secret can be told by the name of a member, or by the argument before it, each text is masked by itself:
    that is much quicker than masking the JSON around all of them.
    """
    try:
        if redactor.reveal or redactor.names_secrets(text) or '"--' in text:
            return json.loads(redactor.cell(text, TABLE, COLUMN)), True
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None, False
    try:
        return _texts_masked(value, redactor), True
    except RecursionError:
        return json.loads(redactor.cell(text, TABLE, COLUMN)), True


def _texts_masked(value: object, redactor: Redactor) -> object:
    if isinstance(value, str):
        return redactor.text(value)
    if isinstance(value, dict):
        return {key: _texts_masked(part, redactor) for key, part in value.items()}
    return [_texts_masked(part, redactor) for part in value] if isinstance(value, list) else value


def read_large(reader: Reader, rowid: int, redactor: Redactor) -> tuple[object, bool, bool]:
    """(the JSON with long texts cut and secrets masked, whether it is JSON, whether all of it is here)."""
    found = walk_json(reader, redactor, TABLE, COLUMN, rowid)
    return (found.value, True, found.whole) if found is not None else _beginning(reader, rowid, redactor)


def _beginning(reader: Reader, rowid: int, redactor: Redactor) -> tuple[object, bool, bool]:
    """What the beginning says of a payload that is no JSON, or is too long to be walked through."""
    raw = reader.blob_part("main", TABLE, COLUMN, rowid, 0, CUT)
    text = redactor.cell(raw.decode(reader.encoding(), "replace"), TABLE, COLUMN)
    huge = reader.value(f"SELECT octet_length({COLUMN}) > {HUGE} FROM {TABLE} WHERE rowid = :row", {"row": rowid})
    return (read_json(text), True, False) if huge else (cut(text, len(text)), False, False)
