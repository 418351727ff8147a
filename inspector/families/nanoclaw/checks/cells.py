"""Whether cells hold what their documented meaning says: known values, times, JSON."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.db.catalog import Column, Table
from inspector.db.quoting import literal, name, qualified
from inspector.db.rows import RowRef
from inspector.families.docs import ColumnDoc, load_docs
from inspector.families.nanoclaw.checks.evidence import own_tables
from inspector.health.check import CheckContext, HealthCheck
from inspector.health.finding import Evidence, Level

_FAMILY = "nanoclaw"


def _documented(context: CheckContext, *kinds: str) -> Iterator[tuple[Table, Column, ColumnDoc]]:
    docs = load_docs(_FAMILY)
    for table in own_tables(context):
        for column in table.columns:
            doc = docs.column(table.name, column.name)
            if doc is not None and doc.kind in kinds:
                yield table, column, doc


def _rows(context: CheckContext, table: Table, column: Column, condition: str) -> Iterator[tuple[str, RowRef | None]]:
    """The beginning of each cell of the column that meets a condition on ``c``, and its row."""
    key = table.rowid_name if table.has_rowid and table.rowid_name else "NULL"
    sql = (
        f"SELECT key, substr(c, 1, 80) FROM (SELECT {key} AS key, {name(column.name)} AS c "
        f"FROM {qualified(table.schema, table.name)}) WHERE {condition}"
    )
    for row, value in context.reader.rows(sql):
        yield str(value), RowRef(table.schema, table.name, (row,)) if row is not None else None


def _unknown_values(context: CheckContext) -> Iterator[Evidence]:
    for table, column, doc in _documented(context, "enum"):
        place, cell = qualified(table.schema, table.name), name(column.name)
        for (value,) in context.reader.rows(f"SELECT DISTINCT {cell} FROM {place} WHERE {cell} IS NOT NULL"):
            if doc.is_known(value):
                continue
            for _, row in _rows(context, table, column, f"c = {literal(str(value))}"):
                yield Evidence(f"{table.name}.{column.name} is '{value!s}'; known are {', '.join(doc.values)}", row)


def _unreadable_times(context: CheckContext) -> Iterator[Evidence]:
    condition = "c IS NOT NULL AND (typeof(c) <> 'text' OR julianday(c) IS NULL OR c NOT GLOB '????-??-??*')"
    for table, column, _ in _documented(context, "time"):
        for value, row in _rows(context, table, column, condition):
            yield Evidence(f"{table.name}.{column.name} is '{value}'", row)


def _broken_json(context: CheckContext) -> Iterator[Evidence]:
    for table, column, _ in _documented(context, "json"):
        for value, row in _rows(context, table, column, "c IS NOT NULL AND NOT json_valid(c)"):
            yield Evidence(f"{table.name}.{column.name} begins with '{value}'", row)


CELLS = (
    HealthCheck(
        "nanoclaw.unknown_value",
        "Values the system does not know",
        Level.WARNING,
        "A column with a fixed set of values holds another one. The database takes any text; the program may treat it "
        "as its default or ignore the row.",
        run=_unknown_values,
    ),
    HealthCheck(
        "nanoclaw.unreadable_time",
        "Times that cannot be read",
        Level.WARNING,
        "A time is text like 2026-05-19T21:30:00.000Z or 2026-05-19 21:30:00; what is due or late cannot be told of "
        "anything else.",
        run=_unreadable_times,
    ),
    HealthCheck(
        "nanoclaw.broken_json",
        "JSON that does not parse",
        Level.ERROR,
        "A column that holds JSON holds something else: the program cannot read the row.",
        run=_broken_json,
    ),
)
