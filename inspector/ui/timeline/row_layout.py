"""Where does each row stand, and what of it is on screen? Heights as sums, so that any place is found at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from inspector.timeline.arranging import DAY, ENTRY, GAP, Arranged
from inspector.timeline.moments import I64


@dataclass(frozen=True)
class Heights:
    """Pixels of each kind of row."""

    entry: int
    """An entry that is folded."""
    day: int
    """A heading."""
    gap: int
    """A line that tells of a gap."""


class RowLayout:
    """The rows of a list by their pixels."""

    def __init__(self, rows: Arranged, heights: Heights, opened: Mapping[int, int]) -> None:
        """``opened``: place of an entry that is unfolded -> its height."""
        self.rows = rows
        by_kind = np.zeros(3, np.int64)
        by_kind[[ENTRY, DAY, GAP]] = heights.entry, heights.day, heights.gap
        sizes = by_kind[rows.kinds]
        for place, height in opened.items():
            row = rows.row_of(place)
            if row is not None:
                sizes[row] = height
        self._ends: I64 = np.cumsum(sizes)

    @property
    def height(self) -> int:
        """Pixels of all rows."""
        return int(self._ends[-1]) if len(self._ends) else 0

    def top(self, row: int) -> int:
        """Where a row begins."""
        return int(self._ends[row - 1]) if row else 0

    def bottom(self, row: int) -> int:
        """Where a row ends."""
        return int(self._ends[row])

    def row_at(self, y: int) -> int | None:
        """The row at a height; None below the last."""
        if y < 0:
            return None
        row = int(np.searchsorted(self._ends, y, side="right"))
        return row if row < len(self._ends) else None

    def between(self, top: int, bottom: int) -> range:
        """The rows of which something is between two heights."""
        first = int(np.searchsorted(self._ends, top, side="right"))
        last = int(np.searchsorted(self._ends, bottom, side="left"))
        return range(first, min(last + 1, len(self._ends)))
