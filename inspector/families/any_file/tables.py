"""Which tables of a file are checked, and how is a large one gone through in short steps?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inspector.db.catalog import Table
from inspector.db.quoting import name, qualified
from inspector.db.values import Value
from inspector.health.check import CheckContext

STEP_ROWS = 20_000
"""Rows of one step: between two of them the clock and the user are asked."""


def own_objects(context: CheckContext) -> Iterator[Table]:
    """All objects of the source's own files, without those that are read along."""
    return (table for table in context.catalog if table.schema not in context.read_along)


def own_tables(context: CheckContext) -> Iterator[Table]:
    """Those that are tables, can be read and are not SQLite's own."""
    return (
        table
        for table in own_objects(context)
        if table.kind == "table" and not table.problem and not table.name.lower().startswith("sqlite_")
    )


@dataclass(frozen=True)
class Step:
    """A range of rows of a table."""

    first: int
    """Their first rowid."""
    last: int
    """Their last rowid."""


def steps(context: CheckContext, table: Table) -> Iterator[Step]:
    """The rows of a rowid table in steps; ends early when the time is over, and says how far it came."""
    key, place = name(table.rowid_name), qualified(table.schema, table.name)
    reader, seen = context.reader, 0
    inner = f"SELECT {key} FROM {place} WHERE {key} > ? ORDER BY {key} LIMIT {STEP_ROWS}"
    after = _whole(reader.value(f"SELECT min({key}) FROM {place}"), -1)
    while after is not None:
        if context.out_of_time:
            context.leave_out(f"{table.name}: only the first {seen:,} rows were looked at within the time limit.")
            return
        ((first, last, count),) = reader.rows(f"SELECT min({key}), max({key}), count(*) FROM ({inner})", (after,))
        if not isinstance(first, int) or not isinstance(last, int) or not isinstance(count, int):
            return
        yield Step(first, last)
        seen, after = seen + count, last


def _whole(value: Value, more: int) -> int | None:
    """The rowid before the first one; there is none before the smallest, which then stays out."""
    return max(value + more, -(2**63)) if isinstance(value, int) else None
