"""Rows that nothing names (views, most virtual tables): read once, up to a stated number, and kept by their place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.cancel import CancelToken
from inspector.db.browse.order import Slot
from inspector.db.browse.question import RowQuestion
from inspector.db.cells import CellRow, read_cells
from inspector.db.database import Database
from inspector.db.reader import Reader
from inspector.db.rows import RowKey

ROW_LIMIT = 20_000
"""Rows that are kept."""
_CELL_LIMIT = 1_000_000
"""Cells that are kept: a wide view keeps fewer rows, a screen of them at the least."""


@dataclass(frozen=True)
class Placed:
    """Rows in the order in which SQLite gave them."""

    question: RowQuestion
    """What was asked."""
    columns: tuple[str, ...]
    """Which columns the rows have."""
    rows: tuple[CellRow, ...]
    """The rows that are kept."""
    exact: bool
    """Whether these are all there are, or as many as are kept."""
    cut: bool = False
    """Whether there are more than are kept."""

    @property
    def total(self) -> int:
        """Rows that are kept."""
        return len(self.rows)

    def read(self, reader: Reader, columns: Sequence[str], start: int, count: int, prefix: int) -> tuple[Slot, ...]:
        """The rows from ``start`` on; nothing is read."""
        return self.kept(columns, start, count)

    def kept(self, columns: Sequence[str], start: int, count: int) -> tuple[Slot, ...]:
        """The rows from ``start`` on, for whoever has no reader."""
        at = {name: place for place, name in enumerate(self.columns)}
        wanted = [at[name] for name in columns]
        return tuple((key, tuple(cells[i] for i in wanted)) for key, cells in self.rows[start : start + count])

    def find(self, reader: Reader, key: RowKey) -> int | None:
        """A row that nothing names is not found again."""
        return None


def most_rows(question: RowQuestion) -> int:
    """How many rows of this table are kept at most."""
    return max(500, min(ROW_LIMIT, _CELL_LIMIT // max(1, len(question.table.visible_columns))))


def place_rows(database: Database, question: RowQuestion, limit: int, cancel: CancelToken, prefix: int) -> Placed:
    """The first ``limit`` rows in one read."""
    columns = tuple(column.name for column in question.table.visible_columns)
    by = question.order_by()

    def work(reader: Reader) -> tuple[CellRow, ...]:
        where, params = question.where, question.params
        return read_cells(reader, question.table, columns, where, params, by, limit=limit + 1, prefix=prefix)

    rows = database.read(work, cancel)
    more = len(rows) > limit
    most = most_rows(question)
    return Placed(question, columns, rows[:limit], exact=not more or limit >= most, cut=more and limit >= most)
