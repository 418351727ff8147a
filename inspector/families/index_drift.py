"""Does a full-text index hold what its table holds? What was found by content, as evidence of a check."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from inspector.db import fts_drift
from inspector.db.fts_drift import SAMPLE, WORDS_LIMIT, Drifted, IndexedTable, indexed_table, itself, silent
from inspector.db.reader import Reader
from inspector.health.finding import Evidence

__all__ = ["SAMPLE", "WORDS_LIMIT", "IndexedTable", "drift", "indexed_table", "itself"]


def drift(
    reader: Reader,
    pair: IndexedTable,
    *,
    thorough: bool = False,
    leave_out: Callable[[str], None] = silent,
) -> Iterator[Evidence]:
    """Every row that index and table do not agree on, with what is the matter.

    Unless ``thorough``, the words of a part of the rows are compared in large tables; ``leave_out`` is told so.
    """
    for found in fts_drift.drift(reader, pair, thorough=thorough, leave_out=leave_out):
        yield Evidence(_words(found, pair.content.name), found.ref)


def _words(found: Drifted, table: str) -> str:
    match found.kind:
        case "not indexed":
            return f"not in the index: {found.title}"
        case "no row":
            return f"in the index, and no row of {table} any more: number {found.number}"
        case "stored otherwise":
            return f"a hit on “{found.stored}” leads to {found.title}"
    return f"indexed with other words than it has now: {found.title}"
