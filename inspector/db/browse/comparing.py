"""How values of a column are compared with what a filter names, as SQL: exactly, each kind with its own."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.db.browse.condition import Condition
from inspector.db.browse.operands import DATE, Operand, number_of
from inspector.db.browse.stored_times import keeps_numbers
from inspector.db.catalog import Column, Table
from inspector.db.regexp.function import MOST_CHARACTERS, automaton_of
from inspector.db.values import Bindable


def equal(name: str, operand: Operand, positive: bool) -> Condition:
    """Equals it, or not."""
    # A column without affinity keeps 5 and '5' apart; what is typed may mean either.
    values: tuple[Bindable, ...] = (operand.value, operand.text) if operand.number else (operand.value,)
    any_of = " OR ".join(f"{name} IS ?" for _ in values)
    words = operand.words if operand.text or not isinstance(operand.value, str) else "empty text"
    return Condition(
        f"({any_of})" if positive else f"(NOT ({any_of}))", values, f"{'equals' if positive else 'is not'} {words}"
    )


def listed_in(name: str, operands: Sequence[Operand], *, has_null: bool, positive: bool) -> Condition:
    """Equals one of them, or none."""
    values: dict[Bindable, None] = {}
    for operand in operands:
        values[operand.value] = None
        if operand.number:
            values[operand.text] = None
    terms = [f"{name} IN ({', '.join('?' for _ in values)})"] if values else []
    terms += [f"{name} IS NULL"] if has_null else []
    sql = " OR ".join(terms)
    words = ", ".join([operand.words for operand in operands] + ["NULL"] * has_null)
    return Condition(
        f"({sql})" if positive else f"(({sql}) IS NOT TRUE)",
        tuple(values),
        f"is {'' if positive else 'not '}one of {words}",
    )


def begins(name: str, text: str) -> Condition:
    """Begins with it, in any case of the letters."""
    forms = tuple(dict.fromkeys(_ascii_lower(form) for form in (text, text.lower(), text.upper(), text.title())))
    terms = " OR ".join(f"lower(substr({name}, 1, {len(form)})) = ?" for form in forms)
    return Condition(f"(typeof({name}) <> 'blob' AND ({terms}))", forms, f"begins with '{text}'")


def matches(name: str, pattern: str, *, positive: bool) -> Condition:
    """Matches a regular expression, or has a value that does not. Raises InvalidInput."""
    automaton_of(pattern)
    # as bytes: a text that is not valid would end the statement
    # (of bytes of no length, substr makes NULL)
    sql = f"coalesce(substr(CAST({name} AS BLOB), 1, {4 * MOST_CHARACTERS}), '') REGEXP ?"
    sql = sql if positive else f"NOT ({sql})"
    words = f"{'matches' if positive else 'does not match'} {pattern}"
    return Condition(f"(typeof({name}) NOT IN ('blob', 'null') AND {sql})", (pattern,), words)


def ordered(
    table: Table, column: Column, name: str, operator: str, operand: Operand
) -> tuple[str, tuple[Bindable, ...]]:
    """A comparison within one kind of value: SQLite itself puts every text above every number."""
    if isinstance(operand.value, bytes):
        return f"typeof({name}) = 'blob' AND {name} {operator} ?", (operand.value,)
    if operand.number:
        numbers = f"typeof({name}) IN ('integer', 'real') AND {name} {operator} ?"
        if keeps_numbers(table, column):
            return numbers, (operand.value,)
        # a number kept as text (it reads back the same) is compared as the number it is
        as_text = (
            f"typeof({name}) = 'text' AND CAST(CAST({name} AS NUMERIC) AS TEXT) = {name} "
            f"AND CAST({name} AS NUMERIC) {operator} ?"
        )
        return f"({numbers}) OR ({as_text})", (operand.value, operand.value)
    if operator in ("<=", ">") and DATE.fullmatch(operand.text):
        # a day includes all its hours: 2026-05-02 as an end takes in 2026-05-02 13:00
        begins = f"substr({name}, 1, {len(operand.text)})"
        return f"typeof({name}) = 'text' AND {begins} {operator} ?", (operand.value,)
    return f"typeof({name}) = 'text' AND {name} {operator} ?", (operand.value,)


def contains(name: str, text: str) -> Condition:
    """Contains it, in any case of the letters."""
    # instr needs no escapes, has no limit of length and does not stop at a NUL as LIKE does
    sought = dict.fromkeys(_ascii_lower(form) for form in (text, text.lower(), text.upper(), text.title()))
    parts = [f"instr(lower({name}), ?) > 0" for _ in sought]
    params: tuple[Bindable, ...] = tuple(sought)
    value = number_of(text)
    if isinstance(value, float):
        # lower() writes a REAL with 15 digits, the grid with all it has
        parts.append(f"(typeof({name}) = 'real' AND {name} = ?)")
        params += (value,)
    return Condition(f"(typeof({name}) <> 'blob' AND ({' OR '.join(parts)}))", params, f"contains '{text}'")


def _ascii_lower(text: str) -> str:
    """As SQLite's lower() does it: letters of ASCII alone."""
    return "".join(chr(ord(c) + 32) if "A" <= c <= "Z" else c for c in text)
