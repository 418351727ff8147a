"""Which words does an index have, in how many rows each, and which has it of one row? Asked without writing to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from inspector.db.catalog import Table
from inspector.db.quoting import literal, name
from inspector.db.reader import Reader

_WORDS = "inspector_words"
_LAST = "\U0010ffff"


class Vocabulary:
    """The tokens of one index."""

    def __init__(self, reader: Reader, index: Table) -> None:
        assert index.fts is not None
        self._reader = reader
        self._version = index.fts.version
        if self._version == 5:
            where = f"{literal(index.schema)}, {literal(index.name)}"
            self._make("row", f"fts5vocab({where}, 'row')")
            self._make("instance", f"fts5vocab({where}, 'instance')")
            self._rows = f"SELECT term, doc FROM temp.{_WORDS}_row WHERE 1"
        else:
            # this module does not take the schema out of quotes
            self._make("row", f"fts4aux({index.schema}, {name(index.name)})")
            self._rows = f"SELECT term, documents FROM temp.{_WORDS}_row WHERE col = '*'"

    def rows_with(self, token: str) -> int:
        """In how many rows a token stands."""
        found = self._reader.rows(f"{self._rows} AND term = ?", (token,)).rows
        return found[0][1] if found and isinstance(found[0][1], int) else 0

    def words(self, beginning: str = "", *, limit: int) -> list[tuple[str, int]]:
        """Up to ``limit`` tokens that begin so, with the number of rows of each, in their order."""
        sql = f"{self._rows} AND term >= ? AND term < ? LIMIT ?"
        found = self._reader.rows(sql, (beginning, beginning + _LAST, limit)).rows
        return [(term, rows) for term, rows in found if isinstance(term, str) and isinstance(rows, int)]

    def of_row(self, number: int) -> dict[str, list[str]] | None:
        """The tokens of one row by column, in order; None where the index does not tell. Reads the whole index."""
        if self._version != 5:
            return None
        sql = f"SELECT col, term FROM temp.{_WORDS}_instance WHERE doc = ? ORDER BY col, offset"
        found: dict[str, list[str]] = {}
        for column, term in self._reader.rows(sql, (number,)):
            if column is None:
                return None  # detail=none does not keep columns
            found.setdefault(str(column), []).append(str(term))
        return found

    def drop(self) -> None:
        """Forget the tables in memory."""
        for kind in ("row", "instance"):
            self._reader.rows(f"DROP TABLE IF EXISTS temp.{_WORDS}_{kind}")

    def _make(self, kind: str, using: str) -> None:
        self._reader.rows(f"DROP TABLE IF EXISTS temp.{_WORDS}_{kind}")
        self._reader.rows(f"CREATE VIRTUAL TABLE temp.{_WORDS}_{kind} USING {using}")


@contextmanager
def vocabulary(reader: Reader, index: Table) -> Iterator[Vocabulary]:
    """The tokens of an index for the length of a block. Raises SqlError where the index cannot be read."""
    made = Vocabulary(reader, index)
    try:
        yield made
    finally:
        made.drop()
