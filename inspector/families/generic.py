"""Any SQLite file: what needs no meaning. Copy this file to begin a family."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.db.catalog import Table
from inspector.db.quoting import name
from inspector.db.rows import RowRef
from inspector.errors import FileBusy, KnownError, UnsupportedSchema
from inspector.families.family import Family, Figure, Fingerprint, Part
from inspector.families.index_drift import drift, indexed_table
from inspector.health.check import CheckContext, HealthCheck
from inspector.health.finding import Evidence, Level

CHECK_LIMIT_BYTES = 256 * 1024 * 1024
"""Files up to this size are looked through page by page."""


def broken_references(context: CheckContext) -> Iterator[Evidence]:
    """Rows whose foreign key names a row that is not there."""
    for table in _tables(context):
        if not table.foreign_keys:
            continue
        try:
            found = context.reader.rows(f"PRAGMA {name(table.schema)}.foreign_key_check({name(table.name)})")
        except FileBusy:
            raise
        except KnownError:
            # the key itself is broken (its target is missing): that is told with the objects
            continue
        keys = [", ".join(key.columns) for key in table.foreign_keys]
        for _, rowid, parent, number in found:
            column = keys[number] if isinstance(number, int) and number < len(keys) else "a key"
            ref = RowRef(table.schema, table.name, (rowid,)) if rowid is not None else None
            yield Evidence(f"{table.name}: {column} names a row that {parent!s} does not have", ref)


def unusable_objects(context: CheckContext) -> Iterator[Evidence]:
    """Tables, views and keys that cannot be used, with the reason."""
    for problem in context.catalog.problems:
        yield Evidence(problem)
    for table in _own(context):
        if table.problem:
            yield Evidence(f"{table.kind} {table.name}: {table.problem}")
        for key in table.foreign_keys:
            if key.problem:
                yield Evidence(f"{table.name} ({', '.join(key.columns)}): {key.problem}")


def damaged_pages(context: CheckContext) -> Iterator[Evidence]:
    """What SQLite's quick check says of each table. Raises UnsupportedSchema where a file is too large for it."""
    files = [facts for facts in context.catalog.facts if facts.schema not in context.read_along]
    if any(facts.pages * facts.page_size > CHECK_LIMIT_BYTES for facts in files):
        limit = f"{CHECK_LIMIT_BYTES >> 20} MB"
        raise UnsupportedSchema(f"It was not looked for: the file is larger than {limit}, and that takes long.")
    for table in _tables(context):
        try:
            found = context.reader.rows(f"PRAGMA {name(table.schema)}.quick_check({name(table.name)})")
        except FileBusy:
            raise
        except KnownError as error:
            yield Evidence(f"{table.name}: {error.details or error.what}")
            continue
        for (text,) in found:
            if text != "ok":
                yield Evidence(f"{table.name}: {text!s}")


def drifted_indexes(context: CheckContext) -> Iterator[Evidence]:
    """Full-text indexes over another table that do not hold what it holds."""
    for index in _own(context):
        pair = indexed_table(context.catalog, index) if index.fts and index.fts.content == "external" else None
        if pair is not None:
            yield from drift(context.reader, pair)


def keyless_tables(context: CheckContext) -> Iterator[Evidence]:
    """Tables whose rows have no name of their own."""
    for table in _tables(context):
        if not table.primary_key and not any(index.unique for index in table.indexes):
            yield Evidence(f"{table.name} has no primary key and no unique index")


def _own(context: CheckContext) -> Iterator[Table]:
    return (table for table in context.catalog if table.schema not in context.read_along)


def _tables(context: CheckContext) -> Iterator[Table]:
    """The tables that can be read and are not SQLite's own."""
    return (
        table
        for table in _own(context)
        if table.kind == "table" and not table.problem and not table.name.lower().startswith("sqlite_")
    )


CHECKS = (
    HealthCheck(
        "generic.objects",
        "Objects that cannot be used",
        Level.ERROR,
        "Every table, view and key can be used: its module, tokenizer, functions and targets are there.",
        run=unusable_objects,
    ),
    HealthCheck(
        "generic.damage",
        "Damaged tables",
        Level.ERROR,
        "SQLite's quick check finds no fault in any table (files up to 256 MB).",
        run=damaged_pages,
    ),
    HealthCheck(
        "generic.references",
        "References to rows that are not there",
        Level.ERROR,
        "Every foreign key that is not NULL names a row that is there.",
        run=broken_references,
    ),
    HealthCheck(
        "generic.index_drift",
        "Search index and table differ",
        Level.WARNING,
        "A full-text index over another table holds each of its rows once, with the words it has now. Words are "
        "compared for up to 20,000 rows, evenly spread.",
        run=drifted_indexes,
    ),
    HealthCheck(
        "generic.keyless",
        "Tables without a key",
        Level.INFO,
        "Every table has a primary key or a unique index; rows of the others can only be named by number.",
        run=keyless_tables,
    ),
)
"""True of any file; other families add them to their own."""

_SCHEMA = "FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"

FAMILY = Family(
    id="generic",
    title="SQLite database",
    about="A database of no known agent system: tables, keys, search and queries work all the same.",
    parts=(Part("main", "Database", Fingerprint(required=())),),
    checks=CHECKS,
    figures=(
        Figure("Tables", f"SELECT count(*) {_SCHEMA}"),
        Figure("Views", "SELECT count(*) FROM sqlite_schema WHERE type = 'view'"),
        Figure("Indexes", "SELECT count(*) FROM sqlite_schema WHERE type = 'index'"),
        Figure("Triggers", "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'"),
        Figure("Pages", "SELECT page_count FROM pragma_page_count"),
        Figure(
            "Bytes in use",
            "SELECT (p.page_count - f.freelist_count) * s.page_size FROM pragma_page_count p, "
            "pragma_freelist_count f, pragma_page_size s",
        ),
    ),
)
