"""Finding a text in the cells of a grid: in those at hand, then further on, a bounded part at a time (no Qt).

What is looked at is what may be seen: the value with its secrets masked, and how it is shown. Of a huge cell it is the
beginning.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from inspector.cancel import CancelToken
from inspector.db.browse.order import RowOrder, Slot
from inspector.db.browse.placed import Placed
from inspector.db.cells import PREFIX
from inspector.db.database import Database
from inspector.db.display import exact_text
from inspector.db.redacted import redacted_value
from inspector.db.values import Large, Value
from inspector.redaction import MASK, Redactor
from inspector.ui.table.blocks import COLUMNS, ROWS, Block
from inspector.ui.table.cells import Cell, make_cell
from inspector.ui.table.columns import ColumnLook, TableLook

Place = tuple[int, int]
"""Row and column."""

ROWS_AT_ONCE, SECONDS_AT_ONCE = 200_000, 3.0
"""Rows that one request looks through, and how long it takes, at most."""
MOST = 10_000
"""Matches that are kept."""
_FIRST, _LARGEST, _AIM_S = 256, 1_024, 0.08


@dataclass(frozen=True)
class Needle:
    """What is sought: a text, in any case of its letters."""

    text: str
    """As it was typed."""

    @property
    def folded(self) -> str:
        """To be compared."""
        return self.text.casefold()

    def in_text(self, text: str) -> bool:
        """Whether a text holds it."""
        return self.folded in text.casefold()

    def in_value(self, value: Value) -> bool:
        """Whether a value holds it as it is stored."""
        text = _text(value)
        return text is not None and self.folded in text.casefold()

    def in_cell(self, cell: Cell, name: str = "") -> bool:
        """Whether a cell holds it: its value, what is shown of it, the name in front."""
        if cell.look in ("gone", "unreadable", "secret", "null"):
            return False
        shown = (cell.text, cell.said, name)
        return self.in_value(cell.value) or any(text and self.in_text(text) for text in shown)


@dataclass(frozen=True)
class Looked:
    """What was found, and where was looked."""

    places: tuple[Place, ...] = ()
    """Matches, from the top."""
    rows: tuple[tuple[int, int], ...] = ()
    """Stretches of rows that were looked through: first, and the one behind the last."""
    more: bool = False
    """Whether there were more matches than :data:`MOST`."""


class Stretches:
    """Which rows were looked through, as few stretches as they make."""

    def __init__(self) -> None:
        self._parts: list[tuple[int, int]] = []

    def add(self, parts: Iterable[tuple[int, int]]) -> None:
        """These too."""
        merged: list[tuple[int, int]] = []
        for start, end in sorted((*self._parts, *parts)):
            if merged and start <= merged[-1][1]:
                merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
            elif end > start:
                merged.append((start, end))
        self._parts = merged

    def next_gap(self, row: int) -> int:
        """The first row from ``row`` on that was not looked through."""
        at = bisect_right(self._parts, (row, 1 << 62)) - 1
        return max(row, self._parts[at][1]) if at >= 0 else row

    def count(self) -> int:
        """How many rows."""
        return sum(end - start for start, end in self._parts)


def look_at_hand(
    blocks: Sequence[Block],
    needle: Needle,
    columns: Sequence[int],
    name: Callable[[int, int], str],
    shown: Callable[[Cell, int], Cell],
    cancel: CancelToken,
) -> Looked:
    """Matches among what was read. A row counts as looked through if all its ``columns`` are at hand."""
    wanted = set(columns)
    needed = {column // COLUMNS for column in columns}
    here: dict[int, set[int]] = {}
    found: list[Place] = []
    rows: dict[int, int] = {}
    for block in blocks:
        cancel.check()
        here.setdefault(block.place[0], set()).add(block.place[1])
        rows[block.place[0]] = len(block.cells)
        top, left = block.place[0] * ROWS, block.place[1] * COLUMNS
        for at, cells in enumerate(block.cells):
            for place, cell in enumerate(cells):
                column = left + place
                if column in wanted and needle.in_cell(shown(cell, column), name(top + at, column)):
                    found.append((top + at, column))
    whole = [at for at, across in here.items() if needed <= across]
    stretches = tuple((at * ROWS, at * ROWS + rows[at]) for at in sorted(whole))
    return Looked(tuple(sorted(found)[:MOST]), stretches, len(found) > MOST)


def look_on(
    database: Database,
    order: RowOrder,
    look: TableLook,
    redactor: Redactor,
    needle: Needle,
    columns: Sequence[int],
    start: int,
    cancel: CancelToken,
    told: Callable[[int], None],
    *,
    most_rows: int = ROWS_AT_ONCE,
    limit_s: float = SECONDS_AT_ONCE,
) -> Looked:
    """Look through the rows from ``start`` on, in short reads, until the part is done; ``told`` hears how far it is.

    Raises what reading raises, Cancelled.
    """
    looks = [look.columns[column] for column in columns]
    names = tuple(column.name for column in looks)
    ends = time.monotonic() + limit_s
    found: list[Place] = []
    at, last, size = start, min(order.total, start + most_rows), _FIRST
    while at < last and len(found) <= MOST:
        began = time.monotonic()
        slots = _slots(database, order, names, at, min(size, last - at), cancel)
        for row, slot in enumerate(slots, at):
            if slot is not None:
                found += _in_row(row, slot[1], looks, columns, needle, look.table.name, redactor)
        at += max(1, len(slots))
        told(at)
        took = max(0.001, time.monotonic() - began)
        size = int(min(_LARGEST, max(_FIRST // 4, size * min(4.0, _AIM_S / took))))
        if time.monotonic() >= ends:
            break
    return Looked(tuple(found[:MOST]), ((start, at),), len(found) > MOST)


def look_through(
    rows: Sequence[tuple[Value, ...]], needle: Needle, columns: Sequence[int], start: int, cancel: CancelToken
) -> Looked:
    """Matches among rows that are in memory, their secrets masked already, from ``start`` on."""
    ends = time.monotonic() + SECONDS_AT_ONCE
    found: list[Place] = []
    at = start
    for at in range(start, len(rows)):
        if at % 256 == 0:
            cancel.check()
            if time.monotonic() >= ends or len(found) > MOST:
                break
        values = rows[at]
        found += [(at, column) for column in columns if needle.in_value(values[column])]
    else:
        at = len(rows)
    return Looked(tuple(found[:MOST]), ((start, at),), len(found) > MOST)


def _slots(
    database: Database, order: RowOrder, names: tuple[str, ...], start: int, count: int, cancel: CancelToken
) -> tuple[Slot, ...]:
    cancel.check()
    if isinstance(order, Placed):
        return order.kept(names, start, count)
    read = partial(order.read, columns=names, start=start, count=count, prefix=PREFIX)
    return database.read(read, cancel)


def _in_row(
    row: int,
    values: Sequence[Value],
    looks: Sequence[ColumnLook],
    columns: Sequence[int],
    needle: Needle,
    table: str,
    redactor: Redactor,
) -> list[Place]:
    found = []
    for value, look, column in zip(values, looks, columns, strict=True):
        if value is None:
            continue
        if look.times:
            # a bare number is shown as the time it means, and sought as that
            if needle.in_cell(make_cell(value, look, table, redactor)):
                found.append((row, column))
        elif needle.in_value(value):
            shown = redacted_value(value, redactor, table, look.name)
            if shown != MASK and (shown is value or needle.in_value(shown)):
                found.append((row, column))
    return found


def _text(value: Value) -> str | None:
    if value is None:
        return None
    if isinstance(value, Large):
        return str(value.prefix) if not isinstance(value.prefix, bytes) else None
    return exact_text(value)
