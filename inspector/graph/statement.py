"""The rows of a graph as one statement of SQL that anybody can run: its nodes, or its edges."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from inspector.cancel import CancelToken
from inspector.db.database import Database
from inspector.db.reader import Reader
from inspector.graph.load import usable_query
from inspector.graph.projection import GraphProjection, GraphQuery

NODE_COLUMNS = ("id", "type", "status", "label")
EDGE_COLUMNS = ("source", "target", "type", "label")


def nodes_statement(database: Database, projection: GraphProjection, cancel: CancelToken) -> str:
    """The statement for the nodes of a projection; empty where it has none. Raises what reading raises."""
    return _statement(database, projection.nodes, NODE_COLUMNS, cancel)


def edges_statement(database: Database, projection: GraphProjection, cancel: CancelToken) -> str:
    """The statement for the edges; drawn from the query editor it is the graph again."""
    return _statement(database, projection.edges, EDGE_COLUMNS, cancel)


def _statement(database: Database, queries: Sequence[GraphQuery], columns: tuple[str, ...], cancel: CancelToken) -> str:
    catalog = database.catalog(cancel)
    chosen = [usable_query(query, catalog) for query in queries]
    usable = [query.sql.strip().rstrip(";") for query in chosen if query is not None]
    if not usable:
        return ""
    counts = database.read(partial(_widths, usable), cancel)
    parts, rows = [], []
    for number, (sql, width) in enumerate(zip(usable, counts, strict=True), 1):
        given = [*columns, *(f"more_{place}" for place in range(1, width - len(columns) + 1))][:width]
        parts.append(f"part_{number}({', '.join(given)}) AS (\n{sql}\n)")
        shown = [column if column in given else f"NULL AS {column}" for column in columns]
        rows.append(f"SELECT {', '.join(shown)} FROM part_{number}")
    return "WITH " + ",\n".join(parts) + "\n" + "\nUNION ALL ".join(rows)


def _widths(statements: Sequence[str], reader: Reader) -> list[int]:
    return [len(reader.described(sql).columns) for sql in statements]
