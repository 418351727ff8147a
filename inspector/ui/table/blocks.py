"""Windows of a table as cells: read in the worker, kept for a while, told by row and column block (no Qt)."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from inspector.cancel import CancelToken
from inspector.db.browse.listed import RowidList
from inspector.db.browse.order import RowOrder, Slot
from inspector.db.browse.placed import Placed
from inspector.db.cells import PREFIX, CellRow, find_row
from inspector.db.database import Database
from inspector.db.reader import Reader
from inspector.db.rows import RowKey
from inspector.db.values import Large, Value
from inspector.errors import FileBusy, KnownError
from inspector.families.links import rows_where
from inspector.redaction import Redactor
from inspector.ui.table.cells import GONE, PENDING, Cell, make_cell, unreadable
from inspector.ui.table.columns import ColumnLook, TableLook
from inspector.ui.table.matched import with_snippets

ROWS, COLUMNS = 64, 48
"""Size of a block."""
_CELLS_KEPT = 150_000

BlockPlace = tuple[int, int]
"""Number of the row block and of the column block."""


@dataclass(frozen=True)
class Block:
    """The cells of up to :data:`ROWS` rows in up to :data:`COLUMNS` columns."""

    place: BlockPlace
    """Where it stands."""
    keys: tuple[RowKey | None, ...]
    """The key of each row; None where no row stands."""
    cells: tuple[tuple[Cell, ...], ...]
    """The cells of each row."""
    links: dict[int, frozenset[RowKey]] = field(default_factory=dict)
    """For each conditional link of its columns: the rows for which it holds."""
    raw: dict[tuple[int, str], Value] = field(default_factory=dict)
    """(row in the block, name of a linked column in lower case) -> value before masking: what links go by."""


def place_of(row: int, column: int) -> BlockPlace:
    """Which block a place of the grid is in."""
    return row // ROWS, column // COLUMNS


def places_of(rows: tuple[int, int], columns: Sequence[int]) -> list[BlockPlace]:
    """The blocks of rows (first and last, both included) and of columns, which may stand anywhere."""
    across = sorted({column // COLUMNS for column in columns})
    return [(r, c) for r in range(rows[0] // ROWS, rows[1] // ROWS + 1) for c in across]


def read_blocks(
    database: Database,
    order: RowOrder,
    look: TableLook,
    redactor: Redactor,
    places: Iterable[BlockPlace],
    cancel: CancelToken,
) -> tuple[Block, ...]:
    """The blocks at ``places`` in one read. Raises what reading raises, Cancelled."""
    asked = [place for place in places if place[0] * ROWS < order.total]
    if not asked:
        return ()
    if isinstance(order, Placed):
        return tuple(_block(None, order, look, redactor, place) for place in asked)
    return database.read(lambda reader: tuple(_block(reader, order, look, redactor, place) for place in asked), cancel)


def _block(reader: Reader | None, order: RowOrder, look: TableLook, redactor: Redactor, place: BlockPlace) -> Block:
    columns = look.columns[place[1] * COLUMNS : (place[1] + 1) * COLUMNS]
    names = tuple(column.name for column in columns)
    start = place[0] * ROWS
    count = min(ROWS, order.total - start)
    if isinstance(order, Placed):
        slots = order.kept(names, start, count)
        return Block(place, (None,) * len(slots), _cells(slots, look, columns_at=place[1], redactor=redactor))
    assert reader is not None
    try:
        slots = order.read(reader, names, start, count, PREFIX)
    except FileBusy:
        raise
    except KnownError:
        return _row_by_row(reader, order, look, redactor, place)
    keys = tuple(slot[0] if slot else None for slot in slots)
    cells = _cells(slots, look, columns_at=place[1], redactor=redactor, missing=GONE if order.exact else PENDING)
    if isinstance(order, RowidList) and order.question.matched:
        cells = with_snippets(reader, order.question, columns, keys, cells)
    return Block(place, keys, cells, _conditions(reader, look, columns, keys), _raw(slots, columns, look))


def _cells(
    slots: Sequence[Slot], look: TableLook, *, columns_at: int, redactor: Redactor, missing: Cell = PENDING
) -> tuple[tuple[Cell, ...], ...]:
    columns = look.columns[columns_at * COLUMNS : (columns_at + 1) * COLUMNS]
    table = look.table.name
    return tuple(
        tuple(make_cell(value, column, table, redactor) for value, column in zip(slot[1], columns, strict=True))
        if slot is not None
        else (missing,) * len(columns)
        for slot in slots
    )


def _row_by_row(reader: Reader, order: RowOrder, look: TableLook, redactor: Redactor, place: BlockPlace) -> Block:
    """Where one row of a block cannot be read, the others are, and it says why."""
    columns = look.columns[place[1] * COLUMNS : (place[1] + 1) * COLUMNS]
    names = tuple(column.name for column in columns)
    start = place[0] * ROWS
    slots = order.read(reader, (), start, min(ROWS, order.total - start), PREFIX)
    keys = tuple(slot[0] if slot else None for slot in slots)
    cells = []
    for key in keys:
        try:
            found = find_row(reader, look.table, key, names) if key is not None else None
        except FileBusy:
            raise
        except KnownError as error:
            cells.append((unreadable(error.what),) * len(columns))
            continue
        row: list[CellRow | None] = [None if found is None or key is None else (key, found)]
        cells += _cells(row, look, columns_at=place[1], redactor=redactor, missing=GONE)
    return Block(place, keys, tuple(cells))


def _conditions(
    reader: Reader, look: TableLook, columns: Sequence[ColumnLook], keys: Iterable[RowKey | None]
) -> dict[int, frozenset[RowKey]]:
    asked = [key for key in keys if key is not None]
    mine = {place for column in columns for place in column.links}
    return {place: rows_where(reader, look.links[place], asked) for place in mine if look.links[place].when}


def _raw(slots: Sequence[Slot], columns: Sequence[ColumnLook], look: TableLook) -> dict[tuple[int, str], Value]:
    linked = [(at, column.name.lower()) for at, column in enumerate(columns) if column.name.lower() in look.linked]
    return {
        (row, name): slot[1][at]
        for row, slot in enumerate(slots)
        if slot is not None
        for at, name in linked
        if slot[1][at] is not None and not isinstance(slot[1][at], Large)
    }


class BlockCache:
    """The blocks read last, as many as fit; stale ones are shown until their successors come."""

    def __init__(self) -> None:
        self._blocks: OrderedDict[BlockPlace, Block] = OrderedDict()
        self._stale: set[BlockPlace] = set()
        self._cells = 0

    def get(self, place: BlockPlace) -> Block | None:
        """The block, stale or not."""
        return self._blocks.get(place)

    def fresh(self, place: BlockPlace) -> bool:
        """Whether the block is there and was read since the last :meth:`age`."""
        return place in self._blocks and place not in self._stale

    def put(self, block: Block) -> None:
        """Keep a block; the ones not asked for longest go."""
        old = self._blocks.pop(block.place, None)
        self._cells += _size(block) - (_size(old) if old else 0)
        self._blocks[block.place] = block
        self._stale.discard(block.place)
        while self._cells > _CELLS_KEPT and len(self._blocks) > 4:
            place, gone = self._blocks.popitem(last=False)
            self._stale.discard(place)
            self._cells -= _size(gone)

    def blocks(self) -> tuple[Block, ...]:
        """All that are kept, from the top."""
        return tuple(self._blocks[place] for place in sorted(self._blocks))

    def touch(self, place: BlockPlace) -> None:
        """Keep a block longer: it is on screen."""
        if place in self._blocks:
            self._blocks.move_to_end(place)

    def age(self) -> None:
        """All blocks are to be read again; until then they are shown."""
        self._stale = set(self._blocks)

    def clear(self) -> None:
        """Forget everything."""
        self._blocks.clear()
        self._stale.clear()
        self._cells = 0


def _size(block: Block) -> int:
    return sum(len(row) for row in block.cells)
