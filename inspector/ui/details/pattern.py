"""A text that is sought, in any case of its letters, and where it stands in a line as Qt counts it (no Qt)."""

from __future__ import annotations

import re
from collections.abc import Iterator

Pattern = re.Pattern[str]


def pattern_of(text: str) -> Pattern | None:
    """What finds a text literally; None for no text."""
    return re.compile(re.escape(text), re.IGNORECASE) if text else None


def units(text: str) -> int:
    """Length of a text as Qt counts it, in UTF-16 units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def first_units(text: str, count: int) -> str:
    """As much of a text as its first UTF-16 units hold whole."""
    if text.isascii():
        return text[:count]
    held = text.encode("utf-16-le", "surrogatepass")[: 2 * count].decode("utf-16-le", "surrogatepass")
    return held[:-1] if "\ud800" <= held[-1:] <= "\udbff" else held


def spans_in(line: str, pattern: Pattern) -> Iterator[tuple[int, int]]:
    """Start and length of each match, in UTF-16 units."""
    for found in pattern.finditer(line):
        yield units(line[: found.start()]), units(found.group())
