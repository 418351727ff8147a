"""What a facet groups rows by, and which rows a choice among its groups leaves: as SQL.

A facet takes a column by its values, by the elements of its lists (JSON arrays, or ``|a|b|``), by the hours, days,
months or years of its times, or by whether it is filled. NULL, empty text, values that are too long to be told apart,
and what is no list or no time are groups of their own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from inspector.db import quoting
from inspector.db.browse.condition import Condition
from inspector.db.browse.filters import filtered_column, time_condition
from inspector.db.browse.spans import day_span
from inspector.db.browse.stored_times import second_sql
from inspector.db.catalog import Table
from inspector.db.values import BadText, Bindable, Value
from inspector.errors import InvalidInput

FacetKind = Literal["value", "element", "time", "filled"]
Step = Literal["", "hour", "day", "month", "year"]
Group = Literal["value", "null", "empty", "long", "none", "other", "filled"]

LONGEST = 200
"""Bytes of a value that is told apart from others; longer ones are one group."""
LONGEST_LIST = 1 << 20
"""Bytes of a list that is taken apart."""

GROUP_WORDS: dict[Group, str] = {
    "null": "NULL",
    "empty": "empty text",
    "long": f"longer than {LONGEST} bytes",
    "none": "no elements",
    "other": "",
    "filled": "filled",
}
OTHER_WORDS: dict[FacetKind, str] = {"value": "", "element": "not a list", "time": "not a time", "filled": ""}
"""What the group ``other`` is called, by the kind of facet."""


@dataclass(frozen=True)
class Facet:
    """A column and how its values are grouped."""

    column: str
    """Name of the column."""
    kind: FacetKind = "value"
    """By what."""
    step: Step = ""
    """Of times: by how long a stretch; empty for one that suits the range of the times."""

    @property
    def picked(self) -> Facet:
        """The facet as a choice names it: a stretch of time says itself how long it is."""
        return replace(self, step="")

    def same_as(self, other: Facet) -> bool:
        """Whether a choice of one is a choice of the other."""
        return self.kind == other.kind and self.column.lower() == other.column.lower()


@dataclass(frozen=True)
class FacetKey:
    """One group of a facet."""

    group: Group = "value"
    """``value``, or one of the groups for what has none."""
    value: Value = None
    """The value, the element, or the hour (``2026-05-19 14``), day, month or year as text; None for other groups."""

    def words(self, kind: FacetKind) -> str:
        """What a group without a value is called; empty for one with a value."""
        return OTHER_WORDS[kind] if self.group == "other" else GROUP_WORDS.get(self.group, "")


@dataclass(frozen=True)
class FacetPick:
    """What was chosen of one facet."""

    facet: Facet
    """The facet."""
    among: tuple[FacetKey, ...] = ()
    """Rows must be in one of these groups; empty: in any."""
    without: tuple[FacetKey, ...] = ()
    """Rows must be in none of these."""

    @property
    def empty(self) -> bool:
        """Whether nothing is chosen."""
        return not self.among and not self.without

    def toggled(self, key: FacetKey, *, exclude: bool = False) -> FacetPick:
        """With this group chosen, or excluded; without it where it was already."""
        among = tuple(one for one in self.among if one != key)
        without = tuple(one for one in self.without if one != key)
        if exclude:
            return replace(self, among=among, without=without if key in self.without else (*without, key))
        return replace(self, among=among if key in self.among else (*among, key), without=without)


def pick_conditions(table: Table, pick: FacetPick) -> tuple[Condition, ...]:
    """The conditions of a choice, at most one for the groups among which and one for those without which.

    Raises InvalidInput where the table has no such column.
    """
    found = []
    if pick.among:
        sql, params = _any_of(table, pick.facet, pick.among)
        found.append(Condition(sql, params, f"is {_listed(pick.facet, pick.among)}", pick.facet.column))
    if pick.without:
        sql, params = _any_of(table, pick.facet, pick.without)
        words = f"is not {_listed(pick.facet, pick.without)}"
        found.append(Condition(f"({sql} IS NOT TRUE)", params, words, pick.facet.column))
    return tuple(found)


def elements_sql(name: str) -> str:
    """The list in a column as a JSON array, each of its elements once; an empty one for anything else."""
    return f"(SELECT json_group_array(DISTINCT value) FROM json_each({list_sql(name)}))"


def list_sql(name: str) -> str:
    """The list in a column as a JSON array: of a JSON array as text or JSONB, or of ``|a|b|``; else an empty one."""
    barred = f"'[' || replace(json_quote(trim({name}, '|')), '|', '\",\"') || ']'"
    return (
        f"CASE WHEN {is_barred(name)} THEN CASE WHEN trim({name}, '|') = '' THEN '[]' ELSE {barred} END "
        f"WHEN {is_array(name)} THEN {name} ELSE '[]' END"
    )


def is_list(name: str) -> str:
    """Whether a column holds a list of either form: SQL that never raises."""
    return f"({is_barred(name)} OR {is_array(name)})"


def is_barred(name: str) -> str:
    """Whether a column holds ``|a|b|``: elements between bars, as some systems write tags."""
    return f"(typeof({name}) = 'text' AND octet_length({name}) BETWEEN 2 AND {LONGEST_LIST} AND {name} GLOB '|*|')"


def is_array(name: str) -> str:
    """Whether a column holds a JSON array, as text or JSONB: SQL that never raises."""
    return (
        f"CASE WHEN octet_length({name}) <= {LONGEST_LIST} AND json_valid({name}, 9) "
        f"THEN json_type({name}) = 'array' ELSE 0 END"
    )


def _any_of(table: Table, facet: Facet, keys: tuple[FacetKey, ...]) -> tuple[str, tuple[Bindable, ...]]:
    column = filtered_column(table, facet.column)
    name = quoting.name(column.name)
    terms = [_group_sql(name, facet.kind, key.group) for key in keys if key.group != "value"]
    params: list[Bindable] = []
    values = [key.value for key in keys if key.group == "value"]
    if values and facet.kind == "time":
        for value in values:
            span = day_span(value) if isinstance(value, str) else None
            if span is None:
                raise InvalidInput(f"“{value!r}” is no hour, day, month or year.", advice="Choose it again.")
            condition = time_condition(table, column, name, span)
            terms.append(condition.sql)
            params += condition.params
    elif values:
        if kind_null := facet.kind == "element" and None in values:
            values = [value for value in values if value is not None]
        marks = ", ".join("CAST(? AS TEXT)" if isinstance(value, BadText) else "?" for value in values)
        bound = [value.raw if isinstance(value, BadText) else _plain(value) for value in values]
        if facet.kind == "value":
            # as they were counted: letter by letter, whatever the collation of the column
            terms.append(f"{name} COLLATE BINARY IN ({marks})")
        else:
            wanted = f"e.value IN ({marks})" + (" OR e.value IS NULL" if kind_null else "")
            terms.append(f"EXISTS (SELECT 1 FROM json_each({list_sql(name)}) AS e WHERE {wanted})")
        params += bound
    return f"({' OR '.join(terms)})", tuple(params)


def _plain(value: Value) -> Bindable:
    if isinstance(value, None | int | float | str | bytes):
        return value
    raise InvalidInput("A value this long cannot be chosen.", advice="Filter for a part of it.")


def _group_sql(name: str, kind: FacetKind, group: Group) -> str:
    long_element = f"EXISTS (SELECT 1 FROM json_each({list_sql(name)}) AS e WHERE octet_length(e.value) > {LONGEST})"
    match group:
        case "null":
            return f"{name} IS NULL"
        case "empty":
            return f"{name} COLLATE BINARY = ''"
        case "long":
            return f"octet_length({name}) > {LONGEST}" if kind == "value" else long_element
        case "none":
            return f"({is_list(name)} AND json_array_length({list_sql(name)}) = 0)"
        case "filled":
            unfilled = f"{name} IS NULL OR {name} COLLATE BINARY = '' OR {_group_sql(name, kind, 'none')}"
            return f"(({unfilled}) IS NOT TRUE)"
    if kind == "element":
        return f"({name} IS NOT NULL AND {name} <> '' AND NOT {is_list(name)})"
    return f"({name} IS NOT NULL AND {name} <> '' AND ({second_sql(name)}) IS NULL)"


def _listed(facet: Facet, keys: tuple[FacetKey, ...]) -> str:
    return " or ".join(key.words(facet.kind) or str(key.value) for key in keys)
