"""Which stretch of time does a text mean? "last 2 days", "since yesterday", "2026-05-19", "2026-05..": in UTC."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

SPAN_FORMS: tuple[tuple[str, str], ...] = (
    ("last 2 days", "also h, min, weeks, months; next 3 h"),
    ("today  yesterday", "also this week, this month, this year"),
    ("since yesterday", "before, until; a day, or 2026-05-19 21:30"),
    ("2026-05-19", "that day, month (2026-05) or minute, in UTC"),
    ("2026-05..2026-06", "from the first to the last of both"),
)
"""The forms of a stretch of time and what each means."""

_STEPS = {
    "s": timedelta(seconds=1),
    "sec": timedelta(seconds=1),
    "second": timedelta(seconds=1),
    "min": timedelta(minutes=1),
    "minute": timedelta(minutes=1),
    "h": timedelta(hours=1),
    "hour": timedelta(hours=1),
    "d": timedelta(days=1),
    "day": timedelta(days=1),
    "w": timedelta(weeks=1),
    "week": timedelta(weeks=1),
}
_MONTHS = {"month": 1, "year": 12}
_AMOUNT = re.compile(r"(last|past|next)\s+(?:(\d{1,6})\s*)?([a-z]+?)s?", re.IGNORECASE)
_DIRECTION = re.compile(r"(since|from|after|before|until)\s+(.+)", re.IGNORECASE)
_COMPARED = re.compile(r"(>=|<=|>|<)\s*(.+)")
_DATE = re.compile(
    r"(\d{4})-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?)?)?\s*(?:Z|UTC)?", re.IGNORECASE
)
_FIRST, _LAST = datetime(1, 1, 1, tzinfo=UTC), datetime(9998, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Span:
    """A stretch of time."""

    start: datetime | None
    """From here on; None for no beginning."""
    end: datetime | None
    """Up to here, and not this moment itself; None for no end."""
    words: str
    """What it is, in words: "since 2026-05-18 12:00 UTC"."""


def parse_span(text: str, now: datetime) -> Span | None:
    """The stretch of time that a text names; None for one that names none."""
    text = " ".join(text.split())
    for read in (_named, _amount, _directed, _between):
        found = read(text, now)
        if found is not None:
            return found
    return None


def day_span(text: str) -> Span | None:
    """What ``2026-05-19``, ``2026-05``, ``2026`` name: a day, month or year; ``2026-05-19 14`` an hour; or less."""
    if re.fullmatch(r"\d{4}", text):
        return _dated(f"{text}-01", months=12)
    if re.fullmatch(r"\d{4}-\d\d-\d\d \d\d", text):
        found = _dated(f"{text}:00")
        if found is None or found.start is None:
            return None
        return Span(found.start, found.start + timedelta(hours=1), f"{text}:00 to {text[-2:]}:59 UTC")
    return _dated(text)


def _named(text: str, now: datetime) -> Span | None:
    found = _period(text, now)
    return None if found is None else Span(found.start, found.end, f"is in {found.words}")


def _period(text: str, now: datetime) -> Span | None:
    """A day, month or other period by its name or its digits."""
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    day = timedelta(days=1)
    match text.lower():
        case "today":
            return _whole(today, today + day)
        case "yesterday":
            return _whole(today - day, today)
        case "tomorrow":
            return _whole(today + day, today + 2 * day)
        case "this week":
            monday = today - today.weekday() * day
            return _whole(monday, monday + 7 * day)
        case "this month" | "this year" as name:
            months = _MONTHS[name.split()[1]]
            first = today.replace(day=1) if months == 1 else today.replace(day=1, month=1)
            return _whole(first, _later(first, months))
        case "now":
            return Span(now, now + timedelta(milliseconds=1), _minute(now))
    return _dated(text)


def _dated(text: str, months: int = 1) -> Span | None:
    found = _DATE.fullmatch(text)
    if found is None:
        return None
    year, month, day, hour, minute, second, fraction = found.groups()
    micro = int((fraction or "0").ljust(6, "0"))
    try:
        start = datetime(
            int(year), int(month), int(day or 1), int(hour or 0), int(minute or 0), int(second or 0), micro, tzinfo=UTC
        )
        if day is None:
            end = _later(start, months)
        else:
            size = timedelta(days=1) if hour is None else timedelta(minutes=1) if second is None else None
            end = start + (size or timedelta(seconds=1 if fraction is None else 0, milliseconds=1 if fraction else 0))
    except (ValueError, OverflowError):
        return None
    return Span(start, end, text if (not start.hour and day is None) or hour is None else f"{text} UTC")


def _amount(text: str, now: datetime) -> Span | None:
    found = _AMOUNT.fullmatch(text)
    if found is None:
        return None
    direction, count, unit = found.group(1).lower(), int(found.group(2) or 1), found.group(3).lower()
    sign = 1 if direction == "next" else -1
    try:
        if unit in _MONTHS:
            other = _later(now, sign * count * _MONTHS[unit])
        elif unit in _STEPS:
            other = now + sign * count * _STEPS[unit]
        else:
            return None
    except (ValueError, OverflowError):
        return None
    stretch = text.lower().partition(" ")[2]
    if sign > 0:
        return Span(now, other, f"is in the next {stretch}, until {_minute(other)}")
    # what was written this very millisecond is of the past too
    return Span(other, now + timedelta(milliseconds=1), f"is in the last {stretch}, since {_minute(other)}")


def _directed(text: str, now: datetime) -> Span | None:
    found = _DIRECTION.fullmatch(text) or _COMPARED.fullmatch(text)
    if found is None:
        return None
    word, inner = found.group(1).lower(), _period(found.group(2).strip(), now)
    if inner is None:
        return None
    match word:
        case "since" | "from" | ">=":
            return Span(inner.start, None, f"is since {inner.words}")
        case "after" | ">":
            return Span(inner.end, None, f"is after {inner.words}")
        case "before" | "<":
            return Span(None, inner.start, f"is before {inner.words}")
    return Span(None, inner.end, f"is until {inner.words}")


def _between(text: str, now: datetime) -> Span | None:
    low, dots, high = text.partition("..")
    if not dots or ".." in high:
        return None
    first, last = (_period(end.strip(), now) if end.strip() else None for end in (low, high))
    if (low.strip() and first is None) or (high.strip() and last is None) or not (first or last):
        return None
    words = f"is from {first.words if first else 'the first'} to {last.words if last else 'the last'}"
    return Span(first.start if first else None, last.end if last else None, words)


def _whole(start: datetime, end: datetime) -> Span:
    last = end - timedelta(days=1)
    words = f"{start:%Y-%m-%d}" if last == start else f"{start:%Y-%m-%d} to {last:%Y-%m-%d}"
    return Span(start, end, words)


def _later(moment: datetime, months: int) -> datetime:
    """The same day so many months later; the last of the month where it has no such day. Raises ValueError."""
    count = moment.year * 12 + moment.month - 1 + months
    year, month = divmod(count, 12)
    for day in (moment.day, 30, 29, 28):
        try:
            return moment.replace(year=year, month=month + 1, day=day)
        except ValueError:
            if day == 28 or not _FIRST.year <= year <= _LAST.year:
                raise
    raise AssertionError(moment)


def _minute(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC"
