"""What the texts of a filter row mean, as SQL conditions with bound values: contains, compares, lists, times, NULL.

Filters compare what is stored, exactly: integers of 64 bits as integers, text as text. :data:`FORMS` lists the forms.
A column of times is also compared as time, in whatever form its values are.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from inspector.db import quoting
from inspector.db.browse.comparing import begins, contains, equal, listed_in, matches, ordered
from inspector.db.browse.condition import Condition
from inspector.db.browse.matching import is_matched, match_filter
from inspector.db.browse.operands import DATE, Operand, listed, number_of, operand_of, unquoted
from inspector.db.browse.spans import Span, parse_span
from inspector.db.browse.stored_times import between
from inspector.db.catalog import Column, Table
from inspector.db.values import Bindable
from inspector.errors import InvalidInput

FORMS: tuple[tuple[str, str], ...] = (
    ("text", "contains the text, in any case of the letters"),
    ('"text"', "contains exactly what stands between the quotes"),
    ("^text", "begins with the text, in any case"),
    ("=x", "equals x; = alone: empty text; =x'00ff' a BLOB"),
    ("!=x", "anything but x, NULL too"),
    ("in (a, b, null)", "any of these; !in (a, b): none of them"),
    (">5  >=5  <5  <=5", "compares numbers with numbers, text with text"),
    ("a..b", "from a to b, both included; 5.. and ..5 are open"),
    ("null  !null", "no value, any value (=null finds the word)"),
    ("empty  !empty", "a text of no length; a value that is neither NULL nor empty"),
    ("~a[0-9]+$", "matches the regular expression, in any case; !~ does not"),
)
"""Every form and what it means, for tips and the help."""

_OPERATORS = ("!=", ">=", "<=", "=", ">", "<")
_NULL = ("null", "is null")
_NOT_NULL = ("!null", "is not null", "not null")
_EMPTY = ("empty", "is empty")
_NOT_EMPTY = ("!empty", "is not empty", "not empty")
_NOT_WORDS = ("~", "!~", "^", *_OPERATORS)
"""How filters begin that compare what is stored, in an index of words too."""
_NO_LENGTH = "('', x'')"


@dataclass(frozen=True)
class Ground:
    """What a filter is read against."""

    table: Table
    """The table."""
    times: Collection[str] = ()
    """Names, in lower case, of the columns that hold times."""
    now: datetime = datetime(1970, 1, 1, tzinfo=UTC)
    """The moment that "last 2 days" ends with."""

    def holds_times(self, column: Column) -> bool:
        """Whether a column is also compared as time."""
        return column.name.lower() in self.times


_NOTHING_KNOWN = Ground(Table("", "", "view"))


def parse_filters(
    table: Table, texts: Mapping[str, str], times: Collection[str] = (), now: datetime | None = None
) -> tuple[Condition, ...]:
    """The conditions of a filter row, by column name. Raises InvalidInput naming the column it cannot understand."""
    ground = Ground(table, times, now) if now is not None else Ground(table)
    found = []
    for name, text in texts.items():
        column = filtered_column(table, name)
        condition = parse_filter(column, text, ground)
        if condition is not None:
            found.append(replace(condition, column=column.name))
    return tuple(found)


def filtered_column(table: Table, name: str) -> Column:
    """The column of a filter. Raises InvalidInput where there is none, or none that SQL can name."""
    column = table.column(name)
    if column is None:
        raise InvalidInput(
            f"{table.name} has no column “{name}” to filter by.",
            advice="It may have been renamed: clear the filter.",
        )
    if column.problem:
        raise InvalidInput(
            f"The column “{column.name}” cannot be filtered.", advice="Its name cannot be written in SQL."
        )
    return column


def parse_filter(column: Column, text: str, ground: Ground = _NOTHING_KNOWN) -> Condition | None:
    """The condition that ``text`` asks of ``column``; None for an empty one. Raises InvalidInput."""
    text = text.strip()
    if not text:
        return None
    if column.problem:
        raise InvalidInput(
            f"The column “{column.name}” cannot be filtered.", advice="Its name cannot be written in SQL."
        )
    name = quoting.name(column.name)
    if ground.table.fts is not None and is_matched(ground.table, column) and not text.startswith(_NOT_WORDS):
        return _by_word(name, text) or _by_list(column, name, text) or match_filter(ground.table, column, text)
    return (
        _by_word(name, text)
        or _by_list(column, name, text)
        or _by_pattern(column, name, text)
        or _by_time(column, name, text, ground)
        or _by_value(column, name, text, ground)
    )


def _by_word(name: str, text: str) -> Condition | None:
    word = " ".join(text.lower().split())
    if word in _NULL:
        return Condition(f"({name} IS NULL)", (), "is NULL")
    if word in _NOT_NULL:
        return Condition(f"({name} IS NOT NULL)", (), "is not NULL")
    if word in _EMPTY:
        return Condition(f"({name} IN {_NO_LENGTH})", (), "is empty")
    if word in _NOT_EMPTY:
        return Condition(f"({name} IS NOT NULL AND {name} NOT IN {_NO_LENGTH})", (), "is not empty")
    return None


def _by_list(column: Column, name: str, text: str) -> Condition | None:
    for beginning, positive in (("in ", True), ("in(", True), ("!in ", False), ("!in(", False), ("not in ", False)):
        if text.lower().startswith(beginning):
            parts = listed(text[len(beginning.rstrip("(")) :].strip())
            if parts is None:
                return None
            if not parts:
                raise InvalidInput(
                    f"The list in the filter of “{column.name}” is empty.", advice="Write for example in (open, done)."
                )
            has_null = any(part.lower() == "null" for part in parts)
            operands = [operand_of(column, part) for part in parts if part.lower() != "null"]
            return listed_in(name, operands, has_null=has_null, positive=positive)
    return None


def _by_pattern(column: Column, name: str, text: str) -> Condition | None:
    for sign, positive in (("~", True), ("!~", False)):
        if text.startswith(sign):
            pattern = text[len(sign) :].strip()
            try:
                return matches(name, pattern, positive=positive)
            except InvalidInput as error:
                what = error.what.replace("The regular expression", f"The regular expression of “{column.name}”", 1)
                raise InvalidInput(what, advice=error.advice) from error
    if text.startswith("^") and len(text) > 1:
        return begins(name, unquoted(text[1:].strip()))
    return None


def _by_time(column: Column, name: str, text: str, ground: Ground) -> Condition | None:
    if not ground.holds_times(column) or text.startswith('"'):
        return None
    span = parse_span(text, ground.now)
    if span is None:
        return None
    if span.start is not None and span.end is not None and span.start >= span.end:
        raise InvalidInput(
            f"The range of time in “{column.name}” begins behind its end: {span.words}.", advice="Swap the two."
        )
    return time_condition(ground.table, column, name, span)


def time_condition(table: Table, column: Column, name: str, span: Span) -> Condition:
    """The condition that a column holds a time within a span."""
    sql, params = between(table, column, name, span.start, span.end)
    return Condition(sql, params, span.words)


def _by_value(column: Column, name: str, text: str, ground: Ground) -> Condition:
    for operator in _OPERATORS:
        if text.startswith(operator):
            return _compared(column, name, operator, text[len(operator) :].strip(), ground)
    ends = _range_ends(text)
    if ends is not None:
        return _between(column, name, ends, ground)
    return contains(name, unquoted(text))


def _compared(column: Column, name: str, operator: str, rest: str, ground: Ground) -> Condition:
    if operator in ("=", "!="):
        return equal(name, operand_of(column, rest), operator == "=")
    if not rest:
        raise InvalidInput(
            f"The filter of “{column.name}” needs a value behind {operator}.", advice=f"Write for example {operator}5."
        )
    operand = operand_of(column, rest)
    sql, params = ordered(ground.table, column, name, operator, operand)
    return Condition(f"({sql})", params, f"{operator} {operand.words}")


def _between(column: Column, name: str, ends: tuple[str, str], ground: Ground) -> Condition:
    first, last = (operand_of(column, end) if end else None for end in ends)
    if first and last:
        _check_ends(column, first, last)
    parts: list[str] = []
    params: tuple[Bindable, ...] = ()
    for operator, operand in ((">=", first), ("<=", last)):
        if operand is not None:
            sql, values = ordered(ground.table, column, name, operator, operand)
            parts.append(f"({sql})")
            params += values
    words = f"from {first.words if first else 'the least'} to {last.words if last else 'the most'}"
    return Condition(f"({' AND '.join(parts)})", params, words)


def _check_ends(column: Column, first: Operand, last: Operand) -> None:
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


def _range_ends(text: str) -> tuple[str, str] | None:
    """The ends of ``a..b``; None where the dots are part of a text (``...``, ``../path``, ``wait..``)."""
    if text.startswith('"') or text.count("..") != 1 or "..." in text:
        return None
    low, _, high = text.partition("..")
    low, high = low.strip(), high.strip()
    if low and high:
        return low, high
    one = low or high
    if one and (number_of(one) is not None or DATE.fullmatch(one)):
        return low, high
    return None
