"""What a grid says about what it shows: how many rows of how many, what is left out, why there are none (no Qt)."""

from __future__ import annotations

from inspector.db.browse.listed import KEY_LIMIT, KeyList, RowidList
from inspector.db.browse.placed import Placed
from inspector.db.browse.question import RowQuestion
from inspector.db.display import visible
from inspector.ui.table.loading import Loaded
from inspector.ui.table.model import MOST_ROWS


def note_words(loaded: Loaded, rows: tuple[int, int], *, stopped: bool) -> str:
    """ "rows 1,201-1,260 of 2,000,000"; with filters "of 12 that match"."""
    order, question = loaded.order, loaded.question
    matching = " that match" if question.conditions else ""
    if not order.total:
        return f"no rows{matching}" if order.exact else "looking…"
    span = f"rows {rows[0] + 1:,}–{rows[1] + 1:,} of "
    if order.exact and not (isinstance(order, Placed) and order.cut):
        return f"{span}{order.total:,}{matching}"
    if isinstance(order, Placed | KeyList) and order.exact:
        return f"{span}the first {order.total:,}{matching}"
    if isinstance(order, RowidList | KeyList):
        looked = f"{order.looked_at:.0%} looked at" if order.looked_at else "still looking"
        return f"{span}{order.total:,}{matching} so far ({'stopped' if stopped else looked})"
    if isinstance(order, Placed):
        return f"{span}the first {order.total:,} ({'stopped' if stopped else 'reading on…'})"
    return f"{span}about {order.total:,} ({'not counted' if stopped else 'counting…'})"


def limits_words(loaded: Loaded, *, stopped: bool) -> str:
    """What is missing from the rows, one sentence or two; empty when nothing is."""
    order, table = loaded.order, visible(loaded.look.table.name)
    if loaded.look.table.problem:
        return loaded.look.table.problem
    if order.total > MOST_ROWS:
        return (
            f"Only the first {MOST_ROWS:,} of {'' if order.exact else 'about '}{order.total:,} rows can be scrolled "
            "to. Sort backward to see the last ones, or filter."
        )
    if isinstance(order, Placed) and order.cut:
        return f"Only the first {order.total:,} rows of {table} are shown: filter it, or query it, to see others."
    if isinstance(order, KeyList) and order.cut:
        return f"Only the first {KEY_LIMIT:,} rows are listed: a table without rowids keeps no more. Filter for fewer."
    if stopped and isinstance(order, Placed):
        return f"Reading was stopped after {order.total:,} rows."
    if stopped and isinstance(order, RowidList | KeyList) and not order.exact:
        return f"Looking was stopped: {order.looked_at:.0%} of {table} was looked at."
    return ""


def nothing_words(question: RowQuestion) -> tuple[str, str]:
    """What an empty grid says, and what to do."""
    table = visible(question.table.name)
    if not question.conditions:
        kind = {"view": "view", "virtual": "virtual table"}.get(question.table.kind, "table")
        return f"{table} has no rows.", f"Rows appear here as soon as something is written to this {kind}."
    return f"No row of {table} matches.", "Change the filters above, or clear them."
