"""What every order of rows can do: tell how many rows there are, read some from a place on, find a row's place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from inspector.db.cells import CellRow
from inspector.db.reader import Reader
from inspector.db.rows import RowKey

Slot = CellRow | None
"""One place of an order: its row, or None where no row stands (it is gone, or its place was only estimated)."""


class RowOrder(Protocol):
    """Rows in a fixed order. Immutable; a later one replaces it when more is known."""

    @property
    def total(self) -> int:
        """How many places there are by what is known."""

    @property
    def exact(self) -> bool:
        """Whether ``total`` was counted to the end."""

    def read(self, reader: Reader, columns: Sequence[str], start: int, count: int, prefix: int) -> tuple[Slot, ...]:
        """The rows at ``start`` and after it, at most ``count``; fewer at the end."""

    def find(self, reader: Reader, key: RowKey) -> int | None:
        """The place of the row with this key (exact or estimated, as the order is); None if it is not in it."""
