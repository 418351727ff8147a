"""Which rows match a filter, and how they are sorted: found in the worker, kept as keys.

A filter is looked for range by range, each range one short read; a sort is one statement, which SQLite runs on its own
copy where a lock would keep a writer waiting.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from inspector.cancel import CancelToken
from inspector.db import quoting
from inspector.db.browse.counting import BURST_MS, first_order
from inspector.db.browse.key_order import KeyOrder
from inspector.db.browse.listed import KEY_LIMIT, KeyList, RowidList
from inspector.db.browse.planned import reads_by_index
from inspector.db.browse.question import RowQuestion
from inspector.db.cells import read_cells
from inspector.db.database import Database
from inspector.db.reader import Reader
from inspector.db.rows import RowKey
from inspector.db.values import Bindable, Value
from inspector.errors import TimeLimitReached

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_FIRST_RANGE, _MOST_RANGE = 20_000, 5_000_000
_PIECE = 256 << 10
"""Characters of numbers that are parsed at a time."""
_EXACT = 2**53
"""Up to here every integer is a REAL too."""
_BY_INDEX_S = 0.3
"""Seconds in which an index has to lead to all matches, before the table is gone through range by range."""
_SORTED_WHOLE = 256 << 20
"""Bytes of a file up to which a sort may hold whole cells in memory."""


@dataclass(frozen=True)
class _Range:
    """A stretch of the table that one read looks at."""

    after: RowKey | None
    """Key before the first row; None at the beginning."""
    rows: int
    """How many rows at most."""


def picked(database: Database, question: RowQuestion, cancel: CancelToken) -> Iterator[RowidList | KeyList]:
    """The rows of a question with filters or a sort, again and again as more are found; the last one is exact."""
    if question.addressing == "rowid":
        yield from _rowids(database, question, cancel)
    else:
        yield from _keys(database, question, cancel)


def _rowids(database: Database, question: RowQuestion, cancel: CancelToken) -> Iterator[RowidList]:
    import numpy as np  # late: its import costs more than the first look at a table

    if question.sort is not None:
        yield RowidList(question, database.read(lambda reader: _sorted_rowids(reader, question), cancel))
        return
    if question.matched:
        yield RowidList(question, database.read(lambda reader: _matched_rowids(reader, question), cancel))
        return
    at_once = database.read(lambda reader: _rowids_by_index(reader, question), cancel)
    if at_once is not None:
        yield RowidList(question, at_once)
        return
    parts: list[NDArray[np.int64]] = [np.zeros(0, np.int64)]
    about = database.read(lambda reader: first_order(reader, question), cancel).total
    after: RowKey | None = None
    rows, seen = _FIRST_RANGE, 0
    while True:
        started = time.perf_counter()
        part = _Range(after, rows)
        after, found = database.read(partial(_rowids_in, question=question, part=part), cancel)
        seen += rows
        if len(found):
            parts.append(found)
        joined = np.concatenate(parts)
        if after is None:
            yield RowidList(question, joined)
            return
        parts = [joined]
        yield RowidList(question, joined, exact=False, looked_at=min(0.99, seen / max(1, about)))
        rows = _next_size(rows, started)


def _rowids_by_index(reader: Reader, question: RowQuestion) -> NDArray[np.int64] | None:
    """All matches by one statement, where an index leads to them in little time; else None."""
    import numpy as np

    if not reads_by_index(reader, question):
        return None
    try:
        found = reader.user_rows(matches_sql(question), question.params, limit=1, time_limit_s=_BY_INDEX_S).rows
    except TimeLimitReached:
        return None
    return _parsed(found[0][0], np.int64)


def matches_sql(question: RowQuestion) -> str:
    """The statement for the rowids of all matches as one text; the keys are put in order behind the index."""
    inner = f"SELECT {question.keys[0]} AS k FROM {question.source} WHERE {question.where} ORDER BY k"
    return f"SELECT group_concat(k) FROM ({inner})"


def _rowids_in(reader: Reader, question: RowQuestion, part: _Range) -> tuple[RowKey | None, NDArray[np.int64]]:
    """The rowid at which the next range begins (None at the end) and the matches of this one."""
    order = KeyOrder(question)
    where, params = order.beyond(part.after)
    key, condition = question.keys[0], f" WHERE {where}" if where else ""
    sql = f"SELECT {key} FROM {question.source}{condition} ORDER BY {key} LIMIT 1 OFFSET ?"
    last = reader.value(sql, (*params, part.rows - 1))
    terms: list[str] = [question.where]
    bound: list[Bindable] = [*question.params]
    if where:
        terms.append(where)
        bound += params
    if isinstance(last, int):
        terms.append(f"{key} <= ?")
        bound.append(last)
    inner = f"SELECT {key} AS k FROM {question.source} WHERE {' AND '.join(terms)} ORDER BY {key}"
    return (last,) if last is not None else None, _joined(reader, inner, tuple(bound))


def _matched_rowids(reader: Reader, question: RowQuestion) -> NDArray[np.int64]:
    """What a full-text index answers by one statement, the best first where it ranks."""
    by = question.order_by() or question.keys[0]
    inner = f"SELECT {question.keys[0]} AS k FROM {question.source} WHERE {question.where} ORDER BY {by}"
    return _joined(reader, inner, question.params)


def _sorted_rowids(reader: Reader, question: RowQuestion) -> NDArray[np.int64]:
    if not question.indexed:
        by_number = _sorted_numbers(reader, question)
        if by_number is not None:
            return by_number
    condition = f" WHERE {question.where}" if question.where else ""
    by = question.order_by(whole=_is_small(reader, question))
    inner = f"SELECT {question.keys[0]} AS k FROM {question.source}{condition} ORDER BY {by}"
    return _joined(reader, inner, question.params)


def _sorted_numbers(reader: Reader, question: RowQuestion) -> NDArray[np.int64] | None:
    """The order of a column that holds only numbers and NULL, sorted by numpy: several times as fast as by SQLite.

    None where it holds anything else, or integers that a REAL beside them could not be compared with exactly.
    """
    import numpy as np

    assert question.sort is not None
    if question.table.column(question.sort.column) is None:
        return None
    key, column = question.keys[0], quoting.name(question.sort.column)
    rows = f"FROM {question.source} WHERE {f'({question.where})' if question.where else '1'}"

    def any_is(condition: str) -> bool:
        return reader.value(f"SELECT 1 {rows} AND {condition} LIMIT 1", question.params) is not None

    if any_is(f"typeof({column}) IN ('text', 'blob')"):
        return None
    real = any_is(f"typeof({column}) = 'real'")
    if real and any_is(f"typeof({column}) = 'integer' AND {column} NOT BETWEEN -{_EXACT} AND {_EXACT}"):
        return None
    written = f"printf('%!.17g', {column})" if real else column
    inner = f"SELECT {key} AS k, {written} AS v {rows} AND {column} IS NOT NULL ORDER BY {key}"
    both = reader.rows(f"SELECT group_concat(k), group_concat(v) FROM ({inner})", question.params, limit=1).rows[0]
    values = _parsed(both[1], np.float64 if real else np.int64)
    rowids = _parsed(both[0], np.int64)[np.argsort(values, kind="stable")]
    empty = f"SELECT {key} AS k {rows} AND {column} IS NULL ORDER BY {key}"
    ordered = np.concatenate((_joined(reader, empty, question.params), rowids))
    return ordered[::-1] if question.descending else ordered


def _joined(reader: Reader, inner: str, params: tuple[Bindable, ...]) -> NDArray[np.int64]:
    """The rowids of a SELECT in its order, handed over as one text: no Python object for each of millions."""
    import numpy as np

    return _parsed(reader.value(f"SELECT group_concat(k) FROM ({inner})", params), np.int64)


def _parsed(text: Value, kind: type[np.int64] | type[np.float64]) -> NDArray[Any]:
    """The numbers of a text with commas, piece by piece: each piece keeps the other threads waiting for 2 ms."""
    import numpy as np

    if text is None:
        return np.zeros(0, kind)
    text = str(text)
    parts, start = [], 0
    while start < len(text):
        end = text.find(",", start + _PIECE)
        end = len(text) if end < 0 else end
        parts.append(np.fromstring(text[start:end], dtype=kind, sep=","))
        start = end + 1
    return np.concatenate(parts)


def _keys(database: Database, question: RowQuestion, cancel: CancelToken) -> Iterator[KeyList]:
    if question.sort is not None:
        keys = database.read(lambda reader: _sorted_keys(reader, question), cancel)
        yield KeyList(question, keys[:KEY_LIMIT], min(len(keys), KEY_LIMIT), cut=len(keys) > KEY_LIMIT)
        return
    found: list[RowKey] = []
    about = question.table.estimate or 0
    after: RowKey | None = None
    rows, seen = _FIRST_RANGE, 0
    while True:
        started = time.perf_counter()
        part = _Range(after, rows)
        after, more = database.read(partial(_keys_in, question=question, part=part), cancel)
        found += more
        seen += rows
        if after is None or len(found) > KEY_LIMIT:
            cut = len(found) > KEY_LIMIT
            yield KeyList(question, found, min(len(found), KEY_LIMIT), cut=cut)
            return
        looked_at = min(0.99, seen / about) if about else 0.0
        yield KeyList(question, found, len(found), exact=False, looked_at=looked_at)
        rows = _next_size(rows, started)


def _keys_in(reader: Reader, question: RowQuestion, part: _Range) -> tuple[RowKey | None, list[RowKey]]:
    order = KeyOrder(question)
    where, params = order.beyond(part.after)
    by = order.key_order()
    last = read_cells(reader, question.table, (), where, params, by, limit=1, offset=part.rows - 1)
    terms: list[str] = [question.where]
    bound: list[Bindable] = [*question.params]
    if where:
        terms.append(where)
        bound += params
    if last:
        until, until_params = order.up_to(last[0][0])
        terms.append(until)
        bound += until_params
    rows = read_cells(reader, question.table, (), " AND ".join(terms), tuple(bound), by, limit=part.rows)
    return (last[0][0] if last else None), [row[0] for row in rows]


def _sorted_keys(reader: Reader, question: RowQuestion) -> list[RowKey]:
    by = question.order_by(whole=_is_small(reader, question))
    rows = read_cells(reader, question.table, (), question.where, question.params, by, limit=KEY_LIMIT + 1)
    return [row[0] for row in rows]


def _is_small(reader: Reader, question: RowQuestion) -> bool:
    schema = quoting.name(question.table.schema)
    pages, size = (reader.value(f"PRAGMA {schema}.{fact}") for fact in ("page_count", "page_size"))
    return isinstance(pages, int) and isinstance(size, int) and pages * size <= _SORTED_WHOLE


def _next_size(rows: int, started: float) -> int:
    took_ms = (time.perf_counter() - started) * 1000
    return int(min(_MOST_RANGE, max(_FIRST_RANGE, rows * min(4.0, BURST_MS / max(1.0, took_ms)))))
