"""What the texts of a filter row mean, as SQL conditions with bound values: contains, compares, ranges, NULL.

Filters compare what is stored, exactly: integers of 64 bits as integers, text as text. :data:`FORMS` lists the forms.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from inspector.db import quoting
from inspector.db.catalog import Column, Table
from inspector.db.values import Bindable
from inspector.errors import InvalidInput

FORMS: tuple[tuple[str, str], ...] = (
    ("text", "contains the text, in any case of the letters"),
    ('"text"', "contains exactly what stands between the quotes"),
    ("=x", "equals x; = alone: empty text; =x'00ff' a BLOB"),
    ("!=x", "anything but x, NULL too"),
    (">5  >=5  <5  <=5", "compares numbers with numbers, text with text"),
    ("a..b", "from a to b, both included; 5.. and ..5 are open"),
    ("null  !null", "no value, any value (=null finds the word)"),
)
"""Every form and what it means, for tips and the help."""

_OPERATORS = ("!=", ">=", "<=", "=", ">", "<")
_INTEGER = re.compile(r"[+-]?\d+")
_REAL = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_BLOB = re.compile(r"[xX]'([0-9a-fA-F]*)'")
_DATE = re.compile(r"\d{4}-\d{2}(?:-\d{2}(?:[T ][\d:.]*)?)?")
_LEAST, _MOST = -(2**63), 2**63 - 1


@dataclass(frozen=True)
class Condition:
    """A condition on one column."""

    sql: str
    """SQL over the table's own names, in parentheses."""
    params: tuple[Bindable, ...]
    """The values of its question marks."""
    words: str
    """What it asks for, in words: "contains 'retry'"."""


@dataclass(frozen=True)
class _Operand:
    text: str
    """As it was written, without quotes."""
    value: Bindable
    """The number, text or bytes it is."""

    @property
    def number(self) -> bool:
        return isinstance(self.value, int | float)

    @property
    def words(self) -> str:
        return self.text if self.number or isinstance(self.value, bytes) else f"'{self.text}'"


def parse_filters(table: Table, texts: dict[str, str]) -> tuple[Condition, ...]:
    """The conditions of a filter row, by column name. Raises InvalidInput naming the column it cannot understand."""
    found = []
    for name, text in texts.items():
        column = table.column(name)
        if column is None:
            raise InvalidInput(
                f"{table.name} has no column “{name}” to filter by.",
                advice="It may have been renamed: clear the filter.",
            )
        condition = parse_filter(column, text)
        if condition is not None:
            found.append(condition)
    return tuple(found)


def parse_filter(column: Column, text: str) -> Condition | None:
    """The condition that ``text`` asks of ``column``; None for an empty one. Raises InvalidInput."""
    text = text.strip()
    if not text:
        return None
    if column.problem:
        raise InvalidInput(
            f"The column “{column.name}” cannot be filtered.", advice="Its name cannot be written in SQL."
        )
    name = quoting.name(column.name)
    if text.lower() == "null":
        return Condition(f"({name} IS NULL)", (), "is NULL")
    if text.lower() == "!null":
        return Condition(f"({name} IS NOT NULL)", (), "is not NULL")
    for operator in _OPERATORS:
        if text.startswith(operator):
            return _compared(column, name, operator, text[len(operator) :].strip())
    ends = _range_ends(text)
    if ends is not None:
        return _between(column, name, *ends)
    return _contains(name, _unquoted(text))


def _compared(column: Column, name: str, operator: str, rest: str) -> Condition:
    if operator in ("=", "!="):
        return _equal(name, _operand(column, rest), operator == "=")
    if not rest:
        raise InvalidInput(
            f"The filter of “{column.name}” needs a value behind {operator}.", advice=f"Write for example {operator}5."
        )
    operand = _operand(column, rest)
    sql, params = _ordered(name, operator, operand)
    return Condition(f"({sql})", params, f"{operator} {operand.words}")


def _equal(name: str, operand: _Operand, positive: bool) -> Condition:
    # A column without affinity keeps 5 and '5' apart; what is typed may mean either.
    values: tuple[Bindable, ...] = (operand.value, operand.text) if operand.number else (operand.value,)
    any_of = " OR ".join(f"{name} IS ?" for _ in values)
    words = operand.words if operand.text or not isinstance(operand.value, str) else "empty text"
    return Condition(
        f"({any_of})" if positive else f"(NOT ({any_of}))", values, f"{'equals' if positive else 'is not'} {words}"
    )


def _between(column: Column, name: str, low: str, high: str) -> Condition:
    first, last = (_operand(column, end) if end else None for end in (low, high))
    if first and last:
        _check_ends(column, first, last)
    parts: list[str] = []
    params: tuple[Bindable, ...] = ()
    for operator, operand in ((">=", first), ("<=", last)):
        if operand is not None:
            sql, values = _ordered(name, operator, operand)
            parts.append(f"({sql})")
            params += values
    words = f"from {first.words if first else 'the least'} to {last.words if last else 'the most'}"
    return Condition(f"({' AND '.join(parts)})", params, words)


def _check_ends(column: Column, first: _Operand, last: _Operand) -> None:
    if first.number != last.number or isinstance(first.value, bytes) != isinstance(last.value, bytes):
        raise InvalidInput(
            f"The ends of the range in “{column.name}” are of two kinds: {first.words} and {last.words}.",
            advice="Give two numbers or two texts.",
        )
    if first.value > last.value:  # type: ignore[operator]  # both are of one kind
        raise InvalidInput(
            f"The range in “{column.name}” begins behind its end: {first.words} is more than {last.words}.",
            advice="Swap the two.",
        )


def _ordered(name: str, operator: str, operand: _Operand) -> tuple[str, tuple[Bindable, ...]]:
    """A comparison within one kind of value: SQLite itself puts every text above every number."""
    if isinstance(operand.value, bytes):
        return f"typeof({name}) = 'blob' AND {name} {operator} ?", (operand.value,)
    if operand.number:
        # a number kept as text (it reads back the same) is compared as the number it is
        as_text = (
            f"typeof({name}) = 'text' AND CAST(CAST({name} AS NUMERIC) AS TEXT) = {name} "
            f"AND CAST({name} AS NUMERIC) {operator} ?"
        )
        numbers = f"typeof({name}) IN ('integer', 'real') AND {name} {operator} ?"
        return f"({numbers}) OR ({as_text})", (operand.value, operand.value)
    if operator in ("<=", ">") and _DATE.fullmatch(operand.text):
        # a day includes all its hours: 2026-05-02 as an end takes in 2026-05-02 13:00
        begins = f"substr({name}, 1, {len(operand.text)})"
        return f"typeof({name}) = 'text' AND {begins} {operator} ?", (operand.value,)
    return f"typeof({name}) = 'text' AND {name} {operator} ?", (operand.value,)


def _contains(name: str, text: str) -> Condition:
    # instr needs no escapes, has no limit of length and does not stop at a NUL as LIKE does
    sought = dict.fromkeys(_ascii_lower(form) for form in (text, text.lower(), text.upper(), text.title()))
    parts = [f"instr(lower({name}), ?) > 0" for _ in sought]
    params: tuple[Bindable, ...] = tuple(sought)
    value = _number(text)
    if isinstance(value, float):
        # lower() writes a REAL with 15 digits, the grid with all it has
        parts.append(f"(typeof({name}) = 'real' AND {name} = ?)")
        params += (value,)
    return Condition(f"(typeof({name}) <> 'blob' AND ({' OR '.join(parts)}))", params, f"contains '{text}'")


def _ascii_lower(text: str) -> str:
    """As SQLite's lower() does it: letters of ASCII alone."""
    return "".join(chr(ord(c) + 32) if "A" <= c <= "Z" else c for c in text)


def _range_ends(text: str) -> tuple[str, str] | None:
    """The ends of ``a..b``; None where the dots are part of a text (``...``, ``../path``, ``wait..``)."""
    if text.startswith('"') or text.count("..") != 1 or "..." in text:
        return None
    low, _, high = text.partition("..")
    low, high = low.strip(), high.strip()
    if low and high:
        return low, high
    one = low or high
    if one and (_number(one) is not None or _DATE.fullmatch(one)):
        return low, high
    return None


def _operand(column: Column, text: str) -> _Operand:
    blob = _BLOB.fullmatch(text)
    if blob:
        if len(blob.group(1)) % 2:
            raise InvalidInput(
                f"The BLOB in the filter of “{column.name}” has half a byte.", advice="Write two hex digits a byte."
            )
        return _Operand(text, bytes.fromhex(blob.group(1)))
    if text.startswith('"'):
        return _Operand(_unquoted(text), _unquoted(text))
    value = _number(text)
    return _Operand(text, text if value is None else value)


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def _number(text: str) -> int | float | None:
    """The number that a text writes, exact: an integer of 64 bits, else a REAL."""
    if _INTEGER.fullmatch(text) and len(text) <= 20:
        whole = int(text)
        if _LEAST <= whole <= _MOST:
            return whole
    if _REAL.fullmatch(text):
        return float(text)
    return None
