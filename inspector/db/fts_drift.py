"""Which rows and entries do a full-text index and its table not agree on? Found by content, without writing a byte.

SQLite's own check of an external-content index is an INSERT. Here the rows are indexed once more, in a table in
memory, by the same tokenizer, and the two are compared: which rows are there, how many words each has, which words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from inspector.db.catalog import Catalog, Table
from inspector.db.quoting import literal, name, names, qualified
from inspector.db.reader import Reader
from inspector.db.rows import RowRef
from inspector.db.values import Value

SAMPLE = 20_000
"""Rows whose words are compared; of larger tables every n-th."""
WORDS_LIMIT = 100_000
"""Rows of an index up to which its words are listed one by one; beyond it only how many each row has is compared."""

_OPTION = re.compile(r"\bdetail\s*=\s*['\"]?(\w+)", re.IGNORECASE)
_FRESH = "inspector_fresh_index"


DriftKind = Literal["not indexed", "no row", "stored otherwise", "other words"]
"""not indexed: a row that the index does not know; no row: an entry without a row; stored otherwise: the index keeps
another text for the row; other words: the row, indexed now, has other words."""


@dataclass(frozen=True)
class Drifted:
    """One row or entry on which index and table do not agree."""

    kind: DriftKind
    """What is the matter."""
    number: int
    """The number of the entry, or the one that the row should have."""
    ref: RowRef | None = None
    """The row; None where there is none."""
    title: str = ""
    """The beginning of what names the row."""
    stored: str = ""
    """The beginning of what the index keeps for it, where it keeps its text."""


@dataclass(frozen=True)
class IndexedTable:
    """An index and the table it is an index of."""

    index: Table
    """The FTS5 table."""
    content: Table
    """The table whose rows it indexes."""
    key: str
    """Column of ``content`` that equals the rowid of the index."""
    title: str
    """Column that names a row for people."""

    @property
    def docs(self) -> str:
        """The shadow table with one row for each indexed row, quoted."""
        return qualified(self.index.schema, f"{self.index.name}_docsize")

    @property
    def rows(self) -> str:
        """The content table, quoted."""
        return qualified(self.content.schema, self.content.name)

    @property
    def label(self) -> str:
        """The column that names a row, bounded."""
        return f"substr({name(self.title)}, 1, 200)"

    @property
    def columns(self) -> tuple[str, ...]:
        """Columns that both have."""
        fts = self.index.fts
        return tuple(c for c in (fts.columns if fts else ()) if self.content.column(c) is not None)


def indexed_table(catalog: Catalog, index: Table, content: str = "", title: str = "") -> IndexedTable | None:
    """The pair to compare: ``content``, or the table that the index names; None where nothing can be compared.

    It must be FTS5, both must be usable, and the index must list its rows (columnsize=0 does not).
    """
    fts = index.fts
    if fts is None or fts.version != 5 or index.problem or fts.content == "none":
        return None
    table = catalog.table(content or fts.content_table, index.schema)
    if table is None or table.problem or table.kind not in ("table", "shadow") or table.name == index.name:
        return None
    if catalog.table(f"{index.name}_docsize", index.schema) is None:
        return None
    key = fts.content_rowid if fts.content == "external" and table.column(fts.content_rowid) else table.rowid_name
    if not key or (table.without_rowid and table.column(key) is None):
        return None
    known = [column for column in (title, *fts.columns) if column and table.column(column) is not None]
    return IndexedTable(index, table, key, known[0]) if known else None


def itself(catalog: Catalog, index: Table) -> IndexedTable | None:
    """An index that keeps its own text, to be compared with that text; None where it does not list its rows."""
    fts = index.fts
    if fts is None or fts.version != 5 or fts.content != "own" or not fts.columns:
        return None
    if catalog.table(f"{index.name}_docsize", index.schema) is None:
        return None
    return IndexedTable(index, index, "rowid", fts.columns[0])


def silent(words: str) -> None:
    """Tells nobody what is left out."""
    return


def drift(
    reader: Reader,
    pair: IndexedTable,
    *,
    thorough: bool = False,
    leave_out: Callable[[str], None] = silent,
) -> Iterator[Drifted]:
    """Every row that index and table do not agree on, with what is the matter.

    Unless ``thorough``, the words of a part of the rows are compared in large tables; ``leave_out`` is told so.
    """
    yield from _not_indexed(reader, pair)
    yield from _without_row(reader, pair)
    fts = pair.index.fts
    if not fts or not pair.columns:
        return
    if fts.content == "own" and pair.content is not pair.index:
        yield from _stored_otherwise(reader, pair)
    elif len(pair.columns) == len(fts.columns):
        yield from _indexed_otherwise(reader, pair, thorough, leave_out)


def _not_indexed(reader: Reader, pair: IndexedTable) -> Iterator[Drifted]:
    sql = (
        f"SELECT {name(pair.key)}, {pair.label} FROM {pair.rows} "
        f"WHERE {name(pair.key)} NOT IN (SELECT id FROM {pair.docs}) ORDER BY 1"
    )
    for key, title in reader.rows(sql):
        yield Drifted("not indexed", _number(key), _ref(pair, key), str(title))


def _without_row(reader: Reader, pair: IndexedTable) -> Iterator[Drifted]:
    sql = (
        f"SELECT id FROM {pair.docs} WHERE id NOT IN "
        f"(SELECT {name(pair.key)} FROM {pair.rows} WHERE {name(pair.key)} IS NOT NULL) ORDER BY 1"
    )
    for (key,) in reader.rows(sql):
        yield Drifted("no row", _number(key))


def _stored_otherwise(reader: Reader, pair: IndexedTable) -> Iterator[Drifted]:
    """For an index that stores its text: rows whose text is another than the one stored under their number."""
    differ = " OR ".join(f"coalesce(i.{name(c)}, '') IS NOT coalesce(t.{name(c)}, '')" for c in pair.columns)
    sql = (
        f"SELECT t.{name(pair.key)}, substr(t.{name(pair.title)}, 1, 200), substr(i.{name(pair.columns[0])}, 1, 200) "
        f"FROM {pair.rows} t "
        f"JOIN {qualified(pair.index.schema, pair.index.name)} i ON i.rowid = t.{name(pair.key)} "
        f"WHERE {differ} ORDER BY 1"
    )
    for key, title, stored in reader.rows(sql):
        yield Drifted("stored otherwise", _number(key), _ref(pair, key), str(title), str(stored))


def _indexed_otherwise(
    reader: Reader, pair: IndexedTable, thorough: bool, leave_out: Callable[[str], None]
) -> Iterator[Drifted]:
    """For an index over another table: rows that, indexed now, have other words."""
    total = reader.value(f"SELECT count(*) FROM {pair.docs}")
    rows = total if isinstance(total, int) else 0
    step = 1 if thorough else max(1, -(-rows // SAMPLE))
    word_by_word = thorough or rows <= WORDS_LIMIT
    if step > 1:
        words = "" if word_by_word else " and only the number of their words"
        leave_out(f"{pair.index.name}: one row in {step:,}{words} was compared by content.")
    try:
        found = _differing(reader, pair, step, word_by_word)
    finally:
        reader.rows(f"DROP TABLE IF EXISTS temp.{_FRESH}_now")
        reader.rows(f"DROP TABLE IF EXISTS temp.{_FRESH}_then")
        reader.rows(f"DROP TABLE IF EXISTS temp.{_FRESH}")
    for start in range(0, len(found), 500):
        part = found[start : start + 500]
        sql = (
            f"SELECT {name(pair.key)}, {pair.label} FROM {pair.rows} "
            f"WHERE {name(pair.key)} IN ({', '.join('?' * len(part))}) ORDER BY 1"
        )
        for key, title in reader.rows(sql, tuple(part)):
            yield Drifted("other words", _number(key), _ref(pair, key), str(title))


def _differing(reader: Reader, pair: IndexedTable, step: int, word_by_word: bool) -> Sequence[int]:
    fts = pair.index.fts
    assert fts is not None
    detail = _OPTION.search(pair.index.sql)
    columns = [f"{name(c)}{' UNINDEXED' if c in fts.unindexed else ''}" for c in fts.columns]
    options = ["content=''", f"tokenize={literal(fts.tokenizer)}" if fts.tokenizer else ""]
    options.append(f"detail={detail.group(1)}" if detail else "")
    reader.rows(f"CREATE VIRTUAL TABLE temp.{_FRESH} USING fts5({', '.join(filter(None, [*columns, *options]))})")
    reader.rows(
        f"INSERT INTO temp.{_FRESH}(rowid, {names(fts.columns)}) SELECT {name(pair.key)}, {names(fts.columns)} "
        f"FROM {pair.rows} WHERE {name(pair.key)} % {step} = 0 AND {name(pair.key)} IN (SELECT id FROM {pair.docs})"
    )
    lengths = f"SELECT d.id FROM {pair.docs} d JOIN temp.{_FRESH}_docsize f ON f.id = d.id WHERE d.sz IS NOT f.sz"
    found = {key for (key,) in reader.rows(lengths) if isinstance(key, int)}
    if word_by_word:
        found |= _other_words(reader, pair)
    return sorted(found)


def _other_words(reader: Reader, pair: IndexedTable) -> set[int]:
    reader.rows(
        f"CREATE VIRTUAL TABLE temp.{_FRESH}_then USING "
        f"fts5vocab({literal(pair.index.schema)}, {literal(pair.index.name)}, 'instance')"
    )
    reader.rows(f"CREATE VIRTUAL TABLE temp.{_FRESH}_now USING fts5vocab('temp', '{_FRESH}', 'instance')")
    then = f"SELECT * FROM temp.{_FRESH}_then WHERE doc IN (SELECT id FROM temp.{_FRESH}_docsize)"
    now = f"SELECT * FROM temp.{_FRESH}_now"
    sql = (
        f"WITH a AS MATERIALIZED ({then}), b AS MATERIALIZED ({now}) "
        "SELECT doc FROM (SELECT * FROM a EXCEPT SELECT * FROM b) UNION "
        "SELECT doc FROM (SELECT * FROM b EXCEPT SELECT * FROM a)"
    )
    return {key for (key,) in reader.rows(sql) if isinstance(key, int)}


def _number(value: Value) -> int:
    return value if isinstance(value, int) else 0


def _ref(pair: IndexedTable, key: Value) -> RowRef:
    return RowRef(pair.content.schema, pair.content.name, (key,))
