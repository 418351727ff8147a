"""The statement that counts the groups of a facet: rows of (group, value, rows), whatever the column holds."""

from __future__ import annotations

from inspector.db import quoting
from inspector.db.browse.facets import LONGEST, Facet, Step, elements_sql, is_list, list_sql
from inspector.db.browse.filters import filtered_column
from inspector.db.browse.question import RowQuestion
from inspector.db.browse.stored_times import second_sql
from inspector.db.values import Bindable


def facet_sql(
    question: RowQuestion,
    facet: Facet,
    span: str = "",
    params: tuple[Bindable, ...] = (),
    limit: int | None = None,
) -> tuple[str, tuple[Bindable, ...]]:
    """The statement that counts, and its values: rows of (group, value, rows).

    ``span`` is a condition beside those of the question; ``limit`` a number of rows that are looked at.
    """
    name = quoting.name(filtered_column(question.table, facet.column).name)
    where = " AND ".join(term for term in (question.where, span) if term)
    rows = f"FROM {question.source}" + (f" WHERE {where}" if where else "")
    # with a limit SQLite computes each value once, and not wherever it is named
    rows += f" LIMIT {-1 if limit is None else limit}" if limit is not None or facet.kind == "time" else ""
    if facet.kind == "time":
        return _by_time(name, rows, _STEPS[facet.step]), (*question.params, *params)
    count = {"value": _by_value, "element": _by_element, "filled": _by_filling}[facet.kind]
    return count(name, rows), (*question.params, *params)


_STEPS: dict[Step, str] = {"": "%Y-%m-%d", "hour": "%Y-%m-%d %H", "day": "%Y-%m-%d", "month": "%Y-%m", "year": "%Y"}
"""How a stretch of time is written; without a step days are counted."""


def _by_value(name: str, rows: str) -> str:
    # grouped by the column as it is, letter by letter, so that an index on it has the groups side by side
    inner = f"SELECT v, count(*) AS n FROM (SELECT {name} AS v {rows}) GROUP BY v COLLATE BINARY"
    kind = (
        "CASE WHEN v IS NULL THEN 'null' WHEN v = '' THEN 'empty' "
        f"WHEN octet_length(v) > {LONGEST} THEN 'long' ELSE 'value' END"
    )
    value = f"CASE WHEN octet_length(v) > {LONGEST} THEN NULL ELSE v END"
    return f"SELECT {kind}, {value}, n FROM ({inner})"


def _by_time(name: str, rows: str, form: str) -> str:
    inner = f"SELECT {name} AS c, {second_sql(name)} AS s {rows}"
    kind = "CASE WHEN s IS NOT NULL THEN 'value' WHEN c IS NULL THEN 'null' WHEN c = '' THEN 'empty' ELSE 'other' END"
    return f"SELECT {kind}, strftime('{form}', s, 'unixepoch'), count(*) FROM ({inner}) GROUP BY 1, 2"


def _by_filling(name: str, rows: str) -> str:
    kind = (
        "CASE WHEN c IS NULL THEN 'null' WHEN c = '' THEN 'empty' "
        f"WHEN {is_list('c')} AND json_array_length({list_sql('c')}) = 0 THEN 'none' ELSE 'filled' END"
    )
    return f"SELECT {kind}, NULL, count(*) FROM (SELECT {name} AS c {rows}) GROUP BY 1"


def _by_element(name: str, rows: str) -> str:
    kind = (
        "CASE WHEN q.c IS NULL THEN 'null' WHEN q.c = '' THEN 'empty' "
        f"WHEN e.key IS NULL THEN CASE WHEN {is_list('q.c')} THEN 'none' ELSE 'other' END "
        f"WHEN octet_length(e.value) > {LONGEST} THEN 'long' ELSE 'value' END"
    )
    element = f"CASE WHEN octet_length(e.value) > {LONGEST} THEN NULL ELSE e.value END"
    arrays = f"(SELECT {name} AS c {rows}) AS q LEFT JOIN json_each({elements_sql('q.c')}) AS e"
    return f"SELECT {kind}, {element}, count(*) FROM {arrays} GROUP BY 1, 2"
