"""Reading what a grid is to show: the table, the order of its rows, and the windows around the place wanted (no Qt).

The first answer comes as soon as there is a screen of rows; later ones say more about how many there are.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from inspector.cancel import CancelToken
from inspector.db.browse.browsing import orders
from inspector.db.browse.key_text import parse_key, resolve_key
from inspector.db.browse.order import RowOrder
from inspector.db.browse.question import RowQuestion
from inspector.db.catalog import Table
from inspector.db.cells import PREFIX
from inspector.db.database import Database
from inspector.db.rows import RowKey
from inspector.errors import InvalidInput, KnownError, UnsupportedSchema
from inspector.families.docs import load_docs
from inspector.ui.table.blocks import ROWS, Block, places_of, read_blocks
from inspector.ui.table.columns import TableLook, table_look
from inspector.ui.table.filtering import question_of
from inspector.ui.table.place import TablePlace
from inspector.ui.table.schedules import with_zone
from inspector.workspace.source import Source

EVERY_S = 0.2
"""Seconds between two words about how far it has come."""


@dataclass(frozen=True)
class Wanted:
    """What is to be on screen."""

    place: TablePlace
    """Table, filters, sort; its key is the row to be current."""
    top: int = 0
    """The first row on screen, where no key says it."""
    above: int = 0
    """How many rows are to stand above the current one."""
    rows: int = 60
    """Rows on screen."""
    columns: tuple[int, ...] = tuple(range(31))
    """The columns on screen."""


@dataclass(frozen=True)
class Loaded:
    """What is known of a table, and the windows that were wanted."""

    wanted: Wanted
    """What was asked."""
    look: TableLook
    """The columns."""
    question: RowQuestion
    """Table, conditions, sort."""
    order: RowOrder
    """The rows."""
    key: RowKey | None
    """The key of the row that was to be current; None if none was or there is none."""
    current: int | None
    """Its place; None if it is not among the rows, or its place is not known yet."""
    top: int
    """The first row on screen."""
    blocks: tuple[Block, ...]
    """The windows; empty in answers after the first."""
    first: bool
    """Whether this is the first answer."""


def load(source: Source, wanted: Wanted, now: datetime, cancel: CancelToken, told: Callable[[Loaded], None]) -> Loaded:
    """The last, exact answer, after ``told`` was given the first and, now and then, those between.

    ``now`` is the moment that "last 2 days" ends with.

    Raises what reading raises, InvalidInput (a filter, a choice, a key), Cancelled.
    """
    last: Loaded | None = None
    due = 0.0
    for answer in _answers(source, wanted, now, cancel):
        last = answer
        if answer.first or time.monotonic() >= due:
            told(answer)
            due = time.monotonic() + EVERY_S
    assert last is not None
    return last


def find_place(database: Database, order: RowOrder, key: RowKey, cancel: CancelToken) -> int | None:
    """Where a row stands in an order."""
    return database.read(lambda reader: order.find(reader, key), cancel)


def _answers(source: Source, wanted: Wanted, now: datetime, cancel: CancelToken) -> Iterator[Loaded]:
    database = source.database
    if database is None:
        raise KnownError("No file of this source can be read.", path=source.path)
    catalog = database.catalog(cancel)
    table = _table(source, catalog.table(wanted.place.table, wanted.place.schema), wanted.place)
    docs = load_docs(source.family.id, source.family.docs_root)
    look = with_zone(source, catalog, table_look(catalog, table, source.family, docs, source.redactor), cancel)
    _check_sort(table, wanted.place)
    question = question_of(look, wanted.place, now)
    key = _key(database, table, wanted.place, cancel)
    shown = False
    for order in orders(database, question, cancel, prefix=PREFIX):
        cancel.check()
        current = None if key is None or shown else find_place(database, order, key, cancel)
        first = not shown and (order.exact or (order.total > 0 and (key is None or current is not None)))
        top = _top(wanted, order, current)
        blocks = _windows(source, database, look, order, wanted, top, cancel) if first else ()
        if first and current is not None and not order.exact:
            current = _seen_at(blocks, key)
        shown = shown or first
        yield Loaded(wanted, look, question, order, key, current, top, blocks, first)


def _seen_at(blocks: tuple[Block, ...], key: RowKey | None) -> int | None:
    """The place at which an estimated window really shows a row."""
    return next((b.place[0] * ROWS + at for b in blocks for at, known in enumerate(b.keys) if known == key), None)


def _top(wanted: Wanted, order: RowOrder, current: int | None) -> int:
    top = wanted.top if current is None else current - wanted.above
    return max(0, min(top, order.total - wanted.rows + 1))


def _windows(
    source: Source,
    database: Database,
    look: TableLook,
    order: RowOrder,
    wanted: Wanted,
    top: int,
    cancel: CancelToken,
) -> tuple[Block, ...]:
    columns = [column for column in wanted.columns if column < len(look.columns)] or [0]
    places = places_of((top, top + wanted.rows), columns)
    return read_blocks(database, order, look, source.redactor, places, cancel)


def _check_sort(table: Table, place: TablePlace) -> None:
    """SQLite takes a name that it does not know for a text, and sorts by nothing."""
    column = place.sort.column if place.sort is not None else None
    if column is not None and column != table.rowid_name and table.column(column) is None:
        raise InvalidInput(
            f"{table.name} has no column “{column}” to sort by.", advice="It may have been renamed: click a header."
        )


def _table(source: Source, table: Table | None, place: TablePlace) -> Table:
    if table is None and not place.table:
        raise KnownError(
            "This address names no table.", path=source.path, advice="Write it like #table=NAME, or choose a table."
        )
    if table is None:
        raise KnownError(
            f"There is no table called “{place.table}” here (any more).",
            path=source.path,
            advice="It may have been renamed or dropped: look at the tables of this source.",
        )
    if not table.readable:
        raise UnsupportedSchema(
            f"{table.name} cannot be read: {table.problem}", path=source.path, advice="The other tables can be."
        )
    return table


def _key(database: Database, table: Table, place: TablePlace, cancel: CancelToken) -> RowKey | None:
    if not place.key:
        return None
    key = parse_key(place.key)
    return database.read(lambda reader: resolve_key(reader, table, key), cancel)
