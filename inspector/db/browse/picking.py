"""Which rows match a filter, and how they are sorted: found in the worker, kept as keys.

A filter is looked for range by range, each range one short read; a sort is one statement, which SQLite runs on its own
copy where a lock would keep a writer waiting.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from inspector.cancel import CancelToken
from inspector.db import quoting
from inspector.db.browse.counting import BURST_MS, first_order
from inspector.db.browse.key_order import KeyOrder
from inspector.db.browse.listed import KEY_LIMIT, KeyList, RowidList
from inspector.db.browse.question import RowQuestion
from inspector.db.cells import read_cells
from inspector.db.database import Database
from inspector.db.reader import Reader
from inspector.db.rows import RowKey

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_FIRST_RANGE, _MOST_RANGE = 20_000, 5_000_000
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


def _rowids_in(reader: Reader, question: RowQuestion, part: _Range) -> tuple[RowKey | None, NDArray[np.int64]]:
    """The rowid at which the next range begins (None at the end) and the matches of this one."""
    order = KeyOrder(question)
    where, params = order.beyond(part.after)
    key, condition = question.keys[0], f" WHERE {where}" if where else ""
    sql = f"SELECT {key} FROM {question.source}{condition} ORDER BY {key} LIMIT 1 OFFSET ?"
    last = reader.value(sql, (*params, part.rows - 1))
    terms, bound = [question.where], [*question.params]
    if where:
        terms.append(where)
        bound += params
    if last is not None:
        terms.append(f"{key} <= ?")
        bound.append(last)  # type: ignore[arg-type]  # a rowid
    inner = f"SELECT {key} AS k FROM {question.source} WHERE {' AND '.join(terms)} ORDER BY {key}"
    return (last,) if last is not None else None, _joined(reader, inner, tuple(bound))


def _sorted_rowids(reader: Reader, question: RowQuestion) -> NDArray[np.int64]:
    condition = f" WHERE {question.where}" if question.where else ""
    by = question.order_by(whole=_is_small(reader, question))
    inner = f"SELECT {question.keys[0]} AS k FROM {question.source}{condition} ORDER BY {by}"
    return _joined(reader, inner, question.params)


def _joined(reader: Reader, inner: str, params: tuple[object, ...]) -> NDArray[np.int64]:
    """The rowids of a SELECT in its order, handed over as one text: no Python object for each of millions."""
    import numpy as np

    text = reader.value(f"SELECT group_concat(k) FROM ({inner})", params)  # type: ignore[arg-type]
    if text is None:
        return np.zeros(0, np.int64)
    return np.fromstring(str(text), dtype=np.int64, sep=",")


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
    terms, bound = [question.where], [*question.params]
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
