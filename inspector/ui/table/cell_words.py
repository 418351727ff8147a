"""What a cell says in words by the meaning of its column: a schedule, a duration, a size, a picture, encoded bytes, the
texts of a JSON (no Qt). The value itself stays beside it, in tips, in details and in copies."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from inspector.db.display import visible
from inspector.db.values import Large, Value
from inspector.families.docs import ColumnDoc
from inspector.families.schedule_zone import ScheduleZone
from inspector.ui.values.amounts import duration_words, size_words
from inspector.ui.values.cron import cron_lines, cron_words
from inspector.ui.values.encoded import LEAST, encoded_in
from inspector.ui.values.json_words import json_words
from inspector.ui.values.pictures import picture_of


def cell_words(value: Value, doc: ColumnDoc | None, look: str = "") -> str:
    """The words, on one line; empty where the value speaks for itself. ``value``: secrets masked."""
    if value is None or value == "":
        return ""
    made = _BY_KIND.get(doc.shown_as, _by_itself) if doc is not None else _by_itself
    return visible(made(value) or _by_itself(value) or (_json(value) if look == "json" else ""))


def is_misfit(value: Value, doc: ColumnDoc | None) -> bool:
    """Whether it is not what its column should hold: a schedule that is none."""
    return doc is not None and doc.shown_as == "cron" and isinstance(value, str) and bool(value) and not _cron(value)


def more_lines(value: Value, doc: ColumnDoc | None, now: datetime, zone: ScheduleZone | None = None) -> tuple[str, ...]:
    """What a tip and the details say of it, a fact a line; ``zone`` is what its files tell of that of a schedule."""
    if doc is not None and doc.shown_as == "cron" and isinstance(value, str) and value:
        lines = cron_lines(value, now, zone)
        return lines or ("This is no cron expression that is understood here.",)
    words = cell_words(value, doc)
    return (words,) if words else ()


def _number(value: Value) -> float | None:
    if isinstance(value, int | float):
        return value if abs(value) < 1e18 else None
    return None


def _duration(value: Value, scale: float) -> str:
    number = _number(value)
    return "" if number is None else duration_words(number * scale)


def _milliseconds(value: Value) -> str:
    return _duration(value, 1)


def _seconds(value: Value) -> str:
    return _duration(value, 1000)


def _size(value: Value) -> str:
    return size_words(value) if isinstance(value, int) and value >= 1000 else ""


def _cron(value: Value) -> str:
    return cron_words(value) if isinstance(value, str) else ""


def _base64(value: Value) -> str:
    return _encoded(value, told=True)


def _by_itself(value: Value) -> str:
    """What the bytes of a value say, whatever its column means."""
    if isinstance(value, bytes) or (isinstance(value, Large) and isinstance(value.prefix, bytes)):
        raw = value if isinstance(value, bytes) else value.prefix
        picture = picture_of(raw) if isinstance(raw, bytes) else None
        return picture.words if picture is not None else ""
    return _encoded(value)


def _encoded(value: Value, *, told: bool = False) -> str:
    if isinstance(value, Large):
        found = encoded_in(value.prefix, value.length, told=told) if isinstance(value.prefix, str) else None
    elif isinstance(value, str) and (told or len(value) >= LEAST or value.startswith("data:")):
        found = encoded_in(value, told=told)
    else:
        found = None
    return found.words if found is not None else ""


def _json(value: Value) -> str:
    return json_words(value) if isinstance(value, str) else ""


_BY_KIND: dict[str, Callable[[Value], str]] = {
    "cron": _cron,
    "duration_ms": _milliseconds,
    "duration_s": _seconds,
    "bytes": _size,
    "base64": _base64,
}
