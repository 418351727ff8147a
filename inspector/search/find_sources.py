"""Which sources a database has: those its family names, the indexes nobody named, else every table with text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inspector.db.catalog import Catalog, Column, Table
from inspector.db.fts_structure import MODULES
from inspector.search.row_place import row_place
from inspector.search.source import SearchSource


def find_sources(
    catalog: Catalog, named: Sequence[SearchSource], without: tuple[str, ...] = ()
) -> tuple[SearchSource, ...]:
    """The sources that can be searched in this database.

    A named source keeps the columns that are there; one whose table is absent is dropped, one whose index is absent or
    cannot be used is scanned. Tables of the schemas in ``without`` are left out.
    """
    found = [source for source in (_present(source, catalog) for source in named) if source is not None]
    indexed = {source.fts.lower() for source in found if source.fts}
    covered = {source.table.lower() for source in found}
    for table in catalog:
        if table.module.lower() not in MODULES or table.name.lower() in indexed or _is_named(table, named, catalog):
            continue
        usable = table.fts is not None and not table.problem
        of_index = _of_index(table, catalog) if usable else _of_broken_index(table, catalog)
        if of_index is not None:
            found.append(of_index)
            covered.add(of_index.table.lower())
    if not named:
        found += [_of_table(t) for t in catalog if t.kind == "table" and t.name.lower() not in covered and _texts(t)]
    return tuple(source for source in found if _schema(source, catalog) not in without)


def _schema(source: SearchSource, catalog: Catalog) -> str:
    table = catalog.table(source.table, source.schema or None)
    return table.schema if table else ""


def _present(source: SearchSource, catalog: Catalog) -> SearchSource | None:
    table = catalog.table(source.table)
    if table is None or table.problem:
        return None
    columns = tuple(name for name in source.columns if table.column(name) is not None)
    index = catalog.table(source.fts) if source.fts else None
    usable = index is not None and index.fts is not None and not index.problem

    def kept(column: str) -> str:
        return column if column and table.column(column) is not None else ""

    broken = f"its index cannot be used: {index.problem}" if index is not None and not usable else ""
    return replace(
        source,
        columns=columns,
        unusable=broken,
        fts=source.fts if usable else "",
        title_column=kept(source.title_column),
        time_column=kept(source.time_column),
        type_column=kept(source.type_column),
    )


def _of_index(index: Table, catalog: Catalog) -> SearchSource:
    """An index joined to what it indexes; one that keeps no text, or whose table is gone, stands for itself."""
    fts = index.fts
    assert fts is not None
    schema = "" if index.schema == "main" else index.schema
    id = f"{schema}.{index.name}" if schema else index.name
    source = SearchSource(id, index.name, index.name, (), fts=index.name, schema=schema)
    if fts.content == "none":
        return replace(source, note="its text is not stored, so a hit is the number of an entry")
    content = index if fts.content == "own" else catalog.table(fts.content_table, index.schema)
    if content is None or content.problem:
        fault = f"cannot be read ({content.problem})" if content is not None else "is missing"
        return replace(source, note=f"content table {fts.content_table} {fault}, so a hit is the number of an entry")
    if not row_place(content, fts).join:
        why = f"rows of {content.name} have no {fts.content_rowid} to join them by, so a hit is the number of an entry"
        return replace(source, note=why)
    columns = tuple(column for column in fts.columns if content.column(column) is not None)
    return replace(source, table=content.name, columns=columns, title_column=columns[0] if columns else "")


def _of_broken_index(index: Table, catalog: Catalog) -> SearchSource | None:
    """The text of an index that cannot be asked (its tokenizer is not here), where it is kept in a table of its own."""
    outside = index.fts.content_table if index.fts else ""
    table = catalog.table(outside or f"{index.name}_content", index.schema)
    if table is None or table.problem:
        return None
    columns = tuple(column.name for column in table.visible_columns if not column.key_position)
    title = columns[0] if columns else ""
    why = f"its index cannot be used: {index.problem}"
    return SearchSource(index.name, index.name, table.name, columns, title_column=title, unusable=why)


def _is_named(index: Table, named: Sequence[SearchSource], catalog: Catalog) -> bool:
    """Whether a source that is there has it: of one whose table is gone, the index alone is left to be asked."""
    return any(
        source.fts.lower() == index.name.lower() and (table := catalog.table(source.table)) and not table.problem
        for source in named
    )


def _of_table(table: Table) -> SearchSource:
    texts = _texts(table)
    return SearchSource(table.name, table.name, table.name, tuple(c.name for c in texts), title_column=texts[0].name)


def _texts(table: Table) -> tuple[Column, ...]:
    """Columns that may hold text by their affinity."""
    return tuple(column for column in table.visible_columns if _may_hold_text(column.declared_type.upper()))


def _may_hold_text(declared_type: str) -> bool:
    return not declared_type or any(word in declared_type for word in ("CHAR", "CLOB", "TEXT", "JSON", "ANY"))
