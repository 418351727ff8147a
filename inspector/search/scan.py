"""Looking through the text of a table where no index serves: bounded, exact, whatever characters are asked for.

Rows that an index should know and does not are also split by its tokenizer, so that they match as they would by it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from inspector.db.catalog import Catalog, FtsStructure, Table
from inspector.db.fts_fresh import FreshIndex, fresh_index
from inspector.db.quoting import names, qualified
from inspector.db.reader import Reader
from inspector.db.rows import RowKey, RowRef
from inspector.db.values import Large, Value
from inspector.search.beyond import parts_around
from inspector.search.filter_sql import filter_condition
from inspector.search.hit import After, Hit
from inspector.search.joining import CELL_LIMIT, extra_columns
from inspector.search.json_text import begins_like_json, matching_value
from inspector.search.plan import IndexPlan
from inspector.search.present import make_hit, text_of
from inspector.search.question import Question
from inspector.search.row_place import RowPlace, row_place
from inspector.search.scan_sql import Condition, looked_for
from inspector.search.snippet import marker
from inspector.search.source import SearchSource
from inspector.search.why import PhraseMatch, Why

TIME_LIMIT_S = 1.0
"""Seconds of scanning one source."""
CHUNK = 5_000
"""Rows looked through by one statement."""
_SPLIT_CHUNK = 1_000
"""Rows that are split by a tokenizer at once."""


@dataclass(frozen=True)
class Scope:
    """Which rows are looked at."""

    why: str = ""
    """Why they are looked through."""
    missing: str = ""
    """A condition, as SQL, that holds for the rows that the index does not hold as they are; empty without an index."""
    all: bool = True
    """Whether all rows are looked at, not only the missing ones."""
    structure: FtsStructure | None = None
    """How the index is built that does not know them."""
    plan: IndexPlan = field(default_factory=IndexPlan)
    """What the index was asked."""


@dataclass
class ScanResult:
    """What the scan gave."""

    hits: list[Hit] = field(default_factory=list)
    """Rows that hold the terms."""
    more: bool = False
    """Whether there are or may be more."""
    note: str = ""
    """What was not looked through."""
    below: int | None = None
    """Where to go on, below this number."""


def search_by_scan(
    reader: Reader,
    catalog: Catalog,
    source: SearchSource,
    question: Question,
    scope: Scope,
    *,
    after: After,
    limit: int,
    time_limit_s: float | None = TIME_LIMIT_S,
    looked: Callable[[int], None] = lambda _rows: None,
) -> ScanResult:
    """Up to ``limit`` rows of ``source.table`` whose text columns hold every term, the newest first.

    ``after``: rows that are hits already, and where an earlier look ended. ``looked`` is told the rows looked at.
    """
    table = catalog.table(source.table, source.schema or None)
    columns = question.searchable(source.table, source.columns)
    condition = filter_condition(table, source, question.filter) if table is not None else "0"
    if table is None or condition == "0" or not (columns or scope.structure):
        return ScanResult()
    scan = _Scan(reader, table, source, columns, question, scope, condition or "1", after, limit, time_limit_s, looked)
    if scope.structure is None or not scope.missing:
        scan.run(None)
    else:
        with fresh_index(reader, scope.structure) as fresh:
            scan.run(fresh)
    return scan.result


@dataclass(frozen=True)
class _Batch:
    """Matches among some thousand rows."""

    rows: list[tuple[RowKey, int | None, dict[str, Value]]]
    """(key, number, values by column) of each."""
    looked_at: int
    """Rows that were looked at so far."""
    last: bool
    """Whether no rows are left."""
    lowest: int | None = None
    """The lowest number that was looked at."""


@dataclass
class _Scan:
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
    scope: Scope
    """Which rows are looked at."""
    condition: str
    """Which rows may be hits."""
    after: After
    """What was given before."""
    limit: int
    """Hits that are wanted."""
    time_limit_s: float | None
    """Seconds that it may take; None for as long as it takes."""
    looked: Callable[[int], None]
    """Is told how many rows were looked at."""
    result: ScanResult = field(default_factory=ScanResult)
    """What is found."""

    def run(self, fresh: FreshIndex | None) -> None:
        """Look until there are enough hits, no rows, or no time."""
        started, seen = time.monotonic(), set(self.after.refs)
        for batch in self._batches(fresh):
            self.looked(batch.looked_at)
            for key, number, values in batch.rows:
                ref = RowRef(self.table.schema, self.table.name, key)
                if key and (ref in seen or not self._is_read(values)):
                    continue
                if len(self.result.hits) == self.limit:
                    self.result.more = True
                    return
                seen.add(ref)
                self.result.hits.append(self._hit(key, values))
                self.result.below = number
            self.result.below = batch.lowest
            if batch.last:
                return
            if self.time_limit_s is not None and time.monotonic() - started > self.time_limit_s:
                self.result.more = True
                rows = "the newest" if self.after.below is None else "the next"
                self.result.note = f"only {rows} {batch.looked_at:,} rows of {self.table.name} were looked through"
                return

    def _is_read(self, values: Mapping[str, Value]) -> bool:
        """Rows that an index should know are taken as it takes them: names of JSON members are words to it."""
        return self.scope.structure is not None or _is_read(values, self.columns, self.question)

    def _hit(self, key: RowKey, values: dict[str, Value]) -> Hit:
        around = parts_around(self.reader, self.table, key, values, self.columns, self.question)
        place = self.after.scanned + len(self.result.hits) + 1
        because = Why(self._phrases(values), scan=self.scope.why, rank=0.0, place=place)
        return make_hit(
            self.source,
            self.table,
            key,
            values,
            self.question,
            rank=float(place - 1),
            via="scan",
            why=self.scope.why,
            around=around,
            because=because,
        )

    def _phrases(self, values: Mapping[str, Value]) -> tuple[PhraseMatch, ...]:
        tokens = {asked.term: asked.tokens for asked in self.scope.plan.terms}
        found = []
        for term in self.question.wanted:
            pattern = marker((term,), inside=True)
            columns = tuple(c for c in self.columns if pattern and pattern.search(text_of(values.get(c))))
            found.append(PhraseMatch(term.text, tokens.get(term, ()), columns))
        return tuple(found)

    # --- reading ---

    def _batches(self, fresh: FreshIndex | None) -> Iterator[_Batch]:
        """Batches by number; a view or a table WITHOUT ROWID in one."""
        place = row_place(self.table, self.scope.structure)
        if not place.number:
            condition = looked_for(self.columns, self.question.terms)
            limit = self.limit + len(self.after.refs) + 1
            found = self._rows(place, condition, "", limit)
            if not place.keys:
                # rows without a key are told apart by their place alone
                found = found[self.after.scanned :]
            yield _Batch(found, 0, last=True)
            return
        scoped = self.condition if self.scope.all else f"({self.condition}) AND ({self.scope.missing})"
        yield from self._by_number(place, scoped, fresh)

    def _by_number(self, place: RowPlace, scoped: str, fresh: FreshIndex | None) -> Iterator[_Batch]:
        where = qualified(self.table.schema, self.table.name)
        number, below, looked_at = place.number, self.after.below, 0
        limit = self.limit + len(self.after.refs) + 1
        chunk = _SPLIT_CHUNK if fresh is not None and not self.scope.all else CHUNK
        while True:
            self.reader.cancel.check()
            bound = "1" if below is None else f"{number} < {below}"
            walked = bound if self.scope.all else f"{bound} AND ({self.scope.missing})"
            newest = f"SELECT {number} AS r FROM {where} WHERE {walked} ORDER BY {number} DESC LIMIT {chunk}"
            count, low = self.reader.rows(f"SELECT count(*), min(r) FROM ({newest})").rows[0]
            if not isinstance(low, int) or not isinstance(count, int):
                return
            part = f"{scoped} AND {number} >= {low} AND {bound}"
            if fresh is not None:
                fresh.fill(self.table, number, f"{number} >= {low} AND {bound} AND ({self.scope.missing})")
            condition = looked_for(
                self.columns, self.question.terms, self.scope.plan, fresh, number, missing_only=not self.scope.all
            )
            found = self._rows(
                place, condition, f"{part} ORDER BY {number} DESC", self.limit + len(self.after.refs) + 1
            )
            looked_at += count
            # the statement ended at its limit: the next one begins where it did
            ended = found[-1][1] if len(found) == limit else None
            low = low if ended is None else ended
            last = count < chunk and ended is None
            yield _Batch(found, looked_at, last, low)
            if last:
                return
            below = low

    def _rows(
        self, place: RowPlace, condition: Condition, tail: str, limit: int
    ) -> list[tuple[RowKey, int | None, dict[str, Value]]]:
        wanted = list(dict.fromkeys((*self.columns, *extra_columns(self.source))))
        where = qualified(self.table.schema, self.table.name)
        keys, columns = place.keys, [names(wanted)] if wanted else []
        selected = ", ".join([place.number or "NULL", *keys, *columns])
        sql = f"SELECT {selected} FROM {where} WHERE {condition.sql} AND {tail or f'({self.condition})'} LIMIT {limit}"
        found = []
        for number, *rest in self.reader.rows(sql, condition.values, cell_limit=CELL_LIMIT):
            values = dict(zip(wanted, rest[len(keys) :], strict=True))
            found.append((tuple(rest[: len(keys)]), number if isinstance(number, int) else None, values))
        return found


def _is_read(values: Mapping[str, Value], columns: tuple[str, ...], question: Question) -> bool:
    """Whether each term stands in what a person reads of a row: not only in the keys of JSON."""
    cells = [(text_of(values.get(column)), values.get(column)) for column in columns]
    jsons = [text for text, value in cells if begins_like_json(text) and not isinstance(value, Large)]
    if not jsons or question.expert:
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
