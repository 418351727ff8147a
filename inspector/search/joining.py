"""To which rows do the matches of an index lead, and does each row really hold what was indexed?

An index that drifted from its table names numbers of other rows, or of none. So a match is believed only if its row
holds the text: compared with what the index keeps, or, where it keeps none, by indexing the row once more in memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from inspector.db.catalog import Table
from inspector.db.fts_fresh import fresh_index
from inspector.db.fts_match import FtsMatch
from inspector.db.quoting import name, names, qualified
from inspector.db.reader import Reader
from inspector.db.rows import RowKey, RowRef
from inspector.db.values import Bindable, Large, Value
from inspector.search.hit import Unjoined
from inspector.search.plan import AskedTerm, IndexPlan
from inspector.search.present import text_of
from inspector.search.question import Question
from inspector.search.row_place import row_place
from inspector.search.source import SearchSource
from inspector.search.why import PhraseMatch, Why

CELL_LIMIT = 20_000
"""Characters of a column that are read to make a snippet."""
_AT_ONCE = 500
"""Rows that are joined by one statement."""
_SHOWN = 200
"""Characters of what an index keeps that are shown."""


@dataclass(frozen=True)
class JoinedRow:
    """A match and its row."""

    match: FtsMatch
    """The match."""
    key: RowKey
    """What names the row."""
    values: dict[str, Value]
    """Its cells by column, long ones as their beginnings."""
    why: Why
    """Why it matches, without its place."""


@dataclass
class Joined:
    """What became of some matches."""

    rows: list[JoinedRow] = field(default_factory=list)
    """Those that lead to rows that hold what was asked for, in order."""
    unjoined: list[Unjoined] = field(default_factory=list)
    """Those that lead nowhere, or to rows with other text."""


@dataclass(frozen=True)
class _Row:
    key: RowKey
    values: dict[str, Value]
    kept: bool
    """Whether the filter keeps it."""


class Joining:
    """Joins the matches of one index."""

    def __init__(
        self,
        reader: Reader,
        index: Table,
        table: Table,
        source: SearchSource,
        question: Question,
        plan: IndexPlan,
        condition: str = "",
    ) -> None:
        assert index.fts is not None
        self._reader, self._index, self._table, self._fts = reader, index, table, index.fts
        self._source, self._question, self._plan, self._condition = source, question, plan, condition
        self._place = row_place(table, index.fts)
        self._asked, self._lost = plan.phrases, plan.lost
        terms = question.terms if plan.expert else tuple(asked.term for asked in plan.phrases)
        self._typed = tuple(term.text for term in terms)
        self._wanted = list(dict.fromkeys((*source.columns, *extra_columns(source))))

    def join(self, matches: Sequence[FtsMatch], phrases: Sequence[Sequence[str]]) -> Joined:
        """The rows of some matches; ``phrases`` are the tokens of the phrases of the query."""
        result = Joined()
        rowids = [match.rowid for match in matches]
        rows = self._rows(rowids)
        kept = self._fts.content == "own" and self._index.name != self._table.name
        stored = _Stored(self._reader, self._index, self._table, rowids) if kept else None
        doubtful: list[int] = []
        found: dict[tuple[tuple[int, ...], ...], tuple[PhraseMatch, ...]] = {}
        for match in matches:
            row = rows.get(match.rowid)
            if stored is not None and (row is None or not stored.is_of(match.rowid, row.values)):
                row = self._by_content(stored.whole(match.rowid))
            stands = found.get(match.columns)
            if stands is None:
                stands = found[match.columns] = self._found(match, phrases)
            why = Why(stands, index=self._index.name, rank=match.rank, tokenizer=self._fts.tokenizer)
            if row is None:
                result.unjoined.append(self._unjoined(match, why, rows.get(match.rowid), stored))
            elif row.kept and self._holds_lost(row.values):
                result.rows.append(JoinedRow(match, row.key, row.values, why))
                external = self._fts.content == "external" and self._index.name != self._table.name
                if external and not self._is_plain(row.values):
                    doubtful.append(match.rowid)
        self._drop_false(doubtful, rows, result)
        return result

    def _rows(self, rowids: Sequence[int]) -> dict[int, _Row]:
        if self._index.name == self._table.name and self._fts.content != "own":
            # no text is kept, or its table is gone: nothing can be read of an entry but its number
            return {rowid: _Row((rowid,), {}, True) for rowid in rowids}
        place, keys = self._place, self._place.keys
        kept = f"coalesce({self._condition}, 0)" if self._condition else "1"
        columns = (place.join, kept, *keys, *map(name, self._wanted))
        found: dict[int, _Row] = {}
        for number, keep, *rest in by_numbers(self._reader, self._table, columns, place.join, rowids):
            if isinstance(number, int):
                values = dict(zip(self._wanted, rest[len(keys) :], strict=True))
                found[number] = _Row(tuple(rest[: len(keys)]), values, bool(keep))
        return found

    def _by_content(self, indexed: Mapping[str, Value]) -> _Row | None:
        """The row that was indexed under another number, found by what was indexed of it."""
        table, place = self._table, self._place
        common: dict[str, Bindable] = {
            c: value for c, value in indexed.items() if table.column(c) is not None and isinstance(value, str) and value
        }
        if not common:
            return None
        where = " AND ".join(f"{name(column)} = ?" for column in common)
        kept = f"coalesce({self._condition}, 0)" if self._condition else "1"
        columns = ", ".join((kept, *place.keys, names(self._wanted) or "NULL"))
        sql = f"SELECT {columns} FROM {qualified(table.schema, table.name)} WHERE {where} LIMIT 1"
        found = self._reader.rows(sql, tuple(common.values()), cell_limit=CELL_LIMIT).rows
        if not found:
            return None
        keys = len(place.keys)
        values = dict(zip(self._wanted, found[0][1 + keys :], strict=False))
        return _Row(found[0][1 : 1 + keys], values, bool(found[0][0]))

    def _holds_lost(self, values: Mapping[str, Value]) -> bool:
        """Whether a row holds what the index cannot tell: it finds every "c" for C++. Cut cells may."""
        if not self._lost:
            return True
        texts = [(text_of(values.get(c)).casefold(), values.get(c)) for c in self._source.columns]
        return all(
            any(term.text.casefold() in text or isinstance(value, Large) for text, value in texts) is not term.exclude
            for term in self._lost
        )

    def _is_plain(self, values: Mapping[str, Value]) -> bool:
        """Whether the words stand in the row as they were typed: then no tokenizer need be asked."""
        if self._plan.expert or any(asked.term.exclude for asked in self._asked):
            return False
        texts = [text_of(values.get(column)) for column in self._fts.columns]
        return all(any(_stands(asked, text) for text in texts) for asked in self._asked)

    def _drop_false(self, doubtful: list[int], rows: Mapping[int, _Row], result: Joined) -> None:
        """Index the rows in doubt once more: those that do not match by what they hold now are no hits."""
        if not doubtful:
            return
        with fresh_index(self._reader, self._fts) as fresh:
            numbers = ", ".join(map(str, doubtful))
            fresh.fill(self._table, self._place.join, f"{self._place.join} IN ({numbers})")
            true = fresh.matches(self._plan.query)
        false = set(doubtful) - true
        for joined in [one for one in result.rows if one.match.rowid in false]:
            result.rows.remove(joined)
            result.unjoined.append(self._unjoined(joined.match, joined.why, rows.get(joined.match.rowid), None))

    def _found(self, match: FtsMatch, phrases: Sequence[Sequence[str]]) -> tuple[PhraseMatch, ...]:
        """What of the query stands where; the phrases of an expert query come in its order, those left out too."""
        found = []
        for number, columns in enumerate(match.columns):
            tokens = tuple(phrases[number]) if number < len(phrases) else ()
            known = len(self._typed) == len(match.columns)
            text = self._typed[number] if known else " ".join(tokens)
            where = tuple(self._fts.columns[c] for c in columns if c < len(self._fts.columns))
            if where:
                found.append(PhraseMatch(text, tokens, where))
        if not match.columns:
            found = [PhraseMatch(a.term.text, a.tokens) for a in self._asked if not a.term.exclude]
        return tuple(found)

    def _unjoined(self, match: FtsMatch, why: Why, row: _Row | None, stored: _Stored | None) -> Unjoined:
        table = self._table
        column, text = stored.first(match.rowid) if stored is not None else ("", "")
        return Unjoined(
            self._source.title,
            self._index.name,
            match.rowid,
            table.name,
            RowRef(table.schema, table.name, row.key) if row is not None else None,
            why,
            self._question.redactor.cell(text, table.name, column)[:_SHOWN],
        )


def extra_columns(source: SearchSource) -> tuple[str, ...]:
    """Columns that are read beside those that are searched."""
    return tuple(c for c in (source.title_column, source.type_column, source.time_column) if c)


def by_numbers(
    reader: Reader, table: Table, columns: Sequence[str], number: str, wanted: Sequence[int]
) -> Iterator[tuple[Value, ...]]:
    """These columns (as SQL) of the rows with these numbers, long cells as their beginnings."""
    for start in range(0, len(wanted), _AT_ONCE):
        part = wanted[start : start + _AT_ONCE]
        places = ", ".join("?" * len(part))
        sql = f"SELECT {', '.join(columns)} FROM {qualified(table.schema, table.name)} WHERE {number} IN ({places})"
        yield from reader.rows(sql, tuple(part), cell_limit=CELL_LIMIT)


class _Stored:
    """What an index with its own content holds of some rows: its first column at once, the rest of a row on demand."""

    def __init__(self, reader: Reader, index: Table, table: Table, rowids: Sequence[int]) -> None:
        assert index.fts is not None
        self._reader, self._index, self._columns = reader, index, index.fts.columns
        self._first = next((c for c in self._columns if table.column(c) is not None), "")
        columns = ("rowid", name(self._first)) if self._first else ("rowid", "NULL")
        self._titles = {row[0]: row[1] for row in by_numbers(reader, index, columns, "rowid", rowids)}

    def is_of(self, rowid: int, row: Mapping[str, Value]) -> bool:
        """Whether the row is the one that was indexed under this number: its first common column is equal."""
        return self._first not in row or (self._titles.get(rowid) or "") == (row[self._first] or "")

    def first(self, rowid: int) -> tuple[str, str]:
        """(column, text) of the first column that index and table have."""
        return self._first, text_of(self._titles.get(rowid))

    def whole(self, rowid: int) -> dict[str, Value]:
        """All that was indexed under a number."""
        columns = tuple(map(name, self._columns))
        rows = list(by_numbers(self._reader, self._index, columns, "rowid", (rowid,)))
        return dict(zip(self._columns, rows[0], strict=True)) if rows else {}


def _stands(asked: AskedTerm, text: str) -> bool:
    words = re.findall(r"\w+", asked.term.text)
    if not words:
        return False
    pattern = r"[\W_]+".join(re.escape(word) for word in words) + (r"\w*" if asked.term.prefix else "")
    return re.search(rf"\b{pattern}\b", text, re.IGNORECASE) is not None
