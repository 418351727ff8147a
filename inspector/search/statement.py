"""The ranked matches of a search as one statement of SQL: what the full-text indexes are asked."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.db.catalog import Catalog
from inspector.db.quoting import literal, name
from inspector.search.find_sources import find_sources
from inspector.search.index import index_of
from inspector.search.source import SearchSource
from inspector.search.terms import fts5_query, parse_terms


def search_statement(
    catalog: Catalog, named: Sequence[SearchSource], text: str, limit: int, without: tuple[str, ...] = ()
) -> str:
    """The statement: table, rowid in the index and rank, best first; empty where no index is asked.

    What a search finds by looking through text, or leaves out because its row holds no match, is not in it.
    """
    query = fts5_query(parse_terms(text))
    if not query:
        return ""
    parts = []
    for source in find_sources(catalog, named, without):
        if not source.fts or source.unusable:
            continue
        index, table = index_of(catalog, source)
        assert index.fts is not None
        place = name(index.name) if index.schema == "main" else f"{name(index.schema)}.{name(index.name)}"
        rank, by = ("rank", " ORDER BY rank") if index.fts.version == 5 else ("0.0 AS rank", "")
        parts.append(
            f"SELECT {literal(table.name)} AS found_in, * FROM (\n"
            f"  SELECT rowid, {rank} FROM {place} WHERE {name(index.name)} MATCH {literal(query)}{by} LIMIT {limit}\n)"
        )
    return "\nUNION ALL ".join(parts) + "\nORDER BY rank" if parts else ""
