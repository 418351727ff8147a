"""What the words of a filter are: numbers, texts, bytes, dates, and lists of them; as they were written."""

from __future__ import annotations

import re
from dataclasses import dataclass

from inspector.db.catalog import Column
from inspector.db.values import Bindable
from inspector.errors import InvalidInput

DATE = re.compile(r"\d{4}-\d{2}(?:-\d{2}(?:[T ][\d:.]*)?)?")
"""A date, and a time behind it that may be unfinished."""

_INTEGER = re.compile(r"[+-]?\d+")
_REAL = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_BLOB = re.compile(r"[xX]'([0-9a-fA-F]*)'")
_LEAST, _MOST = -(2**63), 2**63 - 1


@dataclass(frozen=True)
class Operand:
    """One value of a filter."""

    text: str
    """As it was written, without quotes."""
    value: Bindable
    """The number, text or bytes it is."""

    @property
    def number(self) -> bool:
        """Whether it is a number."""
        return isinstance(self.value, int | float)

    @property
    def words(self) -> str:
        """As it is said."""
        return self.text if self.number or isinstance(self.value, bytes) else f"'{self.text}'"


def operand_of(column: Column, text: str) -> Operand:
    """The value that a text writes. Raises InvalidInput."""
    blob = _BLOB.fullmatch(text)
    if blob:
        if len(blob.group(1)) % 2:
            raise InvalidInput(
                f"The BLOB in the filter of “{column.name}” has half a byte.", advice="Write two hex digits a byte."
            )
        return Operand(text, bytes.fromhex(blob.group(1)))
    if text.startswith('"'):
        return Operand(unquoted(text), unquoted(text))
    value = number_of(text)
    return Operand(text, text if value is None else value)


def unquoted(text: str) -> str:
    """The text without quotes around it."""
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def number_of(text: str) -> int | float | None:
    """The number that a text writes, exact: an integer of 64 bits, else a REAL."""
    if _INTEGER.fullmatch(text) and len(text) <= 20:
        whole = int(text)
        if _LEAST <= whole <= _MOST:
            return whole
    if _REAL.fullmatch(text):
        return float(text)
    return None


def listed(text: str) -> list[str] | None:
    """The parts of ``(a, "b, c", null)``, quotes kept; None for a text that is no such list."""
    if not (text.startswith("(") and text.endswith(")")):
        return None
    parts = [part.strip() for part in _PART.findall(text[1:-1])]
    return [part for part in parts if part]


_PART = re.compile(r'(?:\s*"[^"]*"\s*(?=,|$)|[^,])+')
