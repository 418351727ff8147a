"""Whether a cell holds JSON or JSONB, and the JSON text of a JSONB: SQLite's own judgement, asked in memory."""

from __future__ import annotations

import json
import threading
from typing import Literal

import apsw

JsonKind = Literal["json", "jsonb"]

_CONTAINERS = (11, 12)
"""Element types of JSONB (the low half of the first byte) that are arrays and objects."""
_STRICT_JSONB = 8
"""The flag of json_valid that checks a JSONB to its last byte."""

_local = threading.local()


def json_kind(value: str | bytes) -> JsonKind | None:
    """``json`` for the text of an object or array, ``jsonb`` for a BLOB that is a whole array or object, else None.

    Lone numbers, words and strings are left what they are: nearly every short BLOB would pass as one.
    """
    if isinstance(value, bytes):
        return "jsonb" if is_jsonb(value) else None
    return "json" if begins_like_json(value) and _parses(value) else None


def is_jsonb(value: bytes) -> bool:
    """Whether a BLOB is a well-formed JSONB array or object."""
    if not value or value[0] & 0x0F not in _CONTAINERS:
        return False
    return bool(_ask("SELECT json_valid(?, ?)", (value, _STRICT_JSONB)))


def jsonb_text(value: bytes) -> str:
    """The JSON text of a well-formed JSONB; bytes that are not UTF-8 inside its strings become U+FFFD."""
    raw = _ask("SELECT CAST(json(?) AS BLOB)", (value,))
    assert isinstance(raw, bytes)
    return raw.decode("utf-8", "replace")


def begins_like_json(text: str) -> bool:
    """Whether the first characters are those of an object or array: all that a prefix can tell."""
    start = text[:64].lstrip(" \t\r\n")
    if start.startswith("{"):
        return start[1:].lstrip(" \t\r\n")[:1] in ("", '"', "}")
    return start.startswith("[")


def _parses(text: str) -> bool:
    if text.rstrip(" \t\r\n")[-1:] not in ("}", "]"):
        return False
    try:
        json.loads(text, parse_int=str, parse_float=str, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return False
    return True


def _refuse(word: str) -> None:
    """NaN and Infinity are Python's, not JSON's."""
    raise ValueError(word)


def _ask(sql: str, parameters: tuple[bytes | int, ...]) -> object:
    connection: apsw.Connection | None = getattr(_local, "connection", None)
    if connection is None:
        connection = _local.connection = apsw.Connection(":memory:")
    return connection.execute(sql, parameters).get
