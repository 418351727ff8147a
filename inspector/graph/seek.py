"""Which nodes hold some words that a limit left out of the graph: looked for in the database itself."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from typing import Any

from inspector.cancel import CancelToken
from inspector.db.catalog import Catalog
from inspector.db.database import Database
from inspector.db.reader import Reader
from inspector.db.rows import RowRef
from inspector.graph.load import usable_query
from inspector.graph.model import LABEL_LIMIT
from inspector.graph.projection import GraphProjection, GraphQuery
from inspector.graph.row_columns import id_text, text_of

LIMIT = 2_000
"""Rows of each SELECT that are looked at."""


@dataclass(frozen=True)
class Sought:
    """A node that is not in the graph that was read."""

    id: str
    """Its id."""
    label: str
    """What it is called."""
    row: RowRef | None
    """The row it stands for."""


def seek(
    database: Database,
    projection: GraphProjection,
    text: str,
    known: Collection[str],
    cancel: CancelToken,
    redact: Callable[[str], str] | None = None,
) -> tuple[Sought, ...]:
    """Nodes of a projection whose label or id holds every word, in the order of their rows, those of ``known`` ids
    left out. What ``redact`` hides is not found. Raises what reading raises.
    """
    words = text.casefold().split()
    if not words:
        return ()
    catalog = database.catalog(cancel)
    queries = [one for one in (usable_query(query, catalog) for query in projection.nodes) if one is not None]
    read = database.read(partial(_read, queries, catalog, words), cancel)
    found: dict[str, Sought] = {}
    for id, raw, row in read:
        label = (redact(raw) if redact is not None else raw)[:LABEL_LIMIT]
        seen = f"{label}\n{id}".casefold()
        if id not in known and all(word in seen for word in words):
            found.setdefault(id, Sought(id, label, row))
    return tuple(found.values())


def _read(
    queries: list[GraphQuery], catalog: Catalog, words: list[str], reader: Reader
) -> list[tuple[str, str, RowRef | None]]:
    found: list[tuple[str, str, RowRef | None]] = []
    for query in queries:
        sql = query.sql.strip().rstrip(";")
        names = [f"c{at}" for at in range(len(reader.described(sql).columns))]
        label = "c3" if len(names) > 3 else "c0"
        meets = " AND ".join([f"({label} LIKE ? ESCAPE '\\' OR c0 LIKE ? ESCAPE '\\')"] * len(words))
        asked = f"WITH found({', '.join(names)}) AS (\n{sql}\n) SELECT * FROM found WHERE {meets}"
        patterns = tuple(pattern for word in words for pattern in [_pattern(word)] * 2)
        table = catalog.table(query.table, query.schema) or catalog.table(query.table)
        for cells in reader.rows(asked, patterns, limit=LIMIT):
            id = id_text(cells[0])
            said = text_of(cells[3]) if len(cells) > 3 else ""
            said = query.tell(said) if query.tell is not None else said
            key: tuple[Any, ...] = cells[4:]
            place = table is not None and key and all(part is not None for part in key)
            row = RowRef(table.schema, table.name, key) if place and table is not None else None
            found.append((id, said or id, row))
    return found


def _pattern(word: str) -> str:
    """For LIKE, which knows the case of ASCII letters alone: any other letter may be any, and is looked at again."""
    signs = ("_" if ord(sign) > 127 else f"\\{sign}" if sign in "\\%_" else sign for sign in word)
    return f"%{''.join(signs)}%"
