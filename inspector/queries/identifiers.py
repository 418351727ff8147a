"""Which names of the catalog does a question mean, and how are they written into its statement?

A name cannot be bound like a value. A parameter of the type ``table`` or ``column`` is looked up in the catalog, and
the name that stands there is written in quotes; nothing that somebody typed ever is. Of a parameter ``t`` or ``c``:

- ``:t`` is the table with its schema, ``:c`` the column;
- ``:t_name`` and ``:c_name`` are their names as texts, ``:c_table`` and ``:c_table_name`` the table of the column;
- ``:t_key`` and ``:c_key`` are the columns by which a row of the table is known.

What stands between ``/* each c: columns of t; + */`` and ``/* end */`` is written once for each column, with ``+``
between; others are ``schemas``, ``tables``, ``time columns of t`` and ``number columns of t``. Where an inner list is
empty the part around it is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from inspector.db.catalog import Catalog, Column, Table
from inspector.db.quoting import literal, name, names, qualified
from inspector.errors import InvalidInput
from inspector.queries.parameter import IDENTIFIERS, Parameter
from inspector.queries.scan import tokens
from inspector.queries.time_names import named_like_time

_EACH = re.compile(r"/\*\s*each (\w+): (schemas|tables|((?:time |number )?columns) of (\w+)); (.+?)\s*\*/", re.DOTALL)
_END = re.compile(r"/\*\s*end\s*\*/")
_SUFFIXES = ("", "_name", "_table", "_table_name", "_key")
_NUMBER = re.compile(r"INT|REAL|FLOA|DOUB|NUM|DEC", re.IGNORECASE)
_TOGETHER = 200
"""Parts that are joined in one row: SQLite takes 500 SELECTs and an expression 1,000 deep."""
_SHOWN = 12

ColumnKind = Literal["columns", "time columns", "number columns"]


@dataclass(frozen=True)
class Chosen:
    """What a name stands for."""

    schema: str
    """Its schema."""
    table: Table | None = None
    """The table, or that of the column."""
    column: Column | None = None
    """The column."""

    def written(self, suffix: str) -> str:
        """It, or what belongs to it, as SQL. Raises KeyError."""
        if self.table is None:
            return {"": name(self.schema), "_name": literal(self.schema)}[suffix]
        if suffix == "_key":
            return _key(self.table)
        table, label = qualified(self.schema, self.table.name), literal(table_label(self.table))
        if self.column is None:
            return {"": table, "_name": label}[suffix]
        column = {"": name(self.column.name), "_name": literal(self.column.name)}
        return {**column, "_table": table, "_table_name": label}[suffix]


@dataclass(frozen=True)
class _Each:
    """A part that is written several times."""

    name: str
    of: str
    what: str
    joined: str
    parts: tuple[str | _Each, ...]


def uses_identifiers(sql: str, parameters: Sequence[Parameter]) -> bool:
    """Whether a statement has to be written anew for each database."""
    return any(one.type in IDENTIFIERS for one in parameters) or bool(_EACH.search(sql))


def names_of(parameter: Parameter) -> frozenset[str]:
    """The names by which a statement may use a parameter: its own, and those that follow from it."""
    suffixes = _SUFFIXES if parameter.type in IDENTIFIERS else ("",)
    return frozenset(parameter.name + suffix for suffix in suffixes)


def derived_names(sql: str, parameters: Sequence[Parameter]) -> frozenset[str]:
    """Names of parameters that nobody is asked for: they follow from those that are chosen."""
    chosen = [one for one in parameters if one.type in IDENTIFIERS]
    chosen += [Parameter(match[1], "table") for match in _EACH.finditer(sql)]
    return frozenset(name for one in chosen for name in names_of(one))


def written(sql: str, parameters: Sequence[Parameter], given: Mapping[str, str], catalog: Catalog) -> str:
    """The statement with the names in it. Raises InvalidInput for a name that the catalog does not have."""
    if not uses_identifiers(sql, parameters):
        return sql
    chosen: dict[str, Chosen] = {}
    for parameter in parameters:
        if parameter.type in IDENTIFIERS:
            text = given.get(parameter.name) or parameter.default
            if not text:
                raise InvalidInput(f"“{parameter.title}” is needed.", advice="Choose one.")
            chosen[parameter.name] = _found(parameter, text, catalog)
    return _written(_parsed(sql), chosen, catalog)


def why_not(sql: str, parameters: Sequence[Parameter], catalog: Catalog) -> str:
    """Why nothing can be chosen, or nothing be written; empty if something can."""
    wanted = [one for one in parameters if one.type in IDENTIFIERS]
    for parameter in wanted:
        if not next(_candidates(parameter, catalog), None):
            return f"needs a {_KINDS.get(parameter.picker, parameter.type)}, which this database does not have"
    if wanted or not uses_identifiers(sql, parameters):
        return ""
    try:
        _written(_parsed(sql), {}, catalog)
    except InvalidInput as error:
        return f"has nothing to ask: {error.what}"
    return ""


def choosable(picker: str, catalog: Iterable[Table]) -> tuple[tuple[str, str], ...]:
    """What can be chosen by a picker of the catalog, each as value and label; empty for no such picker."""
    if picker not in CATALOG_PICKERS:
        return ()
    wanted = Parameter("x", "table" if picker == "tables" else "column", picker=picker)
    found = []
    for one in _candidates(wanted, catalog):
        kind = one.table.kind if one.column is None and one.table is not None else ""
        more = one.column.declared_type if one.column is not None else "" if kind == "table" else kind
        found.append((_label(one), f"{_label(one)} · {more}" if more else _label(one)))
    return tuple(found)


_KINDS = {
    "tables": "table",
    "columns": "column",
    "time-columns": "column that is named like a time",
    "number-columns": "column that is declared as a number",
}
CATALOG_PICKERS = tuple(_KINDS)
"""Pickers that any database has: they list names of its catalog."""


def table_label(table: Table) -> str:
    """A table as a person writes it: with its schema where that is not the main one."""
    return table.name if table.schema == "main" else f"{table.schema}.{table.name}"


def _label(one: Chosen) -> str:
    assert one.table is not None
    return table_label(one.table) if one.column is None else f"{table_label(one.table)}.{one.column.name}"


def _tables(catalog: Iterable[Table]) -> Iterator[Table]:
    """Tables and views that a person asks about."""
    for table in catalog:
        own = table.kind != "shadow" and not table.name.lower().startswith("sqlite_")
        if own and table.readable and not table.problem:
            yield table


def _columns(table: Table, kind: str) -> Iterator[Column]:
    for column in table.visible_columns:
        if column.problem:
            continue
        if kind.startswith("time") and not named_like_time(column):
            continue
        if not kind.startswith("number") or _NUMBER.search(column.declared_type):
            yield column


def _candidates(parameter: Parameter, catalog: Iterable[Table]) -> Iterator[Chosen]:
    for table in _tables(catalog):
        if parameter.type == "table":
            yield Chosen(table.schema, table)
        else:
            for column in _columns(table, parameter.picker):
                yield Chosen(table.schema, table, column)


def _found(parameter: Parameter, text: str, catalog: Catalog) -> Chosen:
    # whatever the picker offers, any column may be typed
    candidates = list(_candidates(Parameter(parameter.name, parameter.type), catalog))
    for same in (str, str.casefold):
        wanted = same(text.strip())
        found = [one for one in candidates if wanted in {same(words) for words in _spellings(one)}]
        if found:
            return found[0]
    known = ", ".join(_label(one) for one in candidates[:_SHOWN])
    more = f" and {len(candidates) - _SHOWN:,} more" if len(candidates) > _SHOWN else ""
    shown = text if len(text) <= 80 else f"{text[:80]}…"
    raise InvalidInput(
        f"This database has no {parameter.type} “{shown}”.", advice=f"It has: {known}{more}." if known else ""
    )


def _spellings(one: Chosen) -> tuple[str, ...]:
    assert one.table is not None
    tail = f".{one.column.name}" if one.column is not None else ""
    return (f"{one.table.name}{tail}", f"{one.schema}.{one.table.name}{tail}")


def _key(table: Table) -> str:
    if table.has_rowid and table.rowid_name:
        return table.rowid_name
    if not table.primary_key:
        raise InvalidInput(f"The rows of {table_label(table)} have no key.", advice="Choose a table.")
    return names(table.primary_key)


def _parsed(sql: str) -> tuple[str | _Each, ...]:
    """The statement as text and parts that are repeated. Raises InvalidInput where one does not end."""
    stack: list[tuple[re.Match[str] | None, list[str | _Each]]] = [(None, [])]
    for token in tokens(sql):
        opened = _EACH.fullmatch(token.text) if token.kind == "comment" else None
        if opened is not None:
            stack.append((opened, []))
        elif token.kind == "comment" and _END.fullmatch(token.text) and len(stack) > 1:
            each, parts = stack.pop()
            assert each is not None
            made = _Each(each[1], each[4] or "", each[3] or each[2], each[5], tuple(parts))
            stack[-1][1].append(made)
        else:
            stack[-1][1].append(token.text)
    if len(stack) > 1:
        raise InvalidInput("A part that begins with “each” has no end.", advice="Write /* end */ behind it.")
    return tuple(stack[0][1])


def _written(parts: Sequence[str | _Each], chosen: Mapping[str, Chosen], catalog: Catalog) -> str:
    text = _filled(parts, chosen, catalog)
    if text is None:
        raise InvalidInput("There is no table or column of the kind that this question is about.")
    return text


def _filled(parts: Sequence[str | _Each], chosen: Mapping[str, Chosen], catalog: Catalog) -> str | None:
    """The parts as text; None where a list in them is empty."""
    made: list[str] = []
    for part in parts:
        if isinstance(part, str):
            made.append(_spelled(part, chosen))
            continue
        each = (_filled(part.parts, {**chosen, part.name: one}, catalog) for one in _all(part, chosen, catalog))
        texts = [text for text in each if text is not None]
        if not texts:
            return None
        made.append(_joined(texts, part.joined))
    return "".join(made)


def _all(part: _Each, chosen: Mapping[str, Chosen], catalog: Catalog) -> Iterator[Chosen]:
    if part.what == "schemas":
        return iter([Chosen(schema) for schema in dict.fromkeys(facts.schema for facts in catalog.facts)])
    if part.what == "tables":
        return iter([Chosen(table.schema, table) for table in _tables(catalog) if table.kind == "table"])
    around = chosen.get(part.of)
    if around is None or around.table is None:
        raise InvalidInput(f"“{part.of}” is no table of this question.", advice="Declare it as a parameter: t table.")
    return iter([Chosen(around.schema, around.table, column) for column in _columns(around.table, part.what)])


def _spelled(token: str, chosen: Mapping[str, Chosen]) -> str:
    if token[:1] not in (":", "@", "$"):
        return token
    for suffix in sorted(_SUFFIXES, key=len):
        one = chosen.get(token[1:].removesuffix(suffix)) if token.endswith(suffix) else None
        if one is not None:
            try:
                return one.written(suffix)
            except KeyError:
                raise InvalidInput(f"{token} means nothing: there is no such part of what is chosen.") from None
    return token


def _joined(texts: Sequence[str], joint: str) -> str:
    if len(texts) <= _TOGETHER:
        return f" {joint} ".join(texts)
    groups = [f" {joint} ".join(texts[at : at + _TOGETHER]) for at in range(0, len(texts), _TOGETHER)]
    whole = "SELECT * FROM ({})" if joint.upper().startswith(("UNION", "EXCEPT", "INTERSECT")) else "({})"
    return f" {joint} ".join(whole.format(group) for group in groups)
