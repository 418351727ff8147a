"""Rows indexed once more, in memory and by the tokenizer of their index: what would it find, had it known them?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from inspector.db.catalog import FtsStructure, Table
from inspector.db.quoting import literal, name, names, qualified
from inspector.db.reader import Reader
from inspector.db.values import Bindable

_FRESH = "inspector_fresh_rows"


class FreshIndex:
    """An index in memory, with the columns and the tokenizer of another."""

    def __init__(self, reader: Reader, structure: FtsStructure) -> None:
        self._reader = reader
        self._fts = structure

    @property
    def matching(self) -> str:
        """A subquery, with one parameter, of the numbers of the rows that match."""
        return f"(SELECT rowid FROM temp.{_FRESH} WHERE {_FRESH} MATCH ?)"

    def fill(self, table: Table, place: str, condition: str, values: tuple[Bindable, ...] = ()) -> None:
        """Index the rows of a table for which a condition holds, and no others; ``place`` is their number, as SQL."""
        self._make()
        columns = self._fts.columns
        texts = ", ".join(name(column) if table.column(column) is not None else "NULL" for column in columns)
        number = "rowid" if self._fts.version == 5 else "docid"
        self._reader.rows(
            f"INSERT INTO temp.{_FRESH}({number}, {names(columns)}) SELECT {place}, {texts} "
            f"FROM {qualified(table.schema, table.name)} WHERE {place} IS NOT NULL AND ({condition})",
            values,
        )

    def matches(self, query: str) -> frozenset[int]:
        """The numbers of the rows that match. Raises SqlError where the query cannot be read."""
        found = self._reader.value_list(self.matching[1:-1], (query,))
        return frozenset(rowid for rowid in found if isinstance(rowid, int))

    def drop(self) -> None:
        """Forget all."""
        self._reader.rows(f"DROP TABLE IF EXISTS temp.{_FRESH}")

    def _make(self) -> None:
        self.drop()
        fts = self._fts
        if fts.version == 5:
            columns = [f"{name(c)}{' UNINDEXED' if c in fts.unindexed else ''}" for c in fts.columns]
            # phrases need to know where words stand, however little the index itself keeps
            options = ["content=''", f"tokenize={literal(fts.tokenizer)}"]
            self._reader.rows(f"CREATE VIRTUAL TABLE temp.{_FRESH} USING fts5({', '.join([*columns, *options])})")
        else:
            options = ['content=""', fts4_tokenizer(fts)]
            declared = [*map(name, fts.columns), *options, *(f"notindexed={c}" for c in fts.unindexed)]
            self._reader.rows(f"CREATE VIRTUAL TABLE temp.{_FRESH} USING fts4({', '.join(declared)})")


def fts4_tokenizer(structure: FtsStructure) -> str:
    """``tokenize=...`` as a new FTS4 table takes it; an argument like ``tokenchars=-`` is a name of its own there."""
    tokenizer, *arguments = structure.tokenizer.split() or ["simple"]
    return " ".join([f"tokenize={tokenizer}", *map(name, arguments)])


@contextmanager
def fresh_index(reader: Reader, structure: FtsStructure) -> Iterator[FreshIndex]:
    """An index in memory for the length of a block."""
    made = FreshIndex(reader, structure)
    try:
        yield made
    finally:
        made.drop()
