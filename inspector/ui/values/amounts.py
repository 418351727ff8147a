"""Durations and sizes as a person says them."""

from __future__ import annotations

_STEPS = ((86_400, "d"), (3600, "h"), (60, "min"), (1, "s"))


def duration_words(ms: float) -> str:
    """Milliseconds in the two greatest units: "850 ms", "12.3 s", "4 min 5 s", "2 h 3 min", "-3 d 4 h"."""
    sign, ms = ("-", -ms) if ms < 0 else ("", ms)
    if ms < 999.5:
        return f"{sign}{ms:.0f} ms"
    if ms < 59_950:
        return f"{sign}{ms / 1000:.1f} s".replace(".0 s", " s")
    seconds = round(ms / 1000)
    for place, (length, unit) in enumerate(_STEPS[:-1]):
        if seconds >= length:
            whole, rest = divmod(seconds, length)
            below, name = _STEPS[place + 1]
            lesser = f" {rest // below} {name}" if rest // below else ""
            return f"{sign}{whole:,} {unit}{lesser}"
    return f"{sign}{seconds} s"


def size_words(size: int) -> str:
    """Bytes in three digits: "812 B", "5.2 kB", "48 MB", "1.2 GB"."""
    value = float(size)
    for unit in ("B", "kB", "MB", "GB"):
        if value < 999.5 or unit == "GB":
            return f"{value:,.0f} {unit}" if unit == "B" or value >= 99.5 else f"{value:.1f} {unit}"
        value /= 1000
    raise AssertionError("the greatest unit takes all")
