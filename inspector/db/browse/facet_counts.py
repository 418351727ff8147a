"""How many rows each group of a facet has: counted in short reads until a stated time is over, exact where it is not.

Where an index leads to the rows, or to the values, one statement counts them all. Else the table is gone through range
by range, and what was counted of it is told.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import get_args

from inspector.cancel import CancelToken
from inspector.db.browse.counting import BURST_MS, first_order
from inspector.db.browse.facet_sql import facet_sql
from inspector.db.browse.facets import Facet, FacetKey, Group, Step
from inspector.db.browse.filters import filtered_column
from inspector.db.browse.key_order import KeyOrder
from inspector.db.browse.planned import reads_by_index
from inspector.db.browse.question import RowQuestion
from inspector.db.cells import read_cells
from inspector.db.database import Database
from inspector.db.reader import Reader
from inspector.db.rows import RowKey
from inspector.db.values import Bindable, Value
from inspector.errors import TimeLimitReached

LIMIT_S = 1.0
"""Seconds that one facet may take."""
MOST_GROUPS = 20_000
"""Different values that are told apart."""
ENTRIES = 100
"""Groups that are handed over, the largest ones."""

_FIRST_RANGE, _MOST_RANGE = 20_000, 2_000_000
_AT_ONCE_S = 0.4
"""Seconds that one statement over everything may take before the ranges are tried."""
_SMALL = 60_000
"""Rows that are counted in one statement."""
_PLACES = 20_000
"""Rows of a view that are counted where the whole takes too long."""
_HOURLY, _DAYS, _MONTHS = 2, 62, 48
"""Days across which hours are listed; days, and months, that are listed one by one: more are put together."""


@dataclass(frozen=True)
class FacetCount:
    """One group."""

    key: FacetKey
    """Which."""
    rows: int
    """How many rows; of an array, each row once."""


@dataclass(frozen=True)
class FacetCounts:
    """A facet as far as it was counted."""

    facet: Facet
    """The facet."""
    entries: tuple[FacetCount, ...] = ()
    """The largest groups first; times the newest first."""
    groups: int = 0
    """How many groups there are."""
    looked_at: int = 0
    """Rows of the table that were looked at, whether a filter left them out or not."""
    total: int | None = None
    """Rows of the table; None where that is not known."""
    seconds: float = 0.0
    """How long it took."""
    exact: bool = False
    """Whether everything was counted."""
    why: str = ""
    """Why not, where time is not the reason."""
    step: Step = ""
    """Of times: how long the stretches are; empty for other facets."""


@dataclass(frozen=True)
class _Tally:
    """Groups of one statement."""

    groups: Counter[tuple[str, Value]]
    """(group, value) -> rows."""
    more: bool
    """Whether there are more than :data:`MOST_GROUPS`."""


def count_facet(
    database: Database, question: RowQuestion, facet: Facet, cancel: CancelToken, limit_s: float = LIMIT_S
) -> Iterator[FacetCounts]:
    """The groups of a facet among the rows of a question, again and again as more is counted; the last one stands.

    Raises what reading raises, InvalidInput, Cancelled.
    """
    started = time.monotonic()
    last = None
    for last in _count(database, question, facet, cancel, limit_s):
        yield last
    left = limit_s - (time.monotonic() - started)
    if last is None or facet.kind != "time" or facet.step or not last.exact or left <= 0:
        return
    if last.step == "day" and 0 < _days_across(last) <= _HOURLY:
        for hours in _count(database, question, replace(facet, step="hour"), cancel, left):
            if hours.exact:
                yield replace(hours, facet=facet, seconds=time.monotonic() - started)


def _count(
    database: Database, question: RowQuestion, facet: Facet, cancel: CancelToken, limit_s: float
) -> Iterator[FacetCounts]:
    filtered_column(question.table, facet.column)
    started = time.monotonic()
    question = replace(question, sort=None)
    about = database.read(lambda reader: _about(reader, question), cancel)
    whole = database.read(partial(_at_once, question=question, facet=facet, about=about), cancel)
    if whole is not None and not whole.more:
        total = about.total if about.exact else None
        yield _counts(facet, whole.groups, None, total, started, exact=True)
    elif question.addressing == "place":
        part = database.read(partial(_first_places, question=question, facet=facet, seconds=limit_s), cancel)
        why = "" if part is not None else "even a part of it took too long"
        looked = _PLACES if part is not None else 0
        groups = part.groups if part is not None else Counter()
        yield _counts(facet, groups, looked, None, started, exact=False, why=why)
    else:
        yield from _by_ranges(database, question, facet, about.total, cancel, started, limit_s)


def _about(reader: Reader, question: RowQuestion) -> KeyOrder:
    return first_order(reader, RowQuestion(question.table))


def _at_once(reader: Reader, question: RowQuestion, facet: Facet, about: KeyOrder) -> _Tally | None:
    """One statement over all rows, where it promises to be quick; None where it does not, or was not."""
    small = question.addressing != "place" and about.total <= _SMALL and (about.exact or about.estimate is not None)
    small = small or question.addressing == "place"
    if not small and not (reads_by_index(reader, question) if question.conditions else _has_index(question, facet)):
        return None
    try:
        return _tally(reader, question, facet, "", (), _AT_ONCE_S)
    except TimeLimitReached:
        return None


def _has_index(question: RowQuestion, facet: Facet) -> bool:
    wanted = facet.column.lower()
    return facet.kind == "value" and any(
        index.columns[:1] and index.columns[0].lower() == wanted and not index.partial
        for index in question.table.indexes
    )


def _first_places(reader: Reader, question: RowQuestion, facet: Facet, seconds: float) -> _Tally | None:
    try:
        return _tally(reader, question, facet, "", (), max(0.05, seconds - _AT_ONCE_S), limit=_PLACES)
    except TimeLimitReached:
        return None


def _by_ranges(
    database: Database,
    question: RowQuestion,
    facet: Facet,
    total: int,
    cancel: CancelToken,
    started: float,
    limit_s: float,
) -> Iterator[FacetCounts]:
    groups: Counter[tuple[str, Value]] = Counter()
    after: RowKey | None = None
    rows, looked = _FIRST_RANGE, 0
    while True:
        began = time.monotonic()
        work = partial(_range, question=question, facet=facet, after=after, rows=rows)
        after, part, seen = database.read(work, cancel)
        looked += seen
        groups.update(part.groups)
        now = time.monotonic()
        if after is None:
            yield _counts(facet, groups, looked, looked, started, exact=not part.more)
            return
        total = max(total, looked)
        if part.more or len(groups) > MOST_GROUPS:
            why = f"there are more than {MOST_GROUPS:,} different values"
            yield _counts(facet, groups, looked, total, started, exact=False, why=why)
            return
        if now - started >= limit_s:
            yield _counts(facet, groups, looked, total, started, exact=False)
            return
        yield _counts(facet, groups, looked, total, started, exact=False)
        took_ms = max(1.0, (now - began) * 1000)
        rows = int(min(_MOST_RANGE, max(_FIRST_RANGE, rows * min(4.0, BURST_MS / took_ms))))


def _range(
    reader: Reader, question: RowQuestion, facet: Facet, after: RowKey | None, rows: int
) -> tuple[RowKey | None, _Tally, int]:
    """The key that the next range begins behind (None at the end), the groups of this one, how many rows it has."""
    order = KeyOrder(question)
    where, params = order.beyond(after)
    by = order.key_order()
    last = read_cells(reader, question.table, (), where, params, by, limit=1, offset=rows - 1)
    terms, bound = ([where], [*params]) if where else ([], [])
    if last:
        until, until_params = order.up_to(last[0][0])
        terms.append(until)
        bound += until_params
    span = " AND ".join(terms)
    tally = _tally(reader, question, facet, span, tuple(bound), None)
    if last:
        return last[0][0], tally, rows
    rest = reader.value(f"SELECT count(*) FROM {question.source}" + (f" WHERE {span}" if span else ""), tuple(bound))
    return None, tally, int(rest) if isinstance(rest, int) else 0


def _tally(
    reader: Reader,
    question: RowQuestion,
    facet: Facet,
    span: str,
    params: tuple[Bindable, ...],
    seconds: float | None,
    limit: int | None = None,
) -> _Tally:
    """The groups of some rows. Raises TimeLimitReached."""
    sql, bound = facet_sql(question, facet, span, params, limit)
    if seconds is None:
        found = reader.rows(sql, bound, limit=MOST_GROUPS)
    else:
        found = reader.user_rows(sql, bound, limit=MOST_GROUPS, time_limit_s=seconds)
    groups: Counter[tuple[str, Value]] = Counter()
    for group, value, count in found.rows:
        assert isinstance(count, int)
        groups[str(group), value] += count
    return _Tally(groups, found.truncated)


def _counts(
    facet: Facet,
    groups: Counter[tuple[str, Value]],
    looked: int | None,
    total: int | None,
    started: float,
    *,
    exact: bool,
    why: str = "",
) -> FacetCounts:
    found = [FacetCount(_key(group, value), rows) for (group, value), rows in groups.items()]
    entries, step = _times(found, facet.step) if facet.kind == "time" else (sorted(found, key=_by_size), "")
    seen = looked if looked is not None else sum(groups.values())
    seconds = time.monotonic() - started
    return FacetCounts(facet, tuple(entries[:ENTRIES]), len(entries), seen, total, seconds, exact, why, step)


def _key(group: str, value: Value) -> FacetKey:
    known = group if group in get_args(Group) else "other"
    return FacetKey(known, value if known == "value" else None)  # type: ignore[arg-type]  # one of the groups


def _by_size(entry: FacetCount) -> tuple[int, bool, float, str]:
    """The largest first; of the same size numbers in their order, then texts in theirs."""
    value = entry.key.value
    number = isinstance(value, int | float)
    return -entry.rows, not number, float(value) if isinstance(value, int | float) else 0.0, str(value)


def _times(found: list[FacetCount], step: Step) -> tuple[list[FacetCount], Step]:
    """Stretches of time, the newest first, and how long they are; without a step days, or the months or years they are
    put together to. What is no time stands behind them.
    """
    dated = Counter({str(entry.key.value): entry.rows for entry in found if entry.key.group == "value"})
    rest = sorted((entry for entry in found if entry.key.group != "value"), key=_by_size)
    told: Step = step or "day"
    if not step and len(dated) > _DAYS:
        dated, told = _shortened(dated, 7), "month"
        if len(dated) > _MONTHS:
            dated, told = _shortened(dated, 4), "year"
    return [FacetCount(FacetKey("value", at), dated[at]) for at in sorted(dated, reverse=True)] + rest, told


def _days_across(counts: FacetCounts) -> int:
    """How many days lie from the first to the last; 0 for no time at all."""
    days = sorted(str(entry.key.value) for entry in counts.entries if entry.key.group == "value")
    try:
        return (date.fromisoformat(days[-1]) - date.fromisoformat(days[0])).days + 1 if days else 0
    except ValueError:
        # a year that no calendar here has
        return len(days)


def _shortened(dated: Counter[str], length: int) -> Counter[str]:
    found: Counter[str] = Counter()
    for at, rows in dated.items():
        found[at[:length]] += rows
    return found
