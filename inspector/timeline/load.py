"""How do rows become a timeline? Each SELECT is read, bounded, its texts masked, its times made instants."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from inspector.cancel import CancelToken
from inspector.db.catalog import Catalog, Table
from inspector.db.reader import Reader
from inspector.db.rows import RowKey, Rows
from inspector.db.values import BadText, Bindable, Large, Value
from inspector.redaction import Redactor
from inspector.timeline.merging import in_order, merged
from inspector.timeline.moments import I64, UNKNOWN, Bytes, read_moments
from inspector.timeline.source import ENTRY_LIMIT, Cells, TimelineQuery, TimelineSource
from inspector.timeline.timeline import Objects, Timeline, coded, linked, objects, timeline_of

CELL = 4_000
"""Characters of a cell from which title and text are made."""
WHOLE = 40_000
"""Characters of a cell from which the whole text of an entry is made."""
_PIECE = 5_000
"""Rows that are divided into columns at once."""
_CHECKED = 500
"""Entries that are made between two looks at the token."""
SHORT = 600
"""Characters of the short text of an entry."""


@dataclass(frozen=True)
class Reading:
    """What a reading of timelines is told."""

    path: str
    """Path of the source, for the links of its entries."""
    redactor: Redactor
    """Hides secrets."""
    given: Mapping[str, Bindable]
    """``now``, ``now_ms`` and ``now_s``."""
    state_of: Callable[[str], str]
    """The state that a stored status means."""
    limit: int = ENTRY_LIMIT
    """Entries of one SELECT, the newest."""
    lane: str = ""
    """In place of the lanes of the SELECTs."""


def load_timeline(reader: Reader, catalog: Catalog, source: TimelineSource, reading: Reading) -> Timeline:
    """The entries of a source in the order of time. Raises SqlError, FileDamaged, FileBusy, Cancelled."""
    queries = [query for one in source.queries if (query := one.fitting(catalog)) is not None]
    parts = [load_query(reader, catalog, query, reading) for query in queries]
    whole = merged(parts) if parts else timeline_of(())
    return replace(whole, icons=source.icons)


def load_query(reader: Reader, catalog: Catalog, query: TimelineQuery, reading: Reading) -> Timeline:
    """The entries of one SELECT."""
    sql = f"SELECT * FROM ({query.sql}) ORDER BY {query.newest} DESC LIMIT {reading.limit + 1}"
    found = reader.rows(sql, reading.given, cell_limit=CELL)
    total = len(found)
    if total > reading.limit:
        count = reader.value(query.count or f"SELECT count(*) FROM ({query.sql})", reading.given)
        total = count if isinstance(count, int) else total
        found = replace(found, rows=found.rows[: reading.limit])
    # read from the newest on, told from the oldest on
    columns = _Columns(replace(found, rows=found.rows[::-1]), query.table, reading)
    return _made(columns, query, catalog.table(query.table), reading, total, reader.cancel)


def whole_texts(reader: Reader, query: TimelineQuery, keys: Sequence[RowKey], reading: Reading) -> dict[RowKey, str]:
    """The whole texts of some entries, by the keys of their rows; masked."""
    made = {}
    for key in keys:
        names = ["key", *(f"key{place}" for place in range(2, len(key) + 1))]
        given = dict(reading.given)
        given |= {f"k{place}": _bindable(part) for place, part in enumerate(key)}
        where = " AND ".join(f"{column} IS :k{place}" for place, column in enumerate(names))
        found = reader.rows(f"SELECT * FROM ({query.sql}) WHERE {where}", given, limit=1, cell_limit=WHOLE)
        if found.rows:
            columns = _Columns(found, query.table, reading)
            cells = columns.cells(0)
            made[key] = reading.redactor.text(query.whole(cells) if query.whole is not None else cells.get("text", ""))
    return made


class _Columns:
    """The cells of a result by column, masked as they may be shown."""

    def __init__(self, rows: Rows, table: str, reading: Reading) -> None:
        self.redactor, self._table = reading.redactor, table
        self.names = [column.lower() for column in rows.names]
        self.count = len(rows)
        given: list[list[Value]] = [[] for _ in self.names]
        # in pieces: whoever waits for the interpreter waits for one of them
        for start in range(0, len(rows), _PIECE):
            for column, more in zip(given, zip(*rows.rows[start : start + _PIECE], strict=True), strict=True):
                column.extend(more)
        self._columns = dict(zip(self.names, given, strict=True))
        self._texts: dict[str, list[str | None]] = {}

    def values(self, column: str) -> Sequence[Value] | None:
        """Cells as they are stored; None where there is no such column."""
        return self._columns.get(column)

    def texts(self, column: str) -> list[str | None]:
        """Cells as text, masked; None for NULL."""
        if column not in self._texts:
            self._texts[column] = self._masked(column)
        return self._texts[column]

    def words(self, column: str, otherwise: str) -> list[str]:
        """Cells that are one of few words; masked."""
        if column not in self._columns:
            return [otherwise] * self.count
        said = {value: _text(value) or "" for value in set(self._columns[column])}
        masked = dict(zip(said, self.redactor.texts(said.values()), strict=True))
        return [masked[value] for value in self._columns[column]]

    def cells(self, row: int) -> dict[str, str]:
        """The cells of a row, those of keys left out."""
        found = {}
        for column in self.names:
            if not _is_key(column):
                text = self.texts(column)[row]
                if text is not None:
                    found[column] = text
        return found

    def keys(self) -> list[RowKey | None]:
        """The keys of the rows."""
        names = sorted((one for one in self.names if _is_key(one)), key=lambda one: (len(one), one))
        if not names:
            return [None] * self.count
        keys = list(zip(*(self._columns[one] for one in names), strict=True))
        return [None if all(part is None for part in key) else key for key in keys]

    def _masked(self, column: str) -> list[str | None]:
        """A cell is masked here where the name of something in it makes that a secret: that name may be left out of
        what is told. All other secrets are known by their form, and masked in what is told: that is shorter."""
        given = [_text(value) for value in self._columns[column]]
        redactor = self.redactor
        if redactor.is_whole(self._table, column):
            return [None if one is None else redactor.cell(one, self._table, column) for one in given]
        return [redactor.text(one) if one is not None and redactor.names_secrets(one) else one for one in given]


def _made(
    columns: _Columns, query: TimelineQuery, table: Table | None, reading: Reading, total: int, cancel: CancelToken
) -> Timeline:
    count = columns.count
    stored = columns.values("at") or [None] * count
    moments, forms = read_moments(stored)
    numbers = columns.values("seq")
    sequences = np.arange(count, dtype=np.int64)
    numbered = np.zeros(count, bool)
    if numbers is not None:
        numbered = np.fromiter((type(n) is int for n in numbers), bool, count)
        sequences = np.fromiter((n if isinstance(n, int) else 0 for n in numbers), np.int64, count)
    titles, texts = _told(columns, query, cancel)
    statuses = coded(columns.words("status", ""))
    flags, flag_names = _flags(columns)
    unread = [_text(stored[place]) or "" if moments[place] == UNKNOWN else "" for place in range(count)]
    lanes = [reading.lane] * count if reading.lane else columns.words("lane", query.lane)
    return in_order(
        Timeline(
            moments,
            forms,
            moments,
            sequences,
            numbered,
            coded(columns.words("kind", query.kind)),
            coded(lanes),
            statuses,
            flags,
            flag_names,
            _spans(columns, moments),
            _depths(columns),
            titles,
            texts,
            linked(reading.path, table.schema if table is not None else "main", query.table, columns.keys()),
            objects(reading.redactor.texts(unread), count),
            total,
            states={status: reading.state_of(status) for status in statuses.names if status},
        )
    )


def _told(columns: _Columns, query: TimelineQuery, cancel: CancelToken) -> tuple[Objects, Objects]:
    count = columns.count
    if query.tell is None:
        titles = [text or "" for text in columns.texts("title")] if "title" in columns.names else [""] * count
        texts = [text or "" for text in columns.texts("text")] if "text" in columns.names else [""] * count
    else:
        names = [one for one in columns.names if not _is_key(one)]
        given = [columns.texts(one) for one in names]
        told = []
        for place, row in enumerate(zip(*given, strict=True)):
            if place % _CHECKED == 0:
                cancel.check()
            told.append(query.tell(_there(names, row)))
        titles, texts = [pair[0] for pair in told], [pair[1] for pair in told]
    redact = columns.redactor.texts
    return objects(redact(titles), count), objects((text[:SHORT] for text in redact(texts)), count)


def _there(names: Sequence[str], row: Sequence[str | None]) -> Cells:
    return {one: text for one, text in zip(names, row, strict=True) if text is not None}


def _flags(columns: _Columns) -> tuple[I64, tuple[str, ...]]:
    names: dict[str, int] = {}
    bits = {}
    words = columns.words("flags", "")
    for text in set(words):
        bits[text] = sum(1 << names.setdefault(word, len(names)) for word in sorted(set(text.split())))
    return np.fromiter((bits[text] for text in words), np.int64, columns.count), tuple(names)


def _spans(columns: _Columns, moments: I64) -> I64:
    count = columns.count
    spans = np.full(count, -1, np.int64)
    until, lengths = columns.values("until"), columns.values("span_ms")
    if until is not None:
        ends, _ = read_moments(until)
        both = (ends != UNKNOWN) & (moments != UNKNOWN)
        spans[both] = np.maximum(ends[both] - moments[both], 0)
    if lengths is not None:
        for place, length in enumerate(lengths):
            if isinstance(length, int | float) and 0 <= length < 1e12:
                spans[place] = round(length * 1000)
    return spans


def _depths(columns: _Columns) -> Bytes:
    given = columns.values("depth")
    if given is None:
        return np.zeros(columns.count, np.uint8)
    return np.fromiter((min(255, max(0, d)) if isinstance(d, int) else 0 for d in given), np.uint8, columns.count)


def _bindable(part: Value) -> Bindable:
    if isinstance(part, BadText):
        return part.raw
    return None if isinstance(part, Large) else part


def _is_key(column: str) -> bool:
    return column == "key" or (column.startswith("key") and column[3:].isdigit())


def _text(value: Value) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, Large):
        return str(value.prefix) if not isinstance(value.prefix, bytes) else f"({value.length:,} bytes)"
    return f"({len(value):,} bytes)" if isinstance(value, bytes) else str(value)
