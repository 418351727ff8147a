"""Whether a recurrence is a cron expression, and what is wrong with it.

Five fields (minute, hour, day of month, month, day of week) or six with the second first; lists, ranges, steps, names
of months and days, ``?`` and ``L`` for days, ``5#2`` for the second Friday, and the ``@daily`` kind of words. A library
would bring a calendar that nobody here asks for; what is needed is only the reason why an expression is none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_WORDS = frozenset(("@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly", "@minutely"))
_MONTHS = {name: i for i, name in enumerate("JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(), 1)}
_DAYS = {name: i for i, name in enumerate("SUN MON TUE WED THU FRI SAT".split())}


@dataclass(frozen=True)
class _Field:
    name: str
    """What it says."""
    low: int
    """Smallest number."""
    high: int
    """Greatest number."""
    names: tuple[tuple[str, int], ...] = ()
    """Names that stand for numbers."""
    days: bool = False
    """Whether ``?`` and ``L`` may stand here."""


_MINUTE = _Field("minute", 0, 59)
_REST = (
    _Field("hour", 0, 23),
    _Field("day of month", 1, 31, days=True),
    _Field("month", 1, 12, tuple(_MONTHS.items())),
    _Field("day of week", 0, 7, tuple(_DAYS.items()), days=True),
)
_FIELDS = {5: (_MINUTE, *_REST), 6: (_Field("second", 0, 59), _MINUTE, *_REST)}


def cron_fault(expression: str) -> str:
    """Why this is no cron expression; empty if it is one."""
    text = expression.strip()
    if text.startswith("@"):
        return "" if text.lower() in _WORDS else f"'{text}' is not a known word"
    parts = text.split()
    fields = _FIELDS.get(len(parts))
    if fields is None:
        return f"it has {len(parts)} fields, not 5 or 6"
    for field, part in zip(fields, parts, strict=True):
        for item in part.split(","):
            if fault := _item_fault(field, item):
                return f"{field.name} '{part}': {fault}"
    return ""


def _item_fault(field: _Field, item: str) -> str:
    body, slash, step = item.partition("/")
    if slash and not (step.isascii() and step.isdigit() and int(step) > 0):
        return f"'{step}' is no step"
    if body == "*" or (field.days and _is_day_form(field, body)):
        return ""
    low, dash, high = body.partition("-")
    first, last = _number(field, low), _number(field, high) if dash else None
    if first is None or (dash and last is None):
        return f"'{body}' is not a number from {field.low} to {field.high}" + (" or a name" if field.names else "")
    if last is not None and last < first:
        return f"'{body}' runs backwards"
    return ""


def _is_day_form(field: _Field, body: str) -> bool:
    """``?`` any day, ``L`` the last, ``5L`` the last Friday, ``5#2`` the second."""
    if body in ("?", "L"):
        return True
    found = re.fullmatch(r"(\w+?)(?:L|#[1-5])", body, re.ASCII)
    return field.name == "day of week" and found is not None and _number(field, found.group(1)) is not None


def _number(field: _Field, text: str) -> int | None:
    if text.upper() in dict(field.names):
        return dict(field.names)[text.upper()]
    if not (text.isascii() and text.isdigit()):
        return None
    number = int(text)
    return number if field.low <= number <= field.high else None
