"""How the facts that a rule needs beyond the graph are read: in one read, those that the file has."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from inspector.cancel import CancelToken
from inspector.db.database import Database
from inspector.db.reader import Reader
from inspector.graph.analysis import FactQuery

LIMIT = 200_000
"""Rows of each kind of facts that are read."""
_CELL = 2_000

Facts = Mapping[str, Sequence[tuple[object, ...]]]
"""Rows of the facts by their ids."""


def read_facts(
    database: Database,
    queries: Sequence[FactQuery],
    cancel: CancelToken,
    redact: Callable[[str], str] | None = None,
) -> Facts:
    """The facts of one committed state; their texts go through ``redact``. Raises what reading raises."""
    if not queries:
        return {}
    catalog = database.catalog(cancel)
    known = [query for query in queries if query.needs.met_by(catalog)]

    def read(reader: Reader) -> dict[str, tuple[tuple[object, ...], ...]]:
        return {query.id: reader.rows(query.sql, limit=LIMIT, cell_limit=_CELL).rows for query in known}

    found = database.read(read, cancel)
    if redact is None:
        return found
    told = redact
    return {
        id: [tuple(told(cell) if isinstance(cell, str) else cell for cell in row) for row in rows]
        for id, rows in found.items()
    }
