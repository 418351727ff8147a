"""What is known of the indexes of databases as of a state of their files: rows they lack, rows they hold otherwise."""

from __future__ import annotations

from dataclasses import dataclass, field

from inspector.cancel import CancelToken
from inspector.db.catalog import Catalog, Table
from inspector.db.database import Database
from inspector.db.fts_drift import drift, indexed_table
from inspector.db.reader import Reader
from inspector.db.signature import Signature
from inspector.search.drift import DriftReport
from inspector.search.index import Unindexed, find_unindexed, index_of
from inspector.search.row_place import indexed_numbers
from inspector.search.source import SearchSource

_AT_ONCE = 3_000
"""Rows of a table up to which its words are compared with its index before a search says that it is done."""

Key = tuple[str, str, str]
"""(path, schema, index)."""
State = tuple[Signature, ...]
"""The files as they were."""


@dataclass
class Drift:
    """Which rows each index does not hold as they are, as of a state of the files: asked once, not at every key.

    Whoever searches often keeps one. A report of the drift puts in what takes longer to know.
    """

    known: dict[Key, tuple[State, Unindexed]] = field(default_factory=dict)
    """The rows that are not in the index."""
    stale: dict[Key, tuple[State, frozenset[int]]] = field(default_factory=dict)
    """The numbers of the entries that hold other words than their rows."""
    large: dict[Key, State] = field(default_factory=dict)
    """The indexes of tables that are too large for their words to be compared with it before a search is done."""
    reports: dict[Key, tuple[State, DriftReport]] = field(default_factory=dict)
    """What indexes and their tables do not agree on."""


def unindexed(
    database: Database, catalog: Catalog, source: SearchSource, drifted: Drift, cancel: CancelToken | None
) -> Unindexed:
    """The rows that the index of a source does not know."""
    index, table = index_of(catalog, source)
    indexed = indexed_numbers(catalog, index, table)
    if indexed is None:
        return Unindexed()
    key, state = (database.path, index.schema, index.name), database.signature()
    known = drifted.known.get(key)
    if known is None or known[0] != state:
        found = database.read(lambda reader: find_unindexed(reader, index, table, indexed), cancel)
        known = drifted.known[key] = (state, found)
    return known[1]


def stale(
    database: Database, catalog: Catalog, source: SearchSource, drifted: Drift, cancel: CancelToken | None
) -> frozenset[int] | None:
    """The numbers of the entries that hold other words than their rows; None where that is not known yet."""
    index, table = index_of(catalog, source)
    key, state = (database.path, index.schema, index.name), database.signature()
    known = drifted.stale.get(key)
    if known is not None and known[0] == state:
        return known[1]
    if drifted.large.get(key) == state:
        return None
    found = database.read(lambda reader: _few_stale(reader, catalog, index, table), cancel)
    if found is not None:
        drifted.stale[key] = (state, found)
    else:
        drifted.large[key] = state
    return found


def _few_stale(reader: Reader, catalog: Catalog, index: Table, table: Table) -> frozenset[int] | None:
    pair = indexed_table(catalog, index, table.name)
    if pair is None:
        return frozenset()
    count = reader.value(f"SELECT count(*) FROM (SELECT 1 FROM {pair.rows} LIMIT {_AT_ONCE + 1})")
    if not isinstance(count, int) or count > _AT_ONCE:
        return None
    told = ("stored otherwise", "other words")
    return frozenset(one.number for one in drift(reader, pair, thorough=True) if one.kind in told)
