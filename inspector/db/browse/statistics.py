"""What one column holds: its values counted over the first rows, in short reads, within a stated number and time.

The values of up to :data:`LONGEST` bytes are told apart, so that distinct ones, the least, the greatest and the mean
are exact for the rows that were looked at. Of longer ones the kind and the length are known, and nothing is read.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

from inspector.cancel import CancelToken
from inspector.db import quoting
from inspector.db.browse.key_order import KeyOrder
from inspector.db.browse.listed import RowidList
from inspector.db.browse.order import RowOrder
from inspector.db.browse.question import RowQuestion
from inspector.db.cells import read_cells
from inspector.db.database import Database
from inspector.db.reader import Reader
from inspector.db.rows import RowKey
from inspector.db.values import Bindable, Value, byte_length
from inspector.errors import TimeLimitReached

MOST_ROWS = 500_000
"""Rows that are looked at."""
LIMIT_S = 2.0
"""Seconds after which no further rows are looked at."""
LONGEST = 1_000
"""Bytes of a value that is told apart from others."""
MOST_BYTES = 48 << 20
"""Bytes that all different values together may take here."""

_FIRST, _MOST = 256, 50_000
"""Rows of the first and of the largest single read."""
_AIM_S = 0.1
"""About how long a single read takes."""
_PLACES = 20_000
"""Rows of a view that are looked at: they have no keys, so they are read at once."""
_ENTRY = 120
"""Bytes that keeping a value takes beside its own."""


@dataclass(frozen=True)
class ColumnTally:
    """The values of a column in the rows that were looked at."""

    column: str
    """Its name."""
    values: dict[str, Counter[Value]] = field(default_factory=dict)
    """SQLite's type -> value -> rows; of integers, reals, texts and BLOBs of up to :data:`LONGEST` bytes."""
    nulls: int = 0
    """Rows with NULL."""
    long: dict[str, int] = field(default_factory=dict)
    """Type -> rows with a longer value."""
    longest: dict[str, int] = field(default_factory=dict)
    """Type -> bytes of the longest text or BLOB."""
    looked_at: int = 0
    """Rows of the table that were looked at, whether a filter left them out or not."""
    whole: bool = False
    """Whether these were all."""
    seconds: float = 0.0
    """How long it took."""
    why: str = ""
    """What ended it where it is not whole: "the time is up", "500,000 rows", "too many different values"."""

    @property
    def rows(self) -> int:
        """Rows that were counted."""
        return self.nulls + sum(self.types.values())

    @property
    def types(self) -> dict[str, int]:
        """Type -> rows, NULL left out, the most frequent first."""
        found = Counter({kind: counts.total() for kind, counts in self.values.items()})
        found.update(self.long)
        return dict(found.most_common())

    @property
    def distinct(self) -> int:
        """Different values among those that are told apart."""
        return sum(map(len, self.values.values()))


@dataclass(frozen=True)
class _Counting:
    name: str
    """SQL name of the column."""
    blind: bool

    def sql(self, source: str) -> str:
        """Type, whether it is long, bytes of the longest, value, rows: of each value letter by letter."""
        name = self.name
        if self.blind:
            return f"SELECT typeof({name}), 1, NULL, NULL, count(*) FROM {source} GROUP BY 1"
        long = f"coalesce(octet_length({name}) > {LONGEST} AND typeof({name}) IN ('text', 'blob'), 0)"
        sized = f"CASE WHEN typeof({name}) IN ('text', 'blob') THEN octet_length({name}) END"
        return (
            f"SELECT t, l, max(b), v, count(*) FROM (SELECT typeof({name}) AS t, {long} AS l, {sized} AS b, "
            f"CASE WHEN {long} THEN NULL ELSE {name} END AS v FROM {source}) GROUP BY t, l, v COLLATE BINARY"
        )


@dataclass
class _Kept:
    """What was counted so far."""

    tally: ColumnTally
    bytes: int = 0

    def add(self, rows: tuple[tuple[Value, ...], ...], looked_at: int) -> None:
        tally = self.tally
        nulls = tally.nulls
        for kind, long, longest, value, count in rows:
            kind, count = str(kind), int(count) if isinstance(count, int) else 0
            if kind == "null":
                nulls += count
                continue
            if isinstance(longest, int):
                tally.longest[kind] = max(longest, tally.longest.get(kind, 0))
            if long:
                tally.long[kind] = tally.long.get(kind, 0) + count
                continue
            counts = tally.values.setdefault(kind, Counter())
            if value not in counts:
                self.bytes += byte_length(value) + _ENTRY
            counts[value] += count
        self.tally = replace(tally, nulls=nulls, looked_at=tally.looked_at + looked_at)


def tally_column(
    database: Database,
    question: RowQuestion,
    column: str,
    order: RowOrder | None,
    cancel: CancelToken,
    told: Callable[[int], None] | None = None,
    *,
    blind: bool = False,
    limit_s: float = LIMIT_S,
    most_rows: int = MOST_ROWS,
) -> ColumnTally:
    """Look at a column of the rows of a question, filters heeded; ``told`` hears how many rows were looked at.

    ``order``: the rows as they were found, so that a filter need not be looked for again. ``blind``: no value is read,
    for a column that is secret; its types are counted alone.
    Raises what reading raises, Cancelled.
    """
    started = time.monotonic()
    kept = _Kept(ColumnTally(column))
    question = replace(question, sort=None)
    counting = _Counting(quoting.name(column), blind)
    if question.addressing == "place":
        _places(database, question, counting, kept, cancel, limit_s)
    elif question.conditions and isinstance(order, RowidList) and order.exact:
        _listed(database, question, counting, order, kept, cancel, told, started + limit_s, most_rows)
    else:
        _ranges(database, question, counting, kept, cancel, told, started + limit_s, most_rows)
    return replace(kept.tally, seconds=time.monotonic() - started)


def _places(
    database: Database, question: RowQuestion, counting: _Counting, kept: _Kept, cancel: CancelToken, limit_s: float
) -> None:
    condition = f" WHERE {question.where}" if question.where else ""
    inner = f"SELECT {counting.name} FROM {question.source}{condition} LIMIT {_PLACES + 1}"
    sql = counting.sql(f"({inner})")

    def work(reader: Reader) -> tuple[tuple[Value, ...], ...] | None:
        try:
            return reader.user_rows(sql, question.params, limit=_PLACES + 9, time_limit_s=limit_s).rows
        except TimeLimitReached:
            return None

    rows = database.read(work, cancel)
    if rows is None:
        kept.tally = replace(kept.tally, why=f"its rows are computed, and {limit_s:g} s were not enough for them")
        return
    kept.add(rows, sum(int(row[-1]) for row in rows if isinstance(row[-1], int)))
    whole = kept.tally.looked_at <= _PLACES
    kept.tally = replace(kept.tally, whole=whole, why="" if whole else f"{_PLACES:,} rows")


def _listed(
    database: Database,
    question: RowQuestion,
    counting: _Counting,
    order: RowidList,
    kept: _Kept,
    cancel: CancelToken,
    told: Callable[[int], None] | None,
    ends: float,
    most_rows: int,
) -> None:
    """The rows that a filter found: by their rowids, as they are in the table now."""
    import json

    where = f"{question.keys[0]} IN (SELECT value FROM json_each(?)) AND {question.where}"
    sql = counting.sql(f"{question.source} WHERE {where}")
    start, size = 0, _FIRST
    while start < order.total:
        began = time.monotonic()
        asked = order.rowids[start : min(start + size, most_rows)].tolist()
        rows = database.read(partial(_rows_of, sql=sql, params=(json.dumps(asked), *question.params)), cancel)
        kept.add(rows, len(asked))
        start += len(asked)
        if told is not None:
            told(start)
        if start < order.total and (why := _ended(kept, ends, start, most_rows)):
            kept.tally = replace(kept.tally, why=why)
            return
        size = _next_size(size, began)
    kept.tally = replace(kept.tally, whole=True)


def _ranges(
    database: Database,
    question: RowQuestion,
    counting: _Counting,
    kept: _Kept,
    cancel: CancelToken,
    told: Callable[[int], None] | None,
    ends: float,
    most_rows: int,
) -> None:
    """The table from its first key on."""
    after: RowKey | None = None
    size = _FIRST
    while True:
        began = time.monotonic()
        size = min(size, most_rows - kept.tally.looked_at)
        work = partial(_range, question=question, counting=counting, after=after, size=size)
        after, rows, seen = database.read(work, cancel)
        kept.add(rows, seen)
        if told is not None:
            told(kept.tally.looked_at)
        if after is None:
            kept.tally = replace(kept.tally, whole=True)
            return
        if why := _ended(kept, ends, kept.tally.looked_at, most_rows):
            kept.tally = replace(kept.tally, why=why)
            return
        size = _next_size(size, began)


def _range(
    reader: Reader, question: RowQuestion, counting: _Counting, after: RowKey | None, size: int
) -> tuple[RowKey | None, tuple[tuple[Value, ...], ...], int]:
    """The key behind which the next range begins (None at the end), what this one holds, how many rows it has."""
    order = KeyOrder(question)
    where, params = order.beyond(after)
    last = read_cells(reader, question.table, (), where, params, order.key_order(), limit=2, offset=size - 1)
    terms = [where] if where else []
    bound: list[Bindable] = [*params]
    if last:
        until, until_params = order.up_to(last[0][0])
        terms.append(until)
        bound += until_params
    seen = size
    if not last:
        condition = f" WHERE {' AND '.join(terms)}" if terms else ""
        counted = reader.value(f"SELECT count(*) FROM {question.source}{condition}", tuple(bound))
        seen = counted if isinstance(counted, int) else 0
    if question.where:
        terms.append(question.where)
        bound += question.params
    condition = f" WHERE {' AND '.join(terms)}" if terms else ""
    sql = counting.sql(question.source + condition)
    # a second row behind the last one: there is more
    return (last[0][0] if len(last) > 1 else None), _rows_of(reader, sql, tuple(bound)), seen


def _rows_of(reader: Reader, sql: str, params: tuple[Bindable, ...]) -> tuple[tuple[Value, ...], ...]:
    return reader.rows(sql, params).rows


def _ended(kept: _Kept, ends: float, looked_at: int, most_rows: int) -> str:
    if looked_at >= most_rows:
        return f"{most_rows:,} rows"
    if kept.bytes > MOST_BYTES:
        return "too many different values"
    return "the time is up" if time.monotonic() >= ends else ""


def _next_size(size: int, began: float) -> int:
    took = max(0.001, time.monotonic() - began)
    return int(min(_MOST, max(_FIRST, size * min(8.0, _AIM_S / took))))
