"""Searching by a full-text index, and joining what it names to the rows it was made of: by rowid, checked by content.

An index that drifted from its table names rowids of other rows, or of none. So a hit is believed only if the row it
joins to holds the text; hits without a row and rows without an index entry are counted and told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from inspector.db.catalog import Catalog, FtsStructure, Table
from inspector.db.quoting import name, names, qualified
from inspector.db.reader import Reader
from inspector.db.values import Bindable, Large, Value
from inspector.search.beyond import parts_around
from inspector.search.hit import Hit
from inspector.search.present import make_hit, text_of
from inspector.search.question import Question
from inspector.search.source import SearchSource
from inspector.search.terms import Term, fts5_query

CELL_LIMIT = 20_000
"""Characters of a column that are read to make a snippet."""
_FEW = 2_000
"""Rows outside an index that are kept by name."""
_AT_ONCE = 500
"""Rows that are joined by one statement."""

Joined = dict[int, tuple[Value, dict[str, Value]]]
"""rowid in the index -> key of the row, its values by column."""


@dataclass
class IndexResult:
    """What the index gave."""

    hits: list[Hit] = field(default_factory=list)
    """Hits that could be joined to their rows."""
    more: bool = False
    """Whether there are more."""
    notes: list[str] = field(default_factory=list)
    """What the reader must know."""


@dataclass(frozen=True)
class Unindexed:
    """Rows of a table that its index does not know."""

    count: int = 0
    """How many."""
    rowids: tuple[int, ...] | None = None
    """Which; None where they are many."""


def search_index(reader: Reader, catalog: Catalog, source: SearchSource, question: Question) -> IndexResult:
    """Hits of one source through its index. Raises SqlError, UnsupportedSchema where the index cannot be asked."""
    index, table = index_of(catalog, source)
    result = IndexResult()
    query = fts5_query(question.terms)
    if query:
        ranked = _ask(reader, index, query, question.limit)
        result.more = len(ranked) > question.limit
        _join(reader, index, table, source, question, ranked[: question.limit], result)
    return result


def index_of(catalog: Catalog, source: SearchSource) -> tuple[Table, Table]:
    """The index of a source, and the table whose rows it indexes."""
    index = catalog.table(source.fts)
    table = catalog.table(source.table)
    assert index is not None
    assert index.fts is not None
    assert table is not None
    return index, table


def indexed_rows(catalog: Catalog, index: Table, table: Table) -> str | None:
    """A subquery of the rowids that an index knows; None where it lists none, or the table has none to compare."""
    docs = catalog.table(f"{index.name}_docsize", index.schema)
    if docs is None or index.name == table.name or not table.has_rowid or index.fts is None:
        return None
    column = "id" if index.fts.version == 5 else "docid"
    return f"(SELECT {column} FROM {qualified(docs.schema, docs.name)})"


def find_unindexed(reader: Reader, index: Table, table: Table, indexed: str) -> Unindexed:
    """The rows of the table that the index does not know."""
    assert index.fts is not None
    key = _join_column(index.fts, table)
    condition = f"FROM {qualified(table.schema, table.name)} WHERE {key} NOT IN {indexed}"
    few = [row[0] for row in reader.rows(f"SELECT {table.rowid_name} {condition} LIMIT {_FEW + 1}")]
    if len(few) <= _FEW:
        return Unindexed(len(few), tuple(rowid for rowid in few if isinstance(rowid, int)))
    count = reader.value(f"SELECT count(*) {condition}")
    return Unindexed(count if isinstance(count, int) else len(few))


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
    wanted = list(dict.fromkeys((*source.columns, *extra_columns(source))))
    rowids = [rowid for rowid, _ in ranked]
    rows: Joined = {}
    for rowid, found, *cells in _by_rowids(reader, table, (key, key, *map(name, wanted)), key, rowids):
        if isinstance(rowid, int):
            rows[rowid] = (found, dict(zip(wanted, cells, strict=True)))
    titles = _Indexed(reader, index, table, rowids) if index.fts.content == "own" and index.name != table.name else None
    columns, lost_terms = question.searchable(table.name, source.columns), question.lost_terms
    lost = 0
    for rowid, rank in ranked:
        row = rows.get(rowid)
        if titles is not None and (row is None or not titles.is_of(rowid, row[1])):
            row = _by_content(reader, table, key, wanted, titles.whole(rowid))
        if row is None:
            lost += 1
        elif not lost_terms or _holds(source, row[1], lost_terms):
            row_key, values = (row[0],), row[1]
            around = parts_around(reader, table, row_key, values, columns, question)
            result.hits.append(make_hit(source, table, row_key, values, question, rank=rank, around=around))
    if lost:
        hits = "1 hit of the index has" if lost == 1 else f"{lost} hits of the index have"
        result.notes.append(f"{hits} no row in {table.name}: the index has drifted")


def _by_rowids(
    reader: Reader, table: Table, columns: Sequence[str], key: str, rowids: Sequence[int]
) -> Iterator[tuple[Value, ...]]:
    """These columns (as SQL) of the rows with these rowids, long cells as their beginnings."""
    for start in range(0, len(rowids), _AT_ONCE):
        part = rowids[start : start + _AT_ONCE]
        places = ", ".join("?" * len(part))
        sql = f"SELECT {', '.join(columns)} FROM {qualified(table.schema, table.name)} WHERE {key} IN ({places})"
        yield from reader.rows(sql, tuple(part), cell_limit=CELL_LIMIT)


def _join_column(structure: FtsStructure, table: Table) -> str:
    """What the rowid of the index equals in the table."""
    if structure.content == "external" and table.column(structure.content_rowid) is not None:
        return name(structure.content_rowid)
    return table.rowid_name or "rowid"


def extra_columns(source: SearchSource) -> tuple[str, ...]:
    """Columns that are read beside those that are searched."""
    return tuple(c for c in (source.title_column, source.type_column, source.time_column) if c)


class _Indexed:
    """What an index with its own content holds of some rows: its first column at once, the rest of a row on demand."""

    def __init__(self, reader: Reader, index: Table, table: Table, rowids: Sequence[int]) -> None:
        assert index.fts is not None
        self._reader, self._index, self._columns = reader, index, index.fts.columns
        self._first = next((c for c in self._columns if table.column(c) is not None), "")
        columns = ("rowid", name(self._first)) if self._first else ("rowid", "NULL")
        self._titles = {row[0]: row[1] for row in _by_rowids(reader, index, columns, "rowid", rowids)}

    def is_of(self, rowid: int, row: Mapping[str, Value]) -> bool:
        """Whether the row is the one that was indexed under this number: its first common column is equal."""
        return self._first not in row or (self._titles.get(rowid) or "") == (row[self._first] or "")

    def whole(self, rowid: int) -> dict[str, Value]:
        """All that was indexed under a number."""
        columns = tuple(map(name, self._columns))
        rows = list(_by_rowids(self._reader, self._index, columns, "rowid", (rowid,)))
        return dict(zip(self._columns, rows[0], strict=True)) if rows else {}


def _by_content(
    reader: Reader, table: Table, key: str, wanted: Sequence[str], indexed: Mapping[str, Value]
) -> tuple[Value, dict[str, Value]] | None:
    """The row that was indexed under another rowid, found by what was indexed of it."""
    common: dict[str, Bindable] = {
        c: value for c, value in indexed.items() if table.column(c) is not None and isinstance(value, str) and value
    }
    if not common:
        return None
    where = " AND ".join(f"{name(column)} = ?" for column in common)
    sql = f"SELECT {key}, {names(wanted) or 'NULL'} FROM {qualified(table.schema, table.name)} WHERE {where} LIMIT 1"
    found = reader.rows(sql, tuple(common.values()), cell_limit=CELL_LIMIT).rows
    return (found[0][0], dict(zip(wanted, found[0][1:], strict=False))) if found else None


def _holds(source: SearchSource, values: Mapping[str, Value], terms: Sequence[Term]) -> bool:
    """Whether a row holds what the index cannot tell: it finds every "c" for C++. Beginnings are given the benefit."""
    texts = [(text_of(values.get(column)).casefold(), values.get(column)) for column in source.columns]
    return all(
        any(term.text.casefold() in text or isinstance(value, Large) for text, value in texts) is not term.exclude
        for term in terms
    )
