"""Places in a text, in characters and as Qt counts them: a character outside the basic plane is two units there."""

from __future__ import annotations


def to_units(text: str, at: int) -> int:
    """The units before the character at ``at``."""
    return at if text.isascii() else len(text[:at].encode("utf-16-le", "surrogatepass")) // 2


def to_characters(text: str, units: int) -> int:
    """The characters before a place in units; inside a character: before it."""
    if text.isascii():
        return units
    before = text.encode("utf-16-le", "surrogatepass")[: units * 2].decode("utf-16-le", "ignore")
    return len(before)
