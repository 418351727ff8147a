"""The graph every database has: its tables as nodes, what refers to what as edges."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from inspector.db.catalog import Catalog, Table
from inspector.graph.model import Graph, build_graph


@dataclass(frozen=True)
class SchemaLink:
    """A reference between tables that no constraint states."""

    table: str
    """The table that refers."""
    columns: tuple[str, ...]
    """Its columns."""
    target: str
    """The table referred to."""
    target_columns: tuple[str, ...]
    """The columns referred to."""


def schema_graph(catalog: Catalog, links: Iterable[SchemaLink] = ()) -> Graph:
    """Tables, views and virtual tables (shadow tables are part of theirs), foreign keys, full-text indexes and
    ``links``. A foreign key to a table that does not exist ends in a placeholder. Ids are ``schema.table``.
    """
    shown = [table for table in catalog if table.kind != "shadow"]
    nodes = [(node_id(table), table.kind, None, table.name) for table in shown]
    edges: list[tuple[object, ...]] = []
    declared: set[tuple[str, str, str]] = set()
    for table in shown:
        for key in table.foreign_keys:
            label = f"{', '.join(key.columns)} → {key.target}.{', '.join(key.target_columns)}"
            edges.append((node_id(table), _target(catalog, table, key.target), "foreign key", label))
            declared.add((table.name.lower(), ",".join(key.columns).lower(), key.target.lower()))
        if table.fts is not None and table.fts.content_table:
            content = _target(catalog, table, table.fts.content_table)
            edges.append((node_id(table), content, "full-text index of", ", ".join(table.fts.columns)))
    for link in links:
        found = catalog.table(link.table)
        told = (link.table.lower(), ",".join(link.columns).lower(), link.target.lower())
        if found is not None and catalog.table(link.target) is not None and told not in declared:
            label = f"{', '.join(link.columns)} → {link.target}.{', '.join(link.target_columns)}"
            edges.append((node_id(found), _target(catalog, found, link.target), "logical foreign key", label))
    return build_graph(nodes, edges)


def node_id(table: Table) -> str:
    """The id of a table's node."""
    return f"{table.schema}.{table.name}"


def _target(catalog: Catalog, origin: Table, name: str) -> str:
    """The id of the table a name means: of the same file first."""
    table = catalog.table(name, origin.schema) or catalog.table(name)
    return node_id(table) if table is not None and table.kind != "shadow" else f"{origin.schema}.{name}"
