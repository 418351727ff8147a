"""Can every object of a file be used, and does every reference lead somewhere?"""

from __future__ import annotations

from collections.abc import Iterator

from inspector.db.catalog import ForeignKey, Table
from inspector.db.quoting import name, qualified
from inspector.db.rows import RowRef
from inspector.db.values import Value
from inspector.errors import FileBusy, KnownError
from inspector.families.any_file.tables import own_objects, own_tables
from inspector.health.check import CheckContext, HealthCheck
from inspector.health.finding import Evidence, Level
from inspector.health.run import listed

_BROKEN = "SELECT rowid, parent, fkid FROM pragma_foreign_key_check(?, ?)"


def broken_references(context: CheckContext) -> Iterator[Evidence]:
    """Rows whose foreign key names a row that is not there."""
    for table in own_tables(context):
        if not table.foreign_keys:
            continue
        if context.out_of_time:
            context.leave_out(f"{table.name} and what follows it were not looked at within the time limit.")
            return
        try:
            found = list(listed(context, _BROKEN, (table.name, table.schema)))
        except FileBusy:
            raise
        except KnownError:
            # the key itself is broken (its target is missing): that is told with the objects
            continue
        for rowid, parent, number in found:
            key = table.foreign_keys[number] if isinstance(number, int) and number < len(table.foreign_keys) else None
            column = ", ".join(key.columns) if key is not None else "a key"
            ref = RowRef(table.schema, table.name, (rowid,)) if rowid is not None else None
            value = _named(context, table, key, rowid)
            yield Evidence(f"{table.name}: {column} names a row that {parent!s} does not have{value}", ref)


def _named(context: CheckContext, table: Table, key: ForeignKey | None, rowid: Value) -> str:
    """What the key of a row says: ": 77777"."""
    if key is None or not isinstance(rowid, int):
        return ""
    cells = ", ".join(f"substr({name(column)}, 1, 80)" for column in key.columns)
    sql = f"SELECT {cells} FROM {qualified(table.schema, table.name)} WHERE {name(table.rowid_name)} = ?"
    rows = context.reader.rows(sql, (rowid,)).rows
    return f": {', '.join(str(cell) for cell in rows[0])}" if rows else ""


def unusable_objects(context: CheckContext) -> Iterator[Evidence]:
    """Tables, views and keys that cannot be used, with the reason."""
    for problem in context.catalog.problems:
        yield Evidence(problem)
    for table in own_objects(context):
        if table.problem:
            yield Evidence(f"{table.kind} {table.name}: {table.problem}")
        for key in table.foreign_keys:
            if key.problem:
                yield Evidence(f"{table.name} ({', '.join(key.columns)}): {key.problem}")


def keyless_tables(context: CheckContext) -> Iterator[Evidence]:
    """Tables whose rows have no name of their own."""
    for table in own_tables(context):
        if not table.primary_key and not any(index.unique for index in table.indexes):
            yield Evidence(f"{table.name} has no primary key and no unique index")


OBJECTS = (
    HealthCheck(
        "generic.objects",
        "Objects that cannot be used",
        Level.BROKEN,
        "Every table, view and key can be used: its module, tokenizer, functions and targets are there.",
        run=unusable_objects,
        advice="Mend or drop the object that is named with the program that owns the file; all others can be browsed.",
        method="Each object is prepared on its own; one that cannot be spoils no other.",
    ),
    HealthCheck(
        "generic.references",
        "References to rows that are not there",
        Level.BROKEN,
        "Every foreign key that is not NULL names a row that is there.",
        run=broken_references,
        advice="Find out what deleted the row: a connection without PRAGMA foreign_keys = ON does not keep the keys.",
        method="PRAGMA foreign_key_check of each table that has foreign keys.",
    ),
    HealthCheck(
        "generic.keyless",
        "Tables without a key",
        Level.INFORMATION,
        "Every table has a primary key or a unique index; rows of the others can only be named by number.",
        run=keyless_tables,
        advice="Nothing, unless other tables should refer to its rows.",
        method="What the schema declares.",
    ),
)
"""Checks of what is declared."""
