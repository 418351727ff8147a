"""Which entries of a full-text index match a query, how well, and in which columns each phrase of it stands?"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass

import apsw

from inspector.db.catalog import Table
from inspector.db.quoting import name, qualified
from inspector.db.reader import Reader

_WHERE = "inspector_phrase_columns"


@dataclass(frozen=True)
class FtsMatch:
    """One entry that matches."""

    rowid: int
    """Its number."""
    rank: float
    """bm25: smaller is better; 0 of FTS3 and FTS4, which do not rank."""
    columns: tuple[tuple[int, ...], ...] = ()
    """For each phrase the numbers of the columns that hold it; empty where that cannot be told."""


@dataclass(frozen=True)
class FtsAnswer:
    """What an index answers."""

    matches: tuple[FtsMatch, ...]
    """The entries, the best first; the newest first where nothing ranks."""
    phrases: tuple[tuple[str, ...], ...] = ()
    """The tokens of each phrase of the query, as the index has them."""


def ask_index(reader: Reader, index: Table, query: str, limit: int) -> FtsAnswer:
    """The best ``limit`` matches. Raises SqlError where the query cannot be read."""
    assert index.fts is not None
    place, column = qualified(index.schema, index.name), name(index.name)
    if index.fts.version != 5:
        sql = f"SELECT rowid FROM {place} WHERE {column} MATCH ? ORDER BY rowid DESC LIMIT ?"
        found = reader.value_list(sql, (query, limit))
        return FtsAnswer(tuple(FtsMatch(rowid, 0.0) for rowid in found if isinstance(rowid, int)))
    told = _PhraseColumns()
    reader.on_connection(lambda connection: connection.register_fts5_function(_WHERE, told))
    try:
        sql = f"SELECT rowid, rank, {_WHERE}({column}) FROM {place} WHERE {column} MATCH ? ORDER BY rank LIMIT ?"
        rows = reader.rows(sql, (query, limit)).rows
    finally:
        # the connection outlives this question: what was told of it must not
        reader.on_connection(lambda connection: connection.register_fts5_function(_WHERE, _nothing))
    matches = [
        FtsMatch(rowid, float(rank), _read(where))
        for rowid, rank, where in rows
        if isinstance(rowid, int) and isinstance(rank, int | float)
    ]
    return FtsAnswer(tuple(matches), told.phrases)


def holds(reader: Reader, index: Table, query: str, rowid: int) -> bool:
    """Whether an entry matches a query."""
    place = qualified(index.schema, index.name)
    sql = f"SELECT 1 FROM {place} WHERE {name(index.name)} MATCH ? AND rowid = ?"
    return reader.value(sql, (query, rowid)) is not None


class _PhraseColumns:
    """The FTS5 function that tells the columns of each phrase, as text: ``0,2;1``."""

    def __init__(self) -> None:
        self.phrases: tuple[tuple[str, ...], ...] = ()

    def __call__(self, api: apsw.FTS5ExtensionApi, *_arguments: object) -> str:
        if not self.phrases:
            self.phrases = tuple(tuple(token or "" for token in phrase) for phrase in api.phrases)
        told: list[str] = []
        for number in range(api.phrase_count):
            columns: tuple[int, ...] = ()
            # an index with detail=none asks the row, which may be gone
            with contextlib.suppress(apsw.Error):
                columns = api.phrase_columns(number)
            told.append(",".join(map(str, columns)))
        return ";".join(told)


def _nothing(_api: apsw.FTS5ExtensionApi, *_arguments: object) -> None:
    return None


def _read(told: object) -> tuple[tuple[int, ...], ...]:
    if not isinstance(told, str) or not told.strip(";"):
        return ()
    return tuple(tuple(int(number) for number in part.split(",") if number) for part in told.split(";"))
