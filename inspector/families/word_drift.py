"""Does an FTS3 or FTS4 index hold the words of its text? Told word by word, since it lists no words of a single row."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.db.catalog import Table
from inspector.db.fts_fresh import fts4_tokenizer
from inspector.db.quoting import name, names, qualified
from inspector.health.check import CheckContext
from inspector.health.finding import Evidence

ROWS_LIMIT = 20_000
"""Rows of an index up to which it is compared without being asked."""

_FRESH = "inspector_fresh_words"


def word_drift(context: CheckContext, index: Table) -> Iterator[Evidence]:
    """Every word that stands in another number of rows, or another number of times, than it does in the text."""
    fts, reader = index.fts, context.reader
    assert fts is not None
    text = index if fts.content == "own" else context.catalog.table(fts.content_table, index.schema)
    if text is None or text.problem or not fts.columns:
        context.leave_out(f"{index.name} cannot be compared: its table is not there.")
        return
    place = qualified(text.schema, text.name)
    key = name("docid" if text is index else text.rowid_name or "rowid")
    rows = reader.value(f"SELECT count(*) FROM {place}")
    if not context.thorough and isinstance(rows, int) and rows > ROWS_LIMIT:
        context.leave_out(f"{index.name} has {rows:,} rows and was not compared; a thorough look does it.")
        return
    options = [fts4_tokenizer(fts), *(f"notindexed={c}" for c in fts.unindexed)]
    declared = ", ".join([*(name(column) for column in fts.columns), *options])
    try:
        reader.rows(f"CREATE VIRTUAL TABLE temp.{_FRESH} USING fts4({declared})")
        reader.rows(
            f"INSERT INTO temp.{_FRESH}(docid, {names(fts.columns)}) SELECT {key}, {names(fts.columns)} FROM {place}"
        )
        # the schema is not dequoted by this module, and ours are plain words
        reader.rows(f"CREATE VIRTUAL TABLE temp.{_FRESH}_then USING fts4aux({index.schema}, {name(index.name)})")
        reader.rows(f"CREATE VIRTUAL TABLE temp.{_FRESH}_now USING fts4aux(temp, {_FRESH})")
        found = reader.rows(_DIFFERING).rows
    finally:
        for made in ("_now", "_then", ""):
            reader.rows(f"DROP TABLE IF EXISTS temp.{_FRESH}{made}")
    for word, indexed, standing in found:
        yield Evidence(f"{index.name}: “{word!s}” {_times(indexed)} in the index and {_times(standing)} in the text")


def _times(count: object) -> str:
    return f"{count} times" if count else "not"


_DIFFERING = f"""
WITH a AS MATERIALIZED (SELECT term, col, documents, occurrences FROM temp.{_FRESH}_then WHERE col <> '*'),
  b AS MATERIALIZED (SELECT term, col, documents, occurrences FROM temp.{_FRESH}_now WHERE col <> '*'),
  d AS (SELECT term FROM (SELECT * FROM a EXCEPT SELECT * FROM b) UNION
    SELECT term FROM (SELECT * FROM b EXCEPT SELECT * FROM a))
SELECT term, coalesce((SELECT sum(occurrences) FROM a WHERE a.term = d.term), 0),
  coalesce((SELECT sum(occurrences) FROM b WHERE b.term = d.term), 0) FROM d ORDER BY term"""
