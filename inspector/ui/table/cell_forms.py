"""How a column may be shown otherwise than by itself: as a time, as JSON, in bytes, in hex, as the bare value (no Qt).

Only what is painted changes: tips, details, filters and copies keep the value as it is stored.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from inspector.db.display import display, visible
from inspector.db.json_kind import is_jsonb, json_kind, jsonb_text
from inspector.db.values import BadText, Large, Value, byte_length
from inspector.timeline.instants import Instant, age_words, local_text, read_instant, utc_text
from inspector.ui.table.cells import SHOWN, Cell, size_words

FORMS: tuple[tuple[str, str], ...] = (
    ("", "Automatic"),
    ("text", "Text"),
    ("utc", "Time in UTC"),
    ("local", "Time of this machine"),
    ("age", "Age"),
    ("json", "JSON"),
    ("bytes", "Size in bytes"),
    ("hex", "Hex"),
    ("raw", "Bare value"),
)
"""Every form and its name in menus."""
FORM_WORDS = {form: words.lower() for form, words in FORMS if form}
"""Form -> what the header says of it."""

_HEX_BYTES = 48
_UNTOUCHED = frozenset(("secret", "gone", "unreadable"))
_PARSED = SHOWN * 20
"""Characters of a JSON text that are looked at."""
_SPACES = re.compile(r'("(?:\\.|[^"\\])*")|\s+')
"""A text of JSON, or the white space between its parts."""


def formed(cell: Cell, form: str, now: datetime) -> Cell:
    """The cell as ``form`` shows it; as it is where the form says nothing about such a value, or it is masked."""
    make = _MAKERS.get(form)
    if make is None or cell.look in _UNTOUCHED or cell.value is None:
        return cell
    return make(replace(cell, said="", chip=""), now) or cell


def _as_text(cell: Cell, now: datetime) -> Cell | None:
    value = cell.value
    if isinstance(value, bytes):
        if is_jsonb(value):
            return _line(cell, jsonb_text(value))
        try:
            return _line(cell, value.decode("utf-8"))
        except UnicodeDecodeError:
            return _line(cell, str(BadText(value)))
    if isinstance(value, Large) and isinstance(value.prefix, bytes):
        return _line(cell, value.prefix.decode("utf-8", "replace"), tail=size_words(value.length))
    return _as_stored(cell, now)


def _as_stored(cell: Cell, now: datetime) -> Cell:
    """The value itself: no time, no summary, no name in front."""
    line = display(cell.value, SHOWN)
    text = line.text
    tail = cell.tail
    if line.cut and line.length is not None:
        text = text.removesuffix(f" {line.length:,} bytes").removesuffix(" …")
        tail = size_words(line.length)
    marks = tuple((start, min(end, len(text))) for start, end in line.marks if start < len(text))
    return replace(cell, look=line.kind, text=text, marks=marks, instant=None, summary=False, tail=tail)


def _time(cell: Cell, now: datetime, words: Callable[[Instant], str], *, aged: bool) -> Cell | None:
    instant = cell.instant or read_instant(_short(cell.value))
    if instant is None:
        return None
    return replace(cell, text=words(instant), marks=(), instant=instant if aged else None, summary=False, tail="")


def _as_utc(cell: Cell, now: datetime) -> Cell | None:
    return _time(cell, now, lambda instant: utc_text(instant.moment), aged=True)


def _as_local(cell: Cell, now: datetime) -> Cell | None:
    return _time(cell, now, lambda instant: local_text(instant.moment), aged=True)


def _as_age(cell: Cell, now: datetime) -> Cell | None:
    made = _time(cell, now, lambda instant: age_words(instant.moment, now), aged=False)
    # an age is words: it stands left as other times do
    return replace(made, look="text") if made is not None else None


def _as_json(cell: Cell, now: datetime) -> Cell | None:
    value = cell.value
    if isinstance(value, bytes):
        return replace(_line(cell, jsonb_text(value)), look="json") if is_jsonb(value) else None
    if isinstance(value, Large):
        return replace(_as_stored(cell, now), look="json") if isinstance(value.prefix, str) else None
    if not isinstance(value, str) or (len(value) <= _PARSED and json_kind(value) != "json"):
        return None
    return replace(_line(cell, _SPACES.sub(r"\1", value[:_PARSED]), length=byte_length(value)), look="json")


def _as_size(cell: Cell, now: datetime) -> Cell | None:
    value = cell.value
    if isinstance(value, float) or (isinstance(value, int) and value < 0):
        return None
    size = value if isinstance(value, int) else byte_length(value)
    return replace(
        cell, look="integer", text=size_words(size), marks=(), instant=None, summary=False, unknown=False, tail=""
    )


def _as_hex(cell: Cell, now: datetime) -> Cell | None:
    value = cell.value
    if isinstance(value, float):
        return None
    if isinstance(value, int):
        sign = "-" if value < 0 else ""
        return replace(cell, look="integer", text=f"{sign}0x{abs(value):x}", marks=(), instant=None, tail="")
    raw = _bytes(value)
    length = byte_length(value)
    tail = size_words(length) if length > _HEX_BYTES else ""
    text = raw[:_HEX_BYTES].hex(" ")
    marks = ((0, len(text)),) if text else ()
    return replace(cell, look="blob", text=text, marks=marks, instant=None, summary=False, tail=tail)


def _bytes(value: Value) -> bytes:
    match value:
        case bytes():
            return value
        case str():
            return value[:_HEX_BYTES].encode("utf-8", "surrogatepass")
        case BadText(raw=raw):
            return raw
        case Large(prefix=prefix):
            return _bytes(prefix)
    return b""


def _line(cell: Cell, text: str, *, tail: str = "", length: int | None = None) -> Cell:
    shown = visible(text[:SHOWN])
    more = tail or (size_words(length or byte_length(text)) if len(text) > SHOWN else "")
    return replace(cell, look="text", text=shown, marks=(), instant=None, summary=False, tail=more)


def _short(value: Value) -> Value:
    return None if isinstance(value, Large) else value


_MAKERS: dict[str, Callable[[Cell, datetime], Cell | None]] = {
    "text": _as_text,
    "utc": _as_utc,
    "local": _as_local,
    "age": _as_age,
    "json": _as_json,
    "bytes": _as_size,
    "hex": _as_hex,
    "raw": _as_stored,
}
