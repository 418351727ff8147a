"""Do cells hold what their documented meaning says: known values, times, JSON? For the checks of any family."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from inspector.db.catalog import Column, Table
from inspector.db.quoting import literal, name, qualified
from inspector.db.rows import RowRef
from inspector.families.docs import ColumnDoc, load_docs
from inspector.health.check import CheckContext
from inspector.health.finding import Evidence
from inspector.health.run import listed

Run = Callable[[CheckContext], Iterator[Evidence]]
NOT_A_TIME = "typeof(c) <> 'text' OR julianday(c) IS NULL OR c NOT GLOB '????-??-??*'"
"""SQL of a cell ``c`` that is no time as text."""


def unknown_values(family: str, *, without: tuple[str, ...] = ()) -> Run:
    """A check of the columns with a fixed set of values; ``without``: ``table.column`` with a check of their own."""
    return partial(_unknown_values, family, without)


def unreadable_times(family: str) -> Run:
    """A check of the columns that hold times as text."""
    return partial(_unfit, family, "time", NOT_A_TIME, "is", ())


def broken_json(family: str, *, without: tuple[str, ...] = ()) -> Run:
    """A check of the columns that hold JSON; ``without``: ``table.column`` that may hold other text."""
    return partial(_unfit, family, "json", "NOT json_valid(c)", "begins with", without)


def _documented(
    context: CheckContext, family: str, kind: str, without: tuple[str, ...]
) -> Iterator[tuple[Table, Column, ColumnDoc]]:
    docs = load_docs(family)
    for table in context.catalog:
        if table.kind != "table" or table.schema in context.read_along or table.problem:
            continue
        for column in table.columns:
            doc = docs.column(table.name, column.name)
            if doc is not None and doc.kind == kind and f"{table.name}.{column.name}" not in without:
                yield table, column, doc


def _rows(context: CheckContext, table: Table, column: Column, condition: str) -> Iterator[tuple[str, RowRef | None]]:
    """The beginning of each cell of the column that meets a condition on ``c``, and its row."""
    key = table.rowid_name if table.has_rowid and table.rowid_name else "NULL"
    sql = (
        f"SELECT key, substr(c, 1, 80) FROM (SELECT {key} AS key, {name(column.name)} AS c "
        f"FROM {qualified(table.schema, table.name)}) WHERE {condition}"
    )
    for row, value in listed(context, sql):
        yield str(value), RowRef(table.schema, table.name, (row,)) if row is not None else None


def _unknown_values(family: str, without: tuple[str, ...], context: CheckContext) -> Iterator[Evidence]:
    for table, column, doc in _documented(context, family, "enum", without):
        place, cell = qualified(table.schema, table.name), name(column.name)
        for (value,) in context.reader.rows(f"SELECT DISTINCT {cell} FROM {place} WHERE {cell} IS NOT NULL"):
            if doc.is_known(value):
                continue
            for _, row in _rows(context, table, column, f"c = {literal(str(value))}"):
                yield Evidence(f"{table.name}.{column.name} is '{value!s}'; known are {', '.join(doc.values)}", row)


def _unfit(
    family: str, kind: str, unfit: str, verb: str, without: tuple[str, ...], context: CheckContext
) -> Iterator[Evidence]:
    for table, column, _ in _documented(context, family, kind, without):
        for value, row in _rows(context, table, column, f"c IS NOT NULL AND ({unfit})"):
            yield Evidence(f"{table.name}.{column.name} {verb} '{value}'", row)
