"""Rows that were picked or sorted: their keys are kept in order, and any of them is read by its key.

A row that is gone by the time it is read leaves its place empty; the others stay where they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from inspector.db.browse.order import Slot
from inspector.db.browse.question import RowQuestion
from inspector.db.cells import find_row, read_by_rowid
from inspector.db.reader import Reader
from inspector.db.rows import RowKey

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

KEY_LIMIT = 300_000
"""Rows without a rowid that are kept: their keys are texts of any length."""


@dataclass(frozen=True)
class RowidList:
    """Rows by their rowids."""

    question: RowQuestion
    """What was asked."""
    rowids: NDArray[np.int64]
    """``(n,)`` rowids in the order of the question."""
    exact: bool = True
    """Whether the whole table was looked at."""
    looked_at: float = 1.0
    """Which part of it, 0 to 1."""

    @property
    def total(self) -> int:
        """Rows found so far."""
        return len(self.rowids)

    def read(self, reader: Reader, columns: Sequence[str], start: int, count: int, prefix: int) -> tuple[Slot, ...]:
        """The rows from ``start`` on."""
        asked: list[int] = self.rowids[start : start + count].tolist()
        found = {row[0][0]: row for row in read_by_rowid(reader, self.question.table, columns, asked, prefix=prefix)}
        return tuple(found.get(rowid) for rowid in asked)

    def find(self, reader: Reader, key: RowKey) -> int | None:
        """Where the rowid stands."""
        if not isinstance(key[0], int):
            return None
        (places,) = (self.rowids == key[0]).nonzero()
        return int(places[0]) if len(places) else None


@dataclass(frozen=True)
class KeyList:
    """Rows of a table without rowids by their primary keys."""

    question: RowQuestion
    """What was asked."""
    keys: Sequence[RowKey]
    """The keys in the order of the question; the list may grow behind :attr:`total`."""
    total: int
    """How many of them are meant."""
    exact: bool = True
    """Whether the whole table was looked at."""
    looked_at: float = 1.0
    """Which part of it, 0 to 1."""
    cut: bool = False
    """Whether there are more than :data:`KEY_LIMIT`."""

    def read(self, reader: Reader, columns: Sequence[str], start: int, count: int, prefix: int) -> tuple[Slot, ...]:
        """The rows from ``start`` on."""
        out: list[Slot] = []
        for key in self.keys[start : min(start + count, self.total)]:
            cells = find_row(reader, self.question.table, key, columns, prefix=prefix)
            out.append(None if cells is None else (key, cells))
        return tuple(out)

    def find(self, reader: Reader, key: RowKey) -> int | None:
        """Where the key stands."""
        return next((place for place, known in enumerate(self.keys[: self.total]) if known == key), None)
