"""How are the rows of a table numbered and named, and which column does the number of an index entry equal?"""

from __future__ import annotations

from dataclasses import dataclass

from inspector.db.catalog import Catalog, FtsStructure, Table
from inspector.db.quoting import name, qualified


@dataclass(frozen=True)
class RowPlace:
    """Where rows stand; all as SQL over the names of the table."""

    keys: tuple[str, ...]
    """The columns that name a row: its rowid, its primary key, of a view that is indexed the number of its entry."""
    number: str
    """The number by which rows are walked through; empty where there is none."""
    join: str
    """What the number of an index entry equals; empty without an index."""


def row_place(table: Table, structure: FtsStructure | None) -> RowPlace:
    """How rows of ``table`` are found, through an index with this structure or without any."""
    rowid = table.rowid_name if table.has_rowid else ""
    join = ""
    if structure is not None:
        named = structure.content == "external" and table.column(structure.content_rowid) is not None
        join = name(structure.content_rowid) if named else rowid
    if rowid:
        return RowPlace((rowid,), rowid, join)
    keys = tuple(map(name, table.primary_key)) or ((join,) if join else ())
    return RowPlace(keys, join, join)


def indexed_numbers(catalog: Catalog, index: Table, table: Table) -> str | None:
    """A subquery of the numbers that an index knows; None where it lists none, or the table has none to compare."""
    docs = catalog.table(f"{index.name}_docsize", index.schema)
    if docs is None or index.name == table.name or index.fts is None or not row_place(table, index.fts).join:
        return None
    column = "id" if index.fts.version == 5 else "docid"
    return f"(SELECT {column} FROM {qualified(docs.schema, docs.name)})"
