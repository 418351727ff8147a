"""How many rows a table has in all, as far as that can be told in a stated time."""

from __future__ import annotations

import time
from functools import partial

from inspector.cancel import CancelToken
from inspector.db.browse.counting import count_on, first_order
from inspector.db.browse.question import RowQuestion
from inspector.db.catalog import Table
from inspector.db.database import Database
from inspector.db.reader import Reader
from inspector.errors import TimeLimitReached


def table_total(database: Database, table: Table, cancel: CancelToken, limit_s: float = 2.0) -> int | None:
    """The number of rows; None where counting takes longer. Raises what reading raises, Cancelled."""
    question = RowQuestion(table)
    if question.addressing == "place":
        return database.read(partial(_counted, question=question, limit_s=limit_s), cancel)
    ends = time.monotonic() + limit_s
    first = database.read(lambda reader: first_order(reader, question), cancel)
    if first.exact:
        return first.total
    for order in count_on(database, first, cancel):
        if order.exact:
            return order.total
        if time.monotonic() > ends:
            break
    return None


def _counted(reader: Reader, question: RowQuestion, limit_s: float) -> int | None:
    try:
        found = reader.user_rows(f"SELECT count(*) FROM {question.source}", limit=1, time_limit_s=limit_s).rows
    except TimeLimitReached:
        return None
    return int(str(found[0][0]))
