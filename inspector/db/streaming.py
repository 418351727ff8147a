"""Rows of a running statement: kept up to a limit, or handed on in parts of bounded size, whatever their number."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from sys import getsizeof
from typing import Protocol

from inspector.db.budget import Room, row_bytes
from inspector.db.rows import ResultColumn
from inspector.db.values import Value, shorten

PART_ROWS = 2_000
"""Most rows of a part."""
PART_BYTES = 4_000_000
"""About what the cells of a part take at most, but for its last row."""
_FIRST_ROWS = 64


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
    most = _FIRST_ROWS
    shown = itertools.islice(found, limit)
    while part := _part(shown, most):
        flow.add(part)
        most = min(PART_ROWS, 4 * most)
    return limit is not None and next(found, None) is not None


def _part(found: Iterator[tuple[Value, ...]], most: int) -> list[tuple[Value, ...]]:
    """The next rows. Each is weighed: the one behind a thousand light ones may hold a hundred megabytes."""
    part: list[tuple[Value, ...]] = []
    left = PART_BYTES
    for row in itertools.islice(found, most):
        part.append(row)
        left -= sum(map(getsizeof, row))
        if left < 0:
            break
    return part


def kept(
    found: Iterator[tuple[Value, ...]], limit: int | None, cell_limit: int | None, room: Room | None
) -> tuple[tuple[tuple[Value, ...], ...], bool]:
    """(the first rows, whether there are more): at most ``limit``, and as many as there is room for."""
    shown = itertools.islice(found, None if limit is None else limit + 1)
    cut = shown if cell_limit is None else (tuple(shorten(v, cell_limit) for v in row) for row in shown)
    if room is None:
        rows = tuple(cut)
        return rows[:limit], limit is not None and len(rows) > limit
    fitting: list[tuple[Value, ...]] = []
    left = room.left
    more = False
    for row in cut:
        left -= row_bytes(row)
        more = left < 0 or len(fitting) == limit
        if more:
            break
        fitting.append(row)
    # only now: a read that fails at a row is made again, in another form
    room.left = max(0, left)
    return tuple(fitting), more
