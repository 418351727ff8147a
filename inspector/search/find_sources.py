"""Which sources a database has: those its family names, the indexes nobody named, else every table with text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inspector.db.catalog import Catalog, Column, Table
from inspector.search.source import SearchSource


def find_sources(
    catalog: Catalog, named: Sequence[SearchSource], without: tuple[str, ...] = ()
) -> tuple[SearchSource, ...]:
    """The sources that can be searched in this database.

    A named source keeps the columns that are there; one whose table is absent is dropped, one whose index is absent or
    cannot be used is scanned. Tables of the schemas in ``without`` are left out.
    """
    found = [source for source in (_present(source, catalog) for source in named) if source is not None]
    indexed = {source.fts for source in found if source.fts}
    covered = {source.table.lower() for source in found}
    for table in catalog:
        if table.fts is not None and table.name not in indexed:
            found.append(_of_index(table))
            covered.add((table.fts.content_table or table.name).lower())
    if not named:
        found += [_of_table(t) for t in catalog if t.kind == "table" and t.name.lower() not in covered and _texts(t)]
    return tuple(source for source in found if _schema(source, catalog) not in without)


def _schema(source: SearchSource, catalog: Catalog) -> str:
    table = catalog.table(source.table)
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

    return replace(
        source,
        columns=columns,
        fts=source.fts if usable else "",
        title_column=kept(source.title_column),
        time_column=kept(source.time_column),
        type_column=kept(source.type_column),
    )


def _of_index(table: Table) -> SearchSource:
    assert table.fts is not None
    content = table.fts.content_table or table.name
    columns = table.fts.columns if table.fts.content != "none" else ()
    title = columns[0] if columns else ""
    return SearchSource(table.name, table.name, content, columns, fts=table.name, title_column=title)


def _of_table(table: Table) -> SearchSource:
    texts = _texts(table)
    return SearchSource(table.name, table.name, table.name, tuple(c.name for c in texts), title_column=texts[0].name)


def _texts(table: Table) -> tuple[Column, ...]:
    """Columns that may hold text by their affinity."""
    return tuple(column for column in table.visible_columns if _may_hold_text(column.declared_type.upper()))


def _may_hold_text(declared_type: str) -> bool:
    return not declared_type or any(word in declared_type for word in ("CHAR", "CLOB", "TEXT", "JSON", "ANY"))
