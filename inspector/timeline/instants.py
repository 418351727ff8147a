"""Which instant does a stored time mean? ISO, SQLite's form, Unix s / ms / us / ns and Julian days, each with its kind.

Nothing is thrown away: the kind is told, and whether the text named its zone, so that a reader can judge the reading.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

TimeKind = Literal["ISO 8601", "SQLite text", "date", "Unix s", "Unix ms", "Unix µs", "Unix ns", "Julian day"]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_JULIAN_EPOCH = 2_440_587.5
"""The Julian day of 1970-01-01T00:00Z."""
_FIRST_S, _LAST_S = 100_000_000, 4_102_444_800
"""1973-03-03 to 2100-01-01: numbers outside are not taken for times, since ids and counts look like them."""
_FIRST_DAY, _LAST_DAY = 2_440_587.5, 2_488_069.5
"""1970-01-01 to 2100-01-01 as Julian days."""
_SCALES: tuple[tuple[TimeKind, int], ...] = (("Unix s", 1), ("Unix ms", 10**3), ("Unix µs", 10**6), ("Unix ns", 10**9))

_UNITS: tuple[tuple[float, float, str], ...] = (
    (60, 1, "s"),
    (60 * 60, 60, "min"),
    (48 * 3600, 3600, "h"),
    (61 * 86_400, 86_400, "days"),
    (731 * 86_400, 30.44 * 86_400, "months"),
)

_TEXT = re.compile(
    r"(\d{4})-(\d{2})-(\d{2})(?:([T ])(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?[ ]?(Z|z|[+-]\d{2}(?::?\d{2})?)?)?"
)
_NUMBER = re.compile(r"\d{9,19}(?:\.\d{1,9})?")


@dataclass(frozen=True)
class Instant:
    """A moment and how it was stored."""

    moment: datetime
    """The moment, in UTC, to the microsecond."""
    kind: TimeKind
    """How it was written."""
    zone_known: bool = True
    """Whether the value says its zone by itself; a text without one is read as UTC."""

    @property
    def words(self) -> str:
        """How the value was read, for a tip: "Unix ms", "SQLite text, no zone: read as UTC"."""
        return self.kind if self.zone_known else f"{self.kind}, no zone: read as UTC"


def read_instant(value: object) -> Instant | None:
    """The instant that a cell means; None for what is no time (a small number, prose, NULL)."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return _from_number(value)
    if isinstance(value, float):
        return _from_number(value) or _from_julian(value)
    if isinstance(value, str) and len(value) <= 40:
        return _from_text(value.strip())
    return None


def local_text(moment: datetime) -> str:
    """The moment in the zone of this machine: ``2026-05-19 23:30:00.123 +02:00``."""
    try:
        return _written(moment.astimezone())
    except (OverflowError, OSError, ValueError):
        # some systems have no local time for years far away
        return _written(moment)


def utc_text(moment: datetime) -> str:
    """The moment in UTC: ``2026-05-19 21:30:00.123 UTC``."""
    return _digits(moment.astimezone(UTC)) + " UTC"


def age_words(moment: datetime, now: datetime) -> str:
    """How long ago, or in how long: "just now", "12 min ago", "in 3 h", "2 days ago", "4 years ago"."""
    seconds = (now - moment).total_seconds()
    size = abs(seconds)
    if size < 1:
        return "just now"
    amount = amount_words(size)
    return f"{amount} ago" if seconds > 0 else f"in {amount}"


def amount_words(seconds: float) -> str:
    """A stretch of time in its largest fitting unit: "12 s", "3 h", "2 days"."""
    for below, unit, name in _UNITS:
        if seconds < below:
            return f"{int(seconds / unit)} {name}"
    return f"{int(seconds / (365.25 * 86_400))} years"


def describe(instant: Instant, now: datetime) -> str:
    """Local time, UTC, age and how the value was read, a line each."""
    return "\n".join(
        (
            f"{local_text(instant.moment)} (local)",
            utc_text(instant.moment),
            age_words(instant.moment, now),
            f"read as {instant.words}",
        )
    )


def _from_number(value: int | float) -> Instant | None:
    for kind, scale in _SCALES:
        if _FIRST_S * scale <= value < _LAST_S * scale:
            if isinstance(value, int):
                return Instant(_EPOCH + timedelta(microseconds=value * 10**6 // scale), kind)
            return Instant(_EPOCH + timedelta(microseconds=round(value * 1e6 / scale)), kind)
    return None


def _from_julian(value: float) -> Instant | None:
    if not _FIRST_DAY <= value < _LAST_DAY:
        return None
    # a REAL holds a Julian day to about 40 us; SQLite itself keeps milliseconds
    return Instant(_EPOCH + timedelta(milliseconds=round((value - _JULIAN_EPOCH) * 86_400_000)), "Julian day")


def _from_text(text: str) -> Instant | None:
    found = _TEXT.fullmatch(text)
    if found:
        return _from_parts(found)
    if _NUMBER.fullmatch(text):
        return _from_number(float(text) if "." in text else int(text))
    return None


def _from_parts(found: re.Match[str]) -> Instant | None:
    year, month, day, between, hour, minute, second, fraction, zone = found.groups()
    micro = int((fraction or "0")[:6].ljust(6, "0"))
    try:
        moment = datetime(
            int(year), int(month), int(day), int(hour or 0), int(minute or 0), int(second or 0), micro, tzinfo=UTC
        )
        moment -= _offset(zone)
    except (ValueError, OverflowError):
        return None
    if between is None:
        return Instant(moment, "date", zone_known=False)
    return Instant(moment, "ISO 8601" if between == "T" or zone else "SQLite text", zone_known=zone is not None)


def _offset(zone: str | None) -> timedelta:
    if zone in (None, "Z", "z"):
        return timedelta(0)
    assert zone is not None
    digits = zone[1:].replace(":", "").ljust(4, "0")
    size = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    return size if zone[0] == "+" else -size


def _digits(moment: datetime) -> str:
    precision = "milliseconds" if moment.microsecond else "seconds"
    return moment.replace(tzinfo=None).isoformat(" ", timespec=precision)


def _written(moment: datetime) -> str:
    offset = moment.strftime("%z")
    return f"{_digits(moment)} {offset[:3]}:{offset[3:5]}"
