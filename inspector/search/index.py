"""Searching by a full-text index, and joining what it names to the rows it was made of: by rowid, checked by content.

An index that drifted from its table names rowids of other rows, or of none. So a hit is believed only if the row it
joins to holds the text; hits without a row and rows without an index entry are counted and told.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from inspector.db.catalog import Catalog, FtsStructure, Table
from inspector.db.quoting import name, names, qualified
from inspector.db.reader import Reader
from inspector.db.rows import RowRef
from inspector.db.values import Value
from inspector.errors import FileBusy, KnownError
from inspector.search.hit import Hit
from inspector.search.present import make_hit
from inspector.search.question import Question
from inspector.search.source import SearchSource
from inspector.search.terms import fts5_query

CELL_LIMIT = 20_000
"""Characters of a column that are read to make a snippet."""


@dataclass
class IndexResult:
    """What the index gave."""

    hits: list[Hit] = field(default_factory=list)
    """Hits that could be joined to their rows."""
    more: bool = False
    """Whether there are more."""
    notes: list[str] = field(default_factory=list)
    """What the reader must know."""
    unindexed: int = 0
    """Rows of the table that are not in the index."""
    docs_table: str | None = None
    """The shadow table that lists the rowids in the index, quoted; None if there is none."""


def search_index(reader: Reader, catalog: Catalog, source: SearchSource, question: Question) -> IndexResult:
    """Hits of one source through its index. Raises SqlError, UnsupportedSchema where the index cannot be asked."""
    index = catalog.table(source.fts)
    table = catalog.table(source.table)
    assert index is not None
    assert index.fts is not None
    assert table is not None
    result = IndexResult()
    _compare_counts(reader, catalog, index, table, result)
    query = fts5_query(question.terms)
    if query:
        ranked = _ask(reader, index, query, question.limit)
        result.more = len(ranked) > question.limit
        _join(reader, index, table, source, question, ranked[: question.limit], result)
    return result


def _ask(reader: Reader, index: Table, query: str, limit: int) -> list[tuple[int, float]]:
    """(rowid, rank) of the best matches, one more than the limit."""
    assert index.fts is not None
    place, column = qualified(index.schema, index.name), name(index.name)
    if index.fts.version == 5:
        sql = f"SELECT rowid, rank FROM {place} WHERE {column} MATCH ? ORDER BY rank LIMIT ?"
    else:
        sql = f"SELECT rowid, 0.0 FROM {place} WHERE {column} MATCH ? LIMIT ?"
    rows = reader.rows(sql, (query, limit + 1)).rows
    return [(rowid, float(rank)) for rowid, rank in rows if isinstance(rowid, int) and isinstance(rank, int | float)]


def _join(
    reader: Reader,
    index: Table,
    table: Table,
    source: SearchSource,
    question: Question,
    ranked: list[tuple[int, float]],
    result: IndexResult,
) -> None:
    assert index.fts is not None
    key = _join_column(index.fts, table)
    wanted = list(dict.fromkeys((*source.columns, *_extra_columns(source))))
    check_content = index.fts.content == "own" and index.name != table.name
    lost = 0
    for rowid, rank in ranked:
        sql = f"SELECT {key}, {names(wanted) or 'NULL'} FROM {qualified(table.schema, table.name)} WHERE {key} = ?"
        found = reader.rows(sql, (rowid,), cell_limit=CELL_LIMIT).rows
        indexed = _indexed_text(reader, index, rowid) if check_content else None
        if found and indexed is not None and not _same(indexed, dict(zip(wanted, found[0][1:], strict=False))):
            found = _by_content(reader, table, key, wanted, indexed)
        if not found:
            lost += 1
            continue
        ref = RowRef(table.schema, table.name, (found[0][0],))
        values = dict(zip(wanted, found[0][1:], strict=False))
        result.hits.append(make_hit(source, ref, values, question, rank=rank))
    if lost:
        result.notes.append(f"{lost} hits of the index have no row in {table.name}: the index has drifted")


def _join_column(structure: FtsStructure, table: Table) -> str:
    """What the rowid of the index equals in the table."""
    if structure.content == "external" and table.column(structure.content_rowid) is not None:
        return name(structure.content_rowid)
    return table.rowid_name or "rowid"


def _extra_columns(source: SearchSource) -> tuple[str, ...]:
    return tuple(c for c in (source.title_column, source.type_column, source.time_column) if c)


def _indexed_text(reader: Reader, index: Table, rowid: int) -> dict[str, Value] | None:
    """What the index itself holds of a row that has its own content."""
    assert index.fts is not None
    sql = f"SELECT {names(index.fts.columns)} FROM {qualified(index.schema, index.name)} WHERE rowid = ?"
    try:
        rows = reader.rows(sql, (rowid,)).rows
    except FileBusy:
        raise
    except KnownError:
        return None
    return dict(zip(index.fts.columns, rows[0], strict=True)) if rows else None


def _same(indexed: dict[str, Value], row: dict[str, Value]) -> bool:
    """Whether the row is the one that was indexed: its first common column is equal."""
    common = [column for column in indexed if column in row]
    return not common or (indexed[common[0]] or "") == (row[common[0]] or "")


def _by_content(
    reader: Reader, table: Table, key: str, wanted: list[str], indexed: dict[str, Value]
) -> tuple[tuple[Value, ...], ...]:
    """The row that was indexed under another rowid, found by what was indexed of it."""
    common = [c for c in indexed if table.column(c) is not None and isinstance(indexed[c], str)]
    if not common:
        return ()
    where = " AND ".join(f"{name(column)} = ?" for column in common)
    sql = f"SELECT {key}, {names(wanted)} FROM {qualified(table.schema, table.name)} WHERE {where} LIMIT 1"
    return reader.rows(sql, tuple(str(indexed[c]) for c in common), cell_limit=CELL_LIMIT).rows


def _compare_counts(reader: Reader, catalog: Catalog, index: Table, table: Table, result: IndexResult) -> None:
    """How many rows of the table the index does not know."""
    docs = catalog.table(f"{index.name}_docsize", index.schema)
    if docs is None or index.name == table.name or not table.has_rowid or index.fts is None:
        return
    column = "id" if index.fts.version == 5 else "docid"
    result.docs_table = f"(SELECT {column} FROM {qualified(docs.schema, docs.name)})"
    key = _join_column(index.fts, table)
    missing = reader.value(
        f"SELECT count(*) FROM {qualified(table.schema, table.name)} WHERE {key} NOT IN {result.docs_table}"
    )
    result.unindexed = missing if isinstance(missing, int) else 0
    if result.unindexed:
        result.notes.append(f"{result.unindexed} rows of {table.name} are not in the index; they were looked through")
