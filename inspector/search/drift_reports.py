"""Index against table: each full-text index of a database is compared with what it indexes, by content."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from inspector.cancel import CancelToken
from inspector.db import fts_drift
from inspector.db.catalog import Catalog, Table
from inspector.db.database import Database
from inspector.db.fts_drift import Drifted, indexed_table, itself
from inspector.db.quoting import qualified
from inspector.db.reader import Reader
from inspector.db.rows import RowRef
from inspector.errors import FileBusy, KnownError
from inspector.redaction import Redactor
from inspector.search.drift import KINDS, DriftEntry, DriftKind, DriftReport
from inspector.search.find_sources import find_sources
from inspector.search.index import index_of
from inspector.search.row_place import indexed_numbers, row_place
from inspector.search.source import SearchSource
from inspector.search.state import Drift, Key

LISTED = 200
"""Entries of each kind that a report lists."""

_KIND: dict[fts_drift.DriftKind, DriftKind] = {
    "not indexed": "not indexed",
    "no row": "no row",
    "stored otherwise": "other row",
    "other words": "other row",
}


def drift_reports(
    database: Database,
    named: Sequence[SearchSource],
    redactor: Redactor,
    *,
    without: tuple[str, ...] = (),
    drift: Drift | None = None,
    cancel: CancelToken | None = None,
    thorough: bool = False,
    told: Callable[[DriftReport], None] = lambda _report: None,
) -> tuple[DriftReport, ...]:
    """A report of each index, made once for a state of the file; ``told`` hears each as it comes.

    Nothing is written to the file. Unless ``thorough``, the words of a part of the rows are compared in large tables.
    What is found goes into ``drift``, so that searches look through the rows that an index holds otherwise.

    Raises FileBusy where the file cannot be read at all, Cancelled.
    """
    known = drift if drift is not None else Drift()
    catalog = database.catalog(cancel)
    found: list[DriftReport] = []
    for source in find_sources(catalog, named, without):
        if not source.fts or source.unusable:
            continue
        index, _ = index_of(catalog, source)
        key: Key = (database.path, index.schema, index.name)
        state, before = database.signature(), known.reports.get(key)
        if before is not None and before[0] == state and not thorough:
            report = before[1]
        else:
            report, stale = _report(database, catalog, source, redactor, cancel, thorough)
            known.reports[key], known.stale[key] = (state, report), (state, stale)
        found.append(report)
        told(report)
    return tuple(found)


def _report(
    database: Database,
    catalog: Catalog,
    source: SearchSource,
    redactor: Redactor,
    cancel: CancelToken | None,
    thorough: bool,
) -> tuple[DriftReport, frozenset[int]]:
    try:
        return database.read(lambda reader: _compared(reader, catalog, source, redactor, thorough), cancel)
    except FileBusy:
        raise
    except KnownError as error:
        problem = error.details or error.what
        return DriftReport(source.title, source.id, source.fts, source.table, 0, 0, problem=problem), frozenset()


def _compared(
    reader: Reader, catalog: Catalog, source: SearchSource, redactor: Redactor, thorough: bool
) -> tuple[DriftReport, frozenset[int]]:
    index, table = index_of(catalog, source)
    assert index.fts is not None
    notes: list[str] = []
    if index.name == table.name and index.fts.content != "own":
        problem = source.note or "its text is not stored"
        return DriftReport(source.title, source.id, index.name, table.name, 0, 0, problem=problem), frozenset()
    pair = itself(catalog, index) if index.name == table.name else None
    pair = pair or indexed_table(catalog, index, table.name, source.title_column)
    if pair is not None:
        drifted = fts_drift.drift(reader, pair, thorough=thorough, leave_out=notes.append)
    else:
        notes.append("which rows it has was compared, and not their words")
        drifted = _by_numbers(reader, catalog, index, table)
    counts: dict[DriftKind, int] = dict.fromkeys(KINDS, 0)
    entries: list[DriftEntry] = []
    stale: set[int] = set()
    for one in drifted:
        reader.cancel.check()
        kind = _KIND[one.kind]
        counts[kind] += 1
        if kind == "other row":
            stale.add(one.number)
        if counts[kind] <= LISTED:
            title = redactor.cell(one.title, table.name, pair.title if pair else "")
            stored = redactor.cell(one.stored, table.name, pair.columns[0] if pair and pair.columns else "")
            entries.append(DriftEntry(kind, one.number, one.ref, title, stored))
    report = DriftReport(
        source.title,
        source.id,
        index.name,
        table.name,
        _count(reader, qualified(table.schema, table.name)),
        _indexed(reader, catalog, index),
        tuple((kind, count) for kind, count in counts.items() if count),
        tuple(entries),
        "; ".join(notes),
    )
    return report, frozenset(stale)


def _by_numbers(reader: Reader, catalog: Catalog, index: Table, table: Table) -> Iterator[Drifted]:
    """Which rows and entries have no partner, where words cannot be compared row by row."""
    indexed, place = indexed_numbers(catalog, index, table), row_place(table, index.fts)
    if indexed is None:
        return
    where = qualified(table.schema, table.name)
    absent = f"SELECT {place.join}, {', '.join(place.keys)} FROM {where} WHERE {place.join} NOT IN {indexed} ORDER BY 1"
    for number, *key in reader.rows(absent):
        if isinstance(number, int):
            yield Drifted("not indexed", number, RowRef(table.schema, table.name, tuple(key)))
    rows = f"SELECT {place.join} FROM {where} WHERE {place.join} IS NOT NULL"
    for (number,) in reader.rows(f"SELECT * FROM {indexed} EXCEPT {rows} ORDER BY 1"):
        if isinstance(number, int):
            yield Drifted("no row", number)


def _indexed(reader: Reader, catalog: Catalog, index: Table) -> int:
    docs = catalog.table(f"{index.name}_docsize", index.schema)
    return _count(reader, qualified(docs.schema, docs.name)) if docs is not None else 0


def _count(reader: Reader, place: str) -> int:
    count = reader.value(f"SELECT count(*) FROM {place}")
    return count if isinstance(count, int) else 0
