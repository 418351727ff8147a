"""Which instants does a whole column of stored times mean? The same as one by one, some thirty times as fast."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import numpy as np
import numpy.typing as npt

from inspector.timeline.instants import Instant, TimeKind, read_instant

I64 = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.bool_]

UNKNOWN = np.iinfo(np.int64).min
"""The moment of what has no readable time."""
DAY_US = 86_400_000_000
"""Microseconds of a day."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_KINDS: tuple[TimeKind, ...] = (
    "ISO 8601",
    "SQLite text",
    "date",
    "Unix s",
    "Unix ms",
    "Unix µs",
    "Unix ns",
    "Julian day",
)
_FORMS: tuple[tuple[TimeKind, bool], ...] = tuple((kind, known) for kind in _KINDS for known in (True, False))
_CODES = {form: code for code, form in enumerate(_FORMS)}
_SCALES: tuple[tuple[TimeKind, int], ...] = (("Unix s", 1), ("Unix ms", 10**3), ("Unix µs", 10**6), ("Unix ns", 10**9))
_FIRST_S, _LAST_S = 100_000_000, 4_102_444_800
_FEW = 64
"""Below so many values the ways of numpy cost more than they save."""


def read_moments(values: Sequence[object]) -> tuple[I64, Bytes]:
    """Microseconds since 1970 in UTC, UNKNOWN where a value is no time, and how each was written (see :func:`instant`).

    It reads as :func:`read_instant` does.
    """
    moments = np.full(len(values), UNKNOWN, np.int64)
    forms = np.zeros(len(values), np.uint8)
    rest: list[int] = []
    if len(values) < _FEW:
        rest = list(range(len(values)))
    else:
        kinds = np.fromiter(map(_form, values), np.int16, len(values))
        for size in np.unique(kinds).tolist():
            at = np.nonzero(kinds == size)[0]
            if size == _INT:
                _read_numbers(values, at, moments, forms)
            elif 10 <= size <= 30:
                rest += _read_texts(values, at, size, moments, forms)
            elif size != _NONE:
                rest += at.tolist()
    for place in rest:
        found = read_instant(values[place])
        if found is not None:
            moments[place], forms[place] = moment_of(found), form_of(found)
    return moments, forms


def moment_of(found: Instant | datetime) -> int:
    """Microseconds since 1970 in UTC."""
    moment = found.moment if isinstance(found, Instant) else found
    return (moment - _EPOCH) // timedelta(microseconds=1)


def form_of(found: Instant) -> int:
    """How it was written, as a number."""
    return _CODES[(found.kind, found.zone_known)]


def instant(moment: int, form: int = 0) -> Instant | None:
    """The instant of a moment and its form; None for UNKNOWN."""
    if moment == UNKNOWN:
        return None
    kind, known = _FORMS[form]
    return Instant(date_time(moment), kind, known)


def date_time(moment: int) -> datetime:
    """The moment in UTC."""
    return _EPOCH + timedelta(microseconds=int(moment))


_INT, _NONE, _OTHER = -1, -2, -3


def _form(value: object) -> int:
    """The length of a text that may be a time, or what else the value is."""
    if isinstance(value, str):
        return len(value) if len(value) <= 40 else _NONE
    return _INT if type(value) is int else _NONE if value is None else _OTHER


def _read_numbers(values: Sequence[object], at: I64, moments: I64, forms: Bytes) -> None:
    try:
        numbers = np.fromiter((values[place] for place in at.tolist()), np.int64, len(at))
    except OverflowError:
        numbers = np.zeros(len(at), np.int64)
    for kind, scale in _SCALES:
        fits = (numbers >= _FIRST_S * scale) & (numbers < _LAST_S * scale)
        if fits.any():
            scaled = numbers[fits] * (10**6 // scale) if scale <= 10**6 else numbers[fits] // (scale // 10**6)
            moments[at[fits]] = scaled
            forms[at[fits]] = _CODES[(kind, True)]


def _read_texts(values: Sequence[object], at: I64, size: int, moments: I64, forms: Bytes) -> list[int]:
    """Read texts of one length in the usual forms; gives the places of those that are in none."""
    joined = "".join(values[place] for place in at.tolist()).encode("ascii", "replace")
    # a row for each place in the text: what is compared stands side by side
    signs = np.ascontiguousarray(np.frombuffer(joined, np.uint8).reshape(-1, size).T)
    digits = signs - np.uint8(48)
    zoned = signs[-1] == ord("Z")
    usual = _dates(signs, digits) & _times(signs, digits, size, zoned)
    micro = _days(digits) * DAY_US
    if size >= 19:
        clock = 3600 * _two(digits, 11) + 60 * _two(digits, 14) + _two(digits, 17)
        micro += clock * 10**6 + _fraction(digits, size, zoned)
    good = at[usual]
    moments[good] = micro[usual]
    if size == 10:
        forms[good] = _CODES[("date", False)]
    else:
        iso = (signs[10] == ord("T")) | zoned
        code = np.where(
            iso,
            np.where(zoned, _CODES[("ISO 8601", True)], _CODES[("ISO 8601", False)]),
            _CODES[("SQLite text", False)],
        )
        forms[good] = code[usual]
    left: list[int] = at[~usual].tolist()
    return left


def _two(digits: Bytes, at: int) -> I64:
    found: I64 = (digits[at] * np.uint8(10) + digits[at + 1]).astype(np.int64)
    return found


def _dates(signs: Bytes, digits: Bytes) -> Mask:
    """Which begin with a date that exists."""
    good: Mask = (signs[4] == ord("-")) & (signs[7] == ord("-"))
    for place in (0, 1, 2, 3, 5, 6, 8, 9):
        good &= digits[place] <= 9
    year = _two(digits, 0) * 100 + _two(digits, 2)
    month, day = _two(digits, 5), _two(digits, 8)
    good &= (year >= 1) & (month >= 1) & (month <= 12) & (day >= 1)
    leap = (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0))
    longest = np.array([0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])[np.minimum(month, 12)]
    good &= day <= longest + (leap & (month == 2))
    return good


def _times(signs: Bytes, digits: Bytes, size: int, zoned: Mask) -> Mask:
    """Which go on with a time of seconds, perhaps parts of them, perhaps Z; any other zone is read one by one."""
    if size == 10:
        return np.ones(len(zoned), bool)
    if size < 19:
        return np.zeros(len(zoned), bool)
    good: Mask = ((signs[10] == ord("T")) | (signs[10] == ord(" "))) & (signs[13] == ord(":")) & (signs[16] == ord(":"))
    for place in (11, 12, 14, 15, 17, 18):
        good &= digits[place] <= 9
    good &= (_two(digits, 11) < 24) & (_two(digits, 14) < 60) & (_two(digits, 17) < 60)
    if size <= 20:
        good &= zoned == (size == 20)
        return good
    good &= (signs[19] == ord(".")) | (signs[19] == ord(","))
    for place in range(20, size - 1):
        good &= digits[place] <= 9
    longest = np.where(zoned, size - 21, size - 20)
    good &= (zoned | (digits[-1] <= 9)) & (longest >= 1) & (longest <= 9)
    return good


def _fraction(digits: Bytes, size: int, zoned: Mask) -> I64:
    """Microseconds behind the point."""
    total = np.zeros(len(zoned), np.int64)
    for place in range(20, min(size, 26)):
        part = digits[place].astype(np.int64) * 10 ** (25 - place)
        total += np.where(zoned, 0, part) if place == size - 1 else part
    return total


def _days(digits: Bytes) -> I64:
    """Days since 1970-01-01 of the civil dates at the front, of 400 years that begin in March."""
    year = _two(digits, 0) * 100 + _two(digits, 2)
    month, day = _two(digits, 5), _two(digits, 8)
    year = year - (month <= 2)
    era = year // 400
    of_era = year - era * 400
    of_year = (153 * (month + np.where(month > 2, -3, 9)) + 2) // 5 + day - 1
    found: I64 = era * 146_097 + of_era * 365 + of_era // 4 - of_era // 100 + of_year - 719_468
    return found
