"""In what does a file differ from what is known of its schema: tables and columns that are missing, extra or renamed,
and migrations that were applied or not?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from inspector.db.catalog import Catalog, Table
from inspector.db.quoting import qualified
from inspector.db.reader import Reader
from inspector.errors import FileBusy, KnownError
from inspector.families.docs import ColumnDoc, FamilyDocs, TableDoc

DifferenceKind = Literal["missing table", "missing column", "extra table", "extra column", "renamed column"]


@dataclass(frozen=True)
class Difference:
    """One thing in which file and documentation differ."""

    kind: DifferenceKind
    """What kind of difference it is."""
    table: str
    """The table."""
    column: str = ""
    """The column; empty for a whole table."""
    words: str = ""
    """The difference in one sentence."""
    expected: bool = False
    """Whether it is a known one: real files are so, or versions are."""


@dataclass(frozen=True)
class MigrationState:
    """One migration, and whether the file has it."""

    name: str
    """As the file or the documentation names it."""
    about: str
    """What it brought; empty for one that nobody knows."""
    applied: bool
    """Whether the file says it was applied."""
    known: bool = True
    """Whether the documentation has it."""


def differences(catalog: Catalog, docs: FamilyDocs, part: str = "", schema: str = "main") -> tuple[Difference, ...]:
    """Every difference between one file and the documentation of its part, tables first, in the order of their names.

    A table or column that only the reference document has, or only real files have, is listed as such: both shapes are
    normal, and which one a file follows is what a reader wants to know.
    """
    found: list[Difference] = []
    documented = {doc.name.lower(): doc for doc in docs.tables.values() if doc.part == part or not doc.part}
    present = {table.name.lower(): table for table in _own_tables(catalog, schema)}
    if not documented:
        # a kind of file that nobody documents on its own: what it has is compared with what other parts have
        documented = {doc.name.lower(): doc for doc in docs.tables.values() if doc.name.lower() in present}
    for name, doc in documented.items():
        if name not in present and not doc.until:
            found.append(_missing_table(doc))
    for name, table in present.items():
        known = documented.get(name)
        if known is None:
            words = f"{table.name} is a {table.kind} that nothing is known of."
            found.append(Difference("extra table", table.name, "", words))
        elif not known.documented:
            found.append(_undocumented_table(known))
        if known is not None and not table.problem:
            found += _columns(table, known)
    return tuple(sorted(found, key=lambda one: (bool(one.column), one.table.lower(), one.column.lower())))


def _own_tables(catalog: Catalog, schema: str) -> Iterator[Table]:
    for table in catalog:
        if table.schema == schema and table.kind != "shadow" and not table.name.lower().startswith("sqlite_"):
            yield table


def _missing_table(doc: TableDoc) -> Difference:
    since = f" It came with {doc.since}." if doc.since else ""
    if not doc.real:
        words = f"{doc.name} is in the reference document and not in real files."
    elif not doc.documented:
        words = f"{doc.name} is missing.{since} The reference document does not have it."
    else:
        words = f"{doc.name} is missing.{since}"
    return Difference("missing table", doc.name, "", words, expected=bool(doc.since) or not doc.real)


def _undocumented_table(doc: TableDoc) -> Difference:
    since = f", since {doc.since}" if doc.since else ""
    words = f"{doc.name} is not in the reference document{since}."
    return Difference("extra table", doc.name, "", words, expected=True)


def _columns(table: Table, doc: TableDoc) -> Iterator[Difference]:
    present = {column.name.lower() for column in table.columns}
    # a full-text index has two of its own, which no document counts
    hidden = {column.name.lower() for column in table.columns if column.visibility == "hidden"}
    known = {name.lower() for name in doc.columns}
    for column in doc.columns.values():
        name = column.name.lower()
        if name in hidden:
            continue
        if name in present:
            yield from _real_name(table, column, doc)
        elif not column.until and not _stands_in(column, present):
            yield _missing_column(table, column)
    for found in table.visible_columns:
        if found.name.lower() not in known:
            words = f"{table.name}.{found.name} is a column that nothing is known of."
            yield Difference("extra column", table.name, found.name, words)


def _stands_in(column: ColumnDoc, present: set[str]) -> bool:
    """Whether the column is there under its other name: then that one is told."""
    return any(name and name.lower() in present for name in (column.renamed_to, column.renamed_from))


def _real_name(table: Table, column: ColumnDoc, doc: TableDoc) -> Iterator[Difference]:
    if column.renamed_from:
        words = f"{table.name}.{column.name} is called {column.renamed_from} in the reference document."
        yield Difference("renamed column", table.name, column.name, words, expected=True)
    elif column.renamed_to:
        words = f"{table.name}.{column.name} is called {column.renamed_to} in newer files."
        yield Difference("renamed column", table.name, column.name, words, expected=True)
    elif doc.documented and not column.documented:
        since = f", since {column.since}" if column.since else ""
        words = f"{table.name}.{column.name} is not in the reference document{since}."
        yield Difference("extra column", table.name, column.name, words, expected=True)


def _missing_column(table: Table, column: ColumnDoc) -> Difference:
    since = f" It came with {column.since}." if column.since else ""
    if not column.real:
        words = f"{table.name}.{column.name} is in the reference document and not in real files."
    else:
        words = f"{table.name}.{column.name} is missing.{since}"
    return Difference("missing column", table.name, column.name, words, expected=bool(column.since) or not column.real)


_APPLIED = (
    # a list of names, or the number of the newest
    ("schema_version", "name"),
    ("migrations", "name"),
    ("schema_migrations", "name"),
)
_STATED = (("schema_meta", "version"), ("schema_meta", "schema_version"))


def migrations(reader: Reader, catalog: Catalog, docs: FamilyDocs, schema: str = "main") -> tuple[MigrationState, ...]:
    """The known migrations and whether this file has each, then those it has that nobody knows.

    Read from the table that lists them by name, else from the version number the file states. Empty where the file
    tells neither.
    """
    names = _applied_names(reader, catalog, schema)
    if names is not None:
        known = tuple(MigrationState(step.name, step.about, step.name in names) for step in docs.migrations)
        strange = tuple(MigrationState(name, "", True, known=False) for name in names if docs.migration(name) is None)
        return known + strange
    level = _stated_level(reader, catalog, schema)
    if level is None:
        return ()
    return tuple(MigrationState(s.name, s.about, s.level <= level) for s in docs.migrations if s.level is not None)


def _applied_names(reader: Reader, catalog: Catalog, schema: str) -> tuple[str, ...] | None:
    for table_name, column in _APPLIED:
        table = catalog.table(table_name, schema)
        if table is None or table.problem or table.column(column) is None:
            continue
        try:
            rows = reader.rows(f"SELECT {column} FROM {qualified(schema, table.name)} ORDER BY rowid", limit=10_000)
        except FileBusy:
            raise
        except KnownError:
            continue
        return tuple(str(name) for (name,) in rows)
    return None


def _stated_level(reader: Reader, catalog: Catalog, schema: str) -> int | None:
    for table_name, key in _STATED:
        table = catalog.table(table_name, schema)
        if table is None or table.problem or table.column("key") is None or table.column("value") is None:
            continue
        stated = reader.value(f"SELECT value FROM {qualified(schema, table.name)} WHERE key = ?", (key,))
        if stated is not None and str(stated).isdigit():
            return int(str(stated))
    return None
