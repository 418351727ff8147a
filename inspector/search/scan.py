"""Looking through the text of a table where no index serves: bounded, exact, whatever characters are asked for."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from inspector.db.catalog import Catalog, Table
from inspector.db.quoting import name, names, qualified
from inspector.db.reader import Reader
from inspector.db.rows import RowRef
from inspector.db.values import Bindable, Value
from inspector.search.hit import Hit
from inspector.search.present import make_hit
from inspector.search.question import Question
from inspector.search.source import SearchSource
from inspector.search.terms import Term

TIME_LIMIT_S = 1.0
"""Seconds of scanning one source."""
CHUNK = 5_000
"""Rows looked through by one statement."""
CELL_LIMIT = 20_000
"""Characters of a column that are read to make a snippet."""


@dataclass
class ScanResult:
    """What the scan gave."""

    hits: list[Hit] = field(default_factory=list)
    """Rows that hold the terms."""
    more: bool = False
    """Whether there are or may be more."""
    note: str = ""
    """What was not looked through."""


def search_by_scan(
    reader: Reader,
    catalog: Catalog,
    source: SearchSource,
    question: Question,
    *,
    only_rowids_outside: str | None = None,
    known: set[RowRef] | None = None,
    why: str = "",
) -> ScanResult:
    """Rows of ``source.table`` whose text columns hold every term.

    ``only_rowids_outside``: a subquery of rowids that need not be looked at; ``known``: rows that are hits already.
    """
    table = catalog.table(source.table)
    result = ScanResult()
    if table is None or not source.columns:
        return result
    started = time.monotonic()
    seen = set(known or ())
    wanted = question.limit - len(seen)
    for batch in _batches(reader, table, source, question, only_rowids_outside):
        for key, values in batch.rows:
            ref = RowRef(table.schema, table.name, key)
            if ref not in seen:
                seen.add(ref)
                rank = float(len(result.hits))
                result.hits.append(make_hit(source, ref, values, question, rank=rank, via="scan", why=why))
        if len(result.hits) >= wanted:
            result.more = len(result.hits) > wanted or not batch.last
            result.hits = result.hits[:wanted]
            break
        if time.monotonic() - started > TIME_LIMIT_S and not batch.last:
            result.more = True
            result.note = f"only the newest {batch.looked_at:,} rows of {table.name} were looked through"
            break
    return result


@dataclass(frozen=True)
class _Batch:
    """Matches among some thousand rows."""

    rows: list[tuple[tuple[Value, ...], dict[str, Value]]]
    """(key, values by column) of each."""
    looked_at: int
    """Rows that were looked at so far."""
    last: bool
    """Whether no rows are left."""


def _batches(
    reader: Reader, table: Table, source: SearchSource, question: Question, outside: str | None
) -> Iterator[_Batch]:
    """Batches from the newest row to the oldest, by rowid; a view or a table WITHOUT ROWID in one batch."""
    wanted = list(dict.fromkeys((*source.columns, *_extra(source))))
    condition, values = _condition(source, question.terms)
    limit = question.limit + 1
    rowid = table.rowid_name if table.has_rowid else ""
    keys = [rowid] if rowid else [name(c) for c in table.primary_key]
    select = f"SELECT {', '.join([*keys, names(wanted)])} FROM {qualified(table.schema, table.name)} WHERE {condition}"
    if rowid and outside:
        select += f" AND {rowid} NOT IN {outside}"
    if not rowid:
        rows = reader.rows(f"{select} LIMIT {limit}", values, cell_limit=CELL_LIMIT).rows
        yield _batch(rows, len(keys), wanted, looked_at=0, last=True)
        return
    place = qualified(table.schema, table.name)
    below, looked_at, last = "", 0, False
    while not last:
        reader.cancel.check()
        newest = f"SELECT {rowid} AS r FROM {place} WHERE 1 {below} ORDER BY {rowid} DESC LIMIT {CHUNK}"
        low = reader.value(f"SELECT min(r) FROM ({newest})")
        if not isinstance(low, int):
            return
        sql = f"{select} AND {rowid} >= {low} {below} ORDER BY {rowid} DESC LIMIT {limit}"
        found = reader.rows(sql, values, cell_limit=CELL_LIMIT).rows
        looked_at += CHUNK
        below = f"AND {rowid} < {low}"
        last = reader.value(f"SELECT 1 FROM {place} WHERE {rowid} < {low} LIMIT 1") is None
        yield _batch(found, 1, wanted, looked_at=looked_at, last=last)


def _batch(rows: tuple[tuple[Value, ...], ...], keys: int, wanted: list[str], *, looked_at: int, last: bool) -> _Batch:
    found = [(row[:keys], dict(zip(wanted, row[keys:], strict=True))) for row in rows]
    return _Batch(found, looked_at, last)


def _extra(source: SearchSource) -> tuple[str, ...]:
    return tuple(c for c in (source.title_column, source.type_column, source.time_column) if c)


def _condition(source: SearchSource, terms: tuple[Term, ...]) -> tuple[str, tuple[Bindable, ...]]:
    """Each term in some column; excluded ones in none. LIKE folds ASCII case, instr finds all else exactly."""
    parts: list[str] = []
    values: list[Bindable] = []
    for term in terms:
        holds = " OR ".join(f"{name(column)} LIKE ? ESCAPE '\\'" for column in source.columns)
        parts.append(f"NOT coalesce({holds}, 0)" if term.exclude else f"({holds})")
        values += [f"%{_escaped(term.text)}%"] * len(source.columns)
    return " AND ".join(parts), tuple(values)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
