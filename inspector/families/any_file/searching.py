"""Does every full-text index hold what it is an index of?"""

from __future__ import annotations

from collections.abc import Iterator

from inspector.db.catalog import Table
from inspector.families.any_file.tables import own_objects
from inspector.families.index_drift import SAMPLE, WORDS_LIMIT, drift, indexed_table, itself
from inspector.families.word_drift import word_drift
from inspector.health.check import CheckContext, HealthCheck
from inspector.health.finding import Evidence, Level


def drifted_indexes(context: CheckContext) -> Iterator[Evidence]:
    """Full-text indexes over another table that do not hold what it holds."""
    for index in own_objects(context):
        if index.fts is None or index.problem or index.fts.content != "external":
            continue
        yield from _one(context, index)


def drifted_own_indexes(context: CheckContext) -> Iterator[Evidence]:
    """Full-text indexes that keep their own text, and have other words than it."""
    for index in own_objects(context):
        if index.fts is None or index.problem or index.fts.content != "own":
            continue
        yield from _one(context, index)


def _one(context: CheckContext, index: Table) -> Iterator[Evidence]:
    fts = index.fts
    assert fts is not None
    if fts.version != 5:
        yield from word_drift(context, index)
        return
    pair = indexed_table(context.catalog, index) if fts.content == "external" else itself(context.catalog, index)
    if pair is None:
        context.leave_out(f"{index.name} cannot be compared: it keeps no list of its rows, or its table is not there.")
        return
    yield from drift(context.reader, pair, thorough=context.thorough, leave_out=context.leave_out)


_WORDS = f"Words are compared for up to {SAMPLE:,} rows, evenly spread, in indexes of up to {WORDS_LIMIT:,} rows"

SEARCHING = (
    HealthCheck(
        "generic.index_drift",
        "Search index and table differ",
        Level.SUSPICIOUS,
        f"A full-text index over another table holds each of its rows once, with the words it has now. {_WORDS}; of "
        "all in a thorough look.",
        run=drifted_indexes,
        advice="Searching by it misses rows or finds what is gone: search here falls back to the text itself. The "
        "program that owns the file can rebuild the index.",
        method="The rows are indexed once more in memory by the same tokenizer, and row numbers and words compared. "
        "Nothing is written to the file.",
    ),
    HealthCheck(
        "generic.own_index_drift",
        "Search index and its own text differ",
        Level.BROKEN,
        f"A full-text index that keeps its text has exactly the words of that text. {_WORDS}.",
        run=drifted_own_indexes,
        advice="The index is damaged: searching misses rows. The program that owns the file can rebuild it.",
        method="As with an index over another table: its text is indexed once more in memory and compared.",
    ),
)
"""Checks of full-text indexes."""
