"""Rows of a running statement: kept up to a limit, or handed on in parts of bounded size, whatever their number."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from inspector.db.budget import Room
from inspector.db.rows import ResultColumn
from inspector.db.values import Value, shorten

PART_ROWS = 2_000
"""Most rows of a part."""
PART_BYTES = 4_000_000
"""About what the cells of a part may take; one row alone may take more."""
_FIRST_ROWS = 64
_WEIGHED = 16
"""Rows of a part that are weighed to tell how many the next one may have."""


class Flow(Protocol):
    """Who takes the rows."""

    def begin(self, columns: tuple[ResultColumn, ...], reads: Collection[tuple[str, str]]) -> None:
        """The rows of an answer follow; what was handed over before is void. ``reads``: (table, column) it reads."""

    def add(self, rows: Sequence[tuple[Value, ...]]) -> None:
        """The next rows."""


@dataclass(frozen=True)
class Decoded:
    """Hands on rows that were read in another form."""

    flow: Flow
    """Who takes them."""
    columns: tuple[ResultColumn, ...]
    """Their columns as they are meant."""
    exact: Callable[[tuple[Value, ...]], tuple[Value, ...]]
    """A row as it is meant."""

    def begin(self, _columns: tuple[ResultColumn, ...], reads: Collection[tuple[str, str]]) -> None:
        """The rows follow."""
        self.flow.begin(self.columns, reads)

    def add(self, rows: Sequence[tuple[Value, ...]]) -> None:
        """The next rows."""
        self.flow.add([self.exact(row) for row in rows])


def pour(
    found: Iterator[tuple[Value, ...]],
    columns: tuple[ResultColumn, ...],
    reads: Collection[tuple[str, str]],
    flow: Flow,
    limit: int | None,
) -> bool:
    """Hand all rows over, or the first ``limit``; whether there are more."""
    flow.begin(columns, frozenset(reads))
    left = limit
    most = _FIRST_ROWS
    while left is None or left > 0:
        part = list(itertools.islice(found, most if left is None else min(most, left)))
        if not part:
            return False
        flow.add(part)
        if left is not None:
            left -= len(part)
        most = max(1, min(PART_ROWS, 4 * most, PART_BYTES // _row_bytes(part)))
    return next(found, None) is not None


def kept(
    found: Iterator[tuple[Value, ...]], limit: int | None, cell_limit: int | None, room: Room | None
) -> tuple[tuple[tuple[Value, ...], ...], bool]:
    """(the first rows, whether there are more): at most ``limit``, and as many as there is room for."""
    shown = itertools.islice(found, None if limit is None else limit + 1)
    cut = shown if cell_limit is None else (tuple(shorten(v, cell_limit) for v in row) for row in shown)
    rows = tuple(cut if room is None else itertools.takewhile(room.takes, cut))
    more = (limit is not None and len(rows) > limit) or (room is not None and room.left < 0)
    return rows[:limit], more


def _row_bytes(part: list[tuple[Value, ...]]) -> int:
    """Bytes of the heaviest row among some of a part."""
    weighed = part[:: max(1, len(part) // _WEIGHED)]
    return max(sum(len(v) if isinstance(v, str | bytes) else 8 for v in row) for row in weighed) or 1
