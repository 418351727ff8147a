"""Counting a table and setting its anchors, in bursts so short that no writer waits and a cancel is felt at once."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from inspector.cancel import CancelToken
from inspector.db import quoting
from inspector.db.browse.key_order import STRIDE, KeyOrder, RowidSpan
from inspector.db.browse.question import RowQuestion
from inspector.db.cells import read_cells
from inspector.db.database import Database
from inspector.db.reader import Reader
from inspector.db.rows import RowKey

BURST_MS = 60.0
"""About how long one read takes."""
_FIRST_HOPS, _MOST_HOPS = 64, 40_000
_LEAST_ROW = 8
"""Bytes of file that a row takes at the very least, with its share of the page."""


def first_order(reader: Reader, question: RowQuestion) -> KeyOrder:
    """The order before anything is counted: with an estimate by the rowids or the planner's statistics."""
    table = question.table
    if question.addressing != "rowid" or table.kind == "virtual":
        return KeyOrder(question, estimate=table.estimate)
    name = question.keys[0]
    # two statements: SQLite answers min and max together by a scan
    low = reader.value(f"SELECT min({name}) FROM {question.source}")
    high = reader.value(f"SELECT max({name}) FROM {question.source}")
    if not isinstance(low, int) or not isinstance(high, int):
        return KeyOrder(question, counted=0)
    span = RowidSpan(low, high)
    believed = min(span.width, _room(reader, table.schema))
    if table.estimate is not None and believed > 8 * table.estimate:
        return KeyOrder(question, estimate=table.estimate, span=span)
    even = span if believed == span.width else None
    return KeyOrder(question, estimate=believed, span=even)


def count_on(database: Database, order: KeyOrder, cancel: CancelToken) -> Iterator[KeyOrder]:
    """The same order with ever more anchors, the last one exact. Raises what reading raises, Cancelled."""
    anchors = list(order.anchors[: order.known])
    hops = _FIRST_HOPS
    while not order.exact:
        started = time.perf_counter()
        # counted by the burst alone: a burst that is made again must not count twice
        found, rest = database.read(partial(_burst, order=order, hops=hops), cancel)
        anchors.extend(found)
        counted = None if rest is None else len(anchors) * STRIDE + rest
        order = replace(order, anchors=anchors, known=len(anchors), counted=counted)
        yield order
        took_ms = (time.perf_counter() - started) * 1000
        hops = int(min(_MOST_HOPS, max(_FIRST_HOPS, hops * min(8.0, BURST_MS / max(1.0, took_ms)))))


def count_within(reader: Reader, order: KeyOrder, seconds: float) -> KeyOrder:
    """Go on counting inside one read for about this long: small tables are exact from the first look."""
    anchors = list(order.anchors[: order.known])
    ends = time.perf_counter() + seconds
    hops = _FIRST_HOPS
    while not order.exact and time.perf_counter() < ends:
        found, rest = _burst(reader, order, hops)
        anchors.extend(found)
        counted = None if rest is None else len(anchors) * STRIDE + rest
        order = replace(order, anchors=anchors, known=len(anchors), counted=counted)
        hops *= 2
    return order


def _burst(reader: Reader, order: KeyOrder, hops: int) -> tuple[list[RowKey], int | None]:
    """Up to ``hops`` further anchors, and the number of rows behind the last one once that is less than a stride."""
    last = order.anchors[order.known - 1] if order.known else None
    single = order.question.addressing == "rowid"
    found = _rowid_hops(reader, order, last, hops) if single else _key_hops(reader, order, last, hops)
    if len(found) == hops:
        return found, None
    where, params = order.beyond(found[-1] if found else last)
    sql = f"SELECT count(*) FROM {order.question.source}" + (f" WHERE {where}" if where else "")
    rest = reader.value(sql, params)
    return found, int(rest) if isinstance(rest, int) else 0


def _rowid_hops(reader: Reader, order: KeyOrder, last: RowKey | None, hops: int) -> list[RowKey]:
    """All hops in one statement: a step of it is a seek and a walk over one stride."""
    key, source = order.question.keys[0], order.question.source
    first_where, params = order.beyond(last)
    compare = "<" if order.question.descending else ">"
    by = order.key_order()
    step = f"FROM {source} WHERE {{}} ORDER BY {by} LIMIT 1 OFFSET {STRIDE - 1}"
    first = f"SELECT {key} {step.format(first_where or '1')}"
    following = f"SELECT {key} {step.format(f'{key} {compare} hop.k')}"
    sql = (
        f"WITH RECURSIVE hop(k, n) AS (SELECT ({first}), 1 UNION ALL SELECT ({following}), n + 1 FROM hop "
        f"WHERE k IS NOT NULL AND n < ?) SELECT k FROM hop WHERE k IS NOT NULL"
    )
    return list(reader.rows(sql, (*params, hops)).rows)


def _key_hops(reader: Reader, order: KeyOrder, last: RowKey | None, hops: int) -> list[RowKey]:
    found: list[RowKey] = []
    while len(found) < hops:
        where, params = order.beyond(found[-1] if found else last)
        by = order.key_order()
        row = read_cells(reader, order.question.table, (), where, params, by, limit=1, offset=STRIDE - 1)
        if not row:
            break
        found.append(row[0][0])
    return found


def _room(reader: Reader, schema: str) -> int:
    """How many rows the file could hold at the very most."""
    pages = reader.value(f"PRAGMA {quoting.name(schema)}.page_count")
    size = reader.value(f"PRAGMA {quoting.name(schema)}.page_size")
    return pages * size // _LEAST_ROW if isinstance(pages, int) and isinstance(size, int) else 2**62
