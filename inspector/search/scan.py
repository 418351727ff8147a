"""Looking through the text of a table where no index serves: bounded, exact, whatever characters are asked for."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from inspector.db.catalog import Catalog, Table
from inspector.db.quoting import name, names, qualified
from inspector.db.reader import Reader
from inspector.db.rows import RowKey, RowRef
from inspector.db.values import Bindable, Large, Value
from inspector.search.beyond import parts_around
from inspector.search.hit import Hit
from inspector.search.index import CELL_LIMIT, extra_columns
from inspector.search.json_text import begins_like_json, matching_value
from inspector.search.present import make_hit, text_of
from inspector.search.question import Question
from inspector.search.snippet import marker
from inspector.search.source import SearchSource
from inspector.search.terms import LONGEST, Term

TIME_LIMIT_S = 1.0
"""Seconds of scanning one source."""
CHUNK = 5_000
"""Rows looked through by one statement."""

_Row = tuple[RowKey, dict[str, Value]]


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
    only: Sequence[int] | None = None,
    outside: str | None = None,
    known: set[RowRef] | None = None,
    why: str = "",
) -> ScanResult:
    """Rows of ``source.table`` whose text columns hold every term.

    ``only``: rowids that are looked at; ``outside``: a subquery of rowids that need not be. ``known``: rows that are
    hits already.
    """
    table = catalog.table(source.table)
    result = ScanResult()
    columns = question.searchable(source.table, source.columns)
    if table is None or not columns:
        return result
    looked = _Look(reader, table, source, columns, question, only, outside)
    started = time.monotonic()
    seen = set(known or ())
    wanted = question.limit - len(seen)
    for batch in looked.batches():
        for key, values in batch.rows:
            ref = RowRef(table.schema, table.name, key)
            if ref not in seen and _is_read(values, columns, question):
                seen.add(ref)
                around = parts_around(reader, table, key, values, columns, question)
                rank = float(len(result.hits))
                hit = make_hit(source, table, key, values, question, rank=rank, via="scan", why=why, around=around)
                result.hits.append(hit)
        if len(result.hits) >= wanted:
            result.more = len(result.hits) > wanted or not batch.last
            result.hits = result.hits[:wanted]
            break
        if time.monotonic() - started > TIME_LIMIT_S and not batch.last:
            result.more = True
            result.note = f"only the newest {batch.looked_at:,} rows of {table.name} were looked through"
            break
    return result


def _is_read(values: Mapping[str, Value], columns: tuple[str, ...], question: Question) -> bool:
    """Whether each term stands in what a person reads of a row: not only in the keys of JSON."""
    cells = [(text_of(values.get(column)), values.get(column)) for column in columns]
    jsons = [text for text, value in cells if begins_like_json(text) and not isinstance(value, Large)]
    if not jsons:
        return True
    others = [text for text, _ in cells if text and text not in jsons]
    if any(isinstance(value, Large) for _, value in cells):
        return True
    for term in question.wanted:
        pattern = marker((term,), inside=True)
        if pattern is None or any(pattern.search(text) for text in others):
            continue
        if not any(matching_value(text, pattern) is not None for text in jsons):
            return False
    return True


@dataclass(frozen=True)
class _Batch:
    """Matches among some thousand rows."""

    rows: list[_Row]
    """(key, values by column) of each."""
    looked_at: int
    """Rows that were looked at so far."""
    last: bool
    """Whether no rows are left."""


@dataclass(frozen=True)
class _Look:
    """One look through a table, from its newest row to its oldest."""

    reader: Reader
    """Reads."""
    table: Table
    """What is looked through."""
    source: SearchSource
    """As what."""
    columns: tuple[str, ...]
    """The columns that are looked at."""
    question: Question
    """What is looked for."""
    only: Sequence[int] | None
    """The rowids that are looked at; None for all."""
    outside: str | None
    """Rowids that need not be looked at, as a subquery."""

    def batches(self) -> Iterator[_Batch]:
        """Batches by rowid; a view or a table WITHOUT ROWID in one."""
        table = self.table
        condition, values = _condition(self.columns, self.question.terms)
        limit = self.question.limit + 1
        rowid = table.rowid_name if table.has_rowid else ""
        if not rowid:
            keys = [name(column) for column in table.primary_key]
            yield _Batch(self._rows(keys, condition, values, limit), 0, last=True)
            return
        if self.only is not None:
            few = ", ".join(map(str, self.only))
            found = self._rows([rowid], f"{condition} AND {rowid} IN ({few}) ORDER BY {rowid} DESC", values, limit)
            yield _Batch(found, len(self.only), last=len(found) < limit)
            return
        if self.outside:
            condition += f" AND {rowid} NOT IN {self.outside}"
        yield from self._by_rowid(rowid, condition, values)

    def _by_rowid(self, rowid: str, condition: str, values: tuple[Bindable, ...]) -> Iterator[_Batch]:
        place = qualified(self.table.schema, self.table.name)
        limit = self.question.limit + 1
        below, looked_at, last = "", 0, False
        while not last:
            self.reader.cancel.check()
            newest = f"SELECT {rowid} AS r FROM {place} WHERE 1 {below} ORDER BY {rowid} DESC LIMIT {CHUNK}"
            low = self.reader.value(f"SELECT min(r) FROM ({newest})")
            if not isinstance(low, int):
                return
            tail = f"{condition} AND {rowid} >= {low} {below} ORDER BY {rowid} DESC"
            found = self._rows([rowid], tail, values, limit)
            last_key = found[-1][0][0] if len(found) == limit else low
            oldest = last_key if isinstance(last_key, int) else low
            below = f"AND {rowid} < {oldest}"
            looked_at += CHUNK
            last = self.reader.value(f"SELECT 1 FROM {place} WHERE 1 {below} LIMIT 1") is None
            yield _Batch(found, looked_at, last)

    def _rows(self, keys: list[str], tail: str, values: tuple[Bindable, ...], limit: int) -> list[_Row]:
        wanted = list(dict.fromkeys((*self.columns, *extra_columns(self.source))))
        place = qualified(self.table.schema, self.table.name)
        sql = f"SELECT {', '.join([*keys, names(wanted)])} FROM {place} WHERE {tail} LIMIT {limit}"
        rows = self.reader.rows(sql, values, cell_limit=CELL_LIMIT)
        return [(row[: len(keys)], dict(zip(wanted, row[len(keys) :], strict=True))) for row in rows]


def _condition(columns: tuple[str, ...], terms: tuple[Term, ...]) -> tuple[str, tuple[Bindable, ...]]:
    """Each term in some column, in one of its spellings; excluded ones in none."""
    parts: list[str] = []
    values: list[Bindable] = []
    for term in terms:
        spellings = _spellings(term.text)
        holds = " OR ".join(f"{name(column)} LIKE ? ESCAPE '\\'" for column in columns for _ in spellings)
        parts.append(f"NOT coalesce({holds}, 0)" if term.exclude else f"({holds})")
        values += [f"%{_escaped(text)}%" for _ in columns for text in spellings]
    return " AND ".join(parts), tuple(values)


def _spellings(text: str) -> tuple[str, ...]:
    """LIKE folds the case of ASCII alone, and JSON may write a character as its number."""
    cased = [text] if text.isascii() else [text, text.lower(), text.upper(), text.capitalize()]
    written = [json.dumps(one)[1:-1] for one in cased]
    return tuple(dict.fromkeys((*cased, *(one for one in written if len(one) <= LONGEST))))


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
