"""How is the order of 400,000 messages read at once? SQLite packs thousands of rows into one, numpy unpacks them.

A row that is made a tuple of Python costs ten times what SQLite takes to find it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np

from inspector.db.catalog import Catalog
from inspector.db.reader import Reader
from inspector.db.values import BadText, Value
from inspector.timeline.load import Reading
from inspector.timeline.merging import in_order
from inspector.timeline.moments import I64, UNKNOWN, read_moments
from inspector.timeline.source import TimelineQuery
from inspector.timeline.timeline import Coded, Timeline, coded, linked, objects

_PACKED = 4096
"""Rows that are read as one."""
_WORD = 200
"""Characters of a kind or status."""
_STORED = 200
"""Characters of a time that cannot be read."""


def load_order(reader: Reader, catalog: Catalog, query: TimelineQuery, reading: Reading) -> Timeline:
    """The entries of a SELECT that tells nothing of what they say, as :func:`load_query` gives them.

    Raises SqlError, FileDamaged, FileBusy, Cancelled.
    """
    packed = reader.rows(_sql(query, reading.limit), reading.given).rows
    keys: list[int] = _all(packed, 0)
    total = len(keys)
    if total > reading.limit:
        count = reader.value(query.count, reading.given)
        total = count if isinstance(count, int) else total
    numbers, times, words = _all(packed, 1), _all(packed, 2), _all(packed, 3)
    numbered, sequences = _numbers(numbers)
    order = np.argsort(np.where(numbered, sequences, np.iinfo(np.int64).min), kind="stable")
    # one more than the limit was read, to know whether there are more
    order = order[max(0, len(order) - reading.limit) :]
    made = _made(catalog, query, reading, (keys, times, words), (numbered, sequences), total)
    return in_order(made.taken(order))


def _sql(query: TimelineQuery, limit: int) -> str:
    readable = "CASE typeof({0}) WHEN 'blob' THEN NULL WHEN 'text' THEN substr({0}, 1, 200) ELSE {0} END"
    words = ", ".join(f"substr(CAST({column} AS TEXT), 1, {_WORD})" for column in ("kind", "status", "flags"))
    # as text, not as JSON in JSON: few of them differ, and each of those is taken apart once
    columns = ("key", readable.format("seq"), readable.format("at"), f"json_array({words}) || ''")
    inner = f"SELECT * FROM ({query.sql}) ORDER BY {query.newest} DESC LIMIT {limit + 1}"
    arrays = ", ".join(f"json_group_array({column})" for column in columns)
    return f"SELECT {arrays} FROM ({inner}) GROUP BY key / {_PACKED}"


def _all(packed: Sequence[Sequence[Value]], column: int) -> list[Any]:
    return list(chain.from_iterable(json.loads(_text(row[column])) for row in packed))


def _text(value: Value) -> str:
    # bytes that are no UTF-8 in one of thousands must not hide the others
    return value.raw.decode(value.encoding, "replace") if isinstance(value, BadText) else str(value)


def _numbers(given: list[Any]) -> tuple[np.ndarray[Any, np.dtype[np.bool_]], I64]:
    numbered = np.fromiter((type(one) is int for one in given), bool, len(given))
    if numbered.all():
        return numbered, np.array(given, np.int64)
    return numbered, np.fromiter((one if type(one) is int else 0 for one in given), np.int64, len(given))


def _made(
    catalog: Catalog,
    query: TimelineQuery,
    reading: Reading,
    read: tuple[list[int], list[Any], list[str]],
    numbers: tuple[Any, I64],
    total: int,
) -> Timeline:
    keys, times, words = read
    count = len(keys)
    moments, forms = read_moments(times)
    told = coded(words)
    parts = [[word or "" for word in json.loads(one)] for one in told.names]
    kinds, statuses = (_part(told, [one[place] for one in parts], reading) for place in (0, 1))
    flags, names = _flags(told, [one[2] for one in parts])
    lane = Coded(("in" if query.table == "messages_in" else "out",), np.zeros(count, np.int64))
    unread = np.nonzero(moments == UNKNOWN)[0].tolist()
    stored = np.full(count, "", np.object_)
    for place in unread:
        stored[place] = reading.redactor.text("" if times[place] is None else str(times[place])[:_STORED])
    empty = np.full(count, "", np.object_)
    table = catalog.table(query.table)
    return Timeline(
        moments,
        forms,
        moments,
        numbers[1],
        numbers[0],
        kinds,
        lane,
        statuses,
        flags,
        names,
        np.full(count, -1, np.int64),
        np.zeros(count, np.uint8),
        empty,
        empty,
        linked(reading.path, table.schema if table is not None else "main", query.table, list(zip(keys))),
        objects(stored, count),
        total,
        states={status: reading.state_of(status) for status in statuses.names if status},
    )


def _part(told: Coded, words: list[str], reading: Reading) -> Coded:
    """A part of what was told together, masked."""
    few = coded(reading.redactor.texts(words))
    return Coded(few.names, few.codes[told.codes])


def _flags(told: Coded, words: list[str]) -> tuple[I64, tuple[str, ...]]:
    names: dict[str, int] = {}
    bits = [sum(1 << names.setdefault(word, len(names)) for word in sorted(set(text.split()))) for text in words]
    return np.array(bits, np.int64)[told.codes] if bits else np.zeros(0, np.int64), tuple(names)
