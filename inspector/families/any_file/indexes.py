"""Which indexes cost writing and help no reading: those that another one covers, and those that narrow nothing?"""

from __future__ import annotations

from collections.abc import Iterator

from inspector.db.catalog import Index, Table
from inspector.db.quoting import name, qualified
from inspector.families.any_file.tables import own_tables
from inspector.health.check import CheckContext, HealthCheck
from inspector.health.finding import Evidence, Level

ROWS = 1_000
"""A table of fewer rows needs no index to be fast: nothing is said of its indexes."""

Keys = tuple[tuple[str, str, int], ...]
"""(column, collation, whether descending) of each key column, or ("", "", -1) for an expression."""


def covered_indexes(context: CheckContext) -> Iterator[Evidence]:
    """Indexes whose columns are the first columns of another one of the same table."""
    for table in _tables(context):
        plain = [index for index in table.indexes if not index.partial]
        keys = {index.name: _keys(context, table, index) for index in plain} if len(plain) > 1 else {}
        for index in plain:
            other = next((one for one in plain if _covers(one, index, keys)), None)
            if other is not None:
                by = f"{other.name} ({', '.join(other.columns)})"
                yield Evidence(f"{table.name}: {index.name} ({', '.join(index.columns)}) is covered by {by}")


def _tables(context: CheckContext) -> Iterator[Table]:
    """The tables whose indexes are looked at: those of a known system are its program's matter, unless asked for."""
    for table in own_tables(context):
        if not table.indexes:
            continue
        if context.thorough or not any(context.documented(table.name, column.name) for column in table.columns):
            yield table


def _covers(other: Index, index: Index, keys: dict[str, Keys]) -> bool:
    """Whether ``index`` can go because ``other`` is there; a unique one keeps a promise and stays."""
    mine, theirs = keys.get(index.name, ()), keys.get(other.name, ())
    if other is index or index.unique or not mine or ("", "", -1) in mine or theirs[: len(mine)] != mine:
        return False
    # of two that are the same the one that was made for a constraint, or is named first, stays
    return len(theirs) > len(mine) or other.unique or other.name < index.name


def _keys(context: CheckContext, table: Table, index: Index) -> Keys:
    sql = "SELECT name, coll, desc FROM pragma_index_xinfo(?, ?) WHERE key ORDER BY seqno"
    rows = context.reader.rows(sql, (index.name, table.schema))
    return tuple(
        ("", "", -1) if column is None else (str(column).lower(), str(coll).lower(), int(bool(desc)))
        for column, coll, desc in rows
    )


def useless_indexes(context: CheckContext) -> Iterator[Evidence]:
    """Indexes of a single column that holds one and the same value in every row."""
    for table in _tables(context):
        for index in table.indexes:
            if index.unique or index.partial or len(index.columns) != 1 or table.column(index.columns[0]) is None:
                continue
            place, column = qualified(table.schema, table.name), name(index.columns[0])
            if context.reader.value(f"SELECT count(*) FROM (SELECT 1 FROM {place} LIMIT {ROWS})") != ROWS:
                break
            sql = (
                f"SELECT (SELECT min({column}) FROM {place}) IS (SELECT max({column}) FROM {place}) AND NOT "
                f"(EXISTS (SELECT 1 FROM {place} WHERE {column} IS NULL) AND "
                f"EXISTS (SELECT 1 FROM {place} WHERE {column} IS NOT NULL))"
            )
            if context.reader.value(sql):
                yield Evidence(f"{table.name}: {index.name} ({index.columns[0]}) has the same value in all rows")


INDEXES = (
    HealthCheck(
        "generic.covered_index",
        "Indexes that another one covers",
        Level.INFORMATION,
        "No index has the same columns as the beginning of another one of its table, by the same order and collation. "
        "Tables of a known system are looked at in a thorough look only.",
        run=covered_indexes,
        advice="The shorter one can be dropped by the program that owns the file: each write keeps both up.",
        method="pragma_index_xinfo of all indexes of a table, compared; unique, partial and expression indexes stay.",
    ),
    HealthCheck(
        "generic.useless_index",
        "Indexes that narrow nothing",
        Level.INFORMATION,
        f"The column of an index has more than one value, in tables of {ROWS:,} rows and more. Tables of a known "
        "system are looked at in a thorough look only.",
        run=useless_indexes,
        advice="No question is answered faster by it as long as that is so; each write keeps it up.",
        method="min, max and NULL of the column, read from the index.",
    ),
)
"""Checks of indexes."""
