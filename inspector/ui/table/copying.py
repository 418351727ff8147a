"""What Copy puts on the clipboard: the exact text of one cell, or a block of cells, secrets masked (no Qt)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from inspector.cancel import CancelToken
from inspector.db.browse.order import RowOrder, Slot
from inspector.db.browse.placed import Placed
from inspector.db.cells import PREFIX
from inspector.db.database import Database
from inspector.db.display import exact_text
from inspector.db.redacted import redacted_value
from inspector.db.rows import RowKey
from inspector.db.values import Large, Value
from inspector.errors import KnownError
from inspector.redaction import Redactor
from inspector.ui.table.columns import TableLook
from inspector.workspace.answers.block_text import BlockWriter, Form, HtmlWriter, beginning
from inspector.workspace.rows.cell_parts import CellAt, read_parts

MOST_ROWS, MOST_CHARACTERS = 100_000, 32_000_000
"""What is copied of a block at most."""
MOST_OF_CELL = 64 << 20
"""Bytes of one cell that are copied at most."""
MOST_HTML = 4_000_000
"""Characters up to which a block is given as an HTML table too: more is pasted nowhere as one."""
_PART = 1 << 18
"""Characters from which on lines are put together."""
_FIRST, _LARGEST, _AIM_S = 64, 1_024, 0.08


@dataclass(frozen=True)
class CopyRequest:
    """Which cells are copied."""

    rows: tuple[tuple[int, int], ...]
    """Stretches of rows, from the top: the first and the last of each."""
    columns: tuple[int, ...]
    """The columns, as they stand on screen."""
    form: Form = "text"
    """How they are written."""

    @property
    def count(self) -> int:
        """How many rows."""
        return sum(last - first + 1 for first, last in self.rows)


@dataclass(frozen=True)
class Copied:
    """What was copied."""

    parts: tuple[str, ...]
    """The text for the clipboard, in parts of a size that is worked on without being felt."""
    html: str
    """The same as a table; empty for one cell, for other forms, and where it is too long."""
    rows: int
    """Rows in it."""
    left_out: int = 0
    """Rows that were too many."""
    cut: int = 0
    """Long cells of which only the beginning could be had."""

    @property
    def text(self) -> str:
        """The text as a whole."""
        return "".join(self.parts)


class WrittenBlock:
    """A block as far as it is written: text, and a table beside it where that is of use."""

    def __init__(
        self, form: Form, names: Sequence[str], table: str = "", generated: frozenset[int] = frozenset()
    ) -> None:
        """As of :class:`BlockWriter`."""
        self._writer = BlockWriter(form, names, table, generated)
        self._html: HtmlWriter | None = HtmlWriter() if form in ("text", "headed") else None
        head = self._writer.head()
        self._parts: list[str] = []
        self._lines = [head] if head else []
        self._line_size = len(head)
        self._tags = [self._html.head(names if form == "headed" else ())] if self._html else []
        self.size, self._tag_size = len(head), 0
        self.rows = self.cut = 0

    @property
    def full(self) -> bool:
        """Whether it holds as much as is copied at most."""
        return self.rows >= MOST_ROWS or self.size > MOST_CHARACTERS

    def add(self, values: Sequence[Value]) -> None:
        """One row more."""
        line = self._writer.row(values)
        self._lines.append(line)
        self._line_size += len(line)
        if self._line_size > _PART:
            self._close_part()
        self.size += len(line)
        self.rows += 1
        self.cut += sum(isinstance(value, Large) for value in values)
        if self._html is not None:
            tags = self._html.row(values)
            self._tags.append(tags)
            self._tag_size += len(tags)
            if self._tag_size > MOST_HTML:
                self._html, self._tags = None, []

    def _close_part(self) -> None:
        self._parts.append("".join(self._lines))
        self._lines, self._line_size = [], 0

    @staticmethod
    def alone(value: Value) -> Copied:
        """One cell: its text and nothing else, no quotes, no line break behind it."""
        return Copied((exact_text(beginning(value)) or "",), "", 1, cut=int(isinstance(value, Large)))

    def done(self, wanted: int) -> Copied:
        """All of it; ``wanted`` rows were asked for."""
        tail = self._writer.tail()
        tags = "".join([*self._tags, self._html.tail()]) if self._html is not None else ""
        self._lines.append(tail)
        self._close_part()
        return Copied(tuple(self._parts), tags, self.rows, max(0, wanted - self.rows), self.cut)


def copy_cells(
    database: Database,
    order: RowOrder,
    look: TableLook,
    redactor: Redactor,
    request: CopyRequest,
    cancel: CancelToken,
    told: Callable[[int], None] | None = None,
) -> Copied:
    """Read the cells whole and write them; ``told`` hears how many rows. Raises what reading raises, Cancelled."""
    stretches = [(first, min(last, order.total - 1)) for first, last in request.rows if first < order.total]
    wanted = sum(last - first + 1 for first, last in stretches)
    names = tuple(look.columns[column].name for column in request.columns)
    if wanted == 1 and len(names) == 1 and request.form == "text":
        return _alone(database, order, look, redactor, stretches[0][0], names[0], cancel)
    generated = frozenset(
        place for place, c in enumerate(request.columns) if look.columns[c].column.visibility != "normal"
    )
    block = WrittenBlock(request.form, names, look.table.name, generated)
    for first, last in stretches:
        for values in whole_rows(database, order, look, redactor, names, (first, last + 1), cancel):
            block.add(values)
            if told is not None and block.rows % 1_000 == 0:
                told(block.rows)
            if block.full:
                return block.done(wanted)
    return block.done(wanted)


def whole_rows(
    database: Database,
    order: RowOrder,
    look: TableLook,
    redactor: Redactor,
    names: tuple[str, ...],
    rows: tuple[int, int],
    cancel: CancelToken,
) -> Iterator[tuple[Value, ...]]:
    """Rows from the first to before the last, their cells whole and secrets masked, by short reads.

    A row that is gone since it was found is left out. Raises what reading raises, Cancelled.
    """
    at, size = rows[0], _FIRST
    table = look.table.name
    # most cells are numbers, of which only those of a column that is secret as a whole may be one
    numbers_open = [redactor.reveal or not redactor.is_whole(table, name) for name in names]
    while at < rows[1]:
        began = time.monotonic()
        slots = _slots(database, order, names, at, min(size, rows[1] - at), cancel)
        for slot in slots:
            if slot is None:
                continue
            key, cells = slot
            yield tuple(
                cell
                if cell is None or (open_ and isinstance(cell, int | float))
                else _whole(database, look, key, name, cell, redactor, cancel)
                if isinstance(cell, Large)
                else redacted_value(cell, redactor, table, name)
                for name, open_, cell in zip(names, numbers_open, cells, strict=True)
            )
        at += max(1, len(slots))
        took = max(0.001, time.monotonic() - began)
        size = int(min(_LARGEST, max(_FIRST, size * min(4.0, _AIM_S / took))))


def _alone(
    database: Database,
    order: RowOrder,
    look: TableLook,
    redactor: Redactor,
    row: int,
    name: str,
    cancel: CancelToken,
) -> Copied:
    for (value,) in whole_rows(database, order, look, redactor, (name,), (row, row + 1), cancel):
        return WrittenBlock.alone(value)
    return Copied((), "", 0)


def _slots(
    database: Database, order: RowOrder, names: tuple[str, ...], start: int, count: int, cancel: CancelToken
) -> tuple[Slot, ...]:
    cancel.check()
    if isinstance(order, Placed):
        return order.kept(names, start, count)
    return database.read(partial(order.read, columns=names, start=start, count=count, prefix=PREFIX), cancel)


def _whole(
    database: Database,
    look: TableLook,
    key: RowKey,
    name: str,
    cell: Large,
    redactor: Redactor,
    cancel: CancelToken,
) -> Value:
    """A long cell, read and masked a part at a time, so that nothing holds up the window; cut where it has no key."""
    if not key:
        return redacted_value(cell, redactor, look.table.name, name)
    if cell.length > MOST_OF_CELL:
        raise KnownError(
            f"A value of {name} is too long to be copied: {cell.length:,} bytes.", advice="Read it in parts."
        )
    shown = redacted_value(cell, redactor, look.table.name, name)
    if not isinstance(shown, Large):
        return shown
    place = CellAt(look.table, key, name, cell.length, cell.kind == "text")
    parts = list(read_parts(database, place, redactor, 0, cell.length, cancel))
    return "".join(part.text for part in parts) if place.is_text else b"".join(part.raw for part in parts)
