"""Looking at a table: the first order of its rows at once, better ones as more becomes known."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from inspector.cancel import CancelToken
from inspector.db.browse.counting import count_on, count_within, first_order
from inspector.db.browse.key_order import KeyOrder
from inspector.db.browse.order import RowOrder
from inspector.db.browse.picking import picked
from inspector.db.browse.placed import most_rows, place_rows
from inspector.db.browse.question import RowQuestion
from inspector.db.database import Database
from inspector.db.reader import Reader

AT_ONCE_S = 0.030
"""Seconds that the first look spends on counting: most tables are exact from the start."""
FIRST_ROWS = 64
"""Rows of a view that are read first: it may take long for each."""


def orders(database: Database, question: RowQuestion, cancel: CancelToken, *, prefix: int) -> Iterator[RowOrder]:
    """The rows of a question, again and again as more is known; the last one is exact.

    ``prefix`` is the length of the beginnings of huge cells where rows are kept and not only their keys.
    Raises what reading raises, Cancelled.
    """
    if question.addressing == "place":
        first = place_rows(database, question, FIRST_ROWS, cancel, prefix)
        yield first
        if not first.exact:
            yield place_rows(database, question, most_rows(question), cancel, prefix)
    elif question.in_key_order:
        order = database.read(partial(_begin, question=question), cancel)
        yield order
        yield from count_on(database, order, cancel)
    else:
        yield from picked(database, question, cancel)


def _begin(reader: Reader, question: RowQuestion) -> KeyOrder:
    return count_within(reader, first_order(reader, question), AT_ONCE_S)
