"""Sizes and counts in words (no Qt)."""

from __future__ import annotations

_UNITS = ("kB", "MB", "GB", "TB")


def size_words(size: int | None) -> str:
    """Bytes in three digits: "812 bytes", "75.7 MB"; "unknown" for None."""
    if size is None:
        return "unknown"
    if size < 1000:
        return "1 byte" if size == 1 else f"{size} bytes"
    value, power = float(size), 0
    while value >= 999.5:
        value /= 1000
        power += 1
    unit = _UNITS[min(power, len(_UNITS)) - 1]
    value = size / 1000 ** min(power, len(_UNITS))
    return f"{value:,.0f} {unit}" if value >= 99.5 else f"{value:.1f} {unit}"


def counted(count: int, one: str, many: str = "") -> str:
    """A number with its noun: "1 file", "1,204 files"."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
